"""The numbers of the benchmark's problems, typed in from the tables: every version of a problem reads these and nothing else."""

from typing import Final, NamedTuple

# -- P1, boarding: two dice and a modifier on four bands -------------------------------------------------------------------------

BOARDING_DRMS: Final = range(-6, 7)
# Lowest modified total of each band; the first is open below.
BANDS: Final = ((9, "captured"), (7, "captured at a loss"), (4, "repelled"), (-99, "repelled, both lose"))

# -- P2, battle: republic 8.32 (tactical value by face 0-9), 8.3 (results -13..22), 8.33 (unpredictable results 0-9) ----------------

BATTLE_DRMS: Final = range(-10, 11)
TACTICAL: Final = {
    "A": (4, 5, 6, 6, 7, 7, 7, 7, 8, 9),
    "B": (3, 4, 4, 5, 6, 6, 6, 7, 7, 8),
    "C": (2, 3, 4, 4, 4, 5, 6, 6, 6, 7),
    "D": (0, 1, 2, 2, 2, 3, 3, 4, 5, 6),
    "E": (0, 0, 1, 2, 2, 2, 3, 3, 4, 5),
}
STAR: Final = -1  # printed *; a number here, because one of the peers can only hold outcomes that it can sort


class Result(NamedTuple):
    """Losses in percent, and who retreats."""

    attacker: int
    defender: int
    retreat: str


class Unpredictable(NamedTuple):
    """An X line: a second die, shifted, decides."""

    shift: int


LOWEST: Final = -13
HIGHEST: Final = 22


def _result(attacker: int, defender: int) -> Result:
    bold = (attacker, defender) not in {(15, 10), (15, 15), (20, 20), (10, 15)}
    return Result(attacker, defender, ("attacker" if attacker > defender else "defender") if bold else "none")


# fmt: off
BATTLE: Final = tuple(
    Unpredictable(line[0]) if len(line) == 1 else _result(*line)
    for line in (
        (50, 0), (45, STAR), (40, STAR), (30, STAR), (35, 10), (30, 5), (30, 10), (25, 5), (-2,), (25, 10), (20, 5), (30, 20),  # -13 .. -2
        (25, 15), (20, 10), (15, 5), (-1,), (15, 10), (15, 15), (20, 20), (10, 15), (1,), (5, 15), (10, 20), (15, 25),          # -1 .. +10
        (20, 30), (5, 20), (10, 25), (2,), (5, 25), (10, 30), (5, 30), (STAR, 30), (STAR, 35), (STAR, 40), (STAR, 50),          # +11 .. +21
        (STAR, 75),                                                                                                             # +22
    )
)
UNPREDICTABLE: Final = tuple(BATTLE[line - LOWEST] for line in (-10, -8, -3, -1, 3, 6, 10, 12, 17, 18))
# fmt: on

# -- P3, volley, and P4, burning ship: escadres 4.4 and 4.5 ----------------------------------------------------------------------


class Damage(NamedTuple):
    """What one die costs."""

    power: int = 0
    crew: int = 0
    fires: int = 0
    speed: int = 0
    turns: int = 0
    stopped: int = 0
    exploded: int = 0


MISS: Final = Damage()
EXPLODED: Final = Damage(exploded=1)
# By face 1-6; "critical", "big" and "major" send to the next table.
DAMAGE: Final = (MISS, MISS, Damage(power=1), Damage(power=1), Damage(crew=1), "critical")
CRITICAL: Final = (Damage(power=2), Damage(power=2), Damage(crew=2), Damage(crew=2), Damage(fires=1), "big")
# power_d6: one die of power, with this many fires; crew_d6: one die of crew.
BIG: Final = (("power_d6", 1), ("crew_d6", 0), Damage(speed=1), Damage(turns=1), Damage(stopped=1), "major")
# heavy: two dice of power and half a die of fires
MAJOR: Final = ("heavy", "heavy", "heavy", EXPLODED, EXPLODED, EXPLODED)
CAPS: Final = {"power": 10, "crew": 8, "stopped": 1, "exploded": 1}
CAP_OF: Final = tuple(CAPS.get(field, 10**9) for field in Damage._fields)

PUT_OUT_FROM: Final = 4  # one die for each fire
# power, fires, most fires
SMALL_FIRE: Final = (6, 2, 8)
LARGE_FIRE: Final = (10, 3, 12)
LOST: Final = (0, 0)  # the ship is gone

# -- initiative: veneti V-INIT ---------------------------------------------------------------------------------------------------

RATINGS: Final = range(6)

# -- nesting: five procedures one inside the other ---------------------------------------------------------------------------------

LEVELS: Final = 5
NESTED_DRMS: Final = range(-10, 11)
NESTED_COLUMN: Final = (-1, 0, 0, 1, 1, 2)
NESTED_LEAST: Final = -5
NESTED_MOST: Final = 20
