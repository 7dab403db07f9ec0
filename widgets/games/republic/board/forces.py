"""Forces as counters: strength and leader's letter on a chip, badges for elephants, engines and status, each Force in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Final

from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.play.state import City, Force, Position, double_legions
from rulesdemo.words import _, ngettext
from widgets.board import counters, land
from widgets.board.counters import ONE, TWO, Side
from widgets.board.ship_labels import Hull
from widgets.games.republic import names
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import INK, SHEET
from widgets.scene.shapes import Box, Draw, Group, Item, Label, Path, Point, Style, hatch, placed, rect, segs, text_width

SIDES: Final = {"roman": ONE, "other": TWO}
HALF: Final = (0.44, 0.30)  # of a chip, in radii
CHIP: Final[Draw] = rect(-HALF[0], -HALF[1], 2 * HALF[0], 2 * HALF[1], 0.08)
CHIP_BOX: Final[Box] = (-HALF[0], -HALF[1], HALF[0], HALF[1])
FLAG: Final = (0.09, 0.34)  # how far right of the middle a status stands, beside another chip and alone
STATUS: Final = {"fatigued": "F", "disorganised": "D", "neutralised": "N"}
# Where the chips of a hex stand, by how many there are; more than four lie closer.
_SPOTS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0.0, 0.06),),
    2: ((-0.47, 0.06), (0.47, 0.06)),
    3: ((-0.47, -0.20), (0.47, -0.20), (0.0, 0.46)),
    4: ((-0.47, -0.22), (0.47, -0.22), (-0.47, 0.44), (0.47, 0.44)),
}
_WITH_CITY: Final = 0.12  # lower, where walls stand above
CITY_UP: Final = -0.42
CITY_SMALLER: Final = 0.85


def spots(count: int, *, city: bool) -> tuple[Point, ...]:
    """Return where a number of chips stand in a hex, in radii from its middle."""
    known = _SPOTS.get(count)
    if known is None:
        known = tuple((-0.5 + (place % 3) * 0.5, -0.3 + (place // 3) * 0.42) for place in range(count))
    return tuple((x, y + _WITH_CITY) for x, y in known) if city else known


def stacks(position: Position) -> dict[Force, Point]:
    """Return every Force with its place in its hex: the attackers of a battle left, then Romans, then those inside the walls."""
    clash = position.clash
    found: dict[Force, Point] = {}
    for place in sorted({force.at for force in position.there}):
        there = [force for force in position.there if force.at == place]
        attacking = clash.attackers if clash is not None else ()
        there.sort(key=lambda force: (force.id not in attacking, force.in_city, not force.roman))
        found |= dict(zip(there, spots(len(there), city=position.city_at(place) is not None), strict=True))
    return found


def middle(board: BoardGrid, force: Force, spot: Point) -> Point:
    """Return the middle of a chip, on whole pixels."""
    x, y = board.centre(force.at)
    return float(round(x + spot[0] * board.radius)), float(round(y + spot[1] * board.radius))


# -- the chip ----------------------------------------------------------------------------------------------------------------------------


def force_group(position: Position, board: BoardGrid, force: Force, spot: Point) -> Group:
    """Draw a Force with everything on it, and its words."""
    picture = _chip(SIDES[force.side], force.sp, force.leader.letter, in_city=force.in_city)
    items: list[Item] = [placed(picture, (0.0, 0.0), board.radius)]
    size = counters.small_type(board.radius) / counters.SMALL * board.radius
    for badge, (x, y) in _badges(force, is_alone=spot[0] == 0):
        items.append(placed(badge, (float(round(x * board.radius)), float(round(y * board.radius))), size))
    return Group(tuple(items), at=middle(board, force, spot), id=force.id, role="ship", label=force_words(position, force), box=_box(board))


def _box(board: BoardGrid) -> Box:
    wide, high = (half * board.radius for half in HALF)
    return -wide, -high, wide, high


@lru_cache(maxsize=500)
def _chip(side: Side, sp: int, letter: str, *, in_city: bool) -> Group:
    """Draw a card in the side's colours; a plate with the leader's letter, a plate with the strength; walls above one in a city."""
    items: tuple[Item, ...] = (Path(CHIP, Style(side.fill)),)
    if side.striped:
        items += (Group((Path(hatch(CHIP_BOX, counters.STRIPES_APART, mirrored=True), counters.STRIPES),), clip=CHIP),)
    items += (Path(CHIP, Style(line=INK, width=0.05)),)
    if in_city:
        towers = segs([((x, -HALF[1]), (x, -HALF[1] - 0.07)) for x in (-0.33, -0.11, 0.11, 0.33)])
        items += (Path(towers, Style(line=INK, width=0.12)),)
    items += (
        Path(rect(-0.38, -0.22, 0.27, 0.44, 0.05), Style(side.tint, INK, 0.025)),
        Label(-0.245, 0.0, letter, 0.30, "serif", weight=600),
        Path(rect(-0.07, -0.22, 0.45, 0.44, 0.05), Style(SHEET, INK, 0.025)),
        Label(0.155, 0.0, str(sp), 0.34 if sp < 100 else 0.27, weight=700),  # noqa: PLR2004 - three figures need more room
    )
    return Group(items, role="hull", key=f"force:{side.name}:{sp}:{letter}:{in_city:d}", box=CHIP_BOX)


@lru_cache(maxsize=200)
def _pill(text: str) -> Group:
    wide, high = max(text_width(text, counters.SMALL) + 0.16, 0.36), 0.36
    pill = Path(rect(-wide / 2, -high / 2, wide, high, high / 2), Style(SHEET, INK, 0.04))
    return Group((pill, Label(0.0, 0.0, text, counters.SMALL, weight=700)), key=f"pill:{text}")


def _badges(force: Force, *, is_alone: bool) -> Iterable[tuple[Group, Point]]:
    """Draw each badge at a place of its own; beside the chip where no other chip is, and clear of its neighbour's where one is."""
    x, y = (0.54, 0.10) if is_alone else (0.22, 0.33)
    if force.status in STATUS:
        yield _pill(STATUS[force.status]), (FLAG[is_alone], -0.34)
    if force.elephants:
        yield _pill(f"E{force.elephants}"), (x, y)
    if force.engines:
        yield _pill(f"S{force.engines}"), (-x, y)
    if force.acted:
        yield counters.acted(), (-0.38, -0.34)


