"""Movement and turning (E-MOVE, E-WEAR): how far a ship may go, and how often she may turn."""

from typing import Annotated, Literal, NamedTuple

from rulesdemo.board.hexes import HEXSIDES, ORIGIN, Direction, Hex
from rulesdemo.games.escadres.board import ship_at, straight, turn, wind_index
from rulesdemo.games.escadres.limits import no_less
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import Count, OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Wind = Annotated[str, OneOf(("A", "B", "C", "D"))]
Heading = Annotated[int, Whole(0, 5)]
Steps = Annotated[int, Whole(0, 12)]


class WindClass(NamedTuple):
    """A reaching, B running, C close-hauled, D head to wind."""

    wind: Literal["A", "B", "C", "D"]


class Allowance(NamedTuple):
    """Steps for this move."""

    steps: int


class Allowances(NamedTuple):
    """Steps for every way the wind can take the ship."""

    reaching: int
    running: int
    close_hauled: int
    head_to_wind: int


class SixHeadings(NamedTuple):
    """Steps of the six headings, added up."""

    steps: int


class TurnLimit(NamedTuple):
    """Turns that this move has room for."""

    turns: int


class FirstStep(NamedTuple):
    """What the first step of a move may be."""

    step: Literal["none", "straight", "any"]


class EndPositions(NamedTuple):
    """The ways to lie at the end of a move, bow and heading counted, and the hexes that the bow can be in."""

    positions: int
    hexes: int


@procedure(rules=("E-MOVE-2", "E-DEP-1"), public=True)
def wind_class(dice: Dice, rules: Ruleset, heading: Heading, wind_to: Heading) -> WindClass:  # noqa: ARG001 - no dice
    """How the wind takes a ship, by her heading and the direction straight downwind; the wind rose is rebuilt [E-MOVE-2, E2].

    >>> from rulesdemo import odds
    >>> odds("escadres.wind_class", heading=5, wind_to=2).p(wind="D")
    Fraction(1, 1)
    """
    return WindClass(rules.table("wind_class").at(wind_index(Direction(heading), Direction(wind_to))))


@procedure(rules=("E-MOVE-1", "E-MOVE-2", "E-MOVE-3", "E-MOVE-4"), public=True)
def allowance(dice: Dice, rules: Ruleset, speed: Count, wind: Wind, next_move_zero: YesNo = False) -> Allowance:  # noqa: ARG001 - no dice
    """The steps of a whole move, set by speed and wind as it starts; none for a ship aground or taken aback [E-MOVE-2, E-MOVE-3, E38].

    >>> from rulesdemo import odds
    >>> odds("escadres.allowance", speed=5, wind="C").p(steps=3)
    Fraction(1, 1)
    """
    return Allowance(0 if next_move_zero else steps(rules, speed, wind))


@procedure(rules=("E-MOVE-1", "E-MOVE-2"), public=True)
def allowances(dice: Dice, rules: Ruleset, speed: Count) -> Allowances:  # noqa: ARG001 - no dice
    """What a ship's speed is worth on every point of the wind: a line of the wind table, for any speed [E-MOVE-1, E-MOVE-2].

    >>> from rulesdemo import odds
    >>> next(iter(odds("escadres.allowances", speed=7)))
    Allowances(reaching=7, running=6, close_hauled=4, head_to_wind=0)
    """
    return Allowances(*(steps(rules, speed, wind) for wind in "ABCD"))


@procedure(rules=("E-MOVE-1", "E-MOVE-2"), public=True)
def six_headings(dice: Dice, rules: Ruleset, speed: Count) -> SixHeadings:  # noqa: ARG001 - no dice
    """What a ship's speed is worth on all six headings together, as we rebuilt the wind rose [E-MOVE-2, E2].

    >>> from rulesdemo import odds
    >>> odds("escadres.six_headings", speed=3).p(steps=12)
    Fraction(1, 1)
    """
    rose = rules.table("wind_class")
    return SixHeadings(sum(steps(rules, speed, rose.at(angle)) for angle in range(HEXSIDES)))


