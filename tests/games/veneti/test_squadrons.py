"""Stragglers, double activation and confusion (6.16, 6.18)."""

from fractions import Fraction
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import answer, odds
from rulesdemo.games.veneti.squadrons import confusion, double_activation, straggler
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset, ruleset

RULES = ruleset("veneti")


@procedure
def all_obey(dice: Dice, rules: Ruleset, crews: tuple[int, ...]) -> bool:
    return all(dice.do(straggler, rules, crew).obeys for crew in crews)


@procedure
def left_idle(dice: Dice, rules: Ruleset, initiative: int) -> bool:
    return not dice.do(double_activation, rules, initiative).success and dice.do(confusion, rules).result == "idle"


@pytest.mark.parametrize(("crew", "chance"), [(0, "0"), (1, "1/6"), (2, "1/3"), (3, "1/2"), (4, "2/3")])
def test_printed_chances_of_stragglers(crew: int, chance: str) -> None:
    assert odds("veneti.straggler", crew=crew).p(obeys=True) == Fraction(chance)
    for ships in range(5):
        assert odds(all_obey, RULES, (crew,) * ships).p(True) == Fraction(chance) ** ships


def test_three_stragglers_of_crew_2_all_obey() -> None:
    assert odds(all_obey, RULES, (2, 2, 2)).p(True) == Fraction(1, 27)


@given(st.lists(st.integers(0, 4), max_size=4))
def test_stragglers_roll_apart(crews: list[int]) -> None:
    assert odds(all_obey, RULES, tuple(crews)).p(True) == prod((Fraction(crew, 6) for crew in crews), start=Fraction(1))


@given(st.integers(0, 10**12))
def test_double_activation_is_initiative_in_six_and_at_most_five(initiative: int) -> None:
    success = Fraction(min(initiative, 5), 6)
    assert odds("veneti.double_activation", initiative=initiative).p(success=True) == success
    assert odds(left_idle, RULES, initiative).p(True) == (1 - success) / 6


def test_double_activation_rests_on_one_line_of_our_table() -> None:
    asked = answer("veneti.double_activation", initiative=99)
    assert {(read.table, read.row) for read in asked.rests_on} == {("double_activation", "5")}
    assert asked.provenance == "reconstructed"


def test_a_straggler_rests_on_the_text_alone() -> None:
    assert answer("veneti.straggler", crew=2).rests_on == []
    assert answer("veneti.straggler", crew=2).provenance == "seed"
