"""The largest input that is enough: the other end of `rulesdemo.analysis.inverse.smallest`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from time import monotonic
from typing import Any

from rulesdemo.analysis.event import Event, When
from rulesdemo.analysis.inverse import FEWEST_SEARCHED, SEARCH_SECONDS, Open, search_range
from rulesdemo.errors import InputError, RulesError
from rulesdemo.odds.budget import limit_in_seconds, progress_report
from rulesdemo.odds.format import fraction, percent
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _


@dataclass(frozen=True, slots=True)
class Largest:
    """The largest value that is enough, or None; `below` and `above` say what lies beyond the values searched, as in Smallest."""

    over: str
    event: Event
    least: Fraction
    strictly: bool
    chances: tuple[tuple[int, Fraction], ...]
    searched: range
    below: str = ""
    above: str = ""

    def enough(self, chance: Fraction) -> bool:
        """Return whether a chance is what was asked for."""
        return chance > self.least or (chance == self.least and not self.strictly)

    @property
    def endless(self) -> bool:
        """Return whether every value is enough however large, so that none is the largest."""
        return self.above == "level" and self.enough(self.chances[-1][1])

    @property
    def value(self) -> int | None:
        """Return the largest value found that is enough."""
        return None if self.endless else next((n for n, chance in reversed(self.chances) if self.enough(chance)), None)

    @property
    def best(self) -> tuple[int, Fraction]:
        """Return the value with the highest chance among those looked at, the largest such."""
        return max(self.chances, key=lambda pair: (pair[1], pair[0]))

    def __str__(self) -> str:
        """Return the answer in a sentence, with the range that was searched."""
        value, chance = self.chances[-1] if self.endless else self.best
        if self.value is not None:
            value, chance = self.value, dict(self.chances)[self.value]
        words = _("a chance over {least} of {event}") if self.strictly else _("a chance of at least {least} of {event}")
        fields = {
            "input": self.over,
            "value": value,
            "wish": words.format(least=self.least, event=self.event),
            "chance": f"{fraction(chance)} ({percent(chance)})",
            "first": self.searched[0],
            "last": self.searched[-1],
        }
        return self._sentence().format(**fields)

    def _sentence(self) -> str:
        """Return the sentence of the answer, its fields still to be filled in."""
        if self.endless:
            return _("No {input} is the largest with {wish}: {input} {value} gives {chance}, and so does every larger one.")
        if self.value is not None and self.above == "unseen":
            return _(
                "{input} {value} is the largest found with {wish}: {chance} (searched {input} {first} to {last}; nobody looked above)."
            )
        if self.value is not None and self.above == "level":
            return _("{input} {value} is the largest with {wish}: {chance} (searched {input} {first} to {last}; above, nothing changes).")
        if self.value is not None:
            return _("{input} {value} is the largest with {wish}: {chance} (searched {input} {first} to {last}).")
        return _("No {input} from {first} to {last} gives {wish}; the best is {chance} at {input} {value}.")


def largest(
    name: str,
    over: str,
    /,
    when: When,
    at_least: Fraction,
    *,
    strictly: bool = False,
    rules: Ruleset | None = None,
    **inputs: Any,  # noqa: ANN401 - the procedure's own inputs
) -> Largest:
    """Return the largest whole input for which an event has at least (or strictly more than) a given chance.

    Every value is tried, to the input's own end or to where nothing changes any more; where neither is known, or it takes too long, the
    answer says how far we came. Values that the procedure refuses are passed over.

    >>> largest("veneti.boarding", "defenders", {"captured": True}, Fraction(1, 2), attackers=4).value
    4
    """
    asked, event = Open.of(name, over, inputs, rules), Event.of(when)
    values, below, above = search_range(asked, None)
    chance_at = asked.chances(event)
    until = monotonic() + SEARCH_SECONDS if limit_in_seconds() is None else inf
    chances: list[tuple[int, Fraction]] = []
    refusal: RulesError | None = None
    found = Largest(over, event, at_least, strictly, (), values, below, above)

    def so_far() -> str:
        looked = replace(found, chances=tuple(chances), searched=range(values[0], chances[-1][0] + 1), above="unseen") if chances else None
        return str(looked).rstrip(".") if looked else ""

    with progress_report(so_far):
        for tried, n in enumerate(values):
            if tried >= FEWEST_SEARCHED and monotonic() > until:
                found = replace(found, searched=values[:tried], above="unseen")
                break
            try:
                chances.append((n, chance_at(n)))
            except InputError as refused:
                refusal = refused
    if not chances:
        message = N_("{name} refuses every {over} from {first} to {last}: {refusal}").format(
            name=name, over=over, first=values[0], last=found.searched[-1], refusal=refusal
        )
        raise InputError(message)
    return replace(found, chances=tuple(chances))
