"""Rows of the benchmark, and the one form in which answers of all versions are compared.

A version of a problem is a function without arguments; it gives a mapping from each input to the distribution found for it, in
whatever form is natural there: our Dist, an icepool Die, a dyce H, or a plain pair of whole-number weights and their total.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import dyce
import icepool

from rulesdemo.odds.dist import Dist

Answers = Mapping[Any, Any]
Distribution = tuple[Mapping[Any, int], int]


@dataclass(frozen=True)
class Prepared:
    """A version of which only the second part is timed."""

    prepare: Callable[[], Any]
    finish: Callable[[Any], Answers]


Version = Callable[[], Answers] | Prepared


def as_is(answers: Answers) -> Answers:
    """No change."""
    return answers


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of the table: a problem with its inputs, and who solves it."""

    name: str
    inputs: str
    ours: Version
    hand: Version
    hand_is: str
    peers: dict[str, Version]
    ahead: float = 1  # how many times the fastest peer's speed we aim at ...
    ahead_guard: float = 1  # ... and the least that is let pass, on a noisy machine
    hand_guard: float = 3.5  # the same for the most times of the hand-written code
    game: Version | None = None  # the project's own game, where it states the same problem ...
    game_is: str = ""
    game_says: Callable[[Answers], Answers] = as_is  # ... its answers in the benchmark's terms ...
    in_game_terms: Callable[[Answers], Answers] = as_is  # ... and what the benchmark's answers come to in the game's
    beside: dict[str, Version] = field(default_factory=dict)  # shown for information, no peer
    smaller: dict[str, str] = field(default_factory=dict)  # peers too slow for these inputs, and the row that has them on smaller ones
    guarded: bool = True
    long: bool = False  # left out where it must go quickly


def distribution_of(answer: Any) -> Distribution:
    """Whole-number weights and their total."""
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


def translated(answers: Answers, change: Callable[[Any], Any]) -> Answers:
    """The same distributions over other outcomes."""
    changed = {}
    for given, answer in answers.items():
        weights, total = distribution_of(answer)
        merged: dict[Any, int] = {}
        for outcome, weight in weights.items():
            new = change(outcome)
            merged[new] = merged.get(new, 0) + weight
        changed[given] = merged, total
    return changed


def expanded(*args: Any) -> dyce.H[Any]:
    """What dyce has for throws that depend on throws, made exact: by default it leaves rare branches out."""
    return dyce.expand(*args, min_path_probability=Fraction(0))


def first_difference(ours: Answers, theirs: Answers) -> str | None:
    """Where two versions differ as exact fractions, or None."""
    if ours.keys() != theirs.keys():
        return f"input {min(map(repr, ours.keys() ^ theirs.keys()))} is answered by one only"
    for given, answer in ours.items():
        (left, left_total), (right, right_total) = distribution_of(answer), distribution_of(theirs[given])
        for outcome in left if left.keys() == right.keys() else left.keys() | right.keys():
            mine, other = left.get(outcome, 0), right.get(outcome, 0)
            if mine * right_total != other * left_total:
                return f"input {given!r}, outcome {outcome!r}: {Fraction(mine, left_total)} is not {Fraction(other, right_total)}"
    return None
