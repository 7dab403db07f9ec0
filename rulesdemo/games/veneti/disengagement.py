"""Disengagement (rules 8.31 to 8.33)."""

from typing import Annotated, NamedTuple

from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import AnyInt, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset


class Disengage(NamedTuple):
    """Whether the ship is free of one that holds her."""

    free: bool


class Loose(NamedTuple):
    """How many grapples were broken, and whether that was all of them."""

    broken: int
    free: bool


class Modifier(NamedTuple):
    """The sum of the modifiers."""

    drm: int


@procedure(rules=("8.31", "8.32"), public=True)
def disengage(dice: Dice, rules: Ruleset, crew: Annotated[int, Whole(0, 4)], drm: AnyInt = 0) -> Disengage:
    """One die for each ship that holds her, by her own crew quality [8.31, 8.32].

    >>> from rulesdemo import odds
    >>> odds("veneti.disengage", crew=3, drm=1).p(free=True)
    Fraction(2, 3)
    """
    return Disengage(dice.roll(D6) + drm >= rules.table("disengage").at(crew))


@procedure(rules=("8.31", "8.33"), public=True)
def disengage_drm(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    repelled_boarding: YesNo = False,
    better_crew: YesNo = False,
    controls_both: YesNo = False,
    held_by: Annotated[int, Whole(1)] = 1,
) -> Modifier:
    """The modifiers for breaking loose; held by two or more, the better crew counts for nothing [8.31, 8.33].

    >>> from rulesdemo import odds
    >>> odds("veneti.disengage_drm", better_crew=True, controls_both=True).p(drm=3)
    Fraction(1, 1)
    """
    table = rules.table("disengage_drm")
    return Modifier(table.added(repelled_boarding=repelled_boarding, better_crew=better_crew and held_by == 1, controls_both=controls_both))


@procedure(rules=("8.31", "8.32", "8.33"), public=True)
def disengage_all(
    dice: Dice,
    rules: Ruleset,
    crew: Annotated[int, Whole(0, 4)],
    held_by: Annotated[int, Whole(1, 6)] = 1,
    repelled_boarding: YesNo = False,
    better_crew: YesNo = False,
    controls_both: YesNo = False,
) -> Loose:
    """One try at every ship that holds her, in one phase; she moves only if she is free of them all [8.31, 8.33, A24].

    >>> from rulesdemo import odds
    >>> odds("veneti.disengage_all", crew=3, held_by=2, better_crew=True).p(free=True)
    Fraction(1, 4)
    """
    drm = dice.do(disengage_drm, rules, repelled_boarding, better_crew, controls_both, held_by).drm
    broken = sum(dice.do(disengage, rules, crew, drm).free for _ in range(held_by))
    return Loose(broken, broken == held_by)
