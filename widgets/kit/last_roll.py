"""Shows dice that a panel threw, as long as what they were thrown for stays the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rulesdemo.odds.procedure import Procedure, play
from rulesdemo.rules.ruleset import Ruleset
from widgets.kit.controls import Value
from widgets.kit.panel import Act, Session, State

Basis = Callable[[Ruleset, State], Hashable]
Args = Callable[[Ruleset, State], tuple[Any, ...]]


class Roll(NamedTuple):
    """The basis of a throw, which must still be the same for the dice to count; the faces; and how things stood before them."""

    basis: Hashable
    faces: tuple[int, ...]
    before: Any = None


@dataclass(frozen=True, eq=False, slots=True)
class LastRoll(Value):
    """The last throw, or None. It stands after the fields that its basis reads; the browser does not store it.

    A panel's own record may stand for the `Roll`, as long as it has a `basis`.
    """

    name: str = "roll"
    start: Any = None
    basis: Basis = field(kw_only=True)
    is_stored: bool = field(default=False, kw_only=True)

    def fit(self, value: Any, rules: Ruleset, state: State) -> Any:  # noqa: ANN401 - a Roll, or a record like it
        """Return the throw, or None where its basis has changed."""
        return value if value is None or value.basis == self.basis(rules, state) else None


def throw(procedure: Procedure[..., Any], session: Session, args: tuple[Any, ...]) -> tuple[int, ...]:
    """Throw the dice of a procedure and return their faces."""
    return play(procedure, random.Random(session.seed()), *args).faces


def roll_act(procedure: Procedure[..., Any], args: Args, what: str = "roll") -> Act:
    """Return an act that throws for a procedure; its arguments are the basis of the throw."""

    def act(state: State, heard: str, value: str, session: Session) -> State | None:
        if heard != what or value:
            return None
        basis = args(session.rules, state)
        return state.replace(roll=Roll(basis, throw(procedure, session, basis)))

    return act
