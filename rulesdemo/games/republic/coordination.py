"""Coordination (rules 8.26): bringing a further Force into the battle."""

from typing import Annotated, Literal, NamedTuple

from rulesdemo.odds.dice import D10, Dice
from rulesdemo.odds.inputs import Count, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Distance = Annotated[int, Whole(0, 3)]


class Coordination(NamedTuple):
    """Whether the inactive Force comes."""

    coordinated: bool


class CoordinationValue(NamedTuple):
    """The number that the die must not pass."""

    value: int


class CoordinationCheck(NamedTuple):
    """Whether the Forces act together without a roll, need one, or may not try."""

    result: Literal["automatic", "roll", "barred"]


def value_of(rules: Ruleset, cv_active: int, cv_inactive: int, distance: int, rivers: int) -> int:
    """Half the two campaign values, rounded down, less the way between the Forces."""
    table = rules.table("coordination")
    way = distance * table.at("per_hex") + rivers * table.at("per_river_without_road")
    return int((cv_active + cv_inactive) // table.at("divisor") - way)


@procedure(rules=("8.26", "R-PRE-4"), public=True)
def coordination(dice: Dice, rules: Ruleset, cv_active: Count, cv_inactive: Count, distance: Distance, rivers: Count = 0) -> Coordination:
    """The inactive Force comes on a die of at most the coordination value; at distance 0 one Force is in the city [8.26, 8.26-C].

    >>> from rulesdemo import odds
    >>> odds("republic.coordination", cv_active=6, cv_inactive=5, distance=2, rivers=1).p(coordinated=True)
    Fraction(3, 10)
    """
    return Coordination(dice.roll(D10) <= value_of(rules, cv_active, cv_inactive, distance, rivers))


@procedure(rules=("8.26",), public=True)
def coordination_value(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    cv_active: Count,
    cv_inactive: Count,
    distance: Distance,
    rivers: Count = 0,
) -> CoordinationValue:
    """The number that two leaders must roll or stay under to act together [8.26].

    >>> from rulesdemo import odds
    >>> odds("republic.coordination_value", cv_active=6, cv_inactive=5, distance=2, rivers=1).p(value=2)
    Fraction(1, 1)
    """
    return CoordinationValue(value_of(rules, cv_active, cv_inactive, distance, rivers))


@procedure(rules=("8.26-C",), public=True)
def coordination_check(dice: Dice, rules: Ruleset, distance: Count, in_city: YesNo = False, blocked: YesNo = False) -> CoordinationCheck:  # noqa: ARG001 - no dice
    """Whether two Forces may coordinate; `blocked` when every way goes through Mountain or Marsh [8.26-C].

    >>> from rulesdemo import odds
    >>> odds("republic.coordination_check", distance=4).p(result="barred")
    Fraction(1, 1)
    """
    if distance == 0:
        return CoordinationCheck("roll" if in_city else "automatic")
    far = distance > rules.table("coordination").at("max_distance")
    return CoordinationCheck("barred" if far or blocked else "roll")
