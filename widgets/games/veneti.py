"""Oars against sails as a scene: what a position shows, and what the reader has selected, pointed at or asked about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, hypot, radians, sin
from typing import Final, NamedTuple

from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play.state import Leader, Position, Ship
from rulesdemo.hexes import Hex, Offset
from widgets import chart, counters, marks_board
from widgets.games.veneti_lessons import LESSONS
from widgets.games.veneti_ranges import arcs, command, goal_mark, line_ahead, reach, sides
from widgets.games.veneti_ships import flag_spots, flags, links, names, ship_group
from widgets.geometry import BoardGrid
from widgets.guide import Look
from widgets.lesson import Corner
from widgets.scene import SHEET, Group, Item, Label, Layer, Path, Scene, Style, placed, poly
from widgets.words import _

CHAPTER, SANDBOX, PROJECTOR, PHONE = 47.0, 30.0, 70.0, 44.0
"""Hex radii by the kind of page."""

MARGIN: Final = chart.FRAME + 4
WAKE: Final = Style(line="#1B2A3340", width=5.0, dash=(0.1, 11.0), cap="round")
ROSE: Final = (34.0, 52.0)  # the least and the largest radius of the wind rose


class Target(NamedTuple):
    """A hex that an order may name, the order in words, and what the move has cost when it gets there."""

    place: Hex
    label: str = ""
    cost: str = ""


class Step(NamedTuple):
    """A hex of the path so far, and its running cost."""

    place: Hex
    cost: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown of a position, and how large: nothing in it changes the position."""

    radius: float = CHAPTER
    window: tuple[str, str] | None = None  # the numbers of two opposite corner hexes; None for the whole map
    size: tuple[float, float] | None = None  # pixels; the window is in the middle of it
    selected: str = ""  # ship
    target: str = ""  # ship
    focus: Hex | None = None
    hover: Hex | None = None
    legal: tuple[Target, ...] = ()
    refused: Hex | None = None
    goal: tuple[tuple[Hex, str], ...] = ()  # hexes that a set piece wants a ship in, and the heading there
    path: tuple[Step, ...] = ()
    wake: tuple[Hex, ...] = ()  # where a ship has just come from, for readers who want no motion
    arcs: str = ""  # ship whose reach is shown
    flaming: bool = False  # and with which missiles
    sides: str = ""  # ship whose front, flanks and rear are tinted
    reach: frozenset[Hex] = frozenset()  # hexes that a ship can come to
    command: str = ""  # leader whose range is shown
    line: str = ""  # leader whose line ahead is shown
    projector: bool = False
    names: bool = True
    numbers: bool = True
    water: str = ""  # the name of these waters
    water_at: Hex | None = None  # where it is written; None for a quarter of the board without land
    rose: Corner = ""
    lesson: str = ""  # the chapter whose own marks are drawn
    ready: tuple[str, ...] = ()  # ships that may act now


def shown_by(position: Position, look: Look) -> Shown:
    """What a desk looks at, in the words of this game."""
    aboard = [
        leader.id for leader in position.leaders if not leader.lost and look.selected in (leader.ship, *_squadron(position, leader.id))
    ]
    # A window that was given stays where it is; one around the ships moves with them.
    window = look.window or (_around_ships(position) if look.is_narrow or look.projector else None)
    radius, size = _framed(position, look, window)
    return Shown(
        radius=radius,
        window=window,
        size=size,
        reach=look.tint,
        selected=look.selected,
        focus=look.focus,
        legal=tuple(Target(place, words, str(look.costs.get(place, ""))) for place, words in look.legal.items()),
        goal=_goal_of(position),
        refused=look.refused,
        path=tuple(Step(place, str(cost)) for place, cost in look.path),
        arcs=look.selected if look.lesson == "arcs" else "",
        sides=(look.regarded or look.selected) if look.lesson == "sides" else "",
        command=aboard[0] if aboard and look.lesson == "command" else "",
        projector=look.projector,
        lesson=look.lesson,
        rose=_rose_for(look),
        ready=look.ready,
    )


def _rose_for(look: Look) -> Corner:
    """The corner that the lesson keeps free for the rose, or any that will do where a page wants one."""
    lesson = LESSONS.get(look.lesson)
    return lesson.rose if lesson is not None and lesson.rose else "auto" if look.has_rose else ""


def _goal_of(position: Position) -> tuple[tuple[Hex, str], ...]:
    """The hexes that the goal names, until it is reached."""
    goal = position.scenario.goal
    if position.result is not None or goal.get("kind") != "reach":
        return ()
    heading = goal.get("heading")
    return tuple((place, "" if heading is None else GRID.name(heading)) for place in goal.get("hexes", ()))


