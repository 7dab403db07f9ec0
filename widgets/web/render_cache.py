"""Caches rendered text: a page asks for every part after every press, and most have not changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, ParamSpec, TypeVar

from rulesdemo.words import language

P = ParamSpec("P")
R = TypeVar("R")

MOST: Final = 512


def cached(render: Callable[P, R]) -> Callable[P, R]:
    """Cache what a function of frozen arguments renders, by language; the least recently used goes first."""

    @lru_cache(MOST)
    def by_language(_lang: str, *args: P.args, **kwargs: P.kwargs) -> R:
        return render(*args, **kwargs)

    @wraps(render)
    def from_cache(*args: P.args, **kwargs: P.kwargs) -> R:
        return by_language(language(), *args, **kwargs)  # type: ignore[arg-type] # frozen arguments can be hashed

    return from_cache
