"""Supply (rules 4.8, 4.13b, 5g): no-man's land, and forces that the enemy surrounds."""

from typing import Annotated, NamedTuple

from rulesdemo.games.toulon.throws import throw
from rulesdemo.odds.chains import repeat
from rulesdemo.odds.dice import D6, Dice, Source
from rulesdemo.odds.inputs import Count, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset


class Supplied(NamedTuple):
    """Whether the supply line holds."""

    supplied: bool


class Attack(NamedTuple):
    """Whether the attack is allowed."""

    allowed: bool


class Losses(NamedTuple):
    """Losses taken."""

    losses: int


@procedure
def trace(dice: Dice, rules: Ruleset, so_far: Supplied) -> Supplied:  # noqa: ARG001 - the state decides when to stop
    """One more roll for the supply line."""
    return Supplied(dice.read(D6, rules.table("nml_supply").under(D6, "result")) == "supplied")


def is_cut(so_far: Supplied) -> bool:
    """The line has failed."""
    return not so_far.supplied


@procedure(rules=("5g", "4.8e"), public=True)
def nml_supply(dice: Dice, rules: Ruleset, turn: Annotated[int, Whole(1)], zones: Annotated[int, Whole(0, 1000)] = 1) -> Supplied:
    """From turn 8 each attempt to trace supply through no-man's land is one roll, however many zones it crosses [5g, 4.8e, T23].

    >>> from rulesdemo import odds
    >>> odds("toulon.nml_supply", turn=7).p(supplied=True), odds("toulon.nml_supply", turn=8).p(supplied=True)
    (Fraction(1, 1), Fraction(2, 3))
    """
    if zones == 0 or turn < rules.table("turn_switches").at("nml_supply_roll", "from"):
        return Supplied(supplied=True)
    rolls = zones
    if zones > 1 and rules.switch("nml_supply") == "per_attempt":
        rolls = rules.table("movement_constants").at("nml_rolls_per_attempt")
    return Supplied(*dice.do(repeat(trace, is_cut), rules, Supplied(supplied=True), rolls))


@procedure(rules=("4.8c",), public=True)
def surrounded_attack(dice: Dice, rules: Ruleset, own: Count, enemy: Count) -> Attack:  # noqa: ARG001 - no dice
    """A surrounded force may attack with at least twice the enemy's strength [4.8c, T17].

    >>> from rulesdemo import odds
    >>> odds("toulon.surrounded_attack", own=8, enemy=4).p(allowed=True), odds("toulon.surrounded_attack", own=7, enemy=4).p(allowed=True)
    (Fraction(1, 1), Fraction(0, 1))
    """
    return Attack(own >= rules.table("surrounded").at("attack_ratio") * enemy)


def loss_dice(rules: Ruleset, turns: int, fort: bool) -> Source[int]:
    """The dice of 4.13b for some turns; a fort spares its garrison none unless the switch says so [T32]."""
    table = rules.table("surrounded")
    if fort and rules.switch("surrounded_fort_losses") == "no":
        return throw(0, table.at("loss_sides"))
    return throw(turns * table.at("fort_loss_dice" if fort else "loss_dice"), table.at("loss_sides"))


@procedure(rules=("4.13b",), public=True)
def surrounded_losses(dice: Dice, rules: Ruleset, fort: YesNo = False) -> Losses:
    """A force wholly ringed by enemy-controlled zones loses a die of strength points, in a fort too [4.13b, T32].

    >>> from rulesdemo import odds
    >>> odds("toulon.surrounded_losses").chance(lambda force: force.losses >= 3)
    Fraction(2, 3)
    """
    return Losses(dice.roll(loss_dice(rules, 1, fort)))


@procedure(rules=("4.13b",), public=True)
def surrounded_over(dice: Dice, rules: Ruleset, turns: Annotated[int, Whole(0, 200)], fort: YesNo = False) -> Losses:
    """What a force loses in all while it stays surrounded for some turns [4.13b, T32].

    >>> from rulesdemo import odds
    >>> odds("toulon.surrounded_over", turns=2).chance(lambda force: force.losses >= 7)
    Fraction(7, 12)
    """
    return Losses(dice.roll(loss_dice(rules, turns, fort)))
