"""Refusing combat (rules 8.23): the try, its modifiers, and what a withdrawal costs."""

from typing import Annotated, NamedTuple

from rulesdemo.odds.dice import D10, Dice
from rulesdemo.odds.inputs import AnyInt, Count, Word, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_

TERRAIN = "(flat|rough|mountain|marsh)"
Path = Annotated[
    str,
    Word(
        f"{TERRAIN}(,{TERRAIN}){{0,5}}",
        N_("one to six hexes such as flat,marsh, each flat, rough, mountain or marsh"),
        ("flat,marsh", "mountain"),
        many=True,
    ),
]


class Refusal(NamedTuple):
    """Whether the defender gets away."""

    refused: bool


class Modifier(NamedTuple):
    """The sum of the modifiers."""

    drm: int


class Withdrawal(NamedTuple):
    """Whether it has a legal length, its attrition points, and the most strength points they may cost."""

    legal: bool
    points: int
    most_lost: int


class Permission(NamedTuple):
    """Whether the rules allow the try."""

    allowed: bool


@procedure(rules=("8.23", "R-PRE-2"), public=True)
def refusal(dice: Dice, rules: Ruleset, cv: Count, drm: AnyInt = 0) -> Refusal:  # noqa: ARG001 - reads no table
    """The defender slips away on a modified die of at most his leader's campaign value [8.23].

    >>> from rulesdemo import odds
    >>> odds("republic.refusal", cv=5, drm=4).p(refused=True)
    Fraction(1, 5)
    """
    return Refusal(dice.roll(D10) + drm <= cv)


@procedure(rules=("8.23-M",), public=True)
def refusal_drm(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    mountain_or_marsh: YesNo = False,
    city_hexes: Count = 0,
    defender_cunning: Count = 0,
    attacker_cunning: Count = 0,
    only_over_river: YesNo = False,
    roman: YesNo = False,
    city_here: YesNo = False,
) -> Modifier:
    """The modifiers of a refusal into a friendly city `city_hexes` off, the one here, or none (0) [8.23-M, R1, R19, R55].

    >>> from rulesdemo import odds
    >>> odds("republic.refusal_drm", roman=True, city_hexes=1).p(drm=2)
    Fraction(1, 1)
    """
    drm = rules.table("refusal_drm").added(
        defender_in_mountain_or_marsh=mountain_or_marsh,
        each_cunning_point_defender=defender_cunning,
        each_cunning_point_attacker=attacker_cunning,
        only_route_crosses_river=only_over_river,
        roman_leader=roman,
    )
    return Modifier(drm + city_drm(rules, city_hexes, here=city_here))


@procedure(rules=("8.23", "8.23-M"), public=True)
def full_refusal(  # noqa: PLR0913, PLR0917 - a refusal has many circumstances
    dice: Dice,
    rules: Ruleset,
    cv: Count,
    mountain_or_marsh: YesNo = False,
    city_hexes: Count = 0,
    defender_cunning: Count = 0,
    attacker_cunning: Count = 0,
    only_over_river: YesNo = False,
    roman: YesNo = False,
    city_here: YesNo = False,
) -> Refusal:
    """A refusal with all its modifiers, into a friendly city `city_hexes` off, the one here, or none (0) [8.23, 8.23-M].

    >>> from rulesdemo import odds
    >>> odds("republic.full_refusal", cv=6, roman=True, city_hexes=1, defender_cunning=2).p(refused=True)
    Fraction(7, 10)
    """
    circumstances = (mountain_or_marsh, city_hexes, defender_cunning, attacker_cunning, only_over_river, roman, city_here)
    return dice.last(refusal, rules, cv, refusal_drm(dice, rules, *circumstances).drm)


def city_drm(rules: Ruleset, hexes: int, *, here: bool = False) -> int:
    """The modifier for entering a friendly city this far off, or in the Force's own hex; next door only the larger counts [R19, R55]."""
    reach, table = rules.table("refusal"), rules.table("refusal_drm")
    if here:
        hexes = {"near": reach.at("city_near_hexes"), "next": reach.at("city_adjacent_hexes"), "none": 0}[rules.switch("city_here")]
    if hexes == 0 or hexes > reach.at("city_near_hexes"):
        return 0
    if hexes <= reach.at("city_adjacent_hexes"):
        return int(table.at("adjacent_friendly_city_and_going_there"))
    return int(table.at("within_two_hexes_of_friendly_city_and_going_there"))


@procedure(rules=("8.23", "8.23-A"), public=True)
def withdrawal(dice: Dice, rules: Ruleset, path: Path, sp: Count, into_city: YesNo = False) -> Withdrawal:  # noqa: ARG001 - no dice
    """What a withdrawal costs: points by the hexes entered, none when it ends in a city, and a limit on the loss [8.23-A, R20].

    >>> from rulesdemo import odds
    >>> odds("republic.withdrawal", path="flat,marsh", sp=37).p(points=3, most_lost=3)
    Fraction(1, 1)
    """
    limits, table = rules.table("refusal"), rules.table("refusal_attrition")
    hexes = path.split(",")
    legal = limits.at("withdraw_least_hexes") <= len(hexes) <= limits.at("withdraw_most_hexes")
    points = table.at("ends_in_city") if into_city else sum(table.at(terrain) for terrain in hexes)
    return Withdrawal(legal, points, sp * limits.at("attrition_cap_percent") // 100 if points else 0)


@procedure(rules=("8.23-C",), public=True)
def may_refuse(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,  # noqa: ARG001 - reads no table
    intercepted: YesNo = False,
    can_leave: YesNo = True,
    friendly_city_here: YesNo = False,
    being_overrun: YesNo = False,
) -> Permission:
    """Refusal is barred to a Force that was intercepted, is being overrun, or has nowhere to go [8.23-C].

    >>> from rulesdemo import odds
    >>> odds("republic.may_refuse", can_leave=False, friendly_city_here=True).p(allowed=True)
    Fraction(1, 1)
    """
    return Permission(not intercepted and not being_overrun and (can_leave or friendly_city_here))
