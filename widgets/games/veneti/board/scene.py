"""Oars against sails as a scene: what a position shows, and what the reader has selected, pointed at or asked about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from rulesdemo.board.hexes import Hex
from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play.state import Leader, Position, Ship
from rulesdemo.words import _
from widgets.board import counters, highlights, sea_chart
from widgets.board import sheet as board_sheet
from widgets.board.hex_notes import goal_mark, reach
from widgets.board.highlights import ship_there, target_marks
from widgets.board.sheet import MARGIN, Sheet, goal_hexes, is_near, looked, rose_spot, window_around
from widgets.board.ship_labels import names
from widgets.games.veneti.board.ranges import arcs, command, line_ahead, sides
from widgets.games.veneti.board.ships import ahead_spots, flag_spots, flags, hull_spots, links, ship_group
from widgets.games.veneti.lessons import LESSONS
from widgets.play.game_guide import Look
from widgets.play.lesson import Corner
from widgets.scene.geometry import BoardGrid
from widgets.scene.shapes import Group, Item, Label, Layer, Scene
from widgets.web.position_cache import Remembered


@dataclass(frozen=True, slots=True)
class Display(board_sheet.Display):
    """What is shown of a position of this game."""

    arcs: str = ""  # ship whose reach is shown
    flaming: bool = False  # and with which missiles
    sides: str = ""  # ship whose front, flanks and rear are tinted
    command: str = ""  # leader whose range is shown
    line: str = ""  # leader whose line ahead is shown


def display_of(position: Position, look: Look) -> Display:
    """Return what a desk looks at, in the words of this game."""
    aboard = [
        leader.id for leader in position.leaders if not leader.lost and look.selected in (leader.ship, *_squadron(position, leader.id))
    ]
    # A window that was given stays where it is; one around the ships moves with them.
    window = look.window or (_around_ships(position) if look.is_narrow or look.projector else None)
    return Display(
        **looked(GRID, position.scenario.sea.hexes, look, window, _rose_for(look)),
        goal=goal_hexes(GRID, position.scenario.goal) if position.result is None else (),
        arcs=look.selected if look.lesson == "arcs" else "",
        sides=(look.regarded or look.selected) if look.lesson == "sides" else "",
        command=aboard[0] if aboard and look.lesson == "command" else "",
    )


def _rose_for(look: Look) -> Corner:
    """Return the corner that the lesson keeps free for the rose, or any that will do where a page wants one."""
    lesson = LESSONS.get(look.lesson)
    return lesson.rose if lesson is not None and lesson.rose else "auto" if look.has_rose else ""


def _around_ships(position: Position) -> tuple[str, str]:
    """Return a window around all ships and what the goal names."""
    wanted = [place for ship in position.afloat for place in ship.hexes] + list(position.scenario.goal.get("hexes", ()))
    return window_around(GRID, position.scenario.sea.hexes, wanted)


def _squadron(position: Position, leader: str) -> tuple[str, ...]:
    return next((squadron.ships for squadron in position.turn.squadrons if squadron.leader == leader), ())


sheet_of: Final = partial(board_sheet.sheet_of, GRID)
"""The board that shows a window, or the whole map."""


def scene(position: Position, display: Display | Look = Display()) -> Scene:
    """Draw the whole board, with what is shown of it; a desk's `Look` will do too."""
    if isinstance(display, Look):
        display = display_of(position, display)
    sheet = sheet_of(position.scenario.sea.hexes, display.radius, display.window, display.size)
    board = sheet.board
    inner = sea_chart.inside(sheet.w, sheet.h)
    ships, drawn, flown = _DRAWN.about(position, sheet, lambda: _fleet(position, sheet))
    # A ship with the names of her sides all around her has no room for her own; the page beside says whose they are.
    named = [ship for ship in ships if display.names and ship.id != display.sides]
    lying = tuple((ship.name, hull_spots(board, ship.kind, ship.bow, ship.heading)) for ship in named)
    ahead = (spot for ship in named for spot in ahead_spots(board, ship.bow, ship.heading))
    costs = tuple((*board.centre(target.place), 0.3 * board.radius) for target in display.legal if target.cost)
    asked = display.at_rest
    around = _DRAWN.about(position, (sheet, asked), lambda: _range(position, board, asked))
    avoid = (*_note_spots(position, board, display), *_tag_spots(board, around), *costs, *flag_spots(flown, board.radius), *ahead)
    called = names(board, lying, (sheet.w - MARGIN, sheet.h - MARGIN), avoid, plain=display.projector)
    layers = (
        board_sheet.base(sheet, position.scenario.sea.hexes, position.scenario.sea.coast, display),
        Layer("range", (*_covers(position, board, display, called.crossed), *around), inner),
        Layer("frame", _frame(position, sheet, display)),
        Layer("marks", target_marks(position, board, display), inner),
        Layer("pressed", highlights.pressed(board, display, _halo(position, board, display)), inner),
        Layer("ships", drawn, inner),
        Layer("names", called.items, inner),
        Layer("hover", highlights.hovered(board, display), inner),
    )
    return Scene(sheet.w, sheet.h, layers, position.scenario.title, scene_words(position))


