"""Forces in Italy as a scene: what a position shows, and what the reader has selected, pointed at or asked about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

from rulesdemo.board.hexes import Hex
from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.play.state import Force, Position, Scenario
from rulesdemo.words import N_, _, cache_by_language, ngettext
from widgets.board import highlights, markers, sea_chart
from widgets.board import sheet as board_sheet
from widgets.board.hex_notes import goal_mark, note_spots, reach
from widgets.board.land import Land, ground
from widgets.board.sheet import MARGIN, Sheet, goal_hexes, is_near, looked, window_around
from widgets.board.ship_labels import names
from widgets.games.republic import names as republic_names
from widgets.games.republic.board.forces import CHIP, CITY_UP, city_group, force_group, hull, middle, stacks
from widgets.games.republic.board.track import is_track, track_scene
from widgets.games.republic.lessons import LESSONS
from widgets.play.game_guide import Look
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import LAND, MAG, WHITE
from widgets.scene.shapes import Group, Item, Label, Layer, Path, Point, Scene, Style, hexpts, poly
from widgets.web.phrases import modifier, titled
from widgets.web.position_cache import Remembered

PATTERNED: Final = (*((kind, republic_names.TERRAIN[kind]) for kind in ("rough", "mountain", "marsh")), ("sea", N_("sea")))
ROOM: Final = (840.0, 600.0)  # of the board in a sandbox
LARGEST: Final = 2.0
CITY_NAME_DOWN: Final = (0.60, 0.66)  # in radii under the middle of the hex, without Forces there and with some


@dataclass(frozen=True, slots=True)
class Display(board_sheet.Display):
    """What is shown of a position of this game."""


def display_of(position: Position, look: Look) -> Display:
    """Return what a desk looks at, in the words of this game: the whole map, or the part around the Forces where there is little room."""
    window = look.window or (_around(position) if look.is_narrow or look.projector else None)
    hexes = land_of(position.scenario).hexes
    if look.size is None and not look.projector:
        look = replace(look, radius=round(look.radius * roomy(hexes), 1))
    fields = looked(GRID, hexes, look, window, "")
    return Display(**fields, goal=goal_hexes(GRID, position.scenario.goal) if position.result is None else ())


@lru_cache(maxsize=50)
def roomy(hexes: frozenset[Hex]) -> float:
    """Return how much larger than usual a small map may be drawn where it has a page to itself."""
    sheet = sheet_of(hexes, board_sheet.SANDBOX, None, None)
    return min(LARGEST, max(1.0, min(ROOM[0] / sheet.w, ROOM[1] / sheet.h)))


def _around(position: Position) -> board_sheet.Window:
    """Return a window around all Forces and cities."""
    wanted = [*(force.at for force in position.there), *(city.at for city in position.cities)]
    every = land_of(position.scenario).hexes
    return window_around(GRID, every, wanted or every)


@lru_cache(maxsize=50)
def land_of(scenario: Scenario) -> Land:
    """Return the map of a scenario."""
    return Land(scenario.ground.terrain, scenario.ground.rivers, scenario.ground.roads)


sheet_of: Final = partial(board_sheet.sheet_of, GRID)
"""The board that shows a window, or the whole map."""


def scene(position: Position, display: Display | Look = Display()) -> Scene:
    """Draw the whole board, with what is shown of it; a desk's `Look` will do too."""
    if isinstance(display, Look):
        display = display_of(position, display)
    if is_track(position):
        return track_scene(position, display.size, situation_text(position), lesson=display.lesson, plain=display.projector)
    land = land_of(position.scenario)
    sheet = sheet_of(land.hexes, display.radius, display.window, display.size)
    board, inner = sheet.board, sea_chart.inside(sheet.w, sheet.h)
    standing = {force: spot for force, spot in stacks(position).items() if is_near(sheet, force.at)}
    asked = display.at_rest
    around = (*_ground_words(land), *_DRAWN.about(position, (sheet, asked), lambda: _range(position, board, asked)))
    layers = (
        ground(sheet, land, PATTERNED, plain=display.projector, numbers=display.numbers),
        Layer("range", around, inner),
        Layer("marks", _marks(position, board, display, standing), inner),
        Layer("pressed", highlights.pressed(board, display, _halo(position, board, display, standing)), inner),
        Layer("cities", _DRAWN.about(position, ("cities", sheet), lambda: _cities(position, sheet)), inner),
        Layer("ships", _DRAWN.about(position, sheet, lambda: _forces(position, board, standing)), inner),
        Layer("names", _DRAWN.about(position, ("names", sheet, asked), lambda: _names(position, sheet, asked, standing, around)), inner),
        Layer("hover", highlights.hovered(board, display), inner),
    )
    return Scene(sheet.w, sheet.h, layers, position.scenario.title, situation_text(position))


_DRAWN: Final = Remembered()


def _forces(position: Position, board: BoardGrid, standing: dict[Force, Point]) -> tuple[Item, ...]:
    return tuple(force_group(position, board, force, spot) for force, spot in standing.items())


# -- cities and names --------------------------------------------------------------------------------------------------------------------


def _cities(position: Position, sheet: Sheet) -> tuple[Item, ...]:
    return tuple(city_group(position, sheet.board, city) for city in position.cities if is_near(sheet, city.at))


