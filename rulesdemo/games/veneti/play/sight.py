"""The position as people see it, and what no position may ever show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play.facts import CONDITIONS, GONE, KINDS, STEPS
from rulesdemo.games.veneti.play.ships import crew_of, marines_of
from rulesdemo.games.veneti.play.state import Activation, Exchange, Position, Ship, Toll
from rulesdemo.words import _


def name(position: Position, thing: str) -> str:
    """What players call the ship or leader with this id."""
    ship = position.find(thing)
    if ship is not None:
        return ship.name
    return next((leader.name for leader in position.leaders if leader.id == thing), thing)


def situation(position: Position) -> str:
    """The turn, the wind, and a line for every ship."""
    wind = _("wind {strength} from {direction}").format(
        strength=position.wind.strength, direction=GRID.name(GRID.opposite(position.wind.to))
    )
    turn, step = position.turn.number, STEPS[position.turn.step]
    title = _("Turn {turn}, {step}; {wind}.").format(turn=turn, step=step, wind=wind if position.wind.strength else _("dead calm"))
    return "\n".join([title, *(f"  {_line(position, ship)}" for ship in position.ships)])


def _line(position: Position, ship: Ship) -> str:
    if ship.gone:
        return GONE[ship.side, ship.gone].format(ship=ship.name)
    marks = [str(leader.name) for leader in position.aboard(ship.id)]
    marks += [str(CONDITIONS["maximum"])] if ship.kind == "galley" and ship.level == "maximum" else []
    marks += [_("F-{level}").format(level=ship.fatigue)] if ship.fatigue else []
    marks += [str(CONDITIONS[mark]) for mark in ("immobilised", "crippled", "on_fire") if getattr(ship, mark)]
    marks += [str(CONDITIONS[ship.captured])] if ship.captured else []
    others = ", ".join(sorted(position.ship(other).name for other in ship.grappled))
    marks += [_("grappled to {others}").format(others=others)] if ship.grappled else []
    words = _("{ship} ({kind}): {place} {heading}, C{crew} M{marines}").format(
        ship=ship.name,
        kind=KINDS[ship.controller, ship.kind],
        place=GRID.label(ship.bow),
        heading=GRID.name(ship.heading),
        crew=crew_of(position, ship),
        marines=marines_of(position, ship),
    )
    return _("; ").join([words, ", ".join(marks)]) if marks else words


def figures(position: Position, thing: str) -> dict[str, int]:
    """The numbers of a ship as they stand; a thing that is no ship has none."""
    ship = position.find(thing)
    if ship is None:
        return {}
    return {"marines": marines_of(position, ship), "crew": crew_of(position, ship), "fatigue": ship.fatigue}


def faults(position: Position) -> Iterator[str]:
    """Whatever a position shows that the rules cannot lead to."""
    yield from _faults_of_ships(position)
    yield from _faults_of_leaders(position)
    yield from _faults_of_turn(position)


def _faults_of_ships(position: Position) -> Iterator[str]:
    for place, ships in Counter(place for ship in position.afloat for place in ship.hexes).items():
        if ships > 1:
            yield f"{ships} ships in {GRID.label(place)} (6.6)"
    for ship in position.ships:
        if not ship.gone:
            yield from _faults_of_place(position, ship)
            yield from (f"{ship.name} {fault}" for wrong, fault in _wrongs(position, ship) if wrong)
        elif ship.grappled or ship.on_fire:
            yield f"{ship.name} is lost but grappled or on fire"


def _faults_of_place(position: Position, ship: Ship) -> Iterator[str]:
    sea = position.scenario.sea
    if any(place not in sea.hexes for place in ship.hexes):
        yield f"{ship.name} is off the map (6.31)"
    if any(place in sea.coast for place in ship.hexes):
        yield f"{ship.name} is on the coast and afloat (6.35)"
    for name in sorted(ship.grappled):
        other = position.find(name)
        if other is None or other is ship:
            yield f"{ship.name} is grappled to {name}, who is no other ship (8.12)"
            continue
        if other.gone or ship.id not in other.grappled:
            yield f"{ship.name} is grappled to {other.name}, but not the other way round (8.12)"
        if not any(place in ship.around for place in other.hexes):
            yield f"{ship.name} is grappled to {other.name}, who is not beside her (8.11)"


def _wrongs(position: Position, ship: Ship) -> tuple[tuple[bool, str], ...]:
    return (
        (min(marines_of(position, ship), ship.depletion, ship.fatigue) < 0, "has a value under 0 (8.62)"),
        (ship.kind == "sail" and bool(ship.fatigue or ship.level == "maximum"), "sails, and is tired or at Maximum (6.42)"),
        (ship.level == "maximum" and bool(ship.fatigue), "is tired and at Maximum (6.44)"),
        (
            (ship.captured == "captured") != (ship.controller != ship.side),
            f"is {ship.captured or 'free'}, under {ship.controller} control (8.25)",
        ),
        (ship.level == "maximum" and bool(ship.captured), "is a prize and at Maximum (8.25)"),
        (ship.immobilised and ship.kind == "galley", "is rowed, and immobilised (8.12 note)"),
        (ship.flame and (ship.kind, ship.side) != ("galley", "roman"), "carries flaming missiles, and is no Roman galley (8.5)"),
        (ship.barred_since is not None and not ship.on_fire, "does not burn, but is barred from fighting a fire (8.54)"),
        ((ship.barred_since or 0) > position.activations, "is barred from fighting a fire since an activation to come (8.54)"),
    )


def _faults_of_leaders(position: Position) -> Iterator[str]:
    for leader in position.leaders:
        ship = position.ship(leader.ship)
        if not leader.lost and (ship.gone or ship.controller != leader.side):
            yield f"{leader.name} commands from {ship.name}, who is lost (6.76)"
        if (leader.reduced_since or 0) > position.activations:
            yield f"{leader.name} is reduced since an activation to come (6.75)"
    for side in ("roman", "veneti"):
        if sum(1 for leader in position.leaders if leader.side == side and leader.admiral and not leader.lost) > 1:
            yield f"two Admirals of the {side} fleet"


def _faults_of_turn(position: Position) -> Iterator[str]:
    turn = position.turn
    members = Counter([ship for squadron in turn.squadrons for ship in squadron.ships] + list(turn.individuals) + list(turn.unassigned))
    for ship, times in members.items():
        if times > 1:
            yield f"{ship} is in {times} squadrons (6.15)"
        if position.find(ship) is None:
            yield f"{ship}, of whom nobody knows, is in a squadron (6.15)"
    if len(turn.unassigned) != len(turn.choices):
        yield "ships wait for a leader, and nobody knows which they may have (6.15)"
    leaders = {leader.id: leader for leader in position.leaders}
    for squadron in turn.squadrons:
        if squadron.leader not in leaders:
            yield f"a squadron is led by {squadron.leader}, of whom nobody knows (6.11)"
    for name in turn.activated - set(leaders):
        if position.find(name) is None:
            yield f"{name}, of whom nobody knows, has acted (6.17)"
    if position.activation is not None:
        yield from _faults_of_activation(position, position.activation)
    yield from _faults_of_pending(position)


def _faults_of_activation(position: Position, activation: Activation) -> Iterator[str]:
    turn = position.turn
    if activation.number != position.activations:
        yield f"activation {activation.number} runs, and {position.activations} have been counted"
    if sum(1 for doing in activation.doings if doing.stage == "moving") > 1:
        yield "two ships are moving at once (6.23)"
    if len({doing.ship for doing in activation.doings}) != len(activation.doings):
        yield "a ship takes part twice in one activation (6.15)"
    for doing in activation.doings:
        ship = position.ship(doing.ship)
        if not ship.gone and ship.controller != activation.side:
            yield f"{doing.ship} acts for the enemy (8.25)"
        if doing.stage == "moving" and (ship.gone or ship.grappled or ship.immobilised):
            yield f"{doing.ship} is moving, though lost, grappled or immobilised (6.34)"
        if doing.left < 0 or doing.spent < 0 or (doing.left > 0) != (doing.stage == "moving"):
            yield f"{doing.ship} has {doing.left} PM left and {doing.spent} spent, and is {doing.stage} (6.23)"
        if not 0 <= doing.boarded <= max(0, ship.marines_printed):
            yield f"{doing.ship} has sent more marines than she has (8.22)"
        if set(activation.leaders) & turn.activated or doing.ship in turn.activated:
            yield f"{doing.ship} acts twice (6.15)"


def _faults_of_pending(position: Position) -> Iterator[str]:
    """Every ship that may answer or must bear a loss is afloat, and on the right side."""
    pending, activation = position.pending, position.activation
    if pending is None:
        return
    if activation is None:
        yield "something waits for an answer, and nobody is acting"
        return
    if isinstance(pending, Toll):
        wrong = [name for name in pending.ships if position.ship(name).gone or position.ship(name).controller != activation.side]
    else:
        wrong = [name for name in pending.waiting if position.ship(name).gone or position.ship(name).controller == activation.side]
    if wrong or (isinstance(pending, Exchange) and not pending.waiting):
        yield f"nobody can answer for {', '.join(wrong) or 'this exchange'} (8.42, 8.28)"
