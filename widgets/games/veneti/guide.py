"""Veneti for a desk: what each order is called, which hex stands for it, and how results read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import MappingProxyType
from typing import Any, Final

from rulesdemo.board.hexes import Grid, Hex
from rulesdemo.games.veneti import board
from rulesdemo.games.veneti.grappling import action_cost
from rulesdemo.games.veneti.play import combat_events as fights
from rulesdemo.games.veneti.play import movement, scenarios, squadrons
from rulesdemo.games.veneti.play import orders as o
from rulesdemo.games.veneti.play.combat import enemies_near
from rulesdemo.games.veneti.play.grappling import check_grapple
from rulesdemo.games.veneti.play.leaders import initiative_of
from rulesdemo.games.veneti.play.missiles import check_fire
from rulesdemo.games.veneti.play.ships import enemies_beside, marines_of
from rulesdemo.games.veneti.play.state import SIDES, Position, Ship
from rulesdemo.play.engine import Refusal, settled
from rulesdemo.words import N_, _, ngettext
from widgets.board.hex_guide import BoardGuide, hex_text
from widgets.games.veneti.board import scene
from widgets.games.veneti.lessons import LESSONS
from widgets.games.veneti.plan import PLAN
from widgets.play.game_guide import OrderText, Strike, Strikes

PAIR: Final = 2
ENDS: Final = {"bow": N_("bow"), "stern": N_("stern")}
HANDS: Final = {-1: N_("to port"), 0: N_("straight"), 1: N_("to starboard")}


class VenetiGuide(BoardGuide):
    """The words and pictures of the game."""

    grid: Grid = board.GRID
    strikes: Strikes = MappingProxyType(
        {
            fights.ShotFired: lambda it: (Strike("shot", it.shot.firer, it.shot.target),),
            fights.Boarded: lambda it: tuple(Strike("board", party.ship, it.target) for party in it.parties),
            fights.GrappleTried: lambda it: (Strike("board", it.ship, it.target),) if it.success else (),
        }
    )
    plan = PLAN
    lessons = LESSONS
    scenarios = scenarios
    pictures = scene

    def say(self, position: Position, order: Any) -> OrderText:  # noqa: ANN401 - any order of the game
        """Return an order in words."""
        teller = _TELLERS.get(type(order))
        if teller is not None:
            return teller(position, order)
        if isinstance(order, movement.Steer):
            return _steering(position, order)
        return _plain(position, order)

    def hexes(self, position: Position) -> frozenset[Hex]:
        """Return the map."""
        return position.scenario.sea.hexes

    def selectable(self, position: Position, ship: str) -> bool:
        """Return whether she takes part in the running activation."""
        return position.activation is not None and position.activation.doing(ship) is not None

    def orders_at(self, position: Position, selected: str, place: Hex) -> Iterator[Any]:
        """Yield steps for water, combat for enemies."""
        ship = position.ship(selected)
        target = position.occupied.get(place)
        if target is not None and target.controller != ship.controller:
            yield from self._attacks(position, ship, target)
        elif target is None or target.id == selected:
            yield from _steps_to(ship, place)

    def _attacks(self, position: Position, ship: Ship, target: Ship) -> Iterator[Any]:
        marines = marines_of(position, ship)
        doing = position.activation.doing(ship.id) if position.activation else None
        if position.turn.step == "board":
            holders = [position.ship(name) for name in sorted(target.grappled) if selectable(position, name)]
            if len(holders) > 1:
                yield o.Board(target.id, tuple(o.Party(each.id, marines_of(position, each)) for each in holders))
            yield o.Board(target.id, (o.Party(ship.id, marines),))
            return
        is_moving = doing is not None and doing.stage == "moving"
        near = o.UseScythes(ship.id, target.id) if is_moving else o.Grapple(ship.id, target.id)
        shot = o.Fire(ship.id, (o.Share(target.id, marines),))
        # What is refused is told of the first: at a distance that is the shot.
        yield from (near, shot) if target in enemies_beside(position, ship) else (shot, near)
        if ship.flame:
            yield o.Fire(ship.id, (o.Share(target.id, marines),), flaming=True)
        if target.id in ship.grappled:
            yield o.BreakLoose(ship.id, target.id)

    def tempting(self, position: Position, selected: str) -> Iterator[Any]:
        """Yield what a newcomer tries: turning in place at Maximum or about beside an enemy, boarding without a grapple, a barred shot."""
        if position.activation is None or position.pending is not None:
            return
        if position.turn.step == "board":
            yield from _boardings_in_vain(position, position.activation.side)
            return
        chosen = position.find(selected)
        if chosen is None or chosen.gone or not selectable(position, chosen.id):
            return
        if chosen.kind == "galley" and position.acting.of(chosen.id).stage == "moving":
            yield o.AboutTurn(chosen.id)
            yield o.Pivot(chosen.id, "bow", 1)
            yield o.Back(chosen.id, 0)
        for target in enemies_beside(position, chosen):
            yield o.Grapple(chosen.id, target.id)
        marines = marines_of(position, chosen)
        if marines and not position.acting.of(chosen.id).fired:
            yield from (o.Fire(chosen.id, (o.Share(target.id, marines),)) for target in enemies_near(position, chosen))

    def danger(self, position: Position, order: Any) -> str:  # noqa: ANN401 - any order
        """Return that a step leads onto the coast, which is the end of a ship."""
        shore = _shore(position, order) if isinstance(order, movement.Steer) else None
        if shore is None:
            return ""
        return _("{ship} would run aground in {hex} and be lost").format(ship=position.ship(order.ship).name, hex=board.GRID.label(shore))

    def steps(self, position: Position, ship: str) -> Iterator[Any]:
        """Yield the steps of the ship that is moving, but not backwards, which nothing else may follow."""
        moving = position.activation.moving if position.activation is not None else None
        if moving is not None and moving.ship == ship:
            yield from (step for step in movement.steps(position, movement.STEERS) if not isinstance(step, o.Back))

    def points_left(self, position: Position, ship: str) -> int:
        """Return the points that she has announced and not spent."""
        doing = position.activation.doing(ship) if position.activation is not None else None
        return doing.left if doing is not None else 0

    def far(self, position: Position, selected: str, place: Hex) -> Refusal | None:
        """Return which hexes one step leads to, where the one pressed is not among them; or why she takes no step at all."""
        ship = position.find(selected)
        if ship is None or ship.gone or position.turn.step == "board" or not selectable(position, selected):
            return None
        first = o.Sail(ship.id, 0, 0) if ship.kind == "sail" else o.Ahead(ship.id)
        doing = position.acting.of(ship.id)
        if doing.stage != "moving":
            return movement.check_steer(position, first)
        near = {_entered(ship, step) for step in movement.steps(position, movement.STEERS) if movement.check_steer(position, step) is None}
        hexes = ", ".join(sorted(board.GRID.label(each) for each in near if each is not None))
        reason = _("{hex} is not one step from {ship}.").format(hex=board.GRID.label(place), ship=ship.name)
        return Refusal(reason, "6.32", _("One step leads to {hexes}.").format(hexes=hexes) if hexes else "")

    def is_shared(self, position: Position, side: str) -> bool:
        """Return whether whole turns are played, or the side decides that the goal is not for."""
        return {"C", "D"} <= position.scenario.phases or side != position.scenario.goal.get("side", side)

    def next_words(self, position: Position, selected: str) -> str:
        """Return what the ship in hand does next in her squadron's movement."""
        doing = position.activation.doing(selected) if position.activation is not None and selected else None
        ship = position.find(selected)
        if position.turn.step != "move" or position.pending is not None or (ship is not None and ship.gone):
            return ""
        if doing is None or ship is None:
            waiting = [each for each in position.acting.doings if each.stage == "waiting"]
            return _("Press a ship on the board to give her orders, or choose a row.") if len(waiting) > 1 else ""
        if doing.stage == "waiting" and not ship.grappled:
            fight = _("Let {ship} fight from where she lies, or say how many points she will spend.")
            move = _("First say how many points {ship} will spend.")
            return (fight if any(_near_enough(position, ship)) else move).format(ship=ship.name)
        if doing.stage == "moving":
            words = ngettext(
                "Spend {n} PM: press a lit hex, or a row.", "Spend {n} PM, step by step: press a lit hex, or a row.", doing.left
            )
            return words.format(n=doing.left)
        words = _("{ship} has moved. End the movement, or give another ship her orders.")
        if doing.stage == "waiting":
            words = _("{ship} is grappled, and cannot move before she has broken loose.")
        return words.format(ship=ship.name)

    def place_text(self, position: Position, place: Hex) -> str:
        """Return a hex in words."""
        ship = position.occupied.get(place)
        if ship is None:
            return hex_text(board.GRID, place, _("coast") if place in position.scenario.sea.coast else _("open water"))
        part = _("bow") if place == ship.bow and ship.kind == "galley" else _("stern") if ship.kind == "galley" else ""
        return hex_text(board.GRID, place, f"{ship.name}, {part}" if part else ship.name, ship.heading)


