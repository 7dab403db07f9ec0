"""Toulon 1793 for a desk: what each order is called, which zone stands for it, who may be taken in hand, and how results read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulesdemo.board.zones import ZoneMap
from rulesdemo.games.toulon.board import board
from rulesdemo.games.toulon.play import ENGINE, ground, scenarios
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play.movement import cost, mine
from rulesdemo.games.toulon.play.operations import may_pay, payers
from rulesdemo.games.toulon.play.sequence import SEQUENCE
from rulesdemo.games.toulon.play.state import PURSES, Leader, Position, Unit, enemy_of, side_of
from rulesdemo.play.engine import Refusal, legal
from rulesdemo.words import N_, _, ngettext
from widgets.board import zone_sheet
from widgets.board.hex_guide import BoardGuide
from widgets.games.toulon import names
from widgets.games.toulon.board import scene
from widgets.games.toulon.lessons import LESSONS, THROWS
from widgets.games.toulon.orders import TELLERS
from widgets.games.toulon.plan import PLAN
from widgets.play.game_guide import Held, Look, OrderText
from widgets.scene.geometry import Outline
from widgets.web.position_cache import memo_of

MANY: Final = 5  # orders that stand at once; with more, somebody is taken in hand first


class ToulonGuide(BoardGuide):
    """The words and pictures of the game."""

    grid: ZoneMap = board().chart
    places = N_("zones")
    a_place = N_("zone")
    has_zone_orders = True
    plan = PLAN
    lessons = LESSONS
    throws = THROWS
    scenarios = scenarios
    pictures = scene
    tellers = TELLERS

    # -- the map -----------------------------------------------------------------------------------------------------------------------

    def hexes(self, position: Position) -> frozenset[str]:
        """Return every zone."""
        return frozenset(position.board.zones)

    def neighbour(self, place: str, key: str) -> str:
        """Return the zone that an arrow key leads to."""
        return self.grid.walked(place, key)

    def outlines(self, _position: Position, look: Look) -> tuple[Outline, ...]:
        """Return every zone by its name with what a press has to meet."""
        return zone_sheet.outlines(self.sheet(_position, look))

    def sheet(self, _position: Position, look: Look) -> zone_sheet.ZoneSheet:
        """Return the map and its size."""
        return scene.sheet_of(look)

    # -- who is in hand ----------------------------------------------------------------------------------------------------------------

    def ship_at(self, position: Position, place: str) -> str:
        """Return the first unit or leader of a zone, one that may act before any other."""
        there = _there(position, place)
        return next((name for name in there if self.selectable(position, name)), there[0] if there else "")

    def next_at(self, position: Position, place: str, selected: str) -> str:
        """Return the one after the one in hand, of those in its zone that may act; empty where the press is an order to that one."""
        if self.selectable(position, selected) and any(True for _order in self.orders_at(position, selected, place)):
            return ""
        able = [name for name in _there(position, place) if self.selectable(position, name)]
        if selected in able and len(able) > 1:
            return able[(able.index(selected) + 1) % len(able)]
        return self.ship_at(position, place)

    def place_of(self, position: Position, ship: str) -> str:
        """Return where a unit or leader is; those who are not on the map wait at the depot of the Allies or the West."""
        thing = _thing(position, ship)
        if thing is not None and thing.place in position.board.zones:
            return thing.place
        return position.board.depots["west" if thing is not None and thing.side == "republican" else "allied"]

    def selectable(self, position: Position, ship: str) -> bool:
        """Say whether a unit or leader has an order to be given; while moves are made, everybody of the player who moves has."""
        if ship in _acting(position):
            return True
        thing = _thing(position, ship) if o.March in _order_kinds(position) and mine(position, ship) is not None else None
        return thing is not None and thing.place in position.board.zones

    def in_hand(self, position: Position) -> tuple[Held, ...]:
        """Return who may act, by place, where all their orders would be too many rows."""
        found, number = _acting(position), len(_legal(position))
        if len(found) <= 1 or number <= MANY:
            return ()
        things = [thing for name in found if (thing := _thing(position, name)) is not None]
        order = list(position.board.zones)
        things.sort(key=lambda thing: (order.index(thing.place) if thing.place in order else len(order), isinstance(thing, Leader)))
        return tuple(_button(position, thing) for thing in things)

    # -- presses -----------------------------------------------------------------------------------------------------------------------

    def orders_at(self, position: Position, selected: str, place: str) -> Iterator[Any]:
        """Yield the orders that point to a zone, of the unit in hand or of nobody; then the one that would be refused there."""
        found = [order for order, text in _order_texts(position) if text.place == place and text.ship in ("", selected)]
        yield from found
        if not found and selected:
            yield from self._likely_orders(position, selected, place)

    def _likely_orders(self, position: Position, selected: str, place: str) -> Iterator[Any]:
        """Yield what a press on a zone most likely means, although the rules say no."""
        kinds, unit = _order_kinds(position), position.find(selected)
        here = _thing(position, selected)
        if here is None or not self.selectable(position, selected):
            return
        if o.PlaceUnit in kinds and place != here.place:
            yield o.PlaceUnit(selected, place)
        elif o.PlaceBattery in kinds and o.March not in kinds and place != here.place:
            yield o.PlaceBattery(selected, place)
        elif o.Overrule in kinds:
            yield o.Overrule(place)
        elif o.EnterBonaparte in kinds and selected == "bonaparte":
            yield o.EnterBonaparte(place)
        elif o.March in kinds and unit is not None and place == unit.place and position.zone(place).fort:
            yield o.Garrison(selected, not unit.fort)
        elif o.March in kinds and place != here.place:
            yield _step(position, here, place)

    def tempting(self, position: Position, selected: str) -> Iterator[Any]:
        """Yield what a newcomer tries: an ally's unit, the fort that is full, the zone that is too far, the enemy that is too near."""
        unit, kinds = position.find(selected), _order_kinds(position)
        yield from self._ally_s(position, kinds)
        if unit is None or unit.place not in position.board.zones or not self.selectable(position, selected):
            return
        if o.March in kinds:
            if position.zone(unit.place).fort:
                yield o.Garrison(selected, not unit.fort)
            yield from _wrong_purse(position, unit)
            yield from (_step(position, unit, place) for place in position.board.chart.neighbours(unit.place))
        elif o.PlaceUnit in kinds:
            yield from (o.PlaceUnit(selected, zone) for zone in position.board.chart.of_kind("land"))

    def _ally_s(self, position: Position, kinds: tuple[type, ...]) -> Iterator[Any]:
        """Yield the unit that the task is about, while another player of its side has the word."""
        goal, seat = position.scenario.goal, position.turn.seats[:1]
        unit = position.find(str(goal.get("unit", "")))
        if unit is None or not seat or side_of(seat[0]) != unit.side or self.selectable(position, unit.id):
            return
        if unit.place in position.board.zones and o.March in kinds:
            yield _step(position, unit, goal["zone"])
        elif o.PlaceUnit in kinds:
            yield o.PlaceUnit(unit.id, goal["zone"])

    def far(self, _position: Position, _selected: str, _place: str) -> Refusal | None:
        """Return None: every press on a zone means an order, which the rules themselves refuse."""
        return None

    # -- words -------------------------------------------------------------------------------------------------------------------------

    def is_shared(self, position: Position, _side: str) -> bool:
        """Return whether several players decide in their turns, as in the siege."""
        return len(position.seats) > 1

    def next_words(self, position: Position, selected: str) -> str:
        """Say whom to take in hand, or what the one in hand may do."""
        if self.in_hand(position) and not self.selectable(position, selected):
            return _("Take a unit in hand: here, or by a press on its zone.")
        unit = position.find(selected)
        if unit is None or not self.selectable(position, selected):
            return ""
        if o.PlaceUnit in _order_kinds(position):
            return _("{unit}: press a zone with a green ring.").format(unit=unit.name)
        if o.March in _order_kinds(position):
            left = max(0, position.number("steps") - unit.steps)
            return ngettext("{unit} may enter {n} zone more.", "{unit} may enter {n} zones more.", left).format(unit=unit.name, n=left)
        return ""

    def place_text(self, position: Position, place: str) -> str:
        """Return a zone in words: what it is, whose, who stands in it, and how much room it has."""
        parts = [scene.zone_words(position, place)]
        parts += [names.unit_words(unit) for unit in position.at(place)]
        parts += [str(leader.name) for leader in position.leaders if leader.place == place]
        near = _("Next to {zones}").format(zones=names.list_text(names.zone(position, each) for each in self.grid.neighbours(place)))
        return f"{'; '.join(parts)}. {near}."


