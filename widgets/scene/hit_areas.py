"""Draws clear places over a board: a press on one is an act, as a button's is. Only their attributes change later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from markupsafe import Markup

from widgets.scene.geometry import Outline
from widgets.scene.shapes import Point
from widgets.web.badges import joined

NOTHING: Final[Mapping[str, Markup]] = {}
_WHOLE: Final = Markup('<svg viewBox="0 0 {:g} {:g}" aria-hidden="true">{}</svg>')


class _Spot(NamedTuple):
    """A place, and its text before and after what may be said of it."""

    name: str
    before: Markup
    after: Markup


def spot(name: str, corners: Iterable[Point], attributes: str = "") -> Markup:
    """Draw one clear place, with what is said of it to `live.js`."""
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return Markup('<polygon data-do="press" data-name="{}"{} points="{}"/>').format(name, attributes, points)


def hits(size: Point, places: tuple[Outline, ...], attributes: Mapping[str, Markup] = NOTHING, above: str = "") -> Markup:
    """Draw a clear place for each outline, what is said of some of them, and what lies above them all."""
    inside = joined(each.before + attributes.get(each.name, "") + each.after for each in _spots(places))
    return _WHOLE.format(*size, inside + above)


@lru_cache(maxsize=50)
def _spots(places: tuple[Outline, ...]) -> tuple[_Spot, ...]:
    whole = ((name, spot(name, corners).partition(" points=")) for name, corners in places)
    return tuple(_Spot(name, before, points + after) for name, (before, points, after) in whole)
