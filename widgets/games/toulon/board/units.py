"""Units as chips, one for each nation in a zone: its letters, its arm or how many units, its strength; leaders as flags."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from rulesdemo.games.toulon.board import board
from rulesdemo.games.toulon.play.state import Leader, Position, Unit, side_of
from rulesdemo.words import _, cache_by_language, ngettext
from widgets.board.zone_sheet import MARGIN, TYPE, Box, ZoneSheet, pill, words_in
from widgets.games.toulon import names
from widgets.scene.palette import BLUE, INK, MAG, PAPER, SHEET
from widgets.scene.shapes import Disc, Draw, Group, Item, Label, Path, Point, Style, arc, hatch, poly, rect, segs, text_width

HIGH: Final = 1.5  # of a chip, by the size of its type
CELL: Final = {1: 1.05, 2: 1.45}  # of the cell with the letters, by how many there are
MARK: Final = 1.25  # of the cell with the arm
FIGURE: Final = {1: 1.05, 2: 1.6}  # of the cell with the strength, by its digits
GAP: Final = 0.34
ROOMY: Final = 24.0  # the radius from which on chips show the arm
UNKNOWN: Final = "?"
MOST_WITH_ARM: Final = 3  # chips in a zone; more are short, and stand in two columns


class Stack(NamedTuple):
    """The units of one nation in a zone, inside its fort or outside."""

    zone: str
    nation: str
    fort: bool
    units: tuple[Unit, ...]

    @property
    def is_face_down(self) -> bool:
        """Return whether nobody may say what they are."""
        return self.units[0].is_face_down

    @property
    def id(self) -> str:
        """Return a name of its own on the picture."""
        return f"{self.zone} {self.nation}{' fort' if self.fort else ''}{' down' if self.is_face_down else ''}"

    @property
    def strength(self) -> int:
        """Return what they are worth together."""
        return sum(unit.strength for unit in self.units)

    @property
    def figure(self) -> str:
        """Return their strength as it stands on the chip."""
        return UNKNOWN if self.is_face_down else str(self.strength)

    @property
    def arm(self) -> str:
        """Return the arm of a single unit, of all if they are alike; a patrol is told apart."""
        arms = {"" if unit.is_face_down else "patrol" if unit.patrol else unit.arm for unit in self.units}
        return arms.pop() if len(arms) == 1 else ""


def stacks(position: Position, zone: str) -> tuple[Stack, ...]:
    """Return the units of a zone by nation, those outside a fort first; those that lie face down are by themselves."""
    found: dict[tuple[bool, str, bool], list[Unit]] = {}
    for fort in (False, True):
        for nation in names.NATIONS:
            for unit in position.at(zone):
                if unit.nation == nation and unit.fort == fort:
                    found.setdefault((fort, nation, unit.is_face_down), []).append(unit)
    return tuple(Stack(zone, nation, fort, tuple(units)) for (fort, nation, _down), units in found.items())


def name_size(sheet: ZoneSheet) -> float:
    """Return the type of the names of zones."""
    return max(TYPE, round(0.53 * sheet.radius, 1))


@cache_by_language(50)
def name_spots(sheet: ZoneSheet) -> Mapping[str, Point]:
    """Return the middle of each zone's name, under its plate and within the frame."""
    size, found = name_size(sheet), {}
    for zone in sheet.chart.of_kind("land", "depot"):
        half = 0.55 * text_width(names.short(zone), size) + MARGIN + 2
        x, y = sheet.centre(zone)
        is_depot = sheet.chart.place(zone).kind == "depot"
        down = depot_size(sheet, zone)[1] + 0.8 * size if is_depot else sheet.radius + 0.68 * sheet.type + 0.62 * size
        found[zone] = float(round(min(max(x, half), sheet.w - half))), float(round(y + down))
    return MappingProxyType(found)


