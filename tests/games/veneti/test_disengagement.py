"""Breaking loose (8.31 to 8.33)."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import odds
from rulesdemo.games.veneti.disengagement import disengage
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset, ruleset


@procedure
def free_of_all(dice: Dice, rules: Ruleset, crew: int, drms: tuple[int, ...]) -> bool:
    return all(dice.do(disengage, rules, crew, drm).free for drm in drms)


@pytest.mark.parametrize(
    ("crew", "chances"),
    [(0, "0 1/6 1/3 1/2 2/3"), (1, "1/6 1/3 1/2 2/3 5/6"), (2, "1/3 1/2 2/3 5/6 1"), (3, "1/2 2/3 5/6 1 1"), (4, "2/3 5/6 1 1 1")],
)
def test_printed_table_of_disengagement(crew: int, chances: str) -> None:
    row = [odds("veneti.disengage", crew=crew, drm=drm).p(free=True) for drm in range(5)]
    assert row == [Fraction(chance) for chance in chances.split()]


@given(st.integers(0, 4), st.integers(-(10**12), 10**12))
def test_disengagement_face_by_face(crew: int, drm: int) -> None:
    good = sum(die + drm >= 7 - crew for die in range(1, 7))
    assert odds("veneti.disengage", crew=crew, drm=drm).p(free=True) == Fraction(good, 6)


def test_printed_chance_to_get_free_of_two() -> None:
    assert odds(free_of_all, ruleset("veneti"), 3, (0, 0)).p(True) == Fraction(1, 4)


@pytest.mark.parametrize(
    ("repelled", "better", "both", "held_by"), list(product((False, True), (False, True), (False, True), (1, 2, 3, 10)))
)
def test_every_sum_of_modifiers(repelled: bool, better: bool, both: bool, held_by: int) -> None:
    (outcome,) = odds("veneti.disengage_drm", repelled_boarding=repelled, better_crew=better, controls_both=both, held_by=held_by)
    assert outcome.drm == repelled + (better and held_by == 1) + 2 * both
