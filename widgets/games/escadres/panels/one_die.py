"""The distribution of one die: power and crew lost, and what else may come, exact and under the reading that is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rulesdemo.analysis.catalogue import find
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import N_, _, cache_by_language
from widgets.kit.answer_mark import answer_mark
from widgets.kit.components import Bars, Box, Note
from widgets.kit.odds_rows import Row, View, views
from widgets.kit.panel import Component, Panel, State
from widgets.play import ruling_diff

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


@cache_by_language(20)
def columns(rules: Ruleset) -> tuple[View, ...]:
    """Return power, crew and fires by number, and the chance of each thing that happens seldom."""
    answer = find(QUESTION).answer({}, rules)
    numbers = {view.field: replace(view, title=TITLES[view.field]) for view in views(answer) if view.field in TITLES}
    rows = tuple(Row(name, words, words, 1 - answer.dist.marginal(name).p(0), "best") for name, words in SELDOM.items())
    return (*(numbers[name] for name in TITLES), View("", rows, title=N_("Seldom")))


def _body(rules: Ruleset, _state: State, _seen: object) -> Iterator[Component]:
    yield Note(_("Every way through the tree, added up, before any box runs out. [E-DMG-1] [E-DMG-2] [E-DMG-3]"))
    views_now, ours = columns(rules), columns(ruleset(GAME))
    power, crew, fires, seldom = (
        Bars(view, str(place), ruling_diff.was(view, ruling_diff.before(view, ours))) for place, view in enumerate(views_now)
    )
    yield Box("one-die-columns", [Box("", parts) for parts in ([power], [crew], [fires, seldom])])


ONE_DIE: Final = Panel("one-die", GAME, N_("The law of one die"), _body, mark=answer_mark(QUESTION))
