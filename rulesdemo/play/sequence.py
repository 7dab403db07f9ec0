"""The sequence of play as a list of steps that can be read aloud against the rules.

On entering a step, what happens by itself happens; then, as long as somebody has something to decide there, the sequence waits. When
nobody has, it goes on to the step named by `then`, or to the next in the list; after the last comes the first again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from rulesdemo.errors import RulesError
from rulesdemo.play.engine import Decision, Outcome
from rulesdemo.words import N_

P = TypeVar("P")

# More steps in a row without a decision mean that the game runs in circles.
MOST_STEPS: Final = 500


def _nothing_happens(position: P) -> Outcome[P]:
    return Outcome(position)


def _nobody_decides(position: Any) -> Decision | None:  # noqa: ANN401, ARG001 - any position
    return None


@dataclass(frozen=True, slots=True)
class Step(Generic[P]):
    """One line of the sequence of play."""

    name: str
    phase: str
    rule: str
    enter: Callable[[P], Outcome[P]] = _nothing_happens
    decide: Callable[[P], Decision | None] = _nobody_decides
    then: Callable[[P], str] | None = None


@dataclass(frozen=True, slots=True)
class Sequence(Generic[P]):
    """The steps, where a position keeps its place among them, and what goes before them."""

    steps: tuple[Step[P], ...]
    at: Callable[[P], str]
    go: Callable[[P, str], P]
    over: Callable[[P], bool]
    interrupt: Callable[[P], Decision | None] = _nobody_decides  # a decision that comes before the step's own
    left_out: Callable[[P, Step[P]], bool] = lambda _position, _step: False  # steps that a scenario does without
    memo: Callable[[P], dict[Any, Any]] = lambda _position: {}  # where a position keeps what has been worked out about it
    _places: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Note where each step stands."""
        object.__setattr__(self, "_places", {step.name: place for place, step in enumerate(self.steps)})

    def step(self, name: str) -> Step[P]:
        """Return a step by its name."""
        return self.steps[self._places[name]]

    def decision(self, position: P) -> Decision | None:
        """Return who must choose now; lists, checks and pages ask about the same position again and again."""
        memo = self.memo(position)
        if "decision" not in memo:
            memo["decision"] = self._decision(position)
        found: Decision | None = memo["decision"]
        return found

    def _decision(self, position: P) -> Decision | None:
        if self.over(position):
            return None
        prompt = self.interrupt(position)
        if prompt is not None:
            return prompt
        step = self.step(self.at(position))
        return None if self.left_out(position, step) else step.decide(position)

    def advance(self, position: P) -> Outcome[P]:
        """Go on until somebody must choose or the game is over."""
        events: list[Any] = []
        for _ in range(MOST_STEPS):
            if self.over(position) or self.decision(position) is not None:
                return Outcome(position, tuple(events))
            step = self._following(position)
            position = self.go(position, step.name)
            if not self.left_out(position, step):
                position, more = step.enter(position)
                events += more
        message = N_("the sequence of play went through {most} steps without a decision, last at {at!r}").format(
            most=MOST_STEPS, at=self.at(position)
        )
        raise RulesError(message)

    def _following(self, position: P) -> Step[P]:
        here = self.step(self.at(position))
        if here.then is not None and not self.left_out(position, here):
            return self.step(here.then(position))
        return self.steps[(self._places[here.name] + 1) % len(self.steps)]