def _near_enough(position: Position, ship: Ship) -> Iterator[Ship]:
    """Yield the enemies that she can shoot at or throw grapnels to without moving."""
    for target in enemies_near(position, ship):
        shot = o.Fire(ship.id, (o.Share(target.id, marines_of(position, ship)),))
        if check_grapple(position, o.Grapple(ship.id, target.id)) is None or check_fire(position, shot) is None:
            yield target


def selectable(position: Position, ship: str) -> bool:
    """Return whether a ship takes part in the running activation."""
    return position.activation is not None and position.activation.doing(ship) is not None


def _boardings_in_vain(position: Position, side: str) -> Iterator[o.Board]:
    """Yield boardings of ships that are not grappled."""
    for ship in position.afloat:
        if ship.controller == side:
            for target in position.afloat:
                if target.controller != side and target.id not in ship.grappled:
                    yield o.Board(target.id, (o.Party(ship.id, max(1, marines_of(position, ship))),))


# -- pressing water --------------------------------------------------------------------------------------------------------------------


def _steps_to(ship: Ship, place: Hex) -> Iterable[Any]:
    """Yield the steps that a press on a hex could mean, likeliest first; a hex out of touch means going ahead, which says why not."""
    if ship.kind == "sail":
        return [
            o.Sail(ship.id, bearing, turn)
            for bearing in (-1, 0, 1)
            for turn in (0, -1, 1)
            if board.sail(board.sailing_ship(ship.bow, ship.heading), bearing).bow == place
        ]
    steps: list[Any] = [o.Ahead(ship.id), o.Veer(ship.id, -1), o.Veer(ship.id, 1)]
    steps += [o.Pivot(ship.id, end, turn) for end in ("bow", "stern") for turn in (-1, 1)]
    steps += [o.Back(ship.id, turn) for turn in (0, -1, 1)]
    found = [step for step in steps if _entered(ship, step) == place]
    if place == ship.hexes[-1]:
        found.append(o.AboutTurn(ship.id))
    return found


