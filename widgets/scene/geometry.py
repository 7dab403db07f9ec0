"""Maps pixels to hexes: where a hex is painted, which hex or counter a click meets, and how far the board is zoomed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from math import floor, sqrt
from typing import Final, Self, TypeAlias

from rulesdemo.board.hexes import CLOCKWISE, Grid, Hex
from widgets.scene.shapes import Group, Item, Point, hexpts, to_frame

Outline: TypeAlias = tuple[str, tuple[Point, ...]]
"""What can be pressed: its name and its corners."""

HALF_HEIGHT: Final = sqrt(3) / 2  # from the middle of a hex to a hexside, by its radius
# A hex label stands this much of the radius above the middle: under the upper hexside, or where two of them leave it room.
LABEL_DOWN: Final = {"flat": 0.72, "pointy": 0.50}
SMALL_HEX: Final = 36.0
UNDER_THE_LINE: Final = 8.6  # pixels from the upper side of a small hex to the middle of its number
FINGER: Final = 44.0  # pixels that a target needs at least
LEAST_ZOOM: Final = 1.0
MOST_ZOOM: Final = 4.0
TURNS: Final = {"flat": -90.0, "pointy": -120.0}  # degrees clockwise from the right at which the first direction points


@dataclass(frozen=True, slots=True)
class View:
    """How a scene lies on a canvas: `k` canvas pixels to a scene pixel, enlarged by `zoom`, and shifted by scene pixels."""

    k: float = 1.0
    zoom: float = 1.0
    pan: Point = (0.0, 0.0)

    @property
    def scale(self) -> float:
        """Return the canvas pixels to a scene pixel, zoom counted in."""
        return self.k * self.zoom

    @property
    def shift(self) -> Point:
        """Return where the scene's corner lies, in canvas pixels."""
        return self.pan[0] * self.k, self.pan[1] * self.k

    def to_canvas(self, x: float, y: float) -> Point:
        """Return where a point of the scene is painted.

        >>> View(2, 1.5, (10, 0)).to_canvas(4, 4)
        (32.0, 12.0)
        """
        return (x * self.zoom + self.pan[0]) * self.k, (y * self.zoom + self.pan[1]) * self.k

    def to_board(self, cx: float, cy: float) -> Point:
        """Return the point of the scene under a canvas pixel.

        >>> View(2, 1.5, (10, 0)).to_board(32, 12)
        (4.0, 4.0)
        """
        return (cx / self.k - self.pan[0]) / self.zoom, (cy / self.k - self.pan[1]) / self.zoom

    def zoom_at(self, cx: float, cy: float, factor: float) -> View:
        """Enlarge with the point under a canvas pixel held in place.

        >>> View(1).zoom_at(100, 50, 2)
        View(k=1, zoom=2.0, pan=(-100.0, -50.0))
        """
        x, y = self.to_board(cx, cy)
        zoom = min(MOST_ZOOM, max(LEAST_ZOOM, self.zoom * factor))
        if zoom == LEAST_ZOOM:
            return View(self.k, LEAST_ZOOM)
        return View(self.k, zoom, (cx / self.k - x * zoom, cy / self.k - y * zoom))

    def clamp(self, w: float, h: float) -> View:
        """Return the nearest view that shows no empty margin around a scene of that size.

        >>> View(1, 2, (50, -500)).clamp(100, 100)
        View(k=1, zoom=2, pan=(0.0, -100))
        """
        dx, dy = self.pan
        return View(self.k, self.zoom, (min(0.0, max(w - w * self.zoom, dx)), min(0.0, max(h - h * self.zoom, dy))))


