"""Options (rules 6.9c and the remarks of section 6): the beaches under a tenuous hold, and whom each option favours."""

from typing import Annotated, Literal, NamedTuple

from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import OneOf
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Beach = Annotated[str, OneOf(("cepet_south", "cepet_next_west", "marguerite", "marguerite_next_east"))]
OptionName = Annotated[str, OneOf(("before 3.1", "6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7", "6.8", "6.9"))]


class LandingBeach(NamedTuple):
    """The place that names the beach, and whether it is the next one to the west or east of it."""

    anchor: Literal["cepet", "fort_marguerite"]
    beside: Literal["none", "west", "east"]


class Lean(NamedTuple):
    """Which side an option favours, and how much."""

    favours: Literal["republican", "allied"]
    strength: Literal["slight", "moderate", "strong"]


@procedure(rules=("6.9c",), public=True)
def landing_beach(dice: Dice, rules: Ruleset, beach: Beach) -> LandingBeach:  # noqa: ARG001 - no dice
    """Where the four beaches lie on which Allied reinforcements may still land under a tenuous hold [6.9c].

    >>> from rulesdemo import odds
    >>> odds("toulon.landing_beach", beach="cepet_next_west").p(anchor="cepet", beside="west")
    Fraction(1, 1)
    """
    return LandingBeach(*rules.table("landing_beaches").record(beach))


@procedure(rules=("6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7", "6.8", "6.9a", "3.1-3.3"), public=True)
def option_lean(dice: Dice, rules: Ruleset, option: OptionName) -> Lean:  # noqa: ARG001 - no dice
    """Which side an option favours by the author's own remark [6 (intro), T12].

    >>> from rulesdemo import odds
    >>> odds("toulon.option_lean", option="6.5").p(favours="allied", strength="strong")
    Fraction(1, 1)
    """
    return Lean(*rules.table("option_lean").record(option))
