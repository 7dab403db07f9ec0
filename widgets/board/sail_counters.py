"""Ships of the age of sail: line, frigate and brig, in units of the hex radius, as `counters` has the rest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin, tan
from typing import Final, Literal

from widgets.board.counters import BADGE, OUTLINE, PLATE, SMALL, THIN, Side, filled_hull, mirrored, outlined
from widgets.scene.palette import AMBER, BLUE, INK, SHEET, TEAL, WHITE
from widgets.scene.shapes import Disc, Draw, Group, Item, Label, Path, Style, poly, rect, segs, text_width

Rig = Literal["two-decker", "three-decker", "frigate", "brig", "short two-decker", "short frigate"]
"""The short ones are broad for their length, to be drawn on one hex at `ONE_HEX` of the size of the others."""

Canvas = Literal["plain", "full"]
Cable = Literal["dropping", "down", "weighing"]

HALF_LENGTH: Final = 1.48
BOWSPRIT: Final = 0.30
ENSIGN: Final = 0.34
MAST: Final = 0.065
STRUCK: Final = 0.55
ONE_HEX: Final = 0.47
FULL: Final = 1.32  # how much higher sails stand with everything set
MOST_BRACE: Final = 25
BRACE_STEP: Final = 5  # degrees; coarser than the eye, so that ships on one course share their picture


@dataclass(frozen=True, slots=True)
class _Build:
    """What tells one rig from another: length, beam, decks, and masts with the half-height of their sails."""

    length: float
    beam: float
    decks: int
    masts: tuple[tuple[float, float], ...]


_THREE: Final = ((0.72, 0.65), (0.08, 0.78), (-0.55, 0.55))
_BUILDS: Final[dict[str, _Build]] = {
    "two-decker": _Build(HALF_LENGTH, 0.34, 2, _THREE),
    "three-decker": _Build(HALF_LENGTH, 0.39, 3, _THREE),
    "frigate": _Build(HALF_LENGTH, 0.27, 1, tuple((x, high * 0.9) for x, high in _THREE)),
    "short two-decker": _Build(HALF_LENGTH, 0.47, 2, _THREE),
    "short frigate": _Build(HALF_LENGTH, 0.36, 1, tuple((x, high * 0.9) for x, high in _THREE)),
    "brig": _Build(HALF_LENGTH * 0.75, 0.25, 1, ((0.50 * HALF_LENGTH * 0.75, 0.60), (-0.28 * HALF_LENGTH * 0.75, 0.64))),
}


def hull(rig: Rig) -> Draw:
    """Draw the outline: transom, shoulders, straight sides, round bow."""
    build = _BUILDS[rig]
    length, beam = build.length, build.beam
    return mirrored(
        (
            ("M", length, 0.0),
            ("C", length - 0.12, -beam * 0.42, length - 0.34, -beam, length - 0.62, -beam),
            ("L", 0.16 - length, -beam),
            ("Q", 0.04 - length, -beam * 0.94, -length, -beam * 2 / 3),
        )
    )


def braced(angle: float) -> int:
    """Return the angle of the yards for a wind some degrees off the bow: at most 25 either way, in steps of 5."""
    most = max(-MOST_BRACE, min(MOST_BRACE, angle))
    return int(round(most / BRACE_STEP) * BRACE_STEP)


@lru_cache(maxsize=500)
def sailer(rig: Rig, side: Side, brace: int = 0, *, struck: bool = False, fallen: int = 0, canvas: Canvas = "plain") -> Group:
    """Draw a square-rigged ship, her yards braced to the wind, some masts fallen from the bow on; struck, she is pale and without sail."""
    build = _BUILDS[rig]
    length, beam = build.length, build.beam
    brace = 0 if struck else brace  # without sails nobody sees it
    outline = hull(rig)
    items: list[Item] = [Path(segs([((length - 0.1, 0.0), (length + BOWSPRIT, 0.0))]), Style(line=INK, width=0.06, cap="round"))]
    items += _flag(length, side)
    items += filled_hull(outline, side, (-length - 0.05, -beam - 0.05, length + 0.05, beam + 0.05))
    deck, tip = beam * 0.56, length - 0.34
    items.append(
        Path(poly([(0.26 - length, -deck), (tip - 0.2, -deck), (tip, 0.0), (tip - 0.2, deck), (0.26 - length, deck)]), Style(side.tint))
    )
    bars = [((x, -deck * 0.76), (x, deck * 0.76)) for x in (0.38 - length + 0.13 * bar for bar in range(build.decks))]
    items.append(Path(segs(bars), Style(line=INK, width=0.055)))
    for place, (x, high) in enumerate(build.masts):
        if not struck and place >= fallen:
            sail = _sail(high * FULL if canvas == "full" else high)
            items.append(Group((Path(sail, outlined(SHEET, THIN)),), at=(x, 0.0), turn=brace))
        items.append(Disc(x, 0.0, MAST, Style(INK)))
    state = (":struck" if struck else "") + (f":{fallen} fallen" if fallen else "") + (":full" if canvas == "full" else "")
    box = (-length, -beam, length, beam)
    return Group(tuple(items), alpha=STRUCK if struck else 1.0, role="hull", key=f"{rig}:{side.name}:{brace}{state}", box=box)


def _sail(high: float) -> Draw:
    return (("M", 0.0, -high), ("Q", 0.36, 0.0, 0.0, high), ("Q", 0.14, 0.0, 0.0, -high), ("Z",))


def _flag(length: float, side: Side) -> tuple[Item, ...]:
    """Draw her flag at the stern: a square ensign, or a white pennant outlined in the side's colour."""
    staff = Path(segs([((-length, 0.0), (-length - 0.08, 0.0))]), Style(line=INK, width=0.05))
    if not side.striped:
        return (staff, Path(rect(-length - 0.06 - ENSIGN, -ENSIGN / 2, ENSIGN, ENSIGN), outlined(side.fill, OUTLINE)))
    high = 0.45 * tan(radians(24))
    pennant = poly([(-length - 0.08, -high), (-length - 0.08, high), (-length - 0.53, 0.0)])
    return (staff, Path(pennant, Style(WHITE, side.fill, 0.07)))


