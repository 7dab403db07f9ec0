"""A map of zones on a page, whatever the game: its size, where each zone is drawn and pressed, and the states of a zone.

The map is a schematic, so it is stretched to the frame of the page: broad on a desk, high on a phone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Final, NamedTuple

from rulesdemo.board.zones import ZoneMap
from rulesdemo.words import _
from widgets.board import sea_chart
from widgets.board.markers import DOT, FOCUS_LINE, LEGAL_LINE, REFUSED_LINE, SALTIRE, SELECTED_LINES, WASH
from widgets.play.game_guide import Look
from widgets.scene.geometry import Outline
from widgets.scene.palette import INK, MAG, PAPER, SHEET, TEAL
from widgets.scene.shapes import Disc, Draw, Group, Item, Label, Path, Point, Style, poly, rect, segs, text_width

MARGIN: Final = sea_chart.FRAME + 2
SIZE: Final = (600.0, 444.0)  # a chapter's
WIDE_FOR: Final = 0.74  # the least height of a broad map, by its width
NARROW_FOR: Final = 1.45  # the height of a phone's, by its width
RADIUS: Final = (4.75, 5.9)  # of a zone, in units of the map across and down
LEAST: Final = 19.0
SMALL: Final = 0.46  # of that radius, for a section of road
REACH: Final = (1.45, 2.3)  # what a press on a zone meets, in radii, and on water
FINGER: Final = 22.0  # half of the smallest target
SIDES: Final = 24  # of the outline that is pressed
TYPE: Final = 13.0  # no smaller text
WORD: Final = 30.0  # half of a word's plate, and a little
PLATE: Final = 10.0  # half the height of a plate, and a little
HALF_LINE: Final = 0.42  # of the size of its type: what a line of text fills above and below its middle
NEAR: Final = 0.75  # of the radius of a zone: what may lie over its rim


Box = tuple[float, float, float, float]  # left, top, right, bottom


class ZoneSheet(NamedTuple):
    """A map, its size on the page, and the pixels of a unit of the map across and down."""

    chart: ZoneMap
    w: float
    h: float
    unit: Point
    radius: float
    span: Point  # of the map, in its units
    boxes: tuple[tuple[str, Point], ...] = ()  # zones that are drawn as boxes, with half their width and height

    @property
    def grid(self) -> ZoneMap:
        """Return the map, under the name that boards of hexes have for theirs."""
        return self.chart

    def at(self, x: float, y: float) -> Point:
        """Return a point of the map on the page."""
        return round(MARGIN + x * self.unit[0], 1), round(MARGIN + y * self.unit[1], 1)

    def centre(self, zone: str) -> Point:
        """Return the middle of a zone, on whole pixels."""
        place = self.chart.place(zone)
        x, y = self.at(place.x, place.y)
        return float(round(x)), float(round(y))

    def reach(self, zone: str) -> float:
        """Return the radius at which a zone is drawn; sections of road are smaller."""
        return round(self.radius * (SMALL if self.chart.place(zone).kind == "road" else 1.0), 1)

    @property
    def below(self) -> float:
        """How high above the middle of a zone, in radii, a `note` stands that is under it: less than nothing."""
        return -(1 + (2.1 * self.type + 9) / self.radius)

    @property
    def type(self) -> float:
        """Return the size of figures on the map."""
        return max(TYPE, round(0.48 * self.radius, 1))


@lru_cache(maxsize=50)
def sheet_of(
    plan: ZoneMap, span: Point, size: tuple[float, float] | None = None, *, is_narrow: bool = False, zoom: float = 1.0
) -> ZoneSheet:
    """Return the map in a frame; it is as high as its width asks for, and larger than the frame where the reader wants it so."""
    wide, high = size or SIZE
    high = NARROW_FOR * wide if is_narrow else max(high, WIDE_FOR * wide)
    larger = max(1.0, zoom)
    w, h = float(round(wide * larger)), float(round(high * larger))
    unit = (w - 2 * MARGIN) / span[0], (h - 2 * MARGIN) / span[1]
    radius = round(max(LEAST * larger, min(RADIUS[0] * unit[0], RADIUS[1] * unit[1])), 1)
    return ZoneSheet(plan, w, h, unit, radius, span)


def sheet_by(plan: ZoneMap, span: Point, look: Look) -> ZoneSheet:
    """Return the map as a desk looks at it."""
    size = None if look.size is None else (float(look.size[0]), float(look.size[1]))
    return sheet_of(plan, span, size, is_narrow=look.is_narrow, zoom=float(look.zoom))


# -- what is pressed ---------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=50)
def outlines(sheet: ZoneSheet) -> tuple[Outline, ...]:
    """Return every zone by its name with the outline that a press has to meet: a disc, cut half-way to each other zone."""
    middles = {place.id: sheet.centre(place.id) for place in sheet.chart.places}
    found = []
    for place in sheet.chart.places:
        far = max(FINGER, REACH[place.kind == "roadstead"] * sheet.radius)
        outline = disc(*middles[place.id], far)
        for other, middle in middles.items():
            if other != place.id:
                outline = _nearer(outline, middles[place.id], middle)
        found.append((place.name, tuple(outline)))
    return tuple(found)


def disc(x: float, y: float, r: float) -> list[Point]:
    """Return a circle as corners."""
    angles = (2 * pi * corner / SIDES for corner in range(SIDES))
    return [(x + r * cos(angle), y + r * sin(angle)) for angle in angles]


def _nearer(outline: list[Point], own: Point, other: Point) -> list[Point]:
    """Return the part of an outline that is nearer to one point than to another."""
    dx, dy = other[0] - own[0], other[1] - own[1]
    half = (dx * (own[0] + other[0]) + dy * (own[1] + other[1])) / 2

    def beyond(point: Point) -> float:
        return dx * point[0] + dy * point[1] - half

    kept: list[Point] = []
    for here, there in zip(outline, (*outline[1:], outline[0]), strict=True):
        a, b = beyond(here), beyond(there)
        if a <= 0:
            kept.append(here)
        if a * b < 0:
            share = a / (a - b)
            kept.append((here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])))
    return kept


# -- states ------------------------------------------------------------------------------------------------------------------------------


def _ring(sheet: ZoneSheet, zone: str, out: float, style: Style) -> Item:
    """Draw a line around a zone, some pixels outside it: a circle, or a box where it is drawn as one."""
    box = dict(sheet.boxes).get(zone)
    if box is None:
        return Disc(0.0, 0.0, sheet.reach(zone) + out, style)
    wide, high = box[0] + out, box[1] + out
    return Path(rect(-wide, -high, 2 * wide, 2 * high, 7 + out), style)


def _on(sheet: ZoneSheet, zone: str, items: Iterable[Item], id_: str, label: str) -> Group:
    return Group(tuple(items), at=sheet.centre(zone), id=id_, role="mark", label=label)


def legal(sheet: ZoneSheet, zone: str, words: str, cost: str = "", *, empty: bool = True) -> Group:
    """Draw a zone that an order may name: a teal ring and wash, and a dot or the cost where nobody stands in it."""
    r = sheet.reach(zone)
    items: list[Item] = [_ring(sheet, zone, 4.0, Style(f"{TEAL}{WASH}", TEAL, LEGAL_LINE + 1.0))]
    if empty and cost:
        items += [Disc(0.0, 0.0, 0.75 * sheet.type, Style(SHEET, TEAL, 1.6)), Label(0.0, 0.0, cost, sheet.type, weight=700, ink=TEAL)]
    elif empty:
        items.append(Disc(0.0, 0.0, max(4.0, 1.3 * DOT * r), Style(TEAL, SHEET, 1.5)))
    name = _(sheet.chart.label(zone))
    parts = [_("{zone} can be chosen").format(zone=name), words, _("cost {cost}").format(cost=cost) if cost else ""]
    return _on(sheet, zone, items, f"legal {zone}", ", ".join(part for part in parts if part))


def tinted(sheet: ZoneSheet, zones: Iterable[str], words: str = "") -> Group:
    """Draw zones that a lesson shows to be in reach: a wash in a dotted teal ring."""
    places = [zone for zone in sheet.chart.of_kind("land", "road", "roadstead", "depot") if zone in set(zones)]
    style = Style(f"{TEAL}{WASH}", TEAL, 2.0, dash=(0.1, 5.0), cap="round")
    discs = tuple(Disc(*sheet.centre(zone), sheet.reach(zone) + 7.0, style) for zone in places)
    label = (words or _("In reach: {zones}")).format(zones=", ".join(_(sheet.chart.label(place)) for place in places))
    return Group(discs, id="reach", role="sector", label=label)


def selected(sheet: ZoneSheet, zone: str, name: str) -> Group:
    """Draw two magenta rings around the zone of the unit in hand."""
    outer, inner = SELECTED_LINES
    items = (_ring(sheet, zone, 5.0, Style("", MAG, outer)), _ring(sheet, zone, 9.0, Style("", MAG, inner)))
    return _on(sheet, zone, items, "selected", _("{name} is selected").format(name=name))


def refused(sheet: ZoneSheet, zone: str) -> Group:
    """Draw a zone that was pressed in vain: a broken line and a saltire."""
    r = sheet.reach(zone)
    arm = max(7.0, SALTIRE * 1.4 * r)
    cross = segs([((-arm, -arm), (arm, arm)), ((arm, -arm), (-arm, arm))])
    items = (
        _ring(sheet, zone, 5.0, Style(f"{SHEET}A6", INK, REFUSED_LINE, dash=(7.0, 5.0))),
        Path(cross, Style(line=SHEET, width=8.0, cap="round")),
        Path(cross, Style(line=INK, width=3.5, cap="round")),
    )
    return _on(sheet, zone, items, "refused", _("Refused: {zone}").format(zone=_(sheet.chart.label(zone))))


def focused(sheet: ZoneSheet, zone: str) -> Group:
    """Draw the zone that the keys act on: a broad magenta ring in a paper gap."""
    items = (_ring(sheet, zone, 11.0, Style("", PAPER, FOCUS_LINE + 4.5)), _ring(sheet, zone, 11.0, Style("", MAG, FOCUS_LINE)))
    return _on(sheet, zone, items, "focus", _("The keys are at {zone}").format(zone=_(sheet.chart.label(zone))))


# -- for lessons -------------------------------------------------------------------------------------------------------------------------


def pill(text: str, size: float, ink: str = INK, fill: str = SHEET, line: str = INK) -> Group:
    """Draw a word on a plate, around its own middle."""
    wide, high = max(text_width(text, size) * 1.08 + 0.8 * size, 1.5 * size), 1.36 * size
    plate: Draw = _plate(round(wide, 1), round(high, 1))
    return Group((Path(plate, Style(fill, line, 1.4)), Label(0.0, 0.0, text, size, weight=700, ink=ink)))


@lru_cache(maxsize=500)
def _plate(wide: float, high: float) -> Draw:
    return rect(-wide / 2, -high / 2, wide, high, high / 2)


def note(sheet: ZoneSheet, zone: str, text: str, words: str, *, kind: str = "note", ink: str = INK, up: float = 1.0) -> Group:
    """Draw a word on a plate at the upper edge of a zone, with its words for listeners; `up` in radii from the middle."""
    x, y = sheet.centre(zone)
    picture = pill(text, sheet.type, ink=ink, line=ink)
    return replace(picture, at=(x, float(round(y - up * sheet.reach(zone)))), id=f"{kind} {zone}", role="sector", label=words)


def way(sheet: ZoneSheet, zones: Iterable[str], words: str, *, kind: str = "way", ink: str = MAG) -> Group:
    """Draw a line through zones, for moves and supply."""
    line = poly([sheet.centre(zone) for zone in zones], closed=False)
    items = (Path(line, Style(line=SHEET, width=10.0, cap="round")), Path(line, Style(line=ink, width=5.5, cap="round")))
    return Group(items, id=kind, role="line", label=words)


def words_in(items: Iterable[Item], at: Point = (0.0, 0.0)) -> Iterator[Box]:
    """Yield the boxes of all words among some items: left, top, right and bottom."""
    for item in items:
        if isinstance(item, Group):
            yield from words_in(item.items, (at[0] + item.at[0], at[1] + item.at[1]))
        elif isinstance(item, Label):
            half, x, y = 0.5 * text_width(item.text, item.size, item.face), at[0] + item.x, at[1] + item.y
            yield x - half, y - HALF_LINE * item.size, x + half, y + HALF_LINE * item.size


def is_clear(sheet: ZoneSheet, zone: str, spot: Point, half: float, taken: Iterable[Box]) -> bool:
    """Return whether a plate of that half width, so far from the middle of a zone, hides no other zone and none of the words there."""
    (x, y), r = sheet.centre(zone), sheet.radius
    across, down = x + spot[0], y + spot[1]
    if not half + MARGIN < across < sheet.w - half - MARGIN or down < PLATE + MARGIN:
        return False
    if any(across - half < box[2] and box[0] < across + half and down - PLATE < box[3] and box[1] < down + PLATE for box in taken):
        return False
    others = (sheet.centre(other) for other in sheet.chart.of_kind("land") if other != zone)
    return all(hypot(max(0.0, abs(ox - across) - half), max(0.0, abs(oy - down) - PLATE)) >= NEAR * r for ox, oy in others)


def clear_spot(sheet: ZoneSheet, zone: str, taken: Iterable[Box]) -> Point:
    """Return where a word beside a zone hides nothing: above it, or to a side if something stands too near."""
    r, boxes = sheet.reach(zone), tuple(taken)
    side, half = round(r + WORD, 1), WORD - PLATE / 2
    spots: tuple[Point, ...] = ((0.0, round(-r - 13, 1)), (-side, 0.0), (side, 0.0))
    spots += tuple((across, round(share * r, 1)) for share in (-0.75, 0.75, -1.1) for across in (-side, side))
    return next((spot for spot in spots if is_clear(sheet, zone, spot, half, boxes)), spots[0])
