"""Odds as bars: text label, exact fraction, percent to a tenth. Plain HTML with inline SVG, so that it prints and needs no script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from markupsafe import Markup

from rulesdemo.odds.format import digits, exact, percent
from rulesdemo.words import _, local_figures, local_signs, ngettext
from widgets.kit.odds_rows import Row, View
from widgets.web.badges import joined
from widgets.web.phrases import MOST_DIGITS

# Fractions past this bound are printed by the command line alone.
MOST_SHOWN: Final = 600
FEW_ROWS: Final = 6
HALF_A_TENTH: Final = Fraction(1, 2000)
NOTHING_MOVED: Final[Mapping[str, Fraction]] = MappingProxyType({})

PATTERNS: Final = Markup(
    '<svg width="0" height="0" class="patterns" aria-hidden="true"><defs>'
    '<pattern id="fill-second" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">'
    '<rect width="6" height="6" fill="#6DB0A5"/><path d="M0 0V6" stroke="#1B2A33" stroke-width="1.1"/></pattern>'
    '<pattern id="fill-third" width="7" height="7" patternUnits="userSpaceOnUse"><rect width="7" height="7" fill="#CDBF9C"/>'
    '<circle cx="2" cy="2" r=".85" fill="#1B2A33"/><circle cx="5.5" cy="5.5" r=".85" fill="#1B2A33"/></pattern>'
    '<pattern id="fill-fourth" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="#FFFDF9"/>'
    '<path d="M0 3H6" stroke="#1B2A33" stroke-width="1.1"/></pattern>'
    '<pattern id="fill-fifth" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="7" height="7" fill="#CFE3E9"/><path d="M0 0V7M0 0H7" stroke="#1B2A33" stroke-width="1.1"/></pattern></defs></svg>'
)
# One more is plain white: with the outline that every bar has it is a sixth.
FILL: Final = {
    "best": "#0A6259",
    **{name: f"url(#fill-{name})" for name in ("second", "third", "fourth", "fifth")},
    "sixth": "#FFFDF9",
}
_ROW: Final = Markup(
    '<li><span class="label">{label}{yours}</span><span class="chance">{fraction}<span class="percent">{percent}</span>{rolled}</span>{was}'
    '<svg class="track" height="20" aria-hidden="true"><rect class="trough" x=".5" y=".5" width="100%" height="19" rx="3"/>'
    '<rect class="bar" x=".5" y=".5" width="{width}%" height="19" rx="3" fill="{fill}"/>{old}{tick}</svg></li>'
)
_TICK: Final = Markup('<rect x="{}%" y="0" width="3" height="100%" transform="translate(-1.5)" class="tick"/>')
# A dashed line where the bar ended before: it is the form that tells it from the tick of many rolls, not the colour.
_OLD: Final = Markup('<line x1="{0}%" x2="{0}%" y1="0" y2="100%" class="was-line"/>')
_WAS: Final = Markup(
    '<span class="was"><span class="sr">{way} </span><span aria-hidden="true">{arrow}</span> {word} {fraction} {percent}</span>'
)
_STACKED: Final = Markup(
    '<span class="fraction"><span class="sr">{top}/{below}</span>'
    '<span aria-hidden="true">{top}</span><span aria-hidden="true">{below}</span></span>'
)
_FOLDED: Final = Markup('<details class="exact" id="{key}-exact"><summary>{word}</summary><div>{long}</div></details>')


@dataclass(frozen=True, slots=True)
class Tallied:
    """How often each row of a view came up in a number of rolls."""

    counts: Counter[str]
    times: int


def bars(
    view: View,
    key: str,
    tally: Tallied | None = None,
    rolled: Row | None = None,
    was: Mapping[str, Fraction] = NOTHING_MOVED,
    *,
    has_heading: bool = True,
) -> Markup:
    """Draw the rows of a view; `was` has what rows that moved were before, by their labels."""
    many = "" if len(view.rows) <= FEW_ROWS and not view.field else " many"
    rows = joined(_row(row, f"{key}-{place}", tally, was.get(row.label), is_rolled=row is rolled) for place, row in enumerate(view.rows))
    return Markup('{}<ul class="bars{}">{}</ul>').format(_heading(view) if view.heading and has_heading else "", many, rows)


def _heading(view: View) -> Markup:
    mean = Markup("")
    if view.mean is not None:
        mean = Markup(' <span class="mean">{} {}</span>').format(_("average"), number(view.mean))
    return Markup("<h4>{}{}</h4>").format(view.heading, mean)


def _row(row: Row, key: str, tally: Tallied | None, was: Fraction | None, *, is_rolled: bool) -> Markup:
    tick, note = Markup(""), Markup("")
    if tally is not None and tally.times:
        share = Fraction(tally.counts[row.label], tally.times)
        tick = _TICK.format(f"{float(share) * 100:.3f}")
        note = Markup('<span class="rolled">{}</span>').format(_("rolled {percent}").format(percent=percent(share)))
    return _ROW.format(
        label=row.short,
        yours=Markup('<span class="your-roll">{}</span>').format(_("your roll")) if is_rolled else "",
        fraction=fraction(row.chance, key),
        percent=rounded(row.chance),
        rolled=note,
        was=_was(row.chance, was, f"{key}-was") if was is not None else "",
        old=_OLD.format(f"{float(was) * 100:.3f}") if was is not None else "",
        width=f"{float(row.chance) * 100:.3f}",
        fill=FILL[row.fill],
        tick=tick,
    )


def _was(now: Fraction, was: Fraction, key: str) -> Markup:
    """Show what a chance was before, and which way it went."""
    way = _("more than before:") if now > was else _("less than before:")
    return _WAS.format(way=way, arrow="▲" if now > was else "▼", word=_("was"), fraction=fraction(was, key), percent=rounded(was))


def fraction(chance: Fraction, key: str) -> Markup:
    """Draw an exact chance: stacked when it is short, behind a click when it is long."""
    if chance.denominator == 1:
        return Markup('<span class="fraction whole">{}</span>').format(chance.numerator)
    size = digits(chance.denominator)
    if size <= MOST_DIGITS:
        return _STACKED.format(top=chance.numerator, below=chance.denominator)
    if size <= MOST_SHOWN:
        long = Markup("<code>{}</code>").format(exact(chance))
        return _FOLDED.format(key=key, word=_("exact"), long=long)
    text = _("The exact fraction has {count} digits below the line. The command line prints it with --json.")
    return _FOLDED.format(key=key, word=_("exact"), long=text.format(count=local_figures(f"{size:,}")))


def rounded(chance: Fraction) -> str:
    """Return a percent to a tenth that never rounds a chance away, nor up to certainty.

    >>> rounded(Fraction(23, 36)), rounded(Fraction(1, 46656)), rounded(Fraction(46655, 46656)), rounded(Fraction(1))
    ('63.9 %', '< 0.1 %', '> 99.9 %', '100.0 %')
    """
    if 0 < chance < HALF_A_TENTH:
        return f"< {percent(Fraction(1, 1000))}"
    if 1 > chance > 1 - HALF_A_TENTH:
        return f"> {percent(Fraction(999, 1000))}"
    return percent(chance)


def number(value: Fraction) -> str:
    """Return a mean: exact when short, else rounded and marked so."""
    if value.denominator == 1:
        return str(value.numerator)
    near = _("about {number}").format(number=local_figures(f"{float(value):.2f}"))
    return f"{exact(value)}, {near}" if digits(value.denominator) <= MOST_DIGITS - 2 else near


def odds_sentence(views: tuple[View, ...]) -> str:
    """Return the odds in one sentence, for a status line."""
    if len(views) == 1 and len(views[0].rows) == 1:
        return _("Certain: {label}.").format(label=views[0].rows[0].label)
    tops = [max(view.rows, key=lambda row: row.chance) for view in views]
    texts = [f"{top.label}, {spoken(top.chance)}" for top in tops]
    if len(views) > 1:
        return _("Each field by itself. Largest chances: {list}.").format(list=local_signs("; ".join(texts)))
    count = len(views[0].rows)
    outcomes = ngettext("{count} outcome.", "{count} outcomes.", count).format(count=count)
    return outcomes + " " + _("Largest chance: {top}.").format(top=texts[0])


def spoken(chance: Fraction) -> str:
    """Return a chance as text: fraction where it is short, and percent."""
    if chance.denominator == 1 or digits(chance.denominator) > MOST_DIGITS:
        return rounded(chance)
    return f"{exact(chance)}, {rounded(chance)}"
