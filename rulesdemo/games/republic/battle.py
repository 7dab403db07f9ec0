"""Battle (rules 8.3 and 8.4): the results table, its unpredictable results, and whole battles."""

from typing import Any, Literal, NamedTuple

from rulesdemo.games.republic.leaders import Letter, tactical_gap
from rulesdemo.games.republic.losses import loss_in_sp
from rulesdemo.games.republic.strength import Strength, combat_ratio
from rulesdemo.odds.dice import D10, Dice
from rulesdemo.odds.inputs import AnyInt, Count
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Retreat = Literal["attacker", "defender", "none"]


class Battle(NamedTuple):
    """Each side's loss, in percent or the star, and who must retreat."""

    attacker_loss: int | Literal["*"]
    defender_loss: int | Literal["*"]
    retreat: Retreat


class BattleLosses(NamedTuple):
    """Strength points lost by each side, and who must retreat."""

    attacker_lost: int
    defender_lost: int
    retreat: Retreat


class FirstRoll(NamedTuple):
    """What the main battle roll finds: a result, or an X with its shift and nothing else yet."""

    attacker_loss: int | Literal["*"] | None
    defender_loss: int | Literal["*"] | None
    retreat: Retreat | None
    x: int | None


def entry_of(line: Any) -> Battle:  # noqa: ANN401 - a row of the table
    """The result that a row of the table gives."""
    return Battle(line.attacker, line.defender, line.retreat)


@procedure
def second_roll(dice: Dice, rules: Ruleset, plus: int) -> Battle:
    """The roll that an X calls for: its total finds a row by the number in square brackets, never another X."""
    row = dice.read(D10, rules.table("unpredictable").under(D10, plus=plus), "the second roll")
    return entry_of(rules.table("brt").record(row))


@procedure(rules=("8.3",), public=True)
def battle_roll(dice: Dice, rules: Ruleset, drm: AnyInt) -> FirstRoll:
    """The main roll alone: an X stops here, so that both sides can spend cunning points before the second roll [8.3, R3, R13].

    >>> from rulesdemo import odds
    >>> odds("republic.battle_roll", drm=0).p(x=-1)
    Fraction(1, 10)
    """
    line = dice.read(D10, rules.table("brt").under(D10, plus=drm))
    return FirstRoll(*entry_of(line), None) if line.x is None else FirstRoll(None, None, None, line.x)


@procedure(rules=("8.3", "8.4", "R-PRE-5"), public=True)
def battle(dice: Dice, rules: Ruleset, drm: AnyInt) -> Battle:
    """One die and every modifier find the row; an X rolls again with its shift, without cunning points [8.3, 8.4, R2, R3].

    >>> from rulesdemo import odds
    >>> odds("republic.battle", drm=3).p(retreat="defender")
    Fraction(11, 20)
    """
    line = dice.read(D10, rules.table("brt").under(D10, plus=drm))
    return entry_of(line) if line.x is None else dice.last(second_roll, rules, line.x)


@procedure(rules=("8.3", "8.4", "8.31-a / 8.32", "8.32"), public=True)
def full_battle(dice: Dice, rules: Ruleset, attacker: Letter, defender: Letter, drm: AnyInt = 0) -> Battle:
    """A battle from the leaders' tactical rolls on; `drm` is the sum of all other modifiers [8.3, 8.32].

    >>> from rulesdemo import odds
    >>> odds("republic.full_battle", attacker="A", defender="B").p(retreat="defender")
    Fraction(3739, 10000)
    """
    gap = dice.later(tactical_gap, rules, attacker, defender)
    return dice.last(battle, rules, gap + drm)


@procedure(rules=("8.4",), public=True)
def unpredictable(dice: Dice, rules: Ruleset, shift: AnyInt, attacker_cunning: Count = 0, defender_cunning: Count = 0) -> Battle:
    """The second roll after an X, with its shift and the cunning points that both sides spend [8.4, R21].

    >>> from rulesdemo import odds
    >>> odds("republic.unpredictable", shift=1, attacker_cunning=2).p(retreat="attacker")
    Fraction(1, 10)
    """
    return dice.last(second_roll, rules, shift + attacker_cunning - defender_cunning)


@procedure(rules=("8.3", "8.3-*", "8.31-d", "8.34", "R-BAT-1..7"), public=True)
def battle_losses(
    dice: Dice,
    rules: Ruleset,
    attacker: Letter,
    defender: Letter,
    attacker_sp: Strength,
    defender_sp: Strength,
    drm: AnyInt = 0,
) -> BattleLosses:
    """A battle down to strength points: leaders, combat ratio, the roll, then losses; `drm` is the sum of all other modifiers [8.3, 8.34].

    >>> from rulesdemo import odds
    >>> odds("republic.battle_losses", attacker="B", defender="C", attacker_sp=40, defender_sp=30).mean("attacker_lost")
    Fraction(5793, 1000)
    """
    ratio = combat_ratio(dice, rules, attacker_sp, defender_sp)
    result = dice.do(full_battle, rules, attacker, defender, ratio.drm + drm)
    attacker_lost = dice.do(loss_in_sp, rules, result.attacker_loss, attacker_sp)
    return BattleLosses(attacker_lost, dice.do(loss_in_sp, rules, result.defender_loss, defender_sp), result.retreat)
