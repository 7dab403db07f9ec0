"""A game is its record: where it began, then every order with the faces that fell. Undo, redo and replay are that list.

    history = History.start(engine, "evening")
    history = history.play(order, RandomDice(rng))      or FixedDice((3, 4)) for dice thrown at the table
    history = history.undo().redo()                     the same faces again
    history = history.roll_again(RandomDice(rng))       the last order with new dice; how often is kept

A History is frozen: each of these gives a new one, and a refused order loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, TypeVar

from rulesdemo.errors import InputError, nearest
from rulesdemo.odds.dice import FixedDice, RandomDice, Step
from rulesdemo.play.engine import Decision, Engine, Outcome, apply
from rulesdemo.rules.ruleset import Ruleset, patches_blamed, ruleset
from rulesdemo.words import N_

P = TypeVar("P")

THIS_ORDER: Final = N_("this order")


@dataclass(frozen=True, slots=True)
class Deed(Generic[P]):
    """An order that was carried out: its faces, what they were thrown for, what came of it, and how often it was rolled again."""

    order: Any
    faces: tuple[int, ...]
    story: tuple[Step, ...] = field(repr=False)
    outcome: Outcome[P] = field(repr=False)
    rerolls: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class History(Generic[P]):
    """A game from its start to now, and the orders taken back that could be given again."""

    engine: Engine[P]
    scenario: str
    rules: Ruleset
    opening: Outcome[P] = field(repr=False)
    done: tuple[Deed[P], ...] = ()
    undone: tuple[Deed[P], ...] = ()  # the next one first

    @classmethod
    def start(cls, engine: Engine[P], scenario: str, rules: Ruleset | None = None) -> History[P]:
        """Return the beginning of a scenario; under other rules than the printed ones if some are given."""
        known = engine.scenarios()
        if scenario not in known:
            message = N_("{game} has no scenario {scenario!r}. {hint}").format(
                game=engine.game, scenario=scenario, hint=nearest(scenario, known)
            )
            raise InputError(message)
        chosen = ruleset(engine.game) if rules is None else rules
        with patches_blamed(N_("the start of {scenario}").format(scenario=scenario), chosen):
            return cls(engine, scenario, chosen, engine.start(scenario, chosen))

    @property
    def outcome(self) -> Outcome[P]:
        """Return what the last order, or else the start, led to."""
        return self.done[-1].outcome if self.done else self.opening

    @property
    def position(self) -> P:
        """Return the position now."""
        return self.outcome.position

    @property
    def events(self) -> tuple[Any, ...]:
        """Return what the last order, or else the start, brought about."""
        return self.outcome.events

    @property
    def decision(self) -> Decision | None:
        """Return who must choose now; None when the game is over."""
        return self.engine.decision(self.position)

    @property
    def result(self) -> Any:  # noqa: ANN401 - the game's own record
        """Return how the game ended; None while it goes on."""
        return self.engine.result(self.position)

    @property
    def turn(self) -> int:
        """Return the turn now."""
        return self.engine.turn(self.position)

    @property
    def steps(self) -> int:
        """Return how many orders there are, those taken back included: the length of a slider."""
        return len(self.done) + len(self.undone)

    def outcomes(self) -> Iterator[Outcome[P]]:
        """Yield the start, then what every order led to."""
        yield self.opening
        for deed in self.done:
            yield deed.outcome

    def play(self, order: Any, dice: RandomDice | FixedDice, rerolls: int = 0) -> History[P]:  # noqa: ANN401 - the game's own orders
        """Give an order; what was taken back before is then gone. Raises IllegalOrder or FacesError, and nothing has changed."""
        thrown, told = len(dice.faces), len(dice.story())
        with patches_blamed(THIS_ORDER, self.rules):
            outcome = apply(self.engine, dice, self.position, order)
            if self.rules.patches and (fault := next(self.engine.faults(outcome.position), "")):
                raise ValueError(fault)
        if isinstance(dice, FixedDice):
            dice.finish()
        deed = Deed(order, tuple(dice.faces[thrown:]), dice.story()[told:], outcome, rerolls)
        return replace(self, done=(*self.done, deed), undone=())

    def undo(self) -> History[P]:
        """Take the last order back."""
        if not self.done:
            message = N_("No order has been given yet, so there is nothing to take back.")
            raise InputError(message)
        return self.at(len(self.done) - 1)

    def redo(self) -> History[P]:
        """Give the order again that was taken back, with the same faces."""
        if not self.undone:
            message = N_("No order has been taken back, so there is none to give again.")
            raise InputError(message)
        return self.at(len(self.done) + 1)

    def at(self, step: int) -> History[P]:
        """Return the game after `step` orders; those after it count as taken back."""
        if not 0 <= step <= self.steps:
            message = N_("there is no step {step}: this game has steps 0 to {steps}").format(step=step, steps=self.steps)
            raise InputError(message)
        every = self.done + self.undone
        return replace(self, done=every[:step], undone=every[step:])

    def roll_again(self, dice: RandomDice | FixedDice) -> History[P]:
        """Return the last order with new dice; the record says that it was rolled again."""
        if not self.done:
            message = N_("No order has been given yet, so there are no dice to roll again.")
            raise InputError(message)
        last = self.done[-1]
        if not last.faces:
            message = N_("The last order threw no dice, so there are none to roll again.")
            raise InputError(message)
        return replace(self, done=self.done[:-1]).play(last.order, dice, last.rerolls + 1)

    @property
    def record(self) -> tuple[Any, ...]:
        """Return what a save keeps, and all that the game follows from."""
        return self.engine.game, self.scenario, self.rules, tuple((deed.order, deed.faces, deed.rerolls) for deed in self.done)

    def __eq__(self, other: object) -> bool:
        """Compare the records; positions follow from them, and orders taken back do not count."""
        return isinstance(other, History) and self.record == other.record

    def __hash__(self) -> int:
        return hash(self.record)
