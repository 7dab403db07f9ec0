"""The fleet leaves: where the ships are, whether Toulon is in war supply, and the beaches to which troops may still cross."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.toulon.evacuation import WarSupply, war_supply
from rulesdemo.games.toulon.play import ENGINE
from rulesdemo.games.toulon.play.movement import cost
from rulesdemo.games.toulon.play.operations import payers
from rulesdemo.games.toulon.play.orders import March
from rulesdemo.games.toulon.play.state import GONE, Position, Unit
from rulesdemo.play.engine import Throw, check
from rulesdemo.words import _
from widgets.board.zone_sheet import ZoneSheet, note
from widgets.games.toulon import names
from widgets.play.game_guide import Count, Look, Outlook, Rehearsal
from widgets.play.lesson import Lesson
from widgets.scene.palette import INK, MAG, SHEET, TEAL
from widgets.scene.shapes import Group, Item, Path, Style, segs
from widgets.web.phrases import modifier

WATER: Final = "petite_rade"
BEACH: Final = (0.98, 0.62)  # where the sign of a beach stands, in radii left of and below the middle of its zone


def crossings(position: Position, unit: Unit) -> tuple[str, ...]:
    """The beaches that a unit may reach over the water and not by land, while the Allies move."""
    place, turn = unit.place, position.turn
    if place not in position.board.zones or turn.step != "move" or not turn.seats or position.seat(unit.nation) != turn.seats[0]:
        return ()
    near = position.board.chart.neighbours(place)
    return tuple(beach for beach in position.board.beaches if beach not in (place, *near) and _may_cross(position, unit, beach))


def _may_cross(position: Position, unit: Unit, beach: str) -> bool:
    purses = payers(position, position.turn.seats[0], (unit,), cost(position, unit, beach))
    return any(check(ENGINE, position, March(unit.id, beach, purse)) is None for purse in purses)


def crews(position: Position) -> int:
    """Gun crews that are still in the game [3.7]."""
    return sum(unit.crew and unit.place != GONE for unit in position.units)


def outlook(position: Position, name: str) -> Outlook | None:
    """What the Allies have while the ships are there, or have left without them."""
    if position.result is not None:
        return None
    gone = position.evacuated
    title = _("The ships have gone") if gone else _("The ships are there")
    lines = [
        Count(_("victory points"), abs(position.vp), text=modifier(position.vp)),
        Count(_("gun crews"), crews(position)),
    ]
    unit = position.find(name)
    beaches = crossings(position, unit) if unit is not None else ()
    if unit is not None and unit.side == "allied" and position.turn.step == "move":
        lines.append(Count(_("beaches for {unit}, by sea").format(unit=unit.name), len(beaches)))
    words = (
        _("Toulon throws for its war supply each turn [3.8], and no troops cross the water [3.9].")
        if gone
        else _("Toulon is in war supply [4.8a]. To send the ships away costs points and gun crews [3.7], for good [3.10].")
    )
    return Outlook(title, tuple(lines), words, frozenset(beaches))


def supply(position: Position) -> tuple[str, str]:
    """How Toulon stands on this turn: supplied, cut off, or a throw still due."""
    due = position.evacuated and position.turn.side == "allied" and position.turn.step == "war_supply" and bool(position.turn.due)
    if due:
        return "due", _("throw due")
    return ("cut", _("cut off")) if "toulon" in position.turn.out_of_war else ("supplied", _("supplied"))


def overlay(position: Position, sheet: ZoneSheet, _look: Look) -> tuple[Item, ...]:
    """A plate at Toulon with its war supply, one at the fleet, and once the ships have gone one on the water and a cross on every beach."""
    state, text = supply(position)
    where = names.zone(position, position.board.toulon)
    words = _("War supply of {zone}: {state}").format(zone=where, state=text)
    inks = {"due": INK, "cut": MAG, "supplied": TEAL}
    found: list[Item] = [note(sheet, position.board.toulon, text, words, kind="supply", ink=inks[state], up=sheet.below)]
    fleet = position.board.depots["allied"]
    if not position.evacuated:
        return tuple(found)
    found.append(note(sheet, fleet, _("gone for good"), _("The ships have gone for good"), kind="fleet", ink=MAG, up=0.0))
    water = names.zone(position, WATER)
    words = _("No troops cross {water}").format(water=water)
    found.append(note(sheet, WATER, _("no crossing"), words, kind="closed", ink=MAG, up=-(2.6 * sheet.type) / sheet.radius))
    found += [_closed_beach(position, sheet, beach) for beach in position.board.beaches]
    return tuple(found)


def _closed_beach(position: Position, sheet: ZoneSheet, beach: str) -> Group:
    """A saltire over the sign of a beach."""
    x, y = sheet.centre(beach)
    r = sheet.reach(beach)
    arm = round(0.72 * sheet.type, 1)
    cross = segs([((-arm, -arm), (arm, arm)), ((arm, -arm), (-arm, arm))])
    items = (Path(cross, Style(line=SHEET, width=6.0, cap="round")), Path(cross, Style(line=MAG, width=3.0, cap="round")))
    at = (round(x - BEACH[0] * r, 1), round(y + BEACH[1] * r, 1))
    words = _("The beach of {zone} is closed to troops").format(zone=names.zone(position, beach))
    return Group(items, at=at, id=f"closed {beach}", role="sector", label=words)


def rehearsal(position: Position, _name: str) -> Rehearsal | None:
    """The throw for war supply, before it is due: what it would be without the ships, or will be on the next turn."""
    if position.result is not None:
        return None
    title = _("The next throw for war supply") if position.evacuated else _("If the ships leave: the throw of each turn")
    return Rehearsal(title, Throw(war_supply, (position.rules, 1), WarSupply(failed=False)))


DEPARTURE: Final = Lesson("departure", outlook=outlook, overlay=overlay, rehearsal=rehearsal)