def steps(rules: Ruleset, speed: int, wind: str) -> int:
    """The wind table, and for speeds that it does not list the rule behind it."""
    table, rule = rules.table("wind_table"), rules.table("wind_rule")
    if str(speed) in table.rows.labels:
        return int(table.at(speed, wind))
    match wind:
        case "A":
            return speed
        case "B":
            return no_less(rule, "least_allowance", speed - rule.at("running_subtract"))
        case "C":
            return -(-speed // int(rule.at("close_hauled_divisor")))
        case _:
            return int(rule.at("head_to_wind_allowance"))


@procedure(rules=("E-WEAR-1", "E-WEAR-2", "E-WEAR-3"), public=True)
def turn_limit(dice: Dice, rules: Ruleset, allowance: Count, turns: Count, stopped: YesNo = False) -> TurnLimit:  # noqa: ARG001 - no dice
    """How often a ship may turn in a move: each turn costs a step, and a stopped ship first goes straight [E-WEAR-1, E-WEAR-2, E-WEAR-3].

    >>> from rulesdemo import odds
    >>> odds("escadres.turn_limit", allowance=3, turns=3, stopped=True).p(turns=2)
    Fraction(1, 1)
    """
    return TurnLimit(turns_within(rules, allowance, turns, stopped))


def turns_within(rules: Ruleset, allowance: int, turns: int, stopped: bool) -> int:
    """Return how many of the turns the steps have room for."""
    table = rules.table("turning")
    free = allowance - (table.at("straight_after_stop") if stopped else 0)
    return min(turns, max(0, free) // int(table.at("turn_cost")))


@procedure(rules=("E-WEAR-1", "E-WEAR-2", "E-WEAR-3"), public=True)
def first_step(dice: Dice, rules: Ruleset, allowance: Count, turns: Count, stopped: YesNo = False) -> FirstStep:  # noqa: ARG001 - no dice
    """What the first step of a move in open water may be; a ship that was stopped goes straight on [E-WEAR-2, E-WEAR-3].

    >>> from rulesdemo import odds
    >>> odds("escadres.first_step", allowance=5, turns=3).p(step="any")
    Fraction(1, 1)
    """
    if not allowance:
        return FirstStep("none")
    owed = stopped and rules.table("turning").at("straight_after_stop")
    return FirstStep("straight" if owed or not turns_within(rules, allowance, turns, stopped) else "any")


@procedure(rules=("E-MOVE-1", "E-MOVE-5", "E-WEAR-1", "E-WEAR-2", "E-WEAR-3"), public=True)
def end_positions(dice: Dice, rules: Ruleset, allowance: Steps, turns: Count, stopped: YesNo = False) -> EndPositions:  # noqa: ARG001 - no dice
    """In how many ways a ship can end a move in open water; as she lies now counts too, for nobody must move [E-MOVE-5, E-WEAR-1].

    >>> from rulesdemo import odds
    >>> next(iter(odds("escadres.end_positions", allowance=2, turns=1)))
    EndPositions(positions=9, hexes=5)
    """
    table = rules.table("turning")
    cost, owed = int(table.at("turn_cost")), int(table.at("straight_after_stop")) if stopped else 0
    seen: set[tuple[Hex, Direction, int, int, int]] = set()
    to_do = [(ship_at(ORIGIN, Direction(0)), allowance, turns, owed)]
    while to_do:
        ship, left, may_turn, straight_first = to_do.pop()
        state = ship.bow, ship.heading, left, may_turn, straight_first
        if state in seen:
            continue
        seen.add(state)
        if left:
            to_do.append((straight(ship), left - 1, may_turn, max(0, straight_first - 1)))
        if left >= cost and may_turn and not straight_first:
            to_do += [(turn(ship, 1), left - cost, may_turn - 1, 0), (turn(ship, -1), left - cost, may_turn - 1, 0)]
    return EndPositions(len({state[:2] for state in seen}), len({bow for bow, *_rest in seen}))
