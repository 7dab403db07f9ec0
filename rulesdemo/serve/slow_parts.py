"""Parts of a page that are long in coming: the reader is told of one, and what never comes is broken off."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Final

SLOW_SECONDS: Final = 10.0  # after which the reader is told
MOST_SECONDS: Final = 120.0  # after which it is broken off: the longest cell of the book takes two


class Endless(Exception):
    """A cell that did not end."""


async def in_time(parts: AsyncIterator[str], word: Callable[[float], str]) -> AsyncIterator[str]:
    """Yield the parts of a page; before one that is slow, a word about it, made of the seconds that it has.

    Raises Endless where one does not come at all.
    """
    while True:
        coming: asyncio.Future[str | None] = asyncio.ensure_future(anext(parts, None))
        try:
            if not (await asyncio.wait([coming], timeout=SLOW_SECONDS))[0]:
                yield word(MOST_SECONDS)
                if not (await asyncio.wait([coming], timeout=MOST_SECONDS - SLOW_SECONDS))[0]:
                    message = f"a cell did not end in {MOST_SECONDS:g} seconds"
                    raise Endless(message)
        finally:
            if not coming.done():
                coming.cancel()
                with suppress(BaseException):  # whatever the cell makes of it: nobody waits for it any more
                    await coming
        part = coming.result()
        if part is None:
            return
        yield part
