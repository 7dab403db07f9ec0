"""Combat (rules 4.12, 6.7): losses in order, decisive battles, pursuit, single units, guns, and combined attacks."""

from typing import Annotated, NamedTuple

from rulesdemo.games.toulon.movement import Several, passes
from rulesdemo.games.toulon.throws import Chance
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.inputs import Count, Many, OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset


class LossOrder(NamedTuple):
    """Each loss in the order it is taken."""

    losses: tuple[str, ...]
    temporary: int
    permanent: int


class Decisive(NamedTuple):
    """Whether the battle is decisive."""

    decisive: bool


class Pursuit(NamedTuple):
    """How many more losses the beaten side takes."""

    losses: int


class Strength(NamedTuple):
    """The strength that counts."""

    strength: int


class Range(NamedTuple):
    """How far the guns reach."""

    zones: int


class Batteries(NamedTuple):
    """How many batteries fire."""

    firing: int


class Combined(NamedTuple):
    """Units that a leader combines, and artillery units that he can always combine."""

    units: int
    guns_at_least: int


@procedure(rules=("4.12a", "4.12b", "4.12c"), public=True)
def loss_order(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    arm: Annotated[str, OneOf(("infantry", "cavalry", "artillery"))],
    count: Annotated[int, Whole(0, 1000)],
    melee: YesNo = False,
    beaten_alone: YesNo = False,
) -> LossOrder:
    """Losses are temporary and permanent in turn; artillery in a melee starts permanent, and beaten alone it stays so [4.12a-c, T24].

    >>> from rulesdemo import odds
    >>> next(iter(odds("toulon.loss_order", arm="infantry", count=3))).losses
    ('temporary', 'permanent', 'temporary')
    """
    if arm == "artillery" and beaten_alone:
        return LossOrder(("permanent",) * count, 0, count)
    table = rules.table("loss_order")
    row = "artillery_melee" if arm == "artillery" and melee else arm
    losses = tuple(table.at(row, "second" if place % 2 else "first") for place in range(count))
    return LossOrder(losses, losses.count("temporary"), losses.count("permanent"))


@procedure(rules=("4.12p",), public=True)
def decisive(dice: Dice, rules: Ruleset, permanent: Annotated[tuple[int, ...], Many(Whole(0), least=2, most=2)]) -> Decisive:  # noqa: ARG001 - no dice
    """A battle is decisive once either side has taken more than one permanent loss [4.12p].

    >>> from rulesdemo import odds
    >>> odds("toulon.decisive", permanent="2,0").p(decisive=True)
    Fraction(1, 1)
    """
    return Decisive(max(permanent) > rules.table("combat_constants").at("decisive_over"))


@procedure(rules=("4.12q",), public=True)
def pursuit(dice: Dice, rules: Ruleset, chance: Chance, cavalry: Several = 1, all_retreat: YesNo = True) -> Pursuit:  # noqa: ARG001 - the source has no table for it
    """If all defenders retreat, each cavalry unit in reserve costs them one more loss at the reader's chance [4.12q, T38].

    >>> from rulesdemo import odds
    >>> odds("toulon.pursuit", chance="1/2", cavalry=2).p(losses=2)
    Fraction(1, 4)
    """
    return Pursuit(dice.do(pool(passes, chance), cavalry if all_retreat else 0))


@procedure(rules=("4.12g",), public=True)
def lone_strength(dice: Dice, rules: Ruleset, sp: Count) -> Strength:  # noqa: ARG001 - no dice
    """A unit on its own counts for at most five [4.12g].

    >>> from rulesdemo import odds
    >>> odds("toulon.lone_strength", sp=8).p(strength=5)
    Fraction(1, 1)
    """
    return Strength(min(sp, rules.table("combat_constants").at("lone_unit_cap")))


@procedure(rules=("4.12j",), public=True)
def artillery_range(dice: Dice, rules: Ruleset, battery: YesNo = False) -> Range:  # noqa: ARG001 - no dice
    """How many zones away a Bonaparte battery, or any other artillery, can fire [4.12j].

    >>> from rulesdemo import odds
    >>> odds("toulon.artillery_range", battery=True).p(zones=2)
    Fraction(1, 1)
    """
    return Range(rules.table("artillery_range").at("battery" if battery else "other"))


@procedure(rules=("4.12n",), public=True)
def batteries_firing(dice: Dice, rules: Ruleset, batteries: Count) -> Batteries:  # noqa: ARG001 - no dice
    """Of the Bonaparte batteries in one zone at most two fire [4.12n].

    >>> from rulesdemo import odds
    >>> odds("toulon.batteries_firing", batteries=3).p(firing=2)
    Fraction(1, 1)
    """
    return Batteries(min(batteries, rules.table("combat_constants").at("max_batteries")))


@procedure(rules=("6.7", "4.12e"), public=True)
def combined_units(dice: Dice, rules: Ruleset, efficiency: Annotated[str, OneOf(("A", "B", "C"))], bonaparte: YesNo = False) -> Combined:  # noqa: ARG001 - no dice
    """How many units a leader combines without a roll; Bonaparte always has a gun among them [6.7, 4.12e].

    >>> from rulesdemo import odds
    >>> odds("toulon.combined_units", efficiency="B").p(units=2)
    Fraction(1, 1)
    """
    guns = rules.table("combat_constants").at("bonaparte_combined_guns") if bonaparte else 0
    return Combined(rules.table("combined_units").at(efficiency), guns)
