"""Glory and savings: what the OP in each purse would be worth if the turn ended now, and what a march would bring."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rulesdemo.games.toulon.play import ground
from rulesdemo.games.toulon.play.calendar import Saving, savings
from rulesdemo.games.toulon.play.movement import cost
from rulesdemo.games.toulon.play.names import SEATS
from rulesdemo.games.toulon.play.state import Position, Unit, enemy_of
from rulesdemo.games.toulon.players import saved_op_vp, vp_share
from rulesdemo.play.engine import settled
from rulesdemo.words import _, local_figures
from widgets.board.zone_sheet import ZoneSheet, note
from widgets.games.toulon import names
from widgets.play.game_guide import Count, Look, Outlook
from widgets.play.lesson import Lesson
from widgets.scene.palette import TEAL
from widgets.scene.shapes import Item

HIGH: Final = 0.74  # radii above the middle of a zone: within its ring, clear of the name of the zone above it


def worth(position: Position, saving: Saving) -> str:
    """Return what the holder of some purses would write down for them if the turn ended now [2.4]."""
    found: str = settled(saved_op_vp, position.rules, saving.op, saving.scale, 0).vp
    return found


def sheet_of(position: Position, *nations: str) -> str:
    """What stands on the sheet of one nation or more, to one decimal [2.5].

    >>> from rulesdemo.games.toulon.play import scenarios
    >>> sheet_of(scenarios.start("hoard").position, "british")
    '0.0'
    """
    tenths = sum(had for nation, had in position.personal if nation in nations)
    return f"{tenths // ground.TENTHS}.{tenths % ground.TENTHS}"


def savers(position: Position) -> list[Saving]:
    """The Allied players, or nations, that have OP, a scale or points."""
    points = dict(position.personal)
    return [each for each in savings(position) if each.op or each.scale or any(points[nation] for nation in each.nations)]


def outlook(position: Position, _unit: str) -> Outlook | None:
    """For each of the Allies what his purses would be worth at the end of the turn; then what is written down so far."""
    if position.result is not None or not position.has("2.2"):
        return None
    lines = []
    for saving in savers(position):
        name = _("{nation}: {op} of {scale}").format(nation=SEATS[saving.holder], op=saving.op, scale=saving.scale)
        lines.append(Count(name, saving.op, "bar", text=_("{vp} VP").format(vp=local_figures(worth(position, saving)))))
    so_far = names.list_text(f"{SEATS[each.holder]} {local_figures(sheet_of(position, *each.nations))}" for each in savers(position))
    words = _("OP kept, of the scale, twice over [2.4]. On the sheet so far: {so_far} [2.5].").format(so_far=so_far)
    return Outlook(_("If the turn ended now"), tuple(lines), words)


def gains(position: Position, unit: Unit, landings: Iterable[str] = ()) -> list[tuple[str, str, int]]:
    """The zones next to a unit of the Allies, or in its reach by sea, that a march would take: zone, share of its nation, OP."""
    held = dict(position.held)
    found = []
    if not unit.patrol and unit.place in position.board.zones:
        for zone in dict.fromkeys((*position.board.chart.neighbours(unit.place), *landings)):
            is_free = position.zone(zone).kind == "land" and not ground.is_occupied(position, enemy_of(unit.side), zone)
            if is_free and held.get(zone) != unit.side:
                nations = {unit.nation, *(each.nation for each in position.of(unit.side, zone))}
                share = settled(vp_share, position.rules, ground.worth(position, zone), len(nations)).vp
                found.append((zone, share, cost(position, unit, zone)))
    return found


def movers(position: Position, selected: str) -> list[Unit]:
    """The unit in hand; with nobody in hand, all units on the map of the Allied player who moves."""
    unit = position.find(selected)
    if unit is not None:
        return [unit] if unit.side == "allied" else []
    if position.turn.step != "move" or position.turn.side != "allied" or not position.turn.seats:
        return []
    return [each for each in position.units if each.side == "allied" and position.seat(each.nation) == position.turn.seats[0]]


def overlay(position: Position, sheet: ZoneSheet, look: Look) -> tuple[Item, ...]:
    """A plate at every zone that the unit in hand, or any of the player who moves, would take: what its nation would write down."""
    if position.result is not None or not position.has("2.2"):
        return ()
    found: dict[str, Item] = {}
    for unit in movers(position, look.selected):
        for zone, share, op in gains(position, unit, look.legal):
            words = _("{zone}: {share} VP for the {nation}, for {op}")
            points = local_figures(share)
            words = words.format(zone=names.zone(position, zone), share=points, nation=names.NATIONS[unit.nation].name, op=names.op(op))
            text = _("+{share} VP").format(share=points)
            found[zone] = note(sheet, zone, text, words, kind="gain", ink=TEAL, up=HIGH)
    return tuple(found.values())


SAVINGS: Final = Lesson("savings", outlook=outlook, overlay=overlay)
