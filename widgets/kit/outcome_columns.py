"""Shows how a chain ends: what has become of something after each turn or round, as columns of chances, and one of them as a bar.

For leaks, fires, boardings and whatever else goes on until it is settled; the game says what can become of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from markupsafe import Markup

from rulesdemo.odds.format import exact
from widgets.kit.bars import FILL, fraction, rounded
from widgets.web.badges import joined

AMBER: Final = "#F0B429"  # fire and nothing else
COLUMN: Final = 24  # units of the drawing for one column
GAP: Final = 4
HIGH: Final = 100

_BAR: Final = Markup('{strip}<dl class="blaze-list" id="{key}">{lines}</dl>')
_STRIP: Final = Markup('<svg class="{kind}" height="{high}" role="img" aria-label="{label}">{parts}</svg>')
_PART: Final = Markup('<rect x="{x}%" y=".5" width="{w}%" height="{high}" fill="{fill}"/>')
_LINE: Final = Markup("<div{kind}><dt>{sign}{name}</dt><dd>{chance}{percent}</dd></div>")
_PERCENT: Final = Markup('<span class="percent">{}</span>')
_SIGN: Final = Markup('<svg width="14" height="14" aria-hidden="true"><rect x=".5" y=".5" width="13" height="13" fill="{}"/></svg>')
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
        """Return what a drawing fills it with."""
        return AMBER if self.fill == "fire" else FILL[self.fill]

    @property
    def sign(self) -> Markup:
        """Draw a small square with its fill, to stand before its name."""
        return _SIGN.format(self.paint)


Chances = Mapping[str, Fraction]
NO_TEXTS: Final[Mapping[str, Markup]] = MappingProxyType({})


def strip(label: str, fates: Mapping[str, Fate], chances: Chances, kind: str = "blaze-bar", high: int = 28) -> Markup:
    """Draw all that can be side by side; the label says it in words."""
    parts, x = [], Fraction(0)
    for name, fate in fates.items():
        if chances[name]:
            parts.append(_PART.format(x=_percent(x), w=_percent(chances[name]), high=high - 1, fill=fate.paint))
        x += chances[name]
    return _STRIP.format(kind=kind, high=high, label=label, parts=joined(parts))


def bar(key: str, title: str, fates: Mapping[str, Fate], chances: Chances, texts: Mapping[str, Markup] = NO_TEXTS) -> Markup:
    """Draw all that can be, side by side, and the exact chance of each below; `texts` has chances that no fraction can say."""
    lines = joined(
        line(fate.name, texts.get(name) or fraction(chances[name], f"{key}-{name}"), rounded(chances[name]), fate.sign, f"is-{name}")
        for name, fate in fates.items()
    )
    return _BAR.format(strip=strip(f"{title}: {_fates_text(fates, chances)}", fates, chances), lines=lines, key=key)


def line(name: str, chance: Markup, near: str, sign: str = "", kind: str = "") -> Markup:
    """Draw a name with its chance, and with about how much that is, if there is anything to say."""
    style = Markup(' class="{}"').format(kind) if kind else ""
    return _LINE.format(kind=style, sign=sign, name=name, chance=chance, percent=_PERCENT.format(near) if near else "")


def columns(label: str, fates: Mapping[str, Fate], every: Sequence[Chances], now: int, most: int = 0) -> Markup:
    """Draw a column for each number of turns from none on, the best at its foot; the number that is looked at stands out.

    With `most`, columns up to that number of turns wait empty for what has not been looked at.
    """
    drawn, numbers = [], []
    for place in range(max(len(every), most + 1)):
        x, top = place * COLUMN + GAP / 2, Fraction(HIGH)
        if most:
            drawn.append(_column(x, Fraction(0), Fraction(HIGH), "none", "waits"))
        for name, fate in fates.items() if place < len(every) else ():
            high = every[place][name] * HIGH
            top -= high
            if high:
                drawn.append(_column(x, top, high, fate.paint))
        numbers.append(_NUMBER.format(kind=_NOW if place == now else "", n=place))
    texts = "; ".join(f"{place}: {_fates_text(fates, chances)}" for place, chances in enumerate(every))
    return _CHART.format(wide=COLUMN * len(numbers), high=HIGH, label=f"{label} {texts}.", columns=joined(drawn), numbers=joined(numbers))


def folded(key: str, fold: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[Fraction]]]) -> Markup:
    """Draw every chance as a fraction, in a table that opens; the first heading is that of the rows' names."""
    return _TABLE.format(
        key=key,
        fold=fold,
        heads=joined(map(_HEAD.format, heads)),
        rows=joined(_ROW.format(name, joined(_CELL.format(exact(chance)) for chance in chances)) for name, chances in rows),
    )


def _column(x: float, top: Fraction, high: Fraction, fill: str, kind: str = "part") -> Markup:
    return _COLUMN.format(x=f"{x:g}", y=f"{float(top):.2f}", w=COLUMN - GAP, h=f"{float(high):.2f}", fill=fill, kind=kind)


def _fates_text(fates: Mapping[str, Fate], chances: Chances) -> str:
    return ", ".join(f"{fate.name} {rounded(chances[name])}" for name, fate in fates.items() if chances[name])


def _percent(share: Fraction) -> str:
    return f"{float(share) * 100:.3f}"
