"""A board of hexes on a page, whatever the game: its size, the part of the map that it shows, and the chart, the rose and the numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, hypot, radians, sin
from typing import Any, Final, NamedTuple, Self

from rulesdemo.board.hexes import Grid, Hex, Offset
from widgets.board import sea_chart
from widgets.play.game_guide import Look
from widgets.play.lesson import Corner
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import WHITE
from widgets.scene.shapes import Group, Item, Layer, Point, placed

CHAPTER, SANDBOX, PROJECTOR, PHONE = 47.0, 30.0, 70.0, 44.0
"""Hex radii by the kind of page."""

MARGIN: Final = sea_chart.FRAME + 4
ROSE: Final = (34.0, 52.0)  # the least and the largest radius of the wind rose
NOTE_DOWN: Final = 1.34  # of that radius, to the note under it
LEAST: Final = (34.0, 28.0)  # the radius under which words in a hex are hard to read; a finger on a phone needs less

Window = tuple[str, str]
"""The numbers of two opposite corner hexes."""

Spot = tuple[float, float, float]
"""A disc: x, y, radius."""


class Target(NamedTuple):
    """A hex that an order may name, the order in words, and what the move has cost when it gets there."""

    place: Hex
    label: str = ""
    cost: str = ""


class Step(NamedTuple):
    """A hex of the path so far, and its running cost."""

    place: Hex
    cost: str = ""


@dataclass(frozen=True, slots=True)
class Display:
    """What is shown of a position, and how large: nothing in it changes the position. Games add what they alone can show."""

    radius: float = CHAPTER
    window: Window | None = None  # None for the whole map
    size: tuple[float, float] | None = None  # pixels; the window is in the middle of it
    selected: str = ""  # ship
    target: str = ""  # ship
    focus: Hex | None = None
    hover: Hex | None = None
    legal: tuple[Target, ...] = ()
    refused: Hex | None = None
    goal: tuple[tuple[Hex, str], ...] = ()  # hexes that a set piece wants a ship in, and the heading there
    path: tuple[Step, ...] = ()
    plan: tuple[Step, ...] = ()  # the way that is shown before it is taken
    fatal: tuple[tuple[Hex, str], ...] = ()  # hexes that would end the ship in hand, and how
    wake: tuple[Hex, ...] = ()  # where a ship has just come from, for readers who want no motion
    reach: frozenset[Hex] = frozenset()  # hexes that a ship can come to
    projector: bool = False
    names: bool = True
    numbers: bool = True
    water: str = ""  # the name of these waters
    water_at: Hex | None = None  # where it is written; None for a quarter of the board without land
    rose: Corner = ""
    lesson: str = ""  # the chapter whose own marks are drawn
    ready: tuple[str, ...] = ()  # ships that may act now

    @property
    def at_rest(self) -> Self:
        """Return the same without what a press or the pointer only points at, which lies in layers of its own."""
        return replace(self, refused=None, focus=None, hover=None)


class Sheet(NamedTuple):
    """A board and its size; the same for every position of a game that is shown alike."""

    board: BoardGrid
    w: float
    h: float


@lru_cache(maxsize=50)
def sheet_of(grid: Grid, hexes: frozenset[Hex], radius: float, window: Window | None, size: tuple[float, float] | None) -> Sheet:
    """Return the board that shows a window, or the whole map."""
    wanted = hexes
    if window is not None:
        a, b = (grid.to_offset(grid.parse(label)) for label in window)
        columns, rows = sorted((a.column, b.column)), sorted((a.row, b.row))
        wanted = frozenset(
            grid.from_offset(Offset(column, row)) for column in range(columns[0], columns[1] + 1) for row in range(rows[0], rows[1] + 1)
        )
    board, (w, h) = BoardGrid.fitted(grid, radius, wanted, MARGIN)
    if size is not None:
        dx, dy = round((size[0] - w) / 2), round((size[1] - h) / 2)
        board, (w, h) = replace(board, origin=(board.origin[0] + dx, board.origin[1] + dy)), size
    return Sheet(replace(board, visible=hexes, frame=(w, h)), w, h)


def framed(grid: Grid, hexes: frozenset[Hex], look: Look, window: Window | None) -> tuple[float, tuple[float, float] | None]:
    """Return the radius at which the window fits into the frame, and the size of the picture in it; a frame too low for that grows."""
    if look.size is None:
        return float(look.radius), None
    unit = sheet_of(grid, hexes, 100.0, window, None)
    across, down = (unit.w - 2 * MARGIN) / 100, (unit.h - 2 * MARGIN) / 100
    wide, high = look.size
    fit = min(look.radius, (wide - 2 * MARGIN) / across, max(LEAST[look.is_narrow], (high - 2 * MARGIN) / down))
    high = max(high, fit * down + 2 * MARGIN)
    larger = max(1.0, look.zoom)
    return round(fit * look.zoom, 1), (float(round(wide * larger)), float(round(high * larger)))


def looked(grid: Grid, hexes: frozenset[Hex], look: Look, window: Window | None, rose: Corner) -> dict[str, Any]:
    """Return what a desk looks at, as the fields that every game's `Display` has."""
    radius, size = framed(grid, hexes, look, window)
    return {
        "radius": radius,
        "window": window,
        "size": size,
        "reach": look.tint,
        "selected": look.selected,
        "focus": look.focus,
        "legal": tuple(Target(place, words, str(look.costs.get(place, ""))) for place, words in look.legal.items()),
        "refused": look.refused,
        "path": tuple(Step(place, str(cost) if cost else "") for place, cost in look.path),
        "plan": tuple(Step(place, str(cost) if cost else "") for place, cost in look.plan),
        "fatal": tuple(look.fatal.items()),
        "projector": look.projector,
        "lesson": look.lesson,
        "rose": rose,
        "ready": look.ready,
    }