LEAST: Final = (34.0, 28.0)  # the radius under which words in a hex are hard to read; a finger on a phone needs less


def _framed(position: Position, look: Look, window: tuple[str, str] | None) -> tuple[float, tuple[float, float] | None]:
    """The radius at which the window fits into the frame, and the size of the picture in it; a frame too low for that grows."""
    if look.size is None:
        return float(look.radius), None
    unit = sheet_of(position.scenario.sea.hexes, 100.0, window, None)
    across, down = (unit.w - 2 * MARGIN) / 100, (unit.h - 2 * MARGIN) / 100
    wide, high = look.size
    fit = min(look.radius, (wide - 2 * MARGIN) / across, max(LEAST[look.is_narrow], (high - 2 * MARGIN) / down))
    high = max(high, fit * down + 2 * MARGIN)
    larger = max(1.0, look.zoom)
    return round(fit * look.zoom, 1), (float(round(wide * larger)), float(round(high * larger)))


def _around_ships(position: Position) -> tuple[str, str]:
    """The corner hexes of a window around all ships, for a narrow page: a hex more on every side, and what the goal names."""
    wanted = [place for ship in position.afloat for place in ship.hexes] + list(position.scenario.goal.get("hexes", ()))
    offsets = [GRID.to_offset(place) for place in wanted]
    every = [GRID.to_offset(place) for place in position.scenario.sea.hexes]
    columns, rows = [each.column for each in offsets], [each.row for each in offsets]
    left, right = max(min(columns) - 1, min(each.column for each in every)), min(max(columns) + 1, max(each.column for each in every))
    top, bottom = max(min(rows) - 1, min(each.row for each in every)), min(max(rows) + 1, max(each.row for each in every))
    return f"{left:02}{top:02}", f"{right:02}{bottom:02}"


def _squadron(position: Position, leader: str) -> tuple[str, ...]:
    return next((squadron.ships for squadron in position.turn.squadrons if squadron.leader == leader), ())


class Sheet(NamedTuple):
    """A board and its size; the same for every position of a game that is shown alike."""

    board: BoardGrid
    w: float
    h: float


def scene(position: Position, shown: Shown | Look = Shown()) -> Scene:  # noqa: B008 - frozen
    """The whole board, with what is shown of it; a desk's `Look` will do too."""
    if isinstance(shown, Look):
        shown = shown_by(position, shown)
    sheet = sheet_of(position.scenario.sea.hexes, shown.radius, shown.window, shown.size)
    board = sheet.board
    inner = chart.inside(sheet.w, sheet.h)
    ships, drawn, flown = _fleet(position, sheet)
    # A ship with the names of her sides all around her has no room for her own; whoever shows the sides says whose they are.
    named = [ship for ship in ships if shown.names and ship.id != shown.sides]
    lying = tuple((ship.name, ship.kind, ship.bow, ship.heading) for ship in named)
    costs = tuple((*board.centre(target.place), 0.3 * board.radius) for target in shown.legal if target.cost)
    around = _range(position, board, shown)
    avoid = (*_noted(position, board, shown), *_tagged(board, around), *costs, *flag_spots(flown, board.radius))
    called = names(board, lying, (sheet.w - MARGIN, sheet.h - MARGIN), avoid, plain=shown.projector)
    layers = (
        _base(position, sheet, shown),
        Layer("range", (*_covers(position, board, shown, called.crossed), *around), inner),
        Layer("frame", _frame(position, sheet, shown)),
        Layer("marks", _marks(position, board, shown), inner),
        Layer("ships", drawn, inner),
        Layer("names", called.items, inner),
        Layer("hover", _hover(board, shown), inner),
    )
    return Scene(sheet.w, sheet.h, layers, position.scenario.title, told(position))


Fleet = tuple[tuple[Ship, ...], tuple[Item, ...], tuple[Group, ...]]


def _fleet(position: Position, sheet: Sheet) -> Fleet:
    """The ships in sight, everything drawn of them, and their flags. Most presses change none of it, so the last one is kept."""
    if not _LAST or _LAST[0][0] is not position or _LAST[0][1] is not sheet:
        ships = tuple(ship for ship in position.afloat if any(_near(sheet, place) for place in ship.hexes))
        flown = flags(position, sheet.board, ships)
        drawn = tuple(ship_group(position, sheet.board, ship) for ship in ships)
        _LAST[:] = [(position, sheet, (ships, (*drawn, *links(position, sheet.board, ships), *flown), flown))]
    return _LAST[0][2]


