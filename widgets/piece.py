"""A piece of a page: one live part of several that show the same state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from markupsafe import Markup


class Spoken(Protocol):
    """A page that is shown in pieces."""

    def hear(self, acts: list[dict[str, Any]], piece: Piece | None = None) -> dict[str, Any]:
        """Do some acts; everything that changed."""

    def begin(self, acts: list[dict[str, Any]]) -> dict[str, Any]:
        """Do some acts; what the reader is looking at."""

    def finish(self, piece: Piece | None) -> dict[str, Any]:
        """What else has changed."""


class Piece:
    """One live piece of the page."""

    def __init__(self, page: Spoken, frame: Callable[[], Markup]) -> None:
        """Show a frame of the page's parts."""
        self._page = page
        self._frame = frame

    def first(self) -> Markup:
        """The frame with the parts as they are now."""
        return self._frame()

    def hear(self, acts: list[dict[str, Any]]) -> dict[str, Any]:
        """Do what the reader asks, and say at once what he is looking at. Who has just come gets everything together."""
        if any(act.get("do") == "hello" for act in acts):
            return self._page.hear(acts, self)
        return {**self._page.begin(acts), "rest": self.rest}

    def rest(self) -> dict[str, Any]:
        """What else has changed, here and in the other pieces."""
        return self._page.finish(self)
