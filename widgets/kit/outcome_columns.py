"""How a chain ends: what has become of something after each turn or round, as columns that are full of chances, and one of them as a bar.

For leaks, fires, boardings and whatever else goes on until it is settled; the game says what can become of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from markupsafe import Markup

from rulesdemo.odds.format import exact
from widgets.kit.bars import FILL, fraction, rounded
from widgets.web.badges import joined

AMBER: Final = "#F0B429"  # fire and nothing else
COLUMN: Final = 24  # units of the drawing for one column
GAP: Final = 4
HIGH: Final = 100

_BAR: Final = Markup(
    '<svg class="blaze-bar" height="28" role="img" aria-label="{label}">{parts}</svg><dl class="blaze-list" id="{key}">{lines}</dl>'
)
_PART: Final = Markup('<rect x="{x}%" y=".5" width="{w}%" height="27" fill="{fill}"/>')
_LINE: Final = Markup(
    '<div class="is-{fate}"><dt><svg width="14" height="14" aria-hidden="true"><rect x=".5" y=".5" width="13" height="13" '
    'fill="{fill}"/></svg>{name}</dt><dd>{chance}<span class="percent">{percent}</span></dd></div>'
)
_CHART: Final = Markup(
    '<svg class="blaze-turns" viewBox="0 0 {wide} {high}" preserveAspectRatio="none" role="img" aria-label="{label}">{columns}</svg>'
    '<ol class="blaze-axis fates-axis" start="0" aria-hidden="true">{numbers}</ol>'
)
_COLUMN: Final = Markup('<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{fill}" class="{kind}"/>')
_NUMBER: Final = Markup("<li{kind}>{n}</li>")
_NOW: Final = Markup(' class="now"')
_TABLE: Final = Markup(
    '<details class="fold" id="{key}-all"><summary>{fold}</summary><div class="table-scroll" tabindex="0" role="region" '
    'aria-label="{fold}"><table class="forecast-table"><caption class="sr">{fold}</caption><thead><tr>{heads}</tr></thead>'
    "<tbody>{rows}</tbody></table></div></details>"
)
_HEAD: Final = Markup('<th scope="col">{}</th>')
_ROW: Final = Markup('<tr><th scope="row">{}</th>{}</tr>')
_CELL: Final = Markup("<td>{}</td>")


class Fate(NamedTuple):
    """One thing that can have become of it: its name, and how it is painted: one of the six fills, or amber for what burns."""

    name: str
    fill: str

    @property
    def paint(self) -> str:
        """What a drawing fills it with."""
        return AMBER if self.fill == "fire" else FILL[self.fill]


Chances = Mapping[str, Fraction]


def bar(key: str, title: str, fates: Mapping[str, Fate], chances: Chances) -> Markup:
    """All that can be, side by side, and the exact chance of each below."""
    parts, x = [], Fraction(0)
    for name, fate in fates.items():
        chance = chances[name]
        if chance:
            parts.append(_PART.format(x=_percent(x), w=_percent(chance), fill=fate.paint))
        x += chance
    lines = joined(
        _LINE.format(
            fate=name, fill=fate.paint, name=fate.name, chance=fraction(chances[name], f"{key}-{name}"), percent=rounded(chances[name])
        )
        for name, fate in fates.items()
    )
    return _BAR.format(label=f"{title}: {_said(fates, chances)}", parts=joined(parts), lines=lines, key=key)


def columns(label: str, fates: Mapping[str, Fate], every: Sequence[Chances], now: int) -> Markup:
    """A column for each number of turns from none on, the best at its foot; the number that is looked at stands out."""
    drawn, numbers = [], []
    for place, chances in enumerate(every):
        x, top = place * COLUMN + GAP / 2, Fraction(HIGH)
        for name, fate in fates.items():
            high = chances[name] * HIGH
            top -= high
            if high:
                drawn.append(_column(x, top, high, fate.paint))
        numbers.append(_NUMBER.format(kind=_NOW if place == now else "", n=place))
    said = "; ".join(f"{place}: {_said(fates, chances)}" for place, chances in enumerate(every))
    return _CHART.format(wide=COLUMN * len(every), high=HIGH, label=f"{label} {said}.", columns=joined(drawn), numbers=joined(numbers))


def folded(key: str, fold: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[Fraction]]]) -> Markup:
    """Every chance as a fraction, in a table that opens; the first heading is that of the rows' names."""
    return _TABLE.format(
        key=key,
        fold=fold,
        heads=joined(map(_HEAD.format, heads)),
        rows=joined(_ROW.format(name, joined(_CELL.format(exact(chance)) for chance in chances)) for name, chances in rows),
    )


def _column(x: float, top: Fraction, high: Fraction, fill: str) -> Markup:
    return _COLUMN.format(x=f"{x:g}", y=f"{float(top):.2f}", w=COLUMN - GAP, h=f"{float(high):.2f}", fill=fill, kind="part")


def _said(fates: Mapping[str, Fate], chances: Chances) -> str:
    return ", ".join(f"{fate.name} {rounded(chances[name])}" for name, fate in fates.items() if chances[name])


def _percent(share: Fraction) -> str:
    return f"{float(share) * 100:.3f}"
