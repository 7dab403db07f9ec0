"""Losses in strength points: the percentage table (8.34) and the star (8.3-*)."""

from typing import Annotated, Final, NamedTuple

from rulesdemo.odds.dice import D10, Dice
from rulesdemo.odds.inputs import Count, OneOf
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

HUNDRED: Final = 100
TEN: Final = 10


class Lost(NamedTuple):
    """Strength points lost."""

    lost: int


@procedure(rules=("8.3-*",), public=True)
def star_loss(dice: Dice, rules: Ruleset, sp: Count) -> Lost:
    """A star costs a die of strength points, but never more than a small part of the Force [8.3-*].

    >>> from rulesdemo import odds
    >>> odds("republic.star_loss", sp=60).mean("lost")
    Fraction(12, 5)
    """
    most = sp * rules.table("star_loss").at("cap_percent") // HUNDRED
    return Lost(min(dice.roll(D10), most))


@procedure(rules=("8.34",), public=True)
def percent_loss(dice: Dice, rules: Ruleset, percent: Annotated[int, OneOf(tuple(range(0, HUNDRED, 5)))], sp: Count) -> Lost:  # noqa: ARG001 - no dice
    """A loss in percent as strength points: the cells for hundreds, tens and units, added [8.34, R28, R38].

    >>> from rulesdemo import odds
    >>> odds("republic.percent_loss", percent=20, sp=145).p(lost=29)
    Fraction(1, 1)
    """
    return Lost(percent_of(rules, percent, sp))


def percent_of(rules: Ruleset, percent: int, sp: int) -> int:
    """The strength points that a loss in percent costs a Force."""
    if percent == 0:
        return 0
    table = rules.table("percent_losses")
    hundreds, rest = divmod(sp, HUNDRED)
    units = rest % TEN
    lost = hundreds * table.at(percent, HUNDRED) if hundreds else 0
    lost += table.at(percent, rest - units) if rest >= TEN else 0
    return int(lost + (table.at(percent, units) if units else 0))


@procedure
def loss_in_sp(dice: Dice, rules: Ruleset, loss: int | str, sp: int) -> int:
    """One side's loss after a battle: by the percentage table, or by a die for a star."""
    return percent_of(rules, loss, sp) if isinstance(loss, int) else dice.do(star_loss, rules, sp).lost
