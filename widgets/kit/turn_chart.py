"""A run of turns with a throw on each: a column for every turn, and the exact chance of what must hold, or has happened, up to one of them.

It knows no game: a `Run` says which turns there are, gives the law, and has the words. `TurnRun` is the same as a panel of a chapter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.kit.bars import FILL, bars, rounded
from widgets.kit.odds_rows import Row, View
from widgets.kit.outcome_columns import folded
from widgets.kit.stepper import stepper
from widgets.web.badges import joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

if TYPE_CHECKING:
    from widgets.play.session import Desk

LEFT: Final = 8.0  # percent of the width that the scale has
FLOOR: Final = 164.0  # pixels from the top: where columns stand
HIGH: Final = 144.0  # of a certain one
DEEP: Final = 192  # of the whole drawing
SHARE: Final = 0.76  # of its place, what a column takes

_PANEL: Final = Markup(
    '<section class="turn-run" aria-labelledby="{key}-title"><h3 id="{key}-title">{title}</h3><div class="turn-run-set">{first}{last}</div>'
    '<svg class="turn-run-chart" height="{deep}" role="img" aria-label="{label}">{scale}{columns}</svg><p class="quiet">{caption}</p>'
    '<div class="turn-run-told" role="status">{told}</div><div class="odds">{bars}</div>{below}{fold}</section>'
)
_LINE: Final = Markup('<line x1="{left}%" x2="100%" y1="{y}" y2="{y}" class="line"/><text x="0" y="{y}" dy="5">{words}</text>')
_COLUMN: Final = Markup('<rect x="{x}%" y="{y}" width="{w}%" height="{h}" fill="{fill}" class="{kind}"/>')
_CHOSEN: Final = Markup('<rect x="{x}%" y="4" width="{w}%" height="{h}" rx="4" class="chosen"/>')
_NUMBER: Final = Markup('<text x="{x}%" y="{y}" text-anchor="middle"{kind}>{n}</text>')
_NOW: Final = Markup(' class="now"')


class RunWords(NamedTuple):
    """What a run is called: a title, its two controls, a sentence under the chart, and the names of both ends of the chance."""

    title: str
    first: str
    last: str
    caption: str
    good: str
    bad: str
    fold: str


@dataclass(frozen=True)
class Run:
    """The turns there are, the chance after so many turns from a first one on, what is certain before it, and the words.

    `told` says in a sentence what the turns from the first to the last mean.
    """

    game: str
    turns: tuple[int, int]
    law: Callable[[Ruleset, int, int], Fraction]
    before: int  # the chance on turns before the first, 0 or 1
    words: RunWords
    told: Callable[[Ruleset, int, int], str]

    def chance(self, rules: Ruleset, first: int, turn: int) -> Fraction:
        """The chance as it stands after a turn."""
        return Fraction(self.before) if turn < first else self.law(rules, first, turn - first + 1)


@dataclass(slots=True)
class TurnRun:
    """The run as a panel: the turn on which it begins, and the one up to which the reader looks."""

    run: Run
    first: int
    last: int
    key: str = "run"

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return panel(self.key, self.run, (self.first, self.last), desk.rules)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - as every panel is asked
        """Begin on another turn, or look further."""
        name, _dot, way = what.partition(".")
        number = int(value) if value.lstrip("-").isdigit() and len(value) < 4 else None  # noqa: PLR2004 - no game has so many turns
        if number is None or name not in ("first", "last") or way not in ("", "at"):
            raise unknown(f"{what} {value}")
        now = self.first if name == "first" else self.last
        self._set(name, number if way else now + number)

    def _set(self, name: str, turn: int) -> None:
        low, high = self.run.turns
        turn = min(max(turn, low), high)
        if name == "first":
            self.first, self.last = turn, max(turn, self.last)
        else:
            self.first, self.last = min(self.first, turn), turn

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """Both turns."""
        return [self.first, self.last]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same turns again, if they are any."""
        low, high = self.run.turns
        match kept:
            case [int(first), int(last)] if low <= first <= last <= high:
                self.first, self.last = int(first), int(last)


@cached
def panel(key: str, run: Run, span: tuple[int, int], rules: Ruleset, below: Markup = Markup("")) -> Markup:  # noqa: B008 - frozen
    """The panel as text; `below` stands under the bars."""
    first, last = span
    low, high = run.turns
    words = run.words
    every = {turn: run.chance(rules, first, turn) for turn in range(low, high + 1)}
    good = every[last]
    rows = (Row("good", words.good, words.good, good, "best"), Row("bad", words.bad, words.bad, 1 - good, "fourth"))
    said = ", ".join(f"{turn}: {rounded(every[turn])}" for turn in range(first, high + 1))
    return _PANEL.format(
        key=key,
        title=words.title,
        first=stepper(key, "first", words.first, first, run.turns, slides=True),
        last=stepper(key, "last", words.last, last, run.turns, slides=True),
        deep=DEEP,
        label=f"{words.good}. {_('By turns')}: {said}.",
        scale=joined(
            _LINE.format(left=LEFT, y=f"{FLOOR - HIGH * share:g}", words=text) for share, text in ((0, "0"), (0.5, "1/2"), (1, "1"))
        ),
        columns=joined(_column(run, turn, chance, (first, last)) for turn, chance in every.items()),
        caption=words.caption,
        told=cited(run.game, run.told(rules, first, last), key),
        bars=bars(View("", rows), key),
        below=below,
        fold=folded(
            key,
            words.fold,
            (_("Turn"), words.good, words.bad),
            [(str(turn), (every[turn], 1 - every[turn])) for turn in range(first, high + 1)],
        ),
    )


def _column(run: Run, turn: int, chance: Fraction, span: tuple[int, int]) -> Markup:
    """A turn: plain while it is looked at, dotted before the run begins, pale after the turn that is looked at."""
    low, high = run.turns
    first, last = span
    pitch = (100.0 - LEFT) / (high - low + 1)
    left = LEFT + pitch * (turn - low)
    tall = HIGH * float(chance)
    kind, fill = ("before", "third") if turn < first else ("after", "sixth") if turn > last else ("run", "best")
    parts = [_CHOSEN.format(x=f"{left:.2f}", w=f"{pitch:.2f}", h=DEEP - 6)] if turn == last else []
    if chance:
        parts.append(
            _COLUMN.format(
                x=f"{left + pitch * (1 - SHARE) / 2:.2f}",
                w=f"{pitch * SHARE:.2f}",
                y=f"{FLOOR - tall:.1f}",
                h=f"{tall:.1f}",
                fill=FILL[fill],
                kind=kind,
            )
        )
    parts.append(_NUMBER.format(x=f"{left + pitch / 2:.2f}", y=DEEP - 10, kind=_NOW if turn == last else "", n=turn))
    return joined(parts)
