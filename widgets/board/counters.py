"""Draws counters: rowed and square ships, plates, flags, fires and small markers, as groups in units of the hex radius.

Here x points ahead and y to starboard, and the origin is the middle of the counter. Hulls turn with the ship; whatever carries text or
stands upright (plates, flags, fires, markers) is a picture of its own, to be placed on the hull without turning. Every function is memoised
and gives its picture a key, so that painters draw it once. Sailing ships of the age of guns are in `counters_sail`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin
from typing import Final, Literal

from widgets.scene.palette import AMBER, BLUE, INK, MAG, PAPER, RUST, SHEET, TEAL, WHITE
from widgets.scene.shapes import Box, Disc, Draw, Group, Item, Label, Path, Point, Style, arc, bounds, hatch, poly, rect, segs, text_width

OUTLINE: Final = 0.05
THIN: Final = 0.04
STRIPES: Final = Style(line="#FFFFFFC7", width=0.055)  # white, 78 %
STRIPES_APART: Final = 0.15
BUFF: Final = "#F0DFB2"
PLATE: Final = 0.42  # the size of a plate's type
SMALL: Final = 0.26  # and of a crew's or a marker's
LEAST_FIGURE: Final = 10.0  # pixels
LEAST_LETTERS: Final = 28  # below this hex radius plates keep their digit and drop the letter


@dataclass(frozen=True, slots=True)
class Side:
    """How one of the two sides is told apart: by colour, by hatching, by the shape of its flag."""

    name: str
    fill: str
    tint: str
    ground: str
    striped: bool


ONE: Final = Side("one", RUST, "#E9C9B6", "#F4E4DB", striped=False)
TWO: Final = Side("two", BLUE, "#BFD3E8", "#DCE7F2", striped=True)


def outlined(fill: str, width: float = OUTLINE) -> Style:
    """Return a fill with an ink line."""
    return Style(fill, INK, width)


def mirrored(half: Draw) -> Draw:
    """Close an outline that is drawn from bow to stern on the port side by the same on the starboard side."""
    back: list[tuple[str | float, ...]] = []
    start: tuple[float, ...] = tuple(float(number) for number in half[-1][-2:])
    back.append(("L", start[0], -start[1]))
    for place in range(len(half) - 1, 0, -1):
        numbers = [float(number) for number in half[place][1:]]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))[:-1]
        before = [float(number) for number in half[place - 1][-2:]]
        flipped = [(x, -y) for x, y in (*reversed(points), (before[0], before[1]))]
        back.append((half[place][0], *(number for point in flipped for number in point)))
    return (*half, *back, ("Z",))


def filled_hull(outline: Draw, side: Side, box: Box) -> tuple[Item, ...]:
    """Draw a hull in its side's colours: solid, stripes clipped to it, then the outline, which hides the cut ends."""
    solid = Path(outline, Style(side.fill))
    stripes = (Group((Path(hatch(box, STRIPES_APART, mirrored=True), STRIPES),), clip=outline),) if side.striped else ()
    return (solid, *stripes, Path(outline, Style(line=INK, width=OUTLINE)))


# -- the galley ------------------------------------------------------------------------------------------------------------------------

GALLEY_HULL: Final = mirrored(
    (
        ("M", 1.60, 0.0),
        ("L", 1.20, -0.075),
        ("C", 1.02, -0.12, 0.84, -0.31, 0.52, -0.31),
        ("L", -0.88, -0.31),
        ("C", -1.20, -0.31, -1.46, -0.15, -1.53, 0.0),
    )
)
GALLEY_BOX: Final = (-1.60, -0.45, 1.60, 0.45)
GALLEY_PLATE: Final = -0.46
GALLEY_CREW: Final = -1.12
_OARS: Final = 11


@lru_cache(maxsize=50)
def galley(side: Side = ONE) -> Group:
    """Draw a galley, two hexes long: ram, eye, tower, eleven oars a side and a curled stern."""
    oars = [((x, sign * 0.30), (x - 0.11, sign * 0.56)) for oar in range(_OARS) for sign in (-1, 1) for x in (-0.98 + 0.165 * oar,)]
    deck = poly([(-1.0, -0.13), (0.78, -0.13), (0.92, 0.0), (0.78, 0.13), (-1.0, 0.13)])
    items: tuple[Item, ...] = (
        Path(segs(oars), Style(line=INK, width=THIN, cap="round")),
        *filled_hull(GALLEY_HULL, side, (-1.55, -0.35, 1.62, 0.35)),
        Path(deck, Style(side.tint)),
        Path((("M", -1.47, 0.0), ("C", -1.58, -0.01, -1.66, -0.05, -1.65, -0.19)), Style(line=INK, width=0.075, cap="round")),
        Path(rect(0.46, -0.15, 0.30, 0.30, 0.03), outlined(SHEET)),
        Disc(1.12, 0.0, 0.05, Style(SHEET)),
    )
    return Group(items, role="hull", key=f"galley:{side.name}", box=GALLEY_BOX)


