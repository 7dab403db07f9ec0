"""City assault (rules 9.4): the ratio, the modifiers, the storm and its losses."""

from fractions import Fraction
from functools import lru_cache
from typing import Annotated, NamedTuple

from rulesdemo.games.republic.status import Status, effect
from rulesdemo.games.republic.strength import Strength, rounded_ratio
from rulesdemo.odds.dice import D10, Dice
from rulesdemo.odds.inputs import AnyInt, Count, OneOf, Word, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_

# Any two numbers but nought: what the tables do not print, the rulings on rounding bring to a column.
NUMBER = r"(?=[0-9.]*[1-9])[0-9]{1,27}(?:\.[0-9]{1,2})?"
Ratio = Annotated[
    str, Word(rf"{NUMBER}-{NUMBER}", N_("a ratio such as 3-1, 1-1.5 or 45-30, attacker first"), ("2-1", "1-3", "1-2", "1.5-1", "9-1"))
]


class Assault(NamedTuple):
    """Whether the city falls, what both sides lose in percent, and whether a Siege Engines marker goes."""

    success: bool
    attacker_loss: int
    defender_loss: int
    engine_lost: bool


class AssaultRatio(NamedTuple):
    """The attacker's strength with his engines, and the column to use, None when the assault fails outright."""

    attacker_sp: int
    column: str | None


class AssaultDrm(NamedTuple):
    """Whether the assault is allowed, and the sum of its modifiers."""

    allowed: bool
    drm: int | None


def column_of(rules: Ruleset, attacker: Fraction | int, defender: Fraction | int) -> str | None:
    """The column of two strengths, rounded: the last one for anything above, none below the first [R4, R31]."""
    labels = rules.table("assault").rows.labels
    if rules.switch("assault_floor") == "raw" and Fraction(attacker) / defender < worth(labels[0]):
        return None
    rounded = worth(rounded_ratio(rules, attacker, defender))
    reached = [label for label in labels if worth(label) <= rounded]
    return reached[-1] if reached else None


def sides(ratio: str) -> tuple[Fraction, Fraction]:
    """The two numbers of a ratio, attacker first."""
    attacker, _, defender = ratio.partition("-")
    return Fraction(attacker), Fraction(defender)


@lru_cache(maxsize=500)
def worth(ratio: str) -> Fraction:
    """The number that a ratio stands for."""
    attacker, defender = sides(ratio)
    return attacker / defender


def asked_ratio(found: AssaultRatio, defender: int) -> str:
    """The ratio to ask the table with: the column, or, where there is none, the raw ratio, which has no column either.

    >>> asked_ratio(AssaultRatio(20, None), 41), asked_ratio(AssaultRatio(40, "2-1"), 20)
    ('1-3', '2-1')
    """
    return found.column or f"1-{-(-defender // found.attacker_sp)}"


@procedure
def stormed(dice: Dice, rules: Ruleset) -> Assault:
    """The losses when the city falls: one new die for each side."""
    table = rules.table("assault_losses")
    attacker = dice.read(D10, table.under(D10, "success_attacker"), "the attacker's loss")
    defender = dice.read(D10, table.under(D10, "success_defender"), "the defender's loss")
    return Assault(success=True, attacker_loss=attacker, defender_loss=defender, engine_lost=False)


@procedure
def repelled(dice: Dice, rules: Ruleset, assault_die: int) -> Assault:
    """The losses when it holds; the attacker's own die, or the assault die by the switch, may cost a marker [R29, R30]."""
    table = rules.table("assault_losses")
    own = dice.roll(D10, "the attacker's loss")
    engine = table.at(own if rules.switch("siege_engine_die") == "loss" else assault_die, "engine_lost")
    defender = dice.read(D10, table.under(D10, "failure_defender"), "the defender's loss")
    return Assault(success=False, attacker_loss=table.at(own, "failure_attacker"), defender_loss=defender, engine_lost=engine == "yes")


@procedure(rules=("9.4", "9.4-L"), public=True)
def assault(dice: Dice, rules: Ruleset, ratio: Ratio, drm: AnyInt = 0) -> Assault:
    """A modified die of at least the number for the ratio takes the city; then each side rolls for its losses [9.4, 9.4-L, R29, R30].

    >>> from rulesdemo import odds
    >>> odds("republic.assault", ratio="3-1").p(success=True)
    Fraction(3, 5)
    >>> odds("republic.assault", ratio="44-30").p(success=True) == odds("republic.assault", ratio="1-1").p(success=True)
    True
    """
    column = column_of(rules, *sides(ratio))
    die = dice.roll(D10, "the assault")
    if column is not None and die + drm >= rules.table("assault").at(column):
        return dice.last(stormed, rules)
    return dice.last(repelled, rules, die)


@procedure(rules=("9.4", "9.4-S"), public=True)
def assault_ratio(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    infantry: Strength,
    defender: Strength,
    other_sp: Count = 0,
    siege_engines: YesNo = False,
) -> AssaultRatio:
    """The column of an assault, after a Siege Engines marker has multiplied the attacker's infantry [9.4, 9.4-S, R4, R31, R32].

    >>> from rulesdemo import odds
    >>> odds("republic.assault_ratio", infantry=20, defender=20, siege_engines=True).p(column="2-1")
    Fraction(1, 1)
    """
    attacker = infantry * (rules.table("siege").at("engine_multiplier") if siege_engines else 1) + other_sp
    return AssaultRatio(attacker, column_of(rules, attacker, defender))


@procedure(rules=("9.4-M", "8.55"), public=True)
def assault_drm(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    excess: Count = 0,
    worst_status: Status = "fresh",
    naval: AnyInt = 0,
    enemy_held_roma: YesNo = False,
    better_letter: Annotated[str, OneOf(("attacker", "defender", "neither"))] = "neither",
) -> AssaultDrm:
    """The modifiers of an assault: `excess` Double Legions over command, `naval` the level of 9.43 with its sign [9.4-M, R6, R9].

    >>> from rulesdemo import odds
    >>> odds("republic.assault_drm", excess=1, worst_status="disorganised", better_letter="attacker").p(drm=-4)
    Fraction(1, 1)
    """
    if effect(rules, "assault", worst_status) is None:
        return AssaultDrm(allowed=False, drm=None)
    table = rules.table("assault_drm")
    drm = naval
    if excess:
        legions = excess * rules.table("siege").at("legions_per_double_legion") if rules.switch("assault_legion") == "single" else excess
        drm += legions * table.at("each_legion_over_roman_command")
    drm += table.at(f"assaulting_sp_include_{worst_status}") if worst_status != "fresh" else 0
    drm += table.at("roman_assaults_enemy_held_roma") if enemy_held_roma else 0
    if better_letter != "neither":
        drm += table.at("better_battle_letter") * (1 if better_letter == "attacker" else -1)
    return AssaultDrm(allowed=True, drm=drm)