# -- markers ---------------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=100)
def hull_points(text: str, size: float = PLATE) -> Group:
    """Draw the hull points of a ship without power, in a box with square corners, so that nobody takes them for power."""
    wide, high = max(text_width(text, size) * 1.16 + 0.20, size * 1.12), size * 1.12
    box = Path(rect(-wide / 2, -high / 2, wide, high), Style(SHEET, INK, 0.06, join="miter"))
    return Group((box, Label(0.0, 0.0, text, size, weight=700)), key=f"hull:{text}:{size:g}")


@lru_cache(maxsize=1)
def stopped() -> Group:
    """Draw the sign of a ship that was stopped: a square in a ring."""
    square = Path(rect(-0.08, -0.08, 0.16, 0.16), Style(INK))
    return Group((Disc(0, 0, BADGE, Style(SHEET, INK, THIN)), square), key="stopped")


@lru_cache(maxsize=1)
def becalmed() -> Group:
    """Draw the sign of a ship without steps in her next move: a nought in a ring."""
    return Group((Disc(0, 0, BADGE, Style(SHEET, INK, THIN)), Label(0.0, 0.0, "0", SMALL + 0.03, weight=700)), key="becalmed")


@lru_cache(maxsize=1)
def playing() -> Group:
    """Draw the sign of a ship that plays now: a triangle in a teal ring."""
    triangle = Path(poly([(-0.07, -0.11), (0.12, 0.0), (-0.07, 0.11)]), Style(TEAL))
    return Group((Disc(0, 0, BADGE + 0.02, Style(SHEET, TEAL, 0.06)), triangle), key="playing")


def _ringed(*items: Item, key: str, dash: tuple[float, ...] = ()) -> Group:
    """Draw a sign in a white ring; the ring is broken while what it says is under way."""
    return Group((Disc(0, 0, BADGE + 0.03, Style(SHEET)), Disc(0, 0, BADGE, Style(SHEET, INK, THIN, dash=dash)), *items), key=key)


BROKEN: Final = (0.13, 0.0794)


@lru_cache(maxsize=10)
def anchor(cable: Cable = "down") -> Group:
    """Draw the sign of a ship at anchor; the ring is broken while the anchor goes down, and an arrow shows it coming up."""
    lines = [((0.0, -0.07), (0.0, 0.12)), ((-0.06, -0.035), (0.06, -0.035)), ((-0.10, 0.035), (-0.075, 0.09), (0.0, 0.125))]
    lines.append(((0.10, 0.035), (0.075, 0.09), (0.0, 0.125)))
    if cable == "weighing":
        lines = [((x, y - 0.02), *((a, b - 0.02) for a, b in rest)) for (x, y), *rest in lines]
    ink = Style(line=INK, width=0.04, cap="round")
    sign: tuple[Item, ...] = (Path(segs(lines), ink), Disc(0.0, -0.10, 0.03, Style("", INK, 0.03)))
    if cable == "weighing":
        sign += (Path(poly([(0.17, -0.20), (0.27, -0.06), (0.07, -0.06)]), Style(TEAL, SHEET, 0.03)),)
    return _ringed(*sign, key=f"anchor:{cable}", dash=() if cable == "down" else BROKEN)


@lru_cache(maxsize=10)
def leak(*, large: bool = False) -> Group:
    """Draw the sign of a leak: one drop in a ring, or three."""
    spots = ((0.0, -0.085, 0.62), (-0.085, 0.065, 0.62), (0.085, 0.065, 0.62)) if large else ((0.0, 0.0, 1.0),)
    drops = tuple(Group((Path(_DROP, Style(BLUE, INK, 0.02)),), at=(x, y), scale=size) for x, y, size in spots)
    return _ringed(*drops, key=f"leak:{'large' if large else 'small'}")


