"""Caches rendered text: a page asks for every part after every press, and most have not changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from rulesdemo.words import cache_by_language

P = ParamSpec("P")
R = TypeVar("R")

MOST: Final = 512


def cached(render: Callable[P, R]) -> Callable[P, R]:
    """Cache what a function of frozen arguments renders, by language."""
    return cache_by_language(MOST)(render)