# -- the square ship -------------------------------------------------------------------------------------------------------------------

SQUARE_HALF: Final = 0.63
SQUARE_BOX: Final = (-SQUARE_HALF, -SQUARE_HALF, SQUARE_HALF, SQUARE_HALF)
SQUARE: Final = rect(-SQUARE_HALF, -SQUARE_HALF, 2 * SQUARE_HALF, 2 * SQUARE_HALF, 0.13)
SQUARE_PLATE_DOWN: Final = 0.40


def _fat_hull(length: float, beam: float) -> Draw:
    """Draw the outline of a broad ship, drawn at half-length and half-beam 1 and then stretched."""
    half: Draw = (("M", 1.0, 0.0), ("C", 0.78, -0.62, 0.36, -1.0, -0.12, -1.0), ("C", -0.50, -1.0, -0.82, -0.90, -1.0, -0.62))
    stretched: Draw = tuple((stroke[0], *_stretched(stroke[1:], length, beam)) for stroke in half)
    return mirrored(stretched)


def _stretched(numbers: tuple[str | float, ...], length: float, beam: float) -> tuple[float, ...]:
    return tuple(float(number) * (beam if place % 2 else length) for place, number in enumerate(numbers))


@lru_cache(maxsize=50)
def square_ship(side: Side = TWO, *, immobilised: bool = False) -> Group:
    """Draw a high ship under a leather sail, on a square of one hex; immobilised, her yard lies aslant across the deck."""
    thin = Style(line=f"{side.fill}7A", width=0.035)
    ground: tuple[Item, ...] = (Path(SQUARE, Style(side.ground)),)
    if side.striped:
        ground += (Group((Path(hatch(SQUARE_BOX, 0.17, mirrored=True), thin),), clip=SQUARE),)
    hull: tuple[Item, ...] = (
        Group((Path(_fat_hull(0.56, 0.37), outlined(side.fill)),), at=(0.02, 0.0)),
        Group((Path(_fat_hull(0.40, 0.23), Style(side.tint)),), at=(-0.02, 0.0)),
    )
    rig: tuple[Item, ...]
    if immobilised:
        cloth = poly([(0.44, -0.30), (0.54, -0.16), (-0.20, 0.24), (-0.30, 0.10)])
        rig = (
            Path(cloth, Style(BUFF, INK, 0.03)),
            Path(segs([((0.52, -0.54), (-0.52, 0.54))]), Style(line=SHEET, width=0.15, cap="round")),
            Path(segs([((0.52, -0.54), (-0.52, 0.54))]), Style(line=INK, width=0.08, cap="round")),
        )
    else:
        sail = (("M", 0.0, -0.54), ("Q", 0.36, 0.0, 0.0, 0.54), ("Q", 0.12, 0.0, 0.0, -0.54), ("Z",))
        rig = (Path(sail, outlined(BUFF, THIN)),)
    state = "immobilised" if immobilised else "standing"
    items = (*ground, Path(SQUARE, Style(line=side.fill, width=0.06)), *hull, *rig)
    return Group(items, role="hull", key=f"square:{side.name}:{state}", box=SQUARE_BOX)


# -- selection -------------------------------------------------------------------------------------------------------------------------

HALO: Final = ((PAPER, 0.34), (MAG, 0.26), (PAPER, 0.15))


@lru_cache(maxsize=50)
def halo(outline: Draw, name: str, wide: float = 1.0) -> Group:
    """Draw a magenta ring inside a paper gap, to lie under the counter whose outline it is given; wider for one that is drawn small."""
    return Group(tuple(Path(outline, Style(line=colour, width=width * wide)) for colour, width in HALO), key=f"halo:{name}")


# -- upright pictures ------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=500)
def plate(text: str, side: Side, size: float = PLATE) -> Group:
    """Draw a white pill with a side-coloured line: marines aboard."""
    wide, high = max(text_width(text, size) * 1.16 + 0.32, size * 1.12), size * 1.12
    pill = rect(-wide / 2, -high / 2, wide, high, high / 2)
    items = (Path(pill, Style(SHEET, side.fill, 0.035)), Label(0.0, 0.0, text, size, weight=700))
    return Group(items, key=f"plate:{side.name}:{text}:{size:g}")


@lru_cache(maxsize=500)
def figure(text: str, size: float = SMALL) -> Group:
    """Draw small figures on the hull itself, in a white halo: the crew's quality."""
    return Group((Label(0.0, 0.0, text, size, weight=700, halo=SHEET, halo_w=size * 0.46),), key=f"figure:{text}:{size:g}")


