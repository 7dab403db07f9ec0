"""Text that was made once is kept: a page asks for every part after every press, and most have not changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, Final, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

MOST_KEPT: Final = 512

_everything: Final[list[Any]] = []


def kept(make: Callable[P, R]) -> Callable[P, R]:
    """Keep what a function of frozen things gives; the oldest goes first."""
    keeping = lru_cache(MOST_KEPT)(cast("Callable[..., Hashable]", make))
    _everything.append(keeping)
    return cast("Callable[P, R]", keeping)


def forget_texts() -> None:
    """Make everything anew: for whoever changes the language in mid-page."""
    for keeping in _everything:
        keeping.cache_clear()
