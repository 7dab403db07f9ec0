"""Grappling (rules 8.11, 8.12) and the scythes."""

from typing import Annotated, NamedTuple

from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

FreeCrew = Annotated[int, Whole(1, 4)]


class Grapple(NamedTuple):
    """Whether the ships are grappled."""

    success: bool


class Scythes(NamedTuple):
    """Whether the target is immobilised."""

    success: bool


class ActionCost(NamedTuple):
    """What an action costs."""

    pm: int


@procedure(rules=("8.12", "8.11"), public=True)
def grapple(dice: Dice, rules: Ruleset, crew: FreeCrew, immobilised: YesNo = False, grappled: YesNo = False) -> Grapple:
    """One die by crew quality, easier on a ship that is immobilised or already held [8.12].

    >>> from rulesdemo import odds
    >>> odds("veneti.grapple", crew=3, immobilised=True).p(success=True)
    Fraction(5, 6)
    """
    drm = rules.table("grapple_drm").added(immobilised=immobilised, grappled=grappled)
    return Grapple(dice.roll(D6) + drm >= rules.table("grapple").at(crew))


@procedure(rules=("8.12 note",), public=True)
def scythes(dice: Dice, rules: Ruleset, crew: FreeCrew) -> Scythes:
    """Hooks on poles bring down a sailing ship's yard; the rule is ours, the source only names them [8.12 note, A47].

    >>> from rulesdemo import odds
    >>> odds("veneti.scythes", crew=3).p(success=True)
    Fraction(1, 2)
    """
    return Scythes(dice.roll(D6) >= rules.table("scythes").at(crew))


@procedure(rules=("8.12 note", "8.31"), public=True)
def action_cost(dice: Dice, rules: Ruleset, action: Annotated[str, OneOf(("disengage", "scythes"))]) -> ActionCost:  # noqa: ARG001 - no dice
    """What a try with the scythes, or breaking loose, costs in movement points [8.12 note, 8.31].

    >>> from rulesdemo import odds
    >>> odds("veneti.action_cost", action="disengage").p(pm=2)
    Fraction(1, 1)
    """
    return ActionCost(rules.table("action_costs").at(action))
