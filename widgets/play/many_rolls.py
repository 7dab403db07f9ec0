"""Counts many rolls row by row beside the exact chances. They go on a slice at a time, so that the page stays awake and can stop them."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.odds.procedure import Procedure, play
from rulesdemo.words import _
from widgets.kit.bars import Tallied
from widgets.kit.odds_rows import View

MANY: Final = 1000
SLICE_SECONDS: Final = 0.08

_PROGRESS: Final = Markup(
    '<div class="progress"><label>{words} <progress max="{most}" value="{done}"></progress></label>'
    '<button type="button" id="{key}-stop" data-do="stop rolls">{stop}</button></div>'
)
_OVER: Final = Markup('<p class="quiet">{}</p>')


class ManyRolls:
    """Rolls of one procedure."""

    def __init__(self, throw: Callable[[random.Random], Any], views: tuple[View, ...], seed: int, times: int = MANY) -> None:
        """Begin with no roll; `throw` gives one outcome from a generator, and `views` are the rows that outcomes are counted in."""
        self.views = views
        self.seed = seed
        self.times = times
        self.done = 0
        self.is_stopped = False
        self.has_ticks = True  # whether bars beside it show how often each came up
        self.counts: tuple[Counter[str], ...] = tuple(Counter() for _view in views)
        self._throw = throw
        self._rng = random.Random(seed)

    @classmethod
    def of(cls, procedure: Procedure[..., Any], args: tuple[Any, ...], views: tuple[View, ...], seed: int, times: int = MANY) -> ManyRolls:
        """Return rolls of a procedure with all its arguments, rules first."""
        return cls(lambda rng: play(procedure, rng, *args).value, views, seed, times)

    @property
    def is_over(self) -> bool:
        """Return whether nothing more will be rolled."""
        return self.is_stopped or self.done >= self.times

    def go_on(self, seconds: float = SLICE_SECONDS) -> None:
        """Roll on for a moment; at least once, so that a slow procedure comes to its end too."""
        until = time.monotonic() + seconds
        while not self.is_over:
            outcome = self._throw(self._rng)
            for counts, view in zip(self.counts, self.views, strict=True):
                counts[view.place(outcome).label] += 1
            self.done += 1
            if time.monotonic() >= until:
                return

    def stop(self) -> None:
        """Leave it at what was rolled so far."""
        self.is_stopped = True

    def tallied(self, place: int = 0) -> Tallied:
        """Return the counts for the bars of one view."""
        return Tallied(self.counts[place], self.done)

    def html(self, key: str) -> Markup:
        """Show how far it has come, with a way to stop it; then what was done."""
        if not self.is_over:
            words = _("Rolled {done} of {times}").format(done=self.done, times=self.times)
            return _PROGRESS.format(key=key, words=words, most=self.times, done=self.done, stop=_("Stop"))
        line = _("Rolled {done} times, seed {seed}.")
        if self.has_ticks:
            line += " " + _("The tick on each bar is how often it came up; the bar is the exact chance.")
        stopped = _("Stopped.") + " " if self.done < self.times else ""
        return _OVER.format(stopped + line.format(done=self.done, seed=self.seed))
