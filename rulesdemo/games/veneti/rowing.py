"""Rowing and fatigue (rules 6.2, 6.42 to 6.45)."""

from typing import Annotated, Literal, NamedTuple

from rulesdemo.games.veneti.movement import cruise_limit
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import Count, Turns, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

RowingCrew = Annotated[int, Whole(1, 4)]
Cruise = Annotated[int, Whole(1)]


class Fatigue(NamedTuple):
    """The fatigue marker placed: none, F-2 or F-3."""

    level: Literal[0, 2, 3]


class MaximumAllowed(NamedTuple):
    """Whether a galley may be put on its Maximum side."""

    allowed: bool


class SprintCost(NamedTuple):
    """Movement points lost on later turns."""

    pm_lost: int


class Afterwards(NamedTuple):
    """Cruise on a turn after the sprint, and the points won or lost by its end against rowing at Cruise all the time."""

    cruise: int
    pm_ahead: int


class Recovery(NamedTuple):
    """The marker after recovery."""

    level: int


@procedure(rules=("6.42", "6.43"), public=True)
def fatigue(dice: Dice, rules: Ruleset, crew: RowingCrew, cruise: Cruise, used: Count) -> Fatigue:
    """A galley on its Maximum side throws a die and adds the points it used above Cruise [6.42, 6.43].

    >>> from rulesdemo import odds
    >>> odds("veneti.fatigue", crew=3, cruise=4, used=6).marginal("level").items().__next__()
    (0, Fraction(1, 3))
    """
    return Fatigue(dice.read(D6, rules.table("fatigue").under(D6, crew, plus=max(0, used - cruise))))


@procedure(rules=("6.44", "6.75", "8.25", "3.0 D"), public=True)
def maximum_allowed(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,  # noqa: ARG001 - reads no table
    fatigue: Count = 0,
    captured: YesNo = False,
    new_leader: YesNo = False,
) -> MaximumAllowed:
    """A tired galley, a prize, and a galley that a leader has just come aboard stay at Cruise [6.44, 8.25, 6.75].

    >>> from rulesdemo import odds
    >>> odds("veneti.maximum_allowed", fatigue=2).p(allowed=False)
    Fraction(1, 1)
    """
    return MaximumAllowed(fatigue == 0 and not captured and not new_leader)


@procedure(rules=("6.45", "3.0 G2"), public=True)
def fatigue_recovery(dice: Dice, rules: Ruleset, level: Count, placed_now: YesNo = False) -> Recovery:  # noqa: ARG001 - no dice
    """Recovery takes one from a marker; one placed this turn is left alone, unless the switch says all [6.45, A12].

    >>> from rulesdemo import odds
    >>> odds("veneti.fatigue_recovery", level=3).p(level=2)
    Fraction(1, 1)
    """
    if placed_now and rules.switch("fatigue_recovery") == "skip_fresh":
        return Recovery(level)
    return Recovery(max(0, level - rules.table("fatigue_effects").at("recovery_step")))


@procedure(rules=("6.42", "6.44", "6.45"), public=True)
def sprint_cost(dice: Dice, rules: Ruleset, crew: RowingCrew, cruise: Cruise, used: Count) -> SprintCost:
    """What a sprint costs in Cruise over the next turns: a marker F-n takes n, then n - 1, down to 1 [6.44, 6.45].

    >>> from rulesdemo import odds
    >>> odds("veneti.sprint_cost", crew=3, cruise=4, used=6).mean("pm_lost")
    Fraction(5, 2)
    """
    level = dice.do(fatigue, rules, crew, cruise, used).level
    effects = rules.table("fatigue_effects")
    first = max(0, level - effects.at("recovery_step")) if rules.switch("fatigue_recovery") == "all" else level
    least = effects.at("cruise_least")
    return SprintCost(sum(cruise - max(least, cruise - tired) for tired in range(first, 0, -effects.at("recovery_step"))))


@procedure(rules=("6.42", "6.44", "6.45"), public=True)
def after_sprint(dice: Dice, rules: Ruleset, crew: RowingCrew, cruise: Cruise, used: Count, turns: Turns) -> Afterwards:
    """Cruise some turns after a turn at Maximum, and the points won or lost by then, later turns rowed at Cruise [6.44, 6.45].

    >>> from rulesdemo import odds
    >>> [odds("veneti.after_sprint", crew=3, cruise=4, used=6, turns=turns).mean("pm_ahead") for turns in (0, 1, 3)]
    [Fraction(2, 1), Fraction(1, 2), Fraction(-1, 2)]
    """
    placed = dice.do(fatigue, rules, crew, cruise, used).level
    level = dice.do(fatigue_recovery, rules, placed, placed_now=True).level
    left, ahead = cruise, used - cruise
    for _ in range(turns):
        if not level:
            return Afterwards(cruise, ahead)
        left = dice.do(cruise_limit, rules, cruise, level).pm
        ahead += left - cruise
        level = dice.do(fatigue_recovery, rules, level).level
    return Afterwards(left, ahead)
