"""How the captain takes a ship where he wants her: every berth she can reach, and the first order on the way to the best.

A plan is a quick guess about the rules. Whether a step is legal is still said by its check, and a plan that begins with an order which is
not legal is dropped. Nothing is remembered: the plan is made afresh at every step, and leads on to the same berth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.games.veneti.grappling import action_cost
from rulesdemo.games.veneti.play.berths import Berth, Lookout, on_flank
from rulesdemo.games.veneti.play.movement import cost_of, limit_now, steer_step
from rulesdemo.games.veneti.play.orders import AboutTurn, Ahead, Pivot, Sail, UseScythes, Veer
from rulesdemo.games.veneti.play.places import sides_of
from rulesdemo.games.veneti.play.state import Doing, Kind, Position, Ship
from rulesdemo.play.engine import settled
from rulesdemo.play.records import replace

EFFORT: Final = 0.05  # for each point spent: of two equal berths the nearer


# -- steps on an empty sea -------------------------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """One step of a move, for a ship that has no name yet."""

    order: Any
    after: Berth
    move: str  # its name in the table of moves
    entered: tuple[Hex, ...]


_ROWED: Final = (
    Ahead(""),
    Veer("", -1),
    Veer("", 1),
    Pivot("", "bow", -1),
    Pivot("", "bow", 1),
    Pivot("", "stern", -1),
    Pivot("", "stern", 1),
    AboutTurn(""),
)
_SAILED: Final = tuple(Sail("", bearing, turn) for bearing in (0, -1, 1) for turn in (0, -1, 1))


@lru_cache(maxsize=20_000)
def steps_from(kind: Kind, bow: Hex, heading: Direction) -> tuple[Step, ...]:
    """Every step from there. Backing water is left out: to swing about costs less and leaves more to choose from."""
    hull = Ship("", "", "", "roman", kind, bow, heading, 0, 0, 0, 0, 0, flame=False, controller="roman")
    found = []
    for order in _SAILED if kind == "sail" else _ROWED:
        after, move, _ = steer_step(hull, order)
        found.append(Step(order, Berth(after.bow, after.heading), move, tuple(place for place in after.hexes if place not in hull.hexes)))
    return tuple(found)


# -- plans -----------------------------------------------------------------------------------------------------------------------------


class Way(NamedTuple):
    """A step that can be made here and now, with its price."""

    after: Berth
    price: int
    order: Any


class Plan(NamedTuple):
    """The best berth in reach, what it is worth (above staying, for a ship that may stay), the points to it, and the first order."""

    worth: float
    points: int
    order: Any
    berth: Berth


@dataclass(frozen=True)
class Helm:
    """A ship that is about to move or is moving."""

    position: Position
    ship: Ship
    doing: Doing

    def plan(self) -> Plan:
        """The best berth for a ship that has yet to announce her points; no points means to stay."""
        found: dict[Berth, Plan] = {}
        for points, layer in enumerate(self._reach(limit_now(self.position, self.ship, self.doing))):
            for berth, first in layer.items():
                if berth not in found:
                    found[berth] = Plan(self.lookout.worth(berth) - EFFORT * points, points, first, berth)
        here = found[Berth(self.ship.bow, self.ship.heading)]
        best = max(found.values(), key=lambda plan: plan.worth)
        return best._replace(worth=best.worth - here.worth)

    def course(self) -> Plan | None:
        """The best berth for a ship that has begun to move: one that takes exactly the points she has left."""
        layer = self._reach(self.doing.left)[self.doing.left]
        plans = [Plan(self.lookout.worth(berth), self.doing.left, first, berth) for berth, first in layer.items()]
        best = max(plans, key=lambda plan: plan.worth, default=None)
        return best._replace(order=replace(best.order, ship=self.ship.id)) if best else None

    @cached_property
    def lookout(self) -> Lookout:
        """What her berths are worth."""
        return Lookout(self.position, self.ship)

    def _reach(self, most: int) -> list[dict[Berth, Any]]:
        """For every number of points up to `most`, the berths that take exactly that number, each with the first order on the way.

        A try with the scythes is the last thing that she spends points on.
        """
        layers: list[dict[Berth, Any]] = [{} for _ in range(most + 1)]
        layers[0][Berth(self.ship.bow, self.ship.heading)] = None
        for spent, layer in enumerate(layers):
            for berth, first in layer.items():
                for after, price, order in () if berth.cut else self._ways(berth):
                    if spent + price <= most:
                        layers[spent + price].setdefault(after, first or order)
        return layers

    def _ways(self, berth: Berth) -> tuple[Way, ...]:
        """What she can spend points on there: steps that end on open water, and the scythes."""
        ways = self._known_ways.get(berth)
        if ways is None:
            ways = self._known_ways[berth] = (*self._steps(berth), *self._cuts(berth))
        return ways

    @cached_property
    def _known_ways(self) -> dict[Berth, tuple[Way, ...]]:
        return {}

    def _steps(self, berth: Berth) -> Iterator[Way]:
        beside_enemy = not self._manned.isdisjoint(sides_of(self.ship.kind, berth.bow, berth.heading).sides)
        for step in steps_from(self.ship.kind, berth.bow, berth.heading):
            price = self._prices.get(step.move)
            if price is None or not self.lookout.open_water.issuperset(step.entered) or (beside_enemy and step.move == "about_turn"):
                continue
            yield Way(step.after, price, step.order)

    @cached_property
    def _prices(self) -> dict[str, int]:
        """What each kind of step costs her, for those she can make at all."""
        moves = ("ahead", "veer", "step_and_turn", "pivot", "about_turn")
        costs = {move: cost_of(self.position, self.ship, move) for move in moves}
        return {move: cost.pm for move, cost in costs.items() if cost.allowed}

    @cached_property
    def _manned(self) -> frozenset[Hex]:
        """The hexes that enemies fill."""
        return frozenset(place for foe in self.lookout.foes for place in foe.hexes)

    def _cuts(self, berth: Berth) -> Iterator[Way]:
        sides = sides_of(self.ship.kind, berth.bow, berth.heading).sides
        if not self._may_cut or self._manned.isdisjoint(sides):
            return
        price = settled(action_cost, self.position.rules, "scythes").pm
        for foe in self.lookout.foes:
            if foe.ship.kind == "sail" and foe.ship.side == "veneti" and not foe.ship.immobilised and on_flank(sides, foe):
                yield Way(berth._replace(cut=foe.ship.id), price, UseScythes("", foe.ship.id))

    @cached_property
    def _may_cut(self) -> bool:
        ship, position = self.ship, self.position
        galley = ship.kind == "galley" and ship.side == ship.controller == "roman" and ship.level == "cruise" and not ship.captured
        return galley and not self.doing.scythed and position.acting.limit != "disorder" and position.rules.switch("scythes") == "on"
