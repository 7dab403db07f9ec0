"""Missile fire (8.43 to 8.45, 8.51)."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import answer, odds

FACES = range(1, 7)


def result(marines: int, modified: int) -> str:
    """Our table once more: where ordinary hits and flames begin in each column."""
    hit, flame = (6, 7) if marines <= 2 else (5, 6) if marines <= 4 else (4, 6)
    modified = min(7, max(1, modified))
    return "DF" if modified >= flame else "D" if modified >= hit else ""


def dist_by_hand(marines: int, drm: int, flaming: bool) -> dict[tuple[int, bool], Fraction]:
    counts: Counter[tuple[int, bool]] = Counter()
    for die, second in product(FACES, FACES):
        shot = result(marines, die + drm)
        counts[int("D" in shot), flaming and "F" in shot and second >= 4] += 1
    return {outcome: Fraction(count, 36) for outcome, count in counts.items()}


@pytest.mark.parametrize(("marines", "drm"), list(product(range(1, 8), range(-7, 8))))
def test_every_throw_of_one_or_two_dice(marines: int, drm: int) -> None:
    for flaming in (False, True):
        assert dict(odds("veneti.missiles", marines=marines, drm=drm, flaming=flaming).items()) == dist_by_hand(marines, drm, flaming)


@given(st.integers(1, 10**12), st.integers(-(10**12), 10**12), st.booleans())
def test_any_marines_and_any_modifier(marines: int, drm: int, flaming: bool) -> None:
    assert dict(odds("veneti.missiles", marines=marines, drm=drm, flaming=flaming).items()) == dist_by_hand(marines, drm, flaming)


@pytest.mark.parametrize(("marines", "chances"), [(3, "1/12 1/6 1/4"), (4, "1/12 1/6 1/4"), (1, "0 1/12 1/6"), (2, "0 1/12 1/6")])
def test_printed_chances_of_one_flaming_shot(marines: int, chances: str) -> None:
    row = [odds("veneti.missiles", marines=marines, drm=drm, flaming=True).p(fire=True) for drm in range(3)]
    assert row == [Fraction(chance) for chance in chances.split()]


@given(st.integers(1, 9), st.integers(-9, 9))
def test_flames_change_neither_modifier_nor_depletion(marines: int, drm: int) -> None:
    plain, flaming = (odds("veneti.missiles", marines=marines, drm=drm, flaming=flaming) for flaming in (False, True))
    assert plain.marginal("depletion") == flaming.marginal("depletion")
    assert plain.p(fire=True) == 0


@pytest.mark.parametrize(("two_hexes", "height", "immobilised"), list(product((False, True), (-1, 0, 1), (False, True))))
def test_every_sum_of_modifiers(two_hexes: bool, height: int, immobilised: bool) -> None:
    (outcome,) = odds("veneti.missile_drm", two_hexes=two_hexes, height=height, immobilised=immobilised)
    assert outcome.drm == height + immobilised - two_hexes


@pytest.mark.parametrize(
    ("marines", "targets", "columns"),
    [(3, 2, ("1-2", "1-2")), (1, 1, ("1-2",)), (5, 2, ("3-4", "1-2")), (9, 2, ("5+", "3-4")), (5, 1, ("5+",)), (12, 12, ("1-2",) * 12)],
)
def test_columns_of_split_fire(marines: int, targets: int, columns: tuple[str, ...]) -> None:
    (outcome,) = odds("veneti.fire_split", marines=marines, targets=targets)
    assert outcome == (True, columns)


@given(st.integers(1, 50), st.integers(1, 12))
def test_fire_is_split_when_there_is_a_marine_for_each_target(marines: int, targets: int) -> None:
    (outcome,) = odds("veneti.fire_split", marines=marines, targets=targets)
    assert outcome.legal == (marines >= targets)
    assert len(outcome.columns) == (targets if outcome.legal else 0)


def test_the_roll_for_fire_is_read_only_after_a_flame() -> None:
    assert {read.table for read in answer("veneti.missiles", marines=1, drm=0, flaming=True).rests_on} == {"missile_fire"}
    assert {read.table for read in answer("veneti.missiles", marines=1, drm=1, flaming=True).rests_on} == {"missile_fire", "ignite"}
    assert {read.table for read in answer("veneti.missiles", marines=1, drm=1).rests_on} == {"missile_fire"}
