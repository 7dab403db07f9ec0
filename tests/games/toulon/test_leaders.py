"""Leaders (6.6): the wound table cell by cell, and the time away."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import answer, odds
from rulesdemo.analysis.catalogue import find

SUMS = {3: "superficial", 4: "superficial", 5: "superficial", 6: "light", 7: "light", 8: "light", 9: "serious", 10: "serious", 11: "grave"}
FACES = range(1, 7)


def fate(first: int, second: int, *, bonaparte: bool) -> str:
    found = "killed" if first == second else SUMS[first + second]
    return "serious" if bonaparte and found in ("killed", "grave") else found


def away(name: str, face: int) -> int | None:
    """Turns away, with one more die for all: a D3 is its half, rounded up."""
    return {"superficial": 0, "light": (face + 1) // 2, "serious": face}.get(name)


def brute(*, bonaparte: bool) -> dict[tuple[str, int | None], Fraction]:
    count: Counter[tuple[str, int | None]] = Counter()
    for first, second, face in product(FACES, repeat=3):
        name = fate(first, second, bonaparte=bonaparte)
        count[name, away(name, face)] += 1
    return {outcome: Fraction(n, 216) for outcome, n in count.items()}


@pytest.mark.parametrize("bonaparte", [False, True])
def test_66_wound_by_every_face(bonaparte: bool) -> None:
    dist = odds("toulon.leader_wound", bonaparte=bonaparte)
    assert {tuple(outcome): p for outcome, p in dist.items()} == brute(bonaparte=bonaparte)


def test_item_1_a_hit_leader() -> None:
    dist = odds("toulon.leader_wound").marginal("fate")
    printed = {"killed": "1/6", "superficial": "2/9", "light": "7/18", "serious": "1/6", "grave": "1/18"}
    assert dict(dist.items()) == {name: Fraction(p) for name, p in printed.items()}


def test_item_2_gone_for_good() -> None:
    assert odds("toulon.leader_wound").p(turns_away=None) == Fraction(2, 9)
    assert odds("toulon.leader_after_combat", chance="1/6").p(turns_away=None) == Fraction(1, 27)


def test_item_3_turns_away() -> None:
    dist = odds("toulon.leader_wound").marginal("turns_away")
    few, many = Fraction(17, 108), Fraction(1, 36)
    assert dict(dist.items()) == {0: Fraction(2, 9), 1: few, 2: few, 3: few, 4: many, 5: many, 6: many, None: Fraction(2, 9)}
    assert dist.where(lambda turns: turns is not None).mean() == Fraction(7, 4)


def test_item_4_back_by_next_turn() -> None:
    dist = odds("toulon.leader_return", turn=7)
    assert dist.chance(lambda leader: leader.back_on is not None and leader.back_on <= 8) == Fraction(41, 108)


def test_cells_of_the_grid_that_mean_light() -> None:
    assert odds("toulon.leader_wound").p(fate="light") == Fraction(14, 36)


@pytest.mark.parametrize("faces", [(4, 4), (1, 1), (5, 6), (6, 5)])
def test_d8_d9_gone_for_good_has_no_turns_away(faces: tuple[int, int]) -> None:
    assert find("toulon.leader_wound").replay({}, faces).value.turns_away is None
    assert find("toulon.leader_return").replay({"turn": 3}, faces).value.back_on is None


def test_412f_bonaparte_always_comes_back() -> None:
    dist = odds("toulon.leader_wound", bonaparte=True)
    assert dist.chance(lambda leader: leader.turns_away is None or leader.fate in ("killed", "grave")) == 0


@given(st.integers(1, 10**6), st.booleans())
def test_66_back_on_the_turn_now_plus_the_absence(turn: int, bonaparte: bool) -> None:
    wound = odds("toulon.leader_wound", bonaparte=bonaparte)
    back = odds("toulon.leader_return", turn=turn, bonaparte=bonaparte)
    for outcome, p in wound.items():
        on = None if outcome.turns_away is None else turn + outcome.turns_away
        assert back.p(fate=outcome.fate, back_on=on) == p


@given(st.fractions(0, 1, max_denominator=500), st.booleans())
def test_66_after_combat_at_any_chance(p: Fraction, bonaparte: bool) -> None:
    dist = odds("toulon.leader_after_combat", chance=str(p), bonaparte=bonaparte)
    expected = {outcome: p * chance for outcome, chance in brute(bonaparte=bonaparte).items() if p}
    if p < 1:
        expected["unhurt", 0] = 1 - p
    assert {tuple(outcome): chance for outcome, chance in dist.items()} == expected


@pytest.mark.parametrize("name", ["killed", "superficial", "light", "serious"])
def test_66_the_source_awards_no_vp_for_other_fates(name: str) -> None:
    (effect,) = odds("toulon.wound_effect", fate=name)
    assert effect.vp_awarded is None


def test_t25_only_bonaparte_is_reconstructed() -> None:
    assert answer("toulon.leader_wound").provenance == "seed"
    assert answer("toulon.leader_wound", bonaparte=True).provenance == "reconstructed"


@pytest.mark.parametrize(("alone", "friendly"), list(product((False, True), repeat=2)))
def test_49s_bonaparte_is_captured_only_alone_and_abroad(alone: bool, friendly: bool) -> None:
    captured = odds("toulon.bonaparte_captured", chance="1/4", alone=alone, friendly_zone=friendly).p(captured=True)
    assert captured == (Fraction(1, 4) if alone and not friendly else 0)
