"""Movement and turning (E-MOVE, E-WEAR): the wind rule behind the table, and turns counted step by step."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.api import odds

# 4.1: speeds 1 to 6 reaching, running, close-hauled and head to wind.
ALLOWANCES = {1: (1, 0, 1, 0), 2: (2, 1, 1, 0), 3: (3, 2, 2, 0), 4: (4, 3, 2, 0), 5: (5, 4, 3, 0), 6: (6, 5, 3, 0)}


def steps(speed: int, wind: str) -> int:
    return int(next(iter(odds("escadres.allowance", speed=speed, wind=wind))).steps)


def wind_class(heading: int, wind_to: int) -> str:
    return str(next(iter(odds("escadres.wind_class", heading=heading, wind_to=wind_to))).wind)


@pytest.mark.parametrize(("speed", "line"), ALLOWANCES.items())
def test_allowances_as_printed(speed: int, line: tuple[int, ...]) -> None:
    assert tuple(steps(speed, wind) for wind in "ABCD") == line


@given(st.integers(0, 10**6))
def test_the_wind_rule_for_any_speed(speed: int) -> None:
    assert steps(speed, "A") == speed
    assert steps(speed, "B") == max(0, speed - 1)
    assert steps(speed, "C") == (speed + 1) // 2
    assert steps(speed, "D") == 0
    assert next(iter(odds("escadres.allowances", speed=speed))) == tuple(steps(speed, wind) for wind in "ABCD")


@pytest.mark.parametrize("wind_to", range(6))
def test_wind_classes_by_sixths_of_a_circle(wind_to: int) -> None:
    assert [wind_class((wind_to + turned) % 6, wind_to) for turned in range(6)] == list("BACDCA")


def test_speed_5_over_the_six_headings() -> None:
    assert sum(steps(5, wind_class(heading, 0)) for heading in range(6)) == 20


def test_a_ship_aground_does_not_move_whatever_the_wind() -> None:
    for speed, wind in product(range(8), "ABCD"):
        assert odds("escadres.allowance", speed=speed, wind=wind, next_move_zero=True).p(steps=0) == 1


@pytest.mark.parametrize("stopped", [False, True])
@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("allowance", range(6))
def test_turn_limit_equals_every_move(allowance: int, turns: int, stopped: bool) -> None:
    moves = [move for length in range(allowance + 1) for move in product(("straight", "turn"), repeat=length)]
    legal = [move for move in moves if move.count("turn") <= turns and not (stopped and move[:1] == ("turn",))]
    most = max(move.count("turn") for move in legal)
    assert odds("escadres.turn_limit", allowance=allowance, turns=turns, stopped=stopped).p(turns=most) == 1


# The six directions of section 2, counter-clockwise.
DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def lies(move: tuple[str, ...]) -> tuple[tuple[int, int], int]:
    """Where the bow is after a row of steps, and the heading."""
    (q, r), heading = (0, 0), 0
    for step in move:
        if step == "straight":
            q, r = q + DIRECTIONS[heading][0], r + DIRECTIONS[heading][1]
        else:
            heading = (heading + (1 if step == "left" else -1)) % 6
    return (q, r), heading


@pytest.mark.parametrize("stopped", [False, True])
@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("allowance", range(6))
def test_end_positions_equal_every_move(allowance: int, turns: int, stopped: bool) -> None:
    moves = [move for length in range(allowance + 1) for move in product(("straight", "left", "right"), repeat=length)]
    legal = [
        move for move in moves if len(move) - move.count("straight") <= turns and not (stopped and move[:1] not in ((), ("straight",)))
    ]
    ends = {lies(move) for move in legal}
    counted = odds("escadres.end_positions", allowance=allowance, turns=turns, stopped=stopped)
    assert counted.p(positions=len(ends), hexes=len({bow for bow, _heading in ends})) == 1
    first = {move[0] for move in legal if move}
    told = "none" if not first else "straight" if first == {"straight"} else "any"
    assert odds("escadres.first_step", allowance=allowance, turns=turns, stopped=stopped).p(step=told) == 1
