"""Squadrons (rules 6.11 to 6.18): who sails with whom, and who acts next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulesdemo.board.hexes import Hex
from rulesdemo.games.veneti import leaders as leader_values
from rulesdemo.games.veneti import squadrons as procedures
from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play.events import (
    ConfusionRolled,
    DoubleTried,
    ShipAssigned,
    SquadronActivated,
    SquadronsFormed,
    StragglerRolled,
)
from rulesdemo.games.veneti.play.leaders import initiative_of
from rulesdemo.games.veneti.play.orders import Activate, ActivateShip, ActivateTogether, Assign, RollConfusion
from rulesdemo.games.veneti.play.places import around
from rulesdemo.games.veneti.play.ships import crew_of, enemies_beside
from rulesdemo.games.veneti.play.state import (
    SIDES,
    Activation,
    Doing,
    Leader,
    Limit,
    Position,
    Ship,
    Side,
    Squadron,
    enemy_of,
)
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_, alternatives

# A line ahead in one of its forms (6.12): straight, or in echelon to one side or the other.
FORMS: Final = ("straight", "echelon to port", "echelon to starboard")


# -- who belongs to whom (phase B) -----------------------------------------------------------------------------------------------------


@cites("6.14", "2.3 Portée", "6.11")
def hexes_in_range(position: Position, leader: Leader) -> frozenset[Hex]:
    """Every hex within command range of his ship, counted around enemies and not through them [6.14]."""
    ship = position.ship(leader.ship)
    barred = {place for place, other in position.occupied.items() if other.controller != leader.side}
    reached = set(ship.hexes)
    edge = list(ship.hexes)
    for _ in range(leader.command_range):
        edge = [
            place
            for place in {neighbour for here in edge for neighbour in around(here)}
            if place not in reached and place not in barred and place in position.scenario.sea.hexes
        ]
        reached.update(edge)
    return frozenset(reached)


@cites("6.12", "6.12 note", "2.3 Continue")
def follows(ahead: Ship, astern: Ship, form: str) -> bool:
    """Whether one ship lies directly behind another in this form of line; both keep the same heading [6.12]."""
    if ahead.heading != astern.heading or ahead.controller != astern.controller:
        return False
    stern = ahead.hexes[-1]
    turn = {"straight": 3, "echelon to starboard": 2, "echelon to port": 4}[form]
    return astern.bow == GRID.neighbour(stern, GRID.turn_right(ahead.heading, turn))


@cites("6.12", "6.12 note", "2.3 Continue")
def line_of(position: Position, leader: Leader) -> tuple[Ship, ...]:
    """The line ahead that he leads from the first or second place in it; just his own ship if there is none [6.12].

    A line keeps one form from end to end, as the note asks us to read the rule strictly (A60).
    """
    own = position.ship(leader.ship)
    friends = [ship for ship in position.afloat if ship.controller == leader.side]
    place = settled(leader_values.generic_leader, position.rules).line_place
    best: tuple[Ship, ...] = (own,)
    for form in FORMS:
        line = [own]
        while (before := next((ship for ship in friends if follows(ship, line[0], form)), None)) is not None and before not in line:
            line.insert(0, before)
        if len(line) > place:
            continue
        while (after := next((ship for ship in friends if follows(line[-1], ship, form)), None)) is not None and after not in line:
            line.append(after)
        if len(line) > len(best):
            best = tuple(line)
    return best


@cites("6.1", "6.11", "6.12", "6.13", "6.14", "6.15", "2.3 Escadron", "3.0 B")
def leaders_of(position: Position, ship: Ship) -> tuple[str, ...]:
    """The leaders to whose squadrons a ship may belong this turn [6.15].

    A command ship belongs to the leader she carries.
    """
    aboard = tuple(leader.id for leader in position.aboard(ship.id) if leader.side == ship.controller)
    return aboard or tuple(leader for leader, ships in _reach(position) if ship.id in ships)


def _reach(position: Position) -> list[tuple[str, frozenset[str]]]:
    """For each leader, the ships that his range or his line takes in."""
    known: list[tuple[str, frozenset[str]]] | None = position.memo.get("reach")
    if known is not None:
        return known
    found = []
    for leader in position.leaders:
        if not leader.lost:
            area = hexes_in_range(position, leader)
            friends = (ship for ship in position.afloat if ship.controller == leader.side)
            near = {ship.id for ship in friends if any(place in area for place in ship.hexes)}
            found.append((leader.id, frozenset(near | {ship.id for ship in line_of(position, leader)})))
    position.memo["reach"] = found
    return found


@cites("6.13", "6.15", "3.0 B")
def form_squadrons(position: Position) -> Outcome[Position]:
    """Put every ship where she must be; those in range of several leaders wait for their owner's choice [6.15]."""
    members: dict[str, list[str]] = {leader.id: [] for leader in position.leaders if not leader.lost}
    individuals: list[str] = []
    waiting: dict[str, tuple[str, ...]] = {}
    for ship in position.afloat:
        choices = leaders_of(position, ship)
        if not choices:
            individuals.append(ship.id)
        elif len(choices) == 1:
            members[choices[0]].append(ship.id)
        else:
            # Kept, because a leader who changes ships before she is assigned must not leave her without a choice.
            waiting[ship.id] = choices
    squadrons = tuple(Squadron(leader, tuple(ships)) for leader, ships in members.items())
    unassigned, open_to = tuple(waiting), tuple(waiting.values())
    position = position.with_turn(squadrons=squadrons, individuals=tuple(individuals), unassigned=unassigned, choices=open_to)
    return Outcome(position) if waiting else Outcome(position, (SquadronsFormed(squadrons, tuple(individuals)),))


