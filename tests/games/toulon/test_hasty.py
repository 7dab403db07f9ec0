"""Hasty attacks (6.3): ratios, columns, and the faces that the defender can reach."""

from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import answer, odds
from rulesdemo.rules.ruleset import ruleset

OTHER = ruleset("toulon", {"hasty_adjust": "n_minus_3_plus_hasty"})
strengths = st.integers(1, 200)

# The columns from the worst to the best that these strengths can reach.
COLUMNS = ["1:3", "1:2", *(f"{n}:1" for n in range(1, 201))]


@pytest.mark.parametrize(("adjust", "printed"), [(1, "1/3 1/2 1/2 1/2 1/2 1/3"), (2, "1/2 2/3 5/6 5/6 2/3 1/2")])
def test_item_11_faces_within_reach(adjust: int, printed: str) -> None:
    chances = [odds("toulon.hasty_reach", adjust=adjust, face=face).p(reached=True) for face in range(1, 7)]
    assert chances == [Fraction(p) for p in printed.split()]


@pytest.mark.parametrize("adjust", range(1, 7))
def test_item_11_any_single_face_can_be_dodged(adjust: int) -> None:
    assert all(odds("toulon.hasty_reach", adjust=adjust, face=face).p(avoided=True) == 1 for face in range(1, 7))


@given(st.integers(0, 12), st.integers(1, 6))
def test_reach_by_every_face(adjust: int, face: int) -> None:
    dist = odds("toulon.hasty_reach", adjust=adjust, face=face)
    moved = [{die + step for step in range(-adjust, adjust + 1)} for die in range(1, 7)]
    assert dist.p(reached=True) == Fraction(sum(face in ends for ends in moved), 6)
    assert dist.p(avoided=True) == Fraction(sum(ends != {face} for ends in moved), 6)


@given(strengths, strengths, st.booleans())
def test_63_ratio_column_and_adjustment(attack: int, defence: int, hasty: bool) -> None:
    (result,) = odds("toulon.hasty", attack=attack, defence=defence, hasty=hasty)
    if attack >= defence:
        ratio, n = f"{floor(Fraction(attack, defence))}:1", 1
    else:
        n = ceil(Fraction(defence, attack))
        ratio = f"1:{n}"
    column = COLUMNS.index(ratio) if ratio in COLUMNS else 0
    assert result.ratio == ratio
    assert result.column == COLUMNS[max(0, column - hasty)]
    assert result.adjust_max == max(0, n - 2)


@given(strengths, strengths, st.booleans())
def test_t7_the_other_reading(attack: int, defence: int, hasty: bool) -> None:
    (ours,) = odds("toulon.hasty", attack=attack, defence=defence, hasty=hasty)
    (other,) = odds("toulon.hasty", rules=OTHER, attack=attack, defence=defence, hasty=hasty)
    below = 2 * attack < defence
    assert other.adjust_max == ours.adjust_max - (below and not hasty)
    assert (other.ratio, other.column) == (ours.ratio, ours.column)


@given(strengths, strengths, strengths)
def test_63_more_defenders_never_help_the_attacker(attack: int, defence: int, more: int) -> None:
    (before,) = odds("toulon.hasty", attack=attack, defence=defence)
    (after,) = odds("toulon.hasty", attack=attack, defence=defence + more)
    assert COLUMNS.index(after.column) <= COLUMNS.index(before.column)
    assert after.adjust_max >= before.adjust_max


@pytest.mark.parametrize(
    ("attack", "defence", "hasty", "provenance"),
    [(4, 8, False, "seed"), (4, 9, False, "ruling"), (4, 15, True, "ruling"), (4, 8, True, "reconstructed"), (8, 4, True, "reconstructed")],
)
def test_t7_t37_rest_on_what_bites(attack: int, defence: int, hasty: bool, provenance: str) -> None:
    assert answer("toulon.hasty", attack=attack, defence=defence, hasty=hasty).provenance == provenance


def test_t7_the_switch_is_rested_on_only_below_1_2() -> None:
    assert answer("toulon.hasty", OTHER, attack=4, defence=8).rests_on == []
    assert "n_minus_3_plus_hasty" in {getattr(read, "value", "") for read in answer("toulon.hasty", OTHER, attack=4, defence=9).rests_on}
