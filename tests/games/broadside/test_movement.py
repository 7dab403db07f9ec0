"""Movement: M in every wind, the inertia window, and the tie for a hex."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.api import odds
from rulesdemo.games.broadside.movement import tie
from rulesdemo.odds.procedure import attempts
from rulesdemo.rules.ruleset import ruleset

# T3 typed a second time: change to M by wind force, for any ship, for a running one, for a small one.
ANY = {1: -2, 2: -1, 3: 0, 4: 1, 5: -1, 6: -2}
RUNNING = {1: -3}
SMALL = {4: -1, 5: -2, 6: -3}


@given(
    m=st.integers(0, 9),
    point=st.sampled_from("ABCD"),
    wind=st.integers(0, 6),
    hull=st.integers(1, 12),
    masts=st.integers(0, 9),
    sail=st.booleans(),
    hits=st.integers(0, 3),
    anchored=st.booleans(),
)
def test_t3_m_in_every_wind(*, m: int, point: str, wind: int, hull: int, masts: int, sail: bool, hits: int, anchored: bool) -> None:
    if point == "A" or wind == 0 or anchored:
        wanted = 0
    else:
        change = ANY[wind]
        if hull < 4 and wind in SMALL:
            change = SMALL[wind]
        if point == "D" and wind in RUNNING:
            change = RUNNING[wind]
        wanted = max(0, max(0, m - masts) + change + (2 if sail and wind < 4 else 0) - hits)
    dist = odds(
        "broadside.m_available",
        m=m,
        point=point,
        wind=wind,
        hull_initial=hull,
        mast_points_lost=masts,
        full_sail=sail,
        rigging_hits=hits,
        anchored=anchored,
    )
    assert dist.p(m=wanted) == 1


@given(st.integers(0, 9), st.integers(0, 4), st.integers(0, 9))
def test_b6_the_window(m: int, inertia: int, speed: int) -> None:
    legal = [spent for spent in range(m + 1) if speed - inertia <= spent <= speed + inertia] or [m]
    assert odds("broadside.speed_window", m=m, inertia=inertia, speed_last=speed).p(least=min(legal), most=max(legal)) == 1
    assert odds("broadside.legal_spend", m=m, inertia=inertia, speed_last=speed).p(spend=tuple(legal)) == 1


def test_bt01_the_example_offers_three_speeds() -> None:
    ((least, most),) = odds("broadside.speed_window", m=5, inertia=1, speed_last=3)
    assert list(range(least, most + 1)) == [2, 3, 4]


def test_two_headings_reach() -> None:
    points = [
        next(iter(odds("broadside.point_of_sailing", heading=heading, wind_from="SE"))).point
        for heading in ("N", "NE", "SE", "S", "SW", "NW")
    ]
    assert sorted(points) == ["A", "B", "B", "C", "C", "D"]


def test_b9_a_tie_by_brute_force() -> None:
    won = [a > b for a, b in product(range(1, 7), repeat=2) if a != b]
    assert odds("broadside.tie").p(winner="a") == Fraction(sum(won), len(won))
    assert attempts(tie, ruleset("broadside")) == Fraction(36, len(won))


ratings = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2))


@given(ratings, ratings)
def test_iv_who_keeps_the_hex(a: tuple[int, int, int], b: tuple[int, int, int]) -> None:
    dist = odds("broadside.shared_hex", spent_a=a[0], spent_b=b[0], m_a=a[1], m_b=b[1], hull_a=a[2], hull_b=b[2])
    first = next(((mine > theirs) for mine, theirs in zip(a, b, strict=True) if mine != theirs), None)
    assert dist.p(winner="a") == (Fraction(1, 2) if first is None else int(first))


@pytest.mark.parametrize("side", ["left", "right"])
def test_six_pivots_come_round(side: str) -> None:
    heading, seen = "N", []
    for _ in range(6):
        ((heading, degrees),) = odds("broadside.pivot", heading=heading, side=side)
        assert degrees == 60
        seen.append(heading)
    assert seen == (["NE", "SE", "S", "SW", "NW", "N"] if side == "right" else ["NW", "SW", "S", "SE", "NE", "N"])
