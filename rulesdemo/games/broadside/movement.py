"""Movement (rules IV, IV.a, IV.c to IV.e, IV.g, T3, T11): points of sailing, M, inertia and shared hexes."""

from typing import Annotated, Literal, NamedTuple

from rulesdemo.errors import InputError
from rulesdemo.games.broadside.board import GRID, point_index
from rulesdemo.games.broadside.weather import WindForce
from rulesdemo.odds.dice import AGAIN, D6, Dice
from rulesdemo.odds.inputs import Count, OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_

Compass = Annotated[str, OneOf(GRID.names)]
PointName = Annotated[str, OneOf(("A", "B", "C", "D"))]
HEAD_TO_WIND, RUNNING = "A", "D"
DICE = {"d6": D6}
MOST_SPENDS = 1_000  # numbers of M that are listed


class Point(NamedTuple):
    """Head to wind A, close-hauled B, reaching C or running D."""

    point: Literal["A", "B", "C", "D"]


class Available(NamedTuple):
    """The M a ship has this turn."""

    m: int


class Window(NamedTuple):
    """The least and the most M she may spend."""

    least: int
    most: int


class Spend(NamedTuple):
    """Every number of M that she may spend."""

    spend: tuple[int, ...]


class Pivot(NamedTuple):
    """The new heading, and the angle turned."""

    heading: str
    degrees: int


class Pivots(NamedTuple):
    """How many pivots she may make without a hex ahead."""

    pivots: int


class Headings(NamedTuple):
    """How many of the six headings."""

    headings: int


class Stacking(NamedTuple):
    """Whether the ships may stay."""

    legal: bool


class Keeps(NamedTuple):
    """Who keeps the hex."""

    winner: Literal["a", "b"]


@procedure(rules=("IV.a",), public=True)
def point_of_sailing(dice: Dice, rules: Ruleset, heading: Compass, wind_from: Compass) -> Point:  # noqa: ARG001 - no dice
    """A ship's point of sailing, by the hexsides between the wind and her heading; the diagram is lost [IV.a, B52].

    >>> from rulesdemo import odds
    >>> odds("broadside.point_of_sailing", heading="SE", wind_from="N").p(point="C")
    Fraction(1, 1)
    """
    return Point(rules.table("points_of_sailing").at(point_index(GRID.named(heading), GRID.named(wind_from))))


@procedure(rules=("IV.a",), public=True)
def headings_on(dice: Dice, rules: Ruleset, point: PointName) -> Headings:  # noqa: ARG001 - no dice
    """On how many of the six headings a ship is on a point of sailing, whatever the wind; the diagram is lost [IV.a, B52].

    >>> from rulesdemo import odds
    >>> odds("broadside.headings_on", point="C").p(headings=2)
    Fraction(1, 1)
    """
    table = rules.table("points_of_sailing")
    return Headings(sum(table.at(relative) == point for relative in range(len(GRID.names))))


@procedure(rules=("II Déplacement", "IV.a", "IV.e", "IV.g", "T3", "T12"), public=True)
def m_available(  # noqa: PLR0913, PLR0917 - one input for each cause that changes M
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    m: Count,
    point: PointName,
    wind: WindForce,
    hull_initial: Annotated[int, Whole(1)],
    mast_points_lost: Count = 0,
    full_sail: YesNo = False,
    rigging_hits: Count = 0,
    anchored: YesNo = False,
) -> Available:
    """The M of a turn: the card's less lost masts, then wind, full sail where the wind allows it, and rigging [T3, IV.g, T12, B31, B34].

    >>> from rulesdemo import odds
    >>> odds("broadside.m_available", m=4, point="D", wind=1, hull_initial=12).p(m=1)
    Fraction(1, 1)
    """
    if anchored:
        return Available(rules.table("movement").at("m_at_anchor"))
    if point == HEAD_TO_WIND:
        return Available(rules.table("movement").at("speed_head_to_wind"))
    change = _wind_change_to_m(rules, wind, point, hull_initial)
    if isinstance(change, str):  # no wind
        return Available(0)
    left = max(0, m - mast_points_lost) + change
    if full_sail and rules.table("wind").at(wind, "full_sail") == "yes":
        left += rules.table("full_sail").at("m")
    if rigging_hits:
        left += rigging_hits * rules.table("critical_effects").at("rigging_m")
    return Available(max(0, left))


def _wind_change_to_m(rules: Ruleset, wind: int, point: str, hull_initial: int) -> int | str:
    """What the wind adds; running and small ships have numbers of their own at some forces."""
    table = rules.table("wind")
    change: int | str | None = table.at(wind, "m_running") if point == RUNNING else None
    if change is None and hull_initial < rules.table("weather_limits").at("small_ship_hull_under"):
        change = table.at(wind, "m_small")
    if change is None:
        change = table.at(wind, "m")
    return change


