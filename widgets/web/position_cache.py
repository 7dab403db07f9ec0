"""Caches what was worked out about the thing on a page, a position as a rule, until another thing takes its place."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from rulesdemo.words import language

T = TypeVar("T")
MOST: Final = 200  # answers about one thing


class Remembered:
    """Answers about one thing, by what was asked. Most presses change nothing about a position, and then nothing is worked out again.

    >>> known, counted = Remembered(), []
    >>> [known.about("here", "how many", lambda: counted.append(1) or len(counted)) for _ in range(3)]
    [1, 1, 1]
    >>> known.about("there", "how many", lambda: 5), known.about("here", "how many", lambda: 7)
    (5, 7)
    """

    def __init__(self) -> None:
        """Know nothing yet."""
        self._thing: object = None
        self._known: dict[Hashable, Any] = {}

    def about(self, thing: object, key: Hashable, work: Callable[[], T]) -> T:
        """Return what `work` gives, once for this very thing, what is asked about it, and the session's language."""
        key = (language(), key)
        if self._thing is not thing or len(self._known) > MOST:
            self._thing, self._known = thing, {}
        if key not in self._known:
            self._known[key] = work()
        found: T = self._known[key]
        return found


def memo_of(position: Any, key: Hashable, work: Callable[[], T]) -> T:  # noqa: ANN401 - a game's own position
    """Return what `work` gives, once for a position and a language; the position holds the answer from then on."""
    key = (language(), key)
    if key not in position.memo:
        position.memo[key] = work()
    found: T = position.memo[key]
    return found
