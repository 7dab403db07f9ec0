"""Damage (E-DMG, E-MARK): what one die of a shot does, its criticals, and the dice of a whole shot together."""

import re
from typing import Annotated, Any, Final, Literal, NamedTuple

from rulesdemo.errors import InputError
from rulesdemo.odds.dice import D3, D6, Dice
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.inputs import Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.rules.tables import Table
from rulesdemo.words import N_

Shots = Annotated[int, Whole(0, 20)]
Boxes = Annotated[int, Whole(0, 1000)]
SomeBoxes = Annotated[int, Whole(1, 1000)]
# Past both of these at once the joint distribution is too long to list; no shot between our demonstration ships comes near.
MANY_SHOTS: Final = 12
MANY_BOXES: Final = 20

AMOUNT: Final = re.compile(r"(\d{1,2})(?:d([36]))?")


class Damage(NamedTuple):
    """What is lost, fires counting those lit; an explosion leaves nothing else to count."""

    power: int
    crew: int
    fires: int
    speed: int
    turns: int
    stopped: bool
    exploded: bool


class Shot(NamedTuple):
    """How the target stands after a shot, and what she has left."""

    state: Literal["fighting", "struck_power", "struck_crew", "struck_both", "exploded"]
    power: int
    crew: int


class CriticalHit(NamedTuple):
    """Whether some die of a shot is thrown on."""

    critical: bool


EXPLODED: Final = Damage(0, 0, 0, 0, 0, stopped=False, exploded=True)


@procedure(rules=("E-DMG-1", "E-DMG-2", "E-DMG-3"), public=True)
def gun(dice: Dice, rules: Ruleset) -> Damage:
    """One die of a shot, with the critical and the big critical that it may lead to [E-DMG-1, E1].

    >>> from rulesdemo import odds
    >>> odds("escadres.gun").p(exploded=True)
    Fraction(1, 432)
    """
    return suffered(dice, rules, results_of(dice, damage_table(rules)))


@procedure(rules=("E-DMG-2", "E-DMG-3"), public=True)
def critical(dice: Dice, rules: Ruleset) -> Damage:
    """The second die of a 6: two power, two crew, a fire, or a big critical [E-DMG-2, E1].

    >>> from rulesdemo import odds
    >>> odds("escadres.critical").p(crew=2, power=0)
    Fraction(73, 216)
    """
    return suffered(dice, rules, results_of(dice, critical_table(rules)))


@procedure(rules=("E-DMG-3",), public=True)
def big_critical(dice: Dice, rules: Ruleset) -> Damage:
    """The third die, whose six results each damage the ship in a way of its own [E-DMG-3, E6].

    >>> from rulesdemo import odds
    >>> odds("escadres.big_critical").mean("crew")
    Fraction(7, 12)
    """
    line = dice.read(D6, rules.table("big_critical").under(D6))
    if line.roll == "major_explosion":
        return dice.last(major_explosion, rules)
    power, crew = amount(dice, line.power), amount(dice, line.crew)
    return Damage(power, crew, line.fires, line.speed, line.turns, stopped=bool(line.stopped), exploded=False)


@procedure(rules=("E-DMG-3",), public=True)
def major_explosion(dice: Dice, rules: Ruleset) -> Damage:
    """The fourth die: heavy damage and fires, or the magazine goes and the ship with it [E-DMG-3, E13].

    >>> from rulesdemo import odds
    >>> odds("escadres.major_explosion").p(exploded=True)
    Fraction(1, 2)
    """
    line = dice.read(D6, rules.table("major_explosion").under(D6))
    if line.exploded:
        return EXPLODED
    return Damage(amount(dice, line.power), 0, amount(dice, line.fires), 0, 0, stopped=False, exploded=False)


# `dice` is here, by the contract of the command line, how many are thrown: the hand that throws them has another name.


@procedure(rules=("E-DMG-1", "E-DMG-2", "E-DMG-3", "E-MARK-1", "E-MARK-3"), public=True)
def volley(hand: Dice, rules: Ruleset, dice: Shots, power: Boxes, crew: Boxes) -> Damage:
    """All dice of a shot together, no more lost than the target has left; an explosion overrides the rest [E-MARK-3, E36, E40].

    >>> from rulesdemo import odds
    >>> odds("escadres.volley", dice=2, power=10, crew=8).p(power=1, crew=1, fires=0, speed=0, turns=0, stopped=False)
    Fraction(217, 1944)
    """
    if dice > MANY_SHOTS and max(power, crew) > MANY_BOXES:
        message = N_("more than {dice} dice are worked out for ships of at most {boxes} power and {boxes} crew").format(
            dice=MANY_SHOTS, boxes=MANY_BOXES
        )
        raise InputError(message)
    return hand.last(pool(gun, rules, cap={"power": power, "crew": crew, "stopped": 1}, trump="exploded"), dice)  # type: ignore[no-any-return]


