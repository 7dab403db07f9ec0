"""A piece of a page: one live part of several that show the same state. Each hears of what it shows, so that nothing is sent twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, Protocol

from markupsafe import Markup

_PART: Final = re.compile(r'data-part="([^"]*)"')


class Spoken(Protocol):
    """A page that is shown in pieces."""

    def hear(self, acts: list[dict[str, Any]], piece: Piece | None = None) -> dict[str, Any]:
        """Do some acts; everything that changed."""

    def begin(self, acts: list[dict[str, Any]]) -> dict[str, Any]:
        """Do some acts; what the reader is looking at."""

    def finish(self, piece: Piece | None) -> dict[str, Any]:
        """Return what else has changed."""


class Piece:
    """One live piece of the page."""

    def __init__(self, page: Spoken, frame: Callable[[], Markup], board: str) -> None:
        """Show a frame of the page's parts, perhaps with the board of this name."""
        self._page = page
        self._frame = frame
        self._board = f'id="{board}"'
        self._has_board = False
        self._shows: set[str] = set()
        self._has_wrong = False  # whether the last reply named a field that holds something wrong

    def first(self) -> Markup:
        """Draw the frame with the parts as they are now."""
        text = self._frame()
        self._has_board = self._board in text
        self._shows = set(_PART.findall(text))
        return text

    def share(self, reply: dict[str, Any]) -> dict[str, Any]:
        """Return a reply with only those changes that this piece shows."""
        parts = reply.get("parts", {})
        fresh = self._shows & parts.keys()
        while fresh:  # a part can bring others along
            brought = {name for each in fresh for name in _PART.findall(parts[each])} - self._shows
            self._shows |= brought
            fresh = brought & parts.keys()
        self._has_wrong = "wrong" in reply
        mine = {name: text for name, text in parts.items() if name in self._shows}
        other = {key: value for key, value in reply.items() if key not in ("parts", "patches")}
        patches = reply.get("patches") if self._has_board else None
        return {**other, **({"parts": mine} if mine else {}), **({"patches": patches} if patches else {})}

    def news(self, reply: dict[str, Any]) -> dict[str, Any] | None:
        """Return what this piece hears of what was done in another; None where that is nothing."""
        had_wrong = self._has_wrong
        reply_share = self.share({key: reply[key] for key in ("parts", "patches", "wrong") if key in reply})
        return reply_share if reply_share or had_wrong else None

    def hear(self, acts: list[dict[str, Any]]) -> dict[str, Any]:
        """Do what the reader asks, and say at once what he is looking at. Who has just come gets everything together."""
        if any(act.get("do") == "hello" for act in acts):
            return self.share(self._page.hear(acts, self))
        return {**self.share(self._page.begin(acts)), "rest": self.rest}

    def rest(self) -> dict[str, Any]:
        """Return what else has changed, here and in the other pieces."""
        return self.share(self._page.finish(self))
