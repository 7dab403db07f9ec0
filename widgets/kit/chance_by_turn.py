"""Shows how a chance grows with more turns or tries: one exact bar for each number of them, as many as the reader asks for."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.kit.bars import bars, fraction, spoken
from widgets.kit.odds_rows import Row, View
from widgets.kit.stepper import stepper
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached

if TYPE_CHECKING:
    from widgets.play.session import Desk

LEAST: Final = 1
_PANEL: Final = Markup(
    '<section class="within odds" aria-label="{title}"><div class="within-side">{stepper}'
    '<p class="within-told" role="status">{told}</p></div>{bars}</section>'
)


class Within:
    """A panel: the chance that something has happened within 1, 2, 3 and more turns."""

    def __init__(self, key: str, procedure: str, *, over: str, when: Mapping[str, Any], words: str, most: int = 8, shown: int = 4) -> None:
        """Ask a procedure of the catalogue whose input `over` counts the turns; `words` say what happens, as a short sentence."""
        self.key = key
        self.procedure = procedure
        self.over = over
        self.when = tuple(when.items())
        self.words = N_(words)
        self.most = most
        self.turns = shown

    def html(self, desk: Desk) -> Markup:
        """Draw the bars under the rules in force."""
        return _panel(self.key, self.procedure, self.over, self.when, self.words, (self.turns, self.most), desk.rules)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - as every panel is asked
        """Show a turn more or a turn less."""
        if what != "turns" or value not in ("1", "-1"):
            raise unknown(what)
        self.turns = max(LEAST, min(self.most, self.turns + int(value)))

    def stored_state(self) -> int:
        """Return how many turns are shown."""
        return self.turns

    def restore(self, stored: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Show as many turns again."""
        if type(stored) is int and LEAST <= stored <= self.most:
            self.turns = stored


@cached
def _panel(
    key: str, procedure: str, over: str, when: tuple[tuple[str, Any], ...], words: str, turns: tuple[int, int], rules: Ruleset
) -> Markup:
    last, most = turns
    chances = [_chance(procedure, over, when, number, rules) for number in range(LEAST, last + 1)]
    labels = [ngettext("Within {n} turn", "Within {n} turns", number).format(n=number) for number in range(LEAST, last + 1)]
    rows = tuple(Row(label, label, label, chance, "best") for label, chance in zip(labels, chances, strict=True))
    heading = ngettext("{words} within {n} turn:", "{words} within {n} turns:", last).format(words=words, n=last)
    left = _("Not yet: {chance}.").format(chance=spoken(1 - chances[-1]))
    return _PANEL.format(
        title=words,
        stepper=stepper(key, "turns", _("Turns"), last, (LEAST, most)),
        told=Markup("{} {} {}").format(heading, fraction(chances[-1], f"{key}-last"), left),
        bars=bars(View("", rows), key),
    )


def _chance(procedure: str, over: str, when: tuple[tuple[str, Any], ...], number: int, rules: Ruleset) -> Fraction:
    return Fraction(find(procedure).answer({over: number}, rules).dist.p(**dict(when)))
