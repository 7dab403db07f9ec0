"""A run of turns with a throw on each: a column for every turn, and the exact chance of what must hold, or has happened, up to one of them.

It knows no game: a `Run` says which turns there are, gives the chances, and has the words. `run_panel` makes a panel of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.kit.bars import FILL, rounded
from widgets.kit.components import Bars, Box, Controls, Custom, Note, Sentence
from widgets.kit.controls import Int, Value
from widgets.kit.odds_rows import Row, View
from widgets.kit.outcome_columns import folded
from widgets.kit.panel import Act, Component, Field, Panel, State
from widgets.web.badges import joined

LEFT: Final = 8.0  # percent of the width that the scale has
FLOOR: Final = 164.0  # pixels from the top: where columns stand
HIGH: Final = 144.0  # of a certain one
DEEP: Final = 192  # of the whole drawing
SHARE: Final = 0.76  # of its place, what a column takes

_CHART: Final = Markup('<svg class="turn-run-chart" height="{deep}" role="img" aria-label="{label}">{scale}{columns}</svg>')
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
    """The turns there are, the chance after a number of turns from a first one on, what is certain before it, and the words.

    `sentence` says what the turns from the first to the last mean.
    """

    game: str
    turns: Callable[[Ruleset], tuple[int, int]]
    chance_after: Callable[[Ruleset, int, int], Fraction]
    before: int  # the chance on turns before the first, 0 or 1
    words: RunWords
    sentence: Callable[[Ruleset, int, int], str]

    def chance(self, rules: Ruleset, first: int, turn: int) -> Fraction:
        """Return the chance as it stands after a turn."""
        return Fraction(self.before) if turn < first else self.chance_after(rules, first, turn - first + 1)


def _nothing(_rules: Ruleset, _state: State) -> Iterable[Component]:
    return ()


def run_panel(
    key: str,
    run: Run,
    start: tuple[int, int],
    *,
    below: Callable[[Ruleset, State], Iterable[Component]] = _nothing,
    fields: tuple[Field, ...] = (),
    act: Act | None = None,
) -> Panel:
    """Return the panel of a run: the turn on which it begins, and the one up to which the reader looks.

    `below` draws what stands under the bars, from further `fields`.
    """

    def limits(rules: Ruleset, _state: State) -> tuple[int, int]:
        return run.turns(rules)

    def body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
        yield from _body(run, key, rules, state, below(rules, state))

    return Panel(
        key,
        run.game,
        run.words.title,
        body,
        fields=(
            Int("first", run.words.first, limits, start[0], slides=True, is_apart=True),
            Int("last", run.words.last, limits, start[1], slides=True, is_apart=True),
            Value("span", start, is_stored=False),  # both turns as they were: the one that moves pushes the other
            *fields,
        ),
        act=act,
        settle=lambda _rules, state: _push(state),
        upgrade=_upgrade,
        kind="turn-run",
    )


def _push(state: State) -> State:
    """Let the turn that has moved push the other, so that the first is never after the last."""
    first, last = state.first, state.last
    if first > last:
        first, last = (first, first) if first != state.span[0] else (last, last)
    return state.replace(first=first, last=last, span=(first, last))


def _upgrade(stored: Any) -> tuple[int, int]:  # noqa: ANN401 - whatever a browser brings
    first, last = stored
    if first > last:
        raise ValueError
    return first, last


def _body(run: Run, key: str, rules: Ruleset, state: State, below: Iterable[Component]) -> Iterator[Component]:
    first, last = state.first, state.last
    low, high = run.turns(rules)
    words = run.words
    every = {turn: run.chance(rules, first, turn) for turn in range(low, high + 1)}
    good = every[last]
    yield Controls(rules, state, ("first", "last"), "turn-run-set")
    yield _chart(run, (first, last), every)
    yield Note(words.caption)
    yield Sentence(run.sentence(rules, first, last), kind="turn-run-told")
    rows = (Row("good", words.good, words.good, good, "best"), Row("bad", words.bad, words.bad, 1 - good, "fourth"))
    yield Box("odds", [Bars(View("", rows))])
    yield from below
    lines = [(str(turn), (every[turn], 1 - every[turn])) for turn in range(first, high + 1)]
    yield Custom(folded(key, words.fold, (_("Turn"), words.good, words.bad), lines))


def _chart(run: Run, span: tuple[int, int], every: dict[int, Fraction]) -> Custom:
    turns = min(every), max(every)
    spoken = ", ".join(f"{turn}: {rounded(chance)}" for turn, chance in every.items() if turn >= span[0])
    heights = ((0, "0"), (0.5, "1/2"), (1, "1"))
    return Custom(
        _CHART.format(
            deep=DEEP,
            label=f"{run.words.good}. {_('By turns')}: {spoken}.",
            scale=joined(_LINE.format(left=LEFT, y=f"{FLOOR - HIGH * share:g}", words=text) for share, text in heights),
            columns=joined(_column(turns, turn, chance, span) for turn, chance in every.items()),
        )
    )


def _column(turns: tuple[int, int], turn: int, chance: Fraction, span: tuple[int, int]) -> Markup:
    """Draw a turn: plain while it is looked at, dotted before the run begins, pale after the turn that is looked at."""
    low, high = turns
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
