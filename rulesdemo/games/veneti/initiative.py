"""Initiative (rule 3.0): who chooses the first mover."""

from typing import Annotated, Literal, NamedTuple

from rulesdemo.odds.dice import AGAIN, D6, Dice
from rulesdemo.odds.inputs import Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Rating = Annotated[int, Whole(0, 5)]


class Initiative(NamedTuple):
    """Who won the roll."""

    winner: Literal["roman", "veneti"]


@procedure
def opposed(dice: Dice, edge: int) -> bool:
    """Whether the side with `edge` more points wins; equal totals are thrown again."""
    lead = dice.gap(D6, D6, "one die each") + edge
    return AGAIN if lead == 0 else lead > 0


@procedure(rules=("3.0 Initiative", "3.0 C"), public=True)
def initiative(dice: Dice, rules: Ruleset, roman: Rating, veneti: Rating) -> Initiative:  # noqa: ARG001 - reads no table
    """Each side throws a die and adds its Admiral's initiative; ties are thrown again [3.0].

    >>> from rulesdemo import odds
    >>> odds("veneti.initiative", roman=3, veneti=1).p(winner="roman")
    Fraction(13, 16)
    """
    return Initiative("roman" if dice.do(opposed, roman - veneti) else "veneti")
