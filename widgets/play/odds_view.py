"""Shows what can happen: the exact chances as bars, of a value or of it and more, or hidden until the reader has guessed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from markupsafe import Markup

from rulesdemo.analysis.catalogue import Answer
from rulesdemo.errors import OddsError
from rulesdemo.play.engine import Throw
from rulesdemo.words import _
from widgets.kit import bars, odds_rows
from widgets.kit.odds_rows import View, views
from widgets.play import ruling_diff
from widgets.play.game_guide import Guide
from widgets.play.many_rolls import ManyRolls
from widgets.web.badges import joined, mark
from widgets.web.rule_links import cited
from widgets.web.time_limit import TooLong

State = Literal["ready", "none", "too many", "waiting"]

_PANEL: Final = Markup(
    '<section class="odds" aria-labelledby="{key}-title">'
    '<div class="odds-head"><{level} id="{key}-title">{title}</{level}>{mark}</div>{inside}</section>'
)
_NOTE: Final = Markup('<div class="odds-note">{}</div>')
_TOGGLE: Final = Markup(
    '<fieldset class="side-by-side small"><legend class="sr">{legend}</legend><div>'
    '<label><input type="radio" name="{key}-view" data-set="{name}" value="each"{each}><span>{each_words}</span></label>'
    '<label><input type="radio" name="{key}-view" data-set="{name}" value="least"{least}><span>{least_words}</span></label>'
    "</div></fieldset>"
)
_HIDDEN: Final = Markup(
    '<div class="odds-hidden"><p>{words}</p><button type="button" id="{key}-show" data-do="show odds">{show}</button></div>'
)
_HIDE: Final = Markup('<button type="button" class="second" id="{key}-hide" data-do="hide odds">{hide}</button>')
_PART: Final = Markup(
    '<details class="fold odds-part" id="{key}-part"><summary><h4>{title}{mean}</h4><span class="odds-part-moved">{moved}</span></summary>'
    "{inside}</details>"
)
_MEAN: Final = Markup(' <span class="mean">{word} {number}</span>')
_MOVED: Final = Markup('<p class="odds-moved">{mark} {words}</p>')
_CHECKED: Final = Markup(" checked")


@dataclass(frozen=True, slots=True)
class OddsView:
    """Exact odds to show; `least` names the fields that are shown the other way round, as the chance of a value or more."""

    game: str
    views: tuple[View, ...] = ()
    provenance: str = "seed"
    state: State = "ready"
    rule: str = ""  # behind a rule without dice
    title: str = ""
    is_hidden: bool = False
    least: frozenset[str] = frozenset()
    outcome: Any = None  # of the last roll
    rolls: ManyRolls | None = None
    ours: tuple[View, ...] | None = None  # the same under our reading, where another is in force
    key: str = "odds"
    level: Literal["h3", "h4"] = "h3"  # of the heading

    @classmethod
    def of(cls, answer: Answer, label: Callable[[Any], str] | None = None, order: Sequence[str] = (), **more: Any) -> OddsView:  # noqa: ANN401 - fields of this record
        """Return the odds of an answer, under names of the game's own where it gives some."""
        found = views(answer)
        if label is not None and len(found) == 1:
            found = (odds_rows.view_of(answer, label, order),)
        return cls(answer.entry.game, found, answer.provenance, **more)

    @classmethod
    def of_throw(cls, guide: Guide, answer: Answer, throw: Throw, **more: Any) -> OddsView:  # noqa: ANN401 - as above
        """Return the odds of a throw in the words of its game."""
        return cls(answer.entry.game, odds_rows.in_words(answer, guide, throw), answer.provenance, **more)

    @classmethod
    def of_question(cls, ask: Callable[[], Answer | None], game: str, **more: Any) -> OddsView:  # noqa: ANN401 - as above
        """Return the odds of a question that may have no answer: a rule without dice, or more branches than anybody can list."""
        try:
            answer = ask()
        except (OddsError, TooLong):
            return cls(game, state="too many", **_plain(more))
        if answer is None:
            return cls(game, state="none", **_plain(more))
        return cls.of(answer, **more)

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def hide(self) -> OddsView:
        """Return them covered: ask first, show later."""
        return replace(self, is_hidden=True)

    def show(self) -> OddsView:
        """Return them uncovered."""
        return replace(self, is_hidden=False)

    def turn(self, name: str, value: str) -> OddsView:
        """Show a number as each by itself (`each`) or as each or more (`least`); what is no field of this distribution changes nothing."""
        field = name.removeprefix(f"{self.key}:")
        if not any(view.field == field and view.mean is not None for view in self.views) or value not in ("each", "least"):
            return self
        return replace(self, least=self.least | {field} if value == "least" else self.least - {field})

    # -- as text -----------------------------------------------------------------------------------------------------------------------

    def html(self) -> Markup:
        """Draw the panel."""
        has_odds = self.state == "ready" and bool(self.views) and not self.is_hidden
        return _PANEL.format(
            key=self.key,
            level=self.level,
            title=self.title or _("What can happen"),
            mark=mark(self.provenance) if has_odds else "",
            inside=self._inside(),
        )

    def hide_button(self) -> Markup:
        """Draw a button that covers the odds, for a desk to put where it likes; nothing where they are covered already."""
        return Markup("") if self.is_hidden else _HIDE.format(key=self.key, hide=_("Hide odds"))

    def sentence(self) -> str:
        """Return the odds in a sentence, for a listener."""
        return "" if self.is_hidden or self.state != "ready" or not self.views else bars.odds_sentence(self.views)

    def _inside(self) -> Markup:
        if self.is_hidden:
            return _HIDDEN.format(key=self.key, words=_("The odds are covered. Guess first, then look."), show=_("Show odds"))
        if self.state == "too many":
            return _NOTE.format(_("There are too many branches for an exact answer. Use fewer dice. We never guess."))
        if self.state == "none":
            words = _("No dice here. This rule only says yes or no.")
            return _NOTE.format(cited(self.game, f"{words} [{self.rule}]" if self.rule else words, f"{self.key}-none"))
        if self.state == "waiting" or not self.views:
            return _NOTE.format(_("Choose an order to see its odds."))
        return joined([self._reading_html(), *(self._list_html(place, view) for place, view in enumerate(self.views))])

    def _list_html(self, place: int, view: View) -> Markup:
        """Draw a list of bars; of a long distribution in parts the first stands open, and the others fold under their headings."""
        if not place or not view.title:
            return self._view(place, view)
        mean = Markup("") if view.mean is None else _MEAN.format(word=_("average"), number=bars.number(view.mean))
        moved = ruling_diff.was(view, ruling_diff.before(view, self.ours)) if self.ours is not None else {}
        note = _("moved") if moved else ""
        inside = self._view(place, view, has_heading=False)
        return _PART.format(key=f"{self.key}-{place}", title=view.heading, mean=mean, moved=note, inside=inside)

    def _reading_html(self) -> Markup:
        """Say that the reader's reading is in force, and what it changes."""
        if self.ours is None:
            return Markup("")
        moved = ruling_diff.moves(self.views, self.ours)
        words = _("Your reading is in force. Rows that moved say what they were under ours.") if moved else ruling_diff.moves_text(moved)
        return _MOVED.format(mark=mark("yours"), words=words)

    def _view(self, place: int, view: View, *, has_heading: bool = True) -> Markup:
        key = f"{self.key}-{place}"
        is_least = view.field in self.least and view.mean is not None
        rolled = None if self.outcome is None or is_least else view.place(self.outcome)
        tally = self.rolls.tallied(place) if self.rolls is not None and self.rolls.done and not is_least else None
        turned = odds_rows.at_least(view) if is_least else view
        old = ruling_diff.before(view, self.ours) if self.ours is not None else None
        if is_least and old is not None:
            old = odds_rows.at_least(old) if old.mean is not None else None
        was = ruling_diff.was(turned, old)
        rows = bars.bars(turned, key, tally, rolled, was, has_heading=has_heading)
        return joined([self._toggle(key, view, is_least=is_least), rows, self._mean(view)])

    def _toggle(self, key: str, view: View, *, is_least: bool) -> Markup:
        if view.mean is None:
            return Markup("")
        return _TOGGLE.format(
            key=key,
            name=f"{self.key}:{view.field}",
            legend=_("How to show the numbers"),
            each_words=_("Exactly"),
            least_words=_("At least"),
            each="" if is_least else _CHECKED,
            least=_CHECKED if is_least else "",
        )

    def _mean(self, view: View) -> Markup:
        """Draw the mean of a number that has no heading to carry it."""
        if view.mean is None or view.field:
            return Markup("")
        return Markup('<p class="quiet odds-mean">{}</p>').format(_("The average is {mean}.").format(mean=bars.number(view.mean)))


def _plain(more: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that an OddsView without odds can use of those meant for one with them."""
    return {name: value for name, value in more.items() if name not in ("label", "order", "rolls", "outcome")}
