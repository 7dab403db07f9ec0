"""Boarding again and again: the exact chance that a ship is taken within one try, two, and so on, as a curve of steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.analysis.catalogue import Answer, find
from rulesdemo.errors import InputError
from rulesdemo.games.veneti.boarding import Boarding
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.kit.bars import fraction, rounded, spoken
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

PROCEDURE: Final = "veneti.boarding_within"
MOST_TRIES: Final = 6
STEP: Final = 100  # units of the drawing for one try, and for certainty

_PANEL: Final = Markup(
    '<section class="tries" aria-labelledby="tries-title"><div class="odds-head"><h3 id="tries-title">{title}</h3>{mark}</div>'
    "{inside}</section>"
)
_CURVE: Final = Markup(
    '<p class="tries-what">{what}</p><div class="tries-chart">'
    '<svg class="tries-curve" viewBox="0 0 {wide} {high}" preserveAspectRatio="none" role="img" aria-label="{label}">'
    '<path d="{area}" class="hill"/><path d="{grid}" class="grid"/><path d="{line}" class="step"/></svg>'
    '<ol class="tries-list">{tries}</ol></div><div class="quiet">{note}</div>'
)
_TRY: Final = Markup('<li><span class="tries-number">{number}</span>{fraction}<span class="percent">{percent}</span></li>')


class Fight(NamedTuple):
    """What a boarding begins with."""

    attackers: int
    defenders: int
    height: int


@dataclass(slots=True)
class Tries:
    """The curve for the boarding that was chosen last."""

    fight: Fight | None = None
    key: str = field(default="tries", init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        throw = desk.throw()
        if throw is not None and isinstance(throw.outcome, Boarding):
            self.fight = Fight(*throw.args[1:4])
        if self.fight is None:
            note = Markup('<div class="odds-note">{}</div>').format(_("Choose a boarding to see how soon it succeeds."))
            return _PANEL.format(title=_("And if you try again?"), mark="", inside=note)
        return _told(desk.rules, self.fight)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - nothing here can be pressed
        """Nothing here can be pressed: the curve follows the order."""
        message = _("Choose another boarding among the orders; the curve follows.")
        raise InputError(message)

    def kept(self) -> list[int] | None:
        """The fight that it was about."""
        return None if self.fight is None else list(self.fight)

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The fight that was kept, where there can be such a fight."""
        if isinstance(kept, list) and len(kept) == len(Fight._fields) and all(type(each) is int for each in kept):
            try:
                answers(None, Fight(*kept))
            except InputError:
                return
            self.fight = Fight(*kept)


@lru_cache(maxsize=100)
def answers(rules: Ruleset | None, fight: Fight) -> tuple[Answer, ...]:
    """The odds within one try, two, and so on."""
    asked = find(PROCEDURE).asked
    return tuple(asked({**fight._asdict(), "tries": tries}, rules) for tries in range(1, MOST_TRIES + 1))


@cached
def _told(rules: Ruleset, fight: Fight) -> Markup:
    found = answers(rules, fight)
    chances = [Fraction(answer.dist.p(captured=True)) for answer in found]
    tops = [round(STEP * (1 - float(chance)), 2) for chance in chances]
    line = f"M0 {tops[0]}" + "".join(f"V{top}H{STEP * place}" for place, top in enumerate(tops, 1))
    wide = STEP * MOST_TRIES
    where = {-1: _("on a higher deck"), 0: _("on a deck as high"), 1: _("on a lower deck")}[fight.height]
    what = ngettext(
        "{n} marine against {m} {where}: captured within so many tries",
        "{n} marines against {m} {where}: captured within so many tries",
        fight.attackers,
    )
    said = what.format(n=fight.attackers, m=fight.defenders, where=where)
    inside = _CURVE.format(
        what=said,
        wide=wide,
        high=STEP,
        label=f"{said}: " + "; ".join(f"{place}, {spoken(chance)}" for place, chance in enumerate(chances, 1)),
        area=f"{line}V{STEP}H0Z",
        grid="".join(f"M0 {STEP * part / 4:g}H{wide}" for part in range(5)),
        line=line,
        tries=joined(
            _TRY.format(number=place, fraction=fraction(chance, f"tries-{place}"), percent=rounded(chance))
            for place, chance in enumerate(chances, 1)
        ),
        note=cited("veneti", _note(chances), "tries-note"),
    )
    return _PANEL.format(title=_("And if you try again?"), mark=mark(found[-1].provenance), inside=inside)


def _note(chances: list[Fraction]) -> str:
    """What the shape of the curve comes from."""
    again = _("A new try is for a new turn, while the ships stay grappled. [8.27] Each repulse costs you a marine. [8.28]")
    flat = next((place for place in range(1, len(chances)) if chances[place] == chances[place - 1]), None)
    if flat is None or chances[-1] == 1:
        return again
    spent = ngettext("After {n} try nobody is left to board.", "After {n} tries nobody is left to board.", flat).format(n=flat)
    return f"{again} {spent} [8.21]"
