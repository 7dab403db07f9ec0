"""Tests at a chance that the reader supplies (4.3, 4.9c, 4.9g, 4.9n)."""

from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import odds
from rulesdemo.analysis.catalogue import find

chances = st.fractions(0, 1, max_denominator=1000)


@pytest.mark.parametrize(("units", "printed"), [(1, "2/3"), (2, "4/9"), (3, "8/27"), (4, "16/81")])
def test_item_12_all_of_n_units_pass(units: int, printed: str) -> None:
    assert odds("toulon.quality_tests", chance="2/3", units=units).p(passed=units) == Fraction(printed)


def test_item_12_in_by_round_1_or_2() -> None:
    assert odds("toulon.entry_test", chance="2/3").chance(lambda unit: unit.round is not None) == Fraction(8, 9)


@given(chances)
def test_49g_two_tries(p: Fraction) -> None:
    dist = odds("toulon.entry_test", chance=str(p))
    assert [dist.p(round=1), dist.p(round=2), dist.p(round=None)] == [p, (1 - p) * p, (1 - p) ** 2]


def test_49g_both_tries_fail() -> None:
    assert find("toulon.entry_test").replay({"chance": "2/3"}, (0, 0)).value.round is None


@given(chances, st.integers(0, 5))
def test_49c_passed_by_every_way_to_pass(p: Fraction, units: int) -> None:
    dist = odds("toulon.quality_tests", chance=str(p), units=units)
    for passed in range(units + 1):
        ways = [way for way in product((True, False), repeat=units) if sum(way) == passed]
        assert dist.p(passed=passed) == sum(prod(p if good else 1 - p for good in way) for way in ways)


def test_49c_a_hundred_units() -> None:
    dist = odds("toulon.quality_tests", chance="2/3", units=100)
    assert dist.p(passed=67) == comb(100, 67) * Fraction(2, 3) ** 67 * Fraction(1, 3) ** 33
    assert sum(p for _, p in dist.items()) == 1


@given(chances, st.integers(0, 8))
def test_116f_attrition_counts_as_quality_does(p: Fraction, units: int) -> None:
    suffering = odds("toulon.attrition_tests", chance=str(p), units=units).marginal("suffering")
    assert suffering == odds("toulon.quality_tests", chance=str(p), units=units).marginal("passed")


@given(chances, st.integers(0, 20))
def test_49n_scouting_is_a_cut_geometric_distribution(p: Fraction, sections: int) -> None:
    dist = odds("toulon.scouting", chance=str(p), sections=sections)
    for passed in range(sections):
        assert dist.p(passed=passed, failed=True) == p**passed * (1 - p)
    assert dist.p(passed=sections, failed=False) == p**sections


@pytest.mark.parametrize("same", ["1/2", "2/4", "0.5", ".50"])
def test_a_chance_may_be_written_in_several_ways(same: str) -> None:
    assert odds("toulon.quality_tests", chance=same, units=3).p(passed=3) == Fraction(1, 8)


def test_a_certain_test_shows_its_face() -> None:
    assert find("toulon.quality_tests").replay({"chance": "1", "units": 2}, (1, 1)).value.passed == 2
