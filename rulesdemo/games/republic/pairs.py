"""All pairs of leaders at all modifiers in one piece: what one changed cell of the battle table does to every battle."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from rulesdemo.games.republic.battle import Battle, full_battle
from rulesdemo.odds.dist import Dist
from rulesdemo.rules.ruleset import Ruleset

MODIFIERS: Final = range(-10, 11)


class Retreats(NamedTuple):
    """The chances of who must retreat."""

    attacker: Fraction
    none: Fraction
    defender: Fraction


def retreats_by_pair(rules: Ruleset, modifiers: range = MODIFIERS) -> Mapping[tuple[str, str], tuple[Retreats, ...]]:
    """The chances of a retreat for every pair of battle letters, attacker first, modifier by modifier, under these rules.

    >>> from rulesdemo.rules.ruleset import ruleset
    >>> retreats_by_pair(ruleset("republic"))["A", "B"][10].defender
    Fraction(3739, 10000)
    """
    letters = rules.table("tactical").columns.labels
    return {
        (attacker, defender): tuple(map(_retreats, full_battle.sweep(rules, attacker, defender, over=modifiers).values()))
        for attacker in letters
        for defender in letters
    }


def _retreats(dist: Dist[Battle]) -> Retreats:
    found = dict.fromkeys(Retreats._fields, 0)
    for result, weight in dist.weights.items():
        found[result.retreat] += weight
    return Retreats(*(Fraction(weight, dist.total) for weight in found.values()))
