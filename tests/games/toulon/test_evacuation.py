"""Deliberate evacuation (3.8): how long Toulon keeps its war supply."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from rulesdemo import odds

# 1D3 on a six-sided die: 5 and 6 are a 3.
FAILS = {1: False, 2: False, 3: False, 4: False, 5: True, 6: True}


def test_item_5_all_of_k_turns() -> None:
    printed = ["2/3", "4/9", "8/27", "16/81", "32/243", "64/729"]
    assert [odds("toulon.war_supply", turns=turns).p(failed=False) for turns in range(1, 7)] == [Fraction(p) for p in printed]


def test_item_5_from_turn_5_through_turn_16() -> None:
    assert odds("toulon.war_supply", turns=12).p(failed=False) == Fraction(4096, 531441)
    assert odds("toulon.war_supply_failures", turns=12).mean("failures") == 4


@pytest.mark.parametrize("turns", range(6))
def test_failures_by_every_face(turns: int) -> None:
    count = Counter(sum(FAILS[face] for face in faces) for faces in product(FAILS, repeat=turns))
    dist = odds("toulon.war_supply_failures", turns=turns)
    assert {outcome.failures: p for outcome, p in dist.items()} == {failures: Fraction(n, 6**turns) for failures, n in count.items()}
    assert odds("toulon.war_supply", turns=turns).p(failed=False) == Fraction(count[0], 6**turns)


def test_a_thousand_turns() -> None:
    assert odds("toulon.war_supply", turns=1000).p(failed=False) == Fraction(2, 3) ** 1000
    failures = odds("toulon.war_supply_failures", turns=1000)
    assert failures.p(failures=333) == comb(1000, 333) * Fraction(1, 3) ** 333 * Fraction(2, 3) ** 667


def test_more_turns_never_help() -> None:
    chances = [odds("toulon.war_supply", turns=turns).p(failed=True) for turns in range(30)]
    assert chances == sorted(chances)
