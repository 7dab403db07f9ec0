"""What a heading allows, in a table of headings: an arrow for the heading, and the number beside a bar."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

_ARROW: Final = Markup(
    '<svg class="heading-arrow" viewBox="-12 -12 24 24" width="24" height="24" aria-hidden="true">'
    '<path d="M-9 0H7M1-6 8 0 1 6" transform="rotate({:g})"/></svg>'
)
_CELL: Final = Markup('<div class="limit-cell"><b>{number}</b>{bar}</div>')
_BAR: Final = Markup(
    '<svg class="limit" height="16" aria-hidden="true"><rect x=".5" y=".5" width="{:.1f}%" height="15" class="column"/></svg>'
)
_NONE: Final = Markup('<span class="no-way">{}</span>')


def heading_arrow(angle: float) -> Markup:
    """Draw an arrow, its angle in degrees clockwise from the right."""
    return _ARROW.format(angle)


def limit_bar(number: int, most: int, none: str) -> Markup:
    """Draw a number beside its bar, or beside words where it is 0."""
    bar = _BAR.format(100 * number / most) if number else _NONE.format(none)
    return _CELL.format(number=number, bar=bar)
