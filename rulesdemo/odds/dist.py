"""Dist: outcomes with their exact chances.

A Dist never changes. Inside it keeps whole-number weights and their total, so that building one costs no Fraction; a chance becomes a
Fraction when somebody asks for it. Outcomes are usually records (NamedTuple), and most questions name their fields.

>>> from fractions import Fraction
>>> coin = Dist({"heads": 1, "tails": 1}, 2)
>>> coin.p("heads")
Fraction(1, 2)
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import gcd, lcm
from typing import Any, Generic, NamedTuple, TypeVar, cast

from rulesdemo.errors import InputError
from rulesdemo.words import N_

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)

# A weight is a whole number, or an element of a rational-function field when a chance is left unknown (formulas.py).
Weight = Any

_MISSING = object()
_NO_BASIS: tuple[Any, ...] = ()


class Dist(Generic[T]):
    """Outcomes and exact chances; `rests_on` lists the table cells and switches that were read to get them."""

    __slots__ = ("__weakref__", "_basis", "_flat", "_head", "_total", "_weights", "columns", "packed", "packing", "stamp")

    def __init__(self, weights: dict[T, Weight], total: Weight, basis: Iterable[Any] = _NO_BASIS) -> None:
        """Take weights that add up to `total`; zero weights must already be gone."""
        self._weights: dict[T, Weight] | None = weights
        self._total = total
        self._basis = basis
        self._flat: frozenset[Any] | None = None
        # For mixture.py alone: the slots of the procedure that made this, its row in them, and its numbers and weights in columns.
        self.packing: Any = None
        self.packed: int  # set with the stamp
        self.stamp: object = None
        self.columns: Any = None
        self._head: str  # set where the outcomes are the values of one field

    @classmethod
    def of(cls, chances: Mapping[T, Fraction | int]) -> Dist[T]:
        """Build from chances that must add up to 1.

        >>> Dist.of({"hit": Fraction(1, 3), "miss": Fraction(2, 3)}).total
        3
        """
        fractions = {outcome: Fraction(chance) for outcome, chance in chances.items() if chance}
        if sum(fractions.values()) != 1 or any(chance < 0 for chance in fractions.values()):
            message = N_("chances must be positive and add up to 1, not {total}").format(total=sum(fractions.values()))
            raise InputError(message)
        total = lcm(*(f.denominator for f in fractions.values()))
        return cls({outcome: f.numerator * (total // f.denominator) for outcome, f in fractions.items()}, total)

    @classmethod
    def certain(cls, outcome: T) -> Dist[T]:
        """Return the distribution of one outcome with chance 1."""
        return cls({outcome: 1}, 1)

    # -- the numbers -----------------------------------------------------------------------------------------------

    @property
    def weights(self) -> dict[T, Weight]:
        """Return outcomes with their weights, not to be changed."""
        if self._weights is None:
            self._weights = self._expand()
        return self._weights

    def _expand(self) -> dict[T, Weight]:
        """Make the weights of a Dist that was left folded; the pools' Dist does."""
        raise AssertionError

    def weight(self, outcome: T) -> Weight:
        """Return the weight of one outcome, 0 where it cannot come; a folded distribution is not unfolded for it."""
        return self.weights.get(outcome, 0)

    @property
    def total(self) -> Weight:
        """Return what the weights add up to."""
        return self._total

    @property
    def rests_on(self) -> frozenset[Any]:
        """Return all that was read from tables and switches on the way here, sub-procedures included."""
        if self._flat is None:
            flat: set[Any] = set()
            seen: set[int] = set()
            todo: list[Any] = list(self._basis)
            while todo:
                item = todo.pop()
                if id(item) in seen:
                    continue
                seen.add(id(item))
                if isinstance(item, Dist):
                    todo.extend(item._basis if item._flat is None else item._flat)  # noqa: SLF001 - same class
                elif isinstance(item, Reads):
                    flat.update(item.reads)
                else:
                    flat.add(item)
            self._flat = frozenset(flat)
        return self._flat

    @property
    def folded(self) -> bool:
        """Return whether the weights have yet to be worked out."""
        return self._weights is None

    def at_most_outcomes(self) -> int:
        """Return a number of outcomes that there are not more of, without unfolding a folded distribution."""
        return len(self.weights)

    def fresh(self) -> Dist[T]:
        """Return this for one more user; only a folded distribution is copied, so that what one user unfolds is not stored for all."""
        return self

    def resting(self, basis: tuple[Any, ...]) -> Dist[T]:
        """Return a copy that rests on more."""
        return Dist(self.weights, self._total, (*basis, self))

    @property
    def fields(self) -> tuple[str, ...]:
        """Return the field names of the outcomes, () where outcomes are plain values."""
        for outcome in self.weights:
            return cast("tuple[str, ...]", getattr(outcome, "_fields", ()))
        return ()

    @property
    def head(self) -> str:
        """Return what stands over plain values in a table: the field that they are of, where it is known."""
        return getattr(self, "_head", "outcome")

    def lowest(self) -> tuple[dict[T, Weight], Weight]:
        """Return weights and total in lowest terms."""
        weights, total = self.weights, self._total
        if not isinstance(total, int):
            return weights, total
        common = total
        for weight in weights.values():
            if not isinstance(weight, int):
                return weights, total
            common = gcd(common, weight)
            if common == 1:
                return weights, total
        return {outcome: weight // common for outcome, weight in weights.items()}, total // common

    def _fraction(self, weight: Weight) -> Any:  # noqa: ANN401 - a Fraction, or a field element when a chance is unknown
        if isinstance(weight, int) and isinstance(self._total, int):
            return Fraction(weight, self._total)
        return weight / self._total

    # -- questions -------------------------------------------------------------------------------------------------

    def p(self, outcome: Any = _MISSING, /, **fields: object) -> Any:  # noqa: ANN401 - see _fraction
        """Return the chance of one outcome, or of all outcomes whose fields have the given values.

        >>> class Shot(NamedTuple):
        ...     hit: bool
        ...     loss: int
        >>> d = Dist({Shot(True, 1): 1, Shot(True, 2): 1, Shot(False, 0): 4}, 6)
        >>> d.p(hit=True), d.p(Shot(False, 0)), d.p(hit=True, loss=7)
        (Fraction(1, 3), Fraction(2, 3), Fraction(0, 1))
        """
        if outcome is not _MISSING:
            if fields:
                message = N_("ask p() for one outcome or for fields, not for both")
                raise InputError(message)
            return self._fraction(self.weights.get(outcome, 0))
        if not fields:
            message = N_("p() needs an outcome, as in p(7), or fields, as in p(captured=True)")
            raise InputError(message)
        names = tuple(fields)
        wanted = tuple(fields.values())
        return self._fraction(self.marginal(*names).weights.get(wanted if len(names) > 1 else wanted[0], 0))

    def chance(self, test: Callable[[T], bool]) -> Any:  # noqa: ANN401 - see _fraction
        """Return the chance that `test` holds."""
        return self._fraction(sum(weight for outcome, weight in self.weights.items() if test(outcome)))

    def at_least(self, least: Any) -> Any:  # noqa: ANN401 - any ordered value; see _fraction
        """Return the chance of an outcome of `least` or more.

        >>> Dist({1: 1, 2: 1, 3: 1}, 3).at_least(2)
        Fraction(2, 3)
        """
        return self.chance(lambda outcome: cast("Any", outcome) >= least)

    def at_most(self, most: Any) -> Any:  # noqa: ANN401 - any ordered value; see _fraction
        """Return the chance of an outcome of `most` or less."""
        return self.chance(lambda outcome: cast("Any", outcome) <= most)

    def mean(self, of: str | Callable[[T], Any] | None = None) -> Any:  # noqa: ANN401 - see _fraction
        """Return the expected value of the outcome, of one of its fields, or of a function of it.

        >>> Dist({1: 1, 2: 1}, 2).mean()
        Fraction(3, 2)
        """
        value = value_reader(self, of)
        try:
            return self._fraction(1) * sum(value(outcome) * weight for outcome, weight in self.weights.items())
        except TypeError:
            message = N_("{field} is not a number in every outcome, so it has no mean").format(field=of or N_("the outcome"))
            raise InputError(message) from None

    def variance(self, of: str | Callable[[T], Any] | None = None) -> Any:  # noqa: ANN401 - see _fraction
        """Return the expected squared distance from the mean."""
        value = value_reader(self, of)
        mean = self.mean(of)
        return self.mean(lambda outcome: (value(outcome) - mean) ** 2)

    # -- other Dists -----------------------------------------------------------------------------------------------

    def map(self, change: Callable[[T], U]) -> Dist[U]:
        """Return the distribution of `change(outcome)`; equal results are merged.

        >>> Dist({1: 1, 2: 1, 3: 2}, 4).map(lambda face: face >= 2).p(True)
        Fraction(3, 4)
        """
        merged: dict[U, Weight] = {}
        for outcome, weight in self.weights.items():
            new = change(outcome)
            merged[new] = merged.get(new, 0) + weight
        return Dist(merged, self._total, (self,))

    def marginal(self, *names: str) -> Dist[Any]:
        """Return the distribution of one field (plain values) or of several (records)."""
        places = self._places(names)
        if len(places) == 1:
            place = places[0]
            return self.map(lambda outcome: cast("Any", outcome)[place]).under(*names)
        record = record_of(names)
        return self.map(lambda outcome: record(*(cast("Any", outcome)[place] for place in places)))

    def under(self, *names: str) -> Dist[T]:
        """Note which one field the plain values of a distribution made just now are of, and return it."""
        if len(names) == 1:
            self._head = names[0]
        return self

    def _places(self, names: tuple[str, ...]) -> list[int]:
        known = self.fields
        for name in names:
            if name not in known:
                message = N_("no outcome field {name!r}; this law has {fields}").format(
                    name=name, fields=", ".join(known) or N_("plain values, no fields")
                )
                raise InputError(message)
        if not names or len(set(names)) < len(names):
            message = N_("name one or more outcome fields of {names}, each once").format(names=", ".join(known))
            raise InputError(message)
        return [known.index(name) for name in names]

    def where(self, test: Callable[[T], bool]) -> Dist[T]:
        """Return the distribution given that `test` holds."""
        kept = {outcome: weight for outcome, weight in self.weights.items() if test(outcome)}
        if not kept:
            message = N_("nothing left: the condition never holds, so chances given it do not exist")
            raise InputError(message)
        return Dist(kept, sum(kept.values()), (self,))

    def given(self, test: Callable[[T], bool] | None = None, /, **fields: object) -> Dist[T]:
        """Return the distribution given a test on outcomes, or given the values of some fields.

        >>> Dist({1: 1, 2: 1, 3: 2}, 4).given(lambda face: face > 1).p(2)
        Fraction(1, 3)
        """
        if (test is None) == (not fields):
            message = N_("given() needs a test on outcomes, or fields, as in given(captured=True)")
            raise InputError(message)
        if test is not None:
            return self.where(test)
        places = self._places(tuple(fields))
        return self.where(lambda outcome: all(cast("Any", outcome)[at] == value for at, value in zip(places, fields.values(), strict=True)))

    def cdf(self, at: Any = _MISSING, /, of: str | Callable[[T], Any] | None = None) -> Any:  # noqa: ANN401 - a chance, or all of them by value
        """Return the chance of a value of `at` or less; without `at`, that of every value, by value in rising order.

        >>> Dist({1: 1, 2: 1, 3: 2}, 4).cdf(2), Dist({1: 1, 2: 1, 3: 2}, 4).cdf()
        (Fraction(1, 2), {1: Fraction(1, 4), 2: Fraction(1, 2), 3: Fraction(1, 1)})
        """
        from rulesdemo.odds.arithmetic import cumulative

        steps = cumulative(self, of)
        if at is _MISSING:
            return {value: self._fraction(weight) for value, weight in steps}
        return self._fraction(max((weight for value, weight in steps if value <= at), default=0))

    def quantile(self, chance: Fraction | int | str, of: str | Callable[[T], Any] | None = None) -> Any:  # noqa: ANN401 - one of the values
        """Return the smallest value that is reached or stayed under with at least this chance; 1/2 asks for the median.

        >>> Dist({1: 1, 2: 1, 3: 2}, 4).quantile("1/2")
        2
        """
        from rulesdemo.odds.arithmetic import quantile

        return quantile(self, chance, of)

    # -- independent ones together ---------------------------------------------------------------------------------

    def __add__(self, other: object) -> Dist[Any]:
        """Return the sum of two independent throws, or of a throw and a number."""
        return self._joined(operator.add, other)

    def __radd__(self, other: object) -> Dist[Any]:
        """Return a number plus a throw; sum() begins with 0."""
        return self._joined(lambda own, number: number + own, other)

    def __sub__(self, other: object) -> Dist[Any]:
        """Return the difference of two independent throws, or of a throw and a number."""
        return self._joined(operator.sub, other)

    def __rsub__(self, other: object) -> Dist[Any]:
        """Return a number minus a throw."""
        return self._joined(lambda own, number: number - own, other)

    def __mul__(self, other: object) -> Dist[Any]:
        """Return the product of two independent throws, or of a throw and a number."""
        return self._joined(operator.mul, other)

    __rmul__ = __mul__

    def __neg__(self) -> Dist[Any]:
        """Return the throw with the other sign."""
        return self._joined(operator.mul, -1)

    def __lt__(self, other: object) -> Dist[bool]:
        """Return with which chance a throw is less than an independent one, or than a number: `(a < b).p(True)`."""
        return self._joined(operator.lt, other)

    def __le__(self, other: object) -> Dist[bool]:
        """Return with which chance a throw is at most as much as an independent one, or as a number."""
        return self._joined(operator.le, other)

    def __gt__(self, other: object) -> Dist[bool]:
        """Return with which chance a throw is more than an independent one, or than a number."""
        return self._joined(operator.gt, other)

    def __ge__(self, other: object) -> Dist[bool]:
        """Return with which chance a throw is at least as much as an independent one, or as a number."""
        return self._joined(operator.ge, other)

    def _joined(self, join: Callable[[Any, Any], Any], other: object) -> Dist[Any]:
        from rulesdemo.odds.arithmetic import joined

        return cast("Dist[Any]", joined(join, self, other))

    # -- as a collection -------------------------------------------------------------------------------------------

    def items(self) -> Iterator[tuple[T, Any]]:
        """Yield outcomes with their chances, in natural order where they have one."""
        for outcome in self:
            yield outcome, self._fraction(self.weights[outcome])

    def first(self, most: int) -> list[tuple[T, Any]]:
        """Return the first of the items; only these are made into fractions."""
        return [(outcome, self._fraction(self.weights[outcome])) for outcome in self._first(most)]

    def _first(self, most: int) -> list[T]:
        return _in_order(self.weights)[:most]

    def __iter__(self) -> Iterator[T]:
        """Yield outcomes in natural order where they have one."""
        return iter(_in_order(self.weights))

    def __len__(self) -> int:
        """Return how many outcomes can happen."""
        return len(self.weights)

    def __contains__(self, outcome: object) -> bool:
        """Return whether the outcome can happen."""
        return outcome in self.weights

    def __eq__(self, other: object) -> bool:
        """Compare every chance, however the weights are scaled."""
        if not isinstance(other, Dist):
            return NotImplemented
        return self.lowest() == other.lowest()

    def __hash__(self) -> int:
        """Agree with `==`."""
        weights, total = self.lowest()
        return hash((frozenset(weights.items()), total))

    def __repr__(self) -> str:
        """Return a short form for the console; print() gives the table."""
        shown = ", ".join(f"{_plain(outcome)}: {chance}" for outcome, chance in self.first(6))
        more = f", ... {len(self) - 6} more" if len(self) > 6 else ""  # noqa: PLR2004 - six fit a line
        return f"Dist({{{shown}{more}}})"

    def __str__(self) -> str:
        """Return a table for the terminal."""
        from rulesdemo.odds.format import dist_text

        return dist_text(self)

    def _repr_html_(self) -> str:
        from rulesdemo.odds.format import dist_html

        return dist_html(self)

    def _repr_latex_(self) -> str:
        from rulesdemo.odds.format import dist_math

        return dist_math(self)

    def plot(self, axes: Any = None) -> Any:  # noqa: ANN401 - matplotlib's axes, which are not imported here
        """Return the bars as an SVG picture, or draw them on the axes of matplotlib that are given, and return those."""
        from rulesdemo.odds.plot import plot

        return plot(self, axes)

    def to_dict(self) -> dict[T, Any]:
        """Return outcomes with their exact chances, in natural order.

        >>> Dist({"hit": 1, "miss": 2}, 3).to_dict()
        {'hit': Fraction(1, 3), 'miss': Fraction(2, 3)}
        """
        return dict(self.items())

    def to_frame(self) -> Any:  # noqa: ANN401 - a DataFrame, where there is pandas
        """Return a pandas DataFrame: a column for each field, and the exact chances under `p`."""
        from rulesdemo.odds.plot import to_frame

        return to_frame(self)

    def latex(self) -> str:
        """Return the table as LaTeX."""
        from rulesdemo.odds.format import dist_latex

        return dist_latex(self)


class Reads:
    """A batch of table cells read together, so that a Dist can refer to all of them at once."""

    __slots__ = ("reads",)

    def __init__(self, reads: frozenset[Any]) -> None:
        """Keep the batch."""
        self.reads = reads


def _plain(outcome: object) -> str:
    names = getattr(outcome, "_fields", None)
    if names is None:
        return repr(outcome)
    return "(" + ", ".join(f"{name}={value!r}" for name, value in zip(names, cast("Any", outcome), strict=True)) + ")"


def _in_order(outcomes: Iterable[T]) -> list[T]:
    """Sort in natural order; words and numbers mixed sort as text, so that the order is the same on every run."""
    try:
        return sorted(outcomes)  # type: ignore[type-var]
    except TypeError:
        return sorted(outcomes, key=_sort_key)


def _sort_key(outcome: object) -> tuple[Any, ...]:
    if isinstance(outcome, tuple):
        return (2, tuple(_sort_key(part) for part in outcome))
    if isinstance(outcome, (int, Fraction)):
        return (0, outcome)
    return (1, str(outcome))


def value_reader(dist: Dist[Any], of: str | Callable[[Any], Any] | None) -> Callable[[Any], Any]:
    """Return what is asked of an outcome: itself, a field of it, or a function of it."""
    if of is None:
        if dist.fields:
            message = N_("say of which field: {names}").format(names=", ".join(dist.fields))
            raise InputError(message)
        return _itself
    if isinstance(of, str):
        place = dist._places((of,))[0]  # noqa: SLF001 - same module
        return lambda outcome: outcome[place]
    return of


def _itself(value: Any) -> Any:  # noqa: ANN401 - identity
    return value


@cache
def record_of(names: tuple[str, ...]) -> Any:  # noqa: ANN401 - a NamedTuple class made from field names
    """Return a record class with these fields, the same one every time."""
    return NamedTuple("Fields", [(name, object) for name in names])
