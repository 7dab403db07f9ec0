"""How fires end and spread (8.51, 8.53, 8.54)."""

from fractions import Fraction
from itertools import product

import pytest

from rulesdemo import odds
from rulesdemo.games.veneti.fire import Burning, Neighbour, burn_beside, burn_once, has_ended, is_settled, spread
from rulesdemo.odds.chains import Chain
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset, ruleset

RULES = ruleset("veneti")
BURNING = Chain(burn_once, Burning("burning"), is_settled, RULES)
BESIDE = Chain(burn_beside, Neighbour("burning", caught=False), has_ended, RULES)


@procedure
def spread_again(dice: Dice, rules: Ruleset, caught: bool) -> bool:  # noqa: ARG001 - the chain ends when she has caught fire
    return dice.do(spread, rules).burns


def test_printed_ends_of_a_burning_ship() -> None:
    assert dict(BURNING.ends().items()) == {("lost",): Fraction(1, 3), ("out",): Fraction(2, 3)}
    assert BURNING.mean_turns() == 2


@pytest.mark.parametrize(("rolls", "out"), [(0, "0"), (1, "1/3"), (2, "1/2"), (3, "7/12"), (4, "5/8")])
def test_printed_chances_that_the_fire_is_out(rolls: int, out: str) -> None:
    assert odds("veneti.burning", rolls=rolls).p(state="out") == Fraction(out)


@pytest.mark.parametrize("rolls", [0, 1, 2, 3, 10, 1000])
def test_each_roll_halves_what_burns(rolls: int) -> None:
    dist = odds("veneti.burning", rolls=rolls)
    burning = Fraction(1, 2) ** rolls
    assert [dist.p(state=state) for state in ("burning", "out", "lost")] == [
        burning,
        (1 - burning) * Fraction(2, 3),
        (1 - burning) * Fraction(1, 3),
    ]
    assert dist == BURNING.within(rolls)


def test_two_rolls_face_by_face() -> None:
    ends = [
        next((("lost" if die == 1 else "out") for die in dice if die in (1, 5, 6)), "burning") for dice in product(range(1, 7), repeat=2)
    ]
    dist = odds("veneti.burning", rolls=2)
    assert {state: dist.p(state=state) for state in set(ends)} == {state: Fraction(ends.count(state), 36) for state in set(ends)}


@pytest.mark.parametrize(("turns", "chance"), [(1, "1/3"), (2, "5/9"), (3, "19/27"), (4, "65/81"), (5, "211/243")])
def test_printed_chances_that_fire_spreads(turns: int, chance: str) -> None:
    chain = Chain(spread_again, False, bool, RULES)
    assert chain.within(turns).p(True) == Fraction(chance)
    assert chain.mean_turns() == 3


def test_printed_chance_that_a_neighbour_catches_fire_in_the_end() -> None:
    chance = BESIDE.ends().p(caught=True)
    assert chance == Fraction(4, 7)
    assert chance == Fraction(1, 3) + Fraction(1, 3) * (Fraction(1, 3) + Fraction(2, 3) * chance)


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 10, 1000])
def test_a_neighbour_turn_by_turn(turns: int) -> None:
    # 4/9 caught, 1/3 out, 2/9 undecided each turn, and the shares of what ends do not change.
    dist = odds("veneti.neighbour", turns=turns)
    open_still = Fraction(2, 9) ** turns
    assert dist.p(fire="burning", caught=False) == open_still
    assert dist.p(caught=True) == (1 - open_still) * Fraction(4, 7)
    assert dist.p(fire="out", caught=False) == (1 - open_still) * Fraction(3, 7)
    assert dist == BESIDE.within(turns)
    # Whether the neighbour has caught it is nothing to the first fire.
    assert [dist.p(fire=state) for state in ("out", "lost", "burning")] == [
        odds("veneti.burning", rolls=turns).p(state=state) for state in ("out", "lost", "burning")
    ]


def test_a_turn_beside_a_fire_face_by_face() -> None:
    caught = sum(die <= 2 or (die <= 4 and second >= 5) for die, second in product(range(1, 7), repeat=2))
    assert odds("veneti.neighbour", turns=1).p(caught=True) == Fraction(caught, 36)
