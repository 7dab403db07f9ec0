"""Attrition (rules R-PRE-1, 8.23-A, 8.55): what a march and a siege cost; both tables are yours, since the source lacks them."""

from typing import Annotated, NamedTuple

from rulesdemo.games.republic.status import Status, effect
from rulesdemo.odds.dice import D10, Dice
from rulesdemo.odds.inputs import Count, Many, Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

MOST_LINES = 20
FACES = len(D10.faces)
Lines = Annotated[tuple[int, ...], Many(Whole(0), 1, MOST_LINES)]
ByDie = Annotated[tuple[int, ...], Many(Whole(0), FACES, FACES)]


class Attrition(NamedTuple):
    """The line that is read, 0 for none, and the strength points that it costs."""

    line: int
    lost: int


class SiegeAttrition(NamedTuple):
    """The strength points that a siege costs."""

    lost: int


@procedure(rules=("R-PRE-1", "8.23-A", "8.55"), public=True)
def movement_attrition(dice: Dice, rules: Ruleset, points: Count, losses: Lines, status: Status = "fresh") -> Attrition:  # noqa: ARG001 - no dice
    """A march reads the line of its attrition points, farther down when worn out; you enter what each line costs [8.55, R57].

    >>> from rulesdemo import odds
    >>> odds("republic.movement_attrition", points=1, losses=[0, 1, 2, 4], status="neutralised").p(line=4, lost=4)
    Fraction(1, 1)
    """
    if not points:
        return Attrition(0, 0)
    line = min(points + effect(rules, "movement_attrition", status), len(losses))
    return Attrition(line, losses[line - 1])


@procedure(rules=("8.55",), public=True)
def siege_attrition(dice: Dice, rules: Ruleset, losses: ByDie, status: Status = "fresh") -> SiegeAttrition:
    """One die a turn before a city, with a plus when worn out; you enter what each modified die costs [8.55, R58].

    >>> from rulesdemo import odds
    >>> odds("republic.siege_attrition", losses=[0, 0, 0, 0, 0, 0, 1, 1, 2, 3], status="disorganised").p(lost=0)
    Fraction(1, 2)
    """
    return SiegeAttrition(losses[min(dice.roll(D10) + effect(rules, "siege_attrition", status), FACES - 1)])