_LAST: Final[list[tuple[Position, Sheet, Fleet]]] = []


@lru_cache(maxsize=50)
def sheet_of(hexes: frozenset[Hex], radius: float, window: tuple[str, str] | None, size: tuple[float, float] | None) -> Sheet:
    """The board that shows a window, or the whole map."""
    wanted = hexes
    if window is not None:
        a, b = (GRID.to_offset(GRID.parse(label)) for label in window)
        columns, rows = sorted((a.column, b.column)), sorted((a.row, b.row))
        wanted = frozenset(
            GRID.from_offset(Offset(column, row)) for column in range(columns[0], columns[1] + 1) for row in range(rows[0], rows[1] + 1)
        )
    board, (w, h) = BoardGrid.fitted(GRID, radius, wanted, MARGIN)
    if size is not None:
        dx, dy = round((size[0] - w) / 2), round((size[1] - h) / 2)
        board, (w, h) = replace(board, origin=(board.origin[0] + dx, board.origin[1] + dy)), size
    return Sheet(replace(board, shown=hexes), w, h)


def _near(sheet: Sheet, place: Hex) -> bool:
    (x, y), r = sheet.board.centre(place), sheet.board.radius
    return -r < x < sheet.w + r and -r < y < sheet.h + r


# -- the chart -------------------------------------------------------------------------------------------------------------------------


def _base(position: Position, sheet: Sheet, shown: Shown) -> Layer:
    sea = position.scenario.sea
    spot = _rose_spot(sheet, sea.coast, shown.rose)
    return _chart(sheet, sea.hexes, sea.coast, shown.numbers, shown.projector, _water(sheet, sea.coast, shown, spot), spot)


Spot = tuple[float, float, float]


@lru_cache(maxsize=50)
def _chart(
    sheet: Sheet, hexes: frozenset[Hex], coast: frozenset[Hex], numbers: bool, plain: bool, named: chart.Water | None, rose: Spot | None
) -> Layer:
    """The layer that no move changes."""
    spots: list[Spot] = []
    if named is not None:
        wide, slope = chart.water_width(named), radians(named.slope)
        spots = [(named.x + share * wide * cos(slope), named.y + share * wide * sin(slope), named.size) for share in _SHARES]
    spots += [rose] if rose else []
    hidden = frozenset(place for place in hexes if _near(sheet, place) and any(_meets(sheet.board, place, spot) for spot in spots))
    size = (sheet.w, sheet.h)
    return chart.chart(sheet.board, size, hexes, coast, unnumbered=hidden, numbers=numbers, plain=plain, waters=(named,) if named else ())


_SHARES: Final = (-0.5, -0.25, 0.0, 0.25, 0.5)


def _meets(board: BoardGrid, place: Hex, spot: Spot) -> bool:
    x, y = board.label_place(place)
    return hypot(x - spot[0], y - spot[1]) < spot[2] + chart.number_size(board.radius)


def _water(sheet: Sheet, coast: frozenset[Hex], shown: Shown, rose: Spot | None) -> chart.Water | None:
    """The name of the waters where it was asked for, or in the quarter that is farthest from land and rose; fights are in the middle."""
    if not shown.water or shown.projector:
        return None
    size = round(max(15.0, sheet.board.radius * 0.42), 1)
    named = chart.Water(shown.water, 0.0, 0.0, size)
    if shown.water_at is not None:
        x, y = sheet.board.centre(shown.water_at)
        return replace(named, x=float(round(x)), y=float(round(y)))
    x, y = _quarter(sheet, coast, rose, chart.water_width(named) / 2 + 2 * MARGIN)
    return replace(named, x=x, y=y)


@lru_cache(maxsize=50)
def _quarter(sheet: Sheet, coast: frozenset[Hex], rose: Spot | None, reach: float) -> tuple[float, float]:
    dry = [sheet.board.centre(place) for place in coast] + ([rose[:2]] if rose else [])
    side = max(reach, 0.2 * sheet.w)
    quarters = [(float(round(x)), float(round(y))) for y in (0.24 * sheet.h, 0.80 * sheet.h) for x in (sheet.w - side, side)]
    room = [min((hypot((x - ax) * 0.6, y - ay) for ax, ay in dry), default=0.0) for x, y in quarters]
    return quarters[max(range(len(quarters)), key=lambda place: (round(min(room[place], 2.5 * sheet.board.radius)), -place))]