def decide_assignment(position: Position) -> Decision | None:
    """The owner of the first ship that several leaders reach."""
    if not position.turn.unassigned:
        return None
    ship = position.ship(position.turn.unassigned[0])
    return Decision(
        ship.controller, (Assign,), "6.15", N_("Choose a leader for {ship}, who is in range of several.").format(ship=ship.name)
    )


@cites("6.15")
def check_assign(position: Position, order: Assign) -> Refusal | None:
    """A ship in range of several leaders joins one of them [6.15]."""
    if order.ship not in position.turn.unassigned:
        return Refusal(N_("That ship has no choice of leaders."), "6.15", N_("Choose for a ship that several leaders reach."))
    ship = position.ship(order.ship)
    if ship.id != position.turn.unassigned[0]:
        first = position.ship(position.turn.unassigned[0]).name
        return Refusal(
            N_("{ship} comes after {first}.").format(ship=ship.name, first=first),
            "6.15",
            N_("Choose for {first} first.").format(first=first),
        )
    choices = position.turn.choices[0]
    if order.leader not in choices:
        names = alternatives(position.leader(leader).name for leader in choices)
        return Refusal(N_("That leader does not reach {ship}.").format(ship=ship.name), "6.15", N_("Choose {names}.").format(names=names))
    return None


@cites("6.15")
def assign(_dice: Dice, position: Position, order: Assign) -> Outcome[Position]:
    """Join her to the squadron."""
    turn = position.turn
    squadrons = tuple(
        squadron._replace(ships=(*squadron.ships, order.ship)) if squadron.leader == order.leader else squadron
        for squadron in turn.squadrons
    )
    position = position.with_turn(squadrons=squadrons, unassigned=turn.unassigned[1:], choices=turn.choices[1:])
    events = (ShipAssigned(order.ship, order.leader),)
    return Outcome(position, events if turn.unassigned[1:] else (*events, SquadronsFormed(squadrons, turn.individuals)))


def assignments(position: Position) -> Iterator[Assign]:
    """Every leader for the first ship that waits."""
    turn = position.turn
    if turn.unassigned:
        yield from (Assign(turn.unassigned[0], leader) for leader in turn.choices[0])


# -- who acts next (phases E and F) ----------------------------------------------------------------------------------------------------


def ready_ships(position: Position, ships: tuple[str, ...], side: Side) -> tuple[str, ...]:
    """Those of the ships that are afloat and still under this side's control."""
    return tuple(name for name in ships if not (ship := position.ship(name)).gone and ship.controller == side)


@cites("6.17", "6.76")
def squadrons_left(position: Position, side: Side) -> tuple[Squadron, ...]:
    """The squadrons of a side that have yet to act, those of a leader lost this turn too [6.17, 6.76]."""
    turn = position.turn
    return tuple(
        squadron
        for squadron in turn.squadrons
        if squadron.leader not in turn.activated
        and position.leader(squadron.leader).side == side
        and ready_ships(position, squadron.ships, side)
    )


@cites("6.16")
def individuals_left(position: Position, side: Side) -> tuple[str, ...]:
    """The individual ships of a side that have yet to act [6.16]."""
    return tuple(name for name in ready_ships(position, position.turn.individuals, side) if name not in position.turn.activated)


@cites("3.0 E", "3.0 E3", "3.0 E4", "6.17")
def choose_side(position: Position) -> Outcome[Position]:
    """Sides take turns; one that has no squadron left lets the other go on [3.0 E3]."""
    active = position.turn.active
    if not squadrons_left(position, active) and squadrons_left(position, enemy_of(active)):
        active = enemy_of(active)
    return Outcome(position.with_turn(active=active))


