"""Reads saves that a page brings as text: what a browser stored, or a file of the reader's. Whatever comes is checked, never believed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from rulesdemo.errors import InputError, RulesError
from rulesdemo.play import saves
from rulesdemo.play.history import History
from rulesdemo.words import _
from widgets.play.lesson import Extra

STORED: Final = 1  # version of what a browser stores of a page; 0.5 wrote none


def stored_object(text: str) -> dict[str, Any] | None:
    """Return what a browser stored; None for what it cannot have stored."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def stored_page(text: str, longest: int) -> dict[str, Any]:
    """Return what a browser stored of a page; an InputError says why it cannot be read."""
    if len(text) > longest:
        message = _("What this browser kept of the page is longer than a game can be.")
        raise InputError(message)
    data = stored_object(text)
    if data is None:
        message = _("What this browser kept of the page is damaged.")
        raise InputError(message)
    version = data.get("v", STORED)
    if type(version) is not int or version > STORED:
        message = _("What this browser kept of the page was written by a newer rulesdemo.")
        raise InputError(message)
    return data


def fault_of(restore: Callable[[], str]) -> str:
    """Return what a page cannot put back of what the browser stored, in words for the reader; empty where it holds."""
    try:
        return restore()
    except RulesError as wrong:
        return str(wrong)


def lost_panels(extras: Mapping[str, Extra], stored: Any) -> list[str]:  # noqa: ANN401 - whatever a browser brings
    """Put every panel back as it was stored; return a sentence for those that cannot hold what was stored of them."""
    states = stored if isinstance(stored, Mapping) else {}
    lost = [key for key, extra in extras.items() if extra.restore(states.get(key)) is False]
    if not lost:
        return []
    return [_("These panels begin anew: {names}.").format(names=", ".join(lost))]


def opened_game(text: str, longest: int) -> History[Any]:
    """Return the game of a save file; what a browser stored holds one too, and may have been saved when the engine was gone."""
    if len(text) > longest:
        message = _("That file is too large to be a game of ours.")
        raise InputError(message)
    data = stored_object(text)
    inner = data.get("save") if data is not None else None
    return saves.from_text(inner if isinstance(inner, str) else text)
