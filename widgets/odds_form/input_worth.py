"""Measures what each input of a question is worth: it moves by one step, and the chance of an event moves with it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.inverse import Change, worth
from rulesdemo.errors import RulesError
from rulesdemo.odds.format import digits, hundredths, plain
from rulesdemo.words import _
from widgets.kit.bars import spoken
from widgets.kit.fields import value_text
from widgets.kit.odds_rows import value_words
from widgets.odds_form.form import PATIENCE_SECONDS, Ask
from widgets.web.badges import joined
from widgets.web.phrases import MOST_DIGITS, signed, spaced, titled
from widgets.web.rule_links import stacked
from widgets.web.time_limit import at_most

_TABLE: Final = Markup(
    '<h3>{title}</h3><p class="quiet">{words}</p><table class="worth"><thead><tr><th scope="col">{change}</th>'
    '<th scope="col">{points}</th><th scope="col">{then}</th></tr></thead><tbody>{rows}</tbody></table>'
)
_ROW: Final = Markup('<tr><th scope="row">{change}</th><td>{points}</td><td>{then}</td></tr>')


def worths(ask: Ask, when: Mapping[str, Any]) -> Markup:
    """Draw a line for each step that an input can take, the dearest first; nothing while the question has no answer."""
    if ask.answer is None or ask.is_stale:
        return Markup("")
    try:
        with at_most(PATIENCE_SECONDS):
            found = worth(ask.entry.name, when, rules=ask.rules, **ask.answer.inputs)
    except RulesError:  # too long to wait for: the odds above stand without it
        return Markup("")
    kinds = ask.entry.fields
    event = ", ".join(value_words(name, plain(value, kinds[name])) for name, value in when.items())
    words = _("{event}: {chance} as it stands. One input changes, all others stay.").format(
        event=titled(event), chance=spoken(found.chance)
    )
    return _TABLE.format(
        title=_("What each change is worth"),
        words=stacked(words),
        change=_("Change"),
        points=_("Worth"),
        then=_("Then"),
        rows=joined(_row(change) for change in found.changes),
    )


def _row(change: Change) -> Markup:
    moved = f"{titled(spaced(change.name))} {_value_text(change.before)} → {_value_text(change.after)}"
    return _ROW.format(change=moved, points=stacked(_points(change.points)), then=stacked(spoken(change.chance)))


def _points(points: Fraction) -> str:
    """Return a difference of chances with its sign, and in points of a hundred."""
    if not points:
        return _("nothing")
    sign = "+" if points > 0 else "−"
    if digits(points.denominator) > MOST_DIGITS + 1:  # longer ones would push the table off a phone; the form above has the exact odds
        return _("{points} points").format(points=f"{sign}{hundredths(abs(points))}")
    return _("{difference}, {points} points").format(difference=f"{sign}{abs(points)}", points=f"{sign}{hundredths(abs(points))}")


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return signed(value) if isinstance(value, int) else spaced(value_text(value))
