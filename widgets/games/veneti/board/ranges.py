"""What lies around a ship or a leader: reach of missiles, front, flanks and rear, command range, line ahead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from math import cos, radians, sin
from typing import Final, NamedTuple

from rulesdemo.board.hexes import Hex
from rulesdemo.board.sectors import ShipSide
from rulesdemo.games.veneti.board import GRID, is_flank_type
from rulesdemo.games.veneti.play.combat import sides_left_by, ways_from
from rulesdemo.games.veneti.play.squadrons import hexes_in_range, line_of
from rulesdemo.games.veneti.play.state import Leader, Position, Ship
from rulesdemo.words import N_, _, ngettext
from widgets.board import hex_notes, sea_chart
from widgets.board.hex_notes import FAINT, note, washes
from widgets.games.veneti.board.ships import SIDES
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import AMBER, INK, SAND, TEAL, TEALMID
from widgets.scene.shapes import Disc, Group, Item, Path, Style, hatch, poly

BAND_WASH: Final = ("33", "1F")  # 20 and 12 %, for the first and the second hex
FLAME_WASH: Final = ("66",)
PARTS: Final = ("front", "flank", "rear")
SIDE_WORDS: Final[Mapping[ShipSide, str]] = {
    "bow": N_("bow"),
    "bow-flank": N_("bow-flank"),
    "flank": N_("flank"),
    "stern-flank": N_("stern-flank"),
    "stern": N_("stern"),
}


hex_list: Final = partial(hex_notes.hex_list, GRID)
"""Hex numbers in order."""


class Reach(NamedTuple):
    """What missiles meet around a ship: hexes to shoot at by distance, hexes that a ship screens, with her, and bare bow and stern."""

    bands: tuple[tuple[Hex, ...], ...]  # the first holds what lies one hex away
    screened: Mapping[Hex, tuple[str, ...]]  # the ships in the way
    bare: tuple[Hex, ...]

    @property
    def lit(self) -> list[Hex]:
        """Return every hex that can be shot at, nearest first."""
        return [place for band in self.bands for place in band]


def missile_reach(position: Position, ship: Ship, *, flaming: bool) -> Reach:
    """Return where her missiles go, and what keeps them from going [8.41, 8.46]."""
    ways = ways_from(position, ship, flaming=flaming)
    seen = [place for place in ways if place in position.scenario.sea.hexes]
    lit = [place for place in seen if _bears(position, ship, place, flaming=flaming)]
    alone = replace(position, ships=(ship,))
    dark = [place for place in seen if place not in lit and _bears(alone, ship, place, flaming=flaming)]
    screened = {
        place: tuple(sorted({position.occupied[near].name for near in ways[place].nearer if near in position.occupied})) for place in dark
    }
    far = max((way.hexes for way in ways.values()), default=0)
    bands = tuple(tuple(place for place in lit if ways[place].hexes == hexes) for hexes in range(1, far + 1))
    bare = tuple(place for place in seen if place not in lit and ways[place].hexes == 1 and not is_flank_type(ship.around[place]))
    return Reach(bands, screened, bare)


def arcs(position: Position, board: BoardGrid, ship: Ship, *, flaming: bool, taken: frozenset[Hex] = frozenset()) -> Group:
    """Draw the hexes that her missiles reach, by distance; what a ship screens is hatched, bow and stern stay bare; all is named.

    `taken` hexes have a mark in them already and get no note.
    """
    found = missile_reach(position, ship, flaming=flaming)
    colour = AMBER if flaming else SIDES[ship.side].fill
    line = INK if flaming else SIDES[ship.side].fill
    items: list[Item] = []
    for places, wash in zip(found.bands, FLAME_WASH if flaming else BAND_WASH, strict=False):
        items += washes(board, list(places), f"{colour}{wash}")
    if found.bands and found.bands[0] and found.lit != list(found.bands[0]):
        items.append(Path(sea_chart.outline(board, list(found.bands[0])), Style(line=line, width=1.4)))
    if found.lit:
        items.append(Path(sea_chart.outline(board, found.lit), Style(line=line, width=2.0, dash=(0.1, 5.0), cap="round")))
    items += [_screen_mark(board, place) for place in found.screened]
    items += [note(board, place, _("blocked"), INK) for place in _first_behind(position, found)]
    items += [note(board, place, _("no shot"), INK) for place in found.bare if place not in position.occupied]
    for hexes, places in enumerate(found.bands, 1):
        free = [place for place in places if place not in position.occupied and place not in taken]
        words = ngettext("{n} hex", "{n} hexes", hexes).format(n=hexes)
        items += [note(board, place, words, INK) for place in _abeam(board, ship, free)]
    return Group(tuple(items), id="arcs", role="sector", label=_reach_words(ship, found, flaming=flaming))


def _reach_words(ship: Ship, found: Reach, *, flaming: bool) -> str:
    missiles = _("flaming missiles") if flaming else _("missiles")
    places = hex_list(found.lit) or _("no hex")
    label = _("The {missiles} of {ship} reach {hexes}").format(missiles=missiles, ship=ship.name, hexes=places)
    for names in sorted(set(found.screened.values())):
        hexes = hex_list([place for place, screens in found.screened.items() if screens == names])
        label += ". " + _("{ships} lies before {hexes}: no shot, rule 8.46").format(ships=", ".join(names), hexes=hexes)
    return label


def _first_behind(position: Position, found: Reach) -> list[Hex]:
    """Return for each ship that screens others one empty hex to write it in."""
    first: dict[tuple[str, ...], Hex] = {}
    for place, names in found.screened.items():
        if place not in position.occupied:
            first.setdefault(names, place)
    return list(first.values())


def _screen_mark(board: BoardGrid, place: Hex) -> Group:
    """Draw a hex behind a ship: crossed lines inside a broken one."""
    outline = poly(board.corners(place, 1.5))
    (x, y), r = board.centre(place), board.radius
    box = (round(x - r, 1), round(y - r, 1), round(x + r, 1), round(y + r, 1))
    lines = Path((*hatch(box, r * 0.3), *hatch(box, r * 0.3, mirrored=True)), Style(line=f"{INK}40", width=1.0))
    edge = Path(outline, Style(line=INK, width=1.6, dash=(6.0, 4.0), join="miter"))
    return Group((Group((lines,), clip=outline), edge))


def _abeam(board: BoardGrid, ship: Ship, places: list[Hex]) -> list[Hex]:
    """Return the hex most nearly abeam on each side."""
    x, y = board.middle(ship.hexes)
    turn = radians(board.turn(ship.heading))
    sides: dict[bool, list[tuple[float, Hex]]] = {}
    for place in places:
        dx, dy = board.centre(place)[0] - x, board.centre(place)[1] - y
        ahead, starboard = dx * cos(turn) + dy * sin(turn), dy * cos(turn) - dx * sin(turn)
        sides.setdefault(starboard > 0, []).append((round(abs(ahead), 1), place))
    return [min(found)[1] for found in sides.values()]


def _bears(position: Position, ship: Ship, place: Hex, *, flaming: bool) -> bool:
    sides = set(sides_left_by(position, ship, ways_from(position, ship, flaming=flaming), place))
    return bool(sides) if flaming else any(is_flank_type(side) for side in sides)


def sides(board: BoardGrid, ship: Ship) -> Group:
    """Draw the front plain, flanks in diagonals, the rear dotted, each hex with the name of the side it touches."""
    items: list[Item] = []
    for place, side in ship.around.items():
        part = _part_of(side)
        items.append(_side_hex(board, place, part))
        items.append(note(board, place, str(SIDE_WORDS[side]), INK))
    parts = {part: hex_list([place for place, side in ship.around.items() if _part_of(side) == part]) for part in PARTS}
    label = _("{ship} has her front in {front}, her flanks in {flank}, her rear in {rear}").format(ship=ship.name, **parts)
    return Group(tuple(items), id="sides", role="sector", label=label)


def _part_of(side: str) -> str:
    return {"bow": "front", "stern": "rear"}.get(side, "flank")


@lru_cache(maxsize=1000)
def _side_hex(board: BoardGrid, place: Hex, part: str) -> Group:
    corners = board.corners(place, 1.0)
    outline = poly(corners)
    x, y = board.centre(place)
    r = board.radius
    if part == "front":
        return Group((Path(outline, Style(f"{TEAL}38", TEAL, 2.0)),))
    if part == "flank":
        box = (round(x - r, 1), round(y - r, 1), round(x + r, 1), round(y + r, 1))
        lines = Path(hatch(box, r * 0.16), Style(line=f"{TEAL}6B", width=1.2))
        return Group((Path(outline, Style(f"{TEALMID}40")), Group((lines,), clip=outline), Path(outline, Style(line=TEAL, width=1.2))))
    dots = tuple(Disc(round(x + dx * r, 1), round(y + dy * r, 1), 1.4, Style(INK)) for dx, dy in _DOTS)
    return Group((Path(outline, Style(f"{SAND}80", INK, 1.2)), *dots))


_DOTS: Final = tuple(
    (column * 0.24, row * 0.24 + (0.12 if column % 2 else 0.0))
    for column in range(-3, 4)
    for row in range(-3, 4)
    if abs(column) * 0.24 * 0.58 + abs(row * 0.24 + (0.12 if column % 2 else 0.0)) < 0.78 and abs(column * 0.24) < 0.8  # noqa: PLR2004
)


def command(position: Position, board: BoardGrid, leader: Leader) -> Group:
    """Draw the hexes within a leader's command range, counted round enemies [6.14]."""
    side = SIDES[leader.side]
    hexes = sorted(hexes_in_range(position, leader))
    items = washes(board, hexes, f"{side.fill}{FAINT}")
    items.append(Path(sea_chart.outline(board, hexes), Style(line=side.fill, width=2.0, dash=(9.0, 5.0), join="miter")))
    words = _("{leader} commands within {range} hexes").format(leader=leader.name, range=leader.command_range)
    return Group(tuple(items), id="command", role="sector", label=words)


def line_ahead(position: Position, board: BoardGrid, leader: Leader) -> Group:
    """Draw the line that a leader leads, from the first ship to the last [6.12]."""
    ships = line_of(position, leader)
    if len(ships) == 1:
        return Group((), id="line", role="line", label=_("{leader} leads no line ahead").format(leader=leader.name))
    points = [board.centre(ship.bow) for ship in ships] + [board.centre(ships[-1].hexes[-1])]
    side = SIDES[leader.side]
    wide = board.radius * 0.95
    items = (
        Path(poly(points, closed=False), Style(line=f"{side.fill}2E", width=round(wide, 1), cap="round")),
        Path(poly(points, closed=False), Style(line=side.fill, width=2.0, dash=(9.0, 5.0))),
    )
    words = _("{leader} leads a line ahead of {ships}").format(leader=leader.name, ships=", ".join(ship.name for ship in ships))
    return Group(items, id="line", role="line", label=words)
