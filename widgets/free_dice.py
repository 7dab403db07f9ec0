"""Dice that belong to no order: a chapter about dice lets the reader throw them, type them and count them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rulesdemo.catalogue import Answer, answer
from rulesdemo.procedure import Played, play, replay
from rulesdemo.ruleset import Ruleset
from widgets.laws import View, views
from widgets.many_rolls import ManyRolls
from widgets.totals import Totals, totals
from widgets.words import _, plural


@dataclass
class FreeDice:
    """One question of the catalogue to throw for, and what was thrown."""

    name: str
    thrown: Played[Any] | None = None
    rolls: int = field(default=0)

    @cached_property
    def answer(self) -> Answer:
        """The exact odds."""
        return answer(self.name)

    @cached_property
    def views(self) -> tuple[View, ...]:
        """The odds as rows."""
        return views(self.answer)

    @cached_property
    def chart(self) -> Totals | None:
        """How many ways each total has."""
        return totals(self.answer, self.views[0])

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
        """A thousand throws, counted."""
        rolls = ManyRolls.of(self.answer.entry.procedure, self._args, self.views, seed)
        rolls.has_ticks = False
        return rolls

    def sentence(self) -> str:
        """What the dice add up to, and how many ways lead there."""
        if self.thrown is None or self.chart is None:
            return ""
        faces = self.thrown.faces
        total = self.chart.source.value(faces)
        column = next(each for each in self.chart.columns if each.value == total)
        words = plural("{n} way of {all} leads there.", "{n} ways of {all} lead there.", column.ways)
        ways = words.format(n=column.ways, all=self.chart.total)
        return f"{' + '.join(map(str, faces))} = {total}. {ways}" if len(faces) > 1 else f"{total}. {ways}"

    def shown(self) -> Totals | None:
        """The chart with the last throw marked."""
        return self.chart if self.chart is None or self.thrown is None else self.chart.rolled(self.thrown.faces)

    def counted(self, rolls: ManyRolls | None) -> str:
        """How the thousand came out at the likeliest value, beside its exact chance."""
        if rolls is None or not rolls.done or self.chart is None:
            return ""
        row = max(self.views[0].rows, key=lambda each: each.chance)
        return _("{label} came up {n} times in {all}; {expected} expected.").format(
            label=row.label, n=rolls.counts[0][row.label], all=rolls.done, expected=f"{float(row.chance * rolls.done):.1f}"
        )
