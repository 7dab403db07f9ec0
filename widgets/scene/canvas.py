"""Paints scenes on ipycanvas, the only module that makes its canvases: four of them, pictures of counters, only what changed painted.

What a canvas gets is worked out and checked in full before the first command goes out: a bad scene raises and leaves the board as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Any, Final

from ipycanvas import Canvas, MultiCanvas

from widgets.scene.canvas_commands import Command, Frame, Stamp, draw_list, play
from widgets.scene.geometry import View
from widgets.scene.shapes import BadScene, Group, Layer, Scene, bounds
from widgets.web.jupyter_private import forget_current_canvas, hold

# Four real canvases, since every one that is touched makes the browser put all of them together again.
CANVASES: Final[tuple[tuple[str, ...], ...]] = (("base",), ("range", "frame", "marks", "pressed"), ("cities", "ships", "names"), ("hover",))
SHIPS: Final = 2
HOVER: Final = 3
MOST_SPRITES: Final = 160
STEP_MS: Final = 180  # a ship's step; turning her takes no longer
FRAME_MS: Final = 14  # a little under a 60 Hz frame, since drawing takes time too
EDGE: Final = 2  # pixels around a picture, so that its smoothed edge is not cut


@dataclass(frozen=True, slots=True)
class _Picture:
    """A counter's picture at one heading and scale: how to paint it, how large it is, where it goes."""

    commands: tuple[Command, ...]
    w: int
    h: int
    left: int
    top: int


