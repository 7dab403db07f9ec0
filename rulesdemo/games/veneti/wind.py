"""Wind (rules 6.81, 6.83): a new strength every turn, a new direction on a 7."""

from typing import Annotated, NamedTuple

from rulesdemo.odds.chains import repeat
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import Turns, Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

TWO_DICE = D6.sum_of(2)
Strength = Annotated[int, Whole(0, 6)]


class Wind(NamedTuple):
    """The new strength, and the shift in steps of one hexside, clockwise positive."""

    strength: int
    shift: int


class Blow(NamedTuple):
    """The new strength, and the direction toward which the wind now blows."""

    strength: int
    to: int


class Spell(NamedTuple):
    """The strength after some turns, and whether in them direction was rolled for and a calm came."""

    strength: int
    direction_rolled: bool
    calm: bool


class Shift(NamedTuple):
    """The shift in steps of one hexside, clockwise positive."""

    shift: int


@procedure(rules=("6.83",), public=True)
def wind_direction(dice: Dice, rules: Ruleset) -> Shift:
    """One die shifts the wind; under the switch `absolute` it names the new direction instead [6.83, A38].

    Six equally likely directions are six equally likely shifts from wherever the wind blew, so the odds need no old direction; the
    shift of a single throw is counted from north.

    >>> from rulesdemo import odds
    >>> odds("veneti.wind_direction").p(shift=0)
    Fraction(1, 3)
    """
    table = rules.table("wind_direction")
    if rules.switch("wind_direction") == "relative":
        return Shift(dice.read(D6, table.under(D6, "steps")))
    from rulesdemo.board.hexes import HEXSIDES
    from rulesdemo.games.veneti.board import GRID  # only this reading needs the map

    turns = GRID.turns_between(GRID.named("N"), GRID.named(dice.read(D6, table.under(D6, "direction"))))
    return Shift(turns if turns <= HEXSIDES // 2 else turns - HEXSIDES)


@procedure(rules=("6.81", "6.83", "3.0 A"), public=True)
def wind(dice: Dice, rules: Ruleset, strength: Strength) -> Wind:
    """Two dice change the wind's strength; a 7 rolls for direction too [6.81, 6.83].

    >>> from rulesdemo import odds
    >>> odds("veneti.wind", strength=3).p(strength=0)
    Fraction(1, 36)
    """
    change, turns = dice.read(TWO_DICE, rules.table("wind_strength").under(TWO_DICE))
    new = changed_strength(rules, strength, change)
    return Wind(new, dice.do(wind_direction, rules).shift if turns == "yes" else 0)


@procedure(rules=("6.81", "6.83", "3.0 A"), public=True)
def blow(dice: Dice, rules: Ruleset, strength: Strength, to: Annotated[int, Whole(0, 5)]) -> Blow:
    """The same for a wind whose direction is known, as in play; `to` is straight downwind, 0 north and so on clockwise [6.81, 6.83].

    >>> from rulesdemo import odds
    >>> odds("veneti.blow", strength=3, to=1).p(strength=3, to=2)
    Fraction(1, 18)
    """
    change, turns = dice.read(TWO_DICE, rules.table("wind_strength").under(TWO_DICE))
    new = changed_strength(rules, strength, change)
    if turns != "yes":
        return Blow(new, to)
    from rulesdemo.board.hexes import Direction
    from rulesdemo.games.veneti.board import GRID  # only play needs the map

    start = Direction(to) if rules.switch("wind_direction") == "relative" else GRID.named("N")
    return Blow(new, GRID.turn(start, dice.do(wind_direction, rules).shift))


@procedure
def one_turn_on(dice: Dice, rules: Ruleset, spell: Spell) -> Spell:
    """The wind one turn later; what the direction die shows does not matter here."""
    change, turns = dice.read(TWO_DICE, rules.table("wind_strength").under(TWO_DICE))
    new = changed_strength(rules, spell.strength, change)
    return Spell(new, spell.direction_rolled or turns == "yes", spell.calm or new == rules.table("wind_strength_limits").at("calm"))


def _goes_on(_spell: Spell) -> bool:
    return False


@procedure(rules=("6.81", "6.83", "3.0 A"), public=True)
def wind_forecast(dice: Dice, rules: Ruleset, strength: Strength, turns: Turns) -> Spell:
    """The strength after some turns, whether direction was rolled for in them, and whether a dead calm came [6.81, 6.83].

    >>> from rulesdemo import odds
    >>> odds("veneti.wind_forecast", strength=3, turns=5).p(direction_rolled=True)
    Fraction(4651, 7776)
    """
    start = Spell(strength, direction_rolled=False, calm=False)
    return Spell(*dice.do(repeat(one_turn_on, _goes_on), rules, start, turns))


def changed_strength(rules: Ruleset, strength: int, change: int | str) -> int:
    """The strength after a change: a falling wind stops at 1, a rising one at the top, and a calm stays calm until it rises.

    A limit is only looked up, with `cell`, unless it is passed: an answer rests on what it reads with `at`.
    """
    limits = rules.table("wind_strength_limits")
    if isinstance(change, str):
        return int(limits.at("calm"))
    new = strength + change
    if change < 0 and new < limits.cell("falling_floor", "value").value:
        return min(strength, int(limits.at("falling_floor")))
    if change > 0 and new > limits.cell("top", "value").value:
        return int(limits.at("top"))
    return new
