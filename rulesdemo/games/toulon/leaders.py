"""Leaders (rules 4.9s, 4.12f, 6.6): wounds, time away, and Bonaparte's luck."""

from typing import Annotated, Literal, NamedTuple, get_args

from rulesdemo.games.toulon.throws import Chance, amount, loaded_die
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Fate = Literal["killed", "superficial", "light", "serious", "grave"]
FateName = Annotated[str, OneOf(get_args(Fate))]


class LeaderWound(NamedTuple):
    """What happened to the leader, and the turns he is away; null when he is gone for good."""

    fate: Fate
    turns_away: int | None


class LeaderReturn(NamedTuple):
    """What happened to the leader, and the turn on which he is back; null when he is gone for good."""

    fate: Fate
    back_on: int | None


class AfterCombat(NamedTuple):
    """What the combat did to the leader, and the turns he is away; null when he is gone for good."""

    fate: Fate | Literal["unhurt"]
    turns_away: int | None


class WoundEffect(NamedTuple):
    """The turns away as printed, null when he is gone for good; the VP that the enemy gets, null where the source does not say."""

    away: str | None
    vp_awarded: int | None


class WoundCells(NamedTuple):
    """How many of the 36 pairs of faces bring a fate."""

    cells: int


class Captured(NamedTuple):
    """Whether Bonaparte is captured."""

    captured: bool


@procedure
def fate_of(dice: Dice, rules: Ruleset) -> Fate:
    """Two dice: a double kills, any other total names a wound [6.6]."""
    first, second = dice.each(2, D6)
    return named_by(rules, first, second)


def named_by(rules: Ruleset, first: int, second: int) -> Fate:
    """The fate that two faces name."""
    fate: Fate = rules.table("leader_double").at("double") if first == second else rules.table("leader_wounds").at(first + second)
    return fate


@procedure(rules=("6.6", "4.12f"), public=True)
def leader_wound(dice: Dice, rules: Ruleset, bonaparte: YesNo = False) -> LeaderWound:
    """What becomes of a leader who is hit, and how long he is away; Bonaparte is never worse than seriously wounded [6.6, 4.12f, T25].

    >>> from rulesdemo import odds
    >>> odds("toulon.leader_wound").p(fate="killed"), odds("toulon.leader_wound").p(turns_away=None)
    (Fraction(1, 6), Fraction(2, 9))
    """
    fate = dice.do(fate_of, rules)
    spared = rules.table("bonaparte_wounds")
    if bonaparte and fate in spared.rows.labels:
        fate = spared.at(fate)
    away = rules.table("wound_absence").at(fate, "turns")
    return LeaderWound(fate, None if away is None else amount(dice, away))


@procedure(rules=("6.6",), public=True)
def leader_return(dice: Dice, rules: Ruleset, turn: Annotated[int, Whole(1)], bonaparte: YesNo = False) -> LeaderReturn:
    """On which turn a leader hit now is back, as a reinforcement [6.6].

    >>> from rulesdemo import odds
    >>> odds("toulon.leader_return", turn=7).p(back_on=None)
    Fraction(2, 9)
    """
    wound = dice.do(leader_wound, rules, bonaparte)
    return LeaderReturn(wound.fate, None if wound.turns_away is None else turn + wound.turns_away)


@procedure(rules=("6.6",), public=True)
def leader_after_combat(dice: Dice, rules: Ruleset, chance: Chance, bonaparte: YesNo = False) -> AfterCombat:
    """A leader in a combat is hit at a chance that the reader supplies; the table for it is not in the source [6.6].

    >>> from rulesdemo import odds
    >>> odds("toulon.leader_after_combat", chance="1/6").p(turns_away=None)
    Fraction(1, 27)
    """
    if not dice.roll(loaded_die(chance), "is he hit?"):
        return AfterCombat("unhurt", 0)
    return AfterCombat(*dice.do(leader_wound, rules, bonaparte))


@procedure(rules=("6.6",), public=True)
def wound_effect(dice: Dice, rules: Ruleset, fate: FateName) -> WoundEffect:  # noqa: ARG001 - no dice
    """How long each fate keeps a leader away, and whether the enemy scores for it [6.6].

    >>> from rulesdemo import odds
    >>> odds("toulon.wound_effect", fate="grave").p(away=None, vp_awarded=0)
    Fraction(1, 1)
    """
    return WoundEffect(*rules.table("wound_absence").record(fate))


@procedure(rules=("6.6",), public=True)
def wound_cells(dice: Dice, rules: Ruleset, fate: FateName) -> WoundCells:  # noqa: ARG001 - no dice
    """How many of the 36 pairs of faces of two dice bring a fate [6.6].

    >>> from rulesdemo import odds
    >>> odds("toulon.wound_cells", fate="killed").p(cells=6)
    Fraction(1, 1)
    """
    return WoundCells(sum(named_by(rules, first, second) == fate for first in D6.faces for second in D6.faces))


@procedure(rules=("4.9s", "4.12f"), public=True)
def bonaparte_captured(dice: Dice, rules: Ruleset, chance: Chance, alone: YesNo = True, friendly_zone: YesNo = False) -> Captured:  # noqa: ARG001 - the source has no table for it
    """Bonaparte risks capture, at a chance that the reader supplies, only when he moves alone where the zone is not friendly [4.9s, T10].

    >>> from rulesdemo import odds
    >>> odds("toulon.bonaparte_captured", chance="1/6", friendly_zone=True).p(captured=True)
    Fraction(0, 1)
    """
    return Captured(alone and not friendly_zone and dice.roll(loaded_die(chance)))