def name_boxes(sheet: ZoneSheet) -> Iterator[Box]:
    """Yield what the names of zones fill."""
    size = name_size(sheet)
    for zone, (x, y) in name_spots(sheet).items():
        yield from words_in([Label(x, y, names.short(zone), size, weight=600)])


def depot_size(sheet: ZoneSheet, zone: str) -> Point:
    """Return half the width and height of a depot; the Allied one has room for five nations."""
    r, size = sheet.radius, sheet.type
    if board().zones[zone].depot == "allied":
        return round(max(1.65 * r, 3.35 * size), 1), round(max(1.25 * r, 2.75 * size), 1)
    return round(1.5 * r, 1), round(1.1 * r, 1)


# -- chips -------------------------------------------------------------------------------------------------------------------------------


def chips(position: Position, sheet: ZoneSheet, zone: str, selected: str) -> tuple[Group, ...]:
    """Draw the chips of a zone, one under the other or in two columns; the one with the unit in hand has a magenta edge."""
    found = stacks(position, zone)
    size = sheet.type
    is_short = len(found) > MOST_WITH_ARM or sheet.radius < ROOMY
    pictures = [
        chip(stack.nation, stack.figure, len(stack.units), "" if is_short else stack.arm, size, fort=stack.fort, short=is_short)
        for stack in found
    ]
    spots = _spots(len(found), max((_wide(each) for each in pictures), default=0.0), size)
    x, y = sheet.centre(zone)
    y += lift(sheet, zone, len(found))
    groups = []
    for stack, picture, (dx, dy) in zip(found, pictures, spots, strict=True):
        items: tuple[Item, ...] = (picture,)
        if any(unit.id == selected for unit in stack.units):
            wide, high = _wide(picture) / 2 + 3, size * HIGH / 2 + 3
            around = rect(-wide, -high, 2 * wide, 2 * high, 5)
            items = (Path(around, Style(PAPER, PAPER, 3.0)), Path(around, Style("", MAG, 2.4)), picture)
        lost = _loss_text(stack.units)
        if lost:
            mark = pill(lost, TYPE)
            # Outside the chip, so that its strength can be read: at its left in a left column and where the map ends.
            half = 0.54 * text_width(lost, TYPE) + 0.4 * TYPE
            beside = _wide(picture) / 2 + half - 2
            is_left = dx < 0 or x + dx + beside + half > sheet.w - MARGIN
            items += (Group(mark.items, at=(round(-beside if is_left else beside, 1), 0.0)),)
        at = (float(round(x + dx)), float(round(y + dy)))
        groups.append(Group(items, at=at, id=stack.id, role="ship", label=stack_words(position, stack), box=_box(picture, size)))
    return tuple(groups)


def _loss_text(units: tuple[Unit, ...]) -> str:
    temp, perm = sum(unit.temp for unit in units), sum(unit.perm for unit in units)
    return " ".join(f"{letter}{number}" for letter, number in ((_("T"), temp), (_("P"), perm)) if number)


