"""Leaving a ship in time (6.75), one try a turn."""

from fractions import Fraction

import pytest

from rulesdemo.games.veneti.leaders import transfer
from rulesdemo.odds.chains import Chain
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset, ruleset


@procedure
def try_to_leave(dice: Dice, rules: Ruleset, away: bool) -> bool:  # noqa: ARG001 - the chain ends when he is away
    return dice.do(transfer, rules).moved


LEAVING = Chain(try_to_leave, False, bool, ruleset("veneti"))


@pytest.mark.parametrize(("turns", "chance"), [(0, "0"), (1, "2/3"), (2, "8/9"), (3, "26/27")])
def test_printed_chances_to_get_off(turns: int, chance: str) -> None:
    assert LEAVING.within(turns).p(True) == Fraction(chance)


def test_he_needs_a_turn_and_a_half() -> None:
    assert LEAVING.mean_turns() == Fraction(3, 2)
