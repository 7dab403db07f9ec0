"""Drift (E-DRIFT): the test of a stopped ship, the ways she may drift, and how long she lies in irons."""

from typing import NamedTuple

from rulesdemo.games.escadres.movement import Wind
from rulesdemo.odds.chains import repeat
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import Turns
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset


class Drift(NamedTuple):
    """Whether the ship drifts."""

    drifts: bool


class DriftOptions(NamedTuple):
    """The ways to drift, by which part moves one hex downwind."""

    options: tuple[str, ...]


class InIrons(NamedTuple):
    """Whether the ship still lies head to wind."""

    stuck: bool


@procedure(rules=("E-DRIFT-1",), public=True)
def drift(dice: Dice, rules: Ruleset) -> Drift:
    """At the end of the turn a stopped ship, or a wreck, drifts on 4 to 6 [E-DRIFT-1, E20].

    >>> from rulesdemo import odds
    >>> odds("escadres.drift").p(drifts=True)
    Fraction(1, 2)
    """
    return Drift(dice.read(D6, rules.table("drift_test").under(D6)) == "drift")


@procedure(rules=("E-DRIFT-2", "E-MOVE-4"), public=True)
def drift_options(dice: Dice, rules: Ruleset, wind: Wind) -> DriftOptions:  # noqa: ARG001 - no dice
    """What may move when a ship drifts, by how she lies to the wind; head to wind her bow may pay off [E-DRIFT-2, E3, E23].

    >>> from rulesdemo import odds
    >>> next(iter(odds("escadres.drift_options", wind="C"))).options
    ('both', 'bow_only')
    """
    options, pay_off = rules.table("drift_options").record(wind)
    return DriftOptions(tuple("; ".join(filter(None, (options, pay_off))).split("; ")))


@procedure
def stay(dice: Dice, rules: Ruleset, stuck: bool) -> bool:  # noqa: ARG001 - the state decides when to stop
    """One more end of turn in irons."""
    return not dice.do(drift, rules).drifts


def is_free(stuck: bool) -> bool:
    """She has drifted."""
    return not stuck


@procedure(rules=("E-MOVE-4", "E-DRIFT-1"), public=True)
def in_irons(dice: Dice, rules: Ruleset, turns: Turns) -> InIrons:
    """Whether a ship head to wind is still stuck after some ends of turn; the first drift lets her pay off [E-MOVE-4, E3, E9].

    >>> from rulesdemo import odds
    >>> odds("escadres.in_irons", turns=3).p(stuck=True)
    Fraction(1, 8)
    """
    return InIrons(dice.do(repeat(stay, is_free), rules, True, turns))  # noqa: FBT003 - she is stuck to begin with
