"""Pacing: a page that sends more messages than any reader could is heard more slowly; nobody else notices."""

from __future__ import annotations

from typing import Final

PER_SECOND: Final = 50.0  # a held key repeats about thirty times a second
AT_ONCE: Final = 200.0  # what a page may have saved up


class Pace:
    """So many messages a second, with some saved up."""

    def __init__(self, now: float, rate: float = PER_SECOND, most: float = AT_ONCE) -> None:
        """Begin with all of it."""
        self.rate = rate
        self.most = most
        self._left = most
        self._then = now

    def wait(self, now: float) -> float:
        """Take one, and say for how many seconds the next must wait.

        >>> pace = Pace(0.0, rate=2.0, most=3.0)
        >>> [pace.wait(0.0) for _ in range(5)], pace.wait(10.0)
        ([0.0, 0.0, 0.0, 0.5, 1.0], 0.0)
        """
        self._left = min(self.most, self._left + (now - self._then) * self.rate) - 1
        self._then = now
        return max(0.0, -self._left / self.rate)
