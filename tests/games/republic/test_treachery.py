"""Treachery (9.6) and involuntary surrender (9.52)."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rulesdemo import odds

NUMBERS = {1: (7, 6, 5, 5, 3), 3: (9, 8, 7, 6, 5), 4: (10, 9, 8, 7, 6), 7: (None, None, None, 10, 9), 10: (None,) * 5}


def counted(cdi: int, cv: int, drm: int) -> dict[tuple[bool, bool], Fraction]:
    number = NUMBERS[cdi][min(cv, 7) - 3]
    counts: Counter[tuple[bool, bool]] = Counter()
    for die, second in product(range(10), repeat=2):
        counts[number is not None and die + drm > number, number is not None and die + drm == number and second > cv] += 1
    return {outcome: Fraction(count, 100) for outcome, count in counts.items()}


@pytest.mark.parametrize("cdi", NUMBERS)
@pytest.mark.parametrize("cv", [*range(3, 13), 1000])
def test_treachery_is_what_the_hundred_throws_say(cdi: int, cv: int) -> None:
    for drm in range(-12, 16):
        assert dict(odds("republic.treachery", cdi=cdi, cv=cv, drm=drm).items()) == counted(cdi, cv, drm)


def test_points_do_not_change_the_risk_while_the_equal_face_stays_on_the_die() -> None:
    risks = [odds("republic.treachery", cdi=3, cv=5, drm=points).p(leader_killed=True) for points in range(10)]
    assert risks == [Fraction(1, 25)] * 8 + [0, 0]  # the number is 7, so with 8 points no face is equal


def test_one_point_is_worth_a_tenth_in_treachery_and_in_refusal() -> None:
    tenth = Fraction(1, 10)
    for points in range(7):
        falls = [odds("republic.treachery", cdi=3, cv=5, drm=drm).p(falls=True) for drm in (points, points + 1)]
        assert falls[1] - falls[0] == tenth
    for drm in range(-3, 5):
        refused = [odds("republic.refusal", cv=5, drm=each).p(refused=True) for each in (drm, drm - 1)]
        assert refused[1] - refused[0] == tenth


def test_points_for_a_fifth_against_intrinsic_defence_7_with_campaign_value_7() -> None:
    chances = [odds("republic.treachery", cdi=7, cv=7, drm=points).p(falls=True) for points in range(4)]
    assert chances.index(Fraction(1, 5)) == 2


def test_involuntary_surrender() -> None:
    chances = {cdi: odds("republic.surrender", cdi=cdi).p(surrenders=True) for cdi in NUMBERS}
    assert chances == {1: Fraction(4, 5), 3: Fraction(3, 5), 4: Fraction(1, 2), 7: Fraction(1, 5), 10: 0}
