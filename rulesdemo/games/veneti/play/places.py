"""Where a ship lies and what lies around her, worked out once for each place and heading."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.board.sectors import Ship as Shape
from rulesdemo.board.sectors import ShipSide, gap
from rulesdemo.games.veneti import board


class Lie(NamedTuple):
    """A ship's outline: the hexes she fills, and those around her with the side that each touches."""

    shape: Shape
    hexes: tuple[Hex, ...]
    sides: Mapping[Hex, ShipSide]


@lru_cache(maxsize=20_000)
def around(place: Hex) -> tuple[Hex, ...]:
    """The six hexes around one."""
    return board.GRID.neighbours(place)


@lru_cache(maxsize=100_000)
def apart(one: tuple[Hex, ...], other: tuple[Hex, ...]) -> int:
    """The hexes from the nearest part of one ship to the nearest part of another."""
    return gap(one, other)


@lru_cache(maxsize=50_000)
def sides_of(kind: str, bow: Hex, heading: Direction) -> Lie:
    """The outline of a ship of this kind with her bow there, heading so."""
    shape: Shape = board.galley(bow, heading) if kind == "galley" else board.sailing_ship(bow, heading)
    return Lie(shape, shape.hexes, shape.sides)
