"""Scenes: a picture as plain data, layers of shapes with ids, labels and roles. Painters make SVG, canvas or words of one scene.

Four kinds of item are enough: paths, discs, labels, and groups of them. A group may move, turn, scale and clip what is in it, and only a
group carries an id, a role and a label; line widths scale with the group, so that a counter is drawn once in units of the hex radius.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, cos, floor, hypot, radians, sin, sqrt
from typing import Final, Literal, TypeAlias

from widgets.scene.palette import INK

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
Draw: TypeAlias = tuple[tuple[str | float, ...], ...]
"""Pen strokes: ("M", x, y), ("L", x, y), ("Q", x1, y1, x, y), ("C", x1, y1, x2, y2, x, y) and ("Z",)."""

Face: TypeAlias = Literal["sans", "serif"]
Align: TypeAlias = Literal["left", "center", "right"]
Top: TypeAlias = Literal["flat", "pointy"]

FAMILIES: Final[dict[str, str]] = {
    "sans": "'Source Sans 3', system-ui, sans-serif",
    "serif": "'Source Serif 4', Georgia, serif",
}
# What canvas calls "middle" and SVG "central" differ, so text always stands on its baseline, this much of its size below the middle.
MIDDLE: Final = 0.345
ADVANCE: Final = {"sans": 0.52, "serif": 0.46}  # an average letter's width by its size, for what must be guessed without a browser


class BadScene(ValueError):
    """A scene that no painter should be given: a number that is none, a negative radius, two groups of one name."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a shape is filled and lined; an empty colour paints nothing."""

    fill: str = ""
    line: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "round"


@dataclass(frozen=True, slots=True)
class Path:
    """One or many outlines in one style."""

    d: Draw
    style: Style


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    x: float
    y: float
    r: float
    style: Style


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text whose middle height is at y; a halo is painted under the letters."""

    x: float
    y: float
    text: str
    size: float
    face: Face = "sans"
    weight: int = 400
    italic: bool = False
    ink: str = INK
    halo: str = ""
    halo_w: float = 0.0
    align: Align = "center"
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Group:
    """Items drawn in a frame of their own: moved to `at`, turned clockwise by degrees, scaled, clipped.

    Groups with the same `key` are the same picture, whatever their frame, so that painters may draw it once. `box` is what a click has to
    meet, in the group's own frame.
    """

    items: tuple[Item, ...]
    at: Point = (0.0, 0.0)
    turn: float = 0.0
    scale: float = 1.0
    clip: Draw = ()
    alpha: float = 1.0
    id: str = ""
    role: str = ""
    label: str = ""
    key: str = ""
    box: Box | None = None


Item: TypeAlias = Path | Disc | Label | Group


@dataclass(frozen=True, slots=True)
class Layer:
    """Items that are painted, and change, together."""

    name: str
    items: tuple[Item, ...]
    clip: Draw = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture, bottom layer first."""

    w: float
    h: float
    layers: tuple[Layer, ...]
    title: str
    desc: str = ""

    def layer(self, name: str) -> Layer:
        """Return the layer of that name; an empty one if there is none.

        >>> Scene(10, 10, (), "Nothing").layer("ships").items
        ()
        """
        return next((layer for layer in self.layers if layer.name == name), Layer(name, ()))


# -- shapes ----------------------------------------------------------------------------------------------------------------------------


def poly(points: Iterable[Point], *, closed: bool = True) -> Draw:
    """Draw a line through points.

    >>> poly([(0, 0), (1, 0), (1, 1)])
    (('M', 0, 0), ('L', 1, 0), ('L', 1, 1), ('Z',))
    """
    pen = tuple(("M" if place == 0 else "L", x, y) for place, (x, y) in enumerate(points))
    return (*pen, ("Z",)) if closed else pen


