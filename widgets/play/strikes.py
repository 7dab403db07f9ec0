"""Shots and boardings that the last orders brought, for the board to mark for a moment: who struck whom, by the names of the picture."""

from __future__ import annotations

from typing import Any, Final

from rulesdemo.play.history import History
from widgets.play.game_guide import Guide
from widgets.scene.svg import element_id

MOST: Final = 8  # at once; a whole battle told in one reply is no picture


def strikes_since(guide: Guide, before: History[Any], after: History[Any], picture: str) -> dict[str, list[list[str]]]:
    """Return the share of a reply that marks what was struck since a record; nothing where that was taken back, or another game."""
    done = len(before.done)
    is_later = len(after.done) > done and (not done or after.done[done - 1] is before.done[-1])
    if not is_later or not guide.strikes:
        return {}
    events = [event for deed in after.done[done:] for event in deed.outcome.events]
    found = [strike for event in events if type(event) in guide.strikes for strike in guide.strikes[type(event)](event)]
    marks = [[each.kind, element_id(picture, each.by), element_id(picture, each.at)] for each in found[-MOST:]]
    return {"marks": marks} if marks else {}