def _shore(position: Position, order: Any) -> Hex | None:  # noqa: ANN401 - a step
    """Return the hex of the coast that a step leads to; one that holds a ship is never entered."""
    ship = position.ship(order.ship)
    if isinstance(order, o.Sail) != (ship.kind == "sail"):
        return None
    after, _move, _how = movement.steer_step(ship, order)
    entered = [place for place in after.hexes if place not in ship.hexes]
    if any(place in position.occupied for place in entered):
        return None
    return next((place for place in entered if place in position.scenario.sea.coast), None)


def _entered(ship: Ship, order: Any) -> Hex | None:  # noqa: ANN401 - a step
    after, _move, _how = movement.steer_step(ship, order)
    return next((place for place in after.hexes if place not in ship.hexes), None)


# -- words -----------------------------------------------------------------------------------------------------------------------------


def _steering(position: Position, order: Any) -> OrderText:  # noqa: ANN401 - a step
    ship = position.ship(order.ship)
    fits = isinstance(order, o.Sail) == (ship.kind == "sail")
    after, move, _how = movement.steer_step(ship, order) if fits else (ship, "ahead", "")
    pm = movement.cost_of(position, ship, move).pm
    place = _entered(ship, order) if fits else None
    if place is None and isinstance(order, o.AboutTurn):
        place = ship.hexes[-1]
    titles: dict[type, str] = {
        o.Ahead: _("Go ahead"),
        o.AboutTurn: _("Turn about"),
        o.Veer: _("Veer {hand}"),
        o.Pivot: _("Pivot: swing the {end} {hand}"),
        o.Back: _("Back water {hand}"),
        o.Sail: _("Sail {hand}"),
    }
    hand = HANDS[getattr(order, "bearing", getattr(order, "turn", 0))]
    title = titles[type(order)].format(hand=hand, end=ENDS.get(getattr(order, "swing", ""), ""))
    if isinstance(order, o.Sail) and order.turn:
        title += ", " + _("then turn {hand}").format(hand=HANDS[order.turn])
    rule = {"ahead": "6.32", "veer": "5.2", "step_and_turn": "5.2", "pivot": "5.1", "about_turn": "5.3", "back": "6.33"}[move]
    where = _("Bow in {hex}, heading {heading}").format(hex=board.GRID.label(after.bow), heading=board.GRID.name(after.heading))
    rank, is_minor = _RANKS.get(type(order), (0, False))
    line = f"{pm} PM. {where}"
    if fits and (shore := _shore(position, order)) is not None:
        line, rank = _("She runs aground in {hex} and is lost").format(hex=board.GRID.label(shore)), AT_ANY_TIME
    elif place is not None and place not in ship.hexes and (other := position.occupied.get(place)) is not None:
        line = _("She stops short: {name} lies in {hex}, and her other points are lost").format(
            name=other.name, hex=board.GRID.label(place)
        )
    return OrderText(title, line, rule, ship.id, place, rank, is_minor, pm)


