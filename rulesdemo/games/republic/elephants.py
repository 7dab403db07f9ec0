"""War elephants (rules 8.36): one die for each elephant strength point."""

from typing import Annotated, NamedTuple

from rulesdemo.odds.dice import D10, Dice
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.inputs import Count, Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

# More have too many joint outcomes to list, the more so where each kind of troops can run out.
ElephantCount = Annotated[int, Whole(0, 23)]
FewerElephants = Annotated[int, Whole(0, 18)]


class Charge(NamedTuple):
    """Elephants lost, the modifier in their owner's favour, and the points lost by either side."""

    lost: int
    drm: int
    enemy_infantry: int
    enemy_cavalry: int
    own_infantry: int
    own_cavalry: int


@procedure
def elephant(dice: Dice, rules: Ruleset) -> Charge:
    """One elephant strength point."""
    line = dice.read(D10, rules.table("elephants").under(D10))
    return Charge(line.own_elephant, line.drm, line.enemy_infantry, line.enemy_cavalry, line.own_infantry, line.own_cavalry)


@procedure(rules=("8.36", "8.31-n / 8.36"), public=True)
def elephants(dice: Dice, rules: Ruleset, count: ElephantCount) -> Charge:
    """What the elephants do, added up, in Forces with troops enough to lose [8.36, R23].

    >>> from rulesdemo import odds
    >>> odds("republic.elephants", count=3).p(lost=0)
    Fraction(27, 125)
    """
    return dice.last(pool(elephant, rules), count)  # type: ignore[no-any-return]  # a pool's outcome is its die's


@procedure(rules=("8.36", "8.31-n / 8.36"), public=True)
def elephant_charge(
    dice: Dice,
    rules: Ruleset,
    count: FewerElephants,
    enemy_infantry: Count,
    enemy_cavalry: Count,
    own_infantry: Count,
    own_cavalry: Count,
) -> Charge:
    """The same where troops may run out: a loss that names absent troops has no effect [8.36, R24].

    >>> from rulesdemo import odds
    >>> odds("republic.elephant_charge", count=3, enemy_infantry=9, enemy_cavalry=0, own_infantry=9, own_cavalry=9).p(enemy_cavalry=0)
    Fraction(1, 1)
    """
    present = {"enemy_infantry": enemy_infantry, "enemy_cavalry": enemy_cavalry, "own_infantry": own_infantry, "own_cavalry": own_cavalry}
    short = {troops: points for troops, points in present.items() if points < count}
    return dice.last(pool(elephant, rules, cap=short), count)  # type: ignore[no-any-return]  # as above
