"""The table, the two kinds of step, the wind and the zones of fire (E-MOVE, E-WEAR, E-FIRE, E-ENF)."""

from typing import Literal

from rulesdemo.board.hexes import Direction, Grid, Hex, line
from rulesdemo.board.sectors import TwoHex, gap, in_cone, nearest_pairs
from rulesdemo.errors import RulesError
from rulesdemo.words import N_

Zone = Literal["ahead", "broadside", "astern"]

# The directions are counted counter-clockwise here, from the right of the table. The source shows no table, so pointy
# tops, the names of the directions, which rows stand to the left and the numbers of the hexes are our choice.
GRID = Grid(
    vectors=(Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1)),
    names=("E", "NE", "NW", "W", "SW", "SE"),
    turning="counter-clockwise",
    stagger="even rows left",
    numbered=True,
)


def ship_at(bow: Hex, heading: Direction) -> TwoHex:
    """Place a ship across two hexes (E-DEP-2).

    >>> ship_at(Hex(0, 0), Direction(0)).stern
    Hex(q=-1, r=0)
    """
    return TwoHex(bow, heading, GRID)


def straight(ship: TwoHex) -> TwoHex:
    """Go one hex straight on (E-MOVE-1).

    >>> straight(ship_at(Hex(0, 0), Direction(2))).hexes
    (Hex(q=0, r=-1), Hex(q=0, r=0))
    """
    return ship.ahead()


def turn(ship: TwoHex, steps: Literal[-1, 1]) -> TwoHex:
    """Shift the stern one hex with the bow held: 1 turns the ship to the left, -1 to the right (E-WEAR-1).

    >>> turn(ship_at(Hex(0, 0), Direction(0)), 1).stern
    Hex(q=-1, r=1)
    """
    if steps not in (-1, 1):
        message = N_("A turn shifts the stern one hex, to the left (1) or to the right (-1), not by {steps}.").format(steps=steps)
        raise RulesError(message)
    return ship.swing_stern(steps)


def wind_index(heading: Direction, wind_to: Direction) -> int:
    """Count the hexsides from where the wind blows to the heading: the row, 0 to 5, of the wind classes (E-MOVE-2).

    >>> wind_index(GRID.named("W"), wind_to=GRID.named("E"))
    3
    """
    return GRID.turns_between(wind_to, heading)


def zone(ship: TwoHex, place: Hex) -> Zone:
    """Say in which zone of a ship a hex lies, measured from the middle of her keel (E-FIRE-1, E-ENF-1, reconstructed).

    Within 30 degrees of the keel line it is ahead or astern, the enfilade zone; elsewhere it is the fire zone.

    >>> ship = ship_at(Hex(0, 0), Direction(0))
    >>> zone(ship, Hex(1, 0)), zone(ship, Hex(0, 1)), zone(ship, Hex(-2, 0))
    ('ahead', 'broadside', 'astern')
    """
    bow, stern = ship.hexes
    if place in (bow, stern):
        message = N_("A ship's own hexes lie in none of her zones.")
        raise RulesError(message)
    # Twice the place less both ends is twice the step from the middle of the keel, which may lie on a hexside.
    vector = place * 2 - bow - stern
    keel = bow - stern
    if in_cone(vector, keel):
        return "ahead"
    if in_cone(vector, -keel):
        return "astern"
    return "broadside"


def bears(firer: TwoHex, target: TwoHex) -> bool:
    """Tell whether one hex of the target at least lies in the firer's fire zone (E-FIRE-1).

    >>> bears(ship_at(Hex(0, 0), Direction(0)), ship_at(Hex(0, 3), Direction(0)))
    True
    """
    return any(zone(firer, place) == "broadside" for place in target.hexes)


def rakes(firer: TwoHex, target: TwoHex) -> bool:
    """Tell whether both hexes of the firer lie in the target's enfilade zone (E-ENF-1).

    >>> rakes(ship_at(Hex(3, 0), Direction(2)), ship_at(Hex(0, 0), Direction(0)))
    True
    """
    return all(zone(target, place) != "broadside" for place in firer.hexes)


def hexes_between(firer: TwoHex, target: TwoHex) -> int:
    """Count the hexes between two ships, neither's own counted in (E-FIRE-3).

    >>> hexes_between(ship_at(Hex(0, 0), Direction(0)), ship_at(Hex(0, 3), Direction(0)))
    2
    """
    distance_hexes = gap(firer.hexes, target.hexes)
    if distance_hexes == 0:
        message = N_("Two ships that share a hex have no hexes between them to count.")
        raise RulesError(message)
    return distance_hexes - 1


def lines_of_fire(firer: TwoHex, target: TwoHex) -> tuple[tuple[tuple[Hex, ...], ...], ...]:
    """List a line of fire for each nearest pair of hexes, step by step and without the ships' own hexes (E-FIRE-2).

    A step of two hexes runs between them.

    >>> lines_of_fire(ship_at(Hex(0, 0), Direction(0)), ship_at(Hex(4, 0), Direction(3)))
    (((Hex(q=1, r=0),), (Hex(q=2, r=0),), (Hex(q=3, r=0),)),)
    """
    return tuple(line(one, other)[1:-1] for one, other in nearest_pairs(firer.hexes, target.hexes))
