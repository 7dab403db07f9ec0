"""Grappling and the scythes (8.12), and what follows in one activation."""

from fractions import Fraction
from itertools import product

import pytest

from rulesdemo import answer, odds
from rulesdemo.games.veneti.boarding import boarding
from rulesdemo.games.veneti.grappling import grapple, scythes
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset, ruleset

RULES = ruleset("veneti")
TARGETS = [(False, False), (False, True), (True, False), (True, True)]  # immobilised, grappled: DRM 0, +1, +2, +3


@procedure
def grapple_and_board(dice: Dice, rules: Ruleset, crew: int, marines: int, defenders: int, immobilised: bool) -> bool:
    return dice.do(grapple, rules, crew, immobilised, False).success and dice.do(boarding, rules, marines, defenders, -1).captured


@procedure
def all_three(dice: Dice, rules: Ruleset, crew: int, marines: int, defenders: int) -> bool:
    return dice.do(scythes, rules, crew).success and dice.do(grapple_and_board, rules, crew, marines, defenders, True)


@pytest.mark.parametrize(("crew", "chances"), [(1, "1/6 1/3 1/2 2/3"), (2, "1/3 1/2 2/3 5/6"), (3, "1/2 2/3 5/6 1"), (4, "2/3 5/6 1 1")])
def test_printed_table_of_grappling(crew: int, chances: str) -> None:
    row = [
        odds("veneti.grapple", crew=crew, immobilised=immobilised, grappled=grappled).p(success=True) for immobilised, grappled in TARGETS
    ]
    assert row == [Fraction(chance) for chance in chances.split()]


@pytest.mark.parametrize(("crew", "immobilised", "grappled"), list(product(range(1, 5), (False, True), (False, True))))
def test_grappling_face_by_face(crew: int, immobilised: bool, grappled: bool) -> None:
    good = sum(die + 2 * immobilised + grappled >= 7 - crew for die in range(1, 7))
    assert odds("veneti.grapple", crew=crew, immobilised=immobilised, grappled=grappled).p(success=True) == Fraction(good, 6)


@pytest.mark.parametrize("crew", range(1, 5))
def test_scythes_are_a_grapple_without_modifiers(crew: int) -> None:
    assert odds("veneti.scythes", crew=crew).p(success=True) == odds("veneti.grapple", crew=crew).p(success=True) == Fraction(crew, 6)


def test_printed_chances_of_one_activation() -> None:
    assert odds(grapple_and_board, RULES, 3, 3, 2, False).p(True) == Fraction(7, 24)
    assert odds(grapple_and_board, RULES, 3, 3, 2, True).p(True) == Fraction(35, 72)
    assert odds(all_three, RULES, 3, 3, 2).p(True) == Fraction(35, 144)


def test_a_grapple_rests_on_one_cell_of_ours() -> None:
    asked = answer("veneti.grapple", crew=2, immobilised=True, grappled=True)
    assert [(read.table, read.row, read.column, read.provenance) for read in asked.rests_on] == [("grapple", "2", "least", "reconstructed")]
