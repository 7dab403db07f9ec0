"""The siege of Toulon as a scene: land and water, zones and roads, who holds them, units and leaders, and what the reader points at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin
from typing import Any, Final

from rulesdemo.games.toulon.board import GAME, Zone, board
from rulesdemo.games.toulon.play import ground
from rulesdemo.games.toulon.play.state import Battle, Position
from rulesdemo.rules.datafiles import game_file
from rulesdemo.words import _, cache_by_language
from widgets.board import sea_chart, zone_sheet
from widgets.board.counters import ONE, provenance
from widgets.board.sail_counters import sailer
from widgets.board.zone_sheet import TYPE, ZoneSheet, clear_spot, pill
from widgets.games.toulon import names
from widgets.games.toulon.board.units import block, chips, depot_size, leaders, lift, name_size, name_spots, stacks
from widgets.games.toulon.lessons import LESSONS
from widgets.play.game_guide import Look
from widgets.scene.palette import BLUE, COAST, COORD, INK, INK2, LAND, MAG, RUST, SEA, SHEET, SHOAL, WHITE
from widgets.scene.shapes import (
    Disc,
    Draw,
    Group,
    Item,
    Label,
    Layer,
    Path,
    Point,
    Scene,
    Style,
    hatch,
    placed,
    poly,
    rect,
    segs,
    text_width,
)
from widgets.web.phrases import modifier, titled
from widgets.web.position_cache import Remembered

PLAIN_LAND: Final = "#EFEFEF"
RINGS: Final = {"allied": (RUST, "#F4E4DB"), "republican": (BLUE, "#DCE7F2"), None: (INK2, SHEET)}
ROADS: Final = {"allied": RUST, "republican": BLUE, None: COAST}
TRACK: Final = 2.0  # a link that is no road
PHONE: Final = 480.0  # pixels; a map less wide is a phone's
ROOMY: Final = 700.0  # and one as wide as this has room for more words
CASING: Final = 7.0
ROAD: Final = 3.4
PLATE: Final = (214.0, 50.0, 158.0, 30.0)  # of the note that the map is ours: wide and high, on a desk and on a phone
SHIPS: Final = ((93.0, 70.5, -16.0), (94.0, 62.5, -16.0))  # of the fleet, in units of the map, and their course


@dataclass(frozen=True, slots=True)
class Picture:
    """What is drawn under the zones, in units of the map."""

    span: Point
    land: tuple[Point, ...]
    heights: tuple[Point, ...]
    houses: tuple[Point, ...]


@lru_cache(maxsize=1)
def picture() -> Picture:
    """Return the picture as the map file has it."""
    data: dict[str, Any] = game_file(GAME, "map")["picture"]
    points = {name: tuple((float(x), float(y)) for x, y in data[name]) for name in ("land", "heights", "houses")}
    return Picture((float(data["width"]), float(data["height"])), **points)


def sheet_of(look: Look) -> ZoneSheet:
    """Return the map as a desk looks at it."""
    return _with_boxes(zone_sheet.sheet_by(board().chart, picture().span, look))


@lru_cache(maxsize=50)
def _with_boxes(sheet: ZoneSheet) -> ZoneSheet:
    """Return the same map, with the depots as boxes."""
    return sheet._replace(boxes=tuple((zone, depot_size(sheet, zone)) for zone in board().chart.of_kind("depot")))


def display_of(_position: Position, look: Look) -> Look:
    """Return what is shown of a position: the look as it is, since the whole map is always there."""
    return look


def scene(position: Position, look: Look = Look()) -> Scene:  # noqa: B008 - frozen
    """Draw the whole map, with what the reader looks at."""
    sheet = sheet_of(look)
    inner = sea_chart.inside(sheet.w, sheet.h)
    # What a lesson lays over the map goes by the position and by who is in hand.
    held = (sheet, look.lesson, look.selected)
    over = _DRAWN.about(position, ("over", held), lambda: _range(position, sheet, look))
    land, works = _DRAWN.about(position, sheet, lambda: _ground(position, sheet))
    layers = (
        _base(sheet, plain=look.projector),
        Layer("range", land, inner),
        Layer("marks", _marks(position, sheet, look), inner),
        Layer("pressed", _hand(position, sheet, look), inner),
        Layer("cities", (*_names(sheet, plain=look.projector), *works), inner),
        Layer("ships", _DRAWN.about(position, (sheet, look.selected), lambda: _units(position, sheet, look.selected)), inner),
        Layer("names", (*_DRAWN.about(position, ("goal", held), lambda: _goal(position, sheet, over)), *over), inner),
        Layer("hover", () if look.refused is None else (zone_sheet.refused(sheet, look.refused),), inner),
    )
    return Scene(sheet.w, sheet.h, layers, position.scenario.title, summary(position))


_DRAWN: Final = Remembered()


def _ground(position: Position, sheet: ZoneSheet) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Draw roads and zones, and what is built in them."""
    return (*_roads(position, sheet), *_zones(position, sheet)), (*_holds(position, sheet), *_signs_of(position, sheet))