@cites("3.0 F", "6.16")
def choose_individual_side(position: Position) -> Outcome[Position]:
    """The winner of the initiative begins; then sides take turns as with squadrons [3.0 F, A28]."""
    turn = position.turn
    active = turn.active if turn.activated & set(turn.individuals) else turn.winner
    if not individuals_left(position, active) and individuals_left(position, enemy_of(active)):
        active = enemy_of(active)
    return Outcome(position.with_turn(active=active))


def decide_squadron(position: Position) -> Decision | None:
    """The active side chooses a squadron, as long as it has one."""
    turn = position.turn
    if position.activation is not None or turn.confused or not squadrons_left(position, turn.active):
        return None
    return Decision(turn.active, (Activate, ActivateTogether), "3.0 E", N_("Activate one of your squadrons."))


def decide_confusion(position: Position) -> Decision | None:
    """The side whose double activation failed rolls for the squadron that must act."""
    if not position.turn.confused:
        return None
    leader = position.leader(position.turn.confused)
    return Decision(
        leader.side, (RollConfusion,), "6.18", N_("Throw for the confusion in the squadron of {leader}.").format(leader=leader.name)
    )


def decide_individual(position: Position) -> Decision | None:
    """The active side chooses an individual ship, as long as it has one."""
    turn = position.turn
    if position.activation is not None or not individuals_left(position, turn.active):
        return None
    return Decision(turn.active, (ActivateShip,), "3.0 F", N_("Activate one of your individual ships."))


def begin(position: Position, side: Side, leaders: tuple[str, ...], ships: tuple[str, ...], limit: Limit) -> Position:
    """Start an activation of these ships."""
    number = position.activations + 1
    doings = tuple(Doing(name, bool(enemies_beside(position, position.ship(name)))) for name in ready_ships(position, ships, side))
    idle = limit == "idle"
    return replace(position, activation=Activation(number, side, leaders, doings, limit, moved=idle, done=idle), activations=number)


def ships_under(position: Position, leader: str) -> tuple[str, ...]:
    """The ships of his squadron this turn."""
    return next((squadron.ships for squadron in position.turn.squadrons if squadron.leader == leader), ())


def _check_squadron(position: Position, name: str) -> Refusal | None:
    left = squadrons_left(position, position.turn.active)
    if any(squadron.leader == name for squadron in left):
        return None
    names = ", ".join(str(position.leader(squadron.leader).name) for squadron in left)
    leader = next((leader for leader in position.leaders if leader.id == name), None)
    if leader is None:
        return Refusal(N_("There is no leader {leader!r}.").format(leader=name), "6.17", N_("Choose among {names}.").format(names=names))
    if leader.side != position.turn.active:
        return Refusal(
            N_("{leader} is on the other side.").format(leader=leader.name), "3.0 E", N_("Choose among {names}.").format(names=names)
        )
    return Refusal(
        N_("The squadron of {leader} has acted or is no more.").format(leader=leader.name),
        "6.17",
        N_("Choose among {names}.").format(names=names),
    )


@cites("6.17", "3.0 E")
def check_activate(position: Position, order: Activate) -> Refusal | None:
    """A squadron acts once a turn, when its side is to choose [6.17]."""
    return _check_squadron(position, order.leader)


@cites("6.17", "3.0 E", "6.76")
def activate(_dice: Dice, position: Position, order: Activate) -> Outcome[Position]:
    """Let the squadron act."""
    side = position.turn.active
    position = begin(position, side, (order.leader,), ships_under(position, order.leader), "free")
    return Outcome(position, (SquadronActivated(side, (order.leader,)),))


def activations(position: Position) -> Iterator[Activate]:
    """Every squadron that is left."""
    yield from (Activate(squadron.leader) for squadron in squadrons_left(position, position.turn.active))


def admiral_of(position: Position, side: Side) -> Leader | None:
    """The side's Admiral, if he is there."""
    return next((leader for leader in position.leaders if leader.side == side and leader.admiral and not leader.lost), None)


@cites("6.18")
def check_activate_together(position: Position, order: ActivateTogether) -> Refusal | None:
    """Once a turn, with a squadron whose command ship is in the Admiral's range, before either has acted [6.18, A33]."""
    side = position.turn.active
    if side in position.turn.doubled:
        return Refusal(N_("Your side has tried a double activation this turn."), "6.18", N_("Activate one squadron."))
    admiral = admiral_of(position, side)
    if admiral is None:
        return Refusal(N_("Your side has no Admiral to order a double activation."), "6.18", N_("Activate one squadron."))
    if order.leader == admiral.id:
        return Refusal(N_("The Admiral's own squadron is always one of the two."), "6.18", N_("Name the other squadron."))
    refusal = _check_squadron(position, order.leader)
    if refusal is None and _check_squadron(position, admiral.id) is not None:
        refusal = Refusal(N_("The Admiral's own squadron has acted this turn, or is no more."), "6.18", N_("Activate one squadron."))
    return refusal or _check_signal(position, admiral, position.leader(order.leader))