# What a helmsman does most stands first; swinging and backing wait behind the fold.
_RANKS: Final[dict[type, tuple[int, bool]]] = {
    o.Ahead: (0, False),
    o.Veer: (1, False),
    o.AboutTurn: (2, False),
    o.Pivot: (3, True),
    o.Back: (4, True),
}
FIRST: Final = -1  # fighting stands before moving, which has more rows
AT_ANY_TIME: Final = 8  # what can be done now but need not be stands after what the moment is for
LAST: Final = 9


def _announce(position: Position, order: o.Announce) -> OrderText:
    ship = position.ship(order.ship)
    title = _("Row {n} PM") if ship.kind == "galley" else _("Sail {n} PM")
    line = _("All must be spent") if order.pm else _("She stays where she is")
    return OrderText(title.format(n=order.pm), line, "6.23" if ship.kind == "galley" else "6.82", ship.id, rank=0 if order.pm else LAST)


def _board(position: Position, order: o.Board) -> OrderText:
    target = position.ship(order.target)
    names = [position.ship(party.ship).name for party in order.parties]
    sent = sum(party.marines for party in order.parties)
    both = len(names) > 1
    title = _("Board with both galleys") if len(names) == 2 and all(position.ship(p.ship).kind == "galley" for p in order.parties) else ""  # noqa: PLR2004 - both
    title = title or (
        _("Board with {names}").format(names=" + ".join(names))
        if both or order.parties[0].ship not in target.grappled
        else _("Board with {name} alone").format(name=names[0])
    )
    line = ngettext("{n} marine against {m}", "{n} marines against {m}", sent).format(n=sent, m=marines_of(position, target))
    ship = "" if both else order.parties[0].ship
    line = _("{name}: {words}").format(name=target.name, words=line)
    return OrderText(title, line, "8.22" if both else "8.23", ship, target.bow)


