"""Losses in strength points (8.34, 8.3-*)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import odds

# The six cells that differ from rounding halves up: percent and strength points, then what is printed.
AS_PRINTED = {(5, 90): 4, (15, 3): 1, (45, 3): 2, (55, 30): 15, (55, 50): 25, (65, 4): 2}
PERCENTS = range(5, 100, 5)
COLUMNS = (*range(1, 10), *range(10, 101, 10))


def lost(percent: int, sp: int) -> int:
    (outcome,) = odds("republic.percent_loss", percent=percent, sp=sp)
    return int(outcome.lost)


def cell(percent: int, sp: int) -> int:
    """Half-up rounding, but for six cells."""
    return AS_PRINTED.get((percent, sp), (percent * sp + 50) // 100)


@pytest.mark.parametrize("percent", PERCENTS)
def test_every_cell_is_rounded_half_up_but_for_six(percent: int) -> None:
    assert [lost(percent, sp) for sp in COLUMNS] == [cell(percent, sp) for sp in COLUMNS]


def test_the_six_cells_do_differ() -> None:
    assert all(printed != (percent * sp + 50) // 100 for (percent, sp), printed in AS_PRINTED.items())


@given(st.sampled_from(PERCENTS), st.integers(0, 9999))
def test_hundreds_tens_and_units_add_up(percent: int, sp: int) -> None:
    hundreds, tens, units = sp // 100, sp % 100 // 10 * 10, sp % 10
    parts = [cell(percent, 100)] * hundreds + [cell(percent, tens)] * (tens > 0) + [cell(percent, units)] * (units > 0)
    assert lost(percent, sp) == sum(parts)


@given(st.sampled_from(PERCENTS), st.integers(0, 9999))
def test_a_force_never_loses_more_than_it_has(percent: int, sp: int) -> None:
    assert 0 <= lost(percent, sp) <= sp


@given(st.integers(0, 10**6))
def test_a_star_is_a_die_within_a_twentieth(sp: int) -> None:
    chances: dict[int, Fraction] = {}
    for die in range(10):
        points = min(die, sp // 20)
        chances[points] = chances.get(points, Fraction(0)) + Fraction(1, 10)
    assert dict(odds("republic.star_loss", sp=sp).marginal("lost").items()) == chances


def test_star_losses_of_60_and_20_points() -> None:
    dist = odds("republic.star_loss", sp=60)
    assert [dist.p(lost=points) for points in range(4)] == [Fraction(1, 10)] * 3 + [Fraction(7, 10)]
    assert dist.mean("lost") == Fraction(12, 5)
    assert odds("republic.star_loss", sp=20).mean("lost") == Fraction(9, 10)
