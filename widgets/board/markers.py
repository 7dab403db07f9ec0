"""Draws marks on the board: the states of a hex, lines and washes over hexes, ropes between ships, and names that keep clear of them.

Widths here are pixels of the page, whatever the radius of a hex, as LOOK section 4 gives them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import atan2, degrees, hypot
from typing import Final

from widgets.board.counters import BUFF
from widgets.scene.palette import INK, MAG, PAPER, SHEET, TEAL, WHITE
from widgets.scene.shapes import Disc, Group, Item, Label, Path, Point, Style, Top, along, arc, hexpts, poly, segs, text_width

HOVER_LINE: Final = 2.0
LEGAL_LINE: Final = 2.0
SELECTED_LINES: Final = (3.0, 1.3)
FOCUS_LINE: Final = 3.5
REFUSED_LINE: Final = 2.0
INSET: Final = 2.5  # a state's line stands this far inside the hex, so that neighbours do not share one
WASH: Final = "1F"  # 12 % as the last two digits of a colour
DOT: Final = 0.13  # of the radius
RING: Final = 0.30  # of the radius, for a running cost
COST: Final = 0.32  # the size of its type
TRAIL: Final = 0.066  # a dot of the path
SALTIRE: Final = 0.26
SMALLEST_TYPE: Final = 11.0
NAME: Final = 0.34  # the size of a ship's name, by the radius
NAME_SIZES: Final = (13.0, 21.0)


def _hex(radius: float, inset: float, top: Top, style: Style) -> Path:
    return Path(poly(hexpts(0.0, 0.0, radius - inset, top)), style)


@lru_cache(maxsize=500)
def legal(radius: float, top: Top = "flat", *, cost: str = "", empty: bool = True) -> Group:
    """Draw a hex that an order may name: teal line and wash, and a dot or a cost where no counter hides it."""
    items: list[Item] = [_hex(radius, INSET + 1, top, Style(f"{TEAL}{WASH}", TEAL, LEGAL_LINE, join="miter"))]
    if empty and cost:
        size = max(SMALLEST_TYPE, COST * radius)
        items += [
            Disc(0.0, 0.0, max(RING * radius, size * 0.8), Style(SHEET, TEAL, 1.6)),
            Label(0.0, 0.0, cost, size, weight=700, ink=TEAL),
        ]
    elif empty:
        items.append(Disc(0.0, 0.0, DOT * radius, Style(TEAL)))
    return Group(tuple(items), key=f"legal:{radius:g}:{top}:{cost}:{empty:d}")


@lru_cache(maxsize=100)
def selected(radius: float, top: Top = "flat") -> Group:
    """Draw a chosen hex: two magenta rings."""
    outer, inner = SELECTED_LINES
    items = (
        _hex(radius, INSET + 1, top, Style(f"{MAG}14", MAG, outer, join="miter")),
        _hex(radius, INSET + 6.5, top, Style("", MAG, inner, join="miter")),
    )
    return Group(items, key=f"selected:{radius:g}:{top}")


@lru_cache(maxsize=100)
def hovered(radius: float, top: Top = "flat") -> Group:
    """Draw the hex under the pointer."""
    return Group((_hex(radius, INSET, top, Style(f"{INK}0F", INK, HOVER_LINE, join="miter")),), key=f"hover:{radius:g}:{top}")


@lru_cache(maxsize=100)
def focused(radius: float, top: Top = "flat") -> Group:
    """Draw the hex that the keys act on: a broad magenta line in a paper gap."""
    items = (
        _hex(radius, INSET + 2, top, Style("", PAPER, FOCUS_LINE + 4.5, join="miter")),
        _hex(radius, INSET + 2, top, Style("", MAG, FOCUS_LINE, join="miter")),
    )
    return Group(items, key=f"focus:{radius:g}:{top}")


@lru_cache(maxsize=100)
def refused(radius: float, top: Top = "flat") -> Group:
    """Draw a hex that an order may not name, shown after the press: broken line and saltire."""
    arm = SALTIRE * radius
    cross = segs([((-arm, -arm), (arm, arm)), ((arm, -arm), (-arm, arm))])
    items = (
        _hex(radius, INSET, top, Style(f"{SHEET}A6", INK, REFUSED_LINE, dash=(7.0, 5.0), join="miter")),
        Path(cross, Style(line=SHEET, width=radius * 0.16, cap="round")),
        Path(cross, Style(line=INK, width=radius * 0.075, cap="round")),
    )
    return Group(items, key=f"refused:{radius:g}:{top}")


@lru_cache(maxsize=200)
def cost(text: str, radius: float) -> Group:
    """Draw a running cost in a magenta ring."""
    size = max(SMALLEST_TYPE, COST * radius)
    r = max(RING * radius, size * 0.8)
    items = (Disc(0.0, 0.0, r, Style(SHEET, MAG, 2.0)), Label(0.0, 0.0, text, size, weight=700, ink=MAG))
    return Group(items, key=f"cost:{text}:{radius:g}")


def trail(a: Point, b: Point, radius: float) -> tuple[Disc, ...]:
    """Return magenta dots from one hex to the next, clear of the rings at both ends."""
    length, apart = hypot(b[0] - a[0], b[1] - a[1]), radius * 0.26
    start = RING * radius + apart * 0.6
    count = max(1, int((length - 2 * start) / apart) + 1)
    first = (length - (count - 1) * apart) / 2
    places = (along(a, b, first + apart * dot) for dot in range(count))
    return tuple(Disc(round(x, 1), round(y, 1), max(2.5, TRAIL * radius), Style(MAG)) for x, y in places)


def line_of_fire(a: Point, b: Point) -> Path:
    """Draw magenta dashes from a ship to her target."""
    return Path(poly((a, b), closed=False), Style(line=MAG, width=2.0, dash=(8.0, 6.0)))


# -- ropes -----------------------------------------------------------------------------------------------------------------------------

ROPES_APART: Final = 0.34
ROPE: Final = ((WHITE, 0.17, ()), (INK, 0.115, ()), (BUFF, 0.05, (0.10, 0.065)))
LEAST_ROPE: Final = 0.16


@lru_cache(maxsize=200)
def ropes(length: float) -> Group:
    """Draw a grapple: two ropes along x, each with a ring on the ship that threw it and a hook on the other."""
    lines = segs([((0.0, y), (length, y)) for y in (-ROPES_APART / 2, ROPES_APART / 2)])
    items: list[Item] = [Path(lines, Style(line=colour, width=width, dash=dash)) for colour, width, dash in ROPE]
    for y in (-ROPES_APART / 2, ROPES_APART / 2):
        items.append(Path(arc(length - 0.11, y, 0.15, -68, 68), Style(line=INK, width=0.065, cap="round")))
        items.append(Disc(0.0, y, 0.075, Style(SHEET, INK, 0.05)))
    return Group(tuple(items), key=f"ropes:{length:.2f}")


def grapple(a: Point, b: Point, radius: float) -> Group:
    """Draw ropes from a point on one hull to a point on another."""
    length = max(LEAST_ROPE, round(hypot(b[0] - a[0], b[1] - a[1]) / radius, 2))
    turn = round(degrees(atan2(b[1] - a[1], b[0] - a[0])), 1)
    picture = ropes(length)
    return Group((Group(picture.items, turn=turn, scale=radius, key=picture.key),), at=(float(round(a[0])), float(round(a[1]))))


# -- names -----------------------------------------------------------------------------------------------------------------------------

Spot = tuple[float, float, float]
Room = tuple[float, float, float]  # the margin at the left and above, and where the right and the lower end are
"""A disc that a name must keep clear of: x, y, radius."""


def name_size(radius: float) -> float:
    """Return the size of a ship's name at this hex radius."""
    least, most = NAME_SIZES
    return round(min(most, max(least, NAME * radius)), 1)


