"""Odds as bars: text label, exact fraction, percent to a tenth. Plain HTML with inline SVG, so that it prints and needs no script."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Final

from rulesdemo.show import digits, exact, percent
from widgets.laws import Row, View
from widgets.words import _, plural, spaced, titled

# Longer fractions are shown as a percent, with the exact value one click away; past the second bound the command line prints it.
MOST_DIGITS: Final = 5
MOST_SHOWN: Final = 600
FEW_ROWS: Final = 6
HALF_A_TENTH: Final = Fraction(1, 2000)

PATTERNS: Final = (
    '<svg width="0" height="0" class="patterns" aria-hidden="true"><defs>'
    '<pattern id="fill-second" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">'
    '<rect width="6" height="6" fill="#6DB0A5"/><path d="M0 0V6" stroke="#1B2A33" stroke-width="1.1"/></pattern>'
    '<pattern id="fill-third" width="7" height="7" patternUnits="userSpaceOnUse">'
    '<rect width="7" height="7" fill="#CDBF9C"/><circle cx="2" cy="2" r=".85" fill="#1B2A33"/><circle cx="5.5" cy="5.5" r=".85" fill="#1B2A33"/></pattern>'
    "</defs></svg>"
)
_FILL: Final = {"best": "#0A6259", "second": "url(#fill-second)", "third": "url(#fill-third)"}


@dataclass(frozen=True, slots=True)
class Tallied:
    """How often each row of a view came up in a number of rolls."""

    counts: Counter[str]
    times: int


def bars(view: View, key: str, tally: Tallied | None = None, rolled: Row | None = None) -> str:
    """The rows of a view."""
    few = len(view.rows) <= FEW_ROWS and not view.field
    rows = "".join(_row(row, f"{key}-{place}", tally, is_rolled=row is rolled) for place, row in enumerate(view.rows))
    heading = ""
    if view.field:
        mean = "" if view.mean is None else f' <span class="mean">{escape(_("average"))} {_number(view.mean)}</span>'
        heading = f"<h4>{escape(titled(spaced(view.field)))}{mean}</h4>"
    return f'{heading}<ul class="bars{"" if few else " many"}">{rows}</ul>'


def _row(row: Row, key: str, tally: Tallied | None, *, is_rolled: bool) -> str:
    share, note = "", ""
    if tally is not None and tally.times:
        count = tally.counts[row.label]
        at = float(Fraction(count, tally.times)) * 100
        share = f'<rect x="{at:.3f}%" y="0" width="3" height="100%" transform="translate(-1.5)" class="tick"/>'
        note = f'<span class="rolled">{escape(_("rolled {percent}").format(percent=percent(Fraction(count, tally.times))))}</span>'
    yours = f'<span class="your-roll">{escape(_("your roll"))}</span>' if is_rolled else ""
    width = float(row.chance) * 100
    return (
        f'<li><span class="label">{escape(row.short)}{yours}</span>'
        f'<span class="chance">{fraction(row.chance, key)}<span class="percent">{escape(rounded(row.chance))}</span>{note}</span>'
        f'<svg class="track" height="20" aria-hidden="true"><rect class="trough" x=".5" y=".5" width="100%" height="19" rx="3"/>'
        f'<rect class="bar" x=".5" y=".5" width="{width:.3f}%" height="19" rx="3" fill="{_FILL[row.fill]}"/>{share}</svg></li>'
    )


def fraction(chance: Fraction, key: str) -> str:
    """An exact chance: stacked when it is short, behind a click when it is long."""
    if chance.denominator == 1:
        return f'<span class="fraction whole">{chance.numerator}</span>'
    size = digits(chance.denominator)
    if size <= MOST_DIGITS:
        text = exact(chance)
        return (
            f'<span class="fraction"><span class="sr">{text}</span>'
            f'<span aria-hidden="true">{chance.numerator}</span><span aria-hidden="true">{chance.denominator}</span></span>'
        )
    if size > MOST_SHOWN:
        long = escape(
            _("The exact fraction has {count} digits below the line. The command line prints it with --json.").format(count=f"{size:,}")
        )
    else:
        long = f"<code>{exact(chance)}</code>"
    return f'<details class="exact" id="{escape(key)}-exact"><summary>{escape(_("exact"))}</summary><div>{long}</div></details>'


def rounded(chance: Fraction) -> str:
    """A percent to a tenth that never rounds a chance away, nor up to certainty.

    >>> rounded(Fraction(23, 36)), rounded(Fraction(1, 46656)), rounded(Fraction(46655, 46656)), rounded(Fraction(1))
    ('63.9 %', '< 0.1 %', '> 99.9 %', '100.0 %')
    """
    if 0 < chance < HALF_A_TENTH:
        return f"< {percent(Fraction(1, 1000))}"
    if 1 > chance > 1 - HALF_A_TENTH:
        return f"> {percent(Fraction(999, 1000))}"
    return percent(chance)


def _number(value: Fraction) -> str:
    """A mean: exact when short, else rounded and marked so."""
    if value.denominator == 1:
        return str(value.numerator)
    near = f"{escape(_('about'))} {float(value):.2f}"
    return f"{exact(value)}, {near}" if digits(value.denominator) <= MOST_DIGITS - 2 else near


def said(views: tuple[View, ...]) -> str:
    """The odds in one sentence, for a status line."""
    if len(views) == 1 and len(views[0].rows) == 1:
        return _("Certain: {label}.").format(label=views[0].rows[0].label)
    parts = []
    for view in views:
        top = max(view.rows, key=lambda row: row.chance)
        parts.append(f"{top.label}, {spoken(top.chance)}")
    if len(views) > 1:
        return _("Each field by itself. Largest chances: {list}.").format(list="; ".join(parts))
    count = len(views[0].rows)
    return (
        plural("{count} outcome.", "{count} outcomes.", count).format(count=count) + " " + _("Largest chance: {top}.").format(top=parts[0])
    )


def spoken(chance: Fraction) -> str:
    """A chance as text: fraction where it is short, and percent."""
    if chance.denominator == 1 or digits(chance.denominator) > MOST_DIGITS:
        return rounded(chance)
    return f"{exact(chance)}, {rounded(chance)}"
