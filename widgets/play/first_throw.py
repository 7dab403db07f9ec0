"""Finds what an order throws for: the first throw that it leads to."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from rulesdemo.odds.dice import RandomDice
from rulesdemo.play.engine import Engine, Throw, apply


def throws_for(engine: Engine[Any], position: Any, order: Any) -> Throw | None:  # noqa: ANN401 - the game's own
    """Return what an order throws for, or None if it throws no dice; one hidden throw tells, where the whole distribution may be long."""
    return first_throw(apply(engine, RandomDice(random.Random(0)), position, order).events)


def first_throw(events: Iterable[Any]) -> Throw | None:
    """Return the first throw of what happened."""
    return next((event.throw for event in events if event.throw is not None), None)