def hull(board: BoardGrid, force: Force, spot: Point) -> Hull:
    """Return discs over a chip, for names to keep away from."""
    x, y = middle(board, force, spot)
    badges = ((bool(force.elephants), 1), (bool(force.engines), -1))
    beside = tuple((x + 0.56 * sign * board.radius, y, 0.20 * board.radius) for on, sign in badges if on and not spot[0])
    low = 0.10 if spot[0] and (force.elephants or force.engines) else 0.0
    chip = tuple((x + dx * board.radius, y + low * board.radius, (0.34 + low) * board.radius) for dx in (-0.28, 0.0, 0.28))
    flag = ((x + FLAG[not spot[0]] * board.radius, y - 0.36 * board.radius, 0.18 * board.radius),) if force.status in STATUS else ()
    return (*chip, *beside, *flag)


# -- in words ----------------------------------------------------------------------------------------------------------------------------


def force_words(position: Position, force: Force) -> str:
    """Return a Force: where it stands, what it has, who leads it, and every mark on it."""
    city = position.city_at(force.at)
    label = GRID.label(force.at)
    where = (
        _("in {city}, {hex}").format(city=city.name, hex=label) if force.in_city and city is not None else _("in {hex}").format(hex=label)
    )
    leader = force.leader
    led = _("led by {name}, letter {letter}, campaign value {cv}, survival {vm}, {cunning}")
    parts = [
        force.name,
        names.SIDES[force.side],
        where,
        names.strength(force.sp),
        names.troops(*force.troops),
        led.format(name=leader.name, letter=leader.letter, cv=leader.cv, vm=leader.vm, cunning=names.cunning(leader.cunning)),
    ]
    veterans = sum(legion.veteran and legion.infantry > 0 for legion in force.legions)
    legions = double_legions(position.rules, force)
    told = (
        (bool(legions), ngettext("{n} Double Legion", "{n} Double Legions", legions).format(n=legions)),
        (bool(veterans), ngettext("{n} of them Veteran", "{n} of them Veteran", veterans).format(n=veterans)),
        (bool(force.elite), ngettext("{n} elite kind", "{n} elite kinds", force.elite).format(n=force.elite)),
        (bool(force.engines), ngettext("{n} siege engine", "{n} siege engines", force.engines).format(n=force.engines)),
        (leader.wounded, _("the leader is wounded")),
        (force.status != "fresh", names.STATUS[force.status]),
        *((True, names.MARKS[mark]) for mark in force.marks),
        (force.entered, _("halted in an enemy's hex")),
        (force.acted, _("has acted")),
    )
    return ", ".join(map(str, [*parts, *(words for said, words in told if said)]))


# -- cities ------------------------------------------------------------------------------------------------------------------------------


def city_group(position: Position, board: BoardGrid, city: City) -> Group:
    """Draw a city above the Forces in its hex, with its intrinsic defence on the wall."""
    x, y = board.centre(city.at)
    up, scale = (CITY_UP, CITY_SMALLER) if any(force.at == city.at for force in position.there) else (0.0, 1.0)
    picture = land.city(SIDES[city.owner], str(city.cdi))
    at = (float(round(x)), float(round(y + up * board.radius)))
    return Group(
        (replace(picture, at=(0.0, 0.0), scale=scale * board.radius),), at=at, id=f"city {city.id}", role="shore", label=city_words(city)
    )


def city_words(city: City) -> str:
    """Return a city, whose it is, and what its walls are worth."""
    told = [
        _("{name}, a city in {hex}").format(name=city.name, hex=GRID.label(city.at)),
        _("held by Rome") if city.owner == "roman" else _("held by the enemies of Rome"),
        _("intrinsic defence {n}").format(n=city.cdi),
    ]
    told += [_("walls {n}").format(n=city.strength)] if city.strength is not None else []
    told += [_("siege defence {n}").format(n=city.siege_defence)] if city.siege_defence is not None else []
    told += [_("a port")] if city.port else []
    return ", ".join(told)
