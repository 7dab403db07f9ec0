"""Dice, and the hands that hold them.

A dice procedure is a plain function whose first argument is `dice`. What it may ask of the dice are the verbs of `Dice`; which hand is
behind them decides what happens. `RandomDice` throws and remembers, `FixedDice` replays recorded or typed faces, and `EveryDice` visits
every branch with its weight. All run the same function, so the odds, the roll and the replay cannot disagree.

Each verb is one branch point with as few outcomes as still tell the author what was asked: two dice added branch on 11 totals, not on 36
pairs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, ParamSpec, TypeVar

from rulesdemo.errors import FacesError, OddsError
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.mixture import spread, spread_each
from rulesdemo.odds.placeholders import Each, Later
from rulesdemo.words import N_

if TYPE_CHECKING:
    import random

    from rulesdemo.odds.procedure import Procedure

V = TypeVar("V", bound=Hashable)
R = TypeVar("R", bound=Hashable)
P = ParamSpec("P")

# A body that opens more requests than this in one run is looping on its dice.
MOST_REQUESTS: Final = 300


class _Again:
    """Returned by a procedure to say: put these dice aside and throw the whole procedure again."""

    def __repr__(self) -> str:
        return "AGAIN"


class _Tail:
    """Stands for the value of `dice.last(...)` while every branch is being visited."""

    def __repr__(self) -> str:
        return "the value of dice.last(...), known only after return"


AGAIN: Final[Any] = _Again()
TAIL: Final[Any] = _Tail()


class Source(Generic[V]):
    """Something one verb throws: a die, a sum of dice, a pair, or a die read through a column.

    `dice` are the physical dice; `value(faces)` is what their faces mean; `branches` are the distinct values with their weights.
    """

    __slots__ = ("_read", "_through", "branches", "dice", "name", "total", "values")

    def __init__(self, name: str, dice: tuple[Die, ...], read: Callable[[tuple[int, ...]], V], weights: dict[V, Any], total: Any) -> None:  # noqa: ANN401 - see dist.Weight
        """Take the physical dice, what their faces mean, and the weights of the values."""
        self.name = name
        self.dice = dice
        self._read = read
        self.branches: tuple[tuple[V, Any], ...] = tuple(weights.items())
        self.total = total
        self.values: tuple[V, ...] = tuple(weights)
        self._through: dict[Any, Any] = {}  # by what the column holds, and by which tuple it is

    def value(self, faces: tuple[int, ...]) -> V:
        """Return what the faces thrown mean."""
        return self._read(faces)

    def through(self, column: tuple[Any, ...]) -> Source[Any]:
        """Read this source through a column that has one entry for each of `values`, in order."""
        known = self._through.get(id(column))
        if known is not None:  # the same tuple again, as nearly always; it is kept, so that no other can have its place
            return known[1]  # type: ignore[no-any-return]
        # Equal tuples are not the same column when one holds True where the other holds 1; tables hand out columns of their own kind.
        key: Any = (column, *map(type, column)) if type(column) is tuple else column
        try:
            known = self._through.get(key)
        except TypeError:
            message = N_("a column read by {name} must be a tuple of hashable entries").format(name=self.name)
            raise OddsError(message) from None
        if known is None:
            if len(column) != len(self.values):
                message = N_("{name} has {values} values but the column has {entries} entries").format(
                    name=self.name, values=len(self.values), entries=len(column)
                )
                raise OddsError(message)
            entry = dict(zip(self.values, column, strict=True))
            merged: dict[Any, Any] = {}
            for value, weight in self.branches:
                merged[entry[value]] = merged.get(entry[value], 0) + weight
            read = self._read
            known = Source(self.name, self.dice, lambda faces: entry[read(faces)], merged, self.total)
            self._through[key] = known
            self._through[id(column)] = column, known
        return known

    def __repr__(self) -> str:
        """Return the name, as players write it."""
        return self.name


class Die(Source[Any]):
    """One physical die: printed faces, and what each is read as.

    >>> D3 = Die("d3", range(1, 7), value=lambda face: (face + 1) // 2)
    >>> D3.branches
    ((1, 2), (2, 2), (3, 2))
    """

    __slots__ = ("_sums", "faces", "fair", "reading", "weights")

    def __init__(
        self, name: str, faces: Iterable[int], value: Callable[[int], Any] | None = None, weights: Iterable[Any] | None = None
    ) -> None:
        """Take the printed faces; `weights` only for a loaded die."""
        self.faces: tuple[int, ...] = tuple(faces)
        self.reading: dict[int, Any] = {face: face if value is None else value(face) for face in self.faces}
        self.weights: tuple[Any, ...] = (1,) * len(self.faces) if weights is None else tuple(weights)
        self.fair = len(set(self.weights)) == 1
        self._sums: dict[int, Source[int]] = {}
        merged: dict[Any, Any] = {}
        for face, weight in zip(self.faces, self.weights, strict=True):
            merged[self.reading[face]] = merged.get(self.reading[face], 0) + weight
        super().__init__(name, (self,), lambda thrown: self.reading[thrown[0]], merged, sum(self.weights[1:], self.weights[0]))

    def sum_of(self, n: int) -> Source[int]:
        """Return the sum of n such dice.

        >>> D6.sum_of(2).branches[:3]
        ((2, 1), (3, 2), (4, 3))
        """
        known = self._sums.get(n)
        if known is None:
            dist: dict[int, Any] = {0: 1}
            for _ in range(n):
                longer: dict[int, Any] = {}
                for value, weight in dist.items():
                    for add, times in self.branches:
                        both = value + add
                        longer[both] = longer.get(both, 0) + weight * times
                dist = longer
            reading = self.reading
            known = Source(
                f"{n}{self.name}",
                (self,) * n,
                lambda thrown: sum(reading[face] for face in thrown),
                dict(sorted(dist.items())),
                self.total**n,
            )
            self._sums[n] = known
        return known


D6: Final = Die("d6", range(1, 7))
D10: Final = Die("d10", range(10))
D3: Final = Die("d3", range(1, 7), value=lambda face: (face + 1) // 2)
D2: Final = Die("coin", range(1, 3))

_gaps: dict[tuple[Source[Any], Source[Any]], Source[int]] = {}


def gap_of(own: Source[Any], other: Source[Any]) -> Source[int]:
    """Return own value less the other's, as one source.

    >>> gap_of(D6, D6).branches[0]
    (-5, 1)
    """
    known = _gaps.get((own, other))
    if known is None:
        dist: dict[int, Any] = {}
        for mine, weight in own.branches:
            for theirs, times in other.branches:
                lead = mine - theirs
                dist[lead] = dist.get(lead, 0) + weight * times
        cut = len(own.dice)
        known = Source(
            f"{own.name} - {other.name}",
            own.dice + other.dice,
            lambda thrown: own.value(thrown[:cut]) - other.value(thrown[cut:]),
            dict(sorted(dist.items())),
            own.total * other.total,
        )
        _gaps[own, other] = known
    return known


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a roll's story: what was thrown, the faces, what they meant, and what happened inside."""

    what: str
    faces: tuple[int, ...]
    value: Any
    steps: tuple[Step, ...] = ()


class Dice(ABC):
    """The verbs that a procedure may use."""

    __slots__ = ()

    @abstractmethod
    def roll(self, source: Source[V], why: str = "") -> V:
        """Throw a die and give its value."""

    def read(self, source: Source[Any], column: tuple[V, ...], why: str = "") -> V:
        """Throw and give the entry of `column` under the value."""
        return self.roll(source.through(column), why)  # type: ignore[no-any-return]

    def total(self, n: int, die: Die, why: str = "") -> int:
        """Throw n dice and add them."""
        return self.roll(die.sum_of(n), why)

    def gap(self, own: Source[Any], other: Source[Any], why: str = "") -> int:
        """Throw for both sides; own value less the other's."""
        return self.roll(gap_of(own, other), why)

    def each(self, n: int, die: Die, why: str = "") -> tuple[Any, ...]:
        """Throw n dice and give every value, in order. The last resort: odds branch on every tuple."""
        return tuple(self.roll(die, why) for _ in range(n))

    @abstractmethod
    def do(self, proc: Procedure[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a sub-procedure and give its outcome."""

    def later(self, proc: Procedure[P, int], *args: P.args, **kwargs: P.kwargs) -> int:
        """Run a sub-procedure for a whole number that is only added to and then handed to `last` as its last argument.

        The odds then mix the distributions of `last` by that of the number at once, without running the body for each of its values.
        """
        return self.do(proc, *args, **kwargs)

    @abstractmethod
    def last(self, proc: Procedure[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a sub-procedure straight after `return`: the odds mix its distribution in whole instead of branching on it."""


class _HandDice(Dice):
    """Dice that really fall, one face at a time; only where the next face comes from differs."""

    __slots__ = ("_steps", "faces")

    def __init__(self) -> None:
        self.faces: list[int] = []
        self._steps: list[Step] = []

    @abstractmethod
    def _next(self, die: Die) -> int: ...

    def story(self) -> tuple[Step, ...]:
        """Return what has happened so far, as a tree."""
        return tuple(self._steps)

    def roll(self, source: Source[V], why: str = "") -> V:
        thrown = tuple(self._next(die) for die in source.dice)
        self.faces.extend(thrown)
        value = source.value(thrown)
        self._steps.append(Step(why or source.name, thrown, value))
        return value

    def do(self, proc: Procedure[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        outer, start = self._steps, len(self.faces)
        self._steps = []
        try:
            value = proc.run(self, *args, **kwargs)
        finally:
            inner, self._steps = self._steps, outer
        outer.append(Step(proc.title, tuple(self.faces[start:]), value, tuple(inner)))
        return value

    def last(self, proc: Procedure[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        return self.do(proc, *args, **kwargs)

    def note(self, what: str, value: object) -> None:
        """Add a line without dice to the story."""
        self._steps.append(Step(what, (), value))


class RandomDice(_HandDice):
    """Throws with the generator it is given, and keeps the faces."""

    __slots__ = ("_rng",)

    def __init__(self, rng: random.Random) -> None:
        """Throw with `rng`."""
        super().__init__()
        self._rng = rng

    def _next(self, die: Die) -> int:
        if die.fair:
            return self._rng.choice(die.faces)
        return self._rng.choices(die.faces, die.weights)[0]


class FixedDice(_HandDice):
    """Gives recorded or typed faces, and says so when they do not fit."""

    __slots__ = ("_given", "_used")

    def __init__(self, faces: Iterable[int]) -> None:
        """Use these faces, in order."""
        super().__init__()
        self._given: tuple[int, ...] = tuple(faces)
        self._used = 0

    def _next(self, die: Die) -> int:
        place = self._used + 1
        if place > len(self._given):
            message = N_("the dice run out: {count} faces given, but throw {place} needs another {die}").format(
                count=len(self._given), place=place, die=die.name
            )
            raise FacesError(message)
        face = self._given[self._used]
        if type(face) is not int or face not in die.faces:
            message = N_("face {face!r} at place {place} is not on a {die}, which shows {first} to {last}").format(
                face=face, place=place, die=die.name, first=die.faces[0], last=die.faces[-1]
            )
            raise FacesError(message)
        self._used = place
        return face

    def finish(self) -> None:
        """Refuse faces that nobody asked for."""
        left = self._given[self._used :]
        if left:
            message = N_("{count} faces left over after the roll was complete: {faces}").format(
                count=len(left), faces=", ".join(map(str, left))
            )
            raise FacesError(message)


SPENT: Final[Iterator[Any]] = iter(())  # nothing left to answer with
NO_ANSWER: Final[Any] = object()


class EveryDice(Dice):
    """Visits every branch: answers what it has been told, opens a new request with its first outcome, and runs on.

    The walker (walk.py) runs a body once per path. Before each run it winds `replay` back, so that nearly every request is one step of an
    iterator; or, where a body asks but once, it lays the answer in `only`, which costs less. This is the innermost code of all odds, which
    is why the verbs are written out instead of leaning on each other.
    """

    __slots__ = ("below", "only", "opened", "replay", "tail")

    def __init__(self, below: dict[int, Any]) -> None:
        """Start with nothing answered; distributions that are branched on go into `below`."""
        self.only: Any = NO_ANSWER
        self.replay: Iterator[Any] = SPENT
        self.opened: list[tuple[Any, Any, Iterator[Any], int, Any]] = []  # first outcome, its weight, the outcomes left, how many, total
        self.below = below
        self.tail: Any = None

    def roll(self, source: Any, why: str = "") -> Any:  # noqa: ANN401, ARG002 - whatever the source gives; the hands share one signature; so below
        """Return the answer, or the first of the values."""
        answer = self.only
        if answer is not NO_ANSWER:
            self.only = NO_ANSWER
            return answer
        for answer in self.replay:
            return answer
        return self._open(source.branches, source.total)

    def read(self, source: Any, column: Any, why: str = "") -> Any:  # noqa: ANN401, ARG002
        """Return the answer, or the first of the entries; the column is looked at only for a new request."""
        answer = self.only
        if answer is not NO_ANSWER:
            self.only = NO_ANSWER
            return answer
        for answer in self.replay:
            return answer
        source = source.through(column)
        return self._open(source.branches, source.total)

    def total(self, n: int, die: Any, why: str = "") -> Any:  # noqa: ANN401, ARG002
        """Return the answer, or the first of the totals."""
        answer = self.only
        if answer is not NO_ANSWER:
            self.only = NO_ANSWER
            return answer
        for answer in self.replay:
            return answer
        source = die.sum_of(n)
        return self._open(source.branches, source.total)

    def gap(self, own: Any, other: Any, why: str = "") -> Any:  # noqa: ANN401, ARG002
        """Return the answer, or the first of the differences."""
        answer = self.only
        if answer is not NO_ANSWER:
            self.only = NO_ANSWER
            return answer
        for answer in self.replay:
            return answer
        source = gap_of(own, other)
        return self._open(source.branches, source.total)

    def do(self, proc: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        """Return the answer, or the first outcome of the sub-procedure's distribution."""
        answer = self.only
        if answer is not NO_ANSWER:
            self.only = NO_ANSWER
            return answer
        for answer in self.replay:
            return answer
        dist = proc.dist(*args, **kwargs)
        self.below[id(dist)] = dist
        return self._open(dist.weights.items(), dist.total)

    def later(self, proc: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        """Return a placeholder for the number, which can be added to."""
        return Later(proc.dist(*args, **kwargs) if kwargs else proc.cached_dist(args))

    def last(self, proc: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        """Name the distribution to mix in; the walker does the mixing."""
        if args and type(number := args[-1]) is Later:
            given, dist, plus = args[:-1], number.dist, number.plus
            self.tail = spread_each(proc, given, dist, plus.numbers) if type(plus) is Each else spread(proc, given, dist, plus)
            return TAIL
        try:
            dist = None if kwargs else proc._known.get(args)  # noqa: SLF001 - the shelf first, which saves a call
        except TypeError:
            dist = None
        self.tail = dist if type(dist) is Dist else proc.dist(*args, **kwargs)
        return TAIL

    def _open(self, branches: Collection[tuple[Any, Any]], total: Any) -> Any:  # noqa: ANN401
        """Return a new request: take its first outcome and run on."""
        opened = self.opened
        if len(opened) >= MOST_REQUESTS:
            raise looping()
        left = iter(branches)
        first, times = next(left)
        opened.append((first, times, left, len(branches), total))
        return first


def looping() -> OddsError:
    """Return what to say to a body that throws on and on."""
    return OddsError(
        N_("more than {most} throws in one run: end a re-roll with `return AGAIN`, or make the loop a chain").format(most=MOST_REQUESTS)
    )