@lru_cache(maxsize=50)
def _rose_spot(sheet: Sheet, coast: frozenset[Hex], corner: str) -> Spot | None:
    """Where the rose goes, and its radius: in the corner asked for, or in the one that has the most land, where no ship comes."""
    if not corner:
        return None
    r = min(ROSE[1], max(ROSE[0], 0.9 * sheet.board.radius))
    far = round(MARGIN + r * chart.ROSE_REACH)
    corners = {"nw": (far, far), "ne": (sheet.w - far, far), "sw": (far, sheet.h - far), "se": (sheet.w - far, sheet.h - far)}
    if corner == "auto":
        land = [sheet.board.centre(place) for place in coast]
        dry = {name: sum(1 for x, y in land if hypot(x - cx, y - cy) < far) for name, (cx, cy) in corners.items()}
        corner = max(corners, key=lambda name: (dry[name], -list(corners).index(name)))
    x, y = corners[corner]
    return float(round(x)), float(round(y)), r


def _frame(position: Position, sheet: Sheet, shown: Shown) -> tuple[Item, ...]:
    spot = _rose_spot(sheet, position.scenario.sea.coast, shown.rose)
    if spot is None:
        return ()
    x, y, r = spot
    wind = position.wind
    turn = sheet.board.turn(wind.to) if wind.strength else None
    note = chart.caption(0.0, 1.34 * r, _("calm") if turn is None else _("wind {strength}").format(strength=wind.strength), 15.0)
    picture = placed(chart.rose(sheet.board.turn(0), turn), (0.0, 0.0), r)
    return (Group((picture, note), at=(x, y), id="wind", role="wind"),)  # the description tells of it


def _covers(position: Position, board: BoardGrid, shown: Shown, crossed: frozenset[Hex]) -> tuple[Item, ...]:
    """Water over the numbers under counters and names; near land it would show, so there they stay."""
    if not shown.numbers:
        return ()
    sea = position.scenario.sea
    hidden = (frozenset(position.occupied) | crossed) & sea.hexes
    open_ = hidden if shown.projector else hidden - _inshore(sea.coast)
    return (_cover(board, open_, shown.projector),)


@lru_cache(maxsize=50)
def _cover(board: BoardGrid, hexes: frozenset[Hex], plain: bool) -> Group:
    return Group(chart.covers(board, hexes, plain=plain), id="covers")


@lru_cache(maxsize=50)
def _inshore(coast: frozenset[Hex]) -> frozenset[Hex]:
    return frozenset(near for place in coast for near in (place, *GRID.neighbours(place)))


# -- what is asked about ---------------------------------------------------------------------------------------------------------------


def _range(position: Position, board: BoardGrid, shown: Shown) -> tuple[Item, ...]:
    found: list[Item] = []
    if len(shown.wake) > 1:
        points = [board.centre(place) for place in shown.wake]
        found.append(Group((Path(poly(points, closed=False), WAKE),), id="wake"))
    found += [goal_mark(board, place, heading) for place, heading in shown.goal]
    # Not among the marks, which change with every press while these stay.
    found += [_ready(board, ship) for name in shown.ready if (ship := _ship(position, name)) is not None]
    if shown.reach:
        found.append(reach(board, shown.reach))
    if (leader := _leader(position, shown.command)) is not None:
        found.append(command(position, board, leader))
    if (leader := _leader(position, shown.line)) is not None:
        found.append(line_ahead(position, board, leader))
    if (ship := _ship(position, shown.arcs)) is not None:
        found.append(arcs(position, board, ship, flaming=shown.flaming))
    if (ship := _ship(position, shown.sides)) is not None:
        found.append(sides(board, ship))
    if (lesson := LESSONS.get(shown.lesson)) is not None:
        found += lesson.overlay(position, board, shown)
    return tuple(found)


def _noted(position: Position, board: BoardGrid, shown: Shown) -> tuple[tuple[float, float, float], ...]:
    """Where words stand in hexes already, for names to keep away from."""
    ship = _ship(position, shown.sides or shown.arcs)
    if ship is None:
        return ()
    return tuple((*board.centre(place), 0.5 * board.radius) for place in ship.around)


def _tagged(board: BoardGrid, items: tuple[Item, ...]) -> tuple[tuple[float, float, float], ...]:
    """Where the tags of a lesson and the notes on missiles stand, for names to keep away from."""
    at = [item.at for item in items if isinstance(item, Group) and item.role == "note"]
    at += [
        (note.x, note.y)
        for item in items
        if isinstance(item, Group) and item.id == "arcs"
        for note in item.items
        if isinstance(note, Label)
    ]
    return tuple((x + dx * board.radius, y, 0.32 * board.radius) for x, y in at for dx in (-0.5, 0.0, 0.5))


