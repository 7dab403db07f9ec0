"""Treachery (rules 9.6): a city opened from the inside."""

from typing import Annotated, NamedTuple

from rulesdemo.odds.dice import D10, Dice
from rulesdemo.odds.inputs import AnyInt, Count, OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Cdi = Annotated[int, OneOf((1, 3, 4, 7, 10))]
ROMAN_RANKS = ("consul", "dictator", "master_of_cavalry")


class Treachery(NamedTuple):
    """Whether the city falls, and whether the try costs the leader his life."""

    falls: bool
    leader_killed: bool


class Modifier(NamedTuple):
    """The sum of the modifiers."""

    drm: int


class TreacheryCheck(NamedTuple):
    """Whether the leader may try, and the cunning points it takes in all."""

    allowed: bool
    cunning: int


@procedure(rules=("9.6",), public=True)
def treachery(dice: Dice, rules: Ruleset, cdi: Cdi, cv: Annotated[int, Whole(3)], drm: AnyInt = 0) -> Treachery:
    """A modified die above the number takes the city; an equal one fails and puts the leader's life on a second die [9.6, R33, R34, R35].

    >>> from rulesdemo import odds
    >>> odds("republic.treachery", cdi=3, cv=5).p(falls=True), odds("republic.treachery", cdi=3, cv=5).p(leader_killed=True)
    (Fraction(1, 5), Fraction(1, 25))
    """
    number = rules.table("treachery").at(cdi, cv)
    if number == "impossible":
        return Treachery(falls=False, leader_killed=False)
    total = dice.roll(D10) + drm
    return Treachery(total > number, leader_killed=total == number and dice.roll(D10, "the leader's life") > cv)


@procedure(rules=("9.6",), public=True)
def treachery_drm(dice: Dice, rules: Ruleset, spent: Count = 0, held_in_city: Count = 0) -> Modifier:  # noqa: ARG001 - no dice
    """Cunning points spent by the trier help him; those that leaders in the city hold, unspent, hinder him [9.6, R1].

    >>> from rulesdemo import odds
    >>> odds("republic.treachery_drm", spent=3, held_in_city=1).p(drm=2)
    Fraction(1, 1)
    """
    return Modifier(rules.table("treachery_drm").added(each_cunning_point_spent=spent, each_cunning_point_in_city=held_in_city))


@procedure(rules=("9.6",), public=True)
def full_treachery(
    dice: Dice, rules: Ruleset, cdi: Cdi, cv: Annotated[int, Whole(3)], spent: Count = 0, held_in_city: Count = 0
) -> Treachery:
    """Treachery with its modifier found first: points that count, less those that leaders in the city hold [9.6, R1, R33, R34, R35].

    >>> from rulesdemo import odds
    >>> odds("republic.full_treachery", cdi=7, cv=7, spent=2).p(falls=True)
    Fraction(1, 5)
    """
    return dice.last(treachery, rules, cdi, cv, treachery_drm(dice, rules, spent, held_in_city).drm)


@procedure(rules=("9.6-R",), public=True)
def treachery_check(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    roman: YesNo = False,
    rank: Annotated[str, OneOf((*ROMAN_RANKS, "other"))] = "other",
    roma: YesNo = False,
    cunning: Count = 0,
    spent: Count = 0,
) -> TreacheryCheck:
    """Who may try, and what it takes: a Roman of high rank, with one point more than he counts; never against Roma [9.6-R].

    >>> from rulesdemo import odds
    >>> odds("republic.treachery_check", roman=True, rank="consul", cunning=2, spent=1).p(allowed=True, cunning=2)
    Fraction(1, 1)
    """
    needed = spent + (rules.table("siege").at("treachery_roman_extra_cunning") if roman else 0)
    return TreacheryCheck(not roma and (not roman or rank in ROMAN_RANKS) and needed <= cunning, needed)
