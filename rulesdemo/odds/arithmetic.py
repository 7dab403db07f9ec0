"""Sums, products and comparisons of independent distributions; quantiles.

>>> d6 = Dist({face: 1 for face in range(1, 7)}, 6)
>>> (d6 + d6).p(7), (d6 > d6).p(True), (d6 + 2 >= 7).p(True)
(Fraction(1, 6), Fraction(5, 12), Fraction(1, 3))

Two distributions are always taken as thrown apart: `d - d` is the difference of two throws, and not 0. Two throws are `d + d`; `d * 2` is
one throw that counts twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import islice
from typing import Any, Final

from rulesdemo.errors import InputError, TooManyPaths
from rulesdemo.odds.budget import check
from rulesdemo.odds.dist import Dist, value_reader
from rulesdemo.words import N_

MOST_PAIRS: Final = 5_000_000
PORTION: Final = 4_096  # pairs between two looks at the budget


class Comparison(Dist[bool]):
    """How two throws compare; it is a distribution and no answer, so that `if a < b` is refused and not always true."""

    __slots__ = ()

    def __bool__(self) -> bool:
        """Refuse to be taken for an answer."""
        message = N_("a comparison of throws is a distribution: ask for its chance, as in (a < b).p(True)")
        raise InputError(message)


def joined(join: Callable[[Any, Any], Any], one: Dist[Any], other: object) -> Any:  # noqa: ANN401 - a Dist, or NotImplemented
    """Return the distribution of what two independent throws, or a throw and a number, make together."""
    if isinstance(other, (int, Fraction)) and not isinstance(other, bool):
        other = Dist.certain(other)
    if not isinstance(other, Dist):
        return NotImplemented
    for each in (one, other):
        _refuse_words(each)
    if len(one) * len(other) > MOST_PAIRS:
        message = N_("{one:,} and {other:,} outcomes make too many pairs; take a field by marginal() first").format(
            one=len(one), other=len(other)
        )
        raise TooManyPaths(message)
    merged: dict[Any, Any] = {}
    pairs = ((join(a, b), p * q) for a, p in one.weights.items() for b, q in other.weights.items())
    while portion := list(islice(pairs, PORTION)):
        check()
        for outcome, weight in portion:
            merged[outcome] = merged.get(outcome, 0) + weight
    kind = Comparison if all(isinstance(outcome, bool) for outcome in merged) else Dist
    return kind(merged, one.total * other.total, (one, other))


def _refuse_words(dist: Dist[Any]) -> None:
    if dist.fields:
        message = N_("an outcome has the fields {names}: choose one, as in marginal({name!r}), before you reckon with it").format(
            names=", ".join(dist.fields), name=dist.fields[0]
        )
        raise InputError(message)
    if (word := next((outcome for outcome in dist.weights if not isinstance(outcome, (int, Fraction))), None)) is not None:
        message = N_("{outcome!r} is not a number, so nobody can reckon with it").format(outcome=word)
        raise InputError(message)


def cumulative(dist: Dist[Any], of: str | Callable[[Any], Any] | None) -> Iterable[tuple[Any, Any]]:
    """Return values in rising order, each with the weight of what is not more."""
    value = value_reader(dist, of)
    weights: dict[Any, Any] = {}
    for outcome, weight in dist.weights.items():
        weights[value(outcome)] = weights.get(value(outcome), 0) + weight
    try:
        ordered = sorted(weights)
    except TypeError:
        message = N_("{field} has values without an order, so there is no less and no more").format(field=of or N_("the outcome"))
        raise InputError(message) from None
    sums, below = [], 0
    for each in ordered:
        below += weights[each]
        sums.append((each, below))
    return sums


def quantile(dist: Dist[Any], chance: Fraction | int | str, of: str | Callable[[Any], Any] | None) -> Any:  # noqa: ANN401 - one of the values
    """Return the smallest value that is not exceeded with at least this chance."""
    try:
        wanted = Fraction(chance)
    except (ValueError, TypeError, ZeroDivisionError):
        wanted = Fraction(-1)
    if not 0 <= wanted <= 1:
        message = N_("a quantile is asked for by a chance from 0 to 1, not {chance!r:.60}").format(chance=chance)
        raise InputError(message)
    return next(value for value, below in cumulative(dist, of) if below >= wanted * dist.total)