def _ship(position: Position, name: str) -> Ship | None:
    ship = position.find(name) if name else None
    return None if ship is None or ship.gone else ship


def _leader(position: Position, name: str) -> Leader | None:
    return next((leader for leader in position.leaders if leader.id == name and not leader.lost), None)


def _on(board: BoardGrid, place: Hex, picture: Group) -> Group:
    """A mark on a hex, on whole pixels."""
    x, y = board.centre(place)
    return replace(picture, at=(float(round(x)), float(round(y))))


def _marks(position: Position, board: BoardGrid, shown: Shown) -> tuple[Item, ...]:
    r = board.radius
    found: list[Item] = []
    for target in shown.legal:
        mark = _on(board, target.place, marks_board.legal(r, cost=target.cost, empty=target.place not in position.occupied))
        found.append(replace(mark, id=f"legal {GRID.label(target.place)}", role="mark", label=_legal_words(target)))
    if (ship := _ship(position, shown.target)) is not None:
        rings = tuple(_on(board, place, marks_board.selected(r)) for place in ship.hexes)
        found.append(Group(rings, id="target", role="mark", label=_("{ship} is the target").format(ship=ship.name)))
    found += _path(board, shown)
    if shown.refused is not None:
        label = _("Refused: {hex}").format(hex=GRID.label(shown.refused))
        found.append(replace(_on(board, shown.refused, marks_board.refused(r)), id="refused", role="mark", label=label))
    if (ship := _ship(position, shown.selected)) is not None:
        outline, kind = (counters.GALLEY_HULL, "galley") if ship.kind == "galley" else (counters.SQUARE, "square")
        halo = placed(counters.halo(outline, kind), board.middle(ship.hexes), r, board.turn(ship.heading))
        found.append(replace(halo, id="selected", role="mark", label=_("{ship} is selected").format(ship=ship.name)))
    if shown.focus is not None:
        label = _("The keys are at {hex}").format(hex=GRID.label(shown.focus))
        items = (_on(board, shown.focus, marks_board.focused(r)), _number(board, shown.focus))
        found.append(Group(items, id="focus", role="mark", label=label))
    return tuple(found)


def _ready(board: BoardGrid, ship: Ship) -> Group:
    """A ship that may act now: the sign of what can be chosen, under her whole hull."""
    rings = tuple(_on(board, place, marks_board.legal(board.radius, empty=False)) for place in ship.hexes)
    return Group(rings, id=f"ready {ship.id}", role="mark", label=_("{ship} may act").format(ship=ship.name))


def _legal_words(target: Target) -> str:
    where = _("{hex} can be chosen").format(hex=GRID.label(target.place))
    parts = [where, target.label, _("cost {cost}").format(cost=target.cost) if target.cost else ""]
    return ", ".join(part for part in parts if part)


def _path(board: BoardGrid, shown: Shown) -> list[Item]:
    if not shown.path:
        return []
    r = board.radius
    items: list[Item] = []
    for before, after in zip(shown.path, shown.path[1:], strict=False):
        items += marks_board.trail(board.centre(before.place), board.centre(after.place), r)
    items += [_on(board, step.place, marks_board.cost(step.cost, r)) for step in shown.path if step.cost]
    label = _("The path so far: {hexes}, cost {cost}").format(
        hexes=", ".join(GRID.label(step.place) for step in shown.path), cost=shown.path[-1].cost or "0"
    )
    return [Group(tuple(items), id="path", role="path", label=label)]


def _number(board: BoardGrid, place: Hex) -> Label:
    """A hex number that must be seen."""
    x, y = board.label_place(place)
    return Label(round(x, 1), round(y, 1), GRID.label(place), chart.number_size(board.radius) + 1.5, weight=600, halo=SHEET, halo_w=4.0)


def _hover(board: BoardGrid, shown: Shown) -> tuple[Item, ...]:
    if shown.hover is None or shown.hover not in (board.shown or ()):
        return ()
    items = (_on(board, shown.hover, marks_board.hovered(board.radius)), _number(board, shown.hover))
    return (Group(items, id="hovered", role="hover", label=_("The pointer is on {hex}").format(hex=GRID.label(shown.hover))),)


# -- in words --------------------------------------------------------------------------------------------------------------------------


def told(position: Position) -> str:
    """The turn and the wind."""
    return _("Turn {number}. {wind}").format(number=position.turn.number, wind=_wind(position))


def _wind(position: Position) -> str:
    if position.wind.strength == 0:
        return _("Dead calm")
    return _("Wind {strength} toward {direction}").format(strength=position.wind.strength, direction=GRID.name(position.wind.to))
