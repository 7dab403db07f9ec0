"""What a change of the rules touches: two rulings over the inputs of one procedure, and every procedure of a game whose odds move.

How far two distributions lie apart is the largest difference that any event can have under them: half the sum of all differences.

>>> from rulesdemo.rules.ruleset import ruleset
>>> harder = ruleset("veneti", patches={("boarding", "4", "1"): "5"})
>>> found = contrast(find("veneti.boarding"), {"attackers": "3..5", "defenders": "0..2", "height": 0}, ruleset("veneti"), harder)
>>> [(place.inputs["attackers"], place.inputs["defenders"], str(place.distance)) for place in found.places], found.asked
([(4, 1, '1/12')], 9)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Final, NamedTuple

from rulesdemo.analysis.catalogue import Entry, entries, find
from rulesdemo.analysis.event_table import event_chance, split_ranges
from rulesdemo.analysis.question import Question
from rulesdemo.errors import InputError, OddsError, OutOfTime
from rulesdemo.odds.budget import check, limit_in_seconds, time_limit
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.inputs import Flag, Input, Many, OneOf, Whole, Word
from rulesdemo.odds.reads import CellRead, SwitchRead
from rulesdemo.rules.ruleset import Ruleset

__all__ = ["Contrast", "Place", "contrast", "distance", "find", "impact"]

MOST_PLACES: Final = 20_000  # inputs of one procedure, where the reader names them
MOST_TRIED: Final = 5_000  # inputs of each procedure, where all procedures are gone through
WINDOW: Final = 12  # values of a whole number without an end
SECONDS: Final = 60.0  # for all procedures together, where nobody has set a budget
TURNS: Final = 6  # values of a number with far ends, such as turns


class Place(NamedTuple):
    """Inputs under which two rulings differ: how far the distributions lie apart, and the chances of an event under both."""

    inputs: Mapping[str, Any]
    distance: Fraction
    before: Fraction | None = None
    after: Fraction | None = None

    @property
    def size(self) -> Fraction:
        """Return what places are ordered by: how much the event moves, or else the distribution."""
        return self.distance if self.before is None or self.after is None else abs(self.after - self.before)


@dataclass(frozen=True, slots=True)
class Contrast:
    """Where two rulings differ, the largest difference first; how many inputs were compared, and of how many."""

    entry: Entry
    places: tuple[Place, ...]
    asked: int
    of: int


def distance(one: Dist[Any], two: Dist[Any]) -> Fraction:
    """Return the largest difference that an event can have under two distributions.

    >>> distance(Dist({1: 1, 2: 1}, 2), Dist({1: 1, 3: 1}, 2))
    Fraction(1, 2)
    """
    apart = sum(abs(one.weights.get(each, 0) * two.total - two.weights.get(each, 0) * one.total) for each in {**one.weights, **two.weights})
    return Fraction(apart, 2 * one.total * two.total)


def contrast(entry: Entry, given: Mapping[str, object], before: Ruleset, after: Ruleset, question: Question | None = None) -> Contrast:
    """Compare a procedure under two rulesets over the inputs that are given, as values or ranges, and all values of the others."""
    fixed, ranges = split_ranges(entry, given)
    chosen = {**{name: [value] for name, value in fixed.items()}, **ranges}
    grid = {each.name: chosen.get(each.name) or _values(each, WINDOW) for each in entry.inputs}
    for name in given:
        if name not in grid:
            entry.answer(given, before)  # which refuses it
    count = prod(map(len, grid.values()))
    if count > MOST_PLACES and not ranges:
        grid = _thinned(grid, MOST_PLACES)
    places: list[Place] = []
    asked = 0
    for inputs in _points(grid):
        found = _place(entry, inputs, before, after, question)
        asked += found is not None
        if asked > MOST_PLACES:
            break
        if found is not None and found.size:
            places.append(found)
    if not asked:
        entry.answer(dict(zip(grid, next(zip(*grid.values(), strict=False), ()), strict=False)), before)
    return Contrast(entry, _by_size(places), asked, count)


def impact(before: Ruleset, after: Ruleset, progress: Callable[[int, int], None] | None = None) -> Iterator[Contrast]:
    """Yield, procedure by procedure, where the odds of a game move; those that cannot move are passed over by what they read."""
    every = entries(before.game).values()
    share = (limit_in_seconds() or SECONDS) / max(1, len(every))
    for done, entry in enumerate(every, start=1):
        grid = {each.name: _values(each, WINDOW) for each in entry.inputs}
        places: list[Place] = []
        asked = 0
        with suppress(OutOfTime), time_limit(share):  # a slow procedure takes no time from the others; `asked` says how far it came
            for inputs in _points(_thinned(grid, MOST_TRIED)):
                found = _place(entry, inputs, before, after, None)
                asked += found is not None
                if found is not None and found.size:
                    places.append(found)
        every_one = prod(map(len, grid.values()))
        if places or not asked:
            yield Contrast(entry, _by_size(places), asked, every_one)
        if progress is not None:
            progress(done, len(every))


def _by_size(places: list[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places, key=lambda place: -place.size))


def _place(entry: Entry, inputs: Mapping[str, Any], before: Ruleset, after: Ruleset, question: Question | None) -> Place | None:
    """Return how far two rulings lie apart for some inputs; None where either refuses them."""
    check()
    try:
        one = entry.answer(inputs, before)
        if not _reads_change(one.dist, before, after):
            return Place(one.inputs, Fraction(0))
        two = entry.answer(inputs, after)
        apart = distance(one.dist, two.dist)
        if question is None or not apart:
            return Place(one.inputs, apart)
        return Place(one.inputs, apart, event_chance(one, question), event_chance(two, question))
    except (InputError, OddsError):
        return None


def _reads_change(dist: Dist[Any], before: Ruleset, after: Ruleset) -> bool:
    """Return whether a distribution has read anything that is not the same in other rules; if not, it is the same under them."""
    switches = {name for name, _value in {*before.switches} ^ {*after.switches}}
    cells = {cell[:3] for cell in {*before.patches} ^ {*after.patches}}
    return any(
        (isinstance(read, CellRead) and (read.table, read.row, read.column) in cells)
        or (isinstance(read, SwitchRead) and read.switch in switches)
        for read in dist.rests_on
    )


# -- inputs to try ---------------------------------------------------------------------------------------------------------------------


def _points(grid: Mapping[str, list[Any]]) -> Iterator[dict[str, Any]]:
    for values in product(*grid.values()):
        yield dict(zip(grid, values, strict=True))


def _values(asked: Input, window: int) -> list[Any]:  # noqa: PLR0911 - one for each kind
    """Return the values of an input: all of a few, those about 0 or from the low end of many."""
    kind = asked.kind
    if isinstance(kind, Whole):
        if kind.low is not None and kind.high is not None and kind.high - kind.low <= 2 * window:
            return list(range(kind.low, kind.high + 1))
        if kind.low is not None and kind.high is not None:
            return [*range(kind.low, kind.low + TURNS)]
        if kind.low is not None:
            return list(range(kind.low, kind.low + window))
        high = window if kind.high is None else kind.high
        return list(range(high - 2 * window, high + 1))
    if isinstance(kind, OneOf):
        return list(kind.choices)
    if isinstance(kind, Flag):
        return [False, True]
    if isinstance(kind, Many):
        return [(value,) * kind.least for value in _values(Input(asked.name, kind.each), window)[:window]]
    return list(kind.examples) if isinstance(kind, Word) else []


def _thinned(grid: Mapping[str, list[Any]], most: int) -> dict[str, list[Any]]:
    """Return a grid of fewer points: of the longest inputs every other value is left out, never an end, until there are few enough."""
    few = {name: list(values) for name, values in grid.items()}
    while prod(map(len, few.values())) > most:
        name = max(few, key=lambda each: len(few[each]))
        values = few[name]
        if len(values) <= 2:  # noqa: PLR2004 - the two ends
            break
        few[name] = [*values[:-1:2], values[-1]]
    return few
