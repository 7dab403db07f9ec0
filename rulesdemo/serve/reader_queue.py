"""Readers who wait for a kernel: first come, first served, each told his number."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from rulesdemo.serve.kernel_pool import LOOK_SECONDS


class Queue:
    """Serves readers in the order in which they come, a few at once and each with a place of his own; those who wait know their number."""

    def __init__(
        self, at_once: int, most: int, claim: Callable[[], Any] = lambda: True, give_back: Callable[[Any], None] = lambda _claim: None
    ) -> None:
        """Set how many may be inside, how many may wait, and where the places come from: None when there is none."""
        self.free = at_once
        self.most = most
        self._claim, self._give_back = claim, give_back
        self._arriving = 0
        self._line: list[asyncio.Future[Any]] = []

    @property
    def waiting(self) -> int:
        """Return how many wait."""
        return len(self._line)

    @property
    def is_busy(self) -> bool:
        """Return whether the next reader must wait."""
        return not self.free or bool(self._line)

    @property
    def is_full(self) -> bool:
        """Return whether nobody more may wait."""
        return len(self._line) + self._arriving >= self.most

    @contextmanager
    def arrival(self) -> Iterator[None]:
        """Reserve a place in the line for a reader who is on his way to it."""
        self._arriving += 1
        try:
            yield
        finally:
            self._arriving -= 1

    @asynccontextmanager
    async def turn(self, tell: Callable[[int], Awaitable[None]]) -> AsyncIterator[Any]:
        """Wait for one's turn and for a place, which is the caller's to use; `tell` gets the number again and again."""
        claim = await self._wait(tell)
        try:
            yield claim
        finally:
            self._leave()

    async def _wait(self, tell: Callable[[int], Awaitable[None]]) -> Any:  # noqa: ANN401 - what `claim` returns
        mine: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._line.append(mine)
        self._advance()
        try:
            while not mine.done():
                await tell(self._line.index(mine) + 1)
                await asyncio.wait([mine], timeout=LOOK_SECONDS)
                if self._line[:1] == [mine]:  # a place may have come free without a word to us
                    self._advance()
        except BaseException:
            if mine.done():  # the turn came in the same moment: it is the next one's
                self._give_back(mine.result())
                self._leave()
            else:
                self._line.remove(mine)
            raise
        return mine.result()

    def _leave(self) -> None:
        """Hand the turn over to the next reader, so that no other can slip in between."""
        self.free += 1
        self._advance()

    def _advance(self) -> None:
        """Let in the first of the line, as many as there are turns and places for."""
        while self.free and self._line and (claim := self._claim()) is not None:
            self.free -= 1
            self._line.pop(0).set_result(claim)
