"""Remembers what a reader's page shows, and computes the difference to what it shall show."""

from __future__ import annotations

from collections.abc import Mapping


class SentParts:
    """The parts of a page as they were sent last. A rollback leaves it alone: it mirrors the browser, not the game."""

    is_mirror = True

    def __init__(self) -> None:
        """Begin with an empty page."""
        self.parts: dict[str, str] = {}

    def put(self, parts: Mapping[str, str]) -> None:
        """Note parts that go out with the whole text of a page."""
        self.parts.update(parts)

    def changes(self, parts: Mapping[str, str]) -> dict[str, dict[str, str]]:
        """Return the reply that brings a page up to these parts: those that read otherwise than before, or nothing."""
        changed = {name: text for name, text in parts.items() if self.parts.get(name) != text}
        self.parts.update(changed)
        return {"parts": changed} if changed else {}
