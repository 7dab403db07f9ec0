"""Escadres for a desk: what each order is called, which hex stands for it, and how results read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from rulesdemo.board.hexes import Grid, Hex
from rulesdemo.games.escadres import board
from rulesdemo.games.escadres.drift import drift_options
from rulesdemo.games.escadres.gunnery import enfilade_bonus
from rulesdemo.games.escadres.play import events as ev
from rulesdemo.games.escadres.play import orders as o
from rulesdemo.games.escadres.play import scenarios
from rulesdemo.games.escadres.play.closing import faces_of
from rulesdemo.games.escadres.play.drifting import drifts_to, open_ways
from rulesdemo.games.escadres.play.facts import WINDS
from rulesdemo.games.escadres.play.gunnery import aim
from rulesdemo.games.escadres.play.movement import Step, berth_after, check_step, wind_on
from rulesdemo.games.escadres.play.places import Berth, lie
from rulesdemo.games.escadres.play.sequence import chits
from rulesdemo.games.escadres.play.state import SIDES, Adrift, Position, Ship
from rulesdemo.odds.dice import D6
from rulesdemo.play.engine import Refusal, settled
from rulesdemo.words import N_, _, ngettext
from widgets.board.hex_guide import BoardGuide, hex_text
from widgets.games.escadres import names
from widgets.games.escadres.board import scene
from widgets.games.escadres.board.ranges import drift_hex
from widgets.games.escadres.lessons import LESSONS
from widgets.games.escadres.plan import PLAN
from widgets.play.game_guide import OrderText, Strike, Strikes
from widgets.web.phrases import modifier, signed

LAST: Final = 9
HANDS: Final = {"left": N_("to the left"), "right": N_("to the right")}
WAYS: Final = {
    "both": N_("Bow and stern go downwind"),
    "stern_only": N_("The stern goes downwind"),
    "bow_only": N_("The bow goes downwind"),
    # By where she then heads: left and right of the wind are right and left of a ship that faces it.
    "bow_pays_off_left": N_("The bow pays off to {heading}"),
    "bow_pays_off_right": N_("The bow pays off to {heading}"),
}


# -- steps and ways to drift -----------------------------------------------------------------------------------------------------------


def _steps(ship: str) -> tuple[Step, ...]:
    return o.Straight(ship), o.Turn(ship, "left"), o.Turn(ship, "right")


def _listed(hexes: Iterable[Hex]) -> str:
    return ", ".join(sorted(board.GRID.label(each) for each in hexes))


def _new(ship: Ship, after: Berth) -> tuple[Hex, ...]:
    """Return the hexes that she fills there and not here."""
    return tuple(place for place in lie(*after).hexes if place not in ship.hexes)


def _entered(ship: Ship, order: Step) -> Hex:
    """Return the hex that a step fills: with the bow when she goes straight on, with the stern when she turns."""
    (place,) = _new(ship, berth_after(ship, order))
    return place


def _steps_to(ship: Ship, place: Hex) -> Iterator[Step]:
    """Yield the steps that a press on a hex could mean: it is filled, or she turns her bow to it."""
    for order in _steps(ship.id):
        after = berth_after(ship, order)
        meant = {_entered(ship, order)}
        if isinstance(order, o.Turn):
            meant.add(board.GRID.neighbour(after.bow, after.heading))
        if place in meant:
            yield order


def _ways(position: Position, ship: Ship) -> tuple[Any, ...]:
    """Return the ways to drift by how she lies to the wind, whether they are free or not."""
    ways: tuple[Any, ...] = settled(drift_options, position.rules, wind_on(position, ship)).options
    return ways


def _turns_left(position: Position, ship: Ship) -> str:
    if ship.stopped:
        return _("the first of them straight on")
    left = min(position.acting.left, max(0, ship.turns - position.acting.turned))
    return ngettext("{n} of them may be a turn", "{n} of them may be turns", left).format(n=left) if left else _("none of them for a turn")


# -- words -----------------------------------------------------------------------------------------------------------------------------


def _lies(position: Position, ship: Ship, after: Berth) -> str:
    """Return her heading there, and how the wind takes her."""
    wind = WINDS[wind_on(position, replace(ship, bow=after.bow, heading=after.heading))]
    return _("heading {heading}, {wind}").format(heading=board.GRID.name(after.heading), wind=wind)


def _draw(position: Position, _order: o.Draw) -> OrderText:
    sides = [position.ship(name).side for name in chits(position)]
    counts = [(sides.count(side), names.SIDES[side]) for side in SIDES if side in sides]
    line = _("In the bag: {chits}").format(chits=", ".join(f"{count} {side}" for count, side in counts))
    return OrderText(_("Draw a chit"), line, "E-TURN-1")


def _straight(position: Position, order: o.Straight) -> OrderText:
    ship = position.ship(order.ship)
    after = berth_after(ship, order)
    line = _("1 step. Bow in {hex}").format(hex=board.GRID.label(after.bow))
    return OrderText(_("Go straight on"), line, "E-MOVE-1", ship.id, after.bow, cost=1)


def _turn(position: Position, order: o.Turn) -> OrderText:
    ship = position.ship(order.ship)
    after, place = berth_after(ship, order), _entered(ship, order)
    cost = int(position.rules.table("turning").at("turn_cost"))
    line = ngettext("{n} step. Stern in {hex}, {lies}", "{n} steps. Stern in {hex}, {lies}", cost)
    line = line.format(n=cost, hex=board.GRID.label(place), lies=_lies(position, ship, after))
    return OrderText(_("Turn {hand}").format(hand=HANDS[order.way]), line, "E-WEAR-1", ship.id, place, 1, cost=cost)


def _end_move(position: Position, order: o.EndMove) -> OrderText:
    doing = position.activation
    line = _("She has spent no step, and gets a stopped marker")
    if doing is not None and doing.spent:
        line = ngettext("{n} step is left unspent", "{n} steps are left unspent", doing.left).format(n=doing.left)
    return OrderText(_("End the move"), line, "E-MOVE-5", order.ship, rank=LAST, is_closing=True)


def _fire_at(position: Position, order: o.FireAt) -> OrderText:
    ship, target = position.ship(order.ship), position.ship(order.target)
    aimed = aim(position, ship, target)
    title = (_("Rake {name}") if aimed.raking else _("Fire at {name}")).format(name=target.name)
    shot = ngettext("{n} die", "{n} dice", aimed.dice).format(n=aimed.dice)
    line = _("{dice}: {why}").format(dice=shot, why=", ".join(map(str, _why(position, ship, target))))
    return OrderText(title, line, "E-ENF-1" if aimed.raking else "E-FIRE-3", ship.id, target.bow, -aimed.dice)


def _why(position: Position, ship: Ship, target: Ship) -> Iterator[str]:
    """Yield what makes the dice of a shot, part by part."""
    aimed = aim(position, ship, target)
    base = ship.power - aimed.between
    yield _("{n} power").format(n=ship.power)
    if aimed.between:
        yield ngettext("{n} hex between", "{n} hexes between", aimed.between).format(n=aimed.between)
    if base < position.rules.table("dice_modifiers").at("base_least"):
        return
    if aimed.raking and position.rules.switch("enfilade_order") == "first":
        yield _("{n} more for raking").format(n=settled(enfilade_bonus, position.rules, base).bonus)
    elif aimed.raking:
        yield _("a third more for raking")
    if aimed.low:
        low = int(position.rules.table("dice_modifiers").at("low_target"))
        yield _("{n} for a low target").format(n=signed(low))
    if ship.training:
        yield _("{n} for training").format(n=modifier(ship.training))


def _hold_fire(position: Position, order: o.HoldFire) -> OrderText:
    line = _("{ship} does not fire in this turn").format(ship=position.ship(order.ship).name)
    return OrderText(_("Hold fire"), line, "E-TURN-2", order.ship, rank=LAST, is_closing=True)


def _roll_drift(position: Position, order: o.RollDrift) -> OrderText:
    ship = position.ship(order.ship)
    line = _("One die for a wreck") if ship.struck else _("One die for a stopped ship")
    return OrderText(_("See whether {ship} drifts").format(ship=ship.name), line, "E-DRIFT-1", ship.id, ship.bow)


def _drift(position: Position, order: o.Drift) -> OrderText:
    ship = position.ship(order.ship)
    after = drifts_to(position, ship, order.way)
    table, title = position.scenario.table.hexes, WAYS[order.way].format(heading=board.GRID.name(after.heading))
    if not table.issuperset(lie(*after).hexes):
        return OrderText(title, _("She leaves the table and is removed"), "E-CREW-1", ship.id, rank=1)
    place = drift_hex(position, ship, after)
    line = _("Bow in {hex}, {lies}").format(hex=board.GRID.label(after.bow), lies=_lies(position, ship, after))
    return OrderText(title, line, "E-DRIFT-2", ship.id, place)


def _roll_leak(position: Position, order: o.RollLeak) -> OrderText:
    ship = position.ship(order.ship)
    hull = ngettext("{n} hull point left", "{n} hull points left", ship.hull or 0).format(n=ship.hull or 0)
    need = max(D6.faces) - faces_of(position, ship) + 1
    line = _("One die, {hull}. {need} or more costs one").format(hull=hull, need=need)
    return OrderText(_("See whether {ship} leaks").format(ship=ship.name), line, "E-LEAK-1", ship.id, ship.bow)


def _roll_fires(position: Position, order: o.RollFires) -> OrderText:
    ship = position.ship(order.ship)
    due = next((each.dice for each in position.turn.due if each.ship == ship.id), ship.fires)
    line = ngettext("{n} damage die", "{n} damage dice", due).format(n=due)
    line += ", " + (_("on her hull") if ship.hull is not None else _("on power and crew"))
    return OrderText(_("Throw for the fires aboard {ship}").format(ship=ship.name), line, "E-BURN-2", ship.id, ship.bow)


def _fight_fires(position: Position, order: o.FightFires) -> OrderText:
    ship = position.ship(order.ship)
    need = position.rules.table("fire_fighting").at("need")
    line = ngettext("{n} die", "{n} dice", ship.fires).format(n=ship.fires)
    line += ". " + _("{need} or more puts a fire out").format(need=need)
    line += _(", training {n}").format(n=modifier(ship.training)) if ship.training else ""
    return OrderText(_("Fight the fires aboard {ship}").format(ship=ship.name), line, "E-BURN-3", ship.id, ship.bow)


def _roll_debris(position: Position, order: o.RollDebris) -> OrderText:
    ship, blast = position.ship(order.ship), position.pending
    hits = () if blast is None or isinstance(blast, Adrift) else blast.hits
    dice = next((hit.dice for hit in hits if hit.ship == ship.id), 0)
    line = ngettext("{n} die", "{n} dice", dice).format(n=dice)
    if blast is not None and not isinstance(blast, Adrift):
        line += _(", from {ship}").format(ship=position.ship(blast.source).name)
    return OrderText(_("Throw for the debris that strikes {ship}").format(ship=ship.name), line, "E-BLAST-1", ship.id, ship.bow)


_TELLERS: Final[dict[type, Callable[[Position, Any], OrderText]]] = {
    o.Draw: _draw,
    o.Straight: _straight,
    o.Turn: _turn,
    o.EndMove: _end_move,
    o.FireAt: _fire_at,
    o.HoldFire: _hold_fire,
    o.RollDrift: _roll_drift,
    o.Drift: _drift,
    o.RollLeak: _roll_leak,
    o.RollFires: _roll_fires,
    o.FightFires: _fight_fires,
    o.RollDebris: _roll_debris,
}


class EscadresGuide(BoardGuide):
    """The words and pictures of the game."""

    grid: Grid = board.GRID
    strikes: Strikes = MappingProxyType({ev.ShotFired: lambda it: (Strike("shot", it.ship, it.target),)})
    plan = PLAN
    lessons = LESSONS
    scenarios = scenarios
    pictures = scene
    tellers = _TELLERS

    def hexes(self, position: Position) -> frozenset[Hex]:
        """Return the table."""
        return position.scenario.table.hexes

    def selectable(self, position: Position, ship: str) -> bool:
        """Return whether she drifts as her owner says, or plays."""
        if position.pending is not None:
            return isinstance(position.pending, Adrift) and position.pending.ship == ship
        return position.activation is not None and position.activation.ship == ship

    def orders_at(self, position: Position, selected: str, place: Hex) -> Iterator[Any]:
        """Yield ways to drift, steps for water, shots for ships; a ship in the way of a step first says so."""
        if not self.selectable(position, selected):
            return
        ship = position.ship(selected)
        if position.pending is not None:
            yield from (o.Drift(ship.id, way) for way in _ways(position, ship) if place in _new(ship, drifts_to(position, ship, way)))
            return
        other = position.occupied.get(place)
        if other is None or (other.id != selected and not position.acting.moved):
            yield from _steps_to(ship, place)
        if other is not None and other.id != selected:
            yield o.FireAt(ship.id, other.id)

    def steps(self, position: Position, ship: str) -> tuple[Step, ...]:
        """Return her steps, until she has ended her move."""
        return _steps(ship) if self.selectable(position, ship) and position.pending is None and not position.acting.moved else ()

    def points_left(self, position: Position, ship: str) -> int:
        """Return the hexes that she may still go."""
        return position.acting.left if self.selectable(position, ship) else 0

    def tempting(self, position: Position, selected: str) -> Iterator[Any]:
        """Yield what a newcomer tries: turning at once after a stop, running into something, firing ahead or too far."""
        if position.pending is not None or not self.selectable(position, selected):
            return
        if not position.acting.moved:
            yield from _steps(selected)
        elif not position.acting.fired:
            side = position.ship(selected).side
            yield from (o.FireAt(selected, other.id) for other in position.there if other.side != side)

    def far(self, position: Position, selected: str, place: Hex) -> Refusal | None:
        """Return which hexes one step fills, or that her move is over; where a drifting ship can go."""
        if not self.selectable(position, selected):
            return None
        ship, there = position.ship(selected), board.GRID.label(place)
        if position.pending is not None:
            near = {each for berth in open_ways(position, ship).values() for each in _new(ship, berth)} & self.hexes(position)
            reason = _("{ship} does not drift to {hex}.").format(hex=there, ship=ship.name)
            way_out = _("She can drift to {hexes}.").format(hexes=_listed(near)) if near else _("Choose a row.")
            return Refusal(reason, "E-DRIFT-2", way_out)
        if position.acting.moved:
            return Refusal(_("{ship} has moved.").format(ship=ship.name), "E-TURN-2", _("Fire at an enemy, or hold her fire."))
        near = {_entered(ship, step) for step in _steps(ship.id) if check_step(position, step) is None}
        reason = _("{hex} is not one step from {ship}.").format(hex=there, ship=ship.name)
        return Refusal(reason, "E-MOVE-1", _("One step fills {hexes}.").format(hexes=_listed(near)))

    def is_shared(self, position: Position, side: str) -> bool:
        """Return whether ships of both sides fight, or the side decides that the goal is not for; who draws makes no difference."""
        if position.turn.step == "draw" and position.pending is None:
            return False
        fighting = {ship.side for ship in position.there if not ship.struck}
        return len(fighting) == len(SIDES) or side != position.scenario.goal.get("side", side)

    def next_words(self, position: Position, selected: str) -> str:
        """Return how the wind takes the ship that moves, and what she has to spend."""
        if position.turn.step != "move" or position.pending is not None or not self.selectable(position, selected):
            return ""
        ship, doing = position.ship(selected), position.acting
        steps = ngettext("{n} step", "{n} steps", doing.left).format(n=doing.left)
        turns = _turns_left(position, ship)
        return _("{ship} has {steps} left, {turns}. Press a lit hex, or a row.").format(ship=ship.name, steps=steps, turns=turns)

    def place_text(self, position: Position, place: Hex) -> str:
        """Return a hex in words."""
        ship = position.occupied.get(place)
        if ship is None:
            return hex_text(board.GRID, place, _("land") if place in position.scenario.table.land else _("open water"))
        return hex_text(board.GRID, place, f"{ship.name}, {_('bow') if place == ship.bow else _('stern')}", ship.heading)


GUIDE: Final = EscadresGuide()
