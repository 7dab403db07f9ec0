"""Draws land under the counters: hexes with terrain by pattern and word, rivers along hexsides, roads between hexes, and cities.

All of it but the cities is drawn once for a map and kept. No game here: the caller says what the kinds of terrain are called.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import Final

from rulesdemo.board.hexes import Hex, Offset
from rulesdemo.words import cache_by_language
from widgets.board import sea_chart
from widgets.board.counters import Side
from widgets.board.sheet import Sheet, is_near
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import COAST, COORD, INK, INK2, LAND, PAPER, SEA, SHEET, WHITE
from widgets.scene.shapes import Draw, Group, Item, Label, Layer, Path, Point, Style, hatch, poly, rect, segs

WATER: Final = "#2F7391"
LINES: Final = "#B9A777"  # hex lines on land
PLAIN_LAND: Final = "#F4F4F4"
RIVER: Final = 0.11  # of the radius, and its casing
ROAD: Final = 0.085
WORD: Final = 0.27  # the size of a terrain's name, by the radius
LEAST_WORD: Final = 13.0
WORD_DOWN: Final = 0.66

Hexside = frozenset[Hex]


@dataclass(frozen=True, eq=False)
class Land:
    """A map: its hexes with their terrain, and the hexsides that rivers run along and roads cross.

    Compared by identity, because drawings of it are kept.
    """

    terrain: Mapping[Hex, str]
    rivers: frozenset[Hexside]
    roads: frozenset[Hexside]

    @property
    def hexes(self) -> frozenset[Hex]:
        """Return every hex of the land."""
        return frozenset(self.terrain)


# -- the ground ------------------------------------------------------------------------------------------------------------------------


@cache_by_language(50)
def ground(sheet: Sheet, land: Land, called: tuple[tuple[str, str], ...], *, plain: bool, numbers: bool) -> Layer:
    """Draw the layer that no move changes; `called` are the terrains with a pattern and the words for them."""
    board, w, h = sheet.board, sheet.w, sheet.h
    seen = sorted(place for place in land.hexes if is_near(sheet, place))
    sea = sorted(place for place in sea_of(board, land) if is_near(sheet, place))
    names = dict(called)
    items: list[Item] = [Path(sea_chart.inside(w, h), Style(WHITE if plain else PAPER))]
    items += [Path(poly(board.corners(place)), Style(WHITE if plain else SEA)) for place in sea]
    items += [Path(poly(board.corners(place)), Style(PLAIN_LAND if plain else LAND)) for place in seen]
    for kind in names:
        items += [_placed(board, place, pattern(kind)) for place in seen if land.terrain[place] == kind]
    items.append(Path(sea_chart.lattice(board, seen), Style(line=COORD if plain else LINES, width=1.0)))
    if sea:
        items += _sea_word(board, sea, names.get("sea", ""))
        items.append(Path(sea_chart.outline(board, sea), Style(line=COAST, width=2.2)))
    items += roads(board, land) + rivers(board, land)
    if numbers:
        items += sea_chart.numbering(board, seen)
    size = max(LEAST_WORD, WORD * board.radius)
    for place in seen:
        if (word := names.get(land.terrain[place], "")) and board.radius >= LEAST_WORD / WORD * 0.6:
            x, y = board.centre(place)
            items.append(
                Label(
                    round(x, 1),
                    round(y + WORD_DOWN * board.radius, 1),
                    word,
                    size,
                    "serif",
                    italic=True,
                    ink=INK2,
                    halo=PLAIN_LAND if plain else LAND,
                    halo_w=size * 0.25,
                )
            )
    return Layer(
        "base", (Path(rect(0, 0, w, h), Style(SHEET)), Group(tuple(items), clip=sea_chart.inside(w, h)), *sea_chart.neatline(w, h))
    )


def _sea_word(board: BoardGrid, sea: list[Hex], word: str) -> list[Item]:
    """Draw the word for the sea, once, in the hex of it that is nearest to its middle."""
    middle = board.middle(sea)
    x, y = min((board.centre(place) for place in sea), key=lambda at: hypot(at[0] - middle[0], at[1] - middle[1]))
    return [Label(round(x, 1), round(y, 1), word, max(15.0, 0.36 * board.radius), "serif", italic=True, ink=COORD)]


@lru_cache(maxsize=50)
def sea_of(board: BoardGrid, land: Land) -> frozenset[Hex]:
    """Return the hexes within the corners of the map that are no land."""
    grid = board.grid
    offsets = [grid.to_offset(place) for place in land.terrain]
    columns, rows = [each.column for each in offsets], [each.row for each in offsets]
    every = (
        grid.from_offset(Offset(column, row)) for column in range(min(columns), max(columns) + 1) for row in range(min(rows), max(rows) + 1)
    )
    return frozenset(every) - land.hexes


def _placed(board: BoardGrid, place: Hex, picture: Group) -> Group:
    x, y = board.centre(place)
    return Group(picture.items, at=(round(x, 1), round(y, 1)), scale=board.radius, key=picture.key)


# -- patterns, in units of the radius ----------------------------------------------------------------------------------------------------

_LINE: Final = Style(line=COAST, width=0.035, cap="round")
_HILLS: Final = ((-0.56, -0.30), (0.02, -0.42), (0.54, -0.26), (-0.68, 0.10), (0.66, 0.14), (-0.42, 0.44), (0.40, 0.46))
_PEAKS: Final = ((-0.44, -0.10, 0.30), (0.12, -0.22, 0.40), (0.56, 0.06, 0.26), (-0.60, 0.24, 0.20), (0.08, 0.26, 0.24))
_TUFTS: Final = ((-0.52, -0.28), (0.10, -0.40), (0.58, -0.14), (-0.66, 0.14), (0.02, 0.10), (-0.30, 0.42), (0.46, 0.36))


@lru_cache(maxsize=10)
def pattern(kind: str) -> Group:
    """Show what a terrain looks like: low humps, peaks with a shaded side, or tufts over water; level ground is bare."""
    items: tuple[Item, ...] = ()
    if kind == "rough":
        humps: Draw = tuple(stroke for x, y in _HILLS for stroke in (("M", x - 0.13, y), ("Q", x, y - 0.17, x + 0.13, y)))
        items = (Path(humps, _LINE),)
    elif kind == "mountain":
        for x, y, size in _PEAKS:
            top, left, right = (x, y - size), (x - 0.75 * size, y + 0.1), (x + 0.75 * size, y + 0.1)
            items += (
                Path(poly([top, left, right]), Style("#E3D3A4", COAST, 0.035)),
                Path(poly([top, (x + 0.12 * size, y + 0.1), right]), Style(COAST)),
            )
    elif kind == "marsh":
        blades = segs([((x + dx, y), (x + 2.0 * dx, y - 0.13)) for x, y in _TUFTS for dx in (-0.06, 0.0, 0.06)])
        water = segs([((x - 0.16, y + 0.05), (x + 0.16, y + 0.05)) for x, y in _TUFTS])
        items = (Path(water, Style(line=WATER, width=0.035, cap="round")), Path(blades, _LINE))
    return Group(items, key=f"terrain:{kind}")


# -- rivers and roads --------------------------------------------------------------------------------------------------------------------


def hexside(board: BoardGrid, side: Hexside) -> tuple[Point, Point]:
    """Return the two corners that neighbours share."""
    one, other = sorted(side)
    theirs = {(round(x), round(y)) for x, y in board.corners(other)}
    near = [
        corner
        for corner in board.corners(one)
        if any(abs(corner[0] - x) <= 1.5 and abs(corner[1] - y) <= 1.5 for x, y in theirs)  # noqa: PLR2004 - pixels, after rounding
    ]
    return near[0], near[1]


def rivers(board: BoardGrid, land: Land) -> list[Item]:
    """Draw water along hexsides, in a slight wave, under a pale casing."""
    strokes: list[tuple[str | float, ...]] = []
    for side in sorted(land.rivers, key=sorted):
        (ax, ay), (bx, by) = hexside(board, side)
        bend = 0.09
        mx, my = (ax + bx) / 2, (ay + by) / 2
        for sign, start, end in ((1, (ax, ay), (mx, my)), (-1, (mx, my), (bx, by))):
            cx = (start[0] + end[0]) / 2 + sign * bend * (by - ay)
            cy = (start[1] + end[1]) / 2 - sign * bend * (bx - ax)
            strokes += [("M", *_round(start)), ("Q", *_round((cx, cy)), *_round(end))]
    if not strokes:
        return []
    wide = RIVER * board.radius
    return [
        Path(tuple(strokes), Style(line=SHEET, width=round(1.9 * wide, 1), cap="round")),
        Path(tuple(strokes), Style(line=WATER, width=round(wide, 1), cap="round")),
    ]


def roads(board: BoardGrid, land: Land) -> list[Item]:
    """Draw brown lines on a white casing from middle to middle."""
    if not land.roads:
        return []
    line = segs([tuple(_round(board.centre(place)) for place in sorted(side)) for side in sorted(land.roads, key=sorted)])
    wide = ROAD * board.radius
    return [
        Path(line, Style(line=SHEET, width=round(2.4 * wide, 1), cap="round")),
        Path(line, Style(line=COAST, width=round(wide, 1), cap="round")),
    ]


def _round(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


# -- cities ------------------------------------------------------------------------------------------------------------------------------

CITY_BOX: Final = (-0.36, -0.30, 0.36, 0.30)
_WALLS: Final = poly(
    [
        *((-0.36, 0.28), (-0.36, -0.28), (-0.20, -0.28), (-0.20, -0.14), (-0.08, -0.14), (-0.08, -0.28), (0.08, -0.28)),
        *((0.08, -0.14), (0.20, -0.14), (0.20, -0.28), (0.36, -0.28), (0.36, 0.28)),
    ]
)


@lru_cache(maxsize=50)
def city(side: Side, number: str) -> Group:
    """Draw a walled city in its owner's colours with its number on it: three towers and a wall."""
    fill: tuple[Item, ...] = (Path(_WALLS, Style(side.fill)),)
    if side.striped:
        fill += (Group((Path(hatch((-0.4, -0.32, 0.4, 0.32), 0.12, mirrored=True), Style(line="#FFFFFF99", width=0.045)),), clip=_WALLS),)
    plate = Path(rect(-0.19, -0.09, 0.38, 0.34, 0.06), Style(SHEET, INK, 0.025))
    items = (*fill, Path(_WALLS, Style(line=INK, width=0.05)), plate, Label(0.0, 0.08, number, 0.30, weight=700))
    return Group(items, key=f"city:{side.name}:{number}", box=CITY_BOX)
