"""Fatigue and what a sprint costs (6.42 to 6.45)."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import answer, odds
from rulesdemo.rules.ruleset import ruleset

CREWS = (1, 2, 3, 4)
DROPS_ALL = ruleset("veneti", {"fatigue_recovery": "all"})


def level(crew: int, modified: int) -> int:
    """The closed form of our table."""
    return 0 if modified <= crew + 1 else 2 if modified <= crew + 4 else 3


def cost(cruise: int, marker: int) -> int:
    """What a marker takes from Cruise until it is gone, turn by turn."""
    lost = 0
    while marker:
        lost += cruise - max(1, cruise - marker)
        marker -= 1
    return lost


@pytest.mark.parametrize(
    ("beyond", "none", "two", "three", "mean"),
    [(0, "2/3", "1/3", "0", "2/3"), (1, "1/2", "1/2", "0", "1"), (2, "1/3", "1/2", "1/6", "3/2")],
)
def test_printed_fatigue_of_crew_3(beyond: int, none: str, two: str, three: str, mean: str) -> None:
    dist = odds("veneti.fatigue", crew=3, cruise=4, used=4 + beyond)
    assert [dist.p(level=each) for each in (0, 2, 3)] == [Fraction(none), Fraction(two), Fraction(three)]
    assert dist.mean("level") == Fraction(mean)


@pytest.mark.parametrize(("crew", "mean"), [(3, Fraction(5, 2)), (4, Fraction(3, 2))])
def test_printed_mean_cost_of_a_sprint_that_gains_two(crew: int, mean: Fraction) -> None:
    assert odds("veneti.sprint_cost", crew=crew, cruise=4, used=6).mean("pm_lost") == mean
    assert (mean > 2) == (crew == 3)  # so it pays for crew 4 only


@given(st.sampled_from(CREWS), st.integers(1, 20), st.integers(0, 60))
def test_fatigue_face_by_face(crew: int, cruise: int, used: int) -> None:
    faces = [level(crew, die + max(0, used - cruise)) for die in range(1, 7)]
    dist = odds("veneti.fatigue", crew=crew, cruise=cruise, used=used)
    assert [dist.p(level=each) for each in (0, 2, 3)] == [Fraction(faces.count(each), 6) for each in (0, 2, 3)]


@given(st.sampled_from(CREWS), st.integers(1, 20), st.integers(0, 60))
def test_sprint_cost_face_by_face(crew: int, cruise: int, used: int) -> None:
    markers = [level(crew, die + max(0, used - cruise)) for die in range(1, 7)]
    assert odds("veneti.sprint_cost", crew=crew, cruise=cruise, used=used).mean("pm_lost") == Fraction(
        sum(cost(cruise, each) for each in markers), 6
    )
    dropped = odds("veneti.sprint_cost", crew=crew, cruise=cruise, used=used, rules=DROPS_ALL)
    assert dropped.mean("pm_lost") == Fraction(sum(cost(cruise, max(0, each - 1)) for each in markers), 6)


@given(st.integers(1, 20), st.integers(0, 60))
def test_a_better_crew_tires_less(cruise: int, used: int) -> None:
    means = [odds("veneti.fatigue", crew=crew, cruise=cruise, used=used).mean("level") for crew in CREWS]
    assert means == sorted(means, reverse=True)


def test_a_marker_lasts_as_many_turns_as_it_says() -> None:
    for start in (2, 3):
        marker = next(iter(odds("veneti.fatigue_recovery", level=start, placed_now=True))).level
        tired = 0
        while marker:
            tired += 1
            marker = next(iter(odds("veneti.fatigue_recovery", level=marker))).level
        assert tired == start


@pytest.mark.parametrize(("crew", "used"), list(product(CREWS, (4, 6, 30))))
def test_fatigue_rests_on_the_six_cells_it_reads(crew: int, used: int) -> None:
    asked = answer("veneti.fatigue", crew=crew, cruise=4, used=used)
    rows = {str(min(9, die + used - 4)) for die in range(1, 7)}
    assert {(read.table, read.row, read.column) for read in asked.rests_on} == {("fatigue", row, str(crew)) for row in rows}
    printed = {(read.row, read.column) for read in asked.rests_on if read.provenance == "seed"}
    assert printed == {(row, "3") for row in rows & {"4", "7"} if crew == 3}


def test_the_ruling_is_named_for_a_fresh_marker_alone() -> None:
    fresh = {"level": 2, "placed_now": True}
    for rules, setting in ((ruleset("veneti"), "skip_fresh"), (DROPS_ALL, "all")):
        asked = answer("veneti.fatigue_recovery", rules=rules, **fresh)
        assert [(read.switch, read.value, read.ruling) for read in asked.rests_on] == [("fatigue_recovery", setting, "A12")]
        assert asked.provenance == "ruling"
    assert answer("veneti.fatigue_recovery", level=2).rests_on == []
    assert answer("veneti.fatigue_recovery", rules=DROPS_ALL, level=2).rests_on == []
