"""Refusing combat (8.23) and coordination (8.26)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import odds

# By campaign value 3 to 7, with the circumstances of the refusal.
PRINTED = {
    "2/5 1/2 3/5 7/10 4/5": {},
    "0 1/10 1/5 3/10 2/5": {"roman": True},
    "1/5 3/10 2/5 1/2 3/5": {"roman": True, "city_hexes": 1},
    "1/10 1/5 3/10 2/5 1/2": {"only_over_river": True},
}


def chance(cv: int, **circumstances: object) -> Fraction:
    (modifier,) = odds("republic.refusal_drm", **circumstances)
    found: Fraction = odds("republic.refusal", cv=cv, drm=modifier.drm).p(refused=True)
    return found


@pytest.mark.parametrize("printed", PRINTED)
def test_refusal_by_campaign_value(printed: str) -> None:
    assert [chance(cv, **PRINTED[printed]) for cv in range(3, 8)] == [Fraction(number) for number in printed.split()]


def test_fewest_points_for_seven_tenths_of_a_roman_of_6_next_to_a_city() -> None:
    chances = [chance(6, roman=True, city_hexes=1, defender_cunning=points) for points in range(5)]
    assert next(points for points, each in enumerate(chances) if each >= Fraction(7, 10)) == 2


@given(st.integers(0, 12), st.integers(-20, 20))
def test_refusal_by_its_formula(cv: int, drm: int) -> None:
    expected = Fraction(max(0, min(10, cv - drm + 1)), 10)
    assert odds("republic.refusal", cv=cv, drm=drm).p(refused=True) == expected


@given(st.booleans(), st.integers(0, 5), st.integers(0, 9), st.integers(0, 9), st.booleans(), st.booleans())
def test_modifiers_by_the_rule_written_again(marsh: bool, city: int, mine: int, theirs: int, river: bool, roman: bool) -> None:
    expected = -marsh - {1: 2, 2: 1}.get(city, 0) - mine + theirs + 3 * river + 4 * roman
    dist = odds(
        "republic.refusal_drm",
        mountain_or_marsh=marsh,
        city_hexes=city,
        defender_cunning=mine,
        attacker_cunning=theirs,
        only_over_river=river,
        roman=roman,
    )
    assert dist.p(drm=expected) == 1


@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 3), st.integers(0, 12))
def test_coordination_by_its_formula(active: int, inactive: int, distance: int, rivers: int) -> None:
    value = (active + inactive) // 2 - distance - rivers
    asked = {"cv_active": active, "cv_inactive": inactive, "distance": distance, "rivers": rivers}
    assert odds("republic.coordination_value", **asked).p(value=value) == 1
    assert odds("republic.coordination", **asked).p(coordinated=True) == Fraction(max(0, min(10, value + 1)), 10)


def test_campaign_values_7_and_6_at_one_hex_without_rivers() -> None:
    assert odds("republic.coordination", cv_active=7, cv_inactive=6, distance=1).p(coordinated=True) == Fraction(3, 5)