def rect(x: float, y: float, w: float, h: float, r: float = 0.0) -> Draw:
    """Draw a rectangle, its corners rounded if a radius is given.

    >>> rect(0, 0, 2, 1)
    (('M', 0, 0), ('L', 2, 0), ('L', 2, 1), ('L', 0, 1), ('Z',))
    """
    right, below = x + w, y + h
    if not r:
        return poly([(x, y), (right, y), (right, below), (x, below)])
    c = r * 0.4477  # 1 - 0.5523, at which a cubic curve is nearest to a quarter of a circle
    return (
        ("M", x + r, y),
        ("L", right - r, y),
        ("C", right - c, y, right, y + c, right, y + r),
        ("L", right, below - r),
        ("C", right, below - c, right - c, below, right - r, below),
        ("L", x + r, below),
        ("C", x + c, below, x, below - c, x, below - r),
        ("L", x, y + r),
        ("C", x, y + c, x + c, y, x + r, y),
        ("Z",),
    )


def segs(lines: Iterable[Sequence[Point]]) -> Draw:
    """Draw many open lines as one path.

    >>> segs([((0, 0), (1, 1)), ((2, 0), (3, 1))])
    (('M', 0, 0), ('L', 1, 1), ('M', 2, 0), ('L', 3, 1))
    """
    return tuple(stroke for line in lines for stroke in poly(line, closed=False))


_CORNERS: Final = {
    top: tuple((cos(radians(start + 60 * corner)), sin(radians(start + 60 * corner))) for corner in range(6))
    for top, start in (("flat", 0), ("pointy", 30))
}


def hexpts(x: float, y: float, r: float, top: Top = "flat") -> tuple[Point, ...]:
    """Return the six corners of a hexagon, clockwise.

    >>> [(round(x), round(y)) for x, y in hexpts(0, 0, 10)]
    [(10, 0), (5, 9), (-5, 9), (-10, 0), (-5, -9), (5, -9)]
    """
    return tuple([(x + r * dx, y + r * dy) for dx, dy in _CORNERS[top]])


@lru_cache(maxsize=200)
def hatch(box: Box, step: float, *, mirrored: bool = False) -> Draw:
    """Draw diagonal lines across a box, `step` apart, as one path: clip it to the shape that is to be hatched.

    >>> len(hatch((0, 0, 4, 2), 1)) // 2
    4
    """
    left, top, right, bottom = box
    apart = step * sqrt(2)
    lines = []
    # A line of slope 1 is told by y - x. Its ends reach a step beyond the box, so that no cut end shows inside.
    for place in range(ceil((top - right) / apart), floor((bottom - left) / apart) + 1):
        drop = place * apart
        x0, x1 = max(left, top - drop) - step, min(right, bottom - drop) + step
        lines.append(((x0, x0 + drop), (x1, x1 + drop)))
    if mirrored:
        lines = [((left + right - ax, ay), (left + right - bx, by)) for (ax, ay), (bx, by) in lines]
    return segs(lines)


# -- what painters and tests ask of a scene ---------------------------------------------------------------------------------------------


def groups(items: Iterable[Item]) -> Iterator[Group]:
    """Yield every group, outer ones before those inside them."""
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from groups(item.items)


def every_group(scene: Scene) -> Iterator[Group]:
    """Yield every group of every layer, bottom layer first."""
    for layer in scene.layers:
        yield from groups(layer.items)


def placed(group: Group, at: Point, scale: float, turn: float = 0.0) -> Group:
    """Return the same picture in another frame."""
    return replace(group, at=at, scale=scale, turn=turn)


def to_frame(group: Group, x: float, y: float) -> Point:
    """Return a point as the group itself sees it.

    >>> to_frame(Group((), at=(10, 0), scale=2), 14, 6)
    (2.0, 3.0)
    """
    dx, dy = x - group.at[0], y - group.at[1]
    c, s = cos(radians(group.turn)), sin(radians(group.turn))
    return (dx * c + dy * s) / group.scale, (dy * c - dx * s) / group.scale


