"""Gunnery (E-FIRE, E-ENF, E-LOW, E-TRN): which zone the target lies in, and how many dice the shot has."""

from typing import Annotated, Literal, NamedTuple

from rulesdemo.board.hexes import ORIGIN, Direction, Hex
from rulesdemo.errors import InputError
from rulesdemo.games.escadres.board import ship_at
from rulesdemo.games.escadres.damage import Shot, SomeBoxes, shot
from rulesdemo.games.escadres.limits import no_less
from rulesdemo.games.escadres.movement import Heading
from rulesdemo.games.escadres.ships import Training
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import Count, Many, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_

Decks = Annotated[int, Whole(1, 3)]
Guns = Annotated[int, Whole(0, 12)]  # raked and well trained, these make 18 dice, as many as the distribution of a shot is worked out for
# A hex as q,r, counted from the ship's bow.
Place = Annotated[tuple[int, ...], Many(Whole(), 2, 2)]


class Zone(NamedTuple):
    """In which zone of the ship the hex lies."""

    zone: Literal["enfilade_ahead", "broadside", "enfilade_astern"]


class EnfiladeBonus(NamedTuple):
    """Dice added for raking."""

    bonus: int


class LowTarget(NamedTuple):
    """Whether the target is low for this firer."""

    low: bool


class NumberOfDice(NamedTuple):
    """The dice of a shot."""

    dice: int


@procedure(rules=("E-FIRE-1", "E-ENF-1"), public=True)
def zone(dice: Dice, rules: Ruleset, heading: Heading, place: Place) -> Zone:  # noqa: ARG001 - no dice
    """Where a hex lies from a ship: along her keel, ahead or astern, or abeam in her fire zone; we rebuilt both [E-FIRE-1, E-ENF-1, E2].

    >>> from rulesdemo import odds
    >>> odds("escadres.zone", heading=0, place=(1, 0)).p(zone="enfilade_ahead")
    Fraction(1, 1)
    """
    ship, hexagon = ship_at(ORIGIN, Direction(heading)), Hex(*place)
    if hexagon in ship.hexes:
        message = N_("a ship's own hexes lie in none of her zones: choose another place")
        raise InputError(message)
    # Twice the step from the middle of the keel, and how far it goes sideways and lengthwise, in units of their own.
    keel, step = ship.bow - ship.stern, hexagon * 2 - ship.bow - ship.stern
    across = keel.q * step.r - keel.r * step.q
    along = 2 * (keel.q * step.q + keel.r * step.r) + keel.q * step.r + keel.r * step.q
    shape = "enfilade_cross_factor" if rules.switch("arc_shape") == "keel_30" else "enfilade_cross_factor_60"
    if rules.table("zones").at(shape) * abs(across) > abs(along):
        return Zone("broadside")
    return Zone("enfilade_ahead" if along > 0 else "enfilade_astern")


@procedure(rules=("E-ENF-1",), public=True)
def enfilade_bonus(dice: Dice, rules: Ruleset, base: Count) -> EnfiladeBonus:  # noqa: ARG001 - no dice
    """A raking firer rolls a third more dice, the extra rounded up [E-ENF-1, E12].

    >>> from rulesdemo import odds
    >>> odds("escadres.enfilade_bonus", base=10).p(bonus=4)
    Fraction(1, 1)
    """
    return EnfiladeBonus(extra_dice(rules, base))


@procedure(rules=("E-LOW-1",), public=True)
def low_target(dice: Dice, rules: Ruleset, firer_decks: Decks, target_decks: Decks) -> LowTarget:  # noqa: ARG001 - no dice
    """A ship with one deck is a low target for a firer with two or three [E-LOW-1].

    >>> from rulesdemo import odds
    >>> odds("escadres.low_target", firer_decks=2, target_decks=1).p(low=True)
    Fraction(1, 1)
    """
    table = rules.table("dice_modifiers")
    return LowTarget(firer_decks >= table.at("firer_decks_least") and target_decks <= table.at("target_decks_most"))


@procedure(rules=("E-FIRE-3", "E-ENF-1", "E-LOW-1", "E-TRN-1"), public=True)
def number_of_dice(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    power: Count,
    between: Count,
    enfilade: YesNo = False,
    low: YesNo = False,
    training: Training = 0,
) -> NumberOfDice:
    """The dice of a shot: power less the hexes between, then raking, a low target and training [E-FIRE-3, E-ENF-1, E-LOW-1, E-TRN-1, E28].

    >>> from rulesdemo import odds
    >>> odds("escadres.number_of_dice", power=8, between=3, enfilade=True).p(dice=7)
    Fraction(1, 1)
    """
    table = rules.table("dice_modifiers")
    base = power - between
    if base < no_less(table, "base_least", base):
        return NumberOfDice(table.at("dice_least"))
    changes = (table.at("low_target") if low else 0) + training
    count = base + changes
    if enfilade:
        count += extra_dice(rules, base if rules.switch("enfilade_order") == "first" else max(0, count))
    return NumberOfDice(no_less(table, "dice_least", count))


@procedure(rules=("E-FIRE-3", "E-ENF-1", "E-LOW-1", "E-TRN-1", "E-MARK-2"), public=True)
def gunfire(
    hand: Dice,
    rules: Ruleset,
    power: Guns,
    between: Count,
    enfilade: YesNo = False,
    low: YesNo = False,
    training: Training = 0,
    target_power: SomeBoxes = 10,
    target_crew: SomeBoxes = 8,
) -> Shot:
    """A shot from the guns to the flag: how many dice it has, and how the target stands after them [E-FIRE-3, E-ENF-1, E-LOW-1, E-TRN-1].

    >>> from rulesdemo import odds
    >>> odds("escadres.gunfire", power=3, between=2, target_power=1, target_crew=1).p(state="fighting")
    Fraction(3, 8)
    """
    count = hand.do(number_of_dice, rules, power, between, enfilade, low, training).dice
    return hand.last(shot, rules, count, target_power, target_crew)


def extra_dice(rules: Ruleset, count: int) -> int:
    """Dice that raking adds: as printed, and by the same division past the print."""
    printed = rules.table("enfilade_bonus")
    if str(count) in printed.rows.labels:
        return int(printed.at(count))
    return -(-count // int(rules.table("dice_modifiers").at("enfilade_divisor")))
