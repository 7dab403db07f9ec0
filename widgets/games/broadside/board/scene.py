"""Ships under written orders as a scene: what a position shows, what is selected or asked about, and any moment of a turn's movement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

from rulesdemo.board.hexes import HEXSIDES, Direction, Hex
from rulesdemo.games.broadside.board import GRID, point_index
from rulesdemo.games.broadside.play.events import Manoeuvred
from rulesdemo.games.broadside.play.gunnery import targets
from rulesdemo.games.broadside.play.helm import point_at
from rulesdemo.games.broadside.play.state import Position, Ship
from rulesdemo.games.broadside.play.weather import clock_of, sight_of
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.board import highlights, sail_counters
from widgets.board import sheet as board_sheet
from widgets.board.hex_notes import goal_mark, reach
from widgets.board.highlights import lit_hexes, ship_there
from widgets.board.layers import Drawn, Sea, composed
from widgets.board.lines import beside
from widgets.board.sail_counters import ONE_HEX
from widgets.board.sheet import Sheet, Spot, free_corner, goal_hexes, is_near, looked, rose_spot, under_rose, window_around
from widgets.games.broadside import names as broadside_names
from widgets.games.broadside.board.ranges import command, fields, line_of_fire, nearer, nearest, nearest_mark, points, raked, sight
from widgets.games.broadside.board.ships import Berth, berths, hull_spots, middle, rig_of, ropes, ship_group
from widgets.games.broadside.board.tracks import (
    Moment,
    at_moment,
    clashing,
    contested,
    live,
    moment_words,
    moments,
    plot,
    swings,
    tracks,
    window,
)
from widgets.games.broadside.lessons import LESSONS
from widgets.play.game_guide import Look
from widgets.play.lesson import Corner
from widgets.scene.geometry import BoardGrid
from widgets.scene.shapes import Disc, Group, Item, Scene
from widgets.web.position_cache import Remembered

FIRE_LESSONS: Final = ("gunnery", "raking", "nearest")
ORDER_LESSONS: Final = ("orders", "tack", "anchor")
HOUR: Final = 60


@dataclass(frozen=True, slots=True)
class Display(board_sheet.Display):
    """What is shown of a position of this game."""

    fields: str = ""  # ship whose field of fire is shown, and whence she is raked
    raked: str = ""  # ship of whom only the latter is shown
    fire: tuple[str, str] = ("", "")  # ships between whom the line of fire is drawn, the firer first
    nearest: str = ""  # ship whose nearest target is marked
    sight: str = ""  # ship from which one looks
    command: str = ""  # ship whose side's chain of command is shown
    points: str = ""  # ship whose points of sailing are shown
    inertia: str = ""  # ship whose hexes to end in are shown, straight ahead, and her pivots on the spot
    plots: tuple[tuple[str, str], ...] = ()  # orders whose tracks are drawn: the ship, and the text
    moment: Moment | None = None  # of a movement; None for the position as it is


def display_of(position: Position, look: Look) -> Display:
    """Return what a desk looks at, in the words of this game.

    The lessons "gunnery", "raking" and "nearest" show fields of fire, "weather" how far one sees, "command" who is in command, "points" the
    points of sailing, "orders", "tack" and "anchor" what inertia leaves open. The line of fire to an enemy who is looked at, tracks of
    orders that are being written and hexes that wait for dice are drawn on every page.
    """
    # A window that was given stays where it is; one around the ships moves with them.
    around = look.window or (_around_ships(position, live(position)) if look.is_narrow or look.projector else None)
    hexes = position.scenario.chart.hexes
    common = looked(GRID, hexes, look, around, "")
    sheet = sheet_of(hexes, common["radius"], around, common["size"])
    firer, target = _aimed(position, look)
    about = look.selected or _somebody(position)
    shows_fields = firer if look.lesson in ("gunnery", "nearest") else target if look.lesson == "raking" else ""
    return Display(
        **{**common, "rose": _rose_for(position, look, sheet)},
        goal=goal_hexes(GRID, position.scenario.goal) if position.result is None else (),
        fields=shows_fields or (_arcs(position, look) if look.has_arcs else ""),
        raked=_foe(position, look) if look.has_arcs else "",
        fire=(firer, target),
        nearest=firer if look.lesson == "nearest" else "",
        sight=about if look.lesson == "weather" else "",
        command=about if look.lesson == "command" else "",
        points=about if look.lesson == "points" else "",
        inertia=look.selected if position.result is None and look.lesson in ORDER_LESSONS and look.selected not in dict(look.plots) else "",
        plots=look.plots,
    )


def _somebody(position: Position) -> str:
    """Return a ship to look from when none is chosen: the chief admiral's, or the first that sails."""
    able = [ship for ship in position.there if not ship.is_fort]
    return min(able, key=lambda ship: ship.admiral != "chief").id if able else ""