def small_type(radius: float) -> float:
    """Return the size of small figures at this hex radius: larger on small counters, as far as the hull has room for them."""
    return round(min(0.34, max(SMALL, LEAST_FIGURE / radius)), 2)


def compact(text: str, radius: float) -> str:
    """Return a plate's text at this hex radius: "M2", or "2" where letters would be too small."""
    return text if radius >= LEAST_LETTERS else text.lstrip("CHMP")


_FLAME: Final = (
    ("M", 0.0, 0.36),
    ("C", -0.22, 0.36, -0.33, 0.20, -0.32, 0.03),
    ("C", -0.31, -0.10, -0.24, -0.18, -0.23, -0.29),
    ("C", -0.15, -0.24, -0.12, -0.16, -0.09, -0.11),
    ("C", 0.03, -0.24, 0.02, -0.40, -0.02, -0.56),
    ("C", 0.14, -0.44, 0.33, -0.20, 0.33, 0.05),
    ("C", 0.33, 0.23, 0.20, 0.36, 0.0, 0.36),
    ("Z",),
)
_HEART: Final = (
    ("M", 0.0, 0.31),
    ("C", -0.10, 0.31, -0.15, 0.23, -0.13, 0.14),
    ("C", -0.11, 0.06, -0.03, 0.04, 0.01, -0.08),
    ("C", 0.06, 0.02, 0.14, 0.08, 0.14, 0.17),
    ("C", 0.14, 0.25, 0.09, 0.31, 0.0, 0.31),
    ("Z",),
)


@lru_cache(maxsize=50)
def fire(count: int = 1) -> Group:
    """Draw a flame; how many fires there are, when more than one, stands in a dark disc."""
    items: tuple[Item, ...] = (Path(_FLAME, outlined(AMBER, 0.06)), Path(_HEART, Style(SHEET)))
    if count > 1:
        items += (Disc(0.29, 0.20, 0.21, Style(INK)), Label(0.29, 0.20, str(count), 0.30, weight=700, ink=WHITE))
    return Group(items, key=f"fire:{count}", box=(-0.33, -0.56, 0.5, 0.41))


def _cloth(outline: Draw, side: Side, line: float = THIN) -> tuple[Item, ...]:
    if not side.striped:
        return (Path(outline, outlined(side.fill, line)),)
    stripes = Group((Path(hatch(_box(outline), 0.10, mirrored=True), Style(line="#FFFFFF99", width=0.035)),), clip=outline)
    return (Path(outline, Style(side.fill)), stripes, Path(outline, Style(line=INK, width=line)))


def _box(outline: Draw) -> Box:
    return bounds([Path(outline, Style())])


def _swallowtail(x: float, y: float, w: float, h: float) -> Draw:
    return poly([(x, y), (x + w, y), (x + w - h * 0.45, y + h / 2), (x + w, y + h), (x, y + h)])


def star(x: float, y: float, r: float, inner: float = 0.42) -> tuple[Point, ...]:
    """Return the corners of a five-pointed star, the first one on top."""
    reach = [(r if place % 2 == 0 else r * inner, radians(36 * place - 90)) for place in range(10)]
    return tuple((x + far * cos(angle), y + far * sin(angle)) for far, angle in reach)


_STAFF: Final = Style(line=INK, width=0.07, cap="round")


@lru_cache(maxsize=50)
def leader(side: Side, *, admiral: bool = False) -> Group:
    """Draw a flag on a staff planted at the origin: a squadron leader's swallowtail, or an Admiral's square flag with a star."""
    staff: tuple[Item, ...] = (Path(segs([((0.0, 0.0), (0.0, -0.92))]), _STAFF), Disc(0.0, -0.93, 0.07, Style(INK)))
    if not admiral:
        return Group((*_cloth(_swallowtail(0.02, -0.86, 0.66, 0.42), side), *staff), key=f"leader:{side.name}")
    cloth = _cloth(rect(0.02, -0.86, 0.60, 0.46), side)
    return Group((*cloth, Path(poly(star(0.32, -0.62, 0.17)), Style(SHEET)), *staff), key=f"admiral:{side.name}")


@lru_cache(maxsize=50)
def captured(captor: Side, prize: Side) -> Group:
    """Draw a staff planted at the origin, the captor's swallowtail above, the prize's own flag smaller below."""
    upper = _cloth(_swallowtail(0.02, -0.90, 0.58, 0.30), captor)
    lower = _cloth(rect(0.02, -0.53, 0.38, 0.20), prize)
    return Group((*upper, *lower, Path(segs([((0.0, 0.0), (0.0, -0.90))]), _STAFF)), key=f"captured:{captor.name}:{prize.name}")


# -- small markers ---------------------------------------------------------------------------------------------------------------------

BADGE: Final = 0.20