def name_places(
    hulls: Sequence[Sequence[Spot]],
    names: Sequence[str],
    size: float,
    room: tuple[float, float],
    avoid: Iterable[Spot] = (),
    margin: float = 0.0,
) -> tuple[Point, ...]:
    """Return a place for the middle of each name: of those around its own hull, the one that overlaps others least. Greedy, in order.

    There is room from the margin, at the left and above, to the right and the lower end of `room`.
    """
    taken: list[Spot] = [*(spot for hull in hulls for spot in hull), *avoid]
    places: list[Point] = []
    for hull, name in zip(hulls, names, strict=True):
        wide = name_width(name, size)
        best = _least_crowded(_candidates(hull, wide, size), wide, size, _close(taken, hull, wide + size), (margin, *room))
        places.append((float(round(best[0])), float(round(best[1]))))
        taken += _name_spots(best, wide, size)
    return tuple(places)


def _close(taken: Iterable[Spot], hull: Sequence[Spot], far: float) -> list[Spot]:
    """Return what lies near enough to a hull to be in the way of its name."""
    left, right = min(x - r for x, _, r in hull) - far, max(x + r for x, _, r in hull) + far
    top, bottom = min(y - r for _, y, r in hull) - far, max(y + r for _, y, r in hull) + far
    return [(x, y, r) for x, y, r in taken if left - r < x < right + r and top - r < y < bottom + r]


