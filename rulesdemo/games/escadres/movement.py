"""Movement and turning (E-MOVE, E-WEAR): how far a ship may go, and how often she may turn."""

from typing import Annotated, Literal, NamedTuple

from rulesdemo.dice import Dice
from rulesdemo.games.escadres.board import wind_index
from rulesdemo.games.escadres.limits import no_less
from rulesdemo.hexes import Direction
from rulesdemo.inputs import Count, OneOf, Whole, YesNo
from rulesdemo.procedure import procedure
from rulesdemo.ruleset import Ruleset

Wind = Annotated[str, OneOf(("A", "B", "C", "D"))]
Heading = Annotated[int, Whole(0, 5)]


class WindClass(NamedTuple):
    """A reaching, B running, C close-hauled, D head to wind."""

    wind: Literal["A", "B", "C", "D"]


class Allowance(NamedTuple):
    """Steps for this move."""

    steps: int


class Allowances(NamedTuple):
    """Steps for every way the wind can take the ship."""

    reaching: int
    running: int
    close_hauled: int
    head_to_wind: int


class TurnLimit(NamedTuple):
    """Turns that this move has room for."""

    turns: int


@procedure(rules=("E-MOVE-2", "E-DEP-1"), public=True)
def wind_class(dice: Dice, rules: Ruleset, heading: Heading, wind_to: Heading) -> WindClass:  # noqa: ARG001 - no dice
    """How the wind takes a ship, by her heading and the direction it blows to; the wind rose is rebuilt [E-MOVE-2, E2].

    >>> from rulesdemo import odds
    >>> odds("escadres.wind_class", heading=5, wind_to=2).p(wind="D")
    Fraction(1, 1)
    """
    return WindClass(rules.table("wind_class").at(wind_index(Direction(heading), Direction(wind_to))))


@procedure(rules=("E-MOVE-1", "E-MOVE-2", "E-MOVE-3", "E-MOVE-4"), public=True)
def allowance(dice: Dice, rules: Ruleset, speed: Count, wind: Wind, next_move_zero: YesNo = False) -> Allowance:  # noqa: ARG001 - no dice
    """The steps of a whole move, set by speed and wind as it starts; none for a ship aground or taken aback [E-MOVE-2, E-MOVE-3, E38].

    >>> from rulesdemo import odds
    >>> odds("escadres.allowance", speed=5, wind="C").p(steps=3)
    Fraction(1, 1)
    """
    return Allowance(0 if next_move_zero else steps(rules, speed, wind))


@procedure(rules=("E-MOVE-1", "E-MOVE-2"), public=True)
def allowances(dice: Dice, rules: Ruleset, speed: Count) -> Allowances:  # noqa: ARG001 - no dice
    """What a ship's speed is worth on every point of the wind: a line of the wind table, for any speed [E-MOVE-1, E-MOVE-2].

    >>> from rulesdemo import odds
    >>> next(iter(odds("escadres.allowances", speed=7)))
    Allowances(reaching=7, running=6, close_hauled=4, head_to_wind=0)
    """
    return Allowances(*(steps(rules, speed, wind) for wind in "ABCD"))


def steps(rules: Ruleset, speed: int, wind: str) -> int:
    """The wind table, and for speeds that it does not list the rule behind it."""
    table, rule = rules.table("wind_table"), rules.table("wind_rule")
    if str(speed) in table.rows.labels:
        return int(table.at(speed, wind))
    match wind:
        case "A":
            return speed
        case "B":
            return no_less(rule, "least_allowance", speed - rule.at("running_subtract"))
        case "C":
            return -(-speed // int(rule.at("close_hauled_divisor")))
        case _:
            return int(rule.at("head_to_wind_allowance"))


@procedure(rules=("E-WEAR-1", "E-WEAR-2", "E-WEAR-3"), public=True)
def turn_limit(dice: Dice, rules: Ruleset, allowance: Count, turns: Count, stopped: YesNo = False) -> TurnLimit:  # noqa: ARG001 - no dice
    """How often a ship may turn in a move: each turn costs a step, and a stopped ship first goes straight [E-WEAR-1, E-WEAR-2, E-WEAR-3].

    >>> from rulesdemo import odds
    >>> odds("escadres.turn_limit", allowance=3, turns=3, stopped=True).p(turns=2)
    Fraction(1, 1)
    """
    table = rules.table("turning")
    free = allowance - (table.at("straight_after_stop") if stopped else 0)
    return TurnLimit(min(turns, max(0, free) // table.at("turn_cost")))
