"""Ships on hexes: which hexes they fill, what touches which side of them, and what lies in a sector or a cone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from rulesdemo.board.hexes import Direction, Grid, Hex, distance
from rulesdemo.errors import RulesError
from rulesdemo.words import N_

if TYPE_CHECKING:
    from collections.abc import Sequence

ShipSide = Literal["bow", "bow-flank", "flank", "stern-flank", "stern"]

# What each neighbour of a one-hex ship touches, clockwise from the hex ahead.
_ROUND_ONE_HEX: tuple[ShipSide, ...] = ("bow", "bow-flank", "stern-flank", "stern", "stern-flank", "bow-flank")

# The same for a two-hex ship: the half that is touched (0 bow, 1 stern), the turn to the right from there, the side.
# A flank hex touches both halves, so it is reached from the stern here and could be from the bow.
_ROUND_TWO_HEXES: tuple[tuple[int, int, ShipSide], ...] = (
    (0, 0, "bow"),
    (0, 1, "bow-flank"),
    (1, 1, "flank"),
    (1, 2, "stern-flank"),
    (1, 3, "stern"),
    (1, 4, "stern-flank"),
    (1, 5, "flank"),
    (0, 5, "bow-flank"),
)


def in_sector(vector: Hex, e1: Hex, e2: Hex) -> bool:
    """Tell whether a step points between two neighbouring directions, both edges counted in.

    The step must be a * e1 + b * e2 with a and b at least 0 and not both 0: a sixth of the board, without its tip.

    >>> north_east, south_east = Hex(1, -1), Hex(1, 0)
    >>> in_sector(Hex(3, -1), north_east, south_east), in_sector(Hex(3, 1), north_east, south_east)
    (True, False)
    """
    if e1.length != 1 or e2.length != 1 or distance(e1, e2) != 1:
        message = N_("A sector lies between two neighbouring directions, not between {first} and {second}.").format(first=e1, second=e2)
        raise RulesError(message)
    # Cramer's rule; the determinant of two neighbouring directions is 1 or -1, so a and b are always whole.
    sign = e1.q * e2.r - e1.r * e2.q
    a = sign * (vector.q * e2.r - vector.r * e2.q)
    b = sign * (e1.q * vector.r - e1.r * vector.q)
    return a >= 0 and b >= 0 and (a, b) != (0, 0)


def in_cone(vector: Hex, axis: Hex) -> bool:
    """Tell whether a step points within 30 degrees of an axis, the edges counted in.

    >>> in_cone(Hex(2, 1), Hex(1, 0)), in_cone(Hex(1, 2), Hex(1, 0)), in_cone(Hex(-2, 0), Hex(1, 0))
    (True, False, False)
    """
    # `across` and `along` are the cross and the dot product, each times a factor; their ratio is the tangent times
    # the root of 3, and the tangent of 30 degrees is 1 over that root: hence the bare 3.
    across = axis.q * vector.r - axis.r * vector.q
    along = 2 * (axis.q * vector.q + axis.r * vector.r) + axis.q * vector.r + axis.r * vector.q
    return along > 0 and 3 * abs(across) <= along


def nearest_pairs(a: Sequence[Hex], b: Sequence[Hex]) -> tuple[tuple[Hex, Hex], ...]:
    """List every pair, one hex of each ship, that is as close as the ships are.

    >>> nearest_pairs((Hex(0, 0), Hex(-1, 0)), (Hex(3, 0),))
    ((Hex(q=0, r=0), Hex(q=3, r=0)),)
    """
    closest = gap(a, b)
    return tuple((one, other) for one in a for other in b if distance(one, other) == closest)


def gap(a: Sequence[Hex], b: Sequence[Hex]) -> int:
    """Measure the distance between two ships: the smallest between a hex of one and a hex of the other.

    >>> gap((Hex(0, 0), Hex(-1, 0)), (Hex(3, 0), Hex(4, 0)))
    3
    """
    return min(distance(one, other) for one in a for other in b)


@dataclass(frozen=True, slots=True)
class OneHex:
    """A ship that fills one hex and faces a hexside.

    The grid says what the heading means. It is the same for every ship of a game and takes no part in comparisons.

    >>> from rulesdemo.board.hexes import CLOCKWISE, COMPASS
    >>> ship = OneHex(Hex(0, 0), Direction(0), Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up"))
    >>> ship.side(Hex(0, -1)), ship.side(Hex(1, 0))
    ('bow', 'stern-flank')
    """

    bow: Hex
    heading: Direction
    grid: Grid = field(repr=False, compare=False)

    @property
    def hexes(self) -> tuple[Hex]:
        """The hex it fills.

        >>> from rulesdemo.board.hexes import CLOCKWISE, COMPASS
        >>> OneHex(Hex(2, 3), Direction(0), Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up")).hexes
        (Hex(q=2, r=3),)
        """
        return (self.bow,)

    @property
    def sides(self) -> dict[Hex, ShipSide]:
        """The six hexes around it, clockwise from the one ahead, and the side that each touches.

        >>> from rulesdemo.board.hexes import CLOCKWISE, COMPASS
        >>> ship = OneHex(Hex(0, 0), Direction(0), Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up"))
        >>> ", ".join(ship.sides.values())
        'bow, bow-flank, stern-flank, stern, stern-flank, bow-flank'
        """
        grid = self.grid
        return {grid.neighbour(self.bow, grid.turn_right(self.heading, steps)): side for steps, side in enumerate(_ROUND_ONE_HEX)}

    def side(self, place: Hex) -> ShipSide:
        """Say which side of the ship a neighbouring hex touches.

        >>> from rulesdemo.board.hexes import CLOCKWISE, COMPASS
        >>> ship = OneHex(Hex(0, 0), Direction(0), Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up"))
        >>> ship.side(Hex(0, 1))
        'stern'
        """
        return _side(self.sides, place)


@dataclass(frozen=True, slots=True)
class TwoHex:
    """A ship that fills two hexes: the bow, and the stern behind it.

    The grid says what the heading means. It is the same for every ship of a game and takes no part in comparisons.

    >>> from rulesdemo.board.hexes import CLOCKWISE, COMPASS
    >>> ship = TwoHex(Hex(0, 0), Direction(0), Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up"))
    >>> ship.stern, ship.side(Hex(1, 0))
    (Hex(q=0, r=1), 'flank')
    """

    bow: Hex
    heading: Direction
    grid: Grid = field(repr=False, compare=False)

    @property
    def stern(self) -> Hex:
        """The hex behind the bow.

        >>> from rulesdemo.board.hexes import CLOCKWISE, COMPASS
        >>> TwoHex(Hex(2, 2), Direction(3), Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up")).stern
        Hex(q=2, r=1)
        """
        return self.bow - self.grid.vector(self.heading)

    @property
    def hexes(self) -> tuple[Hex, Hex]:
        """The two hexes it fills, bow first.

        >>> from rulesdemo.board.hexes import CLOCKWISE, COMPASS
        >>> TwoHex(Hex(2, 2), Direction(3), Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up")).hexes
        (Hex(q=2, r=2), Hex(q=2, r=1))
        """
        return (self.bow, self.stern)

    @property
    def sides(self) -> dict[Hex, ShipSide]:
        """The eight hexes around it, clockwise from the one ahead, and the side that each touches.

        >>> from rulesdemo.board.hexes import CLOCKWISE, COMPASS
        >>> ship = TwoHex(Hex(0, 0), Direction(0), Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up"))
        >>> ", ".join(ship.sides.values())
        'bow, bow-flank, flank, stern-flank, stern, stern-flank, flank, bow-flank'
        """
        grid, halves = self.grid, self.hexes
        return {grid.neighbour(halves[half], grid.turn_right(self.heading, steps)): side for half, steps, side in _ROUND_TWO_HEXES}

    def side(self, place: Hex) -> ShipSide:
        """Say which side of the ship a neighbouring hex touches.

        >>> from rulesdemo.board.hexes import CLOCKWISE, COMPASS
        >>> ship = TwoHex(Hex(0, 0), Direction(0), Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up"))
        >>> ship.side(Hex(0, 2))
        'stern'
        """
        return _side(self.sides, place)

    def ahead(self) -> TwoHex:
        """Go one hex straight on: the stern comes to where the bow was.

        >>> from rulesdemo.board.hexes import CLOCKWISE, COMPASS
        >>> TwoHex(Hex(0, 0), Direction(0), Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up")).ahead()
        TwoHex(bow=Hex(q=0, r=-1), heading=0)
        """
        return TwoHex(self.grid.neighbour(self.bow, self.heading), self.heading, self.grid)

    def swing_stern(self, steps: int) -> TwoHex:
        """Turn by hexsides in the map's order with the bow held where it is.

        >>> from rulesdemo.board.hexes import CLOCKWISE, COMPASS
        >>> ship = TwoHex(Hex(0, 0), Direction(0), Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up"))
        >>> ship.swing_stern(1).hexes
        (Hex(q=0, r=0), Hex(q=-1, r=1))
        """
        return TwoHex(self.bow, self.grid.turn(self.heading, steps), self.grid)


Ship = OneHex | TwoHex


def _side(sides: dict[Hex, ShipSide], place: Hex) -> ShipSide:
    if place not in sides:
        message = N_("{place} does not touch the ship, so it lies on none of her sides.").format(place=place)
        raise RulesError(message)
    return sides[place]