@procedure(rules=("IV", "IV.d", "IV.d ex", "T11", "T12"), public=True)
def speed_window(dice: Dice, rules: Ruleset, m: Count, inertia: Count, speed_last: Count, rigging_hits: Count = 0) -> Window:  # noqa: ARG001 - no dice
    """The M she may spend: last speed give or take her inertia, never more than she has; short of M she spends it all [IV.d, B6].

    >>> from rulesdemo import odds
    >>> odds("broadside.speed_window", m=5, inertia=1, speed_last=3).p(least=2, most=4)
    Fraction(1, 1)
    """
    if rigging_hits:
        inertia = max(0, inertia + rigging_hits * rules.table("critical_effects").at("rigging_inertia"))
    return Window(min(m, max(0, speed_last - inertia)), min(m, speed_last + inertia))


@procedure(rules=("IV.d", "IV.d ex"), public=True)
def legal_spend(dice: Dice, rules: Ruleset, m: Count, inertia: Count, speed_last: Count, rigging_hits: Count = 0) -> Spend:
    """Every number of M from the least to the most that she may spend [IV.d, B6].

    >>> from rulesdemo import odds
    >>> odds("broadside.legal_spend", m=5, inertia=1, speed_last=3).p(spend=(2, 3, 4))
    Fraction(1, 1)
    """
    least, most = dice.do(speed_window, rules, m, inertia, speed_last, rigging_hits)
    if most - least >= MOST_SPENDS:
        message = N_("from {least:,} to {most:,} M there are more than {count:,} numbers to list; no ship has so many")
        raise InputError(message.format(least=least, most=most, count=MOST_SPENDS))
    return Spend(tuple(range(least, most + 1)))


@procedure(rules=("IV.c",), public=True)
def pivot(dice: Dice, rules: Ruleset, heading: Compass, side: Annotated[str, OneOf(("left", "right"))]) -> Pivot:  # noqa: ARG001 - no dice
    """A pivot turns a ship from one hexside to the next [IV.c, B53].

    >>> from rulesdemo import odds
    >>> odds("broadside.pivot", heading="N", side="left").p(heading="NW", degrees=60)
    Fraction(1, 1)
    """
    limits = rules.table("movement")
    steps = limits.at("hexsides_per_pivot") * (1 if side == "right" else -1)
    return Pivot(GRID.name(GRID.turn_right(GRID.named(heading), steps)), limits.at("degrees_per_pivot"))


@procedure(rules=("IV.c", "IV.e", "T11"), public=True)
def pivots_on_the_spot(dice: Dice, rules: Ruleset, anchored: YesNo = False, stopped_head_to_wind: YesNo = False) -> Pivots:  # noqa: ARG001 - no dice
    """How often a ship turns where she lies: once at anchor or on the turn after the wind stopped her, else never [IV.c, IV.e, B8].

    >>> from rulesdemo import odds
    >>> odds("broadside.pivots_on_the_spot", anchored=True).p(pivots=1)
    Fraction(1, 1)
    """
    limits = rules.table("movement")
    if anchored:
        return Pivots(limits.at("pivots_at_anchor"))
    return Pivots(limits.at("pivots_after_head_to_wind") if stopped_head_to_wind else 0)


@procedure(rules=("IV",), public=True)
def stacking(dice: Dice, rules: Ruleset, ships: Count, boarding: YesNo = False) -> Stacking:  # noqa: ARG001 - no dice
    """One ship to a hex, unless they board [IV].

    >>> from rulesdemo import odds
    >>> odds("broadside.stacking", ships=2).p(legal=False)
    Fraction(1, 1)
    """
    return Stacking(boarding or ships <= rules.table("movement").at("ships_per_hex"))


@procedure(rules=("IV",), public=True)
def tie(dice: Dice, rules: Ruleset) -> Keeps:
    """Two ships equal in everything throw a die each for the hex; equal dice are thrown again [IV, B9].

    >>> from rulesdemo import odds
    >>> odds("broadside.tie").p(winner="a")
    Fraction(1, 2)
    """
    die = DICE[rules.table("tie").at("each_throws")]
    lead = dice.gap(die, die, "one die each")
    return AGAIN if lead == 0 else Keeps("a" if lead > 0 else "b")


@procedure(rules=("IV",), public=True)
def shared_hex(dice: Dice, rules: Ruleset, spent_a: Count, spent_b: Count, m_a: Count, m_b: Count, hull_a: Count, hull_b: Count) -> Keeps:
    """Who keeps a hex in which two ships end: more M spent, then more M to spend, then more hull, then a die each [IV, B9].

    >>> from rulesdemo import odds
    >>> odds("broadside.shared_hex", spent_a=3, spent_b=3, m_a=4, m_b=5, hull_a=12, hull_b=6).p(winner="b")
    Fraction(1, 1)
    """
    a, b = (spent_a, m_a, hull_a), (spent_b, m_b, hull_b)
    if a == b:
        return dice.last(tie, rules)
    return Keeps("a" if a > b else "b")
