"""Surrender (rule VI): what becomes of a ship with no hull left."""

from typing import Literal, NamedTuple

from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import Count, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset


class Surrender(NamedTuple):
    """Whether she fights on, drifts as a hulk that may only move, has struck, or is gone."""

    state: Literal["active", "hulk", "surrendered", "sunk"]


@procedure(rules=("VI",), public=True)
def surrender(dice: Dice, rules: Ruleset, hull: Count, enemies: Count = 0, friends: Count = 0, leak: YesNo = False) -> Surrender:  # noqa: ARG001 - no dice, no table
    """With no hull left a leak sinks her, and more enemies than friends in her hex or the next make her strike [VI, B25].

    >>> from rulesdemo import odds
    >>> odds("broadside.surrender", hull=0, enemies=2, friends=1).p(state="surrendered")
    Fraction(1, 1)
    """
    if hull > 0:
        return Surrender("active")
    if leak:
        return Surrender("sunk")
    return Surrender("surrendered" if enemies > friends else "hulk")