def _spots(count: int, wide: float, size: float) -> list[Point]:
    """Return where a number of chips stand around the middle of a zone."""
    step = size * (HIGH + GAP)
    if count <= MOST_WITH_ARM:
        return [(0.0, (place - (count - 1) / 2) * step) for place in range(count)]
    rows = (count + 1) // 2
    return [((place % 2 - 0.5) * (wide + 3), (place // 2 - (rows - 1) / 2) * step) for place in range(count)]


def block(sheet: ZoneSheet, count: int) -> Point:
    """Return half the width and height of a number of chips together, about."""
    size = sheet.type
    rows = count if count <= MOST_WITH_ARM else (count + 1) // 2
    cells = CELL[2] + FIGURE[1]
    wide = cells * size if count > MOST_WITH_ARM else (cells + (MARK if sheet.radius >= ROOMY else 0.0)) * size / 2
    return wide, (rows * (HIGH + GAP) - GAP) * size / 2


def lift(sheet: ZoneSheet, zone: str, count: int) -> float:
    """Return how far chips stand above the middle of a zone, so that many of them do not hide the plate under it."""
    kind = board().zones[zone].kind
    return float(round(min(0.0, sheet.radius - 4 - block(sheet, count)[1]))) if kind == "land" else 0.0


def _wide(picture: Group) -> float:
    return picture.box[2] * 2 if picture.box is not None else 0.0


def _box(picture: Group, size: float) -> tuple[float, float, float, float]:
    half = _wide(picture) / 2
    return -half, -size * HIGH / 2, half, size * HIGH / 2


@cache_by_language(2000)
def chip(nation: str, figure: str, count: int, arm: str, size: float, *, fort: bool, short: bool) -> Group:
    """Draw a card in the colour of the nation: letters, then on a white plate the arm or how many units, and the strength."""
    look = names.NATIONS[nation]
    allied = side_of(nation) == "allied"
    cell, last = CELL[min(len(look.letters), max(CELL))] * size, FIGURE[len(figure)] * size
    mark = 0.0 if short else MARK * size
    wide, high = round(cell + mark + last, 1), round(HIGH * size, 1)
    left, top = round(-wide / 2, 1), round(-high / 2, 1)
    card = rect(left, top, wide, high, 4 if allied else 1)
    items: list[Item] = []
    if fort:
        towers = [(round(left + wide * share, 1), top) for share in (0.1, 0.37, 0.63, 0.9)]
        items.append(Path(segs([((x, y), (x, y - 5.0)) for x, y in towers]), Style(line=INK, width=6.0)))
    if count > 1:  # the edge of the next card under it
        items.append(Path(rect(round(left + 3, 1), round(top + 3, 1), wide, high, 4 if allied else 1), Style(look.fill, INK, 1.2)))
    items.append(Path(card, Style(look.fill)))
    if not allied:
        box = (left, top, left + cell, top + high)
        items.append(
            Group((Path(hatch(box, 0.34 * size, mirrored=True), Style(line=f"{BLUE}38", width=1.6)),), clip=rect(left, top, cell, high))
        )
    items.append(Path(rect(round(left + cell, 1), top, round(wide - cell, 1), high, 3 if allied else 0), Style(SHEET)))
    items.append(Path(card, Style(line=INK if allied else look.ink, width=1.4 if allied else 2.0)))
    halo = "" if allied else look.fill
    items.append(
        Label(round(left + cell / 2, 1), 0.0, look.letters, size, weight=700, ink=look.ink, halo=halo, halo_w=3.0 if halo else 0.0)
    )
    if not short:
        items += _arm(round(left + cell + mark / 2, 1), size, arm, count)
    items.append(Label(round(left + cell + mark + last / 2, 1), 0.0, figure, size, weight=700))
    key = f"chip:{nation}:{figure}:{count}:{arm}:{size:g}:{fort:d}:{short:d}"
    return Group(tuple(items), key=key, box=(left, top, -left, -top))


def _arm(x: float, size: float, arm: str, count: int) -> list[Item]:
    """Draw the sign of an arm: a box with a cross, a slash or a gun; how many units, where there are several."""
    if count > 1:
        return [Label(x, 0.0, f"×{count}", size)]
    half = (0.44 * size, 0.34 * size)
    box = rect(round(x - half[0], 1), round(-half[1], 1), round(2 * half[0], 1), round(2 * half[1], 1))
    line = Style(line=INK, width=1.3)
    items: list[Item] = [Path(box, Style(SHEET, INK, 1.3, dash=(2.4, 1.8) if arm == "patrol" else ()))]
    a, b = (round(x - half[0], 1), round(half[1], 1)), (round(x + half[0], 1), round(-half[1], 1))
    if arm in ("infantry", "patrol"):
        items.append(Path(segs([(a, b), ((a[0], b[1]), (b[0], a[1]))]), line))
    elif arm == "cavalry":
        items.append(Path(segs([(a, b)]), line))
    elif arm == "artillery":
        items.append(Disc(x, 0.0, round(0.15 * size, 1), Style(INK)))
    elif arm == "battery":
        moon: Draw = (*arc(x - 0.2 * size, 0.0, 0.26 * size, -90, 90), ("Z",))
        items.append(Path(moon, Style(INK)))
    return items


def stack_words(position: Position, stack: Stack) -> str:
    """Return the units of a nation in a zone, each by name."""
    nation, where = names.NATIONS[stack.nation].name, names.zone(position, stack.zone)
    place = _("{nation} in the fort of {zone}") if stack.fort else _("{nation} in {zone}")
    units = "; ".join(map(names.unit_words, stack.units))
    if stack.is_face_down:
        units = ngettext("{n} unit, face down", "{n} units, face down", len(stack.units)).format(n=len(stack.units))
        return _("{place}: {units}").format(place=place.format(nation=nation, zone=where), units=units)
    words = _("{place}: {units}; together {strength}") if len(stack.units) > 1 else _("{place}: {units}")
    return words.format(place=place.format(nation=nation, zone=where), units=units, strength=names.strength(stack.strength))


# -- leaders -----------------------------------------------------------------------------------------------------------------------------


def leaders(position: Position, sheet: ZoneSheet, zone: str, selected: str) -> tuple[Group, ...]:
    """Draw a flag with his initial for each leader, at the upper right edge of a zone or on the roof of a depot, side by side."""
    there = [leader for leader in position.leaders if leader.place == zone]
    x, y = sheet.centre(zone)
    size = sheet.type
    count = len(stacks(position, zone))
    wide, high = block(sheet, count)
    left, up = max(0.72 * sheet.radius, wide - 8), max(0.5 * sheet.radius, high - 3 - lift(sheet, zone, count))
    if position.zone(zone).kind == "depot":
        wide, up = depot_size(sheet, zone)
        left = 8.0 - wide
    edge = sheet.w - MARGIN - x - (len(there) - 1) * 1.5 * size - 1.4 * size  # flags stay on the map
    left = min(left, edge)
    groups = []
    for place, leader in enumerate(there):
        at = (float(round(x + left + place * 1.5 * size)), float(round(y - up)))
        picture = flag(str(leader.name)[:1], leader.nation, size)
        items: tuple[Item, ...] = (picture,)
        if leader.id == selected:
            items = (Disc(0.55 * size, -0.9 * size, 1.15 * size, Style(PAPER, MAG, 2.4)), picture)
        groups.append(Group(items, at=at, id=leader.id, role="ship", label=leader_words(position, leader)))
    return tuple(groups)


@lru_cache(maxsize=200)
def flag(letter: str, nation: str, size: float) -> Group:
    """Draw a swallowtail on a staff that is planted at the origin, with a letter."""
    look = names.NATIONS[nation]
    wide, high = 1.3 * size, 1.15 * size
    top = -1.5 * size
    cloth = poly([(0.0, top), (wide, top), (wide - 0.3 * size, top + high / 2), (wide, top + high), (0.0, top + high)])
    items = (
        Path(segs([((0.0, 0.0), (0.0, top - 2))]), Style(line=INK, width=2.0, cap="round")),
        Path(cloth, Style(look.fill, INK, 1.2)),
        Label(round(0.5 * size, 1), round(top + high / 2, 1), letter, size, "serif", weight=600, ink=look.ink),
    )
    return Group(items, key=f"flag:{letter}:{nation}:{size:g}")


def leader_words(position: Position, leader: Leader) -> str:
    """Return a leader, his nation, his efficiency and where he is."""
    words = _("{name}, leader of the {nation}, efficiency {letter}, in {zone}")
    nation = names.NATIONS[leader.nation].name
    return words.format(name=leader.name, nation=nation, letter=leader.efficiency, zone=names.zone(position, leader.place))
