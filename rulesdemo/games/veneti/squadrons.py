"""Squadrons (rules 6.1, 6.16, 6.18): stragglers, double activation and confusion."""

from typing import Annotated, Literal, NamedTuple

from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.inputs import Count, Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset


class Straggler(NamedTuple):
    """Whether the individual ship acts freely."""

    obeys: bool


class Stragglers(NamedTuple):
    """How many of the individual ships act freely."""

    obey: int


class DoubleActivation(NamedTuple):
    """Whether both squadrons act together."""

    success: bool


class Confusion(NamedTuple):
    """What confusion does to the squadron."""

    result: Literal["idle", "disorder", "slow", "none"]


class DoubleAttempt(NamedTuple):
    """What a try at double activation comes to for the other squadron."""

    result: Literal["together", "in_order", "slow", "disorder", "idle"]


class SlowCruise(NamedTuple):
    """Cruise of a slowed galley."""

    pm: int


@procedure(rules=("6.16",), public=True)
def straggler(dice: Dice, rules: Ruleset, crew: Annotated[int, Whole(0, 4)]) -> Straggler:  # noqa: ARG001 - reads no table
    """An individual ship is free on a die of at most its crew quality [6.16].

    >>> from rulesdemo import odds
    >>> odds("veneti.straggler", crew=2).p(obeys=True)
    Fraction(1, 3)
    """
    return Straggler(dice.roll(D6) <= crew)


@procedure
def obeys_once(dice: Dice, rules: Ruleset, crew: int) -> int:
    """1 if a straggler obeys, 0 if not [6.16]."""
    return int(dice.do(straggler, rules, crew).obeys)


@procedure(rules=("6.16",), public=True)
def stragglers(dice: Dice, rules: Ruleset, crew: Annotated[int, Whole(0, 4)], throws: Annotated[int, Whole(0, 100)]) -> Stragglers:
    """How often a die of at most the crew quality comes up: for several individual ships, or for one over several turns [6.16].

    >>> from rulesdemo import odds
    >>> odds("veneti.stragglers", crew=2, throws=3).p(obey=3)
    Fraction(1, 27)
    """
    return Stragglers(dice.do(pool(obeys_once, rules, crew), throws))


@procedure(rules=("6.18",), public=True)
def double_activation(dice: Dice, rules: Ruleset, initiative: Count) -> DoubleActivation:
    """The Admiral tries to move his squadron and another together [6.18].

    >>> from rulesdemo import odds
    >>> odds("veneti.double_activation", initiative=3).p(success=True)
    Fraction(1, 2)
    """
    return DoubleActivation(dice.read(D6, rules.table("double_activation").across(D6, initiative)) == "success")


@procedure(rules=("6.18",), public=True)
def confusion(dice: Dice, rules: Ruleset) -> Confusion:
    """What a failed double activation does to the other squadron [6.18].

    >>> from rulesdemo import odds
    >>> odds("veneti.confusion").p(result="idle")
    Fraction(1, 6)
    """
    return Confusion(dice.read(D6, rules.table("confusion").under(D6, "result")))


@procedure(rules=("6.18",), public=True)
def double_attempt(dice: Dice, rules: Ruleset, initiative: Count) -> DoubleAttempt:
    """A try at double activation with the confusion that follows a failure: how the other squadron gets to act [6.18].

    >>> from rulesdemo import odds
    >>> odds("veneti.double_attempt", initiative=3).p(result="idle")
    Fraction(1, 12)
    """
    if dice.do(double_activation, rules, initiative).success:
        return DoubleAttempt("together")
    result = dice.do(confusion, rules).result
    return DoubleAttempt("in_order" if result == "none" else result)


@procedure(rules=("6.18",), public=True)
def slow_cruise(dice: Dice, rules: Ruleset, cruise: Annotated[int, Whole(1)]) -> SlowCruise:  # noqa: ARG001 - no dice
    """A slowed galley rows half its Cruise, rounded up [6.18].

    >>> from rulesdemo import odds
    >>> odds("veneti.slow_cruise", cruise=5).p(pm=3)
    Fraction(1, 1)
    """
    return SlowCruise(-(-cruise // rules.table("speed_limits").at("slow_cruise_divisor")))
