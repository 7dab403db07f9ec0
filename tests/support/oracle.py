"""The oracle: a fourth hand of dice, for tests only, that counts faces by brute force.

Every printed face of every physical die is a branch of its own; sub-procedures, pools and repeats simply run. It shares no walker, no
merging of equal values, no mixing and no cache with `odds`, and must give the same distribution. Only a sub-procedure that asks to be
thrown again is counted by itself, given that it does not ask: dropping its paths from the whole would favour branches with fewer re-throws.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from rulesdemo.odds.dice import AGAIN, Dice, Source
from rulesdemo.odds.procedure import Procedure

MOST_PATHS = 200_000

Distribution = dict[Any, Fraction]
AnyProcedure = Procedure[..., Any]


class TooLarge(Exception):
    """More paths, or more faces on the way, than brute force should count."""


class _ThrowsAgain(Exception):
    """A sub-procedure asked to be thrown again: its distribution must be counted by itself."""

    def __init__(self, proc: AnyProcedure) -> None:
        super().__init__(proc.name)
        self.proc = proc


class Oracle:
    """Counts distributions by brute force, up to a number of paths for each, and remembers how many it counted in all."""

    def __init__(self, most_paths: int = MOST_PATHS) -> None:
        self.most_paths = most_paths
        self.paths = 0
        self.alone: dict[AnyProcedure, dict[tuple[Any, ...], Distribution]] = {}  # sub-procedures that throw again, and their distributions

    def dist(self, proc: AnyProcedure, *args: Any, **kwargs: Any) -> Distribution:
        """Outcomes with their chances; TooLarge when there are more than `most_paths` ways for the faces to fall."""
        while True:
            try:
                return self._count(proc, args, kwargs)
            except _ThrowsAgain as again:
                self.alone[again.proc] = {}

    def dist_alone(self, proc: AnyProcedure, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Distribution:
        """The distribution of a sub-procedure that throws again."""
        kept = self.alone[proc]
        key = (*args, *sorted(kwargs.items()))
        if key not in kept:
            kept[key] = self._count(proc, args, kwargs)
        return kept[key]

    def _count(self, proc: AnyProcedure, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Distribution:
        """Run the body once for every way the faces can fall."""
        sums: dict[tuple[Any, int], int] = {}
        path: list[int] = []
        paths = faces = 0
        while True:
            dice = OracleDice(path, self)
            value = proc.body(dice, *args, **kwargs)
            sums[value, dice.whole] = sums.get((value, dice.whole), 0) + dice.weight
            self.paths += 1
            paths += 1
            faces += len(dice.widths)
            if paths > self.most_paths or faces > 10 * self.most_paths:
                message = f"{proc.name}: more than {self.most_paths} paths"
                raise TooLarge(message)
            while path and path[-1] + 1 == dice.widths[len(path) - 1]:
                path.pop()
            if not path:
                return _given_no_rethrow(sums)
            path[-1] += 1


class OracleDice(Dice):
    """Follows a path of branch numbers as far as it goes, then takes the first branch of everything new."""

    def __init__(self, path: list[int], oracle: Oracle) -> None:
        self.path = path
        self.oracle = oracle
        self.widths: list[int] = []
        self.weight = 1
        self.whole = 1

    def _branch(self, weights: Sequence[int]) -> int:
        at = len(self.widths)
        if at == len(self.path):
            self.path.append(0)
        self.widths.append(len(weights))
        self.weight *= weights[self.path[at]]
        self.whole *= sum(weights)
        return self.path[at]

    def roll(self, source: Source[Any], why: str = "") -> Any:  # noqa: ARG002 - the hands share one signature
        return source.value(tuple(die.faces[self._branch(die.weights)] for die in source.dice))

    def do(self, proc: AnyProcedure, *args: Any, **kwargs: Any) -> Any:
        if proc in self.oracle.alone:
            dist = self.oracle.dist_alone(proc, args, kwargs)
            whole = lcm(*(chance.denominator for chance in dist.values()))
            return list(dist)[self._branch([int(chance * whole) for chance in dist.values()])]
        value = proc.body(self, *args, **kwargs)
        if value is AGAIN:
            raise _ThrowsAgain(proc)
        return value

    def last(self, proc: AnyProcedure, *args: Any, **kwargs: Any) -> Any:
        return self.do(proc, *args, **kwargs)


def oracle(proc: AnyProcedure, *args: Any, **kwargs: Any) -> Distribution:
    """Outcomes with their chances, by brute force over all faces."""
    return Oracle().dist(proc, *args, **kwargs)


def _given_no_rethrow(sums: dict[tuple[Any, int], int]) -> Distribution:
    dist: Distribution = {}
    for (value, total), weight in sums.items():
        dist[value] = dist.get(value, Fraction(0)) + Fraction(weight, total)
    again = dist.pop(AGAIN, Fraction(0))
    return {value: chance / (1 - again) for value, chance in dist.items()}
