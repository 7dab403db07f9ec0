"""What the captain goes by: how surely a force gets into a zone and wins there, by exact odds, and what a zone is worth to hold or to take.

All is counted in victory points. He knows what his side may know of the map: an enemy unit that he has not seen he takes for an average
one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Final

from rulesdemo.games.toulon.board import board
from rulesdemo.games.toulon.combat import lone_strength
from rulesdemo.games.toulon.hasty import hasty
from rulesdemo.games.toulon.play import fortifications, ground, movement, roadsteads
from rulesdemo.games.toulon.play.operations import is_battery
from rulesdemo.games.toulon.play.state import Position, Side, Unit, enemy_of
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset

UNSEEN: Final = 3  # strength points that an enemy unit is taken for before it is seen
NEXT: Final = 0.5  # how surely an enemy next to our empty zone takes it
SOON: Final = 0.3  # and one that is two steps away, or at sea
LATER: Final = 0.1
TAKE: Final = 0.6  # of its worth: a zone that a unit can still reach this turn
APPROACH: Final = 0.25  # one that it can reach in the next
FADE: Final = 0.7  # for each step farther off
LOSS: Final = 0.04  # a strength point that is lost: most are rallied
DECISIVE: Final = 0.2  # how many points more a victory may bring by a decisive battle, or cost the beaten
SHORE: Final = 0.3  # a zone from which guns command a roadstead, for each of the two: to keep it, or to have one's guns there
GUNS: Final = 1.5  # to drive off guns that command one: they score on every turn


# -- combat ----------------------------------------------------------------------------------------------------------------------------


def strength(units: Iterable[Unit]) -> int:
    """The strength points of some units, as far as they are known."""
    return sum(UNSEEN if unit.is_face_down else unit.strength for unit in units)


@lru_cache(maxsize=20_000)
def win_chance(
    rules: Ruleset, table: tuple[tuple[str, tuple[str, ...]], ...], attack: tuple[int, int], defence: tuple[int, int, int]
) -> float:
    """The chance that an attack wins its two rounds: points and units of the attacker; points, units and works of the defender [4.12a]."""
    rounds = int(rules.table("combat_constants").at("rounds"))
    columns, faces = dict(table), len(table[0][1])

    def fight(left: int, lost: int, cost: int) -> Fraction:
        own, theirs = attack[0] - lost, defence[0] - cost
        if own <= 0:
            return Fraction(0)
        if theirs < 0 or not left:  # a unit at no points stands until it is hit once more [4.12d]
            return Fraction(theirs < 0 or lost < cost)
        counted = max(1, _counted(rules, theirs, defence[1]) + defence[2])
        said = settled(hasty, rules, _counted(rules, own, attack[1]), counted, False).column  # noqa: FBT003 - inputs of a procedure
        results = columns.get(said, table[-1][1])
        return sum((_after(result, left, lost, cost) for result in results), Fraction(0)) / faces

    def _after(result: str, left: int, lost: int, cost: int) -> Fraction:
        ours, theirs = map(int, result.split("-"))
        return fight(left - 1, lost + ours, cost + theirs)

    return float(fight(rounds, 0, 0))


def _counted(rules: Ruleset, points: int, units: int) -> int:
    """A unit on its own counts for no more than the limit [4.12g]."""
    return max(1, int(settled(lone_strength, rules, points).strength) if units == 1 else points)


def battle_chance(position: Position, side: Side, zone: str, attack: tuple[int, int], *, walls: bool = False) -> float:
    """The chance of some points in a number of units to beat the enemies in a zone; those inside a fort only where it is stormed."""
    enemies = tuple(unit for unit in position.of(enemy_of(side), zone) if walls or not unit.fort)
    works = fortifications.defence(position, enemy_of(side), zone, enemies)
    table = tuple(position.scenario.combat.items())
    return win_chance(position.rules, table, attack, (strength(enemies), len(enemies), works))


def entry_chance(position: Position, units: tuple[Unit, ...], zone: str) -> float:
    """The chance that a force gets in and wins: every unit by its quality test, and then the combat with those who are in [4.9c]."""
    side = units[0].side
    tests = [Fraction(movement.quality(position, unit, led=_led(position, unit))) for unit in units]
    total = Fraction(0)
    for passed in product((False, True), repeat=len(units)):
        there = [unit.strength for unit, is_in in zip(units, passed, strict=True) if is_in]
        if there:
            chance = Fraction(1)
            for test, is_in in zip(tests, passed, strict=True):
                chance *= test if is_in else 1 - test
            total += chance * Fraction(battle_chance(position, side, zone, (sum(there), len(there))))
    return float(total)


def _led(position: Position, unit: Unit) -> bool:
    return any(leader.nation == unit.nation for leader in position.led(unit.side, unit.place))


# -- zones -----------------------------------------------------------------------------------------------------------------------------


@cache
def steps_between(start: str) -> Mapping[str, int]:
    """How many steps over land and roads every zone is from one."""
    zones, reached, edge = board().zones, {start: 0}, [start]
    for place in edge:
        for near in board().chart.neighbours(place):
            if near not in reached and zones[near].kind in ("land", "road"):
                reached[near] = reached[place] + 1
                edge.append(near)
    return reached


def is_ours(position: Position, side: Side, zone: str) -> bool:
    """Whether the side controlled a zone last, so that it brings no points to take it."""
    return _held(position).get(zone) == side


def _held(position: Position) -> dict[str, Side]:
    if "held" not in position.memo:
        position.memo["held"] = dict(position.held)
    held: dict[str, Side] = position.memo["held"]
    return held


def exposure(position: Position, side: Side, zone: str) -> float:
    """What is lost on average by leaving our zone empty, by how near the enemy is."""
    key = ("exposure", side, zone)
    if key not in position.memo:
        position.memo[key] = _exposure(position, side, zone)
    found: float = position.memo[key]
    return found


def water(position: Position, zone: str) -> int:
    """How many roadsteads guns in a zone would command; none while the guns do not decide [4.6a]."""
    key = ("water", zone)
    if key not in position.memo:
        rades = (roadsteads.PETITE, roadsteads.GRANDE) if roadsteads.follow_play(position) else ()
        position.memo[key] = sum(roadsteads.is_near(position, zone, rade) for rade in rades)
    found: int = position.memo[key]
    return found


def guns_there(position: Position, side: Side, zone: str) -> float:
    """What it brings the Allies to drive the enemy off: his guns by the water, or one who may be guns while a hold is not whole."""
    if side == "republican" or not water(position, zone):
        return 0.0
    enemies = [unit for unit in position.of("republican", zone) if not unit.fort]
    if any(not unit.is_face_down and unit.strength and is_battery(position, unit) for unit in enemies):
        return GUNS
    whole = position.petite == position.grande == "allied"
    return 0.0 if whole or not any(unit.is_face_down for unit in enemies) else GUNS / 2


def guns_gain(position: Position, unit: Unit, zone: str) -> float:
    """What it brings the Republicans to take guns to a zone by the water, less what they leave there."""
    if unit.side == "allied" or not is_battery(position, unit):
        return 0.0
    return SHORE * (water(position, zone) - water(position, unit.place))


def _exposure(position: Position, side: Side, zone: str) -> float:
    if board().zones[zone].kind != "land":
        return 0.0
    enemy = enemy_of(side)
    far = min((steps_between(near).get(zone, 9) for near in _places(position, enemy)), default=9)
    by_sea = enemy == "allied" and board().zones[zone].beach and not position.evacuated
    near = NEXT if far <= 1 else SOON if far == 2 or by_sea else LATER  # noqa: PLR2004 - a step, two steps, more
    return near + SHORE * water(position, zone) if side == "allied" else near


def _places(position: Position, side: Side) -> tuple[str, ...]:
    """Where a side has units that can march."""
    key = ("places", side)
    if key not in position.memo:
        zones = board().zones
        position.memo[key] = tuple(dict.fromkeys(unit.place for unit in position.units if unit.side == side and unit.place in zones))
    found: tuple[str, ...] = position.memo[key]
    return found


def reward(position: Position, side: Side, zone: str) -> float:
    """What it brings to come into a zone where no enemy stands: points for taking it, and that nobody else takes it."""
    if board().zones[zone].kind != "land":
        return 0.0
    fresh = 0.0 if is_ours(position, side, zone) else float(position.number("zone_vp"))
    return fresh + (0.0 if position.of(side, zone) else exposure(position, side, zone))


def cost_of_leaving(position: Position, unit: Unit) -> float:
    """What it costs to take a unit away from where it stands: nothing while others stay."""
    if board().zones[unit.place].kind != "land" or any(each.id != unit.id for each in position.of(unit.side, unit.place)):
        return 0.0
    return exposure(position, unit.side, unit.place)


def outlook(position: Position, side: Side, place: str, steps: int) -> float:
    """What a unit at a place may still take, now or in turns to come: the best zone, less the farther it is."""
    far = steps_between(place)
    best = 0.0
    for zone, worth in _goals(position, side).items():
        if zone != place and zone in far:
            near = far[zone] <= steps
            best = max(best, worth * (TAKE if near else APPROACH) * FADE ** (far[zone] - 1))
    return best


def _goals(position: Position, side: Side) -> dict[str, float]:
    """The zones that are worth going to: those to be taken, less where the enemy stands."""
    key = ("goals", side)
    if key not in position.memo:
        found = {}
        for zone in board().chart.of_kind("land"):
            enemies = position.of(enemy_of(side), zone)
            if enemies:
                worth = 1.0 / (1 + strength(enemies) / UNSEEN) + guns_there(position, side, zone)
            else:
                worth = 0.0 if position.of(side, zone) else reward(position, side, zone)
            if worth:
                found[zone] = worth
        position.memo[key] = found
    goals: dict[str, float] = position.memo[key]
    return goals


def attack_worth(position: Position, units: tuple[Unit, ...], zone: str) -> float:
    """What it is worth to send a force against the enemies in a zone, before what it pays."""
    side = units[0].side
    enemies = position.of(enemy_of(side), zone)
    if all(unit.fort for unit in enemies):
        return -1.0
    chance = entry_chance(position, units, zone)
    holds = any(unit.fort for unit in enemies)  # a garrison keeps the zone from us
    fresh = 0.0 if is_ours(position, side, zone) or holds else float(position.number("zone_vp"))
    stays = any(unit not in units for unit in position.of(side, units[0].place))
    leaves = 0.0 if stays else chance * exposure(position, side, units[0].place)
    gain = chance * (fresh + DECISIVE + LOSS) - (1 - chance) * (DECISIVE + LOSS) - leaves
    gain += chance * guns_there(position, side, zone)
    return gain + chance * (0.0 if holds else NEXT / 2)  # and he is not there any more to take what is ours


def can_stack(position: Position, side: Side, zone: str, units: Iterable[Unit]) -> bool:
    """Whether a force has room in a zone, so far as it fights there [4.1, 6.2]."""
    return bool(ground.stack(position, side, zone, more=tuple(unit.strength for unit in units), battle=True).legal)
