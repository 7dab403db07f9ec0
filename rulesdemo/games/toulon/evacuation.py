"""Deliberate evacuation (rules 3.4 to 3.10): what it costs, and the war supply of Toulon once the ships have gone."""

from typing import NamedTuple

from rulesdemo.games.toulon.throws import throw
from rulesdemo.odds.chains import repeat
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.inputs import Turns
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset


class Evacuation(NamedTuple):
    """The change in Allied victory points, and what the Allies may still use: their gun crews, the sea, the evacuation gauge."""

    vp: int
    activated_guns: bool
    sea_moves: bool
    gauge: bool


class WarSupply(NamedTuple):
    """Whether war supply failed at least once."""

    failed: bool


class WarSupplyFailures(NamedTuple):
    """On how many turns war supply failed."""

    failures: int


@procedure(rules=("3.4", "3.7", "3.9", "3.10"), public=True)
def evacuation(dice: Dice, rules: Ruleset) -> Evacuation:  # noqa: ARG001 - no dice
    """What the Allies give up for good when the ships leave [3.4, 3.7, 3.9, 3.10].

    >>> from rulesdemo import odds
    >>> odds("toulon.evacuation").p(vp=-6, sea_moves=False)
    Fraction(1, 1)
    """
    return Evacuation(rules.table("evacuation").at("vp"), activated_guns=False, sea_moves=False, gauge=False)


@procedure
def supply_fails(dice: Dice, rules: Ruleset) -> bool:
    """One turn's roll for the war supply of Toulon [3.8]."""
    table = rules.table("evacuation")
    die = throw(table.at("supply_dice"), table.at("supply_sides"))
    return bool(dice.read(die, rules.table("war_supply").under(die, "result")) == "failed")


@procedure
def supply_turn(dice: Dice, rules: Ruleset, so_far: WarSupply) -> WarSupply:  # noqa: ARG001 - the state decides when to stop
    """One more turn."""
    return WarSupply(dice.do(supply_fails, rules))


def has_failed(so_far: WarSupply) -> bool:
    """The first failure settles the question."""
    return so_far.failed


@procedure(rules=("3.8",), public=True)
def war_supply(dice: Dice, rules: Ruleset, turns: Turns) -> WarSupply:
    """Whether Toulon's war supply fails within some turns of the evacuation, the turn of the decision being the first [3.8, T30, T31].

    >>> from rulesdemo import odds
    >>> odds("toulon.war_supply", turns=3).p(failed=False)
    Fraction(8, 27)
    """
    return WarSupply(*dice.do(repeat(supply_turn, has_failed), rules, WarSupply(failed=False), turns))


@procedure(rules=("3.8",), public=True)
def war_supply_failures(dice: Dice, rules: Ruleset, turns: Turns) -> WarSupplyFailures:
    """On how many of some turns after the evacuation war supply fails [3.8].

    >>> from rulesdemo import odds
    >>> odds("toulon.war_supply_failures", turns=12).mean("failures")
    Fraction(4, 1)
    """
    return WarSupplyFailures(dice.do(pool(supply_fails, rules), turns))
