"""Sailing ships under fire as a scene: what a position shows, and what the reader has selected, pointed at or asked about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

from rulesdemo.board.hexes import HEXSIDES, Direction, Hex
from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.movement import wind_class
from rulesdemo.games.escadres.play.drifting import open_ways
from rulesdemo.games.escadres.play.places import lines
from rulesdemo.games.escadres.play.state import Adrift, Blast, Position, Ship
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.board import highlights, sail_counters
from widgets.board import sheet as board_sheet
from widgets.board.hex_notes import goal_mark, reach
from widgets.board.highlights import lit_hexes, ship_there, target_marks
from widgets.board.layers import Drawn, Sea, composed
from widgets.board.lines import beside
from widgets.board.sheet import Sheet, Spot, free_corner, goal_hexes, is_near, looked, rose_spot, rose_spots, under_rose, window_around
from widgets.games.escadres.board.ranges import blast, cones, drift, line_of_fire, zones
from widgets.games.escadres.board.ships import hull_spots, rig_of, ship_group, step_spots
from widgets.games.escadres.lessons import LESSONS
from widgets.games.escadres.panels.aim import aimed_by, aiming, enemies
from widgets.games.escadres.panels.reach import reach_of
from widgets.play.game_guide import Look
from widgets.play.lesson import Corner
from widgets.scene.geometry import BoardGrid
from widgets.scene.shapes import Group, Item, Scene
from widgets.web.position_cache import Remembered


@dataclass(frozen=True, slots=True)
class Display(board_sheet.Display):
    """What is shown of a position of this game."""

    zones: str = ""  # ship whose fire and enfilade zones are shown
    cones: str = ""  # ship of whom only the enfilade zone is shown
    fire: tuple[str, str] = ("", "")  # ships between whom the line of fire is drawn, the firer first
    blast: str = ""  # ship whose debris is shown
    drift: str = ""  # ship whose ways to drift are shown


def display_of(position: Position, look: Look) -> Display:
    """Return what a desk looks at, in the words of this game.

    The lessons "zones", "raking", "reach", "drift" and "blast" have their own drawings; "raking" shows the zones of the target,
    "blast" the debris of the ship that the goal warns of.
    A drift to choose and debris in the air are drawn on every page, and so is the line of fire to an enemy who is looked at.
    """
    # A window that was given stays where it is; one around the ships moves with them.
    window = look.window or (_around_ships(position) if look.is_narrow or look.projector else None)
    hexes, pending = position.scenario.table.hexes, position.pending
    fields = looked(GRID, hexes, look, window, "")
    selected = ship_there(position, look.selected)
    if look.lesson == "reach" and selected is not None and not look.tint:
        fields["reach"] = reach_of(position, selected)
    sheet = sheet_of(hexes, fields["radius"], window, fields["size"])
    firer, target = _aimed(position, look)
    arcs = _arcs(position, look)
    return Display(
        **{**fields, "rose": _rose_for(position, look, sheet)},
        goal=goal_hexes(GRID, position.scenario.goal) if position.result is None else (),
        zones={"zones": firer, "raking": target}.get(look.lesson, arcs[0]),
        cones=arcs[1],
        fire=(firer, target) if look.lesson != "blast" else ("", ""),
        blast=_bursting(position, look),
        drift=pending.ship if isinstance(pending, Adrift) else look.selected if look.lesson == "drift" else "",
    )


def _aimed(position: Position, look: Look) -> tuple[str, str]:
    """Return who fires at whom: the reader's choice, and in the lessons about it the ships that matter where there is none."""
    if look.lesson not in ("zones", "raking"):
        return look.selected, look.regarded
    ship, target = aiming(position, look.selected, look.regarded) if look.selected else aimed_by(position, look.regarded)
    return ship.id if ship is not None else "", target.id if target is not None else ""


def _arcs(position: Position, look: Look) -> tuple[str, str]:
    """Return whose zones are drawn, and whose raked side alone: of the ship in hand, and of an enemy who is looked at."""
    ship, seen = ship_there(position, look.selected), ship_there(position, look.regarded)
    if not look.has_arcs or isinstance(position.pending, Blast):
        return "", ""
    if ship is not None and seen is not None and seen.side != ship.side and not ship.struck:
        return ship.id, "" if seen.struck else seen.id
    return look.regarded or look.selected, ""


def _bursting(position: Position, look: Look) -> str:
    """Return the ship whose debris is in the air; in the lesson about it, the ship that the goal warns of, or the one in hand."""
    if isinstance(position.pending, Blast):
        return position.pending.source
    target: str = position.scenario.goal.get("target", "")
    return (target if ship_there(position, target) is not None else look.selected) if look.lesson == "blast" else ""


def _rose_for(position: Position, look: Look, sheet: Sheet) -> Corner:
    """Return the corner that the lesson keeps free, or the one with the fewest ships in it; everything here hangs on the wind."""
    lesson = LESSONS.get(look.lesson)
    if lesson is not None and lesson.rose and lesson.rose != "auto":
        return lesson.rose
    return free_corner(sheet, position.occupied, position.scenario.table.land)


def _around_ships(position: Position) -> board_sheet.Window:
    """Return a window around all ships and what the goal names; around the whole table once nobody is left."""
    table = position.scenario.table.hexes
    wanted = [*position.occupied, *position.scenario.goal.get("hexes", ())]
    return window_around(GRID, table, wanted or table)


sheet_of: Final = partial(board_sheet.sheet_of, GRID)
"""The board that shows a window, or the whole table."""


