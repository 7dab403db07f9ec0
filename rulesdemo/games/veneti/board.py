"""The map, the hexes around a ship, and her moves as pure geometry (rules 5.0 to 5.3, 6.32, 6.33, 6.83, 8.41).

What a move costs, and who may make it, is not said here.
"""

from typing import Literal

from rulesdemo.board.hexes import CLOCKWISE, COMPASS, Direction, Grid, Hex
from rulesdemo.board.sectors import OneHex, Ship, ShipSide, TwoHex, gap
from rulesdemo.errors import RulesError
from rulesdemo.words import N_

Step = Literal[-1, 0, 1]
"""A turn of at most one hexside: -1 to port, 0 none, 1 to starboard."""

# Ruling A3: the hexes that the examples of 5.3 call neighbours fit only columns whose even ones stand half a hex up.
# Ruling A4: ships face hexsides, so the six directions are those to the neighbours.
GRID = Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up", numbered=True)


def galley(bow: Hex, heading: Direction) -> TwoHex:
    """Place a galley, a double counter (rule 4.0).

    >>> [GRID.label(place) for place in galley(GRID.parse("4022"), GRID.named("N")).hexes]
    ['4022', '4023']
    """
    return TwoHex(bow, heading, GRID)


def sailing_ship(bow: Hex, heading: Direction) -> OneHex:
    """Place a sailing ship, a square counter (rule 4.0).

    >>> [GRID.label(place) for place in sailing_ship(GRID.parse("2319"), GRID.named("NE")).hexes]
    ['2319']
    """
    return OneHex(bow, heading, GRID)


def relation(ship: Ship, place: Hex) -> ShipSide:
    """Say which side of a ship a neighbouring hex touches (rule 5.0).

    A galley has one bow hex, one stern hex and two each of bow-flank, flank and stern-flank hexes. A square ship has no
    pure flank.

    >>> relation(galley(GRID.parse("4022"), GRID.named("N")), GRID.parse("4122"))
    'flank'
    """
    return ship.side(place)


def is_flank_type(side: ShipSide) -> bool:
    """Tell whether a side counts as a flank: all do but the pure bow and the pure stern (ruling A25).

    >>> is_flank_type("bow-flank"), is_flank_type("stern")
    (True, False)
    """
    return side not in ("bow", "stern")


def wind_side(heading: Direction, wind_to: Direction) -> ShipSide:
    """Say through which side the wind reaches a sailing ship (rule 6.83).

    >>> wind_side(GRID.named("N"), wind_to=GRID.named("S"))
    'bow'
    """
    origin = Hex(0, 0)
    return sailing_ship(origin, heading).side(origin - GRID.vector(wind_to))


def first_hexes(firer: Ship, target: Ship) -> dict[Hex, ShipSide]:
    """List the first hex of every shortest way to the target, with the side by which it leaves the firer (8.41, A25).

    Next to the target these are her own hexes; two hexes away they are the hexes between (8.46).

    >>> firer, target = galley(GRID.parse("4022"), GRID.named("N")), sailing_ship(GRID.parse("4222"), GRID.named("N"))
    >>> {GRID.label(place): side for place, side in first_hexes(firer, target).items()}
    {'4121': 'bow-flank', '4122': 'flank'}
    """
    reach = gap(firer.hexes, target.hexes)
    return {place: side for place, side in firer.sides.items() if gap((place,), target.hexes) == reach - 1}


def sail(ship: OneHex, bearing: Step, turn: Step = 0) -> OneHex:
    """Move a one-hex ship to one of her three forward hexes, then turn her by at most a hexside (5.2, ruling A5).

    >>> moved = sail(sailing_ship(GRID.parse("2319"), GRID.named("NE")), 0, turn=1)
    >>> GRID.label(moved.bow), GRID.name(moved.heading)
    ('2419', 'SE')
    """
    _check_steps((-1, 0, 1), bearing, turn)
    bow = GRID.neighbour(ship.bow, GRID.turn_right(ship.heading, bearing))
    return sailing_ship(bow, GRID.turn_right(ship.heading, turn))


def veer(ship: TwoHex, turn: Literal[-1, 1]) -> TwoHex:
    """Take a galley's bow to a bow-flank hex; her stern follows to where the bow was (5.2, 5.3 ex 2, ruling A5).

    >>> [GRID.label(place) for place in veer(galley(GRID.parse("4022"), GRID.named("N")), 1).hexes]
    ['4121', '4022']
    """
    _check_steps((-1, 1), turn)
    heading = GRID.turn_right(ship.heading, turn)
    return galley(GRID.neighbour(ship.bow, heading), heading)


def pivot_bow(ship: TwoHex, turn: Literal[-1, 1]) -> TwoHex:
    """Swing a galley's bow by one hexside about her stern (5.1, 5.3 ex 2, ruling A6).

    >>> [GRID.label(place) for place in pivot_bow(galley(GRID.parse("4022"), GRID.named("N")), 1).hexes]
    ['4122', '4023']
    """
    _check_steps((-1, 1), turn)
    heading = GRID.turn_right(ship.heading, turn)
    return galley(GRID.neighbour(ship.stern, heading), heading)


def pivot_stern(ship: TwoHex, turn: Literal[-1, 1]) -> TwoHex:
    """Swing a galley's stern about her bow, so that she turns by one hexside (5.1).

    >>> [GRID.label(place) for place in pivot_stern(galley(GRID.parse("4022"), GRID.named("N")), 1).hexes]
    ['4022', '3922']
    """
    _check_steps((-1, 1), turn)
    return ship.swing_stern(turn)


def about_turn(ship: TwoHex) -> TwoHex:
    """Exchange a galley's bow and stern (5.3).

    >>> [GRID.label(place) for place in about_turn(galley(GRID.parse("4022"), GRID.named("N"))).hexes]
    ['4023', '4022']
    """
    return galley(ship.stern, GRID.turn(ship.heading, 3))


def back(ship: TwoHex, turn: Step) -> TwoHex:
    """Take a galley's stern straight back or to a stern-flank hex; her bow follows to where the stern was (6.33).

    `turn` is the change of heading, so that backing undoes going ahead or a veer of the other sign.

    >>> [GRID.label(place) for place in back(galley(GRID.parse("4022"), GRID.named("N")), 0).hexes]
    ['4023', '4024']
    """
    _check_steps((-1, 0, 1), turn)
    return galley(ship.stern, GRID.turn_right(ship.heading, turn))


def _check_steps(allowed: tuple[int, ...], *steps: int) -> None:
    # A wrong number would still give a place on the board, only one that no rule can reach.
    for step in steps:
        if step not in allowed:
            steps_allowed = ", ".join(map(str, allowed))
            message = N_("A ship turns by one hexside at a time ({allowed}), not by {step}.").format(allowed=steps_allowed, step=step)
            raise RulesError(message)
