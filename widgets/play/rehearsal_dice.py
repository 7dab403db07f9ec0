"""Offers dice that belong to no order: a chapter about dice lets the reader throw them, type them and count them.

Where a lesson names a throw that will come but is not due yet, the reader rehearses it: with the words of the game, and nothing to keep.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rulesdemo.analysis.catalogue import Answer, answer, thrown_for
from rulesdemo.odds.procedure import Played, play, replay
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, local_figures, ngettext
from widgets.kit.odds_rows import View, in_words, views
from widgets.kit.totals_chart import Totals, totals
from widgets.play.game_guide import Guide, Rehearsal
from widgets.play.many_rolls import ManyRolls
from widgets.web.position_cache import Remembered


@dataclass
class FreeDice:
    """One question of the catalogue to throw for, and what was thrown; `due` is the throw that is rehearsed, `guide` has its words."""

    name: str
    inputs: Mapping[str, Any] = field(default_factory=dict)
    due: Rehearsal | None = None
    guide: Guide | None = None
    thrown: Played[Any] | None = None
    rolls: int = field(default=0)

    @classmethod
    def rehearsing(cls, guide: Guide, due: Rehearsal) -> FreeDice:
        """Return the dice of a throw that is not due yet."""
        return cls(f"{guide.game}.{due.throw.procedure.name}", due=due, guide=guide)

    @cached_property
    def answer(self) -> Answer:
        """Return the exact odds."""
        if self.due is not None and self.guide is not None:
            return thrown_for(self.guide.game, self.due.throw.procedure, self.due.throw.args)
        return answer(self.name, **self.inputs)

    @property
    def views(self) -> tuple[View, ...]:
        """Return the odds as rows, under the game's own names where it has some."""
        return self._known.about(self.answer, "views", self._views)

    @property
    def chart(self) -> Totals | None:
        """Return the chart of how many ways each total has."""
        return self._known.about(self.answer, "chart", lambda: totals(self.answer, self.views[0]))

    @cached_property
    def _known(self) -> Remembered:
        return Remembered()

    def _views(self) -> tuple[View, ...]:
        if self.due is not None and self.guide is not None:
            # One hidden throw tells which fields the outcome has, where the whole distribution may be long.
            some = play(self.answer.entry.procedure, random.Random(0), *self._args).value
            return in_words(self.answer, self.guide, self.due.throw._replace(outcome=some))
        return views(self.answer)

    @property
    def _args(self) -> tuple[Ruleset | Any, ...]:
        return (self.answer.rules, *self.answer.inputs.values())

    def roll(self, seed: int) -> None:
        """Throw."""
        self.thrown = play(self.answer.entry.procedure, random.Random(seed), *self._args)
        self.rolls += 1

    def use(self, faces: tuple[int, ...]) -> None:
        """Take faces that were thrown on a table."""
        self.thrown = replay(self.answer.entry.procedure, faces, *self._args)
        self.rolls += 1

    def many(self, seed: int) -> ManyRolls:
        """Return the tally of a thousand throws."""
        rolls = ManyRolls.of(self.answer.entry.procedure, self._args, self.views, seed)
        rolls.has_ticks = self.due is not None
        return rolls

    def sentence(self) -> str:
        """Say what the throw means in the game's words; else what the dice add up to, and how many ways lead there."""
        if self.thrown is None:
            return ""
        faces = self.thrown.faces
        if self.guide is not None:
            return self.guide.verdict(Throw(self.answer.entry.procedure, self._args, self.thrown.value), faces)
        if self.chart is None:
            return ""
        total = self.chart.source.value(faces)
        column = next(each for each in self.chart.columns if each.value == total)
        words = ngettext("{n} way of {all} leads there.", "{n} ways of {all} lead there.", column.ways)
        ways = words.format(n=column.ways, all=self.chart.total)
        return f"{' + '.join(map(str, faces))} = {total}. {ways}" if len(faces) > 1 else f"{total}. {ways}"

    def marked_chart(self) -> Totals | None:
        """Return the chart with the last throw marked."""
        return self.chart if self.chart is None or self.thrown is None else self.chart.with_roll(self.thrown.faces)

    def tally_text(self, rolls: ManyRolls | None) -> str:
        """Say how often the thousand gave the likeliest value, beside its exact chance; nothing where bars tell it."""
        if rolls is None or not rolls.done or self.chart is None or self.due is not None:
            return ""
        row = max(self.views[0].rows, key=lambda each: each.chance)
        return _("{label} came up {n} times in {all}; {expected} expected.").format(
            label=row.label, n=rolls.counts[0][row.label], all=rolls.done, expected=local_figures(f"{float(row.chance * rolls.done):.1f}")
        )
