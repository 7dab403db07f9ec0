"""Initiative (1.18): the tie, and how long it takes to break it."""

from fractions import Fraction
from itertools import product

import pytest

from rulesdemo import answer, odds
from rulesdemo.games.toulon.initiative import initiative
from rulesdemo.odds.procedure import attempts
from rulesdemo.rules.ruleset import ruleset

RULES = ruleset("toulon")


def test_item_10_a_throw_ties_once_in_six() -> None:
    assert initiative.again(RULES) == Fraction(1, 6)
    assert odds("toulon.initiative_tie").p(tied=True) == Fraction(1, 6)


def test_item_10_mean_rolls() -> None:
    assert attempts(initiative, RULES) == Fraction(6, 5)


def test_item_10_two_ties_running() -> None:
    assert odds("toulon.initiative_tie", throws=2).p(tied=True) == Fraction(1, 36)


def test_winner_by_every_pair_of_faces() -> None:
    pairs = [pair for pair in product(range(1, 7), repeat=2) if pair[0] != pair[1]]
    allied = Fraction(sum(own > other for own, other in pairs), len(pairs))
    assert odds("toulon.initiative").p(winner="allied") == allied


@pytest.mark.parametrize("throws", [0, 1, 2, 3, 1000])
def test_ties_running(throws: int) -> None:
    assert odds("toulon.initiative_tie", throws=throws).p(tied=True) == Fraction(1, 6**throws)


def test_t13_the_die_is_reconstructed() -> None:
    asked = answer("toulon.initiative")
    assert asked.provenance == "reconstructed"
    assert {(read.table, read.row) for read in asked.rests_on} == {("initiative", "dice"), ("initiative", "sides")}
