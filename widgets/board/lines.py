"""Draws zones and lines over the hexes of any board, for whatever flies straight: washes, hatching, rings, and words that find room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import cos, hypot, radians, sin
from typing import Final

from rulesdemo.board.hexes import Grid, Hex
from widgets.board import markers, sea_chart
from widgets.board.hex_notes import note_at, note_size
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import INK, MAG
from widgets.scene.shapes import Group, Item, Label, Path, Point, Style, bounds, hatch, poly, text_width

BAND_WASH: Final = ("33", "1F", "0F")  # 20, 12 and 6 %, from the near hexes to the far ones
OPEN: Final = Style(line=MAG, width=2.0, dash=(8.0, 6.0))
CLOSED: Final = Style(line=INK, width=2.0, dash=(2.0, 5.0))
ABOUT_THE_MIDDLE: Final = (0.5, 0.35, 0.65)  # shares of a line
SIDEWAYS: Final = (1.0, -1.0, 1.6, -1.6, 2.4, -2.4)  # from a line, nearest first
CLEAR: Final = 0.6  # radii between words and the middle of a hull
RING: Final = 0.3  # radii, of a ring with a number

Ends = tuple[Point, Point]
"""Where a line begins and ends on the page."""


# -- zones -----------------------------------------------------------------------------------------------------------------------------


def banded(board: BoardGrid, bands: Sequence[Sequence[Hex]], colour: str) -> list[Item]:
    """Draw hexes washed by distance, near to far, inside a dotted line."""
    items: list[Item] = []
    for band, wash in zip(bands, BAND_WASH, strict=False):
        items.append(Path(sea_chart.outline(board, band), Style(f"{colour}{wash}", f"{colour}80", 1.2)))
    every = [place for band in bands for place in band]
    if every:
        items.append(Path(sea_chart.outline(board, every), Style(line=colour, width=2.0, dash=(0.1, 5.0), cap="round")))
    return items


def hatched(board: BoardGrid, places: Sequence[Hex]) -> Group:
    """Draw hexes in diagonals inside a broken line."""
    edge = sea_chart.outline(board, places)
    left, top, right, bottom = bounds([Path(edge, Style())])
    box = (round(left), round(top), round(right), round(bottom))
    lines = Path(hatch(box, round(board.radius * 0.3, 1)), Style(line=f"{INK}33", width=1.0))
    return Group((Group((lines,), clip=edge), Path(edge, Style(line=INK, width=1.6, dash=(6.0, 4.0), join="miter"))))


def beside(grid: Grid, place: Hex) -> tuple[Hex, ...]:
    """Return its neighbours to the left and to the right: one each where hexes stand on their tips, else two."""
    level = grid.top == "pointy"
    return tuple(near for near in grid.neighbours(place) if (near.r == place.r if level else near.q != place.q))


def with_room(board: BoardGrid, places: Iterable[Hex], taken: frozenset[Hex], words: str) -> list[Hex]:
    """Return the hexes where words can stand, which run into those beside them: nothing is taken there, and all of it is in sight."""
    free = [place for place in places if taken.isdisjoint((place, *beside(board.grid, place)))]
    if board.visible is None:
        return free
    # What is shown may be cut off at its edge.
    xs, ys = zip(*(board.centre(place) for place in board.visible), strict=True)
    size = note_size(board.radius)
    edge = text_width(words, size, "serif") / 2 + board.radius
    across, down = (min(xs) + edge, max(xs) - edge), (min(ys) + size, max(ys) - size)
    if board.frame is not None:
        (wide, high), least = board.frame, sea_chart.FRAME + edge - board.radius
        across = max(across[0], least), min(across[1], wide - least)
        down = max(down[0], sea_chart.FRAME + size), min(down[1], high - sea_chart.FRAME - size)
    middles = {place: board.centre(place) for place in free}
    return [place for place, (x, y) in middles.items() if across[0] <= x <= across[1] and down[0] <= y <= down[1]]


def clear_of(board: BoardGrid, places: Iterable[Hex], words: str, notes: Iterable[Label]) -> list[Hex]:
    """Return those of the hexes where words would not run into notes that stand already."""
    size = note_size(board.radius)
    wide = text_width(words, size, "serif") / 2
    taken = [(note.x, note.y, text_width(note.text, note.size, note.face) / 2) for note in notes]
    middles = {place: board.centre(place) for place in places}
    return [
        place
        for place, (x, y) in middles.items()
        if all(abs(y - other_y) >= size or abs(x - other_x) >= wide + other_wide + size / 2 for other_x, other_y, other_wide in taken)
    ]


def off_keel(board: BoardGrid, middle: Point, turn: float, place: Hex) -> Point:
    """Return how far ahead of the middle of a ship on that course and to starboard a hex lies, in pixels."""
    x, y = middle
    dx, dy = board.centre(place)[0] - x, board.centre(place)[1] - y
    turn = radians(turn)
    return dx * cos(turn) + dy * sin(turn), dy * cos(turn) - dx * sin(turn)


def abeam(board: BoardGrid, middle: Point, turn: float, places: Iterable[Hex]) -> list[Hex]:
    """Return for each side of a ship the hex most nearly abeam, in the middle of a band."""
    found = []
    off = {place: off_keel(board, middle, turn, place) for place in places}
    for sign in (-1, 1):
        there = [(abs(ahead), sign * starboard, place) for place, (ahead, starboard) in off.items()]
        there = [each for each in there if each[1] > 0]
        if there:
            between = (min(each[1] for each in there) + max(each[1] for each in there)) / 2
            found.append(min((round(ahead + abs(far - between), 1), place) for ahead, far, place in there)[1])
    return found


# -- lines -----------------------------------------------------------------------------------------------------------------------------


def stroke(ends: Ends, style: Style) -> Path:
    """Draw a straight line."""
    return Path(poly(((round(x, 1), round(y, 1)) for x, y in ends), closed=False), style)


def ring(board: BoardGrid, at: Point, text: str) -> Group:
    """Draw a number in a ring, on whole pixels."""
    return replace(markers.cost(text, board.radius), at=(float(round(at[0])), float(round(at[1]))))


def ring_spots(board: BoardGrid, items: Iterable[Item]) -> list[tuple[float, float, float]]:
    """Return where rings with numbers lie, for names to keep away from."""
    groups = [item for item in items if isinstance(item, Group) and item.role == "line"]
    rings = [ring for group in groups for ring in group.items if isinstance(ring, Group)]
    return [(*ring.at, RING * board.radius) for ring in rings]


def words_beside(
    board: BoardGrid, ends: Ends, words: str, full: Iterable[Point], rings: Iterable[Point] = (), past: Ends | None = None
) -> Label:
    """Draw words beside a line, about its middle: off the rings on it, and where there is water between them and what is full.

    Past whatever stops a line nothing is drawn, so words may stand there.
    """
    (ax, ay), (bx, by) = ends
    wide = text_width(words, note_size(board.radius), "serif") / 2
    dx, dy = (0.45 * board.radius + wide, 0.0) if abs(by - ay) > abs(bx - ax) else (0.0, 0.7 * board.radius)
    along_it = [(ax + (bx - ax) * share, ay + (by - ay) * share) for share in ABOUT_THE_MIDDLE]
    places = [(x + sign * dx, y + sign * dy) for sign in SIDEWAYS for x, y in along_it]
    if past is not None:
        (cx, cy), (ex, ey) = past
        beyond = [(cx + (ex - cx) * share, cy + (ey - cy) * share) for share in ABOUT_THE_MIDDLE]
        places = [*beyond, *places]
    # A ring is smaller than a hull.
    spots = [(*spot, 0.0) for spot in full] + [(*spot, RING * board.radius) for spot in rings]

    def clear(at: Point) -> float:
        """Return how far the words are from whatever is nearest: their middle and both ends."""
        across = (at[0] - 0.8 * wide, at[0], at[0] + 0.8 * wide)
        return round(min(hypot(end - x, at[1] - y) + spare for end in across for x, y, spare in spots), 1)

    near = [each for each in places if clear(each) > CLEAR * board.radius]
    return note_at(board, near[0] if near else max(places, key=clear), words, MAG)
