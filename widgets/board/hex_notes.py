"""Draws washes, hatching, crosses and notes over the hexes of any board, for what lies around a ship."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rulesdemo.board.hexes import Grid, Hex
from rulesdemo.words import _
from widgets.board import sea_chart
from widgets.board.markers import Spot
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import INK, MAG, SHEET, TEAL, WHITE
from widgets.scene.shapes import Disc, Group, Item, Label, Path, Point, Style, poly, segs, text_width

NOTE: Final = 0.27  # the size of a note in a hex, by the radius
LEAST_NOTE: Final = 13.0
ARM: Final = 0.13  # of the radius, for a saltire on a hexside
FAINT: Final = "14"  # 8 %


def hex_list(grid: Grid, hexes: Iterable[Hex]) -> str:
    """Return hex numbers in order."""
    return ", ".join(sorted(grid.label(place) for place in hexes))


def note_size(radius: float) -> float:
    """Return the size of a note at this hex radius."""
    return max(LEAST_NOTE, NOTE * radius)


def note(board: BoardGrid, place: Hex, text: str, ink: str, down: float = 0.0) -> Label:
    """Draw a word or two in a hex."""
    x, y = board.centre(place)
    return note_at(board, (x, y + down * board.radius), text, ink)


def note_at(board: BoardGrid, at: Point, text: str, ink: str) -> Label:
    """Draw a word or two anywhere."""
    size = note_size(board.radius)
    return Label(round(at[0], 1), round(at[1], 1), text, size, "serif", italic=True, ink=ink, halo=f"{WHITE}B3", halo_w=size * 0.25)


def washes(board: BoardGrid, hexes: Iterable[Hex], colour: str) -> list[Item]:
    """Draw a colour over hexes."""
    return [Path(poly(board.corners(place)), Style(colour)) for place in hexes]


def saltire(board: BoardGrid, at: Point) -> tuple[Path, Path]:
    """Draw a small cross where something may not pass."""
    x, y = at
    arm = ARM * board.radius
    cross = tuple(
        (stroke[0], *(round(float(number), 1) for number in stroke[1:]))
        for stroke in segs([((x - arm, y - arm), (x + arm, y + arm)), ((x + arm, y - arm), (x - arm, y + arm))])
    )
    return Path(cross, Style(line=SHEET, width=6.0, cap="round")), Path(cross, Style(line=INK, width=3.0, cap="round"))


def goal_mark(board: BoardGrid, place: Hex, heading: str) -> Group:
    """Show where a set piece wants a bow: a dotted ring with the word in it, and which way she must point."""
    x, y = board.centre(place)
    ring = Disc(round(x, 1), round(y, 1), round(0.66 * board.radius, 1), Style(f"{MAG}12", MAG, 2.0, dash=(0.1, 6.0), cap="round"))
    where = board.grid.label(place)
    words = _("goal") + (f", {heading}" if heading else "")
    label = _("The goal is {hex}").format(hex=where) + (f", {_('heading')} {heading}" if heading else "")
    return Group((ring, note(board, place, words, MAG, 0.42)), id=f"goal {where}", role="mark", label=label)


def reach(board: BoardGrid, hexes: frozenset[Hex]) -> Group:
    """Draw the hexes that a ship can come to: a faint wash inside a dotted line, so that the hexes to press stand out."""
    places = sorted(hexes)
    line = Path(sea_chart.outline(board, places), Style(line=f"{TEAL}B3", width=1.6, dash=(0.1, 5.0), cap="round"))
    label = _("In reach: {hexes}").format(hexes=hex_list(board.grid, places))
    return Group((*washes(board, places, f"{TEAL}{FAINT}"), line), id="reach", role="sector", label=label)


def notes_in(items: Iterable[Item]) -> list[Label]:
    """Return the words that stand in groups."""
    return [label for item in items if isinstance(item, Group) for label in item.items if isinstance(label, Label)]


def note_spots(items: Iterable[Item]) -> tuple[Spot, ...]:
    """Return where those words stand, for names to keep away from: three discs over each."""
    labels = notes_in(items)
    wide = [text_width(label.text, label.size, label.face) for label in labels]
    return tuple((label.x + share * w, label.y, 0.7 * label.size) for label, w in zip(labels, wide, strict=True) for share in _SHARES)


_SHARES: Final = (-0.36, 0.0, 0.36)
