"""Slows down a page that sends more than any reader could, and limits its sockets; no other page notices."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any, Final

PER_SECOND: Final = 50.0  # a held key repeats about thirty times a second
AT_ONCE: Final = 200.0  # what a page may have saved up
BYTES: Final = 5000  # as much as a message more: the largest file, 512 kB on the line, is half of what may be saved up
MOST_SOCKETS: Final = 4  # a page has one, and while it comes back another


class Pace:
    """Limits messages a second, with some saved up; a long one counts for several."""

    def __init__(self, now: float, rate: float = PER_SECOND, most: float = AT_ONCE) -> None:
        """Begin with the full allowance."""
        self.rate = rate
        self.most = most
        self._left = most
        self._then = now

    def wait(self, now: float, size: int = 0) -> float:
        """Take a message of `size` bytes, and return for how many seconds it must wait.

        >>> pace = Pace(0.0, rate=2.0, most=3.0)
        >>> [pace.wait(0.0) for _ in range(5)], pace.wait(10.0), pace.wait(10.0, 2 * BYTES)
        ([0.0, 0.0, 0.0, 0.5, 1.0], 0.0, 0.5)
        """
        self._left = min(self.most, self._left + (now - self._then) * self.rate) - 1 - size / BYTES
        self._then = now
        return max(0.0, -self._left / self.rate)


@dataclass(slots=True)
class KernelTraffic:
    """The sockets that talk to one kernel, and the pace that they keep together."""

    pace: Pace
    sockets: int = 0

    @property
    def is_full(self) -> bool:
        """Return whether no further socket may open."""
        return self.sockets >= MOST_SOCKETS


class MessageBuffer(deque[tuple[str, list[Any]]]):
    """The newest messages of a kernel whose page is away, by channel, up to a number of bytes."""

    def __init__(self, most: int) -> None:
        """Begin with nothing."""
        super().__init__()
        self.most = most
        self._size = 0

    def append(self, said: tuple[str, list[Any]]) -> None:
        """Store one more, and drop the oldest past the limit.

        >>> kept = MessageBuffer(10)
        >>> for word in ("one", "three", "seven"):
        ...     kept.append(("iopub", [word.encode()]))
        >>> list(kept)
        [('iopub', [b'three']), ('iopub', [b'seven'])]
        """
        super().append(said)
        self._size += size_of(said)
        while self._size > self.most:
            self._size -= size_of(self.popleft())


def size_of(said: tuple[str, list[Any]]) -> int:
    """Return the bytes of a message."""
    return sum(len(part) for part in said[1])