# -- land and water ------------------------------------------------------------------------------------------------------------------------


def _smooth(points: tuple[Point, ...]) -> Draw:
    """Draw a closed curve through the middles of the sides, bent at the corners."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, (*points[1:], points[0]), strict=True)]
    pen: list[tuple[str | float, ...]] = [("M", *_round_point(middles[-1]))]
    pen += [("Q", *_round_point(corner), *_round_point(end)) for corner, end in zip(points, middles, strict=True)]
    return (*pen, ("Z",))


def _round_point(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


@cache_by_language(50)
def _base(sheet: ZoneSheet, *, plain: bool) -> Layer:
    """Draw the layer that no move changes: water, land, heights, houses, names of waters, the frame, and whose map it is."""
    seen = picture()
    land = _smooth(tuple(sheet.at(*point) for point in seen.land))
    ground_: list[Item] = [Path(sea_chart.inside(sheet.w, sheet.h), Style(WHITE if plain else SEA))]
    if not plain:
        ground_ += [Path(land, Style(line=SHOAL, width=round(0.95 * sheet.radius, 1))), Path(land, Style(line="#DAE9EE", width=6.0))]
    ground_.append(Path(land, Style(PLAIN_LAND if plain else LAND, INK2 if plain else COAST, sea_chart.COAST_LINE)))
    ground_ += [_height(sheet, point, plain=plain) for point in seen.heights]
    houses = [rect(x - 2.5, y - 2, 5, 4) for x, y in (sheet.at(*house) for house in seen.houses)]
    ground_.append(Path(tuple(stroke for house in houses for stroke in house), Style(INK2)))
    items = (Path(rect(0, 0, sheet.w, sheet.h), Style(SHEET)), Group(tuple(ground_), clip=sea_chart.inside(sheet.w, sheet.h)))
    return Layer("base", (*items, *sea_chart.neatline(sheet.w, sheet.h), _ours(sheet)))


def _height(sheet: ZoneSheet, point: Point, *, plain: bool) -> Item:
    """Draw a hill as an engraver has it: short strokes down both slopes."""
    x, y = sheet.at(*point)
    w = 0.62 * sheet.radius
    lines = []
    for step in range(-4, 5):
        share = step / 4
        crown = y - 0.42 * w * (1 - share * share)
        lines.append((_round_point((x + share * w, crown)), _round_point((x + share * 1.32 * w, crown + 0.42 * w + 0.1 * w * abs(share)))))
    return Path(segs(lines), Style(line="#B9B9B9" if plain else "#BFA977", width=1.3, cap="round"))


def _ours(sheet: ZoneSheet) -> Group:
    """Draw the plate that says whose map this is, with the mark of what is reconstructed."""
    is_wide = sheet.w >= ROOMY
    wide, high = PLATE[:2] if is_wide else PLATE[2:]
    title, rebuilt, size = _("Demo map, ours"), _("Links, values, forts: rebuilt."), TYPE + (1 if is_wide else 0)
    wide = max(wide, round(text_width(title, size)) + 46, round(text_width(rebuilt, TYPE)) + 11 if is_wide else 0)
    x, y = zone_sheet.MARGIN + 6, sheet.h - zone_sheet.MARGIN - 6 - high
    items: list[Item] = [
        Path(rect(0, 0, wide, high, 5), Style(SHEET, INK, 1.2)),
        Label(10, 16, title, size, weight=600, align="left"),
        placed(provenance("reconstructed"), (wide - 17, 16), 17.0),
    ]
    if is_wide:
        items.append(Label(10, 35, rebuilt, TYPE, ink=INK2, align="left"))
    words = _("A demonstration map of ours: the source names some of the places; links, roads, values, forts and beaches are reconstructed")
    return Group(tuple(items), at=(float(round(x)), float(round(y))), id="ours", role="shore", label=words)


# -- links -------------------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=50)
def _tracks(sheet: ZoneSheet) -> Path:
    """Draw the links that are no roads, from rim to rim."""
    zones = board().zones
    lines = []
    for one, other in sheet.chart.links:
        kinds = {zones[one].kind, zones[other].kind}
        if kinds <= {"land", "depot"}:
            lines.append((sheet.centre(one), sheet.centre(other)))
    return Path(segs(lines), Style(line=f"{COAST}CC", width=TRACK, dash=(2.0, 5.0), cap="round"))


def _roads(position: Position, sheet: ZoneSheet) -> tuple[Item, ...]:
    """Draw roads on a white casing: solid in the colour of whose they are, broken where they are nobody's."""
    zones, owner = position.board.zones, dict(position.roads)
    found: list[Item] = [Group((_tracks(sheet),), id="tracks")]
    for one, other in sheet.chart.links:
        if "road" not in (zones[one].kind, zones[other].kind):
            continue
        sections = [zone for zone in (one, other) if zones[zone].kind == "road"]
        sides = {owner.get(zone) for zone in sections}
        side = sides.pop() if len(sides) == 1 else None
        found += road_sign(side, sheet.centre(one), sheet.centre(other))
    return tuple(found)