def scene(position: Position, display: Display | Look = Display()) -> Scene:
    """Draw the whole board, with what is shown of it; a desk's `Look` will do too."""
    if isinstance(display, Look):
        display = display_of(position, display)
    table = position.scenario.table
    sheet = sheet_of(table.hexes, display.radius, display.window, display.size)
    board = sheet.board
    ships, pictures = _DRAWN.about(position, sheet, lambda: _fleet(position, sheet))
    spot = rose_spot(sheet, table.land, display.rose)
    rosy = under_rose(sheet, table.hexes, spot) if spot else frozenset()
    asked = display.at_rest
    named = ships if display.names else ()
    steps = (spot for ship in named for spot in step_spots(board, ship.bow, ship.heading))
    drawn = Drawn(
        pictures,
        tuple((ship.name, hull_spots(board, ship.bow, ship.heading)) for ship in named),
        _DRAWN.about(position, (sheet, asked), lambda: _range(position, board, asked, rosy)),
        target_marks(position, board, display),
        highlights.pressed(board, display, _halo(position, board, display)),
        _rose(position, sheet, spot, plain=display.projector) if spot else None,
        frozenset(position.occupied) | rosy,
        (*steps, *_ghosts(position, board, display), *(rose_spots(spot) if spot else ())),
    )
    return composed(sheet, Sea(table.hexes, table.land), display, drawn, (position.scenario.title, _caption(position)))


Fleet = tuple[tuple[Ship, ...], tuple[Item, ...]]


def _fleet(position: Position, sheet: Sheet) -> Fleet:
    """Return the ships in sight and everything drawn of them."""
    ships = tuple(ship for ship in position.there if any(is_near(sheet, place) for place in ship.hexes))
    return ships, tuple(ship_group(position, sheet.board, ship) for ship in ships)


_DRAWN: Final = Remembered()


def _rose(position: Position, sheet: Sheet, spot: Spot, *, plain: bool) -> Group:
    words = _("storm from {direction}") if position.scenario.storm else _("wind from {direction}")
    turn, letters = sheet.board.turn(position.wind_to), _letters(position.rules, position.wind_to)
    return board_sheet.rose(sheet, spot, turn, words.format(direction=GRID.name(GRID.opposite(position.wind_to))), letters, plain=plain)


@lru_cache(maxsize=50)
def _letters(rules: Ruleset, wind_to: Direction) -> tuple[str, ...]:
    """Return the class of the wind on each heading, from the first direction on and clockwise, as a rose has its points."""
    headings = (Direction(-point % HEXSIDES if GRID.turning == "counter-clockwise" else point) for point in range(HEXSIDES))
    return tuple(str(settled(wind_class, rules, heading, wind_to).wind) for heading in headings)


# -- what is asked about ---------------------------------------------------------------------------------------------------------------


def _range(position: Position, board: BoardGrid, display: Display, rosy: frozenset[Hex]) -> tuple[Item, ...]:
    found: list[Item] = []
    if len(display.wake) > 1:
        found.append(highlights.wake(board, display.wake))
    found += [goal_mark(board, place, heading) for place, heading in display.goal]
    # Not among the marks, which change with every press while these stay.
    acting = [ship for name in display.ready if (ship := ship_there(position, name)) is not None]
    found += [highlights.ready(board, ship.id, ship.name, ship.hexes) for ship in acting]
    if (ship := ship_there(position, display.zones)) is not None:
        taken = rosy | _under_fire(position, display) | lit_hexes(display)
        found.append(zones(position, board, ship, taken))
    if (ship := ship_there(position, display.cones)) is not None:
        found.append(cones(position, board, ship))
    if display.reach:
        found.append(reach(board, display.reach))
    if (ship := ship_there(position, display.drift)) is not None:
        found += drift(position, board, ship)
    # Debris flies from a ship that is gone.
    if (source := position.find(display.blast)) is not None:
        found += blast(position, board, source)
    if (lesson := LESSONS.get(display.lesson)) is not None:
        found += lesson.overlay(position, board, display)
    firer, aimed_at = (ship_there(position, name) for name in display.fire)
    lit = lit_hexes(display)
    if firer is not None and aimed_at is not None and (line := line_of_fire(position, board, firer, aimed_at, lit)) is not None:
        found.append(line)
    return tuple(found)


def _under_fire(position: Position, display: Display) -> frozenset[Hex]:
    """Return the hexes that the line of fire crosses and those beside them, where words would cover it."""
    firer, aimed_at = (ship_there(position, name) for name in display.fire)
    if firer is None or aimed_at is None:
        return frozenset()
    # The lesson about zones draws lines to all enemies.
    targets = enemies(position, firer) if display.lesson == "zones" else (aimed_at,)
    on_line = {place for target in targets for steps in lines(firer.berth, target.berth) for places in steps for place in places}
    return frozenset(near for place in on_line for near in (place, *beside(GRID, place)))


def _ghosts(position: Position, board: BoardGrid, display: Display) -> list[Spot]:
    """Return where she would lie who drifts, for names to keep away from."""
    ship = ship_there(position, display.drift)
    berths = () if ship is None else open_ways(position, ship).values()
    return [spot for berth in berths for spot in hull_spots(board, *berth)]


def _halo(position: Position, board: BoardGrid, display: Display) -> Group | None:
    ship = ship_there(position, display.selected)
    if ship is None:
        return None
    rig = rig_of(ship)
    at, turn = board.middle(ship.hexes), board.turn(ship.heading)
    return highlights.selected(board, ship.name, sail_counters.hull(rig), rig, at, turn)


# -- in words --------------------------------------------------------------------------------------------------------------------------


def _caption(position: Position) -> str:
    """Return the turn and the wind in words."""
    words = _("Turn {number}. Storm from {direction}") if position.scenario.storm else _("Turn {number}. Wind from {direction}")
    return words.format(number=position.turn.number, direction=GRID.name(GRID.opposite(position.wind_to)))