def from_frame(group: Group, x: float, y: float) -> Point:
    """Return a point of the group as its surroundings see it.

    >>> from_frame(Group((), at=(10, 0), scale=2), 2, 3)
    (14.0, 6.0)
    """
    c, s = cos(radians(group.turn)), sin(radians(group.turn))
    return group.at[0] + (x * c - y * s) * group.scale, group.at[1] + (x * s + y * c) * group.scale


def bounds(items: Iterable[Item], *, guess: float = 1.3) -> Box:
    """Return a box that holds everything that items can paint; text is guessed, generously.

    >>> bounds([Disc(5, 5, 2, Style(line="#000000", width=1))])
    (2.5, 2.5, 7.5, 7.5)
    """
    boxes = [_bounds(item, guess) for item in items]
    if not boxes:
        return (0.0, 0.0, 0.0, 0.0)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _bounds(item: Item, guess: float) -> Box:
    if isinstance(item, Group):
        left, top, right, bottom = bounds(item.items, guess=guess)
        corners = [from_frame(item, x, y) for x in (left, right) for y in (top, bottom)]
        return _around(corners, 0.0)
    if isinstance(item, Label):
        wide = text_width(item.text, item.size, item.face) * guess
        left = item.x - {"left": 0.0, "center": wide / 2, "right": wide}[item.align]
        reach = max(wide, item.size) if item.turn else 0.0
        high = item.size * 0.7 + item.halo_w
        return left - item.halo_w - reach, item.y - high - reach, left + wide + item.halo_w + reach, item.y + high + reach
    # A sharp join can reach further than half the line; ours are round wherever an outline is thick.
    line = item.style.width / 2 if item.style.line else 0.0
    if isinstance(item, Disc):
        return item.x - item.r - line, item.y - item.r - line, item.x + item.r + line, item.y + item.r + line
    return _around(list(points_of(item.d)), line * (sqrt(2) if item.style.cap == "square" else 1))


def _around(points: Sequence[Point], more: float) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more


def points_of(d: Draw) -> Iterator[Point]:
    """Yield every point that pen strokes name, those that only bend a curve too.

    >>> list(points_of((("M", 0, 0), ("Q", 1, 2, 3, 4), ("Z",))))
    [(0.0, 0.0), (1.0, 2.0), (3.0, 4.0)]
    """
    for stroke in d:
        numbers = [float(number) for number in stroke[1:]]
        yield from zip(numbers[::2], numbers[1::2], strict=True)


def text_width(text: str, size: float, face: Face = "sans") -> float:
    """Return a guess at how wide text is; only a browser knows.

    >>> round(text_width("2319", 10))
    21
    """
    return len(text) * ADVANCE[face] * size


def along(a: Point, b: Point, far: float) -> Point:
    """Return the point so far from one point toward another.

    >>> along((0, 0), (10, 0), 4)
    (4.0, 0.0)
    """
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return a[0] + (b[0] - a[0]) * far / length, a[1] + (b[1] - a[1]) * far / length


def arc(x: float, y: float, r: float, start: float, end: float) -> Draw:
    """Draw part of a circle from one angle to another, in degrees clockwise from the right, as curves.

    >>> [stroke[0] for stroke in arc(0, 0, 1, 0, 180)]
    ['M', 'C', 'C']
    """
    pieces = max(1, ceil(abs(end - start) / 90 - 1e-9))
    step = radians(end - start) / pieces
    bend = 4 / 3 * sin(step / 4) / cos(step / 4)
    angle = radians(start)
    pen: list[tuple[str | float, ...]] = [("M", x + r * cos(angle), y + r * sin(angle))]
    for _ in range(pieces):
        following = angle + step
        bx, by = x + r * (cos(angle) - bend * sin(angle)), y + r * (sin(angle) + bend * cos(angle))
        cx, cy = x + r * (cos(following) + bend * sin(following)), y + r * (sin(following) - bend * cos(following))
        pen.append(("C", bx, by, cx, cy, x + r * cos(following), y + r * sin(following)))
        angle = following
    return tuple(pen)