def _check_signal(position: Position, admiral: Leader, leader: Leader) -> Refusal | None:
    """Whether the Admiral's signals reach the other command ship [6.18]."""
    if leader.lost:
        return Refusal(
            N_("{leader} is lost, so no signal reaches his squadron.").format(leader=leader.name), "6.18", N_("Activate one squadron.")
        )
    area = hexes_in_range(position, admiral)
    if not any(place in area for place in position.ship(leader.ship).hexes):
        return Refusal(
            N_("The ship of {leader} is out of the Admiral's range.").format(leader=leader.name),
            "6.18",
            N_("Activate one squadron, or name a nearer one."),
        )
    return None


@cites("6.18")
def activate_together(dice: Dice, position: Position, order: ActivateTogether) -> Outcome[Position]:
    """Throw for a double activation; a failure confuses the other squadron, which must act now [6.18]."""
    side = position.turn.active
    throw = throw_for(dice, procedures.double_activation, position.rules, initiative_of(position, side))
    tried = DoubleTried(order.leader, throw.outcome.success, throw)
    position = position.with_turn(doubled=position.turn.doubled | {side})
    if not throw.outcome.success:
        return Outcome(position.with_turn(confused=order.leader), (tried,))
    leaders = (*(leader.id for leader in position.leaders if leader == admiral_of(position, side)), order.leader)
    ships = tuple(ship for leader in leaders for ship in ships_under(position, leader))
    return Outcome(begin(position, side, leaders, ships, "free"), (tried, SquadronActivated(side, leaders)))


def double_activations(position: Position) -> Iterator[ActivateTogether]:
    """Every other squadron beside the Admiral's."""
    side = position.turn.active
    if side not in position.turn.doubled and admiral_of(position, side):
        yield from (ActivateTogether(squadron.leader) for squadron in squadrons_left(position, side))


@cites("6.18")
def roll_confusion(dice: Dice, position: Position, _order: RollConfusion) -> Outcome[Position]:
    """Throw on the confusion table; the squadron acts under the result [6.18]."""
    name = position.turn.confused
    throw = throw_for(dice, procedures.confusion, position.rules)
    result = throw.outcome.result
    limit: Limit = "free" if result == "none" else result
    side = position.leader(name).side
    position = begin(position.with_turn(confused=""), side, (name,), ships_under(position, name), limit)
    return Outcome(position, (ConfusionRolled(name, result, throw),))


@cites("6.13", "6.16", "3.0 F")
def check_activate_ship(position: Position, order: ActivateShip) -> Refusal | None:
    """An individual ship acts once a turn, when its side is to choose [6.16]."""
    left = individuals_left(position, position.turn.active)
    if order.ship in left:
        return None
    names = ", ".join(position.ship(name).name for name in left)
    ship = position.find(order.ship)
    if ship is None:
        return Refusal(N_("There is no ship {ship!r}.").format(ship=order.ship), "6.16", N_("Choose among {names}.").format(names=names))
    if order.ship not in position.turn.individuals:
        return Refusal(
            N_("{ship} is no individual ship this turn.").format(ship=ship.name), "6.13", N_("Choose among {names}.").format(names=names)
        )
    if ship.controller != position.turn.active:
        return Refusal(N_("{ship} is not yours.").format(ship=ship.name), "3.0 F", N_("Choose among {names}.").format(names=names))
    return Refusal(
        N_("{ship} has acted this turn or is lost.").format(ship=ship.name), "6.16", N_("Choose among {names}.").format(names=names)
    )


@cites("6.16", "3.0 F", "8.25")
def activate_ship(dice: Dice, position: Position, order: ActivateShip) -> Outcome[Position]:
    """Throw to see whether she obeys; if not, she acts under the limits of 6.16. A prize never obeys (A29)."""
    ship = position.ship(order.ship)
    throw = throw_for(dice, procedures.straggler, position.rules, crew_of(position, ship))
    limit: Limit = "free" if throw.outcome.obeys else "disorder"
    position = begin(position, ship.controller, (), (ship.id,), limit)
    return Outcome(position, (StragglerRolled(ship.id, throw.outcome.obeys, throw),))


def individual_activations(position: Position) -> Iterator[ActivateShip]:
    """Every individual ship that is left."""
    yield from (ActivateShip(name) for name in individuals_left(position, position.turn.active))


def anyone_left(position: Position) -> bool:
    """Whether either side has a squadron that has not acted."""
    return any(squadrons_left(position, side) for side in SIDES)
