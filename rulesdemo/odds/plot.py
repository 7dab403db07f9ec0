"""A distribution as a picture, and as a table of pandas."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from rulesdemo.errors import InputError
from rulesdemo.odds.format import MOST_LINES, columns_of, fraction, percent
from rulesdemo.words import N_, _

if TYPE_CHECKING:
    from rulesdemo.odds.dist import Dist

LINE: Final = 22  # pixels
LETTER: Final = 8
BARS: Final = 260
GAP: Final = 10


class Picture:
    """An SVG that a notebook draws; `str` gives its text, to be written to a file."""

    def __init__(self, svg: str) -> None:
        """Take the text of the picture."""
        self.svg = svg

    def __str__(self) -> str:
        """Return the text of the picture."""
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg


def plot(dist: Dist[Any], axes: Any = None) -> Any:  # noqa: ANN401 - matplotlib's axes
    """Return the bars as a picture of our own, or on the axes of matplotlib."""
    heads, rows = columns_of(dist, MOST_LINES)
    if any(not isinstance(chance, Fraction) for _cells, chance in rows):
        message = N_("a chance that is unknown cannot be drawn")
        raise InputError(message)
    labels = [", ".join(cells) for cells, _chance in rows]
    chances = [chance for _cells, chance in rows]
    if axes is None:
        return Picture(_svg(", ".join(heads), labels, chances, len(dist) - len(rows)))
    axes.barh(range(len(labels)), [float(chance) for chance in chances], tick_label=labels)
    axes.invert_yaxis()
    axes.set_xlabel(_("chance"))
    axes.set_ylabel(", ".join(heads))
    return axes


def _svg(head: str, labels: list[str], chances: list[Fraction], more: int) -> str:
    left = LETTER * max(map(len, [head, *labels])) + GAP
    figures = [f"{fraction(chance)} = {percent(chance)}" for chance in chances]
    width = left + BARS + GAP + LETTER * max(map(len, figures))
    highest = max(chances)
    lines = [_text(0, 0, head, bold=True)]
    for at, (label, chance, figure) in enumerate(zip(labels, chances, figures, strict=True), start=1):
        bar = max(1.0, float(chance / highest) * BARS)
        lines += [
            _text(0, at, label),
            f'<rect x="{left}" y="{at * LINE + 4}" width="{bar:.2f}" height="{LINE - 8}" fill="#0A6259" stroke="#1B2A33"/>',
            _text(left + bar + GAP, at, figure),
        ]
    if more > 0:
        lines.append(_text(0, len(labels) + 1, _("... and {count} more outcomes").format(count=more)))
    height = LINE * (len(labels) + 1 + (more > 0))
    spoken = "; ".join(f"{label}: {figure}" for label, figure in zip(labels, figures, strict=True))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}" '
        f'font-family="sans-serif" font-size="13"><title>{escape(head)}</title><desc>{escape(spoken)}</desc>{"".join(lines)}</svg>'
    )


def _text(x: float, line: int, words: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.2f}" y="{line * LINE + LINE - 7}" fill="#1B2A33"{weight}>{escape(words)}</text>'


def to_frame(dist: Dist[Any]) -> Any:  # noqa: ANN401 - a DataFrame
    """Return a DataFrame of pandas, which is no part of rulesdemo."""
    try:
        pandas = import_module("pandas")
    except ImportError:
        message = N_("to_frame() needs pandas, which is not installed; to_dict() needs nothing")
        raise InputError(message) from None
    names = dist.fields
    rows = [(*(outcome if names else (outcome,)), chance) for outcome, chance in dist.items()]
    return pandas.DataFrame(rows, columns=[*(names or (dist.head,)), "p"])
