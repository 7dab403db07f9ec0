"""Strength against strength (rules 8.31-d and 8.31-e): the combat ratio and superiority in cavalry."""

from fractions import Fraction
from math import ceil, floor
from typing import Annotated, NamedTuple

from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import AnyInt, Count, OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Strength = Annotated[int, Whole(1)]
CavalryDrm = Annotated[int, Whole(0, 8)]
Terrain = Annotated[str, OneOf(("flat", "rough", "mountain", "marsh"))]


class CombatRatio(NamedTuple):
    """The ratio after rounding, attacker first, and its modifier."""

    ratio: str
    drm: int


class Cavalry(NamedTuple):
    """The modifier; a plus is the attacker's."""

    drm: int


class CavalryBand(NamedTuple):
    """The gap in cavalry that gives the modifier, None where none does."""

    gap: str | None


class ForceDrm(NamedTuple):
    """The modifiers for strength and cavalry, and their sum."""

    ratio: int
    cavalry: int
    drm: int


def rounded_ratio(rules: Ruleset, attacker: Fraction | int, defender: Fraction | int) -> str:
    """A ratio as the tables print it: the larger side by the smaller, rounded down to a step, or in the defender's favour [R4]."""
    labels = rules.table("combat_ratio").rows.labels
    steps = {Fraction(high): high for high, _, low in (label.partition("-") for label in labels) if low == "1"}
    quotient = Fraction(max(attacker, defender), min(attacker, defender))
    up = attacker < defender and rules.switch("ratio_rounding") == "defender"
    if quotient >= max(steps):
        step = str(ceil(quotient) if up else floor(quotient))
    else:
        step = steps[min(s for s in steps if s >= quotient) if up else max(s for s in steps if s <= quotient)]
    return f"1-{step}" if attacker < defender else f"{step}-1"


@procedure(rules=("8.31-d", "8.31-RAT"), public=True)
def combat_ratio(dice: Dice, rules: Ruleset, attacker: Strength, defender: Strength) -> CombatRatio:  # noqa: ARG001 - no dice
    """The ratio of strength points and its modifier; past the table it is the high number of the ratio [8.31-RAT, R4].

    >>> from rulesdemo import odds
    >>> odds("republic.combat_ratio", attacker=45, defender=30).p(ratio="1.5-1", drm=1)
    Fraction(1, 1)
    """
    table = rules.table("combat_ratio")
    ratio = rounded_ratio(rules, attacker, defender)
    if ratio in table.rows.labels:
        return CombatRatio(ratio, table.at(ratio))
    high, _, low = ratio.partition("-")
    return CombatRatio(ratio, int(high) if low == "1" else -int(low))


@procedure(rules=("8.31-e", "8.31-CAV"), public=True)
def cavalry(dice: Dice, rules: Ruleset, gap: AnyInt, terrain: Terrain = "flat", roman: YesNo = False) -> Cavalry:  # noqa: ARG001 - no dice
    """What superiority in cavalry is worth: `gap` is the attacker's points less the defender's, `roman` says who leads [8.31-CAV, R22].

    >>> from rulesdemo import odds
    >>> odds("republic.cavalry", gap=11).p(drm=3), odds("republic.cavalry", gap=-11, roman=True).p(drm=-2)
    (Fraction(1, 1), Fraction(1, 1))
    """
    line = rules.table("cavalry_class").at(terrain, "roman" if roman else "nonroman")
    if line == "none":
        return Cavalry(0)
    table = rules.table("cavalry_superiority")
    drm = min(abs(gap) // table.at(line, "divisor"), table.at(line, "cap"))
    return Cavalry(drm if gap > 0 else -drm)


@procedure(rules=("8.31-CAV",), public=True)
def cavalry_band(dice: Dice, rules: Ruleset, drm: CavalryDrm, terrain: Terrain = "flat", roman: YesNo = False) -> CavalryBand:  # noqa: ARG001 - no dice
    """The gap in cavalry that gives a modifier, as the printed table has it [8.31-CAV].

    >>> from rulesdemo import odds
    >>> odds("republic.cavalry_band", drm=3).p(gap="9-11")
    Fraction(1, 1)
    """
    line = rules.table("cavalry_class").at(terrain, "roman" if roman else "nonroman")
    return CavalryBand(None if line == "none" else rules.table("cavalry_bands").at(drm, line))


@procedure(rules=("8.31-d", "8.31-e"), public=True)
def force_drm(
    dice: Dice,
    rules: Ruleset,
    attacker_sp: Strength,
    defender_sp: Strength,
    attacker_cavalry: Count = 0,
    defender_cavalry: Count = 0,
    terrain: Terrain = "flat",
    roman: Annotated[str, OneOf(("attacker", "defender", "both", "neither"))] = "neither",
) -> ForceDrm:
    """Both modifiers that come from the size of the Forces: ratio and cavalry [8.31-d, 8.31-e].

    >>> from rulesdemo import odds
    >>> odds("republic.force_drm", attacker_sp=30, defender_sp=89, defender_cavalry=11).p(drm=-5)
    Fraction(1, 1)
    """
    gap = attacker_cavalry - defender_cavalry
    superior = "attacker" if gap > 0 else "defender"
    ratio = combat_ratio(dice, rules, attacker_sp, defender_sp).drm
    horse = cavalry(dice, rules, gap, terrain, roman in (superior, "both")).drm
    return ForceDrm(ratio, horse, ratio + horse)
