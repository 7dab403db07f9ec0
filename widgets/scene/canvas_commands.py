"""Turns a scene's items into plain drawing commands for a canvas: every number is checked, and nothing is set that is set already.

One bad command stops every canvas of a kernel until the page is loaded again, so a list is made whole, or not at all, before any of it goes
out. Frames are worked out here and not by the canvas: points are in canvas pixels, and nothing is saved and restored but for clips and
turned text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, isfinite, radians, sin
from typing import Any, Final, NamedTuple

from widgets.scene.shapes import FAMILIES, MIDDLE, BadScene, Disc, Draw, Group, Item, Label, Path, Point, Style

Command = tuple[Any, ...]
Sprite = Callable[[Group, float, float], "Stamp | None"]

_COLOUR: Final = re.compile(r"#(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})\Z")
_OPAQUE: Final = 7
_PLACES: Final = 2  # decimals of a pixel
_LENGTHS: Final = {"M": 3, "L": 3, "Q": 5, "C": 7, "Z": 1}
_VERBS: Final = {"M": "move_to", "L": "line_to", "Q": "quadratic_curve_to", "C": "bezier_curve_to", "Z": "close_path"}


class Stamp(NamedTuple):
    """A picture that is there already, and where its corner lies from the place of its group, in whole canvas pixels."""

    name: Hashable
    left: int
    top: int


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a group's own points lie on the canvas: turned, scaled, moved."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    scale: float = 1.0

    def point(self, x: float, y: float) -> Point:
        """Return a point on the canvas, rounded."""
        if not (isfinite(x) and isfinite(y)):
            message = f"({x}, {y}) is no place to paint at"
            raise BadScene(message)
        if self.turn:
            c, s = _turned(self.turn)
            x, y = x * c - y * s, x * s + y * c
        return round(self.x + x * self.scale, _PLACES), round(self.y + y * self.scale, _PLACES)

    def size(self, length: float) -> float:
        """Return a length on the canvas."""
        if not (isfinite(length) and length >= 0):
            message = f"{length} is no radius, width or size: it must be 0 or more"
            raise BadScene(message)
        return round(length * self.scale, 3)

    def inner(self, group: Group) -> Frame:
        """Return the frame of a group within this one."""
        if not (isfinite(group.turn) and isfinite(group.scale) and group.scale > 0):
            message = f"a group cannot be turned by {group.turn} and scaled by {group.scale}"
            raise BadScene(message)
        x, y = self.point(*group.at)
        return Frame(x, y, self.turn + group.turn, self.scale * group.scale)


@lru_cache(maxsize=1000)
def _turned(turn: float) -> Point:
    return cos(radians(turn)), sin(radians(turn))


def draw_list(items: Iterable[Item], k: float | Frame = 1.0, sprite: Sprite | None = None, clip: Draw = ()) -> list[Command]:
    """Return the commands that paint items, `k` canvas pixels to each of theirs; `sprite` offers pictures that are there already."""
    pen = _Pen(sprite)
    frame = k if isinstance(k, Frame) else Frame(scale=k)
    if not (isfinite(frame.scale) and frame.scale > 0):
        message = f"a scene cannot be painted at scale {frame.scale}"
        raise BadScene(message)
    pen.clipped(items, frame, clip)
    return pen.commands


def play(canvas: Any, commands: Iterable[Command], pictures: Callable[[Hashable], Any] | None = None) -> None:  # noqa: ANN401 - no types
    """Give the commands to a canvas; `pictures` finds what a stamp names."""
    for name, *arguments in commands:
        if name == "set":
            setattr(canvas, arguments[0], arguments[1])
        elif name == "draw_image":
            canvas.draw_image((pictures or (lambda found: found))(arguments[0]), *arguments[1:])
        elif name in _MANY:
            getattr(canvas, name)([list(points) for points in arguments[0]])
        else:
            getattr(canvas, name)(*arguments)


_MANY: Final = frozenset({"fill_polygons", "stroke_polygons", "stroke_line_segments"})


class _Pen:
    """Writes commands and remembers what is set, since a canvas is told each setting by a command of its own."""

    def __init__(self, sprite: Sprite | None) -> None:
        self.commands: list[Command] = []
        self.sprite = sprite
        self.now: dict[str, Any] = {}
        self.alpha = 1.0

    def set(self, **settings: Any) -> None:  # noqa: ANN401 - by setting
        """Set what is not set already."""
        for name, value in settings.items():
            if self.now.get(name) != value:
                self.now[name] = value
                self.commands.append(("set_line_dash", list(value)) if name == "dash" else ("set", name, value))

    def clipped(self, items: Iterable[Item], frame: Frame, clip: Draw) -> None:
        """Paint items inside a clip; what was set inside is forgotten with it."""
        if not clip:
            self.items(items, frame)
            return
        kept = dict(self.now)
        self.commands.append(("save",))
        self.path(clip, frame)
        self.commands.append(("clip",))
        self.items(items, frame)
        self.commands.append(("restore",))
        self.now = kept

    def items(self, items: Iterable[Item], frame: Frame) -> None:
        """Paint items in order; neighbours that are plain polygons of one fill go out together."""
        run: list[tuple[Point, ...]] = []
        fill = ""
        for item in items:
            if isinstance(item, Path) and not item.style.line and (points := _polygon(item.d)):
                if fill != item.style.fill:
                    self.polygons(fill, run)
                    fill, run = item.style.fill, []
                run.append(tuple(frame.point(x, y) for x, y in points))
                continue
            self.polygons(fill, run)
            fill, run = "", []
            self.item(item, frame)
        self.polygons(fill, run)

    def polygons(self, fill: str, run: list[tuple[Point, ...]]) -> None:
        """Paint polygons of one fill."""
        if run and fill:
            self.set(global_alpha=self.alpha, fill_style=_colour(fill))
            self.commands.append(("fill_polygons", tuple(run)))

    def item(self, item: Item, frame: Frame) -> None:
        """Paint one item."""
        if isinstance(item, Group):
            self.group(item, frame)
        elif isinstance(item, Path):
            self.lines(item, frame)
        elif isinstance(item, Disc):
            self.disc(item, frame)
        else:
            self.label(item, frame)

    def group(self, group: Group, frame: Frame) -> None:
        """Paint a group: stamp its picture where there is one, else draw it."""
        if not 0 <= group.alpha <= 1:
            message = f"{group.alpha} is no opacity: it must be from 0 to 1"
            raise BadScene(message)
        inner = frame.inner(group)
        outer, self.alpha = self.alpha, round(self.alpha * group.alpha, 3)
        stamp = self.sprite(group, inner.turn % 360, inner.scale) if group.key and self.sprite else None
        if stamp is not None:
            self.set(global_alpha=self.alpha)
            self.commands.append(("draw_image", stamp.name, round(inner.x) + stamp.left, round(inner.y) + stamp.top))
        else:
            self.clipped(group.items, inner, group.clip)
        self.alpha = outer

    def path(self, d: Draw, frame: Frame) -> None:
        """Send pen strokes."""
        self.commands.append(("begin_path",))
        for stroke in d:
            kind = stroke[0]
            if _LENGTHS.get(str(kind)) != len(stroke):
                message = f"{stroke} is no pen stroke"
                raise BadScene(message)
            numbers = [float(number) for number in stroke[1:]]
            places = [frame.point(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            self.commands.append((_VERBS[str(kind)], *(number for place in places for number in place)))

    def lines(self, path: Path, frame: Frame) -> None:
        """Paint a path: plain lines by one command, anything else stroke by stroke."""
        style = path.style
        if not path.d or not (style.fill or style.line):
            return
        if style.line and not style.fill and len(style.line) == _OPAQUE and (segments := _segments(path.d)):
            self.line_style(style, frame)
            points = tuple(tuple(frame.point(x, y) for x, y in segment) for segment in segments)
            self.commands.append(("stroke_line_segments", points))
            return
        if points_ := _polygon(path.d):
            polygon = tuple(frame.point(x, y) for x, y in points_)
            self.polygons(style.fill, [polygon])
            if style.line:
                self.line_style(style, frame)
                self.commands.append(("stroke_polygons", (polygon,)))
            return
        self.path(path.d, frame)
        if style.fill:
            self.set(global_alpha=self.alpha, fill_style=_colour(style.fill))
            self.commands.append(("fill",))
        if style.line:
            self.line_style(style, frame)
            self.commands.append(("stroke",))

    def line_style(self, style: Style, frame: Frame) -> None:
        """Set how lines are drawn."""
        self.set(
            global_alpha=self.alpha,
            stroke_style=_colour(style.line),
            line_width=frame.size(style.width),
            dash=tuple(frame.size(length) for length in style.dash),
            line_cap=style.cap,
            line_join=style.join,
        )

    def disc(self, disc: Disc, frame: Frame) -> None:
        """Paint a circle."""
        place, r = frame.point(disc.x, disc.y), frame.size(disc.r)
        if disc.style.fill:
            self.set(global_alpha=self.alpha, fill_style=_colour(disc.style.fill))
            self.commands.append(("fill_circle", *place, r))
        if disc.style.line:
            self.line_style(disc.style, frame)
            self.commands.append(("stroke_circle", *place, r))

    def label(self, label: Label, frame: Frame) -> None:
        """Paint text, its halo first."""
        size = frame.size(label.size)
        turn = frame.turn + label.turn
        style = "italic " if label.italic else ""
        self.set(
            global_alpha=self.alpha,
            font=f"{style}{label.weight} {size}px {FAMILIES[label.face]}",
            text_align=label.align,
            text_baseline="alphabetic",
            fill_style=_colour(label.ink),
        )
        if label.halo:
            self.line_style(Style(line=label.halo, width=label.halo_w), frame)
        x, y = frame.point(label.x, label.y)
        drop = round(MIDDLE * size, _PLACES)
        if turn:
            self.commands += [("save",), ("translate", x, y), ("rotate", round(radians(turn), 5))]
            x, y = 0.0, 0.0
        if label.halo:
            self.commands.append(("stroke_text", label.text, x, round(y + drop, _PLACES)))
        self.commands.append(("fill_text", label.text, x, round(y + drop, _PLACES)))
        if turn:
            self.commands.append(("restore",))


@lru_cache(maxsize=500)
def _colour(colour: str) -> str:
    if not _COLOUR.match(colour):
        message = f"{colour!r} is no colour: write #RRGGBB or #RRGGBBAA"
        raise BadScene(message)
    return colour


@lru_cache(maxsize=5000)
def _polygon(d: Draw) -> tuple[Point, ...]:
    """Return the corners, if these strokes are one closed polygon."""
    if len(d) < 4 or d[-1] != ("Z",) or d[0][0] != "M" or any(stroke[0] != "L" for stroke in d[1:-1]):  # noqa: PLR2004 - three corners
        return ()
    return tuple((float(stroke[1]), float(stroke[2])) for stroke in d[:-1])


@lru_cache(maxsize=2000)
def _segments(d: Draw) -> tuple[tuple[Point, ...], ...]:
    """Return the open lines, if these strokes are nothing else."""
    if not d or d[0][0] != "M" or any(stroke[0] not in ("M", "L") for stroke in d):
        return ()
    lines: list[list[Point]] = []
    for stroke in d:
        if stroke[0] == "M":
            lines.append([])
        lines[-1].append((float(stroke[1]), float(stroke[2])))
    return tuple(tuple(line) for line in lines if len(line) > 1)
