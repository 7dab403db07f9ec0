"""The captain: an opponent who weighs every order by where it would leave his ship, against a few moves that each enemy may have written.

He knows what his side may see and nothing else: no dice to come, no log of the other side. Shots are weighed by their exact odds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

from rulesdemo.board.hexes import Hex
from rulesdemo.games.broadside.board import GRID, point_index
from rulesdemo.games.broadside.grammar import FULL_SAIL
from rulesdemo.games.broadside.gunnery import gunnery
from rulesdemo.games.broadside.movement import HEAD_TO_WIND
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.games.broadside.play.gunnery import aim_of, bears, range_at
from rulesdemo.games.broadside.play.helm import Walk, helm_of, legal_orders, parse_well_formed, point_at, walk
from rulesdemo.games.broadside.play.movement import moves
from rulesdemo.games.broadside.play.state import Place, Position, Ship
from rulesdemo.games.broadside.play.writing import turn_of
from rulesdemo.play.engine import Engine
from rulesdemo.play.records import replace
from rulesdemo.rules.ruleset import Ruleset

CRITICAL: Final = 1.5  # a critical hit, in hull points
ANSWER: Final = 0.7  # what may come back: he may have chosen another move, or another target
NEARER: Final = 0.35  # for each hex nearer to the nearest enemy; without it nobody would ever meet
FAR: Final = 0.8  # the same, besides, for each hex out of range
REACH: Final = 3
IRONS: Final = 5.0  # head to wind a ship loses two turns
CLOSE_HAULED: Final = 0.8
STILL: Final = 0.8  # after a tack she begins again without way
IDLE: Final = 4.0  # without way she cannot turn, and who waits for a better wind waits long
GONE: Final = -1000.0  # off the map
ROOM: Final = 6  # hexes ahead within which land or the edge of the map is a worry
EDGE: Final = 0.9  # for each hex of them that is missing
CROWD: Final = 3.0  # a hex that a friend has been sent to
FINISH: Final = 1.5  # a ship with no hull strikes to an enemy beside her
GRAPPLE: Final = 30.0  # a hex in which an enemy who fights may end too: a boarding throws away the better position
HAVEN: Final = 1.0  # for each hex nearer to where the scenario wants her
SILENCE: Final = 1.5  # a shot must be worth so much to keep a leak open for it
LATER: Final = 0.5  # a shot of the next turn, which nobody knows
THIN: Final = 2  # for it every second guess will do
GUESSES: Final = 12  # moves of one enemy that are looked at


def captain(_engine: Engine[Position], position: Position, orders: list[Any], _rng: random.Random) -> Any:  # noqa: ANN401 - one of the orders
    """Choose one of the legal orders of our side. Equal choices fall to the first."""
    if isinstance(orders[0], o.Plot):
        name = orders[0].ship
        return _best_plot(position, [order for order in orders if isinstance(order, o.Plot) and order.ship == name])
    if any(isinstance(order, o.Ready) for order in orders):
        return o.Ready()
    return _best_shot(position, orders) if isinstance(orders[0], o.Aim) else orders[0]


# -- shots -----------------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=5_000)
def harm(rules: Ruleset, force: int, drm: int, *, fort: bool) -> float:
    """What a shot costs on average, by its exact distribution."""
    dist = gunnery.dist(rules, force, drm, fort)
    total = sum(weight * (damage + (CRITICAL if critical else 0)) for (damage, critical), weight in dist.weights.items())
    return float(total / dist.total)


def _shot(position: Position, ship: Ship, target: Ship) -> float:
    """What a ship would do to another from where they would lie."""
    if not ship.can_fight or ship.locked or target.surrendered:
        return 0.0
    distance = ship.place.distance(target.place)
    if not range_at(position.rules, distance, fort=ship.is_fort).legal or not bears(position.rules, ship, target.place):
        return 0.0
    aimed = aim_of(position, ship, target)
    return harm(position.rules, aimed.force, aimed.drm, fort=ship.is_fort) if aimed.fires else 0.0


def _best_shot(position: Position, orders: list[Any]) -> Any:  # noqa: ANN401 - one of the orders
    """The shot that costs most; with a small leak, which is repaired only while the guns are silent, a poor one is not worth it."""
    ship = position.ship(orders[0].ship)
    best = max((order for order in orders if isinstance(order, o.Aim)), key=lambda order: _worth_of_shot(position, order))
    leaks = ship.damage.leak == "small"
    return o.HoldFire(ship.id) if leaks and _worth_of_shot(position, best)[0] < SILENCE else best


def _worth_of_shot(position: Position, order: o.Aim) -> tuple[float, int]:
    """What the shot costs her, but no more than she has; of two equal ones the weaker ship."""
    ship, target = position.ship(order.ship), position.ship(order.target)
    return min(_shot(position, ship, target), target.hull + CRITICAL), -target.hull


# -- moves -----------------------------------------------------------------------------------------------------------------------------


def _best_plot(position: Position, orders: list[o.Plot]) -> o.Plot:
    ship = position.ship(orders[0].ship)
    if turn_of(position, ship) > position.turn.number:
        return _ahead_of_time(position, ship, orders)
    bridge = Bridge(position, ship)
    return max(orders, key=lambda order: bridge.worth(order.text))


def _ahead_of_time(position: Position, ship: Ship, orders: list[o.Plot]) -> o.Plot:
    """Some turns ahead: choose as if she were already where her log, or else her speed, will take her, and the wind were as it is now."""
    place = Place(ship.place, ship.heading)
    for turn in range(position.turn.number, turn_of(position, ship)):
        text = ship.written_for(turn) or str(ship.speed)
        place = _walk(position, _moved(ship, place), text).end
    able = set(legal_orders(position.rules, helm_of(position, ship)))
    bridge = Bridge(position, _moved(ship, place))
    return max((order for order in orders if order.text in able), key=lambda order: bridge.worth(order.text), default=orders[0])


def _room(position: Position, place: Place, most: int) -> int:
    """Count hexes of open water ahead, or beside the next hex where she can turn, up to `most`."""
    ahead = _open(position, place, most)
    if ahead in (0, most):
        return ahead
    beyond = GRID.neighbour(place.hex, place.heading)
    turned = (Place(beyond, GRID.turn_right(place.heading, by)) for by in (-1, 1))
    return max(ahead, *(_open(position, each, most) for each in turned))


def _open(position: Position, place: Place, most: int) -> int:
    """Count hexes of open water straight ahead, up to `most`."""
    chart, here = position.scenario.chart, place.hex
    for count in range(most):
        here = GRID.neighbour(here, place.heading)
        if here not in chart.hexes or here in chart.land:
            return count
    return most


def _soon(place: Place) -> tuple[Place, ...]:
    """Where a ship with way may be a little later: straight on, or after a turn to either side."""
    ahead = GRID.neighbour(place.hex, place.heading)
    headings = [GRID.turn_right(place.heading, by) for by in (-1, 0, 1)]
    return tuple(Place(GRID.neighbour(ahead, heading), heading) for heading in headings)


def _walk(position: Position, ship: Ship, text: str) -> Walk:
    return walk(position.rules, position.scenario.chart, position.sky.wind_from, Place(ship.place, ship.heading), parse_well_formed(text))


def _moved(ship: Ship, place: Place) -> Ship:
    return replace(ship, place=place.hex, heading=place.heading)


@dataclass(frozen=True)
class Bridge:
    """One ship that must be given an order, and what her orders are worth."""

    position: Position
    ship: Ship

    @cached_property
    def foes(self) -> tuple[tuple[Ship, ...], ...]:
        """For every enemy who still matters, where she may be when all have moved."""
        foes = (other for other in self.position.there if other.side != self.ship.side and not other.surrendered)
        near = sorted(foes, key=lambda other: self.ship.place.distance(other.place))[:3]
        return tuple(tuple(self._guesses(foe)) for foe in near)

    def _guesses(self, foe: Ship) -> Iterator[Ship]:
        """Some of the moves that the enemy can make, spread evenly over all of them."""
        if not moves(foe):
            yield foe
            return
        texts = [text for text in legal_orders(self.position.rules, helm_of(self.position, foe)) if not text.startswith(FULL_SAIL)]
        ends = list(dict.fromkeys(_walk(self.position, foe, text).end for text in texts))
        for end in ends[:: max(1, len(ends) // GUESSES)]:
            yield _moved(foe, end)

    @cached_property
    def _taken(self) -> frozenset[Hex]:
        """Where friends will be who have their orders already."""
        friends = [other for other in self.position.there if other.side == self.ship.side and other.id != self.ship.id]
        texts = ((other, other.written_for(self.position.turn.number) or "0") for other in friends)
        return frozenset(_walk(self.position, other, text).end.hex for other, text in texts)

    @cached_property
    def _haven(self) -> frozenset[Hex]:
        """Where the scenario wants her, if it does."""
        goal = self.position.scenario.goal
        wanted = goal.get("side") == self.ship.side and self.ship.id in (goal.get("ship"), *goal.get("ships", ()))
        return goal["hexes"] if wanted and "hexes" in goal else frozenset()

    @cached_property
    def _known(self) -> dict[tuple[Place, float], float]:
        return {}

    def worth(self, text: str) -> float:
        """What it is worth to be where the order leads; of two alike the first is as good."""
        done = _walk(self.position, self.ship, text)
        if done.left:
            return GONE
        lost_way = IDLE if len(done.steps) == 1 else STILL if done.tacked else 0.0
        key = (done.end, lost_way)
        if key not in self._known:
            self._known[key] = self._worth(done.end, has_way=not lost_way) - lost_way
        return self._known[key] - (0.1 if text.startswith(FULL_SAIL) else 0.0)

    def _worth(self, end: Place, *, has_way: bool) -> float:
        there = _moved(self.ship, end)
        point = point_at(self.position.rules, point_index(end.heading, self.position.sky.wind_from))
        worth = -IRONS if point == HEAD_TO_WIND else -CLOSE_HAULED if point == "B" else 0.0
        worth -= EDGE * (ROOM - _room(self.position, end, ROOM))
        worth -= CROWD if end.hex in self._taken else 0.0
        if self._haven:
            return worth - HAVEN * min(end.hex.distance(place) for place in self._haven)
        soon = _soon(end) if has_way else (Place(GRID.neighbour(end.hex, end.heading), end.heading),)
        nearest = min((place.hex.distance(guess.place) for foe in self.foes for guess in foe for place in soon), default=0)
        worth -= NEARER * nearest + FAR * max(0, nearest - REACH)
        worth += sum(self._exchange(there, foe) for foe in self.foes)
        later = (sum(self._exchange(_moved(self.ship, place), foe[::THIN]) for foe in self.foes) for place in soon)
        return worth + LATER * max(later)

    def _exchange(self, there: Ship, foe: tuple[Ship, ...]) -> float:
        """What we would do to an enemy and he to us, over the places where he may be."""
        total = 0.0
        for guess in foe:
            total += _shot(self.position, there, guess) - ANSWER * _shot(self.position, guess, there)
            total += FINISH if not guess.hull and there.place.distance(guess.place) <= 1 else 0.0
            total -= GRAPPLE if guess.hull and there.place == guess.place else 0.0
        return total / len(foe)