_DROP: Final = (
    ("M", 0.0, -0.13),
    ("C", 0.05, -0.05, 0.085, -0.01, 0.085, 0.04),
    ("C", 0.085, 0.10, 0.04, 0.125, 0.0, 0.125),
    ("C", -0.04, 0.125, -0.085, 0.10, -0.085, 0.04),
    ("C", -0.085, -0.01, -0.05, -0.05, 0.0, -0.13),
    ("Z",),
)


@lru_cache(maxsize=1)
def hulk() -> Group:
    """Draw the sign of a ship that can no longer fight: a gun crossed out, in a ring."""
    barrel = Path(poly([(-0.12, 0.05), (-0.12, -0.05), (0.12, -0.03), (0.12, 0.03)]), Style(INK))
    cross = segs([((-0.11, 0.12), (0.11, -0.12))])
    casing, line = (Path(cross, Style(line=colour, width=width, cap="round")) for colour, width in ((SHEET, 0.09), (INK, 0.04)))
    return _ringed(barrel, casing, line, key="hulk")


@lru_cache(maxsize=10)
def irons() -> Group:
    """Draw the sign of a ship stopped head to wind: an arrow against a bar, in a ring."""
    arrow = segs([((-0.12, 0.0), (0.03, 0.0)), ((-0.03, -0.06), (0.03, 0.0), (-0.03, 0.06)), ((0.09, -0.11), (0.09, 0.11))])
    return _ringed(Path(arrow, Style(line=INK, width=0.045, cap="round")), key="irons")


@lru_cache(maxsize=10)
def pill(text: str, *, under_way: bool = False) -> Group:
    """Draw a word of two letters in a white pill with an ink line, which is broken while it is not yet so."""
    wide, high = text_width(text, SMALL) + 0.20, 2 * BADGE - 0.04
    shape = rect(-wide / 2, -high / 2, wide, high, high / 2)
    ground = Path(shape, Style(SHEET, SHEET, 0.07))
    line = Path(shape, Style("", INK, THIN, dash=BROKEN if under_way else ()))
    return Group((ground, line, Label(0.0, 0.0, text, SMALL, weight=700)), key=f"pill:{text}:{under_way:d}")


# -- sections --------------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=500)
def sections(left: tuple[int, ...], size: float, *, kind: Literal["hull", "mast"] = "hull", upright: bool = False) -> Group:
    """Draw boxes side by side, or one above the other, with the points left in each; empty ones are dark and crossed.

    Those of the hull have square corners, those of masts are round at the top.
    """
    wide = max(text_width(str(number), size) for number in left) + 0.40 * size
    high = size * 0.98
    items: list[Item] = []
    for place, number in enumerate(left):
        along = place - (len(left) - 1) / 2
        x, y = (0.0, along * high) if upright else (along * wide, 0.0)
        items += _section(round(x, 4), round(y, 4), (round(wide, 4), round(high, 4)), number, size, kind)
    name = "-".join(map(str, left))
    return Group(tuple(items), key=f"sections:{kind}:{name}:{size:g}:{upright:d}")


def _section(x: float, y: float, shape: tuple[float, float], number: int, size: float, kind: str) -> tuple[Item, ...]:
    wide, high = shape
    left, top, right, bottom = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
    outline = rect(left, top, wide, high)
    if kind == "mast":
        bend = high * 0.45
        outline = (
            ("M", left, bottom),
            ("L", left, top + bend),
            ("Q", left, top, x, top),
            ("Q", right, top, right, top + bend),
            ("L", right, bottom),
            ("Z",),
        )
    if number:
        return (Path(outline, Style(SHEET, INK, 0.035, join="miter")), Label(x, y, str(number), size, weight=700))
    arm = min(wide, high) * 0.26
    cross = segs([((x - arm, y - arm), (x + arm, y + arm)), ((x + arm, y - arm), (x - arm, y + arm))])
    return (Path(outline, Style(INK, SHEET, 0.03, join="miter")), Path(cross, Style(line=SHEET, width=0.045, cap="round")))


_RAYS: Final = 11


@lru_cache(maxsize=1)
def burst() -> Group:
    """Show where a ship has blown up: a ragged star on her two hexes."""
    reach = [((1.0 if ray % 2 == 0 else 0.52), radians(180 * ray / _RAYS - 90)) for ray in range(2 * _RAYS)]
    ragged = [(1.5 * far * cos(angle), 0.85 * far * sin(angle)) for far, angle in reach]
    heart = [(0.75 * far * cos(angle), 0.42 * far * sin(angle)) for far, angle in reach]
    return Group((Path(poly(ragged), outlined(AMBER, 0.06)), Path(poly(heart), Style(SHEET))), key="burst")