@lru_cache(maxsize=1)
def acted() -> Group:
    """Draw the sign of one that has acted: a tick in a teal disc."""
    tick = Path(segs([((-0.10, 0.0), (-0.03, 0.08), (0.10, -0.08))]), Style(line=SHEET, width=0.065, cap="round"))
    return Group((Disc(0, 0, BADGE, Style(TEAL, SHEET, 0.035)), tick), key="acted")


@lru_cache(maxsize=50)
def fatigued(level: int) -> Group:
    """Draw the sign of one that is tired: F-1 and worse, in a white pill with an ink line."""
    text, size = f"F-{level}", SMALL
    wide, high = text_width(text, size) + 0.20, 2 * BADGE - 0.04
    pill = Path(rect(-wide / 2, -high / 2, wide, high, high / 2), outlined(SHEET, THIN))
    return Group((pill, Label(0.0, 0.0, text, size, weight=700)), key=f"fatigue:{level}")


@lru_cache(maxsize=1)
def straggler() -> Group:
    """Draw the sign of one that belongs to no squadron: a letter in a broken ring."""
    ring = Disc(0, 0, BADGE, Style(SHEET, INK, THIN, dash=(0.13, 0.0794)))
    return Group((Disc(0, 0, BADGE + 0.03, Style(SHEET)), ring, Label(0.0, 0.0, "S", SMALL, weight=700)), key="straggler")


@lru_cache(maxsize=1)
def maximum() -> Group:
    """Draw the sign of one that rows at Maximum: two chevrons in a dark disc, pointing ahead."""
    chevrons = segs([((x, -0.10), (x + 0.085, 0.0), (x, 0.10)) for x in (-0.10, 0.02)])
    return Group((Disc(0, 0, BADGE, Style(INK, SHEET, 0.035)), Path(chevrons, Style(line=SHEET, width=0.06, cap="round"))), key="maximum")


# -- works on land ---------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=10)
def fort(side: Side | None = None) -> Group:
    """Draw a fort with five bastions; one that takes sides shows whose it is."""
    outline: list[Point] = []
    for bastion in range(5):
        for turn, far in ((-15, 0.35), (0, 0.56), (15, 0.35), (36, 0.29)):
            angle = radians(72 * bastion - 90 + turn)
            outline.append((far * cos(angle), far * sin(angle)))
    walls = (Path(poly(outline), outlined(SHEET)),) if side is None else _cloth(poly(outline), side, OUTLINE)
    middle = (Disc(0, 0, 0.14, Style(INK)),) if side is None else (Disc(0, 0, 0.17, Style(SHEET)), Disc(0, 0, 0.12, Style(INK)))
    key = "fort" if side is None else f"fort:{side.name}"
    return Group((*walls, *middle), key=key, box=(-0.56, -0.56, 0.56, 0.56))


@lru_cache(maxsize=1)
def redoubt() -> Group:
    """Draw a redoubt: a square with a notch for its gate."""
    outline = [(-0.34, -0.34), (0.34, -0.34), (0.34, 0.34), (0.12, 0.34), (0.12, 0.14), (-0.12, 0.14), (-0.12, 0.34), (-0.34, 0.34)]
    return Group((Path(poly(outline), outlined(SHEET)),), key="redoubt", box=(-0.34, -0.34, 0.34, 0.34))


@lru_cache(maxsize=10)
def battery(side: Side) -> Group:
    """Draw a battery: a half-moon with three barrels ahead."""
    moon = (*arc(-0.26, 0.0, 0.36, -90, 90), ("Z",))
    barrels = segs([((x, y), (0.56, y)) for x, y in ((0.0, -0.18), (0.06, 0.0), (0.0, 0.18))])
    return Group((Path(barrels, Style(line=INK, width=0.075, cap="round")), *_cloth(moon, side, OUTLINE)), key=f"battery:{side.name}")


# -- where numbers come from -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=10)
def provenance(mark: Literal["seed", "ruling", "reconstructed", "yours"]) -> Group:
    """Draw the mark of a number's origin; its side is 1."""
    if mark == "seed":
        items: tuple[Item, ...] = (Disc(0, 0, 0.34, Style(INK)),)
    elif mark == "ruling":
        items = (
            Path(poly([(0, -0.40), (0.40, 0), (0, 0.40), (-0.40, 0)]), Style(SHEET, MAG, 0.095)),
            Path(poly([(0, -0.40), (0, 0.40), (-0.40, 0)]), Style(MAG)),
        )
    elif mark == "reconstructed":
        items = (Path(rect(-0.36, -0.36, 0.72, 0.72), Style(SHEET, INK, 0.10, dash=(0.16, 0.112), join="miter")),)
    else:
        pencil = [(-0.36, 0.36), (-0.31, 0.15), (0.19, -0.35), (0.35, -0.19), (-0.15, 0.31)]
        items = (Path(poly(pencil), Style("#E3F1EC", TEAL, 0.095)),)
    return Group(items, key=f"provenance:{mark}")