# -- what the position offers --------------------------------------------------------------------------------------------------------------


def _order_kinds(position: Position) -> tuple[type, ...]:
    """Return the kinds of order that the moment asks for."""
    decision = SEQUENCE.decision(position)
    return decision.orders if decision is not None else ()


def _legal(position: Position) -> tuple[Any, ...]:
    """Return every order that may be given, once for a position."""
    return memo_of(position, ("page", "legal"), lambda: tuple(legal(ENGINE, position)))


def _order_texts(position: Position) -> tuple[tuple[Any, OrderText], ...]:
    """Return every order that may be given, and its words, once for a position."""
    return memo_of(position, ("page", "texts"), lambda: tuple((order, TELLERS[type(order)](position, order)) for order in _legal(position)))


def _acting(position: Position) -> tuple[str, ...]:
    """Return everybody who has an order to be given, in the order of those orders."""
    ships = (text.ship for _order, text in _order_texts(position) if text.ship)
    return memo_of(position, ("page", "acting"), lambda: tuple(dict.fromkeys(ships)))


def _thing(position: Position, name: str) -> Unit | Leader | None:
    return position.find(name) or position.leader(name)


def _there(position: Position, place: str) -> list[str]:
    return [*(unit.id for unit in position.at(place)), *(leader.id for leader in position.leaders if leader.place == place)]


