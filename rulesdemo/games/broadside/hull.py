"""Hull and masts (rules II Coque, V.b sections): what damage empties, and what falls with it."""

from itertools import accumulate
from typing import Annotated, Literal, NamedTuple

from rulesdemo.odds.chains import repeat
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import Count, Many, Turns, Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

# Fights follow the hull points of two ships at once: thirty each is as large as stays quick.
Sections = Annotated[tuple[int, ...], Many(Whole(1, 10), most=3)]
# A ship that fights: her force and her hull sections.
Ship = tuple[int, tuple[int, ...]]


class HullDamage(NamedTuple):
    """Hull points left, sections emptied by this damage, and sections empty in all."""

    hull: int
    emptied: int
    destroyed: int


class MastLoss(NamedTuple):
    """Mast sections lost, of two."""

    masts_lost: int


class Hulls(NamedTuple):
    """Hull points left of two ships that fight each other."""

    a: int
    b: int


class Fight(NamedTuple):
    """Hull points left of two ships, and who is beaten."""

    hull_a: int
    hull_b: int
    beaten: Literal["none", "a", "b", "both"]


def empty_sections(sections: tuple[int, ...], hull: int) -> int:
    """How many sections are empty with this much hull left; they empty in order (B35).

    >>> empty_sections((4, 4), 8), empty_sections((4, 4), 4), empty_sections((4, 4), 0)
    (0, 1, 2)
    """
    return sum(upto <= sum(sections) - hull for upto in accumulate(sections))


def is_decided(hulls: Hulls) -> bool:
    """One of them has no hull left."""
    return hulls.a <= 0 or hulls.b <= 0


def outcome(hulls: Hulls) -> Fight:
    """How a fight stands."""
    beaten: dict[tuple[bool, bool], Literal["none", "a", "b", "both"]] = {
        (False, False): "none",
        (True, False): "a",
        (False, True): "b",
        (True, True): "both",
    }
    return Fight(hulls.a, hulls.b, beaten[hulls.a <= 0, hulls.b <= 0])


@procedure(rules=("II Coque", "V.b sections"), public=True)
def hull_damage(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,  # noqa: ARG001 - reads no table
    sections: Annotated[tuple[int, ...], Many(Whole(1))],
    damage: Count,
    lost: Count = 0,
) -> HullDamage:
    """What damage does to a hull that may have lost some before: sections are emptied in order [V.b sections, B35].

    >>> from rulesdemo import odds
    >>> odds("broadside.hull_damage", sections=(4, 4, 4), damage=5, lost=3).p(hull=4, emptied=2, destroyed=2)
    Fraction(1, 1)
    """
    before = max(0, sum(sections) - lost)
    after = max(0, before - damage)
    now = empty_sections(sections, after)
    return HullDamage(after, now - empty_sections(sections, before), now)


@procedure
def mast_roll(dice: Dice, rules: Ruleset, standing: int) -> int:
    """The roll for one emptied hull section: how many masts stand after it."""
    falls = dice.read(D6, rules.table("mast_loss").under(D6, "result")) == "lost"
    return standing - int(falls)


def no_mast_stands(standing: int) -> bool:
    """Nothing left to fall."""
    return standing <= 0


@procedure(rules=("V.b sections", "T12"), public=True)
def mast_loss(dice: Dice, rules: Ruleset, sections: Turns) -> MastLoss:
    """For each hull section emptied, a die under 4 costs one of two mast sections [V.b sections, T12, B14].

    >>> from rulesdemo import odds
    >>> odds("broadside.mast_loss", sections=3).p(masts_lost=2)
    Fraction(1, 2)
    """
    masts = rules.table("movement").at("mast_sections_most")
    return MastLoss(masts - dice.do(repeat(mast_roll, no_mast_stands), rules, masts, sections))
