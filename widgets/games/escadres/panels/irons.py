"""In irons: the exact chance that a ship has not drifted after some ends of turn, as columns, and how long she waits on average."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import Answer, find
from rulesdemo.games.escadres.drift import is_free, stay
from rulesdemo.games.escadres.play.events import DriftTested
from rulesdemo.odds.chains import Chain
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.kit.bars import fraction, number, rounded, spoken
from widgets.kit.components import Box, Controls, Custom, Note, Sentence
from widgets.kit.controls import Int
from widgets.kit.panel import Component, Panel, State
from widgets.web.badges import joined, mark

PROCEDURE: Final = "escadres.in_irons"
MOST: Final = 8
STEP: Final = 100  # units of the drawing for one column, and for certainty
GAP: Final = 12  # of these units between columns

_CHART: Final = Markup(
    '<div class="irons-chart"><div class="irons-scale" aria-hidden="true"><span>1</span><span>1/2</span><span>0</span></div>'
    '<svg class="irons-columns" viewBox="0 0 {wide} {high}" preserveAspectRatio="none" role="img" '
    'aria-label="{label}"><path d="{grid}" class="grid"/>{columns}</svg>'
    '<ol class="irons-axis" aria-hidden="true">{axis}</ol><p class="irons-under" aria-hidden="true">{under}</p></div>'
)
_COLUMN: Final = Markup('<path d="M{left} {high}V{top}H{right}V{high}Z" class="{kind}"/>')
_PLACE: Final = Markup("<li{now}>{number}</li>")


def misses(session: Any) -> int:  # noqa: ANN401 - the page's game
    """Return how many drift tests in a row the ship tested last has failed on this board."""
    tests = [event for outcome in session.history.outcomes() for event in outcome.events if isinstance(event, DriftTested)]
    own = [event.drifts for event in tests if event.ship == tests[-1].ship]
    return next((back for back, drifts in enumerate(reversed(own)) if drifts), len(own))


@lru_cache(maxsize=100)
def after(rules: Ruleset, ends: int) -> Answer:
    """Return the distribution after some ends of turn."""
    return find(PROCEDURE).answer({"turns": ends}, rules)


@lru_cache(maxsize=20)
def mean(rules: Ruleset) -> Fraction:
    """Return the ends of turn that she waits on average, the one at which she drifts included."""
    return Chain(stay, True, is_free, rules).mean_turns()  # noqa: FBT003 - she is stuck to begin with


def _stuck(rules: Ruleset, ends: int) -> Fraction:
    return Fraction(after(rules, ends).dist.p(stuck=True))


def _body(rules: Ruleset, state: State, failed: int) -> Iterator[Component]:
    chance = _stuck(rules, state.ends)
    words = ngettext("Still stuck after {n} end of turn:", "Still stuck after {n} ends of turn:", state.ends).format(n=state.ends)
    free = _("Out by then: {chance}.").format(chance=spoken(1 - chance))
    sentence = Markup("{} {} {}.<br>{}").format(words, fraction(chance, "stuck-now"), rounded(chance), free)
    yield Box("irons-side", [Controls(rules, state, ("ends",), ""), Sentence(sentence, kind="irons-told"), Note(_note(rules, failed))])
    yield Custom(_chart([_stuck(rules, ends) for ends in range(MOST + 1)], state.ends))


def _chart(chances: list[Fraction], now: int) -> Markup:
    wide = STEP * len(chances)
    columns = joined(
        _COLUMN.format(
            left=STEP * ends + GAP,
            right=STEP * (ends + 1) - GAP,
            high=STEP,
            top=round(STEP * (1 - float(chance)), 2),
            kind="now" if ends == now else "other",
        )
        for ends, chance in enumerate(chances)
    )
    return _CHART.format(
        wide=wide,
        high=STEP,
        label=_("Still stuck, by ends of turn: ") + "; ".join(f"{ends}, {spoken(each)}" for ends, each in enumerate(chances)),
        grid="".join(f"M0 {STEP * part / 4:g}H{wide}" for part in range(5)),
        columns=columns,
        axis=joined(_PLACE.format(now=Markup(' class="now"') if ends == now else "", number=ends) for ends in range(len(chances))),
        under=_("ends of turn"),
    )


def _note(rules: Ruleset, failed: int) -> str:
    """Return the average, and what the tests that failed on the board mean for the next: nothing."""
    wait = _("On average she waits {mean} ends of turn. [E-DRIFT-1]").format(mean=number(mean(rules)))
    if not failed:
        return wait
    words = ngettext(
        "On the board she has failed {n} test, which had a chance of {chance}. The next is {next} all the same.",
        "On the board she has failed {n} tests in a row, which had a chance of {chance}. The next is {next} all the same.",
        failed,
    )
    chance = spoken(_stuck(rules, failed))
    return f"{wait} {words.format(n=failed, chance=chance, next=spoken(1 - _stuck(rules, 1)))}"


STUCK: Final = Panel(
    "stuck",
    "escadres",
    N_("How long is she stuck?"),
    _body,
    fields=(Int("ends", N_("Ends of turn"), (1, MOST), start=1, is_apart=True),),
    reads=misses,
    kind="irons",
    mark=lambda rules, state: mark(after(rules, state.ends).provenance),
)
