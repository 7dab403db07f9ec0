"""Reads saves that a page brings as text: what a browser stored, or a file of the reader's. Whatever comes is checked, never believed."""

from __future__ import annotations

import json
from typing import Any

from rulesdemo.errors import InputError
from rulesdemo.play import saves
from rulesdemo.play.history import History
from rulesdemo.words import _


def stored_object(text: str) -> dict[str, Any] | None:
    """Return what a browser stored; None for what it cannot have stored."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def opened_game(text: str, longest: int) -> History[Any]:
    """Return the game of a save file; what a browser stored holds one too, and may have been saved when the engine was gone."""
    if len(text) > longest:
        message = _("That file is too large to be a game of ours.")
        raise InputError(message)
    data = stored_object(text)
    inner = data.get("save") if data is not None else None
    return saves.from_text(inner if isinstance(inner, str) else text)
