"""Boarding (rules V.a): contact, shares, rounds and turns."""

from fractions import Fraction
from typing import Annotated, NamedTuple

from rulesdemo.games.broadside.gunnery import damage_roll
from rulesdemo.games.broadside.hull import Fight, Hulls, Sections, Ship, empty_sections, is_decided, outcome
from rulesdemo.games.broadside.rounding import rounded
from rulesdemo.odds.chains import repeat
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.inputs import AnyInt, Count, Many, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Forces = Annotated[tuple[int, ...], Many(Whole())]
NO_ATTACK = -1  # a force that strikes nobody


class Contact(NamedTuple):
    """Whether the ships are locked together."""

    boarding: bool


class BoardingForce(NamedTuple):
    """The force a ship brings to a boarding."""

    force: int


class BoardingShares(NamedTuple):
    """The force that strikes each ship of either side."""

    on_each_of_a: int
    on_each_of_b: int


class BoardingRound(NamedTuple):
    """Points that each side loses in all, whatever hull is left."""

    loss_a: int
    loss_b: int


@procedure(rules=("V.a",), public=True)
def contact(dice: Dice, rules: Ruleset) -> Contact:
    """Enemies in one hex board on a die under 4, where the wind allows it [V.a, B13, B14].

    >>> from rulesdemo import odds
    >>> odds("broadside.contact").p(boarding=True)
    Fraction(1, 2)
    """
    return Contact(dice.read(D6, rules.table("contact").under(D6, "result")) == "boarding")


@procedure(rules=("V.a", "IV.g", "T7", "T9"), public=True)
def boarding_force(dice: Dice, rules: Ruleset, force: AnyInt, sections_destroyed: Count = 0, full_sail: YesNo = False) -> BoardingForce:  # noqa: ARG001 - no dice
    """A ship's force in a boarding: less for each section lost, and under full sail [T9, T7, B5].

    >>> from rulesdemo import odds
    >>> odds("broadside.boarding_force", force=10, sections_destroyed=1).p(force=6)
    Fraction(1, 1)
    """
    if sections_destroyed:
        force += sections_destroyed * rules.table("boarding").at("force_per_destroyed_section")
    if full_sail:
        force += rules.table("full_sail").at("force")
    return BoardingForce(force)


@procedure(rules=("V.a", "V.a ex"), public=True)
def boarding_shares(dice: Dice, rules: Ruleset, side_a: Forces, side_b: Forces) -> BoardingShares:  # noqa: ARG001 - no dice
    """Each side adds up its forces and spreads them equally over its enemies, rounded down; -1 strikes nobody [V.a, V.a ex, B10, B70].

    >>> from rulesdemo import odds
    >>> odds("broadside.boarding_shares", side_a=(10, 5), side_b=(6, 4, 8)).p(on_each_of_a=9, on_each_of_b=5)
    Fraction(1, 1)
    """
    return BoardingShares(_spread(rules, side_b, len(side_a)), _spread(rules, side_a, len(side_b)))


def _spread(rules: Ruleset, forces: tuple[int, ...], struck: int) -> int:
    """The force on each of the ships struck; a ship whose force is below 0 adds nothing to her side [B70]."""
    if all(force < 0 for force in forces):
        return NO_ATTACK
    return rounded(rules, "boarding_share", Fraction(sum(max(0, force) for force in forces), struck))


@procedure(rules=("V.a", "V.a ex", "T1"), public=True)
def boarding_round(dice: Dice, rules: Ruleset, side_a: Forces, side_b: Forces) -> BoardingRound:
    """One die on the gun table for each ship attacked, first those of side a; no modifiers, no criticals [V.a, T1, B10, B11].

    >>> from rulesdemo import odds
    >>> odds("broadside.boarding_round", side_a=(10, 5), side_b=(6, 4, 8)).mean("loss_b")
    Fraction(3, 1)
    """
    on_a, on_b = boarding_shares(dice, rules, side_a, side_b)
    loss_a = dice.do(pool(damage_roll, rules, on_a, 0), len(side_a))
    return BoardingRound(loss_a, dice.do(pool(damage_roll, rules, on_b, 0), len(side_b)))


@procedure
def board_once(dice: Dice, rules: Ruleset, a: Ship, b: Ship, hulls: Hulls) -> Hulls:
    """One round of two ships; its damage counts from the next round on (B40)."""
    penalty = rules.table("boarding").at("force_per_destroyed_section")
    (force_a, sections_a), (force_b, sections_b) = a, b
    loss_a = dice.do(damage_roll, rules, force_b + penalty * empty_sections(sections_b, hulls.b), 0)
    loss_b = dice.do(damage_roll, rules, force_a + penalty * empty_sections(sections_a, hulls.a), 0)
    return Hulls(max(0, hulls.a - loss_a), max(0, hulls.b - loss_b))


@procedure(rules=("V.a", "T1", "T9"), public=True)
def boarding_turn(
    dice: Dice,
    rules: Ruleset,
    force_a: AnyInt,
    hull_a: Sections,
    force_b: AnyInt,
    hull_b: Sections,
    turns: Annotated[int, Whole(0, 20)] = 1,
) -> Fight:
    """Two locked ships fight three rounds a turn until one has no hull left; lost sections tell from the next round on [V.a, T9, B12, B40].

    >>> from rulesdemo import odds
    >>> odds("broadside.boarding_turn", force_a=10, hull_a=(4, 4), force_b=6, hull_b=(3, 3)).p(beaten="b")
    Fraction(41, 81)
    """
    rounds = turns * rules.table("boarding").at("rounds_per_turn")
    start = Hulls(sum(hull_a), sum(hull_b))
    return outcome(dice.do(repeat(board_once, is_decided), rules, (force_a, hull_a), (force_b, hull_b), start, rounds))
