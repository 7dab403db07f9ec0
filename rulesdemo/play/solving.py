"""What a game tells the solver about its positions: when two of them are the same, who plays on which side, what can no longer be done."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import fields
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import Any, Final, NamedTuple

from rulesdemo.play.engine import Engine
from rulesdemo.play.game import game

# The same in every position of a game, or, as its result, of no use once the game is over.
APART: Final = ("rules", "scenario", "result")


def fields_of(position: Any, *apart: str) -> tuple[Any, ...]:  # noqa: ANN401 - a position of any game
    """Return all that tells positions of a game apart, but for some fields that the game puts in another way."""
    kind: Any = type(position)  # mypy holds that some types cannot be hashed
    values: tuple[Any, ...] = _getter(kind, apart)(position)
    return values


@cache
def _getter(kind: Any, apart: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:  # noqa: ANN401 - a dataclass
    names = [field.name for field in fields(kind) if field.name not in (*APART, *apart)]
    if len(names) == 1:
        return lambda position: (getattr(position, names[0]),)
    return attrgetter(*names)


class Solving(NamedTuple):
    """A game as the solver needs to know it.

    `key` gives equal values for positions from which the same can follow. `is_hopeless` may say only what is certain: that the goal will
    not be met whatever anybody does. Orders of a kind `left_out` are never tried. `objection` says why a position cannot be solved.
    """

    key: Callable[[Any], Hashable] = fields_of
    side: Callable[[str], str] = str  # the side that a player is on, where several play one
    is_hopeless: Callable[[Any], bool] = lambda _position: False
    left_out: tuple[type, ...] = ()
    objection: Callable[[Any], str] = lambda _position: ""


def solving_of(engine: Engine[Any]) -> Solving:
    """Return what a game says in the mapping `SOLVING` of its engine's module; by itself every field counts."""
    where: str = getattr(import_module(game(engine.game).engine), "SOLVING", "")
    if not where:
        return Solving()
    module, _, name = where.partition(":")
    found: Solving = getattr(import_module(module), name)
    return found