def _aimed(position: Position, look: Look) -> tuple[str, str]:
    """Return who fires at whom: as the reader has chosen, and in the lessons about it the ship that can, where none is chosen."""
    if look.lesson not in FIRE_LESSONS:
        return look.selected, look.regarded
    able = ship_there(position, look.selected) or next((ship for ship in position.there if targets(position, ship)), None)
    if able is None:
        return "", look.regarded
    aimed = ship_there(position, look.regarded) or nearest(position, able)
    return able.id, aimed.id if aimed is not None else ""


def _foe(position: Position, look: Look) -> str:
    """Return the enemy who is looked at while a ship is in hand."""
    ship, seen = ship_there(position, look.selected), ship_there(position, look.regarded)
    return seen.id if ship is not None and seen is not None and seen.side != ship.side else ""


def _arcs(position: Position, look: Look) -> str:
    """Return whose field of fire is drawn: of the ship in hand when an enemy is looked at, else of the ship that is looked at."""
    return look.selected if _foe(position, look) else look.regarded or look.selected


def _rose_for(position: Position, look: Look, sheet: Sheet) -> Corner:
    """Return the corner that the lesson keeps free, or the one with the fewest ships in it; everything here hangs on the wind."""
    lesson = LESSONS.get(look.lesson)
    if lesson is not None and lesson.rose and lesson.rose != "auto":
        return lesson.rose
    return free_corner(sheet, _occupied(position), position.scenario.chart.land)


def _around_ships(position: Position, now: Moment | None) -> board_sheet.Window:
    """Return a window around all ships, the ways that they go, and what the goal names; around the whole map once nobody is left."""
    hexes = position.scenario.chart.hexes
    ways = [step.hex for track in now.tracks for step in track.steps] if now is not None else []
    wanted = [*_occupied(position), *ways, *position.scenario.goal.get("hexes", ())]
    return window_around(GRID, hexes, wanted or hexes)


def _occupied(position: Position) -> frozenset[Hex]:
    return frozenset(ship.place for ship in position.there)


sheet_of: Final = partial(board_sheet.sheet_of, GRID)
"""The board that shows a window, or the whole map."""


def moment(position: Position, event: Manoeuvred, step: int, look: Look = Look()) -> Scene:  # noqa: B008 - frozen
    """Draw the board at one moment of a turn's movement, counted from 0; a number past the end is the last. `moments` has them all.

    The position may be the one before the movement or the one after it.
    """
    every = moments(event)
    now = every[max(0, min(step, len(every) - 1))]
    if look.window is None and (look.is_narrow or look.projector):
        # Around the whole movement, so that the frame does not jump.
        look = replace(look, window=_around_ships(at_moment(position, every[0]), now))
    return scene(position, replace(display_of(position, look), moment=now))


def bare_scene(position: Position, look: Look) -> Scene:
    """Draw the board without the numbers of hexes, where nothing asks for one."""
    return scene(position, replace(display_of(position, look), numbers=False))


def scene(position: Position, display: Display | Look = Display()) -> Scene:
    """Draw the whole board, with what is shown of it; a desk's `Look` will do too."""
    if isinstance(display, Look):
        display = display_of(position, display)
    sea = position.scenario.chart
    sheet = sheet_of(sea.hexes, display.radius, display.window, display.size)
    now = display.moment or live(position)
    position = position if now is None else _moved(position, now)
    ships, pictures, lying = _DRAWN.about(position, sheet, lambda: _fleet(position, sheet))
    spot = rose_spot(sheet, sea.land, display.rose)
    rosy = under_rose(sheet, sea.hexes, spot) if spot else frozenset()
    asked = display.at_rest
    ranges = _DRAWN.about(position, (sheet, asked), lambda: _range(position, sheet.board, asked, rosy))
    around = (*ranges, *(_movement(position, sheet.board, now) if now is not None else ()))
    # A ship with her points of sailing all around her has no room for her name; the panel that shows them says whose they are.
    named = [ship for ship in ships if display.names and ship.id != display.points]
    drawn = Drawn(
        pictures,
        tuple((ship.name, hull_spots(sheet.board, ship.place, ship.heading, lying[ship.id])) for ship in named),
        around,
        _marks(position, sheet.board, display),
        highlights.pressed(sheet.board, display, _halo(position, sheet.board, display, lying)),
        _rose(position, sheet, spot, plain=display.projector) if spot else None,
        _occupied(position) | rosy | _under_boxes(lying, ships) | _under_tracks(sheet.board, around),
        _numbers(sheet.board, around),
    )
    words = situation_text(position) + (f". {moment_words(position, now)}" if now is not None else "")
    return composed(sheet, Sea(sea.hexes, sea.land), display, drawn, (position.scenario.title, words))


