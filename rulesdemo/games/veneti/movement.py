"""Movement (rules 5.1 to 5.3, 6.16, 6.2, 6.3, 6.8): what a move costs and how far a ship may go."""

from typing import Annotated, NamedTuple

from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import Count, OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Move = Annotated[str, OneOf(("ahead", "veer", "step_and_turn", "pivot", "about_turn", "back"))]
Speed = Annotated[str, OneOf(("cruise", "maximum", "sail"))]


class Cost(NamedTuple):
    """Whether the ship may make the move at this speed, what it costs and how far it turns her."""

    allowed: bool
    pm: int
    turn: int


class Limit(NamedTuple):
    """The most movement points a ship may announce."""

    pm: int


@procedure(rules=("5.1", "5.2", "5.3", "6.32", "6.33"), public=True)
def move_cost(dice: Dice, rules: Ruleset, move: Move, speed: Speed) -> Cost:  # noqa: ARG001 - no dice
    """What a move costs a galley at Cruise or Maximum, or a sailing ship [6.32, 6.33].

    >>> from rulesdemo import odds
    >>> odds("veneti.move_cost", move="pivot", speed="maximum").p(allowed=False)
    Fraction(1, 1)
    """
    line = rules.table("moves")
    return Cost(line.at(move, speed) == "yes", line.at(move, "pm"), line.at(move, "turn"))


@procedure(rules=("6.16", "6.44"), public=True)
def cruise_limit(dice: Dice, rules: Ruleset, cruise: Annotated[int, Whole(1)], fatigue: Count = 0, straggling: YesNo = False) -> Limit:  # noqa: ARG001 - no dice
    """Fatigue lowers Cruise, never under 1; a straggler rows half of what is left, rounded up [6.44, 6.16].

    >>> from rulesdemo import odds
    >>> odds("veneti.cruise_limit", cruise=4, fatigue=2).p(pm=2), odds("veneti.cruise_limit", cruise=5, straggling=True).p(pm=3)
    (Fraction(1, 1), Fraction(1, 1))
    """
    left = max(rules.table("fatigue_effects").at("cruise_least"), cruise - fatigue)
    return Limit(-(-left // rules.table("speed_limits").at("straggler_divisor")) if straggling else left)


@procedure(rules=("6.82", "6.83", "8.25", "8.64"), public=True)
def sail_limit(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    strength: Annotated[int, Whole(0, 6)],
    wind_through: Annotated[str, OneOf(("stern", "stern_flank", "bow_flank", "bow"))],
    captured: YesNo = False,
    slow: YesNo = False,
    immobilised: YesNo = False,
) -> Limit:
    """The wind, changed by the side it comes through; a prize has half of it, confusion halves what is left [6.82, 6.83, 8.25].

    >>> from rulesdemo import odds
    >>> odds("veneti.sail_limit", strength=5, wind_through="bow").p(pm=3)
    Fraction(1, 1)
    """
    limits = rules.table("speed_limits")
    if strength == 0 or immobilised:
        return Limit(0)
    if captured:
        limit = -(-strength // limits.at("captured_wind_divisor"))
    else:
        limit = strength + rules.table("wind_heading").at(wind_through)
        if limit < limits.cell("sail_least", "value").value:  # looked up only: an answer rests on what it reads with `at`
            limit = limits.at("sail_least")
    return Limit(-(-limit // limits.at("slow_sail_divisor")) if slow else limit)
