"""Paints a scene as SVG text: whole, for pages, print and tests, or only what changed. Needs the standard library and markupsafe alone.

Pictures with a key stand once among the definitions and are used by name. Ids are made unique by a prefix for each board of a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from math import isfinite
from typing import Final

from markupsafe import escape

from rulesdemo.words import cache_by_language
from widgets.scene.shapes import FAMILIES, MIDDLE, BadScene, Disc, Draw, Group, Item, Label, Layer, Path, Scene, Style, every_group, groups

ANCHORS: Final = {"left": "start", "center": "middle", "right": "end"}
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_NAME: Final = re.compile(r"[^A-Za-z0-9-]")
_OPAQUE: Final = 7  # letters of a colour without transparency: #RRGGBB


def svg(scene: Scene, prefix: str = "board", *, live: bool = False) -> str:
    """Draw the whole scene. A live one has named parts to walk through; any other is one picture with a title and a description."""
    _check_ids(scene)
    name = _name(prefix)
    role = "group" if live else "img"
    size = f'viewBox="0 0 {_n(scene.w)} {_n(scene.h)}" width="{_n(scene.w)}" height="{_n(scene.h)}"'
    spoken = f'role="{role}" aria-labelledby="{name}-title {name}-desc"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" class="board" {size} {spoken}>',
        f'<title id="{name}-title">{_text(scene.title)}</title><desc id="{name}-desc">{_text(scene.desc)}</desc>',
        _defs(_keyed(scene), name),
        *(_layer(layer, name, live=live) for layer in scene.layers),
        "</svg>",
    ]
    return "\n".join(parts)


def element_id(picture: str, group: str) -> str:
    """Return the id that a group of the scene has on the page, in the picture of that name.

    >>> element_id("board", "name Celer")
    'board-name_20_Celer'
    """
    return f"{picture}-{_name(group)}"


class Drawing:
    """A scene on a page, and what must be sent when another takes its place.

    Pictures stay on the page when nothing shows them any more, so that one which comes back, as marks do with every other press, is
    not sent again: new definitions make a browser build every counter anew.
    """

    is_mirror = True  # of the browser: a rollback leaves it alone

    def __init__(self, scene: Scene, prefix: str = "board", *, live: bool = False) -> None:
        """Begin with the picture that the page shows: `svg(scene, prefix, live=live)`."""
        self.scene = scene
        self._prefix = prefix
        self._live = live
        self._known = _keyed(scene)

    @property
    def name(self) -> str:
        """Return the id of the picture on the page."""
        return _name(self._prefix)

    def show(self, after: Scene) -> dict[str, str]:
        """Return what must be replaced, by the id of the element: groups, or layers whose groups came or went."""
        before, self.scene = self.scene, after
        if before is after:
            return {}
        name, keyed = self.name, _keyed(after)
        if (before.w, before.h, [layer.name for layer in before.layers]) != (after.w, after.h, [layer.name for layer in after.layers]):
            self._known = keyed
            return {name: svg(after, self._prefix, live=self._live)}
        found: dict[str, str] = {}
        if keyed.keys() - self._known.keys():
            self._known |= keyed
            found[f"{name}-defs"] = _defs(self._known, name)
        for old, new in zip(before.layers, after.layers, strict=True):
            if old is not new and old != new:
                found.update(_layer_patches(old, new, name, live=self._live))
        for what in ("title", "desc"):
            if (text := getattr(after, what)) != getattr(before, what):
                found[f"{name}-{what}"] = f'<{what} id="{name}-{what}">{_text(text)}</{what}>'
        return found


def _layer_patches(old: Layer, new: Layer, name: str, *, live: bool) -> dict[str, str]:
    ids = [item.id if isinstance(item, Group) else "" for item in new.items]
    if not all(ids) or old.clip != new.clip or [item.id if isinstance(item, Group) else "" for item in old.items] != ids:
        return {f"{name}-{_name(new.name)}": _layer(new, name, live=live)}
    pairs = zip(ids, old.items, new.items, strict=True)
    return {f"{name}-{_name(id_)}": _Writer(name, live=live).item(item) for id_, was, item in pairs if was is not item and was != item}


def _check_ids(scene: Scene) -> None:
    seen = {_name(layer.name) for layer in scene.layers} | {"title", "desc", "defs"}
    for group in every_group(scene):
        if group.id:
            if _name(group.id) in seen:
                message = f"two parts of the scene are called {group.id!r}"
                raise BadScene(message)
            seen.add(_name(group.id))


# -- pictures that are used by name ------------------------------------------------------------------------------------------------------


def _keyed(scene: Scene) -> dict[str, Group]:
    """Return one group for each key; whatever is inside a keyed group is part of its picture."""
    found: dict[str, Group] = {}
    for layer in scene.layers:
        _gather(layer.items, found)
    return found


def _gather(items: Iterable[Item], found: dict[str, Group]) -> None:
    for item in items:
        if isinstance(item, Group):
            if item.key:
                found.setdefault(item.key, item)
            else:
                _gather(item.items, found)


def _defs(keyed: dict[str, Group], name: str) -> str:
    return (
        f'<defs id="{name}-defs">{"".join(_definition(key, group.items, group.clip, name) for key, group in sorted(keyed.items()))}</defs>'
    )


@cache_by_language(500)
def _definition(key: str, items: tuple[Item, ...], clip: Draw, name: str) -> str:
    node = f"{name}-k-{_name(key)}"
    writer = _Writer(name, node)
    clipped = writer.clip(clip)
    inside = writer.items(items, deep=True)
    return f'<g id="{node}"{clipped[0]}>{clipped[1]}{inside}</g>'


# -- writing ---------------------------------------------------------------------------------------------------------------------------


def _layer(layer: Layer, name: str, *, live: bool) -> str:
    node = f"{name}-{_name(layer.name)}"
    attribute, clip = _Writer(name, node).clip(layer.clip)
    writer = _Writer(name, f"{node}-in", live=live)
    return f'<g id="{node}"{attribute}>{clip}{writer.items(layer.items)}</g>'


class _Writer:
    """Writes items; clip paths are numbered within the nearest part that has an id, which a patch replaces whole."""

    def __init__(self, name: str, node: str = "", *, live: bool = False) -> None:
        self.name = name
        self.node = node
        self.live = live
        self.clips = 0

    def items(self, items: Iterable[Item], *, deep: bool = False) -> str:
        """Return items in order; neighbours that are labels of one kind share what they have in common, since a map has hundreds."""
        parts: list[str] = []
        for manner, run in groupby(items, key=lambda item: _manner(item) if isinstance(item, Label) else ""):
            these = list(run)
            if manner and len(these) > 1:
                parts.append(f"<g{manner}>{''.join(_label(item, '') for item in these if isinstance(item, Label))}</g>")
            else:
                parts += [self.item(item, deep=deep) for item in these]
        return "".join(parts)

    def item(self, item: Item, *, deep: bool = False) -> str:
        """Return one item; `deep` inside a definition, where keys are no longer looked at."""
        if isinstance(item, Path):
            return f'<path d="{_d(item.d)}"{_style(item.style)}/>'
        if isinstance(item, Disc):
            return f'<circle cx="{_n(item.x)}" cy="{_n(item.y)}" r="{_radius(item.r)}"{_style(item.style)}/>'
        if isinstance(item, Label):
            return _label(item, _manner(item))
        return self.group(item, deep=deep)

    def group(self, group: Group, *, deep: bool) -> str:
        """Return a group, or the use of its picture."""
        named = f' id="{self.name}-{_name(group.id)}"' if group.id else ""
        if group.role:
            named += f' data-role="{_text(group.role)}"'
        if group.label and self.live:
            named += f' role="img" aria-label="{_text(group.label)}"'
        alpha = f' opacity="{_n(group.alpha)}"' if group.alpha != 1 else ""
        if group.key and not deep:
            return f'<use href="#{self.name}-k-{_name(group.key)}"{named}{_frame(group)}{alpha}/>'
        writer = _Writer(self.name, f"{self.name}-{_name(group.id)}", live=self.live) if group.id else self
        attribute, clip = writer.clip(group.clip)
        inside = writer.items(group.items, deep=deep)
        return f"<g{named}{_frame(group)}{alpha}{attribute}>{clip}{inside}</g>"

    def clip(self, d: Draw) -> tuple[str, str]:
        """Return the attribute that clips, and the path that it names."""
        if not d:
            return "", ""
        self.clips += 1
        node = f"{self.node}-clip{self.clips}"
        return f' clip-path="url(#{node})"', f'<clipPath id="{node}"><path d="{_d(d)}"/></clipPath>'


def _frame(group: Group) -> str:
    moves = []
    if group.at != (0, 0):
        moves.append(f"translate({_n(group.at[0])} {_n(group.at[1])})")
    if group.turn:
        moves.append(f"rotate({_n(group.turn)})")
    if group.scale != 1:
        moves.append(f"scale({_n(group.scale)})")
    return f' transform="{" ".join(moves)}"' if moves else ""


@lru_cache(maxsize=1000)
def _style(style: Style) -> str:
    parts = [_paint("fill", style.fill)]
    if style.line:
        parts.append(f'{_paint("stroke", style.line)} stroke-width="{_radius(style.width)}"')
        if style.dash:
            parts.append(f' stroke-dasharray="{" ".join(_radius(length) for length in style.dash)}"')
        if style.cap != "butt":
            parts.append(f' stroke-linecap="{style.cap}"')
        if style.join != "miter":
            parts.append(f' stroke-linejoin="{style.join}"')
    return "".join(parts)


def _paint(what: str, colour: str) -> str:
    if not colour:
        return f' {what}="none"'
    if len(colour) > _OPAQUE:  # older readers of SVG, printers among them, know no transparency inside a colour
        return f' {what}="{_escaped(colour[:_OPAQUE])}" {what}-opacity="{_n(int(colour[_OPAQUE:], 16) / 255)}"'
    return f' {what}="{_escaped(colour)}"'


def _manner(label: Label) -> str:
    """Return what labels of one kind have in common."""
    weight = f' font-weight="{label.weight}"' if label.weight != 400 else ""  # noqa: PLR2004 - the weight that needs no saying
    italic = ' font-style="italic"' if label.italic else ""
    halo = ""
    if label.halo:
        halo = f'{_paint("stroke", label.halo)} stroke-width="{_radius(label.halo_w)}" stroke-linejoin="round" paint-order="stroke"'
    font = f' font-family="{FAMILIES[label.face]}" font-size="{_n(label.size)}"{weight}{italic}'
    return f'{font} text-anchor="{ANCHORS[label.align]}"{_paint("fill", label.ink)}{halo}'


def _label(label: Label, manner: str) -> str:
    x, y = _n(label.x), _n(label.y + MIDDLE * label.size)
    turned = f' transform="rotate({_n(label.turn)} {x} {_n(label.y)})"' if label.turn else ""
    return f'<text x="{x}" y="{y}"{manner}{turned}>{_text(label.text)}</text>'


@lru_cache(maxsize=2000)
def _d(d: Draw) -> str:
    return "".join(f"{stroke[0]}{' '.join(_n(float(number)) for number in stroke[1:])}" for stroke in d)


def _n(number: float) -> str:
    if not isfinite(number):
        message = f"{number} is no number to paint with"
        raise BadScene(message)
    text = f"{number:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _radius(number: float) -> str:
    if number < 0:
        message = f"{number} is no radius or width: it must be 0 or more"
        raise BadScene(message)
    return _n(number)


@cache_by_language(2000)
def _text(text: str) -> str:
    return _escaped(str(text))


def _escaped(text: str) -> str:
    return str(escape(_NOT_XML.sub("\ufffd", text)))


@lru_cache(maxsize=2000)
def _name(text: str) -> str:
    # Every other character is spelled out, so that two different names never become one.
    return _NOT_NAME.sub(lambda found: f"_{ord(found[0]):x}_", text)


def ids(scene: Scene, prefix: str = "board") -> dict[str, str]:
    """Return the element of the page for each part of the scene that has an id."""
    return {group.id: f"{_name(prefix)}-{_name(group.id)}" for layer in scene.layers for group in groups(layer.items) if group.id}
