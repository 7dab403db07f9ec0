"""Several players (2.1 to 2.4): the splits, and scores to one decimal."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import answer, odds

SPLITS = {
    2: [["allied"], ["republican"]],
    3: [["allied"], ["west", "bonaparte"], ["east"]],
    4: [["british", "neapolitan", "sardinian", "toulonnais"], ["spanish"], ["west", "bonaparte"], ["east"]],
    5: [["british"], ["spanish"], ["neapolitan", "sardinian", "toulonnais"], ["west", "bonaparte"], ["east"]],
    6: [["british"], ["spanish"], ["neapolitan"], ["sardinian", "toulonnais"], ["west", "bonaparte"], ["east"]],
    7: [["british"], ["spanish"], ["neapolitan"], ["sardinian"], ["toulonnais"], ["west", "bonaparte"], ["east"]],
}

points = st.integers(0, 10**9)


def share(total: int, nationalities: int) -> str:
    (outcome,) = odds("toulon.vp_share", total=total, nationalities=nationalities)
    return str(outcome.vp)


def saved(op: int, scale: int, random: int = 0) -> str:
    (outcome,) = odds("toulon.saved_op_vp", saved=op, scale=scale, random=random)
    return str(outcome.vp)


def half_up(number: int, parts: int) -> str:
    """The same rounding by Python's decimals, with digits to spare for every exact half."""
    with localcontext() as context:
        context.prec = 60
        return str((Decimal(number) / Decimal(parts)).quantize(Decimal("0.1"), ROUND_HALF_UP))


@pytest.mark.parametrize("players", SPLITS)
def test_21_splits(players: int) -> None:
    (outcome,) = odds("toulon.player_split", players=players)
    assert [list(seat) for seat in outcome.seats] == SPLITS[players]


@given(points, st.integers(1, 5))
def test_23_a_share_is_rounded_half_up(total: int, nationalities: int) -> None:
    assert share(total, nationalities) == half_up(total, nationalities)


@given(points, points, st.integers())
def test_24_saved_op_are_rounded_half_up_whatever_was_random(op: int, scale: int, random: int) -> None:
    assert saved(op, scale, random % 1000 - 500) == half_up(2 * op, max(scale, 1))


@given(points, points, st.integers(1, 10**6))
def test_24_more_saved_is_never_worth_less(op: int, more: int, scale: int) -> None:
    assert Fraction(saved(op + more, scale)) >= Fraction(saved(op, scale))


@given(st.integers(1, 10**9))
def test_item_13_the_whole_scale_is_worth_2_vp(scale: int) -> None:
    assert saved(scale, scale) == "2.0"


@given(points)
def test_item_13_with_a_scale_of_0_each_op_is_worth_2_vp(op: int) -> None:
    assert saved(op, 0) == f"{2 * op}.0"


def test_item_13_more_than_2_vp_needs_more_op_than_the_scale() -> None:
    for scale in range(1, 40):
        assert all(Fraction(saved(op, scale)) <= 2 for op in range(scale + 1))
    assert saved(14, 13) == "2.2"


def test_t4_thirds_do_not_add_up() -> None:
    assert 3 * Fraction(share(1, 3)) == Fraction(9, 10)


@pytest.mark.parametrize(("op", "scale", "provenance"), [(5, 13, "seed"), (3, 0, "seed"), (1, 8, "ruling")])
def test_t4_only_an_exact_half_rests_on_the_ruling(op: int, scale: int, provenance: str) -> None:
    assert answer("toulon.saved_op_vp", saved=op, scale=scale).provenance == provenance
