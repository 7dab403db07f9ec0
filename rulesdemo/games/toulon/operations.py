"""Operation points (rules 4.2, 4.9i, 6.3, 6.4): who pays, what an entry costs, and what a significant defeat takes away."""

from typing import Annotated, NamedTuple

from rulesdemo.games.toulon.throws import throw
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import Count, OneOf, Whole, Word, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_

NATIONS = ("british", "spanish", "neapolitan", "sardinian", "toulonnais")
WINGS = ("west", "east")
REPUBLICANS = (*WINGS, "reserve", "battery")
_NATION = "|".join(NATIONS)

Purse = Annotated[str, OneOf((*NATIONS, "west", "east", "bonaparte"))]
Force = Annotated[
    str,
    Word(
        f"(?:{_NATION})(?:,(?:{_NATION}))*|{'|'.join(REPUBLICANS)}",
        N_("one of {names}, or several nations with commas between for a mixed force").format(names=", ".join((*NATIONS, *REPUBLICANS))),
        ("neapolitan", "spanish,neapolitan", *REPUBLICANS),
        many=True,
    ),
]


class CanPay(NamedTuple):
    """Whether the purse may pay; null where the source does not say."""

    allowed: bool | None


class OpScale(NamedTuple):
    """OP that a purse gets on the turn."""

    op: int


class EntryCost(NamedTuple):
    """OP to enter a zone that the enemy controls."""

    op: int


class Refund(NamedTuple):
    """OP that come back."""

    op: int


class SignificantDefeat(NamedTuple):
    """OP left for the turn."""

    op_left: int


class DefeatPenalty(NamedTuple):
    """OP that the dice demand."""

    op_lost: int


@procedure(rules=("1.17", "2.4"), public=True)
def op_scale(dice: Dice, rules: Ruleset, purse: Purse, turn: Annotated[int, Whole(1)]) -> OpScale:  # noqa: ARG001 - no dice
    """What a purse gets on a turn of the whole siege, before random OP; past turn 16 its line holds [1.17, T63].

    >>> from rulesdemo import odds
    >>> odds("toulon.op_scale", purse="british", turn=2).p(op=13)
    Fraction(1, 1)
    """
    return OpScale(rules.table("op_by_turn").at(turn, purse))


@procedure(rules=("4.2a", "4.2b", "4.2c", "4.2e", "4.2f", "5k"), public=True)
def can_pay(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    purse: Purse,
    unit: Force,
    stacked: YesNo = False,
    in_play: YesNo = True,
    turn: Annotated[int, Whole(1)] = 1,
) -> CanPay:
    """Whether a purse may pay for a unit or a mixed force; Bonaparte's needs him in play, and troops with him [4.2a-f, 5k, T36, T72].

    >>> from rulesdemo import odds
    >>> odds("toulon.can_pay", purse="british", unit="sardinian").p(allowed=True)
    Fraction(1, 1)
    >>> odds("toulon.can_pay", purse="west", unit="east", turn=12).p(allowed=True)
    Fraction(1, 1)
    """
    if purse == "bonaparte" and not in_play:
        return CanPay(allowed=False)
    table = rules.table("op_purses")
    if "," in unit:
        return CanPay(any(table.at(purse, nation) == "yes" for nation in unit.split(",")))
    said = table.at(purse, unit)
    if said == "no" and purse in WINGS and unit in REPUBLICANS and wings_pay_together(rules, turn):
        return CanPay(allowed=True)
    return CanPay(None if said is None else said == "yes" or (said == "stacked" and stacked))


def wings_pay_together(rules: Ruleset, turn: int) -> bool:
    """Whether the wings' OP are for both of them, as all limits on the wings have ended [5k, T72]."""
    return bool(turn >= rules.table("turn_switches").at("wings_merge", "from")) and rules.switch("wings_end") == "all"


@procedure(rules=("6.3", "6.4"), public=True)
def entry_cost(dice: Dice, rules: Ruleset, hasty: YesNo = False, out_of_supply: YesNo = False) -> EntryCost:  # noqa: ARG001 - no dice
    """What a force pays to enter an enemy zone; under option 6.4 one out of war supply pays double [6.3, 6.4, T22].

    >>> from rulesdemo import odds
    >>> odds("toulon.entry_cost", hasty=True, out_of_supply=True).p(op=4)
    Fraction(1, 1)
    """
    table = rules.table("hasty")
    cost = table.at("entry_op" if hasty else "normal_entry_op")
    if out_of_supply:
        cost *= table.at("hasty_supply_multiplier" if hasty else "alternative_supply_multiplier")
    return EntryCost(cost)


@procedure(rules=("4.9i",), public=True)
def refund(dice: Dice, rules: Ruleset, paid: Annotated[int, Whole(1)]) -> Refund:  # noqa: ARG001 - no dice
    """What comes back when a zone paid for as controlled turns out only occupied [4.9i, T21].

    >>> from rulesdemo import odds
    >>> odds("toulon.refund", paid=3).p(op=2), odds("toulon.refund", paid=2).p(op=1)
    (Fraction(1, 1), Fraction(1, 1))
    """
    table = rules.table("hasty")
    full = table.at("refund")
    # The ruling is noted only where it bites.
    if paid - full >= table.cell("least_kept", "value").value or rules.switch("refund") == "two":
        return Refund(full)
    return Refund(max(0, paid - table.at("least_kept")))


@procedure(rules=("4.2g",), public=True)
def significant_defeat(dice: Dice, rules: Ruleset, op: Count) -> SignificantDefeat:
    """A beaten side loses a die of OP every turn until it wins a battle or gains VP, but never falls into debt [4.2g, T29].

    >>> from rulesdemo import odds
    >>> odds("toulon.significant_defeat", op=4).mean("op_left")
    Fraction(1, 1)
    """
    table = rules.table("significant_defeat")
    left = op - dice.roll(throw(table.at("dice"), table.at("sides")))
    # The ruling is noted only where it bites.
    return SignificantDefeat(left if left >= table.cell("op_floor", "value").value else table.at("op_floor"))


@procedure(rules=("4.2g",), public=True)
def defeat_penalty(dice: Dice, rules: Ruleset, turns: Annotated[int, Whole(0, 200)] = 1) -> DefeatPenalty:
    """What a significant defeat costs in all over some turns, for a side that always has the OP to pay [4.2g].

    >>> from rulesdemo import odds
    >>> odds("toulon.defeat_penalty", turns=2).chance(lambda defeat: defeat.op_lost >= 10)
    Fraction(1, 6)
    """
    table = rules.table("significant_defeat")
    return DefeatPenalty(dice.roll(throw(turns * table.at("dice"), table.at("sides"))))
