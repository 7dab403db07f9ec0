"""The calendar on the map: which wing stands where, and on which turn the two may share a zone."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rulesdemo.games.toulon.play import calendar, ground
from rulesdemo.games.toulon.play.state import Position, Unit
from rulesdemo.games.toulon.turns import Council, council, turn_rules
from rulesdemo.play.engine import Throw, settled
from rulesdemo.words import _
from widgets.board.zone_sheet import MARGIN, ZoneSheet, note
from widgets.games.toulon import names
from widgets.games.toulon.panels.calendar import SWITCHES
from widgets.play.game_guide import Count, Look, Outlook, Rehearsal
from widgets.play.lesson import Lesson
from widgets.scene.palette import MAG, TEAL
from widgets.scene.shapes import Group, Item, text_width

OTHER: Final = {"west": "east", "east": "west"}


def apart(position: Position, unit: Unit) -> tuple[str, ...]:
    """The zones next to a unit where the other wing stands."""
    other = OTHER.get(unit.nation)
    if other is None or unit.place not in position.board.zones:
        return ()
    near = position.board.chart.neighbours(unit.place)
    return tuple(zone for zone in near if any(each.nation == other for each in position.at(zone)))


def unit_of_interest(position: Position, name: str) -> Unit | None:
    """The unit in hand, or else the first of the wing that moves."""
    moving = position.turn.seats[0] if position.turn.step == "move" and position.turn.seats else ""
    return position.find(name) or next(
        (unit for unit in position.units if unit.nation == moving and unit.place in position.board.zones), None
    )


def outlook(position: Position, name: str) -> Outlook | None:
    """How many rules of the calendar hold, what came with this turn, and where the unit in hand meets the other wing."""
    if position.result is not None:
        return None
    now = settled(turn_rules, position.rules, position.turn.number)
    lasting = [key for key in SWITCHES if calendar_first(position, key)]
    lines = (
        Count(
            _("rules of the calendar in force"),
            len(now.in_force),
            text=_("{n} of {all}").format(n=len(now.in_force), all=len(lasting)),
        ),
    )
    new = [SWITCHES[key].title for key in SWITCHES if key in now.events or calendar_first(position, key) == position.turn.number]
    words = _("New on this turn: {rules}.").format(rules=names.list_text(new)) if new else _("Nothing is new on this turn.")
    unit = unit_of_interest(position, name)
    met = apart(position, unit) if unit is not None else ()
    if unit is not None and met:
        zones = names.list_text(names.zone(position, zone) for zone in met)
        merged = calendar.in_force(position, "wings_merge")
        form = (
            _("{unit} may join the other wing in {zones} [5k].")
            if merged
            else _("{unit} may not stay with the other wing in {zones} [4.9a].")
        )
        words = f"{form.format(unit=unit.name, zones=zones)} {words}"
    return Outlook(_("Turn {n}").format(n=position.turn.number), lines, words)


def calendar_first(position: Position, switch: str) -> int:
    """The turn from which a rule holds; 0 for what happens once."""
    found = position.rules.table("turn_switches").at(switch, "from")
    return 0 if found is None else int(found)


def overlay(position: Position, sheet: ZoneSheet, look: Look) -> tuple[Item, ...]:
    """Where the unit in hand, or the first that may march, meets the other wing, a plate that says whether it may go there."""
    unit = unit_of_interest(position, look.selected)
    if unit is None or position.result is not None:
        return ()
    found = []
    for zone in apart(position, unit):
        refusal = ground.check_wings(position, unit, zone)
        where = names.zone(position, zone)
        text = _("wings apart") if refusal is not None else _("wings may meet")
        words = _("{zone}: {text}").format(zone=where, text=text)
        found.append(_plate(sheet, zone, text, words, TEAL if refusal is None else MAG))
    return tuple(found)


def _plate(sheet: ZoneSheet, zone: str, text: str, words: str, ink: str) -> Group:
    """A plate above a zone, or at its right where the frame of the map is too near."""
    picture = note(sheet, zone, text, words, kind="wings", ink=ink, up=1 + 2.4 * sheet.type / sheet.radius)
    if picture.at[1] > MARGIN + sheet.type:
        return picture
    x, y = sheet.centre(zone)
    half = 0.54 * text_width(text, sheet.type) + 0.4 * sheet.type
    return replace(picture, at=(float(round(x + sheet.reach(zone) + 8 + half)), y))


def rehearsal(position: Position, _name: str) -> Rehearsal | None:
    """The throw for the Allied council of this turn, before it is tried."""
    if position.result is not None:
        return None
    throw = Throw(council, (position.rules, position.turn.number), Council(held=False))
    return Rehearsal(_("An Allied council on turn {n}").format(n=position.turn.number), throw)


WINGS: Final = Lesson("wings", outlook=outlook, overlay=overlay, rehearsal=rehearsal)
