"""Storms down to strength points (rules 9.4, 8.34): one assault from the troops on both sides, and a siege of several turns."""

from typing import Annotated, NamedTuple

from rulesdemo.games.republic.assault import asked_ratio, assault, assault_ratio
from rulesdemo.games.republic.losses import percent_of
from rulesdemo.games.republic.strength import Strength
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import AnyInt, Count, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

MOST_TURNS = 4  # a longer siege has more histories than a reader waits for
Turn = Annotated[int, Whole(1, MOST_TURNS)]


class Storm(NamedTuple):
    """Whether the city falls, the strength points that it costs both sides, and whether a Siege Engines marker goes."""

    falls: bool
    attacker_lost: int
    defender_lost: int
    engine_lost: bool


class Siege(NamedTuple):
    """Whether the city has fallen, the turn of that or the last one, and the points that both sides have lost, by waiting too."""

    falls: bool
    turn: int
    attacker_lost: int
    defender_lost: int


class End(NamedTuple):
    """Whether the city has fallen, on which turn it ended, and what is left of both sides."""

    falls: bool
    turn: int
    attacker_left: int
    defender_left: int


class Besieger(NamedTuple):
    """Who storms: infantry, the points that no engine doubles, markers, and the modifier."""

    infantry: int
    other_sp: int
    engines: int
    drm: int

    def without(self, lost: int) -> "Besieger":
        """After a loss: the points that count once go first, as far as they go."""
        other = min(self.other_sp, lost)
        return self._replace(other_sp=self.other_sp - other, infantry=max(0, self.infantry - (lost - other)))


class Course(NamedTuple):
    """The turns to come: the first with a storm, the last, and what each turn after this one brings and costs the besieger."""

    turn: int
    first: int
    last: int
    joins: int
    wears: int
    engines_on: int


@procedure(rules=("9.4", "9.4-L", "9.4-S", "8.34"), public=True)
def storm(
    dice: Dice,
    rules: Ruleset,
    infantry: Strength,
    defender: Strength,
    other_sp: Count = 0,
    siege_engines: YesNo = False,
    drm: AnyInt = 0,
) -> Storm:
    """An assault from the troops on: the column, the die, and both losses in strength points [9.4, 9.4-L, 8.34, R29, R30].

    >>> from rulesdemo import odds
    >>> odds("republic.storm", infantry=60, defender=20).mean("attacker_lost")
    Fraction(123, 10)
    """
    found = assault_ratio(dice, rules, infantry, defender, other_sp, siege_engines)
    return dice.last(in_points, rules, asked_ratio(found, defender), drm, (infantry + other_sp, defender), siege_engines)


@procedure
def in_points(dice: Dice, rules: Ruleset, ratio: str, drm: int, sizes: tuple[int, int], siege_engines: bool) -> Storm:
    """An assault at a ratio, with both losses in strength points."""
    result = dice.do(assault, rules, ratio, drm)
    lost, their_lost = (
        percent_of(rules, percent, sp) for percent, sp in zip((result.attacker_loss, result.defender_loss), sizes, strict=True)
    )
    return Storm(result.success, lost, their_lost, result.engine_lost and siege_engines)


@procedure
def storms_to_come(dice: Dice, rules: Ruleset, besieger: Besieger, defender: int, course: Course) -> End:
    """One turn of a siege, then the next; a city without points left is stormed as if it had one [R52]."""
    falls = False
    if course.turn >= course.first and besieger.infantry:
        made = dice.do(storm, rules, besieger.infantry, max(1, defender), besieger.other_sp, besieger.engines > 0, besieger.drm)
        falls, defender = made.falls, max(0, defender - made.defender_lost)
        besieger = besieger.without(made.attacker_lost)._replace(engines=besieger.engines - made.engine_lost)
    if falls or course.turn == course.last:
        return End(falls, course.turn, besieger.infantry + besieger.other_sp, defender)
    turn, besieger = course.turn + 1, besieger.without(course.wears)
    besieger = besieger._replace(infantry=besieger.infantry + course.joins, engines=besieger.engines + (course.engines_on == turn))
    return dice.last(storms_to_come, rules, besieger, defender, course._replace(turn=turn))


@procedure(rules=("9.4", "9.4-L", "9.4-S", "8.34"), public=True)
def siege(  # noqa: PLR0913, PLR0917 - two sides and a calendar
    dice: Dice,
    rules: Ruleset,
    infantry: Strength,
    defender: Strength,
    other_sp: Count = 0,
    engines: Count = 0,
    drm: AnyInt = 0,
    turns: Turn = 2,
    first: Turn = 1,
    joins: Count = 0,
    wears: Count = 0,
    engines_on: Count = 0,
) -> Siege:
    """Storms on every turn from `first` on; between turns `joins` are added and `wears` lost, a marker comes on `engines_on` [9.4].

    >>> from rulesdemo import odds
    >>> odds("republic.siege", infantry=20, defender=20, engines=1, turns=1).p(falls=True)
    Fraction(1, 2)
    """
    course = Course(1, first, turns, joins, wears, engines_on)
    end = dice.do(storms_to_come, rules, Besieger(infantry, other_sp, engines, drm), defender, course)
    had = infantry + other_sp + joins * (end.turn - 1)
    return Siege(end.falls, end.turn, had - end.attacker_left, defender - end.defender_left)
