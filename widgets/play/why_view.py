"""Shows why a chance is what it is: the derivation as numbered steps with their rules and marks, and its LaTeX to take away.

>>> from rulesdemo.analysis.catalogue import answer
>>> WhyView.of(answer("veneti.boarding", attackers=4, defenders=1), {"captured": True}).title
'Why 11 in 12?'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import Answer, Entry, thrown_for
from rulesdemo.analysis.derivation import derivation
from rulesdemo.analysis.derivation_steps import Derivation, renumbered
from rulesdemo.analysis.inverse import When
from rulesdemo.errors import RulesError
from rulesdemo.odds.format import digits
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.kit.bars import rounded
from widgets.web.badges import joined
from widgets.web.phrases import MOST_DIGITS, titled
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited, derived
from widgets.web.time_limit import at_most

PATIENCE_SECONDS: Final = 3.0

_FOLD: Final = Markup('<details class="fold big why" id="{key}"{open}><summary><h3>{title}</h3></summary>{inside}</details>')
_STEPS: Final = Markup('<ol class="steps">{}</ol>')
_STEP: Final = Markup("<li>{}</li>")
_LATEX: Final = Markup(
    '<details class="fold" id="{key}-tex"><summary>{title}</summary><div class="copy"><span class="copy-head"><span>{words}</span>'
    '<button type="button" data-copy="{key}-latex" data-copied="{copied}" data-press="{press}">{copy}</button></span>'
    '<pre id="{key}-latex" tabindex="0" role="group" aria-label="{title}">{text}</pre></div></details>'
)


@dataclass(frozen=True, slots=True)
class WhyView:
    """One derivation, or the reason why there is none; `before` are sentences of the game that lead up to its first step."""

    game: str
    steps: Derivation | None = None
    before: tuple[str, ...] = ()
    trouble: str = ""
    is_open: bool = False
    key: str = "why"

    @classmethod
    def of(cls, answer: Answer, when: When, before: tuple[str, ...] = (), *, is_open: bool = False, key: str = "why") -> WhyView:
        """Return the steps to the chance of an event."""
        try:
            with at_most(PATIENCE_SECONDS):
                return cls(answer.entry.game, _derivation(answer, when), before, is_open=is_open, key=key)
        except RulesError as wrong:
            return cls(answer.entry.game, None, before, str(wrong), is_open=is_open, key=key)

    @property
    def title(self) -> str:
        """Return the question that it answers."""
        return _("Why?") if self.steps is None else _("Why {chance}?").format(chance=chance_phrase(self.steps.chance))

    def html(self) -> Markup:
        """Draw the fold as text."""
        return _text(self)

    def render(self) -> Markup:
        """Draw the fold as text, made anew."""
        opened = Markup(" open") if self.is_open else ""
        return _FOLD.format(key=self.key, open=opened, title=self.title, inside=self._inside())

    def _inside(self) -> Markup:
        lead = [_STEP.format(cited(self.game, sentence, f"{self.key}-b{place}")) for place, sentence in enumerate(self.before)]
        if self.steps is None:
            return _STEPS.format(joined(lead)) + Markup('<p class="note">{}</p>').format(titled(self.trouble))
        # The steps are numbered from where the lead ends; what refers to a step refers to its number here.
        lines = [step.text for step in self.steps.steps]
        shift = len(lead)
        steps = [_STEP.format(derived(self.game, renumbered(text, shift), f"{self.key}-{place}")) for place, text in enumerate(lines)]
        fold = Markup("")
        if self.steps.folded:
            words = ngettext(
                "{count} more part is folded: its chance is exact, its own steps are not shown.",
                "{count} more parts are folded: their chances are exact, their own steps are not shown.",
                self.steps.folded,
            )
            fold = Markup('<p class="quiet">{}</p>').format(words.format(count=self.steps.folded))
        return _STEPS.format(joined([*lead, *steps])) + fold + self._latex(self.steps)

    def _latex(self, steps: Derivation) -> Markup:
        return _LATEX.format(
            key=self.key,
            title=_("As LaTeX"),
            words=_("For a handout"),
            copy=_("Copy"),
            copied=_("Copied"),
            press=_("Press Ctrl+C"),
            text=steps.latex(),
        )


@cached
def _text(view: WhyView) -> Markup:
    return view.render()


def _derivation(answer: Answer, when: When) -> Derivation:
    """Return the derivation, cached where the event can be a key."""
    if not isinstance(when, Mapping):
        return derivation(answer, when)
    try:
        return _cached_derivation(answer.entry, tuple(answer.inputs.items()), answer.rules, tuple(when.items()))
    except TypeError:  # a set or the like is no key
        return derivation(answer, when)


@cached
def _cached_derivation(entry: Entry, inputs: tuple[tuple[str, Any], ...], rules: Ruleset, when: tuple[tuple[str, Any], ...]) -> Derivation:
    # What is not public has no inputs to be asked for, only arguments in their order.
    answer = entry.answer(dict(inputs), rules) if entry.inputs else thrown_for(entry.game, entry.procedure, (rules, *dict(inputs).values()))
    return derivation(answer, dict(when))


def chance_phrase(chance: Fraction) -> str:
    """Return a chance as people ask for it.

    >>> chance_phrase(Fraction(5, 6)), chance_phrase(Fraction(1)), chance_phrase(Fraction(1, 3**20))
    ('5 in 6', 'certain', '< 0.1 %')
    """
    if chance in (0, 1):
        return _("certain") if chance else _("impossible")
    if digits(chance.denominator) > MOST_DIGITS:
        return rounded(chance)
    return _("{top} in {below}").format(top=chance.numerator, below=chance.denominator)
