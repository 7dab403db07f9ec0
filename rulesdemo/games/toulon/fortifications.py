"""Fortifications (rules 4.7d, 4.7e, 6.5, 6.8): forts that bar the way, guns against them, their defenders, and redoubts under fire."""

from typing import Annotated, Literal, NamedTuple

from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import Count, OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.odds.reads import note_given
from rulesdemo.rules.ruleset import Ruleset


class Barred(NamedTuple):
    """Whether the enemy is kept out of the fort's zone."""

    barred: bool


class Benefit(NamedTuple):
    """What the fortification still gives in combat."""

    benefit: int


class Group(NamedTuple):
    """Whether the defenders fight as one group."""

    one_group: bool


class Redoubt(NamedTuple):
    """What is left of the redoubt."""

    becomes: Literal["normal", "removed"]


@procedure(rules=("4.7d",), public=True)
def fort_bars(dice: Dice, rules: Ruleset, level: Annotated[int, Whole(1, 3)], garrisoned: YesNo) -> Barred:  # noqa: ARG001 - no dice
    """A level-3 fort bars the enemy from its zone if its garrison, judged by the reader, is sufficient [4.7d].

    >>> from rulesdemo import odds
    >>> odds("toulon.fort_bars", level=3, garrisoned=True).p(barred=True)
    Fraction(1, 1)
    """
    return Barred(garrisoned and level >= rules.table("movement_constants").at("barring_fort_level"))


@procedure(rules=("4.7e",), public=True)
def fort_benefit(dice: Dice, rules: Ruleset, benefit: Count, reduction: Count, enemy_guns: YesNo = True) -> Benefit:  # noqa: ARG001 - no dice
    """Enemy artillery that takes part directly takes something from what a fortification gives; both numbers are the reader's [4.7e, T38].

    >>> from rulesdemo import odds
    >>> odds("toulon.fort_benefit", benefit=3, reduction=1).p(benefit=2)
    Fraction(1, 1)
    """
    note_given("benefit", str(benefit))
    if not enemy_guns:
        return Benefit(benefit)
    note_given("reduction", str(reduction))
    return Benefit(max(0, benefit - reduction))


@procedure(rules=("6.5",), public=True)
def fort_group(dice: Dice, rules: Ruleset, leader: YesNo = False) -> Group:  # noqa: ARG001 - no dice
    """With stronger forts the defenders of one form one group; under a switch only while a leader is with them [6.5, T33].

    >>> from rulesdemo import odds
    >>> odds("toulon.fort_group").p(one_group=True)
    Fraction(1, 1)
    """
    return Group(leader or rules.switch("fort_group_leader") == "not_needed")


@procedure(rules=("6.8",), public=True)
def redoubt_reduction(dice: Dice, rules: Ruleset, redoubt: Annotated[str, OneOf(("improved", "normal"))]) -> Redoubt:  # noqa: ARG001 - no dice
    """A reduced redoubt is removed; that an improved one first becomes a normal one is ours [6.8, T8].

    >>> from rulesdemo import odds
    >>> odds("toulon.redoubt_reduction", redoubt="normal").p(becomes="removed")
    Fraction(1, 1)
    """
    return Redoubt(rules.table("redoubt_reduction").at(redoubt))
