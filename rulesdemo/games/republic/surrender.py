"""Involuntary surrender (rules 9.52)."""

from typing import NamedTuple

from rulesdemo.games.republic.treachery import Cdi
from rulesdemo.odds.dice import D10, Dice
from rulesdemo.odds.inputs import Count, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset


class Surrender(NamedTuple):
    """Whether the city opens its gates."""

    surrenders: bool


class SurrenderCheck(NamedTuple):
    """Whether the roll may be made, and the infantry points that it takes."""

    allowed: bool
    infantry_needed: int


@procedure(rules=("9.52",), public=True)
def surrender(dice: Dice, rules: Ruleset, cdi: Cdi) -> Surrender:
    """A die of at least the number for the city's intrinsic defence makes it surrender [9.52].

    >>> from rulesdemo import odds
    >>> odds("republic.surrender", cdi=3).p(surrenders=True)
    Fraction(3, 5)
    """
    need = rules.table("surrender").at(cdi)
    return Surrender(need != "impossible" and dice.roll(D10) >= need)


@procedure(rules=("9.52-C",), public=True)
def surrender_check(dice: Dice, rules: Ruleset, infantry: Count, siege_defence: Count, roma: YesNo = False) -> SurrenderCheck:  # noqa: ARG001 - no dice
    """Infantry outside must outnumber the Siege Defence Capacity many times over; Roma never surrenders so [9.52-C].

    >>> from rulesdemo import odds
    >>> odds("republic.surrender_check", infantry=39, siege_defence=4).p(allowed=False, infantry_needed=40)
    Fraction(1, 1)
    """
    needed = siege_defence * rules.table("siege").at("surrender_infantry_per_siege_defence")
    return SurrenderCheck(infantry >= needed and not roma, needed)
