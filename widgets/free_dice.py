"""Dice that belong to no order: a chapter about dice lets the reader throw them, type them and count them.

Where a lesson names a throw that will come but is not due yet, the reader rehearses it: with the words of the game, and nothing to keep.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rulesdemo.catalogue import Answer, answer, entries
from rulesdemo.engine import Throw
from rulesdemo.procedure import Played, play, replay
from rulesdemo.ruleset import Ruleset
from widgets.guide import Guide, Rehearsal
from widgets.laws import View, named, views
from widgets.many_rolls import ManyRolls
from widgets.totals import Totals, totals
from widgets.words import _, plural


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
        """The dice of a throw that is not due yet."""
        name = f"{guide.game}.{due.throw.procedure.name}"
        names = [each.name for each in entries(guide.game)[name].inputs]
        return cls(name, dict(zip(names, due.throw.args[1:], strict=False)), due, guide)

    @cached_property
    def answer(self) -> Answer:
        """The exact odds."""
        return answer(self.name, self.due.throw.args[0] if self.due is not None else None, **self.inputs)

    @cached_property
    def views(self) -> tuple[View, ...]:
        """The odds as rows, under the game's own names where it has some."""
        shown = views(self.answer)
        return (named(self.answer, self.label),) if len(shown) == 1 and self.label(next(iter(self.answer.dist))) else shown

    @cached_property
    def chart(self) -> Totals | None:
        """How many ways each total has."""
        return totals(self.answer, self.views[0])

    @property
    def _args(self) -> tuple[Ruleset | Any, ...]:
        return (self.answer.rules, *self.answer.inputs.values())

    def label(self, outcome: Any) -> str:  # noqa: ANN401 - an outcome record
        """The game's name for an outcome, if it has one."""
        return self.guide.label(Throw(self.answer.entry.procedure, self._args, outcome)) if self.guide is not None else ""

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
        rolls.has_ticks = self.due is not None
        return rolls

    def sentence(self) -> str:
        """What the throw means in the game's words; else what the dice add up to, and how many ways lead there."""
        if self.thrown is None or self.chart is None:
            return ""
        faces = self.thrown.faces
        if self.guide is not None:
            return self.guide.verdict(Throw(self.answer.entry.procedure, self._args, self.thrown.value), faces)
        total = self.chart.source.value(faces)
        column = next(each for each in self.chart.columns if each.value == total)
        words = plural("{n} way of {all} leads there.", "{n} ways of {all} lead there.", column.ways)
        ways = words.format(n=column.ways, all=self.chart.total)
        return f"{' + '.join(map(str, faces))} = {total}. {ways}" if len(faces) > 1 else f"{total}. {ways}"

    def shown(self) -> Totals | None:
        """The chart with the last throw marked."""
        return self.chart if self.chart is None or self.thrown is None else self.chart.rolled(self.thrown.faces)

    def counted(self, rolls: ManyRolls | None) -> str:
        """How the thousand came out at the likeliest value, beside its exact chance; where bars tell it, nothing."""
        if rolls is None or not rolls.done or self.chart is None or self.due is not None:
            return ""
        row = max(self.views[0].rows, key=lambda each: each.chance)
        return _("{label} came up {n} times in {all}; {expected} expected.").format(
            label=row.label, n=rolls.counts[0][row.label], all=rolls.done, expected=f"{float(row.chance * rolls.done):.1f}"
        )