def _moved(position: Position, now: Moment) -> Position:
    """Return the position at a moment, the same object as long as the same moment is shown."""
    return _MOVED.about(position, now, lambda: at_moment(position, now))


_MOVED: Final = Remembered()
_DRAWN: Final = Remembered()

Fleet = tuple[tuple[Ship, ...], tuple[Item, ...], dict[str, Berth]]


def _fleet(position: Position, sheet: Sheet) -> Fleet:
    """Return the ships in sight, everything drawn of them, and their berths."""
    lying = berths(position.there)
    ships = tuple(ship for ship in position.there if is_near(sheet, ship.place))
    drawn = tuple(ship_group(position, sheet.board, ship, lying[ship.id]) for ship in ships)
    return ships, (*drawn, *ropes(sheet.board, ships, lying)), lying


def _under_boxes(lying: dict[str, Berth], ships: Iterable[Ship]) -> frozenset[Hex]:
    """Return the hexes below those that ships share, whose numbers their boxes would cross."""
    return frozenset(GRID.neighbour(ship.place, GRID.named("S")) for ship in ships if lying[ship.id].y > 0)


def _numbers(board: BoardGrid, around: Iterable[Item]) -> tuple[Spot, ...]:
    """Return where the numbers of tracks stand, for names to keep away from."""
    paths = [item for item in around if isinstance(item, Group) and item.role == "path"]
    return tuple((*ring.at, 0.3 * board.radius) for path in paths for ring in path.items if isinstance(ring, Group) and ring.key)


def _under_tracks(board: BoardGrid, around: Iterable[Item]) -> frozenset[Hex]:
    """Return the hexes that tracks go through, whose own numbers would be hard to read."""
    paths = [item for item in around if isinstance(item, Group) and item.role == "path"]
    spots = [
        (ring.x, ring.y) if isinstance(ring, Disc) else ring.at for path in paths for ring in path.items if isinstance(ring, Disc | Group)
    ]
    return frozenset(place for x, y in spots if (place := board.at(x, y)) is not None)


# -- the rose --------------------------------------------------------------------------------------------------------------------------


