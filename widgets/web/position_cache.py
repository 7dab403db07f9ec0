"""What was worked out about the thing that is on a page, a position as a rule; forgotten when another is asked about."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

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

    def about(self, thing: object, asked: Hashable, work: Callable[[], T]) -> T:
        """What `work` gives, once for this very thing and what is asked about it."""
        if self._thing is not thing or len(self._known) > MOST:
            self._thing, self._known = thing, {}
        if asked not in self._known:
            self._known[asked] = work()
        found: T = self._known[asked]
        return found