def _least_crowded(candidates: Sequence[Point], wide: float, size: float, taken: Sequence[Spot], room: Room) -> Point:
    """Return the first place that is free, or else the first of those that overlap least."""
    best, least = candidates[0], float("inf")
    for place in candidates:
        crowding = round(_crowding(place, wide, size, taken, room), 1)
        if crowding < least:
            best, least = place, crowding
        if not crowding:
            break
    return best


def name_width(name: str, size: float) -> float:
    """Return about how wide a name is."""
    return text_width(name, size, "serif") * 1.06


def _candidates(hull: Sequence[Spot], wide: float, size: float) -> list[Point]:
    """Return places for a name, the likeliest first: below a hull, or beside one that stands upright on the page."""
    left, right = min(x - r for x, _, r in hull), max(x + r for x, _, r in hull)
    top, bottom = min(y - r for _, y, r in hull), max(y + r for _, y, r in hull)
    x, y, side, gap = (left + right) / 2, (top + bottom) / 2, wide / 2, size * 0.15
    below, above = (x, bottom + size * 0.55 + gap), (x, top - size * 0.55 - gap)
    beside = [(right + side + 2 * gap, y), (left - side - 2 * gap, y)]
    level = [*beside, below, above] if bottom - top > (right - left) * 1.3 else [below, *beside, above]
    corners = [(right + side * 0.55, bottom - size * 0.1), (left - side * 0.55, bottom - size * 0.1)]
    quarters = [(end, y + drop * size) for drop in (1.4, -1.4) for end, _ in beside]
    return level + corners + quarters


def _name_spots(place: Point, wide: float, size: float) -> list[Spot]:
    count = max(2, round(wide / size))
    return [(place[0] - wide / 2 + wide * (number + 0.5) / count, place[1], size * 0.55) for number in range(count)]


def _crowding(place: Point, wide: float, size: float, taken: Iterable[Spot], room: Room) -> float:
    x, y = place
    margin, right, bottom = room
    outside = max(0.0, margin + wide / 2 - x) + max(0.0, x + wide / 2 - right) + max(0.0, size - y) + max(0.0, y + size - bottom)
    total = outside * 4
    for sx, sy, r in taken:
        if abs(sy - y) < r + size * 0.55:
            total += max(0.0, r + wide / 2 - abs(sx - x)) * min(1.0, (r + size * 0.55 - abs(sy - y)) / size)
    return total
