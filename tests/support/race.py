"""A whole game in one page, to play the kit with: two runners, a die, an order at any time, refusals. No rule of the five games is in it.

It borrows the name of a real game, because tables, switches and patches are real ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Literal, NamedTuple

from rulesdemo.odds.dice import AGAIN, D6, Dice
from rulesdemo.odds.procedure import procedure
from rulesdemo.play.engine import Decision, Engine, Outcome, Refusal, Throw, Verb, throw_for
from rulesdemo.play.game import Game
from rulesdemo.rules.ruleset import Ruleset, ruleset

GAME: Final = "republic"
SIDES: Final = ("red", "blue")
NAMES: Final = {"ro": "Rowan", "bo": "Bo"}
OWNERS: Final = {"ro": "red", "bo": "blue"}
LENGTHS: Final = {"sprint": 12, "marathon": 400, "wall": 10, "ultra": 10**9}
MUD: Final = 5  # where the wall race has its wall


class Course(NamedTuple):
    name: str
    length: int


class Won(NamedTuple):
    winner: str
    by: int
    rule: str = "9"


@dataclass(frozen=True)
class Position:
    rules: Ruleset
    course: Course
    at: tuple[int, int]
    active: int = 0
    turn: int = 1
    cheered: frozenset[str] = frozenset()
    result: Won | None = None


# -- dice --------------------------------------------------------------------------------------------------------------------------------


class Stride(NamedTuple):
    hexes: int


class Heard(NamedTuple):
    cheers: bool


@procedure(rules=("1",), title="a stride")
def stride(dice: Dice, rules: Ruleset, pace: int) -> Stride:  # noqa: ARG001 - every procedure is handed the rules
    return Stride(dice.read(D6, (0, 1, 2, 2, 3, 3 + pace)))


@procedure(rules=("4",), title="a cheer")
def cheer(dice: Dice, rules: Ruleset) -> Heard:  # noqa: ARG001 - as above
    face = dice.roll(D6)
    return AGAIN if face == 1 else Heard(face >= 4)


@procedure(rules=("2",), title="a limp")
def hobble(dice: Dice, rules: Ruleset) -> Stride:
    """Feels a switch, and breaks under any patch, as a rule may whose divisor a reader makes 0."""
    dice_thrown = 2 if rules.switch("ratio_rounding") == "defender" else 1
    return Stride(dice.total(dice_thrown, D6) // (0 if rules.patches else 6))


# -- orders ------------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Walk:
    runner: str


@dataclass(frozen=True, slots=True)
class Run:
    runner: str
    pace: Literal[1, 2]


class Leg(NamedTuple):
    runner: str
    pace: int
    proud: bool = False


@dataclass(frozen=True, slots=True)
class Dash:
    """Several strides in one order: several throws of one procedure."""

    legs: tuple[Leg, ...]
    shout: bool = False


@dataclass(frozen=True, slots=True)
class Limp:
    """Rolls one die or two, as a switch says."""

    runner: str


@dataclass(frozen=True, slots=True)
class Cheer:
    side: Literal["red", "blue"]


@dataclass(frozen=True, slots=True)
class Rest: ...


# -- events ------------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LapBegan:
    rule: ClassVar[str] = "3"
    begins_turn: ClassVar[bool] = True
    throw: ClassVar[None] = None
    number: int

    def text(self, _name: Callable[[str], str]) -> str:
        return f"Lap {self.number}."


@dataclass(frozen=True, slots=True)
class Strode:
    rule: ClassVar[str] = "1"
    runner: str
    hexes: int
    throw: Throw | None = None

    def text(self, name: Callable[[str], str]) -> str:
        return f"{name(self.runner)} runs {self.hexes}."


@dataclass(frozen=True, slots=True)
class Tired:
    """Carries the throw of the stride before it once more, as the losses of a fight may."""

    rule: ClassVar[str] = "1.1"
    runner: str
    throw: Throw | None = None

    def text(self, name: Callable[[str], str]) -> str:
        return f"{name(self.runner)} pants."


@dataclass(frozen=True, slots=True)
class Cheered:
    rule: ClassVar[str] = "4"
    side: str
    heard: bool
    throw: Throw | None = None

    def text(self, _name: Callable[[str], str]) -> str:
        return f"The friends of {self.side} {'are heard' if self.heard else 'are too hoarse'}."


@dataclass(frozen=True, slots=True)
class Finished:
    rule: ClassVar[str] = "9"
    throw: ClassVar[None] = None
    side: str

    def text(self, _name: Callable[[str], str]) -> str:
        return f"{self.side.capitalize()} wins."


# -- rules -------------------------------------------------------------------------------------------------------------------------------


def check_runner(position: Position, runner: str) -> Refusal | None:
    if runner not in OWNERS:
        return Refusal(f"There is no runner {runner!r}.", "1", "Choose ro or bo.")
    if OWNERS[runner] != SIDES[position.active]:
        return Refusal(f"{NAMES[runner]} waits.", "1", "Choose the other runner.")
    return None


def check_run(position: Position, order: Run | Walk | Limp) -> Refusal | None:
    if position.course.name == "wall" and position.at[position.active] >= MUD:
        return Refusal("There is a wall.", "5", "There is no way round it.")
    return check_runner(position, order.runner)


def check_dash(position: Position, order: Dash) -> Refusal | None:
    if not 1 < len(order.legs) < 4:
        return Refusal("A dash has two or three legs.", "1.2", "Run instead.")
    if any(leg.pace not in (1, 2) for leg in order.legs):
        return Refusal("A pace is 1 or 2.", "1.2", "Choose one of them.")
    return next((refusal for leg in order.legs if (refusal := check_run(position, Walk(leg.runner)))), None)


def check_cheer(position: Position, order: Cheer) -> Refusal | None:
    if order.side in position.cheered:
        return Refusal(f"The friends of {order.side} have cheered.", "4", "Wait for the next lap.")
    return None


def forward(position: Position, hexes: int, *, side: int | None = None) -> Position:
    side = position.active if side is None else side
    at = list(position.at)
    at[side] += hexes
    return replace(position, at=tuple(at))


def passed(position: Position) -> Position:
    return replace(position, active=1 - position.active)


def walk(_dice: Dice, position: Position, order: Walk) -> Outcome[Position]:
    return Outcome(passed(forward(position, 1)), (Strode(order.runner, 1),))


def run(dice: Dice, position: Position, order: Run) -> Outcome[Position]:
    throw = throw_for(dice, stride, position.rules, order.pace)
    events = (Strode(order.runner, throw.outcome.hexes, throw), Tired(order.runner, throw))
    return Outcome(passed(forward(position, throw.outcome.hexes)), events)


def limp(dice: Dice, position: Position, order: Limp) -> Outcome[Position]:
    throw = throw_for(dice, hobble, position.rules)
    return Outcome(passed(forward(position, throw.outcome.hexes)), (Strode(order.runner, throw.outcome.hexes, throw),))


def dash(dice: Dice, position: Position, order: Dash) -> Outcome[Position]:
    throws = [throw_for(dice, stride, position.rules, leg.pace) for leg in order.legs]
    told = [Strode(leg.runner, throw.outcome.hexes, throw) for leg, throw in zip(order.legs, throws, strict=True)]
    return Outcome(passed(forward(position, sum(throw.outcome.hexes for throw in throws) - 1)), tuple(reversed(told)))


def cheer_on(dice: Dice, position: Position, order: Cheer) -> Outcome[Position]:
    throw = throw_for(dice, cheer, position.rules)
    position = replace(position, cheered=position.cheered | {order.side})
    return Outcome(
        forward(position, int(throw.outcome.cheers), side=SIDES.index(order.side)), (Cheered(order.side, throw.outcome.cheers, throw),)
    )


def rest(_dice: Dice, position: Position, _order: Rest) -> Outcome[Position]:
    return Outcome(passed(position))


def advance(position: Position) -> Outcome[Position]:
    far = [side for side, at in zip(SIDES, position.at, strict=True) if at >= position.course.length]
    if far and position.result is None:
        return Outcome(replace(position, result=Won(far[0], abs(position.at[0] - position.at[1]))), (Finished(far[0]),))
    laps = 1 + min(position.at) // 4
    if laps > position.turn:
        new = range(position.turn + 1, laps + 1)
        return Outcome(replace(position, turn=laps, cheered=frozenset()), tuple(LapBegan(number) for number in new))
    return Outcome(position)


def decide(position: Position) -> Decision | None:
    if position.result is not None:
        return None
    kinds = (Walk, Run, Dash, Limp) if position.course.name == "wall" else (Walk, Run, Dash, Limp, Rest)
    return Decision(SIDES[position.active], kinds, "1", f"Move {NAMES['ro' if position.active == 0 else 'bo']}.")


def start(name: str, rules: Ruleset | None) -> Outcome[Position]:
    return Outcome(Position(rules or ruleset(GAME), Course(name, LENGTHS[name]), (0, 0)), (LapBegan(1),))


def dashes(_position: Position) -> Iterator[Dash]:
    yield from (Dash((Leg(name, 1), Leg(name, 2, True)), shout) for name in OWNERS for shout in (False, True))


ENGINE: Final[Engine[Position]] = Engine(
    game=GAME,
    sides=SIDES,
    scenarios=lambda: tuple(LENGTHS),
    start=start,
    decision=decide,
    verbs={
        Walk: Verb(check_run, walk, lambda _: map(Walk, OWNERS)),
        Run: Verb(check_run, run, lambda _: (Run(name, pace) for name in OWNERS for pace in (1, 2))),
        Dash: Verb(check_dash, dash, dashes),
        Limp: Verb(check_run, limp, lambda _: map(Limp, OWNERS)),
        Cheer: Verb(check_cheer, cheer_on, lambda _: map(Cheer, SIDES)),
        Rest: Verb(lambda _position, _order: None, rest, lambda _: (Rest(),)),
    },
    anytime=(Cheer,),
    owner=lambda position, order: order.side if isinstance(order, Cheer) else SIDES[position.active],
    advance=advance,
    result=lambda position: position.result,
    name=lambda _position, thing: NAMES.get(thing, thing),
    situation=lambda position: f"Lap {position.turn}: red {position.at[0]}, blue {position.at[1]} of {position.course.length}.",
    turn=lambda position: position.turn,
    faults=lambda position: iter(["off the course"] if min(position.at) < -10 else []),
)


def hare(_engine: Engine[Any], _position: Position, orders: list[Any], _rng: Any) -> Any:
    """A bot of the game's own: always dashes when it can, and never interrupts."""
    if all(isinstance(order, Cheer) for order in orders):
        return None
    return next((order for order in orders if isinstance(order, Dash)), orders[0])


BOTS: Final = {"hare": "tests.support.race:hare", "tortoise": lambda _engine, _position, orders, _rng: orders[0]}


AS_GAME: Final = Game(GAME, (), engine="tests.support.race")


if __name__ == "__main__":  # `python -m tests.support.race play republic sprint`: the command line with the race in the real game's place
    from rulesdemo import games
    from rulesdemo.cli import main as cli

    object.__setattr__(games.game(GAME), "engine", "tests.support.race")
    cli.main()
