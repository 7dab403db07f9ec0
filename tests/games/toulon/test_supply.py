"""Supply (4.13b, 5g): lines through no-man's land, and surrounded forces."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import answer, odds
from rulesdemo.rules.ruleset import ruleset

PER_ZONE = ruleset("toulon", {"nml_supply": "per_nml_zone"})


@given(st.integers(1, 7), st.integers(0, 1000))
def test_5g_certain_before_turn_8(turn: int, zones: int) -> None:
    assert odds("toulon.nml_supply", rules=PER_ZONE, turn=turn, zones=zones).p(supplied=True) == 1


@given(st.integers(8, 10**9), st.integers(1, 1000))
def test_item_7_two_thirds_from_turn_8(turn: int, zones: int) -> None:
    assert odds("toulon.nml_supply", turn=turn, zones=zones).p(supplied=True) == Fraction(2, 3)


def test_item_7_two_zones_under_the_switch() -> None:
    assert odds("toulon.nml_supply", rules=PER_ZONE, turn=8, zones=2).p(supplied=True) == Fraction(4, 9)


@pytest.mark.parametrize("zones", range(5))
def test_5g_zones_by_every_face(zones: int) -> None:
    good = sum(all(face <= 4 for face in faces) for faces in product(range(1, 7), repeat=zones))
    assert odds("toulon.nml_supply", rules=PER_ZONE, turn=8, zones=zones).p(supplied=True) == Fraction(good, 6**zones)


def test_5g_a_thousand_zones() -> None:
    assert odds("toulon.nml_supply", rules=PER_ZONE, turn=8, zones=1000).p(supplied=True) == Fraction(2, 3) ** 1000


@pytest.mark.parametrize(("turn", "zones", "provenance"), [(7, 2, "seed"), (8, 1, "seed"), (8, 2, "ruling")])
def test_t23_only_several_zones_rest_on_the_ruling(turn: int, zones: int, provenance: str) -> None:
    assert answer("toulon.nml_supply", turn=turn, zones=zones).provenance == provenance


def test_item_9_three_or_more() -> None:
    assert odds("toulon.surrounded_losses").chance(lambda force: force.losses >= 3) == Fraction(2, 3)


def test_item_9_seven_or_more_over_two_turns() -> None:
    assert odds("toulon.surrounded_over", turns=2).chance(lambda force: force.losses >= 7) == Fraction(7, 12)


@pytest.mark.parametrize("turns", range(5))
@pytest.mark.parametrize("fort", [False, True])
def test_413b_losses_by_every_face(turns: int, fort: bool) -> None:
    count = Counter(map(sum, product(range(1, 7), repeat=turns)))
    dist = odds("toulon.surrounded_over", turns=turns, fort=fort)
    assert {outcome.losses: p for outcome, p in dist.items()} == {losses: Fraction(n, 6**turns) for losses, n in count.items()}


@pytest.mark.parametrize(("fort", "provenance"), [(False, "seed"), (True, "ruling")])
def test_t32_only_a_fort_rests_on_the_ruling(fort: bool, provenance: str) -> None:
    assert answer("toulon.surrounded_losses", fort=fort).provenance == provenance


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_48c_two_to_one(own: int, enemy: int) -> None:
    (attack,) = odds("toulon.surrounded_attack", own=own, enemy=enemy)
    assert attack.allowed is (Fraction(own, 2) >= enemy)