def _button(position: Position, thing: Unit | Leader) -> Held:
    """Return the button of a unit or leader: strength of a unit, the nation's letters, and the place."""
    group = str(position.zone(thing.place).name) if thing.place in position.board.zones else _("Still to come")
    letters = names.NATIONS[thing.nation].letters
    mark = f"{letters} {thing.strength}" if isinstance(thing, Unit) else letters
    if isinstance(thing, Unit) and thing.fort:
        mark = f"{mark}, {_('in the fort')}"
    return Held(thing.id, str(thing.name), mark, group)


def _wrong_purse(position: Position, unit: Unit) -> Iterator[o.March]:
    """Yield a march that is paid from another purse of the player: one with enough in it that may not pay for this unit."""
    seat = position.turn.seats[0] if position.turn.seats else ""
    goal = position.scenario.goal.get("zone", "")
    places = sorted(position.board.chart.neighbours(unit.place), key=lambda place: place != goal)
    for place in places:
        if position.zone(place).kind != "land" or ground.is_occupied(position, enemy_of(unit.side), place):
            continue
        op = cost(position, unit, place)
        for purse in PURSES:
            if op and position.seat(purse) == seat and position.op(purse) >= op and not may_pay(position, purse, (unit,)):
                yield o.March(unit.id, place, purse)  # type: ignore[arg-type]
                return


def _step(position: Position, thing: Unit | Leader, place: str) -> Any:  # noqa: ANN401 - a march, or an entry
    """Return a step to a zone as a reader means it: an entry where the enemy is, else a march from the purse that can pay."""
    if isinstance(thing, Leader):
        return o.March(thing.id, place)
    zones = position.board.zones
    if zones[place].kind == "land" and ground.is_occupied(position, enemy_of(thing.side), place):
        return o.Declare(thing.id, place)
    seat = position.turn.seats[0] if position.turn.seats else ""
    op = cost(position, thing, place) if zones[place].kind in ("land", "road") else 0
    own: Any = "west" if thing.nation == "reserve" else thing.nation
    purse = next(iter(payers(position, seat, (thing,), op)), own) if op else None
    return o.March(thing.id, place, purse)


GUIDE: Final = ToulonGuide()
"""The guide of the siege."""
