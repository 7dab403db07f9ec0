"""Who fits where: how full each zone and fort is, and where the unit in hand would still find room."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.toulon.play import ground
from rulesdemo.games.toulon.play.state import Position, Side, Unit, enemy_of
from rulesdemo.games.toulon.stacking import stacking
from rulesdemo.play.engine import settled
from rulesdemo.words import _
from widgets.board.zone_sheet import ZoneSheet, note
from widgets.games.toulon import names
from widgets.play.game_guide import Count, Look, Outlook
from widgets.play.lesson import Lesson
from widgets.scene.palette import INK, MAG
from widgets.scene.shapes import Item


def used_of(position: Position, side: Side, zone: str, *, fort: bool = False) -> tuple[int, int]:
    """The strength points of a side in a zone or its fort, and how many it holds by the rules in force."""
    there = [unit.strength for unit in position.of(side, zone) if position.zone(zone).whole_fort or unit.fort == fort]
    facts = position.zone(zone)
    place = "fort_la_garde" if facts.whole_fort else "fortress" if fort else "zone"
    room: int = settled(stacking, position.rules, place, (), facts.value, False).room  # noqa: FBT003 - inputs of a procedure
    return sum(there), room


def _line(position: Position, side: Side, zone: str, name: str, *, fort: bool) -> Count:
    used, limit = used_of(position, side, zone, fort=fort)
    return Count(name, used, "bar", text=_("{used} of {limit}").format(used=used, limit=limit))


def outlook(position: Position, name: str) -> Outlook | None:
    """How full the place of the unit in hand is, zone and fort, and the zones of land that would take it."""
    unit = position.find(name)
    goal = position.scenario.goal.get("zone", "")
    zone = unit.place if unit is not None else goal
    if position.result is not None or zone not in position.board.zones or position.zone(zone).kind != "land":
        return None
    side: Side = unit.side if unit is not None else "allied"
    facts = position.zone(zone)
    where = names.zone(position, zone)
    lines = [_line(position, side, zone, _("zone and fort at once") if facts.whole_fort else _("in the zone"), fort=False)]
    if facts.fort and not facts.whole_fort:
        lines.append(_line(position, side, zone, _("in its fort"), fort=True))
    words = _("Strength points now, of those that fit. [4.1]")
    if unit is None:
        return Outlook(where, tuple(lines), words)
    too_many = [_where(position, each, fort=fort) for each, fort, _over in no_room(position, unit)]
    if too_many:
        words += " " + _("No room for {unit}: {zones}.").format(unit=unit.name, zones=names.list_text(too_many))
    return Outlook(where, tuple(lines), words)


def _where(position: Position, zone: str, *, fort: bool) -> str:
    name = names.zone(position, zone)
    return _("inside {fort}").format(fort=name) if fort else name


def no_room(position: Position, unit: Unit) -> list[tuple[str, bool, int]]:
    """Where the unit could go next and would be too many: the zone, whether it is the fort there, and how many points over."""
    if unit.place not in position.board.zones:
        return []
    own = position.zone(unit.place)
    places = [(unit.place, True)] if own.fort and not own.whole_fort and not unit.fort else []
    places += [(zone, False) for zone in position.board.chart.neighbours(unit.place) if position.zone(zone).kind == "land"]
    found = []
    for zone, fort in places:
        stand = ground.stack(position, unit.side, zone, fort=fort, more=(unit.strength,))
        if not stand.legal and not ground.is_occupied(position, enemy_of(unit.side), zone):
            found.append((zone, fort, stand.over))
    return found


def overlay(position: Position, sheet: ZoneSheet, look: Look) -> tuple[Item, ...]:
    """A plate at every zone that holds units: how many points stand there and how many fit; above, where the unit in hand is too many."""
    sides: tuple[Side, ...] = ("allied", "republican")
    held = [(zone, side) for zone in position.board.chart.of_kind("land") for side in sides if position.of(side, zone)]
    found = [_plate(position, sheet, side, zone) for zone, side in held]
    unit = position.find(look.selected)
    if unit is None:
        return tuple(found)
    for zone, fort, over in no_room(position, unit):
        text = (_("fort: {n} over") if fort else _("{n} over")).format(n=over)
        where = _where(position, zone, fort=fort)
        words = _("{unit} would be {n} too many for {where}") if not fort else _("{unit} would be {n} too many {where}")
        words = words.format(unit=unit.name, n=over, where=where)
        found.append(note(sheet, zone, text, words, kind="over", ink=MAG, up=1 + 2.4 * sheet.type / sheet.radius))
    return tuple(found)


def _plate(position: Position, sheet: ZoneSheet, side: Side, zone: str) -> Item:
    facts, where = position.zone(zone), names.zone(position, zone)
    used, limit = used_of(position, side, zone)
    text, words = _("{used} of {limit}"), _("{zone} holds {used} of {limit} strength points")
    inside = used_of(position, side, zone, fort=True) if facts.fort and not facts.whole_fort else (0, 0)
    if inside[0]:
        text = _("{used}/{limit}, fort {inside}/{room}")
        words = _("{zone} holds {used} of {limit} strength points, its fort {inside} of {room}")
    numbers = {"used": used, "limit": limit, "inside": inside[0], "room": inside[1]}
    text, words = text.format(**numbers), words.format(zone=where, **numbers)
    over = used > limit or inside[0] > inside[1]
    return note(sheet, zone, text, words, kind="room", ink=MAG if over else INK, up=sheet.below)


STACKING: Final = Lesson("stacking", outlook=outlook, overlay=overlay)
