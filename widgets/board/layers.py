"""Stacks the layers of a board of ships, whatever the game: the chart, what lies around ships, the rose, marks, ships and their names."""

from __future__ import annotations

from typing import Final, NamedTuple

from rulesdemo.board.hexes import Hex
from widgets.board import highlights, sea_chart
from widgets.board import sheet as board_sheet
from widgets.board.hex_notes import note_spots, notes_in
from widgets.board.lines import ring_spots
from widgets.board.sheet import MARGIN, Display, Sheet, Spot
from widgets.board.ship_labels import Hull, crossed, names
from widgets.scene.shapes import Group, Item, Layer, Scene

ROOMY: Final = 22.0  # the least radius of a lit hex that has room for its number above the ring of its cost


class Sea(NamedTuple):
    """The hexes of a map, and those of them that are land."""

    hexes: frozenset[Hex]
    land: frozenset[Hex]


class Drawn(NamedTuple):
    """What a game has drawn: ships, the names to write and the hulls they belong to, and all that lies around and under them."""

    ships: tuple[Item, ...]
    named: tuple[tuple[str, Hull], ...]
    around: tuple[Item, ...]
    marks: tuple[Item, ...]
    pressed: tuple[Item, ...]
    rose: Group | None
    hidden: frozenset[Hex]  # hexes whose numbers something lies on
    avoid: tuple[Spot, ...] = ()  # what names keep away from besides hulls, notes, rings and costs


def composed(sheet: Sheet, sea: Sea, display: Display, drawn: Drawn, words: tuple[str, str]) -> Scene:
    """Draw the whole board; `words` are its title and its description."""
    board, inner = sheet.board, sea_chart.inside(sheet.w, sheet.h)
    costs = ((*board.centre(target.place), 0.3 * board.radius) for target in display.legal if target.cost)
    avoid = (*note_spots(drawn.around), *ring_spots(board, drawn.around), *costs, *drawn.avoid)
    called = names(board, drawn.named, (sheet.w - MARGIN, sheet.h - MARGIN), avoid, plain=display.projector, margin=MARGIN)
    noted = frozenset(place for note in notes_in(drawn.around) for place in crossed(board, (note.x, note.y), note.text, note.size))
    # In a very small hex the ring of a lit one leaves no room for its number; the pointer still tells it.
    lit = frozenset(target.place for target in display.legal) if board.radius < ROOMY else frozenset()
    hidden = (drawn.hidden | called.crossed | noted | lit) & sea.hexes
    has_numbers = display.numbers and board.radius >= sea_chart.NUMBERED
    covers = board_sheet.covers(board, hidden, sea.land, plain=display.projector) if has_numbers else ()
    layers = (
        board_sheet.base(sheet, sea.hexes, sea.land, display),
        Layer("range", (*covers, *drawn.around), inner),
        Layer("frame", () if drawn.rose is None else (drawn.rose,)),
        Layer("marks", drawn.marks, inner),
        Layer("pressed", drawn.pressed, inner),
        Layer("ships", drawn.ships, inner),
        Layer("names", called.items, inner),
        Layer("hover", highlights.hovered(board, display), inner),
    )
    return Scene(sheet.w, sheet.h, layers, *words)