def goal_hexes(grid: Grid, goal: Mapping[str, Any]) -> tuple[tuple[Hex, str], ...]:
    """Return the hexes that a goal wants a bow in, and the heading there."""
    if goal.get("kind") != "reach":
        return ()
    heading = goal.get("heading")
    return tuple((place, "" if heading is None else grid.name(heading)) for place in goal.get("hexes", ()))


def window_around(grid: Grid, hexes: Iterable[Hex], wanted: Iterable[Hex]) -> Window:
    """Return the corner hexes of a window around some places, for a narrow page: a hex more on every side, as far as the map goes."""
    offsets, every = [grid.to_offset(place) for place in wanted], [grid.to_offset(place) for place in hexes]
    columns, rows = [each.column for each in offsets], [each.row for each in offsets]
    left, right = max(min(columns) - 1, min(each.column for each in every)), min(max(columns) + 1, max(each.column for each in every))
    top, bottom = max(min(rows) - 1, min(each.row for each in every)), min(max(rows) + 1, max(each.row for each in every))
    return f"{left:02}{top:02}", f"{right:02}{bottom:02}"


def is_near(sheet: Sheet, place: Hex) -> bool:
    """Return whether any of a hex can be seen."""
    (x, y), r = sheet.board.centre(place), sheet.board.radius
    return -r < x < sheet.w + r and -r < y < sheet.h + r


# -- the chart -------------------------------------------------------------------------------------------------------------------------


def base(sheet: Sheet, hexes: frozenset[Hex], land: frozenset[Hex], display: Display) -> Layer:
    """Draw the layer that no move changes."""
    spot = rose_spot(sheet, land, display.rose)
    return _chart(sheet, hexes, land, display.numbers, display.projector, _water(sheet, land, display, spot), spot)


@lru_cache(maxsize=50)
def _chart(
    sheet: Sheet, hexes: frozenset[Hex], land: frozenset[Hex], numbers: bool, plain: bool, named: sea_chart.Water | None, rose: Spot | None
) -> Layer:
    spots: list[Spot] = []
    if named is not None:
        wide, slope = sea_chart.water_width(named), radians(named.slope)
        spots = [(named.x + share * wide * cos(slope), named.y + share * wide * sin(slope), named.size) for share in _SHARES]
    spots += [rose] if rose else []
    hidden = frozenset(place for place in hexes if is_near(sheet, place) and any(_meets(sheet.board, place, spot) for spot in spots))
    size = (sheet.w, sheet.h)
    return sea_chart.chart(
        sheet.board, size, hexes, land, unnumbered=hidden, numbers=numbers, plain=plain, waters=(named,) if named else ()
    )


_SHARES: Final = (-0.5, -0.25, 0.0, 0.25, 0.5)


def _meets(board: BoardGrid, place: Hex, spot: Spot) -> bool:
    x, y = board.label_place(place)
    return hypot(x - spot[0], y - spot[1]) < spot[2] + sea_chart.number_size(board.radius)


def _water(sheet: Sheet, land: frozenset[Hex], display: Display, rose: Spot | None) -> sea_chart.Water | None:
    """Return the name of the waters at its given place, or in the quarter farthest from land and rose; fights are in the middle."""
    if not display.water or display.projector:
        return None
    size = round(max(15.0, sheet.board.radius * 0.42), 1)
    named = sea_chart.Water(display.water, 0.0, 0.0, size)
    if display.water_at is not None:
        x, y = sheet.board.centre(display.water_at)
        return replace(named, x=float(round(x)), y=float(round(y)))
    x, y = _quarter(sheet, land, rose, sea_chart.water_width(named) / 2 + 2 * MARGIN)
    return replace(named, x=x, y=y)


