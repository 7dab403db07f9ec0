"""The map, the points of sailing and the field of fire (rules IV.a, V.b)."""

from typing import Literal

from rulesdemo.board.hexes import CLOCKWISE, COMPASS, Direction, Grid, Hex
from rulesdemo.board.sectors import in_sector

Broadside = Literal["port", "starboard"]

# T2 names the six directions; the source prints neither a map nor hex numbers, so both, and which columns stand up, are our choice.
GRID = Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up", numbered=True)


def point_index(heading: Direction, wind_from: Direction) -> int:
    """Count the hexsides from where the wind comes to the heading: the row, 0 to 5, of the points of sailing (IV.a).

    >>> point_index(GRID.named("S"), wind_from=GRID.named("N"))
    3
    """
    return GRID.turns_between(wind_from, heading)


def bearing_broadside(place: Hex, heading: Direction, target: Hex) -> Broadside | None:
    """Name the broadside that bears on a hex, or None ahead, astern and in the ship's own hex (V.b, reconstructed).

    Each broadside reaches a closed sector of 60 degrees, from one to two hexsides off the bow.

    >>> ship, north = Hex(0, 0), GRID.named("N")
    >>> bearing_broadside(ship, north, Hex(2, -1)), bearing_broadside(ship, north, Hex(0, -3))
    ('starboard', None)
    """
    vector = target - place
    if in_sector(vector, _off_bow(heading, 1), _off_bow(heading, 2)):
        return "starboard"
    if in_sector(vector, _off_bow(heading, -1), _off_bow(heading, -2)):
        return "port"
    return None


def in_field_of_fire(place: Hex, heading: Direction, target: Hex) -> bool:
    """Tell whether a ship's guns bear on a hex (V.b, reconstructed); an attacker outside it may rake (V.b enfilade).

    Forts fire all round and have no heading: do not ask for them.

    >>> in_field_of_fire(Hex(0, 0), GRID.named("N"), Hex(-1, 1))
    True
    """
    return bearing_broadside(place, heading, target) is not None


def _off_bow(heading: Direction, hexsides: int) -> Hex:
    return GRID.vector(GRID.turn_right(heading, hexsides))
