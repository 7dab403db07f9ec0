"""What lies around a ship or a leader: reach of missiles, front, flanks and rear, command range, line ahead."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rulesdemo.games.veneti.board import GRID, is_flank_type
from rulesdemo.games.veneti.play.combat import sides_left_by, ways_from
from rulesdemo.games.veneti.play.squadrons import hexes_in_range, line_of
from rulesdemo.games.veneti.play.state import Leader, Position, Ship
from rulesdemo.hexes import Hex
from widgets import chart
from widgets.games.veneti_ships import SIDES
from widgets.geometry import BoardGrid
from widgets.scene import AMBER, INK, MAG, SAND, TEAL, TEALMID, WHITE, Disc, Group, Item, Label, Path, Style, hatch, poly
from widgets.words import _

NOTE: Final = 0.27  # the size of a note in a hex, by the radius
LEAST_NOTE: Final = 11.0
BAND_WASH: Final = ("33", "1F")  # 20 and 12 %, for the first and the second hex
FLAME_WASH: Final = ("66",)
COMMAND_WASH: Final = "14"  # 8 %
PARTS: Final = ("front", "flank", "rear")


def hex_list(hexes: list[Hex]) -> str:
    """Hex numbers in order."""
    return ", ".join(sorted(GRID.label(place) for place in hexes))


def _note(board: BoardGrid, place: Hex, text: str, ink: str, down: float = 0.0) -> Label:
    x, y = board.centre(place)
    size = max(LEAST_NOTE, NOTE * board.radius)
    return Label(
        round(x, 1), round(y + down * board.radius, 1), text, size, "serif", italic=True, ink=ink, halo=f"{WHITE}B3", halo_w=size * 0.25
    )


def _washes(board: BoardGrid, hexes: list[Hex], colour: str) -> list[Item]:
    return [Path(poly(board.corners(place)), Style(colour)) for place in hexes]


def arcs(position: Position, board: BoardGrid, ship: Ship, *, flaming: bool) -> Group:
    """The hexes that her missiles reach, by distance; what she cannot reach over bow and stern stays bare and is named."""
    ways = ways_from(position, ship, flaming=flaming)
    seen = [place for place in ways if place in position.scenario.sea.hexes]
    lit = [place for place in seen if _bears(position, ship, place, flaming=flaming)]
    colour = AMBER if flaming else SIDES[ship.side].fill
    items: list[Item] = []
    for hexes, wash in enumerate(FLAME_WASH if flaming else BAND_WASH, 1):
        items += _washes(board, [place for place in lit if ways[place].hexes == hexes], f"{colour}{wash}")
    line = INK if flaming else SIDES[ship.side].fill
    if lit:
        items.append(Path(chart.outline(board, lit), Style(line=line, width=2.0, dash=(0.1, 5.0), cap="round")))
    blind = [place for place in seen if place not in lit and ways[place].hexes == 1 and not is_flank_type(ship.around[place])]
    items += [_note(board, place, _("no shot"), INK) for place in blind if place not in position.occupied]
    missiles = _("flaming missiles") if flaming else _("missiles")
    places = hex_list(lit) or _("no hex")
    label = _("The {missiles} of {ship} reach {hexes}").format(missiles=missiles, ship=ship.name, hexes=places)
    return Group(tuple(items), id="arcs", role="sector", label=label)


def goal_mark(board: BoardGrid, place: Hex, heading: str) -> Group:
    """Where a set piece wants a bow: a dotted ring with the word in it, and which way she must point."""
    x, y = board.centre(place)
    ring = Disc(round(x, 1), round(y, 1), round(0.66 * board.radius, 1), Style(f"{MAG}12", MAG, 2.0, dash=(0.1, 6.0), cap="round"))
    words = _("goal") + (f", {heading}" if heading else "")
    label = _("The goal is {hex}").format(hex=GRID.label(place)) + (f", {_('heading')} {heading}" if heading else "")
    return Group((ring, _note(board, place, words, MAG, 0.42)), id=f"goal {GRID.label(place)}", role="mark", label=label)


def reach(board: BoardGrid, hexes: frozenset[Hex]) -> Group:
    """The hexes that a ship can come to: a faint wash inside a dotted line, so that the hexes to press stand out."""
    places = sorted(hexes)
    line = Path(chart.outline(board, places), Style(line=f"{TEAL}B3", width=1.6, dash=(0.1, 5.0), cap="round"))
    label = _("In reach: {hexes}").format(hexes=hex_list(places))
    return Group((*_washes(board, places, f"{TEAL}{COMMAND_WASH}"), line), id="reach", role="sector", label=label)


def _bears(position: Position, ship: Ship, place: Hex, *, flaming: bool) -> bool:
    sides = set(sides_left_by(position, ship, ways_from(position, ship, flaming=flaming), place))
    return bool(sides) if flaming else any(is_flank_type(side) for side in sides)


def sides(board: BoardGrid, ship: Ship) -> Group:
    """Front plain, flanks in diagonals, rear dotted, each hex with the name of the side it touches."""
    items: list[Item] = []
    for place, side in ship.around.items():
        part = _part_of(side)
        items.append(_side_hex(board, place, part))
        items.append(_note(board, place, {"bow": _("bow"), "stern": _("stern")}.get(side, side), INK))
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
    """The hexes within a leader's command range, counted round enemies [6.14]."""
    side = SIDES[leader.side]
    hexes = sorted(hexes_in_range(position, leader))
    items = _washes(board, hexes, f"{side.fill}{COMMAND_WASH}")
    items.append(Path(chart.outline(board, hexes), Style(line=side.fill, width=2.0, dash=(9.0, 5.0), join="miter")))
    words = _("{leader} commands within {range} hexes").format(leader=leader.name, range=leader.command_range)
    return Group(tuple(items), id="command", role="sector", label=words)


def line_ahead(position: Position, board: BoardGrid, leader: Leader) -> Group:
    """The line that a leader leads, from the first ship to the last [6.12]."""
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
