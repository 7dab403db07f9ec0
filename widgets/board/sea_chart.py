"""Draws the chart under counters: water, shoals, land, its coast, hex lines and numbers, the names of waters, the frame, the wind rose.

All of it is drawn once for a board and kept. Coasts are drawn along the hexes that a map calls coast, smoothed as a hand would.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, floor, hypot, radians, sin
from typing import Final

from rulesdemo.board.hexes import CLOCKWISE, HEXSIDES, Hex
from widgets.scene.geometry import SMALL_HEX, BoardGrid
from widgets.scene.palette import COAST, COORD, GRID, INK, INK2, LAND, MAG, SEA, SHEET, SHOAL, WHITE
from widgets.scene.shapes import Box, Disc, Draw, Group, Item, Label, Layer, Path, Point, Style, poly, rect, segs

FRAME: Final = 8.0  # the band of the neatline, lines counted in
BAR: Final = 40.0  # a bar of it, about
BAR_WIDE: Final = 3.2
FRAME_LINE: Final = 1.2
GRID_LINE: Final = 1.0
COAST_LINE: Final = 1.6
NUMBER: Final = 0.25  # the size of a hex number, by the radius
LEAST_NUMBER: Final = 10.0
NUMBERED: Final = 15.0  # the least radius of hexes that have numbers; in smaller ones they would run into each other
# A board that must be read from the last row is white, and its lines are darker.
PLAIN_GRID: Final = "#5C7A88"

GHOST_RINGS: Final = 3  # hexes by which land goes on beyond the edge of the map
BACK: Final = 0.10  # the coast stands back from the hexside, so that water hexes are all water
WOBBLE: Final = 0.11
SHOAL_FROM: Final = 0.62
SHOAL_WOBBLE: Final = 0.30


@dataclass(frozen=True, slots=True)
class Water:
    """The name of a water, written along an arch: its middle, the size of its type, the slope of the writing and its bend, in degrees."""

    text: str
    x: float
    y: float
    size: float
    slope: float = -14.0
    bend: float = 14.0


def inside(w: float, h: float) -> Draw:
    """Draw the part of a board within its frame."""
    return rect(FRAME, FRAME, w - 2 * FRAME, h - 2 * FRAME)


def chart(
    board: BoardGrid,
    size: Point,
    hexes: frozenset[Hex],
    land: frozenset[Hex],
    *,
    unnumbered: frozenset[Hex] = frozenset(),
    numbers: bool = True,
    plain: bool = False,
    waters: tuple[Water, ...] = (),
) -> Layer:
    """Draw the layer under everything: `hexes` is the whole map, of which the board shows what fits; plain is white and has no coast."""
    w, h = size
    seen = frozenset(place for place in hexes if _within(board, place, size))
    ground: list[Item] = [Path(inside(w, h), Style(WHITE if plain else SEA))]
    if land and not plain:
        ground += shore(board, hexes, land)
    elif land:
        ground += [Path(poly(board.corners(place)), Style("#EFEFEF")) for place in sorted(land & seen)]
    ground.append(Path(lattice(board, seen), Style(line=PLAIN_GRID if plain else GRID, width=GRID_LINE)))
    if numbers and board.radius >= NUMBERED:
        ground += numbering(board, seen - unnumbered)
    for water in waters:
        ground += arched(water)
    return Layer("base", (Path(rect(0, 0, w, h), Style(SHEET)), Group(tuple(ground), clip=inside(w, h)), *neatline(w, h)))


def _within(board: BoardGrid, place: Hex, size: Point) -> bool:
    (x, y), r = board.centre(place), board.radius
    return -r < x < size[0] + r and -r < y < size[1] + r


# -- hexes -----------------------------------------------------------------------------------------------------------------------------


_FIRST: Final = {"flat": 4, "pointy": 3}  # the corner at which the first hexside of CLOCKWISE begins


def _edge(board: BoardGrid, place: Hex, side: int) -> tuple[Point, Point]:
    """Return the two corners of a hexside, clockwise; sides are counted as CLOCKWISE counts the neighbours."""
    corners = board.corners(place)
    first = _FIRST[board.grid.top] + side
    return corners[first % HEXSIDES], corners[(first + 1) % HEXSIDES]


def lattice(board: BoardGrid, hexes: Iterable[Hex]) -> Draw:
    """Draw every hexside once."""
    places = frozenset(hexes)
    first = _FIRST[board.grid.top]
    lines: list[list[Point]] = []
    for place in sorted(places):
        # Three hexsides of each hex in one stroke; the other three are drawn by the neighbours, where there are any.
        corners = [_rounded(corner) for corner in board.corners(place)]
        lines.append([corners[(first + side) % HEXSIDES] for side in (5, 6, 7, 8)])
        bare = [side for side in (2, 3, 4) if place + CLOCKWISE[side] not in places]
        lines += [[corners[(first + side) % HEXSIDES], corners[(first + side + 1) % HEXSIDES]] for side in bare]
    return segs(lines)


def outline(board: BoardGrid, hexes: Iterable[Hex]) -> Draw:
    """Draw the edge of an area: the hexsides between what belongs to it and what does not."""
    places = frozenset(hexes)
    edges = [(place, side) for place in sorted(places) for side in range(HEXSIDES) if place + CLOCKWISE[side] not in places]
    return tuple(stroke for loop in _loops([_edge(board, *edge) for edge in edges]) for stroke in poly(map(_rounded, loop)))


def _rounded(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def numbering(board: BoardGrid, hexes: Iterable[Hex]) -> list[Item]:
    """Draw the printed number of each hex."""
    size = number_size(board.radius)
    found: list[Item] = []
    for place in sorted(hexes):
        x, y = _rounded(board.label_place(place))
        found.append(Label(x, y, board.grid.label(place), size, ink=COORD))
    return found


def covers(board: BoardGrid, hexes: Iterable[Hex], *, plain: bool = False) -> tuple[Item, ...]:
    """Draw water over the numbers of hexes where counters or names stand, so that the chart need not be drawn again when they move."""
    size = number_size(board.radius)
    style = Style(WHITE if plain else SEA)
    found = []
    for place in sorted(hexes):
        left, top, right, bottom = number_box(board, place, size)
        found.append(Path(poly([(left, top), (right, top), (right, bottom), (left, bottom)]), style))
    return tuple(found)


def number_size(radius: float) -> float:
    """Return the size of hex numbers at this radius."""
    return max(LEAST_NUMBER, round(NUMBER * radius, 1))


_OVER: Final = {"flat": 0.36, "pointy": 0.52}  # a flat top has its hexside close above the number, but not in a small hex


def number_box(board: BoardGrid, place: Hex, size: float) -> Box:
    """Return what a hex number covers."""
    x, y = board.label_place(place)
    over = _OVER["pointy" if board.radius < SMALL_HEX else board.grid.top] * size
    return round(x - 1.35 * size, 1), round(y - over, 1), round(x + 1.35 * size, 1), round(y + 0.48 * size, 1)


# -- land ------------------------------------------------------------------------------------------------------------------------------


def shore(board: BoardGrid, hexes: frozenset[Hex], land: frozenset[Hex]) -> list[Item]:
    """Draw shoal, land and coast line."""
    loops = [_middles(loop) for loop in _loops(_land_edges(board, _beyond(hexes, land)))]
    r = board.radius
    coasts = [_smooth(_pushed(_smooth(loop, 1), board, -BACK * r, WOBBLE * r, 1.9), 1) for loop in loops]
    shoals = [_smooth(_pushed(_smooth(loop, 3), board, SHOAL_FROM * r, SHOAL_WOBBLE * r, 0.45), 3) for loop in loops]
    coast = tuple(stroke for loop in coasts for stroke in _curve(loop))
    shoal = tuple(stroke for loop in shoals for stroke in _curve(loop))
    return [
        Path(shoal, Style(SHOAL)),
        Path(coast, Style(line=SHOAL, width=round(0.9 * r, 1))),
        Path(coast, Style(LAND, COAST, COAST_LINE)),
    ]


def _beyond(hexes: frozenset[Hex], land: frozenset[Hex]) -> frozenset[Hex]:
    """Return the land with its likely continuation off the map, so that no coast line is drawn along the map's edge."""
    known, grown = set(hexes), set(land)
    for _ in range(GHOST_RINGS):
        ring = {place + step for place in known for step in CLOCKWISE} - known
        dry = {place for place in ring if _is_mostly_dry(place, known, grown)}
        known |= ring
        grown |= dry
    return frozenset(grown)


