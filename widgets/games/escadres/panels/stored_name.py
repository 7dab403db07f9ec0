"""A check of what a browser stores: the name of a ship."""

from __future__ import annotations

from typing import Any, Final

MOST_LETTERS: Final = 40


def ship_name(stored: Any) -> str:  # noqa: ANN401 - whatever a browser brings
    """Return a stored name, whether or not a ship on the board has it."""
    if not isinstance(stored, str) or len(stored) > MOST_LETTERS:
        raise ValueError
    return stored