def road_sign(side: str | None, start: Point = (-26.0, 0.0), end: Point = (26.0, 0.0)) -> tuple[Item, ...]:
    """Draw a section of road: solid in the colour of its owners, or broken."""
    line = segs([(start, end)])
    return Path(line, Style(line=WHITE, width=CASING)), Path(line, Style(line=ROADS[side], width=ROAD, dash=() if side else (7.0, 5.0)))


# -- zones -------------------------------------------------------------------------------------------------------------------------------


def _zones(position: Position, sheet: ZoneSheet) -> tuple[Item, ...]:
    return tuple(_zone(position, sheet, zone) for zone in position.scenario.zones.values())


def _zone(position: Position, sheet: ZoneSheet, zone: Zone) -> Group:
    """Draw a zone with all that is printed in it, and its words."""
    side = ground.control(position, zone.id)
    items: tuple[Item, ...] = ()
    if zone.kind != "roadstead":
        items = _disc(sheet, zone.id, side) if zone.kind != "depot" else _square(sheet, zone.id, side)
    if zone.depot == "allied" and not position.evacuated:
        items += _ships(sheet, zone.id)
    return Group(items, at=sheet.centre(zone.id), id=f"zone {zone.id}", role="shore", label=zone_words(position, zone.id))


def _signs_of(position: Position, sheet: ZoneSheet) -> tuple[Item, ...]:
    """Draw plates, forts, redoubts and beaches, above whatever ring a zone has."""
    found = []
    works = {each.zone: (each.level, each.builder) for each in position.redoubts}
    for zone in position.scenario.zones.values():
        if zone.kind == "land":
            signs = _signs(sheet, zone, ground.control(position, zone.id), works.get(zone.id), len(stacks(position, zone.id)))
            found.append(Group(signs, at=sheet.centre(zone.id), id=f"signs {zone.id}"))
    return tuple(found)


def _disc(sheet: ZoneSheet, zone: str, side: str | None) -> tuple[Item, ...]:
    return zone_sign(side, sheet.reach(zone))


@lru_cache(maxsize=500)
def zone_sign(side: str | None, r: float) -> tuple[Item, ...]:
    """Draw a circle: plain for the Allies, hatched for the Republicans, dotted for nobody."""
    line, fill = RINGS[side]
    items: tuple[Item, ...] = (Disc(0.0, 0.0, r, Style(fill)),)
    outline = poly(zone_sheet.disc(0.0, 0.0, r))
    if side == "republican":
        items += (Group((Path(hatch((-r, -r, r, r), 6.0, mirrored=True), Style(line=f"{BLUE}55", width=1.8)),), clip=outline),)
    if side is None and r > FEW:
        dots = [((x, y), (x, y)) for x in _steps(r) for y in _steps(r) if x * x + y * y < (r - 4) ** 2]
        items += (Path(segs(dots), Style(line=f"{INK2}80", width=1.8, cap="round")),)
    return (*items, Disc(0.0, 0.0, r, Style("", line, 2.6, dash=(0.1, 5.0) if side is None else (), cap="round")))


