"""Ways to the other tack and what they cost: through the wind, stopped by it, or round before it, sailed with the engine's own moves.

The water is open and the wind steady, so that nothing but the rules of movement counts: a way is searched turn by turn among the legal
orders, and the one that is quickest, then the one that gains most ground to windward, is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from rulesdemo.board.hexes import HEXSIDES, Direction, Hex
from rulesdemo.games.broadside.board import GRID, point_index
from rulesdemo.games.broadside.grammar import FULL_SAIL, LEFT, RIGHT, Parsed
from rulesdemo.games.broadside.play import scenarios
from rulesdemo.games.broadside.play.helm import CLOSE_HAULED, check_order, cost_of, helm_of, legal_orders, m_of, parse_well_formed, point_of
from rulesdemo.games.broadside.play.movement import reveal
from rulesdemo.games.broadside.play.state import Chart, Position, Ship, Turn, Weather, Written
from rulesdemo.games.broadside.play.weather import begin_turn
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import cache_by_language
from widgets.games.broadside.board.open_water import open_chart

TACK, IRONS, WEAR = "tack", "irons", "wear"
WAYS: Final = (TACK, IRONS, WEAR)
TURNS: Final = 6  # that are shown; a way that takes longer is searched a little further
MOST_TURNS: Final = 10
SCENARIO: Final = "lookout"
ACROSS: Final = 31  # columns and rows of the water that a ship has for one turn
HALVES: Final = (2, 1, -1, -2, -1, 1)  # half hexes to windward of a step, by the hexsides between the wind and its direction


class Leg(NamedTuple):
    """One turn: the order, the directions of the hexes crossed, her heading after it, the speed it leaves her, and whether she stopped."""

    order: str
    steps: tuple[Direction, ...]
    heading: Direction
    speed: int
    stopped: bool = False


class Passage(NamedTuple):
    """A way, turn by turn, and the turn at whose end she has her old speed on the other tack."""

    legs: tuple[Leg, ...]
    done: int

    def windward(self, wind_from: Direction, turns: int) -> Fraction:
        """Return the ground made to windward in a number of turns, in hexes; below 0 where she lost some."""
        return Fraction(sum(_halves(wind_from, leg) for leg in self.legs[:turns]), 2)


def _halves(wind_from: Direction, leg: Leg) -> int:
    return sum(HALVES[point_index(step, wind_from)] for step in leg.steps)


# -- open water ------------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _sea() -> tuple[Chart, Hex]:
    numbers, middle = range(1, ACROSS + 1), ACROSS // 2 + 1
    return open_chart(numbers, numbers), GRID.parse(f"{middle:02}{middle:02}")


def alone(rules: Ruleset, ship: Ship, wind_from: Direction, force: int) -> Position:
    """Return a ship alone in open water, with a steady wind, before a turn begins."""
    start = scenarios.load(SCENARIO, rules)
    chart, middle = _sea()
    scenario = replace(start.scenario, chart=chart, goal=MappingProxyType({}))
    here = replace(ship, place=middle, log=(), anchor="none", locked=False)
    return replace(start, scenario=scenario, ships=(here,), weather=Weather(wind_from, force, "clear", 0), turn=Turn(0, "victory"))


def demo(rules: Ruleset, name: str, heading: Direction, speed: int) -> Ship:
    """Return a ship of the set piece, under way."""
    return replace(scenarios.load(SCENARIO, rules).ship(name), heading=heading, speed=speed, anchor="none")


class Arrival(NamedTuple):
    """The position at the end of a turn, the ship in the middle again, and the turn."""

    position: Position
    leg: Leg


def sail(position: Position, text: str) -> Arrival:
    """Carry out an order, from the beginning of a turn to the end of its movement."""
    position = _begin(position)
    (ship,) = position.ships
    position = position.with_ship(replace(ship, log=(Written(position.turn.number, text),)))
    done, events = reveal(position)
    (after,) = done.ships
    places = [step.hex for event in events for track in getattr(event, "tracks", ()) for step in track.steps]
    steps = tuple(_toward(one, other) for one, other in pairwise(places))
    leg = Leg(text, steps, after.heading, after.speed, after.in_irons)
    return Arrival(done.with_ship(replace(after, place=_sea()[1])), leg)


def _toward(one: Hex, other: Hex) -> Direction:
    return next(side for side in map(Direction, range(HEXSIDES)) if GRID.neighbour(one, side) == other)


def _begin(position: Position) -> Position:
    return begin_turn(position).position


# -- ways to the other tack ------------------------------------------------------------------------------------------------------------


class _Node(NamedTuple):
    """How far the search has got on one way."""

    position: Position
    legs: tuple[Leg, ...]
    halves: int


def other_tack(heading: Direction, wind_from: Direction) -> Direction:
    """Return the heading on the other side of the wind."""
    return GRID.turn_right(wind_from, -point_index(heading, wind_from))


def toward_wind(heading: Direction, wind_from: Direction) -> str:
    """Return the letter of the pivot that brings a close-hauled ship nearer to the wind."""
    return LEFT if GRID.turn_right(heading, -1) == wind_from else RIGHT


def is_close_hauled(position: Position, ship: Ship) -> bool:
    """Say whether she could go about from here at all."""
    return point_of(position, ship) == CLOSE_HAULED


def passages(rules: Ruleset, ship: Ship, wind_from: Direction, force: int) -> dict[str, Passage | None]:
    """Return each way of a close-hauled ship to the other tack, with her speed of now; None for one that does not lead there.

    A ship that lies still must make 1 M there, and one that is faster than the wind lets her be, all that it does.
    """
    bare = replace(ship, place=_sea()[1], log=(), name="", side="french", admiral="none", anchor="none", locked=False)
    return {way: _passage(rules, bare, wind_from, force, way) for way in WAYS}


@lru_cache(maxsize=500)
def _passage(rules: Ruleset, ship: Ship, wind_from: Direction, force: int, way: str) -> Passage | None:
    start = alone(rules, ship, wind_from, force)
    goal, speed = other_tack(ship.heading, wind_from), max(1, min(ship.speed, m_of(start, ship, CLOSE_HAULED)))
    letter = toward_wind(ship.heading, wind_from)
    nodes = [_Node(start, (), 0)]
    for _turn in range(MOST_TURNS):
        best: dict[tuple[Direction, int, bool], _Node] = {}
        for node in nodes:
            for text in _orders(node.position, way, letter):
                after, leg = sail(node.position, text)
                found = _Node(after, (*node.legs, leg), node.halves + _halves(wind_from, leg))
                key = leg.heading, leg.speed, leg.stopped
                best[key] = min(best.get(key, found), found, key=_merit)
        arrived = [node for (heading, made, _stopped), node in best.items() if heading == goal and made >= speed]
        if arrived:
            return _sail_on(min(arrived, key=_merit))
        nodes = list(best.values())
    return None


def _merit(node: _Node) -> tuple[int, int, tuple[str, ...]]:
    """Return what to sort by: more ground to windward first, then the shorter orders."""
    orders = tuple(leg.order for leg in node.legs)
    return -node.halves, sum(map(len, orders)), orders


def _orders(position: Position, way: str, toward: str) -> Iterator[str]:
    """Yield the legal orders that belong to a way: straight on, and its own turns."""
    ready = _begin(position)
    (ship,) = ready.ships
    for text in legal_orders(position.rules, helm_of(ready, ship)):
        order = parse_well_formed(text)
        if order.kind in ("moves", "pivot") and not order.sail and _belongs(order, way, toward):
            yield text


def _belongs(order: Parsed, way: str, toward: str) -> bool:
    letters = set("".join(order.turns))
    if way == TACK:
        return not letters
    return not order.tack and letters <= ({toward} if way == IRONS else {LEFT, RIGHT} - {toward})


def _sail_on(node: _Node) -> Passage:
    """Return the way, and then straight on as fast as she can for all turns that are shown."""
    done, legs, position = len(node.legs), list(node.legs), node.position
    while len(legs) < TURNS:
        position, leg = sail(position, straight(position))
        legs.append(leg)
    return Passage(tuple(legs), done)


def straight(position: Position) -> str:
    """Return the order that leads straight on as far as she may go."""
    ready = _begin(position)
    return str(helm_of(ready, ready.ships[0]).most)


# -- full sail -------------------------------------------------------------------------------------------------------------------------


class Race(NamedTuple):
    """Hexes turn by turn, without full sail and with it; why she may not set it, where she may not."""

    plain: tuple[Leg, ...]
    full: tuple[Leg, ...]
    refused: str = ""

    def lead(self, turn: int) -> int:
        """Return how many hexes ahead full sail has brought her by the end of a turn."""
        return sum(len(leg.steps) for leg in self.full[:turn]) - sum(len(leg.steps) for leg in self.plain[:turn])

    @property
    def pays(self) -> int:
        """The first turn after which she is ahead for good; 0 for none."""
        turns = range(1, len(self.full) + 1)
        return next((turn for turn in turns if all(self.lead(each) > 0 for each in turns if each >= turn)), 0)


@cache_by_language(200)
def race(rules: Ruleset, ship: Ship, wind_from: Direction, force: int) -> Race:
    """Sail straight on for some turns as fast as she can, once as she is and once setting full sail in the first turn [IV.g]."""
    start = alone(rules, ship, wind_from, force)
    ready = _begin(start)
    helm = helm_of(ready, ready.ships[0])
    plain = _straight_on(start, straight(start))
    setting = f"{FULL_SAIL}{helm.most - cost_of(rules, f'{FULL_SAIL}0')}" if helm.most else FULL_SAIL
    refusal = check_order(rules, helm, setting)
    if refusal is not None:
        return Race(plain, (), str(refusal))
    return Race(plain, _straight_on(start, setting))


def _straight_on(position: Position, first: str) -> tuple[Leg, ...]:
    legs: list[Leg] = []
    for _turn in range(TURNS):
        position, leg = sail(position, straight(position) if legs else first)
        legs.append(leg)
    return tuple(legs)
