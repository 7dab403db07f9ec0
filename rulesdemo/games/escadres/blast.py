"""The blast of a ship that explodes (E-BLAST): how many dice reach a ship, and what they do."""

from typing import Annotated, NamedTuple

from rulesdemo.games.escadres.damage import Damage, results_of, suffered
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.inputs import Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset


class BlastDice(NamedTuple):
    """Dice of debris."""

    dice: int


@procedure(rules=("E-BLAST-1",), public=True)
def blast_dice(dice: Dice, rules: Ruleset, power_initial: Annotated[int, Whole(1)], distance: Annotated[int, Whole(1)]) -> BlastDice:  # noqa: ARG001 - no dice, no table
    """The debris that reaches a ship: the initial power divided by the distance, adjacent ships at 1, rounded down [E-BLAST-1, E47].

    >>> from rulesdemo import odds
    >>> odds("escadres.blast_dice", power_initial=10, distance=3).p(dice=3)
    Fraction(1, 1)
    """
    return BlastDice(power_initial // distance)


@procedure
def debris(dice: Dice, rules: Ruleset) -> Damage:
    """One die of debris, with its criticals [E-BLAST-2, E49]."""
    return suffered(dice, rules, results_of(dice, rules.table("blast")))


# As for a volley, `dice` is how many are thrown. No cap keeps this distribution short; a three-decker that explodes alongside gives twelve.


@procedure(rules=("E-BLAST-2", "E-DMG-2", "E-DMG-3"), public=True)
def blast(hand: Dice, rules: Ruleset, dice: Annotated[int, Whole(0, 12)]) -> Damage:
    """All debris that strikes one ship, not yet cut to what she has left; an explosion overrides the rest [E-BLAST-2, E36, E40].

    >>> from rulesdemo import odds
    >>> 1 - odds("escadres.blast", dice=1).p(fires=0)
    Fraction(29, 144)
    """
    return hand.last(pool(debris, rules, cap={"stopped": 1}, trump="exploded"), dice)  # type: ignore[no-any-return]


@procedure(rules=("E-BLAST-2", "E-DMG-2", "E-DMG-3", "E-MARK-3"), title="blast")
def blast_on(hand: Dice, rules: Ruleset, dice: int, power: int, crew: int) -> Damage:
    """The same on a ship with so much left: no more is lost than that [E-BLAST-2, E-MARK-3].

    >>> from rulesdemo.rules.ruleset import ruleset
    >>> blast_on.dist(ruleset("escadres"), 3, 0, 1).mean("power")
    Fraction(0, 1)
    """
    return hand.last(pool(debris, rules, cap={"power": power, "crew": crew, "stopped": 1}, trump="exploded"), dice)  # type: ignore[no-any-return]
