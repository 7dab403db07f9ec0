"""Continuation (rules R-PRE-3): whether an attacker who halted goes on; the number is yours, since the source lacks 5.25."""

from typing import Annotated, NamedTuple

from rulesdemo.odds.dice import D10, Dice
from rulesdemo.odds.inputs import Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Tenths = Annotated[int, Whole(0, 10)]


class Continuation(NamedTuple):
    """Whether the attacker goes on."""

    passed: bool


@procedure(rules=("R-PRE-3",), public=True)
def continuation(dice: Dice, rules: Ruleset, tenths: Tenths) -> Continuation:  # noqa: ARG001 - reads no table
    """An attacker who entered the hex and halted goes on with a chance that you enter, in tenths [R-PRE-3, R5, R39].

    >>> from rulesdemo import odds
    >>> odds("republic.continuation", tenths=7).p(passed=True)
    Fraction(7, 10)
    """
    return Continuation(dice.roll(D10) < tenths)
