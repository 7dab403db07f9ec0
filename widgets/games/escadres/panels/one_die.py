"""The law of one die: power and crew lost, and what else may come, exact and under the reading that is chosen."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.errors import InputError
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import N_, _
from widgets.kit.bars import bars
from widgets.kit.odds_rows import Row, View, views
from widgets.play import ruling_diff
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "escadres"
QUESTION: Final = "escadres.gun"
TITLES: Final = {"power": N_("Power lost"), "crew": N_("Crew lost"), "fires": N_("Fires lit")}
# What happens seldom: a field, and the words for its happening at all.
SELDOM: Final = {
    "speed": N_("Speed lost for good"),
    "turns": N_("A turn lost for good"),
    "stopped": N_("Next move lost"),
    "exploded": N_("She explodes"),
}

_PANEL: Final = Markup(
    '<section class="one-die" aria-labelledby="one-die-title"><div class="odds-head"><h3 id="one-die-title">{title}</h3>{mark}</div>'
    '<div class="quiet">{words}</div><div class="one-die-columns">{columns}</div></section>'
)


@lru_cache(maxsize=20)
def columns(rules: Ruleset) -> tuple[View, ...]:
    """Power, crew and fires by number, and the chance of each thing that happens seldom."""
    answer = find(QUESTION).asked({}, rules)
    numbers = {view.field: replace(view, title=TITLES[view.field]) for view in views(answer) if view.field in TITLES}
    rows = tuple(Row(name, words, words, 1 - answer.dist.marginal(name).p(0), "best") for name, words in SELDOM.items())
    return (*(numbers[name] for name in TITLES), View("", rows, title=_("Seldom")))


@dataclass(slots=True)
class OneDieLaw:
    """The panel; it has no state of its own."""

    key: str = field(default="one-die", init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _told(desk.rules)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - nothing here can be pressed
        """Nothing here can be pressed."""
        message = _("The law of one die follows the reading below; nothing else changes it.")
        raise InputError(message)

    def kept(self) -> None:
        """Nothing is kept."""

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Nothing was kept."""


@cached
def _told(rules: Ruleset) -> Markup:
    shown, ours = columns(rules), columns(ruleset(GAME))
    power, crew, fires, seldom = (
        bars(view, f"one-die-{place}", was=ruling_diff.was(view, ruling_diff.before(view, ours))) for place, view in enumerate(shown)
    )
    return _PANEL.format(
        title=_("The law of one die"),
        mark=mark(find(QUESTION).asked({}, rules).provenance),
        words=cited(GAME, _("Every way through the tree, added up, before any box runs out. [E-DMG-1] [E-DMG-2] [E-DMG-3]"), "one-die"),
        columns=joined(Markup("<div>{}</div>").format(each) for each in (power, crew, fires + seldom)),
    )
