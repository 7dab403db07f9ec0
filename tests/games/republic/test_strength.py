"""Combat ratio and cavalry (8.31-d, 8.31-e)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import odds
from rulesdemo.rules.ruleset import ruleset

TERRAINS = ("flat", "rough", "mountain", "marsh")
STRENGTH = st.integers(1, 400)


def drm(attacker: int, defender: int, reading: str = "larger") -> int:
    (outcome,) = odds("republic.combat_ratio", attacker=attacker, defender=defender, rules=ruleset("republic", {"ratio_rounding": reading}))
    return int(outcome.drm)


def written_again(larger: int, smaller: int) -> int:
    """The modifier of the larger side, the quotient rounded down to 1, 1.5, 2, 3, 4 and so on."""
    if larger >= 2 * smaller:
        return larger // smaller
    return 1 if 2 * larger >= 3 * smaller else 0


def written_again_upwards(larger: int, smaller: int) -> int:
    """The same, the quotient rounded up."""
    if larger > 2 * smaller:
        return -(-larger // smaller)
    return 2 if 2 * larger > 3 * smaller else 1 if larger > smaller else 0


@given(STRENGTH, STRENGTH)
def test_the_ratio_by_the_rule_written_again(attacker: int, defender: int) -> None:
    if attacker >= defender:
        assert drm(attacker, defender) == written_again(attacker, defender)
        assert drm(attacker, defender, "defender") == written_again(attacker, defender)
    else:
        assert drm(attacker, defender) == -written_again(defender, attacker)
        assert drm(attacker, defender, "defender") == -written_again_upwards(defender, attacker)


@given(STRENGTH, STRENGTH)
def test_sides_swapped_swap_the_sign(attacker: int, defender: int) -> None:
    assert drm(attacker, defender) == -drm(defender, attacker)


@given(STRENGTH, STRENGTH, st.sampled_from(("larger", "defender")))
def test_one_point_more_never_hurts(attacker: int, defender: int, reading: str) -> None:
    assert drm(attacker, defender, reading) <= drm(attacker + 1, defender, reading)


@given(STRENGTH, STRENGTH)
def test_the_two_readings_differ_by_one_at_most_and_for_the_defender(attacker: int, defender: int) -> None:
    assert drm(attacker, defender) - drm(attacker, defender, "defender") in (0, 1)


def bands(text: str) -> tuple[int, int | None]:
    low, _, high = text.rstrip("+").partition("-")
    return int(low), int(high) if high else None


@pytest.mark.parametrize("terrain", TERRAINS)
@pytest.mark.parametrize("roman", [False, True])
def test_cavalry_is_what_the_printed_bands_say(terrain: str, roman: bool) -> None:
    for gap in range(60):
        (outcome,) = odds("republic.cavalry", gap=gap, terrain=terrain, roman=roman)
        assert odds("republic.cavalry", gap=-gap, terrain=terrain, roman=roman).p(drm=-outcome.drm) == 1
        (band,) = odds("republic.cavalry_band", drm=outcome.drm, terrain=terrain, roman=roman)
        if band.gap is None:
            assert outcome.drm == 0
            continue
        low, high = bands(band.gap)
        assert low <= gap
        assert high is None or gap <= high


def test_cavalry_by_its_formula() -> None:
    divisors = {("flat", False): 3, ("rough", False): 5, ("flat", True): 5}
    for terrain in TERRAINS:
        for roman in (False, True):
            for gap in range(60):
                divisor = divisors.get((terrain, roman))
                expected = min(8, gap // divisor) if divisor else 0
                assert odds("republic.cavalry", gap=gap, terrain=terrain, roman=roman).p(drm=expected) == Fraction(1)


def test_no_band_where_cavalry_counts_for_nothing() -> None:
    for terrain, roman in (("rough", True), ("mountain", False), ("marsh", True)):
        assert odds("republic.cavalry_band", drm=1, terrain=terrain, roman=roman).p(gap=None) == 1


def test_30_against_89_with_11_cavalry_less_on_flat_ground_is_minus_5() -> None:
    dist = odds("republic.force_drm", attacker_sp=30, defender_sp=89, defender_cavalry=11)
    assert dist.p(ratio=-2, cavalry=-3, drm=-5) == 1


@given(STRENGTH, STRENGTH, st.integers(0, 40), st.integers(0, 40), st.sampled_from(TERRAINS))
def test_between_romans_both_count_as_romans(attacker_sp: int, defender_sp: int, mine: int, theirs: int, terrain: str) -> None:
    both, attacker, defender = (
        odds(
            "republic.force_drm",
            attacker_sp=attacker_sp,
            defender_sp=defender_sp,
            attacker_cavalry=mine,
            defender_cavalry=theirs,
            terrain=terrain,
            roman=roman,
        )
        for roman in ("both", "attacker", "defender")
    )
    assert both == (attacker if mine > theirs else defender)
