"""Roads and no-man's land: the line of supply of the unit in hand, the steps that take a quality test, and a test to practise."""

from __future__ import annotations

from math import hypot
from typing import Final, NamedTuple

from rulesdemo.games.toulon.movement import QualityTests, quality_tests
from rulesdemo.games.toulon.play import calendar, ground, movement, supply
from rulesdemo.games.toulon.play.state import Position, Trial, Unit
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import Throw
from rulesdemo.words import _
from widgets.board.zone_sheet import ZoneSheet, note
from widgets.games.toulon import names
from widgets.play.game_guide import Count, Look, Outlook, Rehearsal
from widgets.play.lesson import Lesson
from widgets.scene.palette import MAG, SHEET, TEAL
from widgets.scene.shapes import Group, Item, Path, Point, Style, poly
from widgets.web.position_cache import memo_of

CASING: Final = Style(line=SHEET, width=8.0, cap="round")


class Line(NamedTuple):
    """A line of supply: its zones from the unit to the depot, and those of them that are no-man's land; empty where there is none."""

    zones: tuple[str, ...]
    wild: tuple[str, ...]


def line_of(position: Position, unit: Unit) -> Line:
    """The line of a unit: one that needs no throw where there is one, else one through no-man's land [4.8e]."""
    if unit.place not in position.board.zones:
        return Line((), ())
    for through in (False, True):
        zones = supply.line(position, unit, through_no_mans_land=through)
        if zones is not None:
            return Line(zones, tuple(zone for zone in zones[1:] if ground.is_no_mans_land(position, zone)))
    return Line((), ())


def steps_with_test(position: Position, unit: Unit) -> tuple[str, ...]:
    """Where the next step of a unit takes a quality test first, as the engine has it [4.9n, 4.9p]."""
    return memo_of(position, ("lesson", "tests", unit.id), lambda: tuple(dict.fromkeys(_steps_with_test(position, unit))))


def _steps_with_test(position: Position, unit: Unit) -> list[str]:
    if position.turn.step != "move" or not position.turn.seats or position.pending is not None:
        return []
    orders = [order for order in movement.marches(position) if order.unit == unit.id and movement.check_march(position, order) is None]
    return [order.to for order in orders if isinstance(movement.march(FixedDice(()), position, order)[0].pending, Trial)]


def unit_of_interest(position: Position, name: str) -> Unit | None:
    """The unit in hand; nobody in hand, the one that the set piece is about."""
    return position.find(name) or position.find(position.scenario.goal.get("unit", ""))


# -- beside the board ------------------------------------------------------------------------------------------------------------------


def outlook(position: Position, name: str) -> Outlook | None:
    """How far the unit in hand may still go, and what its line of supply crosses."""
    unit = unit_of_interest(position, name)
    if unit is None or position.result is not None or unit.place not in position.board.zones:
        return None
    line = line_of(position, unit)
    rest = [(_("zones it may enter"), "steps", unit.steps), (_("road sections besides"), "road_steps", unit.road_steps)]
    lines = [
        Count(
            words,
            max(0, position.number(most) - used),
            text=_("{n} of {most}").format(n=max(0, position.number(most) - used), most=position.number(most)),
        )
        for words, most, used in rest
    ]
    lines.append(Count(_("no-man's land on its supply line"), len(line.wild), text=str(len(line.wild)) if line.zones else "–"))
    return Outlook(str(unit.name), tuple(lines), supply_words(position, unit, line))


def supply_words(position: Position, unit: Unit, line: Line) -> str:
    """The line in words, and whether it is thrown for."""
    if unit.landed:
        return _("It has just landed, so it is in both supplies this turn. [4.8d]")
    if not line.zones:
        return _("No line of supply reaches it: the enemy holds every way. [4.8e]")
    if len(line.zones) == 1:
        return _("It is in its depot, and in supply.")
    way = _("Supply: {zones}.").format(zones=" – ".join(names.zone(position, zone) for zone in reversed(line.zones)))
    if not line.wild:
        return way + " " + _("All of it is friendly: no throw. [4.8e]")
    if calendar.in_force(position, "nml_supply_roll"):
        return way + " " + _("It crosses no-man's land, so it needs a throw, and 5 or 6 fails. [5g]")
    return way + " " + _("It crosses no-man's land. That needs a throw from turn {n} on. [5g]").format(n=first_roll(position))


def first_roll(position: Position) -> int:
    """The first turn of the throws for supply, as the table has it [5g]."""
    return int(position.rules.table("turn_switches").at("nml_supply_roll", "from"))


def rehearsal(position: Position, name: str) -> Rehearsal | None:
    """The quality test that the next step of the unit in hand may take; it can be practised before."""
    unit = position.find(name)
    if unit is None or position.result is not None or not steps_with_test(position, unit):
        return None
    throw = Throw(quality_tests, (position.rules, movement.quality(position, unit), 1), QualityTests(1))
    return Rehearsal(_("Quality test of {unit}").format(unit=unit.name), throw)


# -- on the map ------------------------------------------------------------------------------------------------------------------------


def overlay(position: Position, sheet: ZoneSheet, look: Look) -> tuple[Item, ...]:
    """The line of supply of the unit in hand, marks where it crosses no-man's land, and plates where a step takes a test."""
    unit = unit_of_interest(position, look.selected)
    if unit is None or position.result is not None:
        return ()
    line = line_of(position, unit)
    found: list[Item] = [_supply_line(position, sheet, unit, line)] if len(line.zones) > 1 else []
    rolls = calendar.in_force(position, "nml_supply_roll")
    for zone in line.wild:
        text, where = _("throw") if rolls else _("no throw yet"), names.zone(position, zone)
        words = _("The line of supply crosses no-man's land at {zone}").format(zone=where)
        found.append(note(sheet, zone, text, words, kind="crossed", ink=MAG, up=1 + 0.9 * sheet.type / sheet.radius))
    chance = movement.quality(position, unit)
    for zone in steps_with_test(position, unit):
        words = _("{unit} takes a quality test to go to {zone}, at {p}").format(unit=unit.name, zone=names.zone(position, zone), p=chance)
        up = 1 + 1.15 * sheet.type / sheet.reach(zone)
        found.append(note(sheet, zone, _("test {p}").format(p=chance), words, kind="test", up=up))
    return tuple(found)


def _supply_line(position: Position, sheet: ZoneSheet, unit: Unit, line: Line) -> Group:
    """The line, dashed where it is thrown for and whole where it is not."""
    points = [sheet.centre(zone) for zone in line.zones]
    points = [_short(points[0], points[1], sheet.radius), *points[1:-1], _short(points[-1], points[-2], sheet.radius)]
    safe = not line.wild
    style = Style(line=TEAL if safe else MAG, width=4.0, cap="round", dash=() if safe else (1.0, 8.0))
    path = poly(points, closed=False)
    words = _("Supply of {unit} from {depot} by {zones}").format(
        unit=unit.name,
        depot=names.zone(position, line.zones[-1]),
        zones=names.list_text(names.zone(position, zone) for zone in line.zones[-2::-1]),
    )
    return Group((Path(path, CASING), Path(path, style)), id="supply", role="line", label=words)


def _short(start: Point, end: Point, by: float) -> Point:
    """A point so far from the first towards the second, so that a line leaves the units at its end free."""
    (x0, y0), (x1, y1) = start, end
    share = min(0.45, by / hypot(x1 - x0, y1 - y0))
    return round(x0 + share * (x1 - x0), 1), round(y0 + share * (y1 - y0), 1)


ROADS: Final = Lesson("roads", outlook=outlook, overlay=overlay, rehearsal=rehearsal)
