"""Boxes of a ship's sheet in a row: those that are left, those just lost, those that may be lost, and those that were lost before."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from rulesdemo.words import _, ngettext
from widgets.web.badges import joined

_ROW: Final = Markup(
    '<div class="boxes-row"><span class="boxes-name">{name}</span><span class="boxes" role="img" aria-label="{label}">{boxes}</span>'
    '<span class="boxes-words">{words}</span></div>'
)
_BOX: Final = Markup('<svg viewBox="0 0 22 22" width="22" height="22" class="box is-{kind}" aria-hidden="true">{inside}</svg>')
_FRAME: Final = Markup('<rect x="1.5" y="1.5" width="19" height="19" rx="3"/>')
# A saltire for what is lost now, one stroke for what may be, a plain dark box for what was lost before: form as well as colour.
_INSIDE: Final = {
    "left": _FRAME,
    "lost": _FRAME + Markup('<path d="M5 5 17 17M17 5 5 17"/>'),
    "maybe": _FRAME + Markup('<path d="M5 17 17 5"/>'),
    "gone": _FRAME,
}


def boxes(name: str, have: int, lost: int = 0, most: int = 0, initial: int = 0) -> Markup:
    """Draw the boxes of one kind: `have` before the shot, `lost` by it for sure and `most` at most, of `initial` on the sheet."""
    lost, most = min(lost, have), min(max(lost, most), have)
    kinds = ["left"] * (have - most) + ["maybe"] * (most - lost) + ["lost"] * lost + ["gone"] * max(0, initial - have)
    words = boxes_text(have, lost, most)
    return _ROW.format(
        name=name, label=f"{name}: {words}", boxes=joined(_BOX.format(kind=kind, inside=_INSIDE[kind]) for kind in kinds), words=words
    )


def boxes_text(have: int, lost: int, most: int) -> str:
    """Return how many are left, and how many are lost.

    >>> boxes_text(10, 1, 6), boxes_text(8, 2, 2), boxes_text(3, 3, 3), boxes_text(5, 0, 0)
    ('1 to 6 of 10 lost', '2 of 8 lost, 6 left', '3 of 3 lost, none left', '5 left')
    """
    if most > lost:
        return _("{low} to {high} of {have} lost").format(low=lost, high=most, have=have)
    if not lost:
        return ngettext("{n} left", "{n} left", have).format(n=have)
    left = str(have - lost) if have > lost else _("none")
    return _("{lost} of {have} lost, {left} left").format(lost=lost, have=have, left=left)