def _is_mostly_dry(place: Hex, known: set[Hex], land: set[Hex]) -> bool:
    around = [place + step in land for step in CLOCKWISE if place + step in known]
    return 2 * sum(around) >= len(around)


def _land_edges(board: BoardGrid, land: frozenset[Hex]) -> list[tuple[Point, Point]]:
    return [_edge(board, place, side) for place in sorted(land) for side in range(HEXSIDES) if place + CLOCKWISE[side] not in land]


def _loops(edges: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
    """Return edges that follow one another, as closed lines; three hexes meet at a corner, so that there is never a choice of ways."""
    following = {_corner(start): (start, end) for start, end in edges}
    loops = []
    while following:
        first = next(iter(following))
        loop: list[Point] = []
        here = first
        while here in following:
            start, end = following.pop(here)
            loop.append(start)
            here = _corner(end)
        loops.append(loop)
    return loops


def _corner(point: Point) -> tuple[int, int]:
    return round(point[0] * 4), round(point[1] * 4)


def _middles(loop: list[Point]) -> list[Point]:
    return [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(loop, (*loop[1:], loop[0]), strict=True)]


def _smooth(loop: list[Point], times: int) -> list[Point]:
    for _ in range(times):
        around = zip((loop[-1], *loop[:-1]), loop, (*loop[1:], loop[0]), strict=True)
        loop = [((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4) for a, b, c in around]
    return loop


def _pushed(loop: list[Point], board: BoardGrid, out: float, wobble: float, pace: float) -> list[Point]:
    """Return each point moved outward, more here and less there; the same place on the map always by as much."""
    moved = []
    for before, here, after in zip((loop[-1], *loop[:-1]), loop, (*loop[1:], loop[0]), strict=True):
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = hypot(dx, dy) or 1.0
        x, y = (here[0] - board.origin[0]) / board.radius, (here[1] - board.origin[1]) / board.radius
        far = out + wobble * (sin(pace * x * 1.7 + y * pace * 0.9 + 1.0) + sin(pace * y * 2.3 - x * pace * 0.6)) / 1.6
        moved.append((here[0] + dy / length * far, here[1] - dx / length * far))
    return moved


def _curve(loop: list[Point]) -> Draw:
    """Draw a closed line without corners: each point bends it, and it runs through the middles between them."""
    middles = _middles(loop)
    bends = zip((*loop[1:], loop[0]), (*middles[1:], middles[0]), strict=True)
    strokes = (("Q", *_rounded(bend), *_rounded(end)) for bend, end in bends)
    return (("M", *_rounded(middles[0])), *strokes, ("Z",))


# -- words on the water ------------------------------------------------------------------------------------------------------------------

_NARROW, _WIDE, _SPACE = 0.30, 0.76, 0.30
_SPACING: Final = 0.11


def _advance(letter: str) -> float:
    """Return a guess at a letter's width; one letter a time is placed, since a canvas cannot write along a curve."""
    if letter == " ":
        return _SPACE
    if letter in "ijltfr.,'":
        return _NARROW + _SPACING
    if letter in "mwMW":
        return _WIDE + _SPACING
    return (0.66 if letter.isupper() else 0.47) + _SPACING


def water_width(water: Water) -> float:
    """Return about how wide the name of a water is."""
    return sum(_advance(letter) for letter in water.text) * water.size


def arched(water: Water) -> list[Item]:
    """Draw the name of a water in spaced italic letters on an arch."""
    widths = [_advance(letter) * water.size for letter in water.text]
    total = sum(widths)
    radius = total / radians(water.bend) if water.bend else 0.0
    found: list[Item] = []
    done = 0.0
    c, s = cos(radians(water.slope)), sin(radians(water.slope))
    for letter, wide in zip(water.text, widths, strict=True):
        off = done + wide / 2 - total / 2
        done += wide
        angle = off / radius if radius else 0.0
        dx, dy = (radius * sin(angle), radius * (1 - cos(angle))) if radius else (off, 0.0)
        if letter != " ":
            x, y = water.x + dx * c - dy * s, water.y + dx * s + dy * c
            turn = water.slope + angle * 180 / 3.14159265
            found.append(Label(round(x, 1), round(y, 1), letter, water.size, "serif", italic=True, ink=COORD, turn=round(turn, 1)))
    return found


# -- the frame -------------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=50)
def neatline(w: float, h: float) -> tuple[Item, ...]:
    """Draw two thin lines, and between them bars of ink and paper."""
    half = FRAME_LINE / 2
    band = FRAME / 2
    bars = [((FRAME + a, y), (FRAME + b, y)) for a, b in _bars(w - 2 * FRAME) for y in (band, h - band)]
    bars += [((x, FRAME + a), (x, FRAME + b)) for a, b in _bars(h - 2 * FRAME) for x in (band, w - band)]
    line = Style(line=INK, width=FRAME_LINE, join="miter")
    return (
        Path(rect(half, half, w - FRAME_LINE, h - FRAME_LINE, 2.0), line),
        Path(inside(w, h), line),
        Path(segs(bars), Style(line=INK, width=BAR_WIDE)),
    )


def _bars(length: float) -> list[tuple[float, float]]:
    # An odd number, so that both ends look alike.
    count = max(1, 2 * floor(length / BAR / 2) + 1)
    step = length / count
    return [(round(place * step, 1), round((place + 1) * step, 1)) for place in range(0, count, 2)]


# -- the wind rose ---------------------------------------------------------------------------------------------------------------------

ROSE_REACH: Final = 1.85  # from its middle to the far end of the arrow, by its radius
_TICKS: Final = 5


@lru_cache(maxsize=100)
def rose(first: float, wind: float | None, letters: tuple[str, ...] = ()) -> Group:
    """Draw a wind rose of radius 1: points on the six directions from `first` on, in degrees, and an arrow that flies with any wind."""
    items: list[Item] = [Disc(0, 0, 1.13, Style(SHEET))]
    items += [Disc(0, 0, r, Style(line=MAG, width=0.026)) for r in (0.98, 0.87)]
    ticks = [_ray(angle, 0.87, 0.98) for angle in range(0, 360, _TICKS)]
    items.append(Path(segs(ticks), Style(line=MAG, width=0.016)))
    items.append(Path(segs([_ray(first + 60 * point, 0.80, 0.98) for point in range(HEXSIDES)]), Style(line=MAG, width=0.035)))
    tip = 0.50 if letters else 0.80
    for point in range(HEXSIDES):
        angle = first + 60 * point
        end, left, right = _far(angle, tip), _far(angle - 30, 0.17), _far(angle + 30, 0.17)
        items.append(Path(poly([(0.0, 0.0), left, end]), Style(SHEET, MAG, 0.022)))
        items.append(Path(poly([(0.0, 0.0), right, end]), Style(MAG, MAG, 0.022)))
    for point, letter in enumerate(letters):
        x, y = _far(first + 60 * point, 0.64)
        items += [Disc(x, y, 0.155, Style(SHEET, MAG, 0.026)), Label(x, y, letter, 0.22, weight=700, ink=MAG)]
    if wind is not None:
        items.append(Group(_arrow(), turn=wind))
    return Group(tuple(items), key=f"rose:{first:g}:{wind}:{''.join(letters)}")


def _arrow() -> tuple[Item, ...]:
    """Draw the wind's arrow outside the ring on the weather side, its head toward the middle."""
    feathers = [((x, 0.0), (x - 0.13, sign * 0.15)) for x in (-1.42, -1.54, -1.66) for sign in (-1, 1)]
    return (
        Path(segs([((-1.70, 0.0), (-1.30, 0.0)), *feathers]), Style(line=INK, width=0.075, cap="round")),
        Path(poly([(-1.12, 0.0), (-1.36, -0.14), (-1.36, 0.14)]), Style(INK, INK, 0.03)),
    )


def _far(angle: float, far: float) -> Point:
    return far * cos(radians(angle)), far * sin(radians(angle))


def _ray(angle: float, start: float, end: float) -> tuple[Point, Point]:
    return _far(angle, start), _far(angle, end)


def caption(x: float, y: float, text: str, size: float) -> Label:
    """Draw a note on the board, in italic with a halo of water."""
    return Label(x, y, text, size, "serif", italic=True, ink=INK2, halo=SEA, halo_w=size * 0.3)
