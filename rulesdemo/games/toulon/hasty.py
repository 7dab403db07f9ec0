"""Hasty attacks (rule 6.3): the ratio, the column, and the defender's hand on the attacker's die."""

from typing import Annotated, NamedTuple

from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import Count, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Strength = Annotated[int, Whole(1)]


class Hasty(NamedTuple):
    """The ratio, the combat column it is fought on, and how far the defender may move the attacker's die either way."""

    ratio: str
    column: str
    adjust_max: int


class Reach(NamedTuple):
    """Whether the defender can bring the die to a face, and whether he can keep it from that face."""

    reached: bool
    avoided: bool


@procedure(rules=("6.3",), public=True)
def hasty(dice: Dice, rules: Ruleset, attack: Strength, defence: Strength, hasty: YesNo = False) -> Hasty:  # noqa: ARG001 - no dice
    """Ratios round against the attacker; haste shifts a column left, and below 1:2 the defender may adjust the die [6.3, T7, T26-T28, T37].

    >>> from rulesdemo import odds
    >>> next(iter(odds("toulon.hasty", attack=4, defence=15, hasty=True)))
    Hasty(ratio='1:4', column='1:3', adjust_max=2)
    """
    table = rules.table("hasty")
    # Steps from even odds: 2:1 is 1, 1:2 is -1.
    ratio = attack // defence - 1 if attack >= defence else 1 - -(-defence // attack)
    worst = 1 - table.cell("worst_ratio", "value").value
    column = ratio
    if ratio <= worst:
        column = 1 - table.at("worst_ratio")  # the ruling is noted only where it bites
    elif hasty:
        column = max(worst, ratio + table.at("column_shift") * table.at("column_step"))
    return Hasty(ratio_text(ratio), ratio_text(column), adjustment(rules, 1 - ratio, hasty))


def adjustment(rules: Ruleset, n: int, hasty: bool) -> int:
    """How far the die may be moved at 1:n [T7, T28]."""
    table = rules.table("hasty")
    if n <= table.at("safe_ratio"):
        return 0
    steps = n - table.at("safe_ratio") if rules.switch("hasty_adjust") == "n_minus_2" else n - table.at("worst_ratio") + hasty
    return int(steps * table.at("adjust_step"))


def ratio_text(ratio: int) -> str:
    """Steps from even odds as players write a ratio.

    >>> [ratio_text(ratio) for ratio in (-2, 0, 1)]
    ['1:3', '1:1', '2:1']
    """
    return f"{ratio + 1}:1" if ratio >= 0 else f"1:{1 - ratio}"


@procedure(rules=("6.3",), public=True)
def hasty_reach(dice: Dice, rules: Ruleset, adjust: Count, face: Annotated[int, Whole(1, 6)]) -> Reach:  # noqa: ARG001 - reads no table
    """Whether the defender, who may move a 1D6 of the attacker so far either way, can bring it to a face, or off it [6.3, T7].

    >>> from rulesdemo import odds
    >>> odds("toulon.hasty_reach", adjust=1, face=6).p(reached=True)
    Fraction(1, 3)
    """
    gap = abs(dice.roll(D6) - face)
    return Reach(reached=gap <= adjust, avoided=gap > 0 or adjust > 0)
