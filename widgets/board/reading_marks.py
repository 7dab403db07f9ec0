"""Marks the hexes on any board that a reader's own reading of the rules changes, each with its words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rulesdemo.board.hexes import Hex
from widgets.board.hex_notes import hex_list
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import MAG, SHEET
from widgets.scene.shapes import Group, Path, Style, hexpts, poly

SHARE: Final = 0.36  # of the radius: inside every other mark, and below the number of the hex
CASING: Final = Style(f"{SHEET}B3", f"{SHEET}CC", 4.0)
LINE: Final = Style(line=MAG, width=2.0, dash=(5.0, 3.5))


def changed(board: BoardGrid, places: Iterable[Hex], words: str, name: str) -> Group:
    """Draw a small broken hex inside each hex that another reading changes; the words say what it changes, the hexes follow them."""
    hexes = sorted(places)
    inside = [poly(hexpts(*board.centre(place), SHARE * board.radius, board.grid.top)) for place in hexes]
    items = tuple(Path(each, style) for style in (CASING, LINE) for each in inside)
    return Group(items, id=f"changed {name}", role="sector", label=f"{words}: {hex_list(board.grid, hexes)}")
