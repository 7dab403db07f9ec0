"""The captain: an opponent who weighs shots by their exact odds, and looks at every berth that a ship can reach before she moves.

He knows what is on the table and nothing else: no dice to come, no memory of former orders. A move is planned whole at every step, and the
plan leads on to the same berth. Whether a step is legal is still said by its check.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.games.escadres import board
from rulesdemo.games.escadres.blast import blast_dice
from rulesdemo.games.escadres.damage import gun, shot
from rulesdemo.games.escadres.play import orders as o
from rulesdemo.games.escadres.play.drifting import drifts_to
from rulesdemo.games.escadres.play.gunnery import aim, check_shot
from rulesdemo.games.escadres.play.movement import wind_on
from rulesdemo.games.escadres.play.places import Berth, apart, bears, lie
from rulesdemo.games.escadres.play.state import Position, Ship
from rulesdemo.play.engine import Engine, settled
from rulesdemo.play.records import replace
from rulesdemo.rules.ruleset import Ruleset

SHIP: Final = 60.0  # victory counts ships, so a ship that fights is the measure of everything
BOX: Final = 4.0  # a box of power or crew brings her nearer to striking; power is a die in every shot besides
FIRE: Final = 6.0  # a fire costs dice of damage, and may end her
ANSWER: Final = 0.7  # what an enemy could do to us from where he is now: he may move first, or fire at another
NEARER: Final = 1.5  # for each hex nearer to the nearest enemy, while out of range of doing him much harm
IRONS: Final = 14.0  # head to wind a ship does not move until she drifts
CLOSE_HAULED: Final = 1.0  # half the speed in the next move
RUNNING: Final = 0.5
STILL: Final = 4.0  # a stopped ship must go straight on next time, and may drift
EDGE: Final = 5.0  # with the table's edge right ahead there is no straight step left
PERIL: Final = 0.5  # for each die of debris that a burning ship would throw at us, and for each fire aboard her
EFFORT: Final = 0.01  # for each step: of two equal berths the nearer
GONE: Final = -1000.0


def captain(_engine: Engine[Position], position: Position, orders: list[Any], _rng: random.Random) -> Any:  # noqa: ANN401 - one of the orders
    """Choose one of the legal orders of our side. Equal choices fall to the first."""
    if isinstance(orders[0], o.Straight | o.Turn | o.EndMove):
        return Helm(position, position.ship(position.acting.ship)).order(orders)
    if isinstance(orders[0], o.FireAt):
        return _best_shot(position, orders)
    if isinstance(orders[0], o.Drift):
        return _best_drift(position, orders)
    return orders[0]


# -- shots -----------------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def harm(rules: Ruleset, dice: int, power: int, crew: int) -> float:
    """Return what a shot costs a ship on average, by its exact distribution."""
    if dice < 1:
        return 0.0
    dist = shot.dist(rules, dice, power, crew)
    boxes = power + crew
    total = 0.0
    for (state, power_left, crew_left), weight in dist.weights.items():
        total += weight * (BOX * (boxes - power_left - crew_left) if state == "fighting" else SHIP + BOX * boxes)
    return float(total / dist.total) + FIRE * dice * _fires(rules)


@lru_cache(maxsize=100)
def _fires(rules: Ruleset) -> float:
    return float(gun.dist(rules).mean("fires"))


def _best_shot(position: Position, orders: list[Any]) -> Any:  # noqa: ANN401 - one of the orders
    """The shot that hurts most; one that cannot hurt is held."""
    ship = position.ship(position.acting.ship)

    def gain(order: Any) -> float:  # noqa: ANN401 - a shot, or none
        if isinstance(order, o.HoldFire):
            return EFFORT
        target = position.ship(order.target)
        return harm(position.rules, aim(position, ship, target).dice, target.power, target.crew)

    return max(orders, key=gain)


# -- berths ----------------------------------------------------------------------------------------------------------------------------


class Reach(NamedTuple):
    """A berth on the way, the steps and turns still to be spent there, and whether she has yet to go straight on."""

    berth: Berth
    left: int
    turns: int
    stopped: bool


@lru_cache(maxsize=50_000)
def _steps(bow: Hex, heading: Direction) -> tuple[tuple[str, Berth, Hex], ...]:
    """Straight on, to the left and to the right: the berth after it, and the hex entered."""
    shape, hexes = lie(bow, heading)
    found = []
    for word, after in (("straight", board.straight(shape)), ("left", board.turn(shape, 1)), ("right", board.turn(shape, -1))):
        found.append((word, Berth(after.bow, after.heading), next(place for place in after.hexes if place not in hexes)))
    return tuple(found)


@dataclass(frozen=True)
class Helm:
    """A ship that is moving, or drifting, and what her berths are worth."""

    position: Position
    ship: Ship

    def order(self, orders: list[Any]) -> Any:  # noqa: ANN401 - one of the orders
        """The first order on the way to the best berth in reach."""
        doing = self.position.acting
        best, first = max(self._plans(), key=lambda plan: plan[0])
        still = STILL if not doing.spent else 0.0
        end = o.EndMove(self.ship.id)
        if first is None or best <= self.worth(self.ship.berth) - still:
            return end
        return first if first in orders else end

    def _plans(self) -> Iterator[tuple[float, Any]]:
        """Every berth that can be reached, its worth, and the first order to it."""
        doing, name = self.position.acting, self.ship.id
        start = Reach(self.ship.berth, doing.left, self.ship.turns - doing.turned, self.ship.stopped)
        yield self.worth(start.berth) - (STILL if not doing.spent else 0.0), None
        firsts: dict[Reach, Any] = {start: None}
        layer = [start]
        while layer:
            following: list[Reach] = []
            for here in layer:
                for word, after in self._ways(here):
                    if after not in firsts:
                        first = firsts[here] or (o.Straight(name) if word == "straight" else o.Turn(name, word))  # type: ignore[arg-type]
                        firsts[after] = first
                        following.append(after)
                        yield self.worth(after.berth) - EFFORT * (doing.left - after.left), first
            layer = following

    def _ways(self, here: Reach) -> Iterator[tuple[str, Reach]]:
        for word, after, entered in _steps(*here.berth) if here.left else ():
            if entered not in self._open:
                continue
            if word == "straight":
                yield word, Reach(after, here.left - 1, here.turns, stopped=False)
            elif here.turns and not here.stopped:
                yield word, Reach(after, here.left - 1, here.turns - 1, stopped=False)

    @cached_property
    def _open(self) -> frozenset[Hex]:
        """The hexes of open water that no other ship fills."""
        table = self.position.scenario.table
        return table.hexes - table.land - {place for place, other in self.position.occupied.items() if other.id != self.ship.id}

    @cached_property
    def _foes(self) -> tuple[Ship, ...]:
        return tuple(other for other in self.position.there if other.side != self.ship.side and not other.struck)

    @cached_property
    def _burning(self) -> tuple[Ship, ...]:
        return tuple(other for other in self.position.there if other.fires and other.id != self.ship.id)

    @cached_property
    def _known(self) -> dict[Berth, float]:
        return {}

    def worth(self, berth: Berth) -> float:
        """What it is worth to end there: the best shot, less what may come back, the wind, the edge and burning ships nearby."""
        if berth not in self._known:
            self._known[berth] = self._worth(berth)
        return self._known[berth]

    def _worth(self, berth: Berth) -> float:
        table = self.position.scenario.table
        if not table.hexes.issuperset(lie(*berth).hexes):
            return GONE
        there = replace(self.ship, bow=berth.bow, heading=berth.heading)
        wind = wind_on(self.position, there)
        worth = self._shots(there) - self._answers(there)
        worth -= {"D": IRONS, "C": CLOSE_HAULED, "B": RUNNING}.get(wind, 0.0)
        worth -= EDGE if _steps(*berth)[0][2] not in self._open else 0.0
        for other in self._burning:
            reached = settled(blast_dice, self.position.rules, other.power_initial, apart(other.berth, berth)).dice
            worth -= PERIL * reached * other.fires
        return worth

    def _shots(self, there: Ship) -> float:
        """The best shot from there; out of range, the nearer the better."""
        best, nearest = 0.0, 0
        for foe in self._foes:
            distance = apart(there.berth, foe.berth)
            nearest = min(nearest or distance, distance)
            if check_shot(self.position, there, foe) is None:
                best = max(best, harm(self.position.rules, aim(self.position, there, foe).dice, foe.power, foe.crew))
        return best - NEARER * nearest

    def _answers(self, there: Ship) -> float:
        """What the enemies who bear on her there could do to her from where they lie."""
        rules = self.position.rules
        threats = (
            harm(rules, aim(self.position, foe, there).dice, there.power, there.crew)
            for foe in self._foes
            if bears(rules, foe.berth, there.berth)
        )
        return ANSWER * sum(threats)


def _best_drift(position: Position, orders: list[Any]) -> Any:  # noqa: ANN401 - one of the orders
    """The way to drift that leaves her best placed; a wreck only stays on the table."""
    ship = position.ship(orders[0].ship)
    if ship.struck:
        return max(orders, key=lambda order: position.scenario.table.hexes.issuperset(lie(*drifts_to(position, ship, order.way)).hexes))
    helm = Helm(position, ship)
    return max(orders, key=lambda order: helm.worth(drifts_to(position, ship, order.way)))
