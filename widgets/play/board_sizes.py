"""Chooses how large a board is on this page: a chapter's, a phone's, or one for a room with a projector."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from widgets.play.game_guide import Look

BOARD: Final = (600.0, 406.0)  # the frame of a board, in pixels
NARROW: Final = 700  # pixels; below this a page is a phone's
MARGINS: Final = (32, 48)  # of a narrow page and of others, both sides together
WIDEST: Final = 10_000  # no screen has more
PHONE: Final = (44.0, 340.0)  # the radius of a hex there, and the height of the frame
PROJECTOR: Final = (70.0, 640.0, 480.0)  # the radius in a frame of this size; a larger wall gets a larger frame
WALL: Final = (560.0, 960.0)


def framed(look: Look, page: Mapping[str, Any]) -> Look:
    """Return the same look in the frame that a page has room for; a page that does not say how wide it is gets a chapter's.

    >>> framed(Look(), {"width": 390}).size
    (358, 340.0)
    """
    width = page.get("width")
    wide = width if isinstance(width, int) and 0 < width < WIDEST else 1280
    plain = replace(look, radius=Look().radius, size=BOARD, is_narrow=False, projector=False)
    if wide < NARROW:
        return replace(plain, radius=PHONE[0], size=(max(240, wide - MARGINS[0]), PHONE[1]), is_narrow=True)
    if page.get("projector") is True:
        radius, across, down = PROJECTOR
        larger = min(WALL[1], max(WALL[0], wide / 2)) / across
        return replace(plain, radius=round(radius * larger, 1), size=(round(across * larger), round(down * larger)), projector=True)
    return replace(plain, size=(min(wide - MARGINS[1], BOARD[0]), BOARD[1]))