@dataclass(frozen=True, slots=True)
class BoardGrid:
    """A map's hexes as painted: the middle of hex (0, 0) lies at the origin.

    >>> from rulesdemo.board.hexes import COMPASS
    >>> board = BoardGrid(Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up"), 10)
    >>> board.centre(Hex(2, 0)), board.at(29, 18)
    ((30.0, 17.32050807568877), Hex(q=2, r=0))
    """

    grid: Grid
    radius: float
    origin: Point = (0.0, 0.0)
    visible: frozenset[Hex] | None = field(default=None, repr=False)  # None: a board without end
    frame: Point | None = field(default=None, repr=False)  # width and height of the picture, where it is cut out of a larger map

    @classmethod
    def fitted(cls, grid: Grid, radius: float, hexes: Iterable[Hex], margin: float = 0.0) -> tuple[Self, Point]:
        """Return a board whose hexes just fit, all corners counted in, and its width and height."""
        places = frozenset(hexes)
        bare = cls(grid, radius)
        corners = [corner for place in places for corner in bare.corners(place)]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
        # Whole pixels, so that both painters put hexes on the same ones.
        board = cls(grid, radius, (round(margin - left), round(margin - top)), places)
        return board, (round(right - left + 2 * margin), round(bottom - top + 2 * margin))

    def centre(self, place: Hex) -> Point:
        """Return the middle of a hex."""
        q, r = place
        across, down = 1.5 * self.radius, 2 * HALF_HEIGHT * self.radius
        if self.grid.top == "flat":
            return self.origin[0] + across * q, self.origin[1] + down * (r + q / 2)
        return self.origin[0] + down * (q + r / 2), self.origin[1] + across * r

    def at(self, x: float, y: float) -> Hex | None:
        """Return the hex under a point, or None where the board shows none."""
        across, down = 1.5 * self.radius, 2 * HALF_HEIGHT * self.radius
        x, y = x - self.origin[0], y - self.origin[1]
        if self.grid.top == "flat":
            q = x / across
            r = y / down - q / 2
        else:
            r = y / across
            q = x / down - r / 2
        # The point lies in a diamond between four centres; the nearest of them is its hex.
        low = Hex(floor(q), floor(r))
        near = min((low, low + Hex(1, 0), low + Hex(0, 1), low + Hex(1, 1)), key=lambda place: _length(q - place.q, r - place.r))
        return near if self.visible is None or near in self.visible else None

    def corners(self, place: Hex, inset: float = 0.0) -> tuple[Point, ...]:
        """Return the six corners of a hex, clockwise; `inset` pixels nearer to its middle."""
        x, y = self.centre(place)
        return hexpts(x, y, self.radius - inset, self.grid.top)

    def label_place(self, place: Hex) -> Point:
        """Return where the number of a hex stands: near its top, and in a small hex far enough below for a lit hex's line to pass."""
        x, y = self.centre(place)
        up = LABEL_DOWN[self.grid.top] * self.radius
        if self.grid.top == "flat" and self.radius < SMALL_HEX:
            up = min(up, HALF_HEIGHT * self.radius - UNDER_THE_LINE)
        return x, y - up

    def turn(self, direction: int) -> float:
        """Return the degrees, clockwise from the right, of a direction of the map.

        >>> from rulesdemo.board.hexes import COMPASS
        >>> BoardGrid(Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up"), 10).turn(1)
        -30.0
        """
        steps = CLOCKWISE.index(self.grid.vectors[direction])
        return TURNS[self.grid.top] + 60.0 * steps

    def middle(self, places: Iterable[Hex]) -> Point:
        """Return the middle of several hexes, on a whole pixel."""
        centres = [self.centre(place) for place in places]
        return float(round(sum(x for x, _ in centres) / len(centres))), float(round(sum(y for _, y in centres) / len(centres)))


def _length(q: float, r: float) -> float:
    # The square of a step's length on the page, up to a factor, is the same in axial numbers on both kinds of board.
    return q * q + q * r + r * r


@lru_cache(maxsize=50)
def outlines(board: BoardGrid, hexes: frozenset[Hex]) -> tuple[Outline, ...]:
    """Return every hex by its number, with its corners."""
    return tuple((board.grid.label(place), board.corners(place)) for place in sorted(hexes))


def nearest_outline(outlines: Iterable[Outline], x: float, y: float) -> str:
    """Return the name of the outline whose middle is nearest to a point.

    >>> nearest_outline([("a", ((0, 0), (2, 0), (2, 2), (0, 2))), ("b", ((2, 0), (4, 0), (4, 2), (2, 2)))], 2.5, 1)
    'b'
    """

    def far(outline: tuple[str, tuple[Point, ...]]) -> float:
        corners = outline[1]
        across, down = (sum(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
        return (across - x) ** 2 + (down - y) ** 2

    return min(outlines, key=far)[0]


def counter_at(items: Iterable[Item], x: float, y: float, slack: float = 0.0) -> str | None:
    """Return the id of the topmost counter under a point; `slack` pixels more around it for a finger."""
    for item in reversed(list(items)):
        if isinstance(item, Group) and item.id and _meets(item, x, y, slack):
            return item.id
    return None


def _meets(group: Group, x: float, y: float, slack: float) -> bool:
    x, y = to_frame(group, x, y)
    slack /= group.scale
    if group.box is not None:
        left, top, right, bottom = group.box
        if left - slack <= x <= right + slack and top - slack <= y <= bottom + slack:
            return True
    return any(isinstance(item, Group) and _meets(item, x, y, slack) for item in group.items)
