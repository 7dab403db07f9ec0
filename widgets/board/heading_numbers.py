"""A number for each heading around the bow of a ship: what it is worth to her, hers filled, nothing to gain dashed."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, radians, sin
from typing import Final, NamedTuple

from rulesdemo.board.hexes import Direction, Hex
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import INK, MAG, SHEET
from widgets.scene.shapes import Disc, Group, Item, Label, Style

FAR: Final = 1.24  # of the radius of a hex: where a number stands


class Size(NamedTuple):
    """By the radius of a hex how large the disc of a number is, and how large the number; and the least size of it."""

    disc: float
    number: float
    least: float


class Worth(NamedTuple):
    """What a heading is worth: its name, the number, and the words for listeners."""

    name: str
    number: int
    words: str


def heading_numbers(board: BoardGrid, bow: Hex, own: Direction, worths: Mapping[Direction, Worth], size: Size) -> tuple[Item, ...]:
    """Draw the numbers around a bow that points to `own`."""
    (x, y), r = board.centre(bow), board.radius
    items = []
    for heading, worth in worths.items():
        angle = radians(board.turn(heading))
        at = (round(x + FAR * r * cos(angle), 1), round(y + FAR * r * sin(angle), 1))
        drawing = _number(r, worth.number, size, is_own=heading == own)
        items.append(Group(drawing, at=at, id=f"heading-{worth.name}", role="note", label=worth.words))
    return tuple(items)


def _number(r: float, number: int, size: Size, *, is_own: bool) -> tuple[Item, ...]:
    high = max(size.least, size.number * r)
    style = Style(MAG, MAG, 1.5) if is_own else Style(SHEET, MAG if number else INK, 1.5, dash=() if number else (3.0, 2.5))
    ink = SHEET if is_own else MAG if number else INK
    disc = Disc(0.0, 0.0, round(max(size.disc * r, high * 0.62), 1), style)
    return disc, Label(0.0, 0.0, str(number), round(high, 1), weight=700, ink=ink)
