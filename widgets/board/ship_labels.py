"""Places upright pictures on hulls, and ships' names that keep clear of hulls and of each other, on the board of any game."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final, NamedTuple

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.words import cache_by_language
from widgets.board import markers, sail_counters, sea_chart
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import SEA, TEAL, WHITE
from widgets.scene.shapes import Draw, Group, Item, Label, Path, Point, Style, placed

GHOST: Final = Style(f"{TEAL}14", TEAL, 0.05, dash=(0.20, 0.12))
READABLE: Final = 13.0  # pixels of type


class Placer:
    """Puts upright pictures on a hull, on whole pixels."""

    def __init__(self, r: float, turn: float) -> None:
        self.r = r
        self.turn = turn
        self.items: list[Item] = []

    def on_hull(self, picture: Group, x: float, y: float = 0.0, size: float = 1.0) -> None:
        """Add a mark at a point ahead of her middle and to starboard."""
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        self.on_page(picture, x * c - y * s, x * s + y * c, size)

    def on_page(self, picture: Group, x: float, y: float, size: float = 1.0) -> None:
        """Add a mark at a point right of her middle and down."""
        self.items.append(placed(picture, (float(round(x * self.r)), float(round(y * self.r))), self.r * size, picture.turn))


def brace(board: BoardGrid, heading: Direction, wind_to: Direction) -> int:
    """Return the yards of a ship, braced toward where the wind blows."""
    off = (board.turn(wind_to) - board.turn(heading) + 180.0) % 360.0 - 180.0
    return sail_counters.braced(off)


def type_size(radius: float, least: float, most: float) -> float:
    """Return the size of figures on a counter, by the hex radius: as large as can be read, as far as there is room."""
    return round(min(most, max(least, READABLE / radius)), 2)


def ghost(outline: Draw, at: Point, turn: float, scale: float) -> Group:
    """Show where a ship would lie: her hull in broken lines."""
    return Group((Path(outline, GHOST),), at=at, turn=turn, scale=scale)


Hull = tuple[markers.Spot, ...]
"""The discs that cover a hull."""


class Names(NamedTuple):
    """The ships' names, and the hexes whose numbers they would cross."""

    items: tuple[Item, ...]
    crossed: frozenset[Hex]


@cache_by_language(500)
def names(
    board: BoardGrid,
    ships: tuple[tuple[str, Hull], ...],
    room: Point,
    avoid: tuple[markers.Spot, ...],
    *,
    plain: bool,
    margin: float = 0.0,
    ground: str = SEA,
) -> Names:
    """Return the names of ships, clear of hulls and of each other as far as can be; the ground shines through around the letters."""
    size = markers.name_size(board.radius)
    places = markers.name_places([hull for _name, hull in ships], [name for name, _hull in ships], size, room, avoid, margin)
    ground = WHITE if plain else ground
    items = tuple(
        Group((Label(0, 0, name, size, "serif", italic=True, halo=ground, halo_w=size * 0.3),), at=at, id=f"name {name}", role="name")
        for (name, _hull), at in zip(ships, places, strict=True)
    )
    under = {place for (name, _hull), at in zip(ships, places, strict=True) for place in crossed(board, at, name, size)}
    return Names(items, frozenset(under))


@cache_by_language(2000)
def crossed(board: BoardGrid, at: Point, name: str, size: float) -> frozenset[Hex]:
    """Return the hexes whose numbers a name, or a note of that size, would cross."""
    wide = markers.name_width(name, size)
    x, y = at
    near = {board.at(x + dx * wide / 2, y + dy * size) for dx in (-1, -0.5, 0, 0.5, 1) for dy in (-0.6, 0.0, 0.6)}
    number = sea_chart.number_size(board.radius)
    found = set()
    for place in near:
        if place is not None:
            left, top, right, bottom = sea_chart.number_box(board, place, number)
            if left < x + wide / 2 and x - wide / 2 < right and top < y + size * 0.5 and y - size * 0.5 < bottom:
                found.add(place)
    return frozenset(found)