class CanvasPainter:
    """A board on a MultiCanvas."""

    def __init__(self, scene: Scene, k: float = 1.0, *, reduced_motion: bool = False) -> None:
        """Paint a scene, `k` canvas pixels to a scene pixel."""
        self.scene = scene
        self.view = View(k)
        self.reduced_motion = reduced_motion
        self._sprites: dict[Hashable, Canvas] = {}
        self._retired: list[Canvas] = []
        self._pictures: dict[Hashable, _Picture] = {}
        self._painted: list[tuple[Layer, ...] | None] = [None] * len(CANVASES)
        lists = self._lists(scene, range(len(CANVASES)))
        self.widget = MultiCanvas(len(CANVASES), width=ceil(scene.w * k), height=ceil(scene.h * k))
        self._fit(scene)
        self.widget.on_client_ready(self.ready)
        self._send(scene, lists)

    # -- what to show --------------------------------------------------------------------------------------------------------------

    def show(self, scene: Scene) -> int:
        """Paint what is different from the picture before; returns how many commands that took."""
        resized = (scene.w, scene.h) != (self.scene.w, self.scene.h)
        dirty = [place for place in range(len(CANVASES)) if resized or self._layers(scene, place) != self._painted[place]]
        lists = self._lists(scene, dirty)
        if resized:
            self._fit(scene)
        return self._send(scene, lists)

    def repaint(self) -> int:
        """Paint everything again, pictures of counters too: for a new client, for late fonts, and for a board gone blank."""
        self._forget_sprites()
        self._painted = [None] * len(CANVASES)
        return self.show(self.scene)

    def ready(self, *_arguments: object) -> None:
        """Paint on a new client, which has blank canvases."""
        forget_current_canvas()
        self.repaint()

    def set_scale(self, k: float) -> int:
        """Take the scale from the screen, once it is known."""
        if k == self.view.k:
            return 0
        return self._look(replace(self.view, k=k))

    def zoom(self, cx: float, cy: float, factor: float) -> int:
        """Enlarge about a canvas pixel, which stays where it is."""
        return self._look(self.view.zoom_at(cx, cy, factor))

    def pan(self, dx: float, dy: float) -> int:
        """Shift by scene pixels."""
        return self._look(replace(self.view, pan=(self.view.pan[0] + dx, self.view.pan[1] + dy)))

    def _look(self, view: View) -> int:
        before, self.view = self.view, view.clamp(self.scene.w, self.scene.h)
        if self.view == before:
            return 0
        try:
            self._lists(self.scene, range(len(CANVASES)))
        except BadScene:
            self.view = before
            raise
        if self.view.k != before.k:
            self._fit(self.scene)
        if self.view.scale != before.scale:
            return self.repaint()
        self._painted = [None] * len(CANVASES)
        return self.show(self.scene)

    def glide(self, before: Scene, after: Scene, ms: int = STEP_MS) -> int:
        """Show `after`, with the counters that moved sliding there; all of it is one message, so that nothing waits for Python."""
        moved = [] if self.reduced_motion else _moved(before, after)
        if not moved or self._painted[SHIPS] is None or (before.w, before.h) != (after.w, after.h):
            return self.show(after)
        dirty = [place for place in range(len(CANVASES)) if place != HOVER and self._layers(after, place) != self._painted[place]]
        lists = self._lists(after, dirty)
        there = {group.id for _, group in moved}
        layers = self._layers(after, SHIPS)
        still = [replace(layer, items=tuple(item for item in layer.items if not _is_of(item, there))) for layer in layers]
        without = self._commands(still)
        frames = max(1, ms // FRAME_MS)
        steps = [self._frame_commands(moved, (step + 1) / frames) for step in range(frames)]
        last = self._lists(after, [HOVER])
        self._make_sprites([without, *steps, *lists.values(), *last.values()])
        with hold():
            self._paint(SHIPS, without)
            for step in steps:
                self._paint(HOVER, step)
                self.widget[HOVER].sleep(FRAME_MS)
            sent = self._send(after, {**lists, **last})
        return sent + len(without) + sum(map(len, steps))

    def _frame_commands(self, moved: list[tuple[Group, Group]], far: float) -> list[Command]:
        eased = 1 - (1 - far) ** 2
        return self._commands([Layer("hover", tuple(_between(old, new, eased) for old, new in moved))])

    # -- painting ------------------------------------------------------------------------------------------------------------------

    def _layers(self, scene: Scene, place: int) -> tuple[Layer, ...]:
        return tuple(layer for layer in scene.layers if layer.name in CANVASES[place])

    def _lists(self, scene: Scene, places: Any) -> dict[int, list[Command]]:  # noqa: ANN401 - any collection of canvases
        unknown = [layer.name for layer in scene.layers if not any(layer.name in names for names in CANVASES)]
        if unknown:
            message = f"no canvas takes the layer {unknown[0]!r}"
            raise BadScene(message)
        return {place: self._commands(self._layers(scene, place)) for place in places}

    def _commands(self, layers: Any) -> list[Command]:  # noqa: ANN401 - any collection of layers
        x, y = self.view.shift
        frame = Frame(x, y, scale=self.view.scale)
        return [command for layer in layers for command in draw_list(layer.items, frame, self._stamp, layer.clip)]

    def _stamp(self, group: Group, turn: float, scale: float) -> Stamp:
        """Return where a picture goes; what it looks like is worked out here, and painted only once the whole scene is known to be good."""
        name = (group.key, round(turn, 1), round(scale, 4))
        picture = self._pictures.get(name)
        if picture is None:
            turned = Group(group.items, turn=turn, scale=scale, clip=group.clip)
            left, top, right, bottom = bounds([turned])
            corner = floor(left) - EDGE, floor(top) - EDGE
            commands = draw_list([replace(turned, at=(-corner[0], -corner[1]))])
            picture = _Picture(tuple(commands), ceil(right) + EDGE - corner[0], ceil(bottom) + EDGE - corner[1], *corner)
            self._pictures[name] = picture
        return Stamp(name, picture.left, picture.top)

    def _make_sprites(self, lists: list[list[Command]]) -> None:
        """Paint the pictures that the lists stamp and that are not there yet."""
        wanted = {command[1] for commands in lists for command in commands if command[0] == "draw_image"}
        if len(self._sprites.keys() | wanted) > MOST_SPRITES:
            self._forget_sprites(kept=wanted)
        for name in wanted - self._sprites.keys():
            picture = self._pictures[name]
            sprite = Canvas(width=picture.w, height=picture.h)
            with hold():
                play(sprite, picture.commands)
            self._sprites[name] = sprite

    def _send(self, scene: Scene, lists: dict[int, list[Command]]) -> int:
        with hold():
            self._make_sprites(list(lists.values()))
            for place, commands in lists.items():
                self._paint(place, commands)
        for place in lists:
            self._painted[place] = self._layers(scene, place)
        self.scene = scene
        return sum(len(commands) + 1 for commands in lists.values())

    def _paint(self, place: int, commands: list[Command]) -> None:
        canvas = self.widget[place]
        canvas.clear()
        play(canvas, commands, self._sprites.__getitem__)

    def _fit(self, scene: Scene) -> None:
        """Fit the canvas to the room there is: `k` of its pixels to one of the page."""
        self.widget.width, self.widget.height = ceil(scene.w * self.view.k), ceil(scene.h * self.view.k)
        self.widget.layout.width, self.widget.layout.max_width = f"{scene.w}px", "100%"
        self._painted = [None] * len(CANVASES)

    def _forget_sprites(self, kept: set[Hashable] | None = None) -> None:
        """Let pictures go. They are closed only the next time, since a browser may still have commands to do that stamp them."""
        for sprite in self._retired:
            sprite.close()
        self._retired = [self._sprites.pop(name) for name in list(self._sprites) if kept is None or name not in kept]
        self._pictures = {name: picture for name, picture in self._pictures.items() if name in self._sprites or (kept and name in kept)}

    # -- events --------------------------------------------------------------------------------------------------------------------

    def on_press(self, hear: Callable[[float, float], None]) -> None:
        """Tell of presses, in scene pixels."""
        self.widget.on_mouse_down(lambda cx, cy: hear(*self.view.to_board(cx, cy)))

    def on_hover(self, hear: Callable[[float, float], None]) -> None:
        """Tell where the pointer is, in scene pixels."""
        self.widget.on_mouse_move(lambda cx, cy: hear(*self.view.to_board(cx, cy)))


def _is_of(item: object, ids: set[str]) -> bool:
    """Return whether an item is one of these counters, or a thing of theirs, called by their id and a word."""
    return isinstance(item, Group) and item.id.partition(" ")[0] in ids


def _moved(before: Scene, after: Scene) -> list[tuple[Group, Group]]:
    """Return the counters that are in both scenes, in different places, before and after."""
    old = {group.id: group for group in before.layer("ships").items if isinstance(group, Group) and group.id and group.role == "ship"}
    new = [group for group in after.layer("ships").items if isinstance(group, Group) and group.id in old]
    return [(old[group.id], group) for group in new if (old[group.id].at, _heading(old[group.id])) != (group.at, _heading(group))]


def _heading(group: Group) -> float:
    """Return which way a counter's hull points; what stands upright on it does not count."""
    return next((item.turn for item in group.items if isinstance(item, Group) and item.role == "hull"), group.turn)


def _between(old: Group, new: Group, far: float) -> Group:
    """Draw the hull on its way, without what stands upright on it."""
    (ax, ay), (bx, by) = old.at, new.at
    turn = (_heading(new) - _heading(old) + 180) % 360 - 180
    hulls = tuple(
        replace(item, turn=_heading(old) + turn * far, key=item.key if far == 1 or not turn else "")
        for item in new.items
        if isinstance(item, Group) and item.role == "hull"
    )
    return replace(new, items=hulls or new.items, at=(ax + (bx - ax) * far, ay + (by - ay) * far), id="", label="")
