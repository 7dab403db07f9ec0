"""In irons: the exact chance that a ship has not drifted after so many ends of turn, as columns, and how long she waits on average."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import Answer, find
from rulesdemo.games.escadres.drift import is_free, stay
from rulesdemo.games.escadres.play.events import DriftTested
from rulesdemo.odds.chains import Chain
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.kit.bars import fraction, number, rounded, spoken
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

PROCEDURE: Final = "escadres.in_irons"
MOST: Final = 8
STEP: Final = 100  # units of the drawing for one column, and for certainty
GAP: Final = 12  # of these units between columns

_PANEL: Final = Markup(
    '<section class="irons" aria-labelledby="irons-title"><div class="odds-head"><h3 id="irons-title">{title}</h3>{mark}</div>'
    '<div class="irons-side">{stepper}<p class="irons-told" role="status">{told}</p><div class="quiet">{note}</div></div>'
    '<div class="irons-chart"><div class="irons-scale" aria-hidden="true"><span>1</span><span>1/2</span><span>0</span></div>'
    '<svg class="irons-columns" viewBox="0 0 {wide} {high}" preserveAspectRatio="none" role="img" '
    'aria-label="{label}"><path d="{grid}" class="grid"/>{columns}</svg>'
    '<ol class="irons-axis" aria-hidden="true">{axis}</ol><p class="irons-under" aria-hidden="true">{under}</p></div></section>'
)
_COLUMN: Final = Markup('<path d="M{left} {high}V{top}H{right}V{high}Z" class="{kind}"/>')
_PLACE: Final = Markup("<li{now}>{number}</li>")


@dataclass(slots=True)
class StillStuck:
    """The chance of being stuck after as many ends of turn as the reader sets; the board's own failed tests are counted beside it."""

    ends: int = 3
    key: str = field(default="stuck", init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _told(desk.rules, self.ends, missed(desk))

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - as every panel is asked
        """One end of turn more or less."""
        if what != "ends" or value not in ("1", "-1"):
            raise unknown(what)
        self.ends = max(1, min(MOST, self.ends + int(value)))

    def kept(self) -> int:
        """How many ends of turn are asked about."""
        return self.ends

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Ask about as many again."""
        if type(kept) is int and 1 <= kept <= MOST:
            self.ends = kept


def missed(desk: Desk) -> int:
    """How many drift tests in a row the ship tested last has failed on this board."""
    tests = [event for outcome in desk.history.outcomes() for event in outcome.events if isinstance(event, DriftTested)]
    own = [event.drifts for event in tests if event.ship == tests[-1].ship]
    return next((back for back, drifts in enumerate(reversed(own)) if drifts), len(own))


@lru_cache(maxsize=100)
def after(rules: Ruleset, ends: int) -> Answer:
    """The law after so many ends of turn."""
    return find(PROCEDURE).asked({"turns": ends}, rules)


@lru_cache(maxsize=20)
def mean(rules: Ruleset) -> Fraction:
    """The ends of turn that she waits on average, the one at which she drifts included."""
    return Chain(stay, True, is_free, rules).mean_turns()  # noqa: FBT003 - she is stuck to begin with


def _stuck(rules: Ruleset, ends: int) -> Fraction:
    return Fraction(after(rules, ends).dist.p(stuck=True))


@cached
def _told(rules: Ruleset, ends: int, failed: int) -> Markup:
    chances = {each: _stuck(rules, each) for each in range(MOST + 1)}
    now = chances[ends]
    said = ngettext("Still stuck after {n} end of turn:", "Still stuck after {n} ends of turn:", ends).format(n=ends)
    free = _("Out by then: {chance}.").format(chance=spoken(1 - now))
    columns = joined(
        _COLUMN.format(
            left=STEP * each + GAP,
            right=STEP * (each + 1) - GAP,
            high=STEP,
            top=round(STEP * (1 - float(chance)), 2),
            kind="now" if each == ends else "other",
        )
        for each, chance in chances.items()
    )
    wide = STEP * len(chances)
    return _PANEL.format(
        title=_("How long is she stuck?"),
        mark=mark(after(rules, ends).provenance),
        stepper=stepper("stuck", "ends", _("Ends of turn"), ends, (1, MOST)),
        told=Markup("{} {} {}.<br>{}").format(said, fraction(now, "stuck-now"), rounded(now), free),
        note=cited("escadres", _note(rules, failed), "stuck-note"),
        wide=wide,
        high=STEP,
        label=_("Still stuck after so many ends of turn: ") + "; ".join(f"{each}, {spoken(chance)}" for each, chance in chances.items()),
        grid="".join(f"M0 {STEP * part / 4:g}H{wide}" for part in range(5)),
        columns=columns,
        axis=joined(_PLACE.format(now=Markup(' class="now"') if each == ends else "", number=each) for each in chances),
        under=_("ends of turn"),
    )


def _note(rules: Ruleset, failed: int) -> str:
    """The average, and what the tests that failed on the board mean for the next: nothing."""
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