Fleet = tuple[tuple[Ship, ...], tuple[Item, ...], tuple[Group, ...]]


def _fleet(position: Position, sheet: Sheet) -> Fleet:
    """Return the ships in sight, everything drawn of them, and their flags."""
    ships = tuple(ship for ship in position.afloat if any(is_near(sheet, place) for place in ship.hexes))
    flown = flags(position, sheet.board, ships)
    drawn = tuple(ship_group(position, sheet.board, ship) for ship in ships)
    return ships, (*drawn, *links(position, sheet.board, ships), *flown), flown


_DRAWN: Final = Remembered()


def _frame(position: Position, sheet: Sheet, display: Display) -> tuple[Item, ...]:
    spot = rose_spot(sheet, position.scenario.sea.coast, display.rose)
    if spot is None:
        return ()
    wind = position.wind
    turn = sheet.board.turn(wind.to) if wind.strength else None
    blows = _("wind {strength} from {direction}").format(strength=wind.strength, direction=GRID.name(GRID.opposite(wind.to)))
    words = _("calm") if turn is None else blows
    return (board_sheet.rose(sheet, spot, turn, words, plain=display.projector),)


def _covers(position: Position, board: BoardGrid, display: Display, crossed: frozenset[Hex]) -> tuple[Item, ...]:
    if not display.numbers:
        return ()
    sea = position.scenario.sea
    return board_sheet.covers(board, (frozenset(position.occupied) | crossed) & sea.hexes, sea.coast, plain=display.projector)


# -- what is asked about ---------------------------------------------------------------------------------------------------------------


def _range(position: Position, board: BoardGrid, display: Display) -> tuple[Item, ...]:
    found: list[Item] = []
    if len(display.wake) > 1:
        found.append(highlights.wake(board, display.wake))
    found += [goal_mark(board, place, heading) for place, heading in display.goal]
    # Not among the marks, which change with every press while these stay.
    found += [
        highlights.ready(board, ship.id, ship.name, ship.hexes)
        for name in display.ready
        if (ship := ship_there(position, name)) is not None
    ]
    if display.reach:
        found.append(reach(board, display.reach))
    if (leader := _leader(position, display.command)) is not None:
        found.append(command(position, board, leader))
    if (leader := _leader(position, display.line)) is not None:
        found.append(line_ahead(position, board, leader))
    if (ship := ship_there(position, display.arcs)) is not None:
        found.append(arcs(position, board, ship, flaming=display.flaming))
    if (ship := ship_there(position, display.sides)) is not None:
        found.append(sides(board, ship))
    if (lesson := LESSONS.get(display.lesson)) is not None:
        found += lesson.overlay(position, board, display)
    return tuple(found)


def _note_spots(position: Position, board: BoardGrid, display: Display) -> tuple[tuple[float, float, float], ...]:
    """Return where words stand in hexes already, for names to keep away from."""
    ship = ship_there(position, display.sides or display.arcs)
    if ship is None:
        return ()
    return tuple((*board.centre(place), 0.5 * board.radius) for place in ship.around)


def _tag_spots(board: BoardGrid, items: tuple[Item, ...]) -> tuple[tuple[float, float, float], ...]:
    """Return where the tags of a lesson and the notes on missiles stand, for names to keep away from."""
    at = [item.at for item in items if isinstance(item, Group) and item.role == "note"]
    at += [
        (note.x, note.y)
        for item in items
        if isinstance(item, Group) and item.id == "arcs"
        for note in item.items
        if isinstance(note, Label)
    ]
    return tuple((x + dx * board.radius, y, 0.32 * board.radius) for x, y in at for dx in (-0.5, 0.0, 0.5))


def _leader(position: Position, name: str) -> Leader | None:
    return next((leader for leader in position.leaders if leader.id == name and not leader.lost), None)


def _halo(position: Position, board: BoardGrid, display: Display) -> Group | None:
    ship = ship_there(position, display.selected)
    if ship is None:
        return None
    outline, kind = (counters.GALLEY_HULL, "galley") if ship.kind == "galley" else (counters.SQUARE, "square")
    return highlights.selected(board, ship.name, outline, kind, board.middle(ship.hexes), board.turn(ship.heading))


# -- in words --------------------------------------------------------------------------------------------------------------------------


def scene_words(position: Position) -> str:
    """Return the turn and the wind."""
    return _("Turn {number}. {wind}").format(number=position.turn.number, wind=_wind(position))


def _wind(position: Position) -> str:
    if position.wind.strength == 0:
        return _("Dead calm")
    return _("Wind {strength} from {direction}").format(
        strength=position.wind.strength, direction=GRID.name(GRID.opposite(position.wind.to))
    )
