"""Rows of the benchmark, and the one form in which answers of all versions are compared.

A version of a problem is a function without arguments; it gives a mapping from each input to the law found for it, in whatever form is natural
there: our Dist, an icepool Die, a dyce H, or a plain pair of whole-number weights and their total.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import dyce
import icepool

from rulesdemo.dist import Dist

Answers = Mapping[Any, Any]
Version = Callable[[], Answers]
Law = tuple[Mapping[Any, int], int]


@dataclass(frozen=True)
class Row:
    """One line of the table: a problem with its inputs, and who solves it."""

    name: str
    inputs: str
    ours: Version
    hand: Version
    peers: dict[str, Version]
    hand_is: str
    ahead: float = 1  # times the fastest peer's speed that we aim at ...
    ahead_guard: float = 1  # ... and the least that is let pass
    real: Version | None = None  # the project's own game, where it states the same problem
    real_is: str = ""
    also: dict[str, str] = field(default_factory=dict)  # peers too slow for these inputs, and the row that has them on smaller ones


def law(answer: Any) -> Law:  # noqa: ANN401 - one of the four forms
    """Whole-number weights and their total; outcomes as plain tuples and numbers."""
    if isinstance(answer, Dist):
        return answer.weights, answer.total
    if isinstance(answer, icepool.Die):
        return {outcome: weight for outcome, weight in answer.items() if weight}, answer.denominator()
    if isinstance(answer, dyce.H):
        return {outcome: weight for outcome, weight in answer.items() if weight}, answer.total
    if isinstance(answer, Fraction | int):
        return {"value": Fraction(answer).numerator}, Fraction(answer).denominator
    weights, total = answer
    return weights, total


def first_difference(ours: Answers, theirs: Answers) -> str | None:
    """Where two versions differ as exact fractions, or None."""
    if ours.keys() != theirs.keys():
        return f"inputs {sorted(map(repr, ours.keys() ^ theirs.keys()))[0]} answered by one only"
    for given, answer in ours.items():
        (left, left_total), (right, right_total) = law(answer), law(theirs[given])
        for outcome in left.keys() | right.keys() if left.keys() != right.keys() else left:
            mine, other = left.get(outcome, 0), right.get(outcome, 0)
            if mine * right_total != other * left_total:
                return f"input {given!r}, outcome {outcome!r}: {Fraction(mine, left_total)} is not {Fraction(other, right_total)}"
    return None