@lru_cache(maxsize=50)
def _quarter(sheet: Sheet, land: frozenset[Hex], rose: Spot | None, reach: float) -> tuple[float, float]:
    dry = [sheet.board.centre(place) for place in land] + ([rose[:2]] if rose else [])
    side = max(reach, 0.2 * sheet.w)
    quarters = [(float(round(x)), float(round(y))) for y in (0.24 * sheet.h, 0.80 * sheet.h) for x in (sheet.w - side, side)]
    room = [min((hypot((x - ax) * 0.6, y - ay) for ax, ay in dry), default=0.0) for x, y in quarters]
    return quarters[max(range(len(quarters)), key=lambda place: (round(min(room[place], 2.5 * sheet.board.radius)), -place))]


# -- the rose --------------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=50)
def rose_spot(sheet: Sheet, land: frozenset[Hex], corner: Corner) -> Spot | None:
    """Return where the rose goes, and its radius: in the corner asked for, or in the one that has the most land, where no ship comes."""
    if not corner:
        return None
    if corner == "auto":
        dry = crowd(sheet, land)
        corner = max(dry, key=lambda name: (dry[name], -list(dry).index(name)))
    x, y = _corners(sheet)[corner]
    return float(round(x)), float(round(y)), _rose_radius(sheet)


def crowd(sheet: Sheet, places: Iterable[Hex]) -> dict[Corner, int]:
    """Return how many of these hexes a rose in each corner would lie on."""
    far, middles = _rose_far(sheet), [sheet.board.centre(place) for place in places]
    return {name: sum(1 for x, y in middles if hypot(x - cx, y - cy) < far) for name, (cx, cy) in _corners(sheet).items()}


def free_corner(sheet: Sheet, taken: Iterable[Hex], land: Iterable[Hex]) -> Corner:
    """Return the corner where a rose would lie on the fewest ships, and of those the one with the most land."""
    ships, dry = crowd(sheet, taken), crowd(sheet, land)
    return min(ships, key=lambda corner: (ships[corner], -dry[corner]))


def _rose_radius(sheet: Sheet) -> float:
    return min(ROSE[1], max(ROSE[0], 0.9 * sheet.board.radius))


def _rose_far(sheet: Sheet) -> int:
    return round(MARGIN + _rose_radius(sheet) * sea_chart.ROSE_REACH)


def _corners(sheet: Sheet) -> dict[Corner, Point]:
    far = _rose_far(sheet)
    return {"nw": (far, far), "ne": (sheet.w - far, far), "sw": (far, sheet.h - far), "se": (sheet.w - far, sheet.h - far)}


@lru_cache(maxsize=50)
def under_rose(sheet: Sheet, hexes: frozenset[Hex], spot: Spot) -> frozenset[Hex]:
    """Return the hexes whose numbers the rose, its arrow and its note would cross."""
    spots = rose_spots(spot, 1.5)
    return frozenset(place for place in hexes if is_near(sheet, place) and any(_meets(sheet.board, place, each) for each in spots))


def rose_spots(spot: Spot, reach: float = 1.15) -> tuple[Spot, ...]:
    """Return discs over the rose, as wide as some of its radii, and over the note under it."""
    x, y, r = spot
    return (x, y, reach * r), *((x + share * r, y + NOTE_DOWN * r, 0.3 * r) for share in (-1.0, -0.5, 0.5, 1.0))


def rose(sheet: Sheet, spot: Spot, wind: float | None, words: str, letters: tuple[str, ...] = (), *, plain: bool = False) -> Group:
    """Draw the wind rose with a note under it; the description of the scene tells of it."""
    x, y, r = spot
    note = sea_chart.caption(0.0, NOTE_DOWN * r, words, 15.0)
    note = replace(note, halo=WHITE) if plain else note
    picture = placed(sea_chart.rose(sheet.board.turn(0), wind, letters), (0.0, 0.0), r)
    return Group((picture, note), at=(x, y), id="wind", role="wind")


# -- numbers under counters ------------------------------------------------------------------------------------------------------------


def covers(board: BoardGrid, hidden: frozenset[Hex], land: frozenset[Hex], *, plain: bool) -> tuple[Item, ...]:
    """Draw water over the numbers under counters and names; near land it would show, so there they stay."""
    return (_cover(board, hidden if plain else hidden - _inshore(board.grid, land), plain),)


@lru_cache(maxsize=50)
def _cover(board: BoardGrid, hexes: frozenset[Hex], plain: bool) -> Group:
    return Group(sea_chart.covers(board, hexes, plain=plain), id="covers")


@lru_cache(maxsize=50)
def _inshore(grid: Grid, land: frozenset[Hex]) -> frozenset[Hex]:
    return frozenset(near for place in land for near in (place, *grid.neighbours(place)))
