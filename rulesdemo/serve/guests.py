"""Guests: who comes back by his ticket, which kernels are his, and how many he may have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

MOST_EACH: Final = 4  # kernels of a guest, with those of his pages that are on their way


class Pool(Protocol):
    """What guests need to know about kernels."""

    def is_busy(self, kernel_id: str) -> bool:
        """Return whether a kernel is at work."""

    def is_watched(self, kernel_id: str) -> bool:
        """Return whether a page talks to a kernel."""

    def last_use(self, kernel_id: str) -> float:
        """Return when a page last asked something of a kernel."""


class Guests:
    """The kernels of each guest. Where guests are not told apart, all belong to one without a name, who may have any number."""

    def __init__(self) -> None:
        """Begin without anybody."""
        self._owner: dict[str, str] = {}  # by kernel
        self._coming: Counter[str] = Counter()  # pages on their way, by guest
        self._writing: set[str] = set()  # kernels whose page is on its way to somebody who reads it

    def owns(self, guest: str, kernel_id: str) -> bool:
        """Return whether a kernel is a guest's; one that was given to nobody is nobody's."""
        return self._owner.get(kernel_id) == guest

    def is_writing(self, kernel_id: str) -> bool:
        """Return whether the page of a kernel is on its way to somebody."""
        return kernel_id in self._writing

    def give(self, guest: str, kernel_id: str) -> None:
        """Let a kernel be a guest's, while its page is written."""
        self._owner[kernel_id] = guest
        self._writing.add(kernel_id)

    def finish(self, kernel_id: str) -> None:
        """Note that the page of a kernel is written, or that nobody is there any more to read it."""
        self._writing.discard(kernel_id)

    def forget(self, kernel_id: str) -> None:
        """Forget a kernel that has ended."""
        self._owner.pop(kernel_id, None)
        self._writing.discard(kernel_id)

    @contextmanager
    def page(self, guest: str) -> Iterator[None]:
        """Count a page of a guest as on its way."""
        self._coming[guest] += 1
        try:
            yield
        finally:
            self._coming[guest] -= 1
            if not self._coming[guest]:
                del self._coming[guest]

    def surplus(self, guest: str, pool: Pool) -> list[str] | None:
        """Return the kernels that a guest must lose for one more page, and take them from him; None where he has none to lose.

        He loses nothing else: his browser stores the games. A kernel that works, whose page is on its way or that he used last stays;
        one that no page watches goes first, then the one that was left alone for longest.
        """
        if not guest:
            return []
        his = [kernel_id for kernel_id, owner in self._owner.items() if owner == guest and kernel_id not in self._writing]
        over = len(his) + self._coming[guest] + 1 - MOST_EACH
        if over <= 0:
            return []
        last = max(his, key=pool.last_use, default=None)
        idle = [kernel_id for kernel_id in his if kernel_id != last and not pool.is_busy(kernel_id)]
        if over > len(idle):
            return None
        lost = sorted(idle, key=lambda each: (pool.is_watched(each), pool.last_use(each)))[:over]
        for kernel_id in lost:
            del self._owner[kernel_id]
        return lost