def _rose(position: Position, sheet: Sheet, spot: Spot, *, plain: bool) -> Group:
    if position.weather is None:
        return board_sheet.rose(sheet, spot, None, _("no weather yet"), plain=plain)
    sky = position.weather
    letters = _letters(position.rules, sky.wind_from)
    if not sky.force:
        return board_sheet.rose(sheet, spot, None, _("no wind"), letters, plain=plain)
    words = _("from {direction}, force {force}").format(direction=GRID.name(sky.wind_from), force=sky.force)
    return board_sheet.rose(sheet, spot, sheet.board.turn(GRID.turn_right(sky.wind_from, HEXSIDES // 2)), words, letters, plain=plain)


@lru_cache(maxsize=50)
def _letters(rules: Ruleset, wind_from: Direction) -> tuple[str, ...]:
    """Return the point of sailing on each heading, from the first direction on and clockwise, as a rose has its points."""
    return tuple(point_at(rules, point_index(Direction(heading), wind_from)) for heading in range(HEXSIDES))


# -- what is asked about ---------------------------------------------------------------------------------------------------------------


def _range(position: Position, board: BoardGrid, display: Display, rosy: frozenset[Hex]) -> tuple[Item, ...]:
    found: list[Item] = []
    if len(display.wake) > 1:
        found.append(highlights.wake(board, display.wake))
    if (ship := ship_there(position, display.sight)) is not None:
        found.append(sight(position, board, ship, rosy))
    found += [goal_mark(board, place, heading) for place, heading in display.goal]
    # Not among the marks, which change with every press while these stay.
    acting = [ship for name in display.ready if (ship := ship_there(position, name)) is not None]
    found += [highlights.ready(board, ship.id, ship.name, (ship.place,)) for ship in acting]
    taken = rosy | _under_fire(position, display) | lit_hexes(display)
    if (ship := ship_there(position, display.fields)) is not None:
        found.append(fields(position, board, ship, taken))
    if (ship := ship_there(position, display.raked)) is not None:
        found.append(raked(position, board, ship, taken))
    if display.reach:
        found.append(reach(board, display.reach))
    if (ship := ship_there(position, display.command)) is not None:
        found += command(position, board, ship)
    if (ship := ship_there(position, display.points)) is not None:
        found.append(points(position, board, ship, lit_hexes(display)))
    found += _orders(position, board, display)
    if (lesson := LESSONS.get(display.lesson)) is not None:
        found += lesson.overlay(position, board, display)
    found += _fire(position, board, display)
    return tuple(found)


def _orders(position: Position, board: BoardGrid, display: Display) -> list[Item]:
    """Show what inertia leaves open, and the tracks of what is being written."""
    found: list[Item] = []
    if (ship := ship_there(position, display.inertia)) is not None:
        found.append(window(position, board, ship))
        if (on_the_spot := swings(position, board, ship)) is not None:
            found.append(on_the_spot)
    for name, text in display.plots:
        if (ship := ship_there(position, name)) is not None and (track := plot(position, board, ship, text)) is not None:
            found.append(track)
    return [*clashing(position, board, display.plots), *found]


def _fire(position: Position, board: BoardGrid, display: Display) -> list[Item]:
    """Draw the nearest target, and the line of fire."""
    found: list[Item] = []
    firer, aimed_at = (ship_there(position, name) for name in display.fire)
    lit = lit_hexes(display)
    if firer is not None and aimed_at is not None and (line := line_of_fire(position, board, firer, aimed_at, lit)) is not None:
        found.append(line)
    ship = ship_there(position, display.nearest)
    close = None if ship is None else nearest(position, ship)
    # One line says already who is nearer than the target.
    if ship is not None and close is not None and (aimed_at is None or close not in nearer(position, ship, aimed_at)):
        found.append(nearest_mark(board, ship, close))
    return found


def _movement(position: Position, board: BoardGrid, now: Moment) -> tuple[Item, ...]:
    """Draw the tracks so far, and the hexes that more than one ship wants."""
    return (*contested(position, board, now), *tracks(position, board, now))


def _under_fire(position: Position, display: Display) -> frozenset[Hex]:
    """Return the hexes between a firer and her target and those beside them, where words would cover the line."""
    firer, aimed_at = (ship_there(position, name) for name in display.fire)
    if firer is None or aimed_at is None:
        return frozenset()
    far = firer.place.distance(aimed_at.place)
    # Those on a shortest way are no farther from both ends together than the ends are from each other.
    between = [place for place in position.scenario.chart.hexes if place.distance(firer.place) + place.distance(aimed_at.place) == far]
    return frozenset(near for place in between for near in (place, *beside(GRID, place)))


def _marks(position: Position, board: BoardGrid, display: Display) -> tuple[Item, ...]:
    ship = ship_there(position, display.target)
    target = None if ship is None else highlights.targeted(board, ship.name, (ship.place,))
    return highlights.choosable(board, display, _occupied(position), target)


def _halo(position: Position, board: BoardGrid, display: Display, lying: dict[str, Berth]) -> Group | None:
    """Draw the halo around the ship in hand; a fort, which has no hull, gets the sign of a chosen hex."""
    ship = ship_there(position, display.selected)
    if ship is None:
        return None
    if ship.is_fort:
        return replace(
            highlights.targeted(board, ship.name, (ship.place,)), id="selected", label=_("{ship} is selected").format(ship=ship.name)
        )
    berth = lying[ship.id]
    rig, at, turn = rig_of(ship), middle(board, ship.place, berth), board.turn(ship.heading)
    return highlights.selected(board, ship.name, sail_counters.hull(rig), rig, at, turn, ONE_HEX * berth.size)


# -- in words --------------------------------------------------------------------------------------------------------------------------


def situation_text(position: Position) -> str:
    """Return the turn, the time, the wind and the sky."""
    clock = clock_of(position)
    when = _("Turn {number}, {hours:02}:{minutes:02}").format(number=position.turn.number, hours=clock // HOUR, minutes=clock % HOUR)
    if position.weather is None:
        return _("{when}. The weather is not known yet").format(when=when)
    sky, far = position.weather, sight_of(position)
    wind = (
        _("Wind from {direction}, force {force}").format(direction=GRID.name(sky.wind_from), force=sky.force) if sky.force else _("No wind")
    )
    air = broadside_names.SKIES[sky.sky] + (_(", night") if far.night else "")
    form = ngettext("{when}. {wind}, {air}, sight {n} hex", "{when}. {wind}, {air}, sight {n} hexes", far.hexes)
    return form.format(when=when, wind=wind, air=air, n=far.hexes)