def _names(position: Position, sheet: Sheet, display: Display, standing: dict[Force, Point], around: tuple[Item, ...]) -> tuple[Item, ...]:
    """Draw the names of cities under their walls, and of Forces wherever there is room."""
    if not display.names:
        return ()
    board = sheet.board
    size = markers.name_size(board.radius)
    called: list[Item] = []
    avoid: list[markers.Spot] = list(note_spots(around))
    for city in position.cities:
        if is_near(sheet, city.at):
            x, y = board.centre(city.at)
            is_full = any(force.at == city.at for force in standing)
            at = (float(round(x)), float(round(y + CITY_NAME_DOWN[is_full] * board.radius)))
            label = Label(0, 0, city.name, size, "serif", weight=600, halo=WHITE if display.projector else LAND, halo_w=size * 0.3)
            called.append(Group((label,), at=at, id=f"name {city.name}", role="name"))
            wide = markers.name_width(city.name, size)
            avoid += [(at[0] + share * wide, at[1], 0.6 * size) for share in (-0.35, 0.0, 0.35)]
            up = CITY_UP if is_full else 0.0
            avoid += [(at[0] + dx * board.radius, y + up * board.radius, 0.34 * board.radius) for dx in (-0.15, 0.15)]
    # A Force behind walls stands under the name of the city.
    lying = tuple((force.name, hull(board, force, spot)) for force, spot in standing.items() if not force.in_city)
    avoid += [spot for force, place in standing.items() if force.in_city for spot in hull(board, force, place)]
    room = (sheet.w - MARGIN, sheet.h - MARGIN)
    return (*called, *names(board, lying, room, tuple(avoid), plain=display.projector, ground=LAND).items)


# -- what is asked about -----------------------------------------------------------------------------------------------------------------


@cache_by_language(50)
def _ground_words(land: Land) -> tuple[Item, ...]:
    """Draw rivers, roads and terrain in words; they are painted with the ground."""
    found = []
    for name, sides, words in (("rivers", land.rivers, _("Rivers: {sides}")), ("roads", land.roads, _("Roads: {sides}"))):
        told = sorted(_("between {one} and {other}").format(one=GRID.label(a), other=GRID.label(b)) for a, b in map(sorted, sides))
        if told:
            found.append(Group((), id=name, role="shore", label=words.format(sides=", ".join(told))))
    for kind, word in PATTERNED:
        hexes = sorted(GRID.label(place) for place, each in land.terrain.items() if each == kind)
        if hexes:
            found.append(Group((), id=f"ground {kind}", role="shore", label=titled(f"{word}: {', '.join(hexes)}")))
    return tuple(found)


def _range(position: Position, board: BoardGrid, display: Display) -> tuple[Item, ...]:
    found: list[Item] = [goal_mark(board, place, heading) for place, heading in display.goal]
    acting = [force for name in display.ready if (force := position.find(name)) is not None and force.sp]
    found += [highlights.ready(board, force.id, force.name, (force.at,)) for force in acting]
    if position.clash is not None:
        found.append(_battle(position, board, position.clash.place))
    if display.reach:
        found.append(reach(board, display.reach))
    if (lesson := LESSONS.get(display.lesson)) is not None:
        found += lesson.overlay(position, board, display)
    return tuple(found)


def _battle(position: Position, board: BoardGrid, place: Hex) -> Group:
    """Draw the hex of the attack that is under way: a broken magenta line."""
    clash = position.fight
    x, y = board.centre(place)
    line = Path(poly(hexpts(x, y, board.radius - 3, GRID.top)), Style(f"{MAG}10", MAG, 2.4, dash=(9.0, 5.0), join="miter"))
    ours, theirs = (", ".join(str(position.force(name).name) for name in side) for side in clash.forces)
    label = _("An attack in {hex}: {ours} against {theirs}").format(hex=GRID.label(place), ours=ours, theirs=theirs)
    if clash.parts:
        label += ", " + _("modifiers {n} in all").format(n=modifier(clash.drm))
    return Group((line,), id="battle", role="line", label=label)


def _marks(position: Position, board: BoardGrid, display: Display, standing: dict[Force, Point]) -> tuple[Item, ...]:
    full = {force.at for force in standing} | {city.at for city in position.cities}
    force = position.find(display.target)
    target = None if force is None or not force.sp else highlights.targeted(board, force.name, (force.at,))
    return highlights.choosable(board, display, full, target)


def _halo(position: Position, board: BoardGrid, display: Display, standing: dict[Force, Point]) -> Group | None:
    force = position.find(display.selected)
    if force is None or force not in standing:
        return None
    return highlights.selected(board, force.name, CHIP, "force", middle(board, force, standing[force]), 0.0)


# -- in words --------------------------------------------------------------------------------------------------------------------------


def situation_text(position: Position) -> str:
    """Return the turn, whose operations these are, and the alliance track where there are envoys."""
    who = _("The Romans act") if position.turn.side == "roman" else _("The {others} act").format(others=_(position.scenario.others))
    words = _("Turn {number}. {who}").format(number=position.turn.number, who=who)
    if position.ambassadors:
        boxes = ngettext("{n} box for Rome", "{n} boxes for Rome", abs(position.alliance)).format(n=modifier(position.alliance))
        words += ". " + _("Alliance track: {boxes}").format(boxes=boxes)
    return words
