"""Victory (E-VIC): a side loses past half of its ships."""

from typing import Annotated, Literal, NamedTuple

from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import Count, Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Ships = Annotated[int, Whole(1)]


class Victory(NamedTuple):
    """Whether the side loses."""

    loses: bool


class Verdict(NamedTuple):
    """Who has won at the end of a turn."""

    winner: Literal["a", "b", "draw", "none"]


@procedure(rules=("E-VIC-1",), public=True)
def victory(dice: Dice, rules: Ruleset, ships: Ships, lost: Count) -> Victory:  # noqa: ARG001 - no dice
    """A side loses when more than half of its ships are struck, sunk, exploded or off the table [E-VIC-1, E18].

    >>> from rulesdemo import odds
    >>> odds("escadres.victory", ships=6, lost=3).p(loses=True)
    Fraction(0, 1)
    """
    return Victory(lost * rules.table("victory").at("lost_divisor") > ships)


@procedure(rules=("E-VIC-1",), public=True)
def verdict(dice: Dice, rules: Ruleset, ships_a: Ships, lost_a: Count, ships_b: Ships, lost_b: Count) -> Verdict:
    """Both sides are tested at the end of the whole turn; if both lose, it is a draw [E-VIC-1, E17, E19].

    >>> from rulesdemo import odds
    >>> odds("escadres.verdict", ships_a=3, lost_a=1, ships_b=5, lost_b=3).p(winner="a")
    Fraction(1, 1)
    """
    a_loses, b_loses = dice.do(victory, rules, ships_a, lost_a).loses, dice.do(victory, rules, ships_b, lost_b).loses
    if a_loses:
        return Verdict("draw" if b_loses else "b")
    return Verdict("a" if b_loses else "none")