def _grapple(position: Position, order: o.Grapple) -> OrderText:
    target = position.ship(order.target)
    title = _("Grapple {name}").format(name=target.name)
    return OrderText(
        title, _("{ship} throws her grapnels").format(ship=position.ship(order.ship).name), "8.11", order.ship, target.bow, FIRST
    )


def _scythe(position: Position, order: o.UseScythes) -> OrderText:
    target = position.ship(order.target)
    pm = settled(action_cost, position.rules, "scythes").pm
    return OrderText(_("Cut the halyards of {name}").format(name=target.name), f"{pm} PM", "8.12 note", order.ship, target.bow, FIRST)


def _fire(position: Position, order: o.Fire) -> OrderText:
    names = " + ".join(position.ship(share.target).name for share in order.shares)
    title = (_("Shoot fire at {names}") if order.flaming else _("Shoot at {names}")).format(names=names)
    marines = ", ".join(str(share.marines) for share in order.shares) + " M"
    line = _("{name}: {words}").format(name=position.ship(order.ship).name, words=marines)
    return OrderText(title, line, "8.51" if order.flaming else "8.42", order.ship, position.ship(order.shares[0].target).bow, FIRST)


def _react(position: Position, order: o.React) -> OrderText:
    target = position.ship(order.target)
    title = _("Answer {name} with fire") if order.flaming else _("Answer {name} with missiles")
    return OrderText(title.format(name=target.name), position.ship(order.ship).name, "8.42", order.ship, target.bow)


def _loose(position: Position, order: o.BreakLoose) -> OrderText:
    other = position.ship(order.other)
    pm = settled(action_cost, position.rules, "disengage").pm
    line = _("{name}: {words}").format(name=position.ship(order.ship).name, words=_("a success costs {n} PM").format(n=pm))
    return OrderText(_("Break loose from {name}").format(name=other.name), line, "8.31", order.ship, other.bow, FIRST)


def _activate(position: Position, order: o.Activate) -> OrderText:
    leader = position.leader(order.leader)
    ships = squadrons.ready_ships(position, squadrons.ships_under(position, order.leader), leader.side)
    names = ", ".join(position.ship(name).name for name in ships)
    return OrderText(_("Activate the squadron of {name}").format(name=leader.name), names or position.ship(leader.ship).name, "6.17")


def _together(position: Position, order: o.ActivateTogether) -> OrderText:
    side = position.turn.active
    admiral = squadrons.admiral_of(position, side)
    other = position.leader(order.leader)
    title = _("Try both squadrons: {admiral} and {name}").format(admiral=admiral.name if admiral else "", name=other.name)
    return OrderText(title, _("One die against initiative {n}").format(n=initiative_of(position, side)), "6.18", rank=1)


def _initiative(position: Position, _order: o.RollInitiative) -> OrderText:
    roman, veneti = (initiative_of(position, side) for side in SIDES)
    line = _("A die each. The Romans add {roman}, the Veneti {veneti}").format(roman=roman, veneti=veneti)
    return OrderText(_("Throw for initiative"), line, "3.0 C")


def _speed(position: Position, order: o.SetSpeed) -> OrderText:
    names = ", ".join(position.ship(name).name for name in order.ships)
    is_fast = order.level == "maximum"
    title = (_("{ships} at Maximum") if is_fast else _("{ships} at Cruise")).format(ships=names)
    line = _("Up to {pm} PM, and then the rowers are tested") if is_fast else _("Up to {pm} PM, and no test")
    galleys = [position.ship(name) for name in order.ships]
    pm = max(galley.maximum if is_fast else galley.cruise for galley in galleys)
    # A ship that is not named stays at Cruise, so that row may wait behind the one that goes on.
    rank = 0 if is_fast else LAST + 2
    return OrderText(title, line.format(pm=pm), "6.23", rank=rank, is_minor=not is_fast)


