"""Fractions are rounded by rulings: an answer rests on one exactly where there was a fraction."""

from fractions import Fraction
from typing import Any

import pytest

from rulesdemo import odds
from rulesdemo.analysis.catalogue import answer
from rulesdemo.games.broadside.rounding import rounded
from rulesdemo.rules.ruleset import ruleset

RULES = ruleset("broadside")


@pytest.mark.parametrize(
    ("what", "thirds"),
    [
        ("boarding_share", [-1, -1, 0, 0, 0, 1, 1]),
        ("halved_force", [-1, -1, 0, 0, 0, 1, 1]),
        ("explosion_loss", [0, 0, 0, 1, 1, 1, 2]),
        ("night_sight", [0, 0, 0, 1, 1, 1, 2]),
        ("crew_force", [-1, 0, 0, 0, 1, 1, 1]),
    ],
)
def test_thirds_are_rounded_as_ruled(what: str, thirds: list[int]) -> None:
    assert [rounded(RULES, what, Fraction(number, 3)) for number in range(-2, 5)] == thirds


def test_halves_of_a_crews_force_go_up() -> None:
    assert [rounded(RULES, "crew_force", Fraction(number, 2)) for number in (-1, 1, 3)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("name", "even", "odd"),
    [
        ("boarding_shares", {"side_a": (4,), "side_b": (2, 2)}, {"side_a": (5,), "side_b": (2, 2)}),
        ("boarding_round", {"side_a": (4,), "side_b": (2, 2)}, {"side_a": (5,), "side_b": (2, 2)}),
        ("explosion", {"initial": 8, "near_initial": 8}, {"initial": 5}),
        ("sight", {"hexes": 20, "minutes": 0}, {"hexes": 6, "minutes": 0}),
        ("crew_quality", {"quality": 2, "boarding": 10}, {"quality": 2, "boarding": 5}),
        ("gun_force", {"force": 8, "wind": 5}, {"force": 7, "wind": 5}),
    ],
)
def test_an_answer_rests_on_the_rounding_where_there_is_a_fraction(name: str, even: dict[str, Any], odd: dict[str, Any]) -> None:
    tables = [{getattr(read, "table", "") for read in answer(f"broadside.{name}", **asked).rests_on} for asked in (even, odd)]
    assert ["rounding" in found for found in tables] == [False, True]
    assert answer(f"broadside.{name}", **odd).provenance != "seed"


def test_a_full_tie_is_our_reading() -> None:
    assert answer("broadside.tie").provenance == "ruling"
    same = {"spent_a": 3, "spent_b": 3, "m_a": 4, "m_b": 4, "hull_a": 9}
    assert [answer("broadside.shared_hex", **same, hull_b=hull).provenance for hull in (9, 8)] == ["ruling", "seed"]


def test_another_rounding_can_be_tried() -> None:
    up = ruleset("broadside", patches={("rounding", "boarding_share", "fraction"): "up"})
    assert odds("broadside.boarding_shares", rules=up, side_a=(5,), side_b=(2, 2)).p(on_each_of_b=3) == 1
