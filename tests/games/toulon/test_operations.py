"""Operation points (4.2, 4.9i): every purse, every penalty."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import answer, odds
from rulesdemo.rules.ruleset import ruleset

NATIONS = ("british", "spanish", "neapolitan", "sardinian", "toulonnais")
UNITS = (*NATIONS, "west", "east", "reserve", "battery")
PURSES = (*NATIONS, "west", "east", "bonaparte")


def pays(purse: str, unit: str, *, stacked: bool, in_play: bool) -> bool | None:
    """Rule 4.2 and ruling T36, from their words."""
    if purse == "bonaparte":
        return in_play and (unit == "battery" or (unit in ("west", "east", "reserve") and stacked))
    if purse in ("west", "east") and unit == "reserve":
        return None
    if purse == "british" and unit in ("neapolitan", "sardinian"):
        return True
    return unit == purse or (purse == "west" and unit == "battery")


@pytest.mark.parametrize(("purse", "unit", "stacked", "in_play"), list(product(PURSES, UNITS, (False, True), (False, True))))
def test_42_every_purse_and_unit(purse: str, unit: str, stacked: bool, in_play: bool) -> None:
    (said,) = odds("toulon.can_pay", purse=purse, unit=unit, stacked=stacked, in_play=in_play)
    assert said.allowed is pays(purse, unit, stacked=stacked, in_play=in_play)


@pytest.mark.parametrize(("purse", "pair"), list(product(PURSES, combinations(NATIONS, 2))))
def test_42e_a_mixed_force_takes_any_of_its_nations_purses(purse: str, pair: tuple[str, str]) -> None:
    (said,) = odds("toulon.can_pay", purse=purse, unit=",".join(pair))
    assert said.allowed is any(pays(purse, unit, stacked=False, in_play=True) for unit in pair)


@pytest.mark.parametrize("op", range(15))
def test_42g_op_left_by_every_face(op: int) -> None:
    count = Counter(max(0, op - face) for face in range(1, 7))
    dist = odds("toulon.significant_defeat", op=op)
    assert {outcome.op_left: p for outcome, p in dist.items()} == {left: Fraction(n, 6) for left, n in count.items()}


def test_item_8_mean_a_turn() -> None:
    assert odds("toulon.defeat_penalty").mean("op_lost") == Fraction(7, 2)


@pytest.mark.parametrize(("turns", "printed"), [(2, "1/6"), (3, "5/8")])
def test_item_8_ten_or_more(turns: int, printed: str) -> None:
    assert odds("toulon.defeat_penalty", turns=turns).chance(lambda defeat: defeat.op_lost >= 10) == Fraction(printed)


def test_item_8_income_4() -> None:
    dist = odds("toulon.significant_defeat", op=4).marginal("op_left")
    sixth = Fraction(1, 6)
    assert dict(dist.items()) == {0: Fraction(1, 2), 1: sixth, 2: sixth, 3: sixth}
    assert dist.mean() == 1


@pytest.mark.parametrize("turns", range(5))
def test_penalty_by_every_face(turns: int) -> None:
    count = Counter(map(sum, product(range(1, 7), repeat=turns)))
    dist = odds("toulon.defeat_penalty", turns=turns)
    assert {outcome.op_lost: p for outcome, p in dist.items()} == {lost: Fraction(n, 6**turns) for lost, n in count.items()}


def test_penalty_of_the_longest_siege() -> None:
    dist = odds("toulon.defeat_penalty", turns=200)
    assert dist.mean("op_lost") == 700
    assert dist.p(op_lost=200) == Fraction(1, 6**200)


@given(st.integers(0, 10**6))
def test_42g_is_monotone_in_the_income(op: int) -> None:
    assert odds("toulon.significant_defeat", op=op).mean("op_left") <= odds("toulon.significant_defeat", op=op + 1).mean("op_left")


@pytest.mark.parametrize(("op", "provenance"), [(0, "ruling"), (5, "ruling"), (6, "seed"), (100, "seed")])
def test_t29_only_a_floor_that_bites_is_rested_on(op: int, provenance: str) -> None:
    assert answer("toulon.significant_defeat", op=op).provenance == provenance


@pytest.mark.parametrize(("paid", "provenance"), [(1, "ruling"), (2, "ruling"), (3, "seed"), (6, "seed")])
def test_t21_only_a_cut_refund_rests_on_the_ruling(paid: int, provenance: str) -> None:
    assert answer("toulon.refund", paid=paid).provenance == provenance


def test_t21_the_switch_is_rested_on_only_where_it_matters() -> None:
    two = ruleset("toulon", {"refund": "two"})
    assert answer("toulon.refund", two, paid=3).rests_on == []
    assert [read.switch for read in answer("toulon.refund", two, paid=2).rests_on] == ["refund"]


@pytest.mark.parametrize(("hasty", "provenance"), [(False, "seed"), (True, "ruling")])
def test_t22_only_the_doubled_hasty_cost_rests_on_the_ruling(hasty: bool, provenance: str) -> None:
    assert answer("toulon.entry_cost", hasty=hasty, out_of_supply=True).provenance == provenance


@given(st.integers(1, 100))
def test_49i_a_refund_never_makes_an_entry_free(paid: int) -> None:
    (back,) = odds("toulon.refund", paid=paid)
    assert back.op == min(2, paid - 1)