def _vacancy(position: Position, order: o.AppointLeader | o.DoWithoutLeader) -> OrderText:
    lost = position.leader(order.lost).name
    if isinstance(order, o.DoWithoutLeader):
        return OrderText(_("Do without a new leader"), _("The place of {name} stays empty").format(name=lost), "6.76", rank=LAST)
    ship = position.ship(order.ship)
    return OrderText(
        _("A new leader aboard {ship}").format(ship=ship.name), _("In place of {name}").format(name=lost), "6.76", ship.id, ship.bow
    )


def _transfer(position: Position, order: o.Transfer) -> OrderText:
    leader, ship = position.leader(order.leader), position.ship(order.ship)
    return OrderText(
        _("{leader} goes to {ship}").format(leader=leader.name, ship=ship.name),
        _("At any time, once a turn"),
        "6.74",
        leader.ship,
        ship.bow,
        AT_ANY_TIME,
    )


_TELLERS: Final[dict[type, Callable[[Position, Any], OrderText]]] = {
    o.Announce: _announce,
    o.Board: _board,
    o.Grapple: _grapple,
    o.UseScythes: _scythe,
    o.Fire: _fire,
    o.React: _react,
    o.BreakLoose: _loose,
    o.Activate: _activate,
    o.ActivateTogether: _together,
    o.RollInitiative: _initiative,
    o.SetSpeed: _speed,
    o.AppointLeader: _vacancy,
    o.DoWithoutLeader: _vacancy,
    o.Transfer: _transfer,
}

# Orders whose words need nothing but their own name and ship.
_PLAIN: Final[dict[type, tuple[str, str, str]]] = {
    o.EndMovement: (N_("End the movement"), N_("Boarding comes next"), "3.0 E1"),
    o.EndBoarding: (N_("Hold back"), N_("Nothing more happens in this activation"), "6.17"),
    o.Stop: (N_("Stop"), N_("She has no way to spend her points"), "6.23"),
    o.HoldFire: (N_("Hold fire"), N_("Let it pass"), "8.42"),
    o.TakeLoss: (N_("{ship} loses the marine"), N_("You choose who bears it"), "8.28"),
    o.RollWind: (N_("Throw for the wind"), N_("Two dice"), "6.81"),
    o.NameFirst: (N_("{side} act first"), N_("You won the initiative"), "3.0 Initiative"),
    o.EndSpeed: (N_("Go on"), N_("All other galleys stay at Cruise"), "3.0 D"),
    o.RollConfusion: (N_("Throw for confusion"), N_("One die for the squadron"), "6.18"),
    o.ActivateShip: (N_("Activate {ship}"), N_("She throws to see whether she obeys"), "6.16"),
    o.RollFatigue: (N_("Throw for the rowers of {ship}"), N_("She is at Maximum"), "6.42"),
    o.FightFire: (N_("Fight the fire aboard {ship}"), N_("One die"), "8.53"),
    o.RollSpread: (N_("See whether {ship} catches fire"), N_("One die"), "8.54"),
    o.Assign: (N_("{ship} sails with {leader}"), N_("She is in range of several"), "6.15"),
}


# What closes a segment stands after everything that can still be done in it.
_CLOSING: Final = (o.EndMovement, o.EndBoarding, o.EndSpeed)


def _plain(position: Position, order: Any) -> OrderText:  # noqa: ANN401 - any order
    title, line, rule = _PLAIN[type(order)]
    ship = getattr(order, "ship", "")
    words = {
        "ship": position.ship(ship).name if ship and position.find(ship) else "",
        "leader": position.leader(order.leader).name if hasattr(order, "leader") else "",
        "side": PLAN.sides.get(getattr(order, "side", ""), ""),
    }
    place = position.ship(ship).bow if ship and position.find(ship) else None
    place = place if isinstance(order, (o.TakeLoss, o.ActivateShip)) else None
    is_closing = isinstance(order, _CLOSING)
    return OrderText(title.format(**words), line, rule, ship, place, LAST + 1 if is_closing else 0, is_closing=is_closing)


GUIDE: Final = VenetiGuide()