FEW: Final = 14.0  # pixels; a smaller circle has no dots in it


def _steps(r: float) -> tuple[float, ...]:
    count = int(r // 7)
    return tuple(7.0 * step for step in range(-count, count + 1))


@lru_cache(maxsize=500)
def _square(sheet: ZoneSheet, zone: str, side: str | None) -> tuple[Item, ...]:
    """Draw a depot: a box with rounded corners."""
    wide, high = depot_size(sheet, zone)
    line, fill = RINGS[side]
    box = rect(-wide, -high, 2 * wide, 2 * high, 7)
    items: tuple[Item, ...] = (Path(box, Style(fill)),)
    if side == "republican":
        lines = hatch((-wide, -high, wide, high), 6.0, mirrored=True)
        items += (Group((Path(lines, Style(line=f"{BLUE}55", width=1.8)),), clip=box),)
    return (*items, Path(box, Style("", line, 2.6)))


@cache_by_language(500)
def _signs(sheet: ZoneSheet, zone: Zone, side: str | None, redoubt: tuple[str, str] | None, count: int) -> tuple[Item, ...]:
    """Draw whose zone it is and what it is worth on a plate below, its fort and redoubt above, its beach at the left."""
    r, size = sheet.reach(zone.id), sheet.type
    letter = names.LETTERS[side] if side is not None else ""
    plate = plate_sign(f"{letter} {zone.value}".strip(), side, size)
    items: list[Item] = [Group(plate.items, at=(0.0, round(r + 1, 1)))]
    wide, high = block(sheet, count)
    corner = (round(-max(1.0 * r, wide - 2), 1), round(-max(0.78 * r, high + 6 - lift(sheet, zone.id, count)), 1))
    if zone.fort:
        items += fort_sign(zone.fort, corner if count else (0.0, 0.0), 0.48 * r if count else 0.6 * r, size)
    if redoubt is not None:
        beside = (round(corner[0] - 1.9 * size, 1), corner[1])
        items += redoubt_sign(redoubt, beside if zone.fort else corner if count else (0.0, 0.0), size)
    if zone.beach:
        items += beach_sign((round(-0.98 * r, 1), round(0.62 * r, 1)), size, first=zone.turn1_landing)
    return tuple(items)


def plate_sign(text: str, side: str | None, size: float) -> Group:
    """Draw the plate under a zone, in the colour of the side that controls it."""
    return pill(text, size, ink=RINGS[side][0], line=RINGS[side][0])


def fort_sign(level: int, at: Point, r: float, size: float) -> list[Item]:
    """Draw five bastions with the level of the fort in them."""
    r = max(r, 0.92 * size)
    corners = []
    for bastion in range(5):
        for turn, far in ((-15, 0.92), (0, 1.22), (15, 0.92), (36, 0.72)):
            angle = radians(72 * bastion - 90 + turn)
            corners.append((round(at[0] + far * r * cos(angle), 1), round(at[1] + far * r * sin(angle), 1)))
    return [Path(poly(corners), Style(SHEET, INK, 1.5)), Label(at[0], at[1], str(level), size, weight=700)]


def redoubt_sign(redoubt: tuple[str, str], at: Point, size: float) -> list[Item]:
    """Draw a notched square in the colour of its builders; an improved one has a second line."""
    level, builder = redoubt
    line, fill = RINGS[builder]
    w = 0.68 * size
    x, y = at
    outline = [(-w, -w), (w, -w), (w, w), (0.35 * w, w), (0.35 * w, 0.4 * w), (-0.35 * w, 0.4 * w), (-0.35 * w, w), (-w, w)]
    items: list[Item] = []
    if level == "improved":
        items.append(
            Path(rect(round(x - w - 3.5, 1), round(y - w - 3.5, 1), round(2 * w + 7, 1), round(2 * w + 7, 1)), Style(SHEET, INK, 1.4))
        )
    items.append(Path(poly([_round_point((x + dx, y + dy)) for dx, dy in outline]), Style(fill, line, 2.0)))
    return items


def beach_sign(at: Point, size: float, *, first: bool) -> list[Item]:
    """Draw waves in a disc; a beach of the first landings has a second ring."""
    x, y = at
    r = 0.62 * size
    wave: list[tuple[str | float, ...]] = []
    for dy in (-0.26 * r, 0.3 * r):
        wave.append(("M", round(x - 0.62 * r, 1), round(y + dy, 1)))
        wave.append(("Q", round(x - 0.31 * r, 1), round(y + dy - 0.42 * r, 1), round(x, 1), round(y + dy, 1)))
        wave.append(("Q", round(x + 0.31 * r, 1), round(y + dy + 0.42 * r, 1), round(x + 0.62 * r, 1), round(y + dy, 1)))
    items: list[Item] = [Disc(x, y, r + 3.0, Style(SHEET, COORD, 1.2))] if first else []
    return [*items, Disc(x, y, r, Style(SEA, COORD, 1.4)), Path(tuple(wave), Style(line=INK, width=1.4, cap="round"))]


@lru_cache(maxsize=50)
def _ships(sheet: ZoneSheet, zone: str) -> tuple[Item, ...]:
    """Draw two ships of the fleet at anchor; they are gone once the Allies have evacuated."""
    x0, y0 = sheet.centre(zone)
    found = []
    for x, y, turn in SHIPS:
        px, py = sheet.at(x, y)
        found.append(placed(sailer("two-decker", ONE, 10), (round(px - x0, 1), round(py - y0, 1)), round(0.62 * sheet.radius, 1), turn))
    return tuple(found)


# -- names -------------------------------------------------------------------------------------------------------------------------------


@cache_by_language(50)
def _names(sheet: ZoneSheet, *, plain: bool) -> tuple[Item, ...]:
    """Draw the names of zones, each under its plate, and within the frame."""
    found: list[Item] = []
    for zone, at in name_spots(sheet).items():
        depot = board().zones[zone].depot
        halo = (WHITE if plain else SEA) if depot == "allied" else PLAIN_LAND if plain else LAND
        size = name_size(sheet)
        label = Label(0, 0, names.short(zone), size, weight=600, halo=halo, halo_w=round(size * 0.28, 1))
        found.append(Group((label,), at=at, id=f"name {zone}", role="name"))
    return tuple(found)


def _holds(position: Position, sheet: ZoneSheet) -> tuple[Item, ...]:
    """Draw the names of the two roadsteads, and who holds them."""
    found = []
    for zone, hold in (("petite_rade", position.petite), ("grande_rade", position.grande)):
        x, y = sheet.centre(zone)
        is_wide = sheet.w >= PHONE
        size = round(0.68 * sheet.radius, 1) if is_wide else 14.0
        words = names.HOLDS[hold] if is_wide else names.HELD[hold]
        style = {"ink": INK2} if hold == "allied" else {"ink": MAG, "weight": 700}
        items = (
            Label(0, 0, position.zone(zone).name.removeprefix("The "), size, "serif", italic=True, ink=COORD),
            Label(0, round(1.15 * size, 1), words, TYPE, **style),
        )
        found.append(Group(items, at=(x, y - 4), id=f"hold {zone}", role="name"))
    return tuple(found)


# -- units and what is asked about -------------------------------------------------------------------------------------------------------


def _units(position: Position, sheet: ZoneSheet, selected: str) -> tuple[Item, ...]:
    found: list[Item] = []
    for zone in position.board.zones:
        found += leaders(position, sheet, zone, selected)
        found += chips(position, sheet, zone, selected)
    return tuple(found)


def _range(position: Position, sheet: ZoneSheet, look: Look) -> tuple[Item, ...]:
    found: list[Item] = []
    if isinstance(position.pending, Battle):
        zone = position.pending.zone
        ring = Disc(0.0, 0.0, sheet.reach(zone) + 8.0, Style(f"{MAG}10", MAG, 2.4, dash=(9.0, 5.0)))
        label = _("A combat in {zone}, round {n}").format(zone=names.zone(position, zone), n=position.pending.round)
        found.append(Group((ring,), at=sheet.centre(zone), id="battle", role="line", label=label))
    lesson = LESSONS.get(look.lesson)
    return (*found, *lesson.overlay(position, sheet, look)) if lesson is not None else tuple(found)


def _goal(position: Position, sheet: ZoneSheet, over: tuple[Item, ...]) -> tuple[Item, ...]:
    """Draw the zone that a set piece is about: a dotted magenta ring and the word, where no plate of the lesson lies over it."""
    zone = position.scenario.goal.get("zone", "")
    if not zone or position.result is not None:
        return ()
    r = sheet.reach(zone)
    taken = zone_sheet.words_in((*_names(sheet, plain=False), *_holds(position, sheet), *over))
    ring = Disc(0.0, 0.0, r + 6.0, Style("", MAG, 2.2, dash=(0.1, 6.0), cap="round"))
    word = Group(pill(_("goal"), TYPE, ink=MAG, line=MAG).items, at=clear_spot(sheet, zone, taken))
    label = _("The goal is about {zone}").format(zone=names.zone(position, zone))
    return (Group((ring, word), at=sheet.centre(zone), id=f"goal {zone}", role="mark", label=label),)


def _marks(position: Position, sheet: ZoneSheet, look: Look) -> tuple[Item, ...]:
    """Draw zones that can be chosen; they lie under plates and chips."""
    found: list[Item] = [zone_sheet.tinted(sheet, look.tint)] if look.tint else []
    for zone, words in look.legal.items():
        cost = look.costs.get(zone)
        empty = not stacks(position, zone) and not position.zone(zone).fort
        found.append(zone_sheet.legal(sheet, zone, words, str(cost) if cost else "", empty=empty))
    return tuple(found)


def _hand(position: Position, sheet: ZoneSheet, look: Look) -> tuple[Item, ...]:
    """Draw the zone of the unit in hand, and where the keys are."""
    found: list[Item] = []
    held = position.find(look.selected) or position.leader(look.selected)
    if held is not None and held.place in position.board.zones:
        found.append(zone_sheet.selected(sheet, held.place, str(held.name)))
    if look.focus is not None:
        found.append(zone_sheet.focused(sheet, look.focus))
    return tuple(found)


# -- in words ----------------------------------------------------------------------------------------------------------------------------


def zone_words(position: Position, name: str) -> str:
    """Return a zone: what it is, what it is worth, what stands in it, and whose it is."""
    zone = position.zone(name)
    parts = [zone.name, names.DEPOTS[zone.depot] if zone.depot else names.KINDS[zone.kind]]
    if zone.kind == "land":
        parts.append(_("value {n}").format(n=zone.value))
    if zone.whole_fort:
        parts.append(_("zone and fort at once, level {n}").format(n=zone.fort))
    elif zone.fort:
        parts.append(_("a fort of level {n}").format(n=zone.fort))
    if zone.beach:
        parts.append(_("a beach of the first landings") if zone.turn1_landing else _("a beach"))
    parts += [f"{names.REDOUBTS[each.level]} ({names.SIDES[each.builder]})" for each in position.redoubts if each.zone == name]
    if zone.kind == "roadstead":
        parts.append(names.HOLDS[position.petite if name == "petite_rade" else position.grande])
    elif not zone.depot:
        side = ground.control(position, name)
        parts.append(_("no-man's land") if side is None else names.SIDES[side])
    return ", ".join(map(str, parts))


def summary(position: Position) -> str:
    """Return the turn and the markers in words."""
    parts = [
        _("Turn {n}").format(n=position.turn.number),
        _("victory points {n} for the Allies").format(n=modifier(position.vp)),
        _("both roadsteads in Allied hands")
        if position.petite == position.grande == "allied"
        else _("the Petite Rade is {petite}, the Grande Rade is {grande}").format(
            petite=names.HOLDS[position.petite], grande=names.HOLDS[position.grande]
        ),
    ]
    if position.evacuated:
        parts.append(_("the ships have gone"))
    if position.defeat != "none":
        parts.append(_("a significant defeat of the {side}").format(side=_("Allies") if position.defeat == "allied" else _("Republicans")))
    return titled(". ".join(map(titled, parts)))
