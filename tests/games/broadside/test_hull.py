"""Hull sections and masts."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.api import odds

sections = st.lists(st.integers(1, 9), min_size=1, max_size=5)


@pytest.mark.parametrize(
    ("emptied", "none_left", "some_lost"), [(1, "0", "1/2"), (2, "1/4", "3/4"), (3, "1/2", "7/8"), (4, "11/16", "15/16")]
)
def test_item_16_masts(emptied: int, none_left: str, some_lost: str) -> None:
    dist = odds("broadside.mast_loss", sections=emptied)
    assert dist.p(masts_lost=2) == Fraction(none_left)
    assert 1 - dist.p(masts_lost=0) == Fraction(some_lost)


@pytest.mark.parametrize("emptied", [0, 1, 2, 5, 12, 100, 1000])
def test_masts_are_a_binomial_cut_at_two(emptied: int) -> None:
    dist = odds("broadside.mast_loss", sections=emptied)
    for lost in (0, 1):
        assert dist.p(masts_lost=lost) == Fraction(comb(emptied, lost), 2**emptied)
    assert set(dist.marginal("masts_lost")) <= {0, 1, 2}


@given(sections, st.integers(0, 50), st.integers(0, 50))
def test_hull_damage_point_by_point(parts: list[int], lost: int, damage: int) -> None:
    left = list(parts)
    marks = []
    for points in (lost, damage):
        for _ in range(points):
            for place, part in enumerate(left):
                if part:
                    left[place] -= 1
                    break
        marks.append(left.count(0))
    dist = odds("broadside.hull_damage", sections=tuple(parts), lost=lost, damage=damage)
    assert dist.p(hull=sum(left), emptied=marks[1] - marks[0], destroyed=marks[1]) == 1