@procedure
def first_die(dice: Dice, rules: Ruleset) -> CriticalHit:
    """The first die of a gun, and no more than whether it is thrown on [E-DMG-1]."""
    return CriticalHit("critical" in results_of(dice, damage_table(rules)))


@procedure(rules=("E-DMG-1", "E-DMG-2"), public=True)
def critical_hit(hand: Dice, rules: Ruleset, dice: Shots) -> CriticalHit:
    """Whether a shot scores a critical with any of its dice, whatever comes of it [E-DMG-1, E-DMG-2, E1].

    >>> from rulesdemo import odds
    >>> odds("escadres.critical_hit", dice=2).p(critical=True)
    Fraction(11, 36)
    """
    return hand.last(pool(first_die, rules, cap={"critical": 1}), dice)  # type: ignore[no-any-return]


@procedure(rules=("E-MARK-1", "E-MARK-2", "E-MARK-3"), public=True)
def shot(hand: Dice, rules: Ruleset, dice: Shots, power: SomeBoxes, crew: SomeBoxes) -> Shot:
    """What a shot leaves of its target, who strikes without power or without crew; no excess reaches the hull [E-MARK-2, E-MARK-3, E37].

    >>> from rulesdemo import odds
    >>> odds("escadres.shot", dice=1, power=1, crew=1).p(state="fighting")
    Fraction(3, 8)
    """
    lost = hand.do(pool(gun, rules, cap={"power": power, "crew": crew}, keep=("power", "crew", "exploded"), trump="exploded"), dice)
    if lost.exploded:
        return Shot("exploded", 0, 0)
    return struck(power - lost.power, crew - lost.crew)


def struck(power: int, crew: int) -> Shot:
    """A ship that still floats, by what she has left."""
    if power and crew:
        return Shot("fighting", power, crew)
    return Shot("struck_crew" if power else "struck_power" if crew else "struck_both", power, crew)


def damage_table(rules: Ruleset) -> Table:
    """The damage table in the reading chosen."""
    match rules.switch("table_reading"):
        case "B":
            return rules.table("damage_reading_b")
        case "C":
            return rules.table("damage_reading_c")
        case _:
            return rules.table("damage")


def critical_table(rules: Ruleset) -> Table:
    """The critical table in the reading chosen; C reads only the damage table anew."""
    return rules.table("critical_reading_b") if rules.switch("table_reading") == "B" else rules.table("critical")


def results_of(dice: Dice, table: Table) -> tuple[str, ...]:
    """One die on a table: its result, or both of them where a reading has two on one face."""
    entry: Any = dice.read(D6, table.under(D6))
    return (entry,) if isinstance(entry, str) else tuple(result for result in entry if result)


def suffered(dice: Dice, rules: Ruleset, results: tuple[str, ...]) -> Damage:
    """What the results of one die come to, further dice thrown as they ask; an explosion overrides the rest."""
    parts = [cost(dice, rules, result) for result in results]
    if EXPLODED in parts:
        return EXPLODED
    power, crew, fires, speed, turns, stopped, _ = map(sum, zip(*parts, strict=True))
    return Damage(power, crew, fires, speed, turns, stopped=bool(stopped), exploded=False)


def cost(dice: Dice, rules: Ruleset, result: str) -> Damage:
    """What one result costs."""
    match result:
        case "critical":
            return dice.do(critical, rules)
        case "big_critical":
            return dice.do(big_critical, rules)
        case _:
            power, crew, fires = rules.table("results").record(result)
            return Damage(power, crew, fires, 0, 0, stopped=False, exploded=False)


def amount(dice: Dice, text: str) -> int:
    """A number of points as the tables write it: plain, or as dice to throw.

    >>> from rulesdemo.odds.dice import FixedDice
    >>> amount(FixedDice([5]), "1d3"), amount(FixedDice([5, 4]), "2d6"), amount(FixedDice([]), "2")
    (3, 9, 2)
    """
    found = AMOUNT.fullmatch(text)
    if not found:
        message = N_("{text!r} is no amount: write a number up to 99, or dice such as 1d3 or 2d6").format(text=text)
        raise InputError(message)
    count, sides = found.groups()
    return dice.total(int(count), {"3": D3, "6": D6}[sides]) if sides else int(count)
