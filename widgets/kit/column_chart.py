"""Columns side by side over a line of numbers: as wide as there is room, with type that keeps its size."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from markupsafe import Markup

from widgets.kit.bars import FILL
from widgets.web.badges import joined

HIGH: Final = 108  # pixels of the highest column
FLOOR: Final = 140
LABELS: Final = 21  # numbers that have room on a phone

_CHART: Final = Markup(
    '<figure class="op-columns"><svg width="100%" height="168" role="img" aria-label="{label}">{columns}{line}'
    '<line x1="0" x2="100%" y1="{floor}" y2="{floor}" class="ground"/></svg><figcaption class="quiet">{words}</figcaption></figure>'
)
_COLUMN: Final = Markup('<rect x="{x}%" y="{y}" width="{wide}%" height="{high}"{kind}/>')
_OWN: Final = Markup('<rect x="{x}%" y="144" width="{wide}%" height="21" rx="4" class="own"/>')
_AXIS: Final = Markup('<text x="{x}%" y="159"{own}>{text}</text>')
_ABOVE: Final = Markup('<text x="{x}%" y="{y}" class="above">{text}</text>')
_LINE: Final = Markup(
    '<line x1="{x}%" x2="{x}%" y1="2" y2="{floor}" class="mark-line"/><text x="{x}%" y="12" dx="{dx}" class="mark-{side}">{text}</text>'
)


class Column(NamedTuple):
    """A number, how high its column is beside the others, how it is filled, and what stands above it."""

    number: int
    height: Fraction
    kind: str
    above: str = ""


class Mark(NamedTuple):
    """A line behind a column, with its words."""

    after: int
    words: str


def columns(chart: Sequence[Column], label: str, words: str, *, own: int | None = None, mark: Mark | None = None) -> Markup:
    """Draw the chart as text; the number `own` is ringed, and a line with words stands behind one column."""
    pitch, most = 100 / len(chart), max(column.height for column in chart) or 1
    every = 1 + (len(chart) - 1) // LABELS
    parts = []
    for place, column in enumerate(chart):
        middle, high = pitch * (place + 0.5), round(float(HIGH * column.height / most), 1)
        parts.append(
            _COLUMN.format(
                x=_p(pitch * (place + 0.12)), y=round(FLOOR - high, 1), wide=_p(0.76 * pitch), high=high, kind=_fill(column.kind)
            )
        )
        if column.above:
            parts.append(_ABOVE.format(x=_p(middle), y=round(FLOOR - high - 5, 1), text=column.above))
        if column.number == own:
            parts.append(_OWN.format(x=_p(pitch * place), wide=_p(pitch)))
        if column.number == own or place % every == 0:
            parts.append(_AXIS.format(x=_p(middle), own=Markup(' class="mine"') if column.number == own else "", text=column.number))
    line = Markup("")
    if mark is not None:
        at = next((place for place, column in enumerate(chart) if column.number == mark.after), 0) + 1
        is_right = at > len(chart) / 2
        line = _LINE.format(x=_p(pitch * at), floor=FLOOR, dx=-7 if is_right else 7, side="left" if is_right else "right", text=mark.words)
    return _CHART.format(label=label, columns=joined(parts), line=line, floor=FLOOR, words=words)


def _fill(kind: str) -> Markup:
    """Return how a column is filled: like a bar, or as the style of its class has it."""
    return Markup(' fill="{}"').format(FILL[kind]) if kind in FILL else Markup(' class="{}"').format(kind)


def _p(share: float) -> str:
    return f"{share:.2f}"
