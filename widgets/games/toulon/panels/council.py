"""The council of war: from which turn the Allies try, how far one looks, and the exact chance that they have met unheard by then."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from rulesdemo.games.toulon.turns import council, council_within, turn_rule
from rulesdemo.odds.format import exact
from rulesdemo.odds.procedure import odds
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.toulon.panels.calendar import calendar
from widgets.kit.turn_chart import Run, RunWords, run_panel

WORDS: Final = RunWords(
    N_("A council of war, sooner or later"),
    N_("They try from turn"),
    N_("Look as far as turn"),
    N_("Solid: held at least once by then. Dashed: later turns. No column: nobody may try yet."),
    N_("Held at least once"),
    N_("Not held"),
    N_("Every chance as a fraction"),
)


def sentence(rules: Ruleset, first: int, last: int) -> str:
    """Return from which turn they may try at all, how many tries that makes, and the chance of each."""
    start = settled(turn_rule, rules, "council_of_war").from_turn or calendar(rules).turns[0]
    tries = max(0, last - max(first, start) + 1)
    if not tries:
        return _("Before turn {start} the Allies may not try [5c].").format(start=start)
    chance = Fraction(odds(council, rules, start).p(held=True))
    words = ngettext(
        "{n} try up to turn {last}, with a chance of {p} [5c].", "{n} tries up to turn {last}, each with a chance of {p} [5c].", tries
    )
    early = " " + _("Turns before {start} do not count.").format(start=start) if first < start else ""
    return words.format(n=tries, last=last, p=exact(chance)) + early


RUN: Final = Run(
    "toulon",
    lambda rules: calendar(rules).turns,
    lambda rules, first, turns: Fraction(odds(council_within, rules, first, turns).p(held=True)),
    0,
    WORDS,
    sentence,
)
COUNCIL: Final = run_panel("council", RUN, (3, 5))
