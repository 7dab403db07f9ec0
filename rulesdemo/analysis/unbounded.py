"""Beyond: what a body does with a number that is larger, or smaller, than all it is compared with.

The body is run with a number that has no value but a side: it can be added to, divided and compared, and every comparison notes from where
on it comes out so. A body that ends without asking for more does the same with every number beyond the furthest note. That is a proof, and
the only ground on which we say something about numbers that nobody looked at. A number of turns may also be handed to a chain: then the
states of the chain are known, and with them how long a rule its chances can follow.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from rulesdemo.errors import OddsError, RulesError
from rulesdemo.odds.budget import check
from rulesdemo.odds.chains import Chain, Repeat
from rulesdemo.odds.dice import AGAIN, Dice
from rulesdemo.odds.procedure import Procedure
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.rules.tables import Axis, Table
from rulesdemo.words import N_

# Sums, comparisons and runs after which we give up: a loop that counts a far number down never ends.
MOST_STEPS: Final = 50_000
MOST_RUNS: Final = 5_000
# What a body may run into with a number that has no value; all it means is that nothing is known.
UNSURE: Final = (RulesError, TypeError, ValueError, AttributeError, LookupError, ArithmeticError, RecursionError)


class Notes:
    """From where on everything came out as it did."""

    def __init__(self) -> None:
        """Begin with nothing noted."""
        self.bound: int | None = None
        self._steps = 0

    def step(self) -> None:
        """Note one more sum or comparison."""
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise _no_value()

    def since(self, bound: int) -> None:
        """Note that it comes out so from here on."""
        self.bound = bound if self.bound is None else max(self.bound, bound)


class Far:
    """(step * t + plus) // width, where t is as large as need be."""

    __slots__ = ("notes", "plus", "step", "width")

    def __init__(self, notes: Notes, step: int = 1, plus: int = 0, width: int = 1) -> None:
        """Go up for ever with a step of 1, down with one of -1."""
        notes.step()
        self.notes, self.step, self.plus, self.width = notes, step, plus, width

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """Refuse to say whether it is a whole number: either answer would mislead."""
        raise _no_value()

    def __hash__(self) -> int:
        """Refuse: nothing may be kept under it or looked up by it."""
        raise _no_value()

    def __repr__(self) -> str:
        """Refuse: it has no digits."""
        raise _no_value()

    def __add__(self, more: int) -> Far:
        """Return it raised by a whole number."""
        return Far(self.notes, self.step, self.plus + _whole(more) * self.width, self.width)

    __radd__ = __add__

    def __sub__(self, less: int) -> Far:
        """Return it lowered by a whole number."""
        return self + -_whole(less)

    def __neg__(self) -> Far:
        """Return the other side; a quotient rounds the other way there."""
        return Far(self.notes, -self.step, self.width - 1 - self.plus, self.width)

    def __rsub__(self, whole: int) -> Far:
        """Subtract it from a number."""
        return -self + whole

    def __mul__(self, times: int) -> Far | int:
        """Multiply by a whole number; a quotient would lose its rounding."""
        if self.width > 1:
            raise _no_value()
        return Far(self.notes, self.step * times, self.plus * times) if _whole(times) else 0

    __rmul__ = __mul__

    def __floordiv__(self, by: int) -> Far:
        """Return a quotient, rounded down."""
        if _whole(by) <= 0:
            raise _no_value()
        return Far(self.notes, self.step, self.plus, self.width * by)

    def _at_least(self, value: int) -> bool:
        """Return whether it is, in the end; from where on is noted."""
        self.notes.step()
        if self.step > 0:
            self.notes.since(-((self.plus - value * self.width) // self.step))
            return True
        self.notes.since(-((value * self.width - 1 - self.plus) // -self.step))
        return False

    def __ge__(self, value: int) -> bool:
        """Return whether it ends at least there."""
        return self._at_least(_whole(value))

    def __gt__(self, value: int) -> bool:
        """Return whether it ends above."""
        return self._at_least(_whole(value) + 1)

    def __lt__(self, value: int) -> bool:
        """Return whether it ends below."""
        return not self._at_least(_whole(value))

    def __le__(self, value: int) -> bool:
        """Return whether it ends at most there."""
        return not self._at_least(_whole(value) + 1)

    def __eq__(self, value: object) -> bool:
        """Return False: it equals no number in the end, and nothing else."""
        if value is None or type(value) is str:
            return False
        return self._at_least(_whole(value) + (self.step > 0)) != (self.step > 0)

    def __bool__(self) -> bool:
        """Return True: it is not 0 in the end."""
        return self != 0


def _whole(value: Any) -> int:  # noqa: ANN401 - whatever a body adds or compares
    if type(value) not in (int, bool):
        raise _no_value()
    return int(value)


def _no_value() -> OddsError:
    return OddsError(N_("a number far beyond all others has no value"))


# -- tables and dice -----------------------------------------------------------------------------------------------------


class _FarTable:
    """A table that can be read far beyond its edge, where it says what lies there."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as the table has it
        return getattr(self._table, name)

    def at(self, row: Any, column: Any = None) -> Any:  # noqa: ANN401 - as the table's own
        return self._table.at(_label(self._table.rows, row), _label(self._table.columns, column))

    def record(self, row: Any) -> Any:  # noqa: ANN401
        return self._table.record(_label(self._table.rows, row))

    def under(self, source: Any, column: Any = None, plus: Any = 0) -> Any:  # noqa: ANN401
        if type(plus) is not Far:
            return self._table.under(source, _label(self._table.columns, column), plus)
        return tuple(self.record(value + plus) if column is None else self.at(value + plus, column) for value in source.values)

    def across(self, source: Any, row: Any, plus: Any = 0) -> Any:  # noqa: ANN401
        if type(plus) is not Far:
            return self._table.across(source, _label(self._table.rows, row), plus)
        return tuple(self.at(row, value + plus) for value in source.values)


def _label(axis: Axis, key: Any) -> Any:  # noqa: ANN401 - any key
    """Return the line of a far number; other keys stay as they are."""
    if type(key) is not Far:
        return key
    if axis.kind == "name":
        raise _no_value()
    for label, (low, high) in zip(axis.labels, axis.spans, strict=True):
        if (low is None or key >= low) and (high is None or key <= high):
            return label
    # Beyond every line; the table's own way with the first number there is its way with all of them.
    ends = [end for span in axis.spans for end in span if end is not None]
    up = key > max(ends)
    if (axis.above if up else axis.below) != "clamp":
        raise _no_value()
    return axis.labels[axis.find(max(ends) + 1 if up else min(ends) - 1, axis.name)[0]]


class _FarRules:
    """Rules whose tables can be read far beyond their edges."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as the rules have it
        return getattr(self.rules, name)

    def table(self, name: str) -> _FarTable:
        return _FarTable(self.rules.table(name))


def _is_far(args: tuple[Any, ...]) -> bool:
    """Return whether a far number is somewhere in them; nothing else refuses to be a key in this way."""
    try:
        hash(args)
    except OddsError:
        return True
    return False


@dataclass(frozen=True, slots=True)
class Turned:
    """A chain that was handed the number of its turns, (t + plus) // width."""

    chain: Chain[Any]
    plus: int
    width: int


class _Walk:
    """All runs of a body, and of the bodies below it."""

    def __init__(self) -> None:
        self.notes = Notes()
        self.turned: Turned | None = None
        self.read: dict[Hashable, Any] = {}  # the outcome by the state that the chain is left in
        self._runs = 0

    def outcomes(self, proc: Procedure[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], *, top: bool = False) -> list[Any]:
        """Return every outcome, once each."""
        if type(proc) is not Procedure:
            raise _no_value()  # pools and their like work their distributions out by other ways than their bodies
        hand = _EveryHand(self)
        found: dict[Any, None] = {}
        while True:
            self._runs += 1
            check()
            if self._runs > MOST_RUNS:
                raise _no_value()
            outcome = proc.body(hand, *args, **kwargs)
            if outcome is not AGAIN:
                found[outcome] = None  # an outcome that holds a far number refuses to be a key
            if self.turned is not None:
                if not top or len(hand.answers) != 1 or outcome is AGAIN:
                    raise _no_value()  # a chain and other dice: nobody needs it, so nobody has proved it
                self.read[hand.answers[0]] = outcome
            if not hand.turn():
                return list(found)

    def states(self, repeat: Repeat, args: tuple[Any, ...]) -> list[Any]:
        """Return every state in which a chain can be left after some turns."""
        *given, start, turns = args
        if type(turns) is not Far or turns.step != 1 or _is_far((*given, start)):
            raise _no_value()
        bare = tuple(each.rules if type(each) is _FarRules else each for each in given)
        chain = Chain(repeat.step, start, repeat.until, *bare)
        self.turned = Turned(chain, turns.plus, turns.width)
        self.notes.since(-turns.plus)  # fewer turns than none are none
        return list(dict.fromkeys([start, *chain.rows, *(new for dist in chain.rows.values() for new in dist.weights)]))


class _EveryHand(Dice):
    """Gives every answer in turn, a run each; how likely it is does not matter here."""

    __slots__ = ("_at", "_left", "_walk", "answers")

    def __init__(self, walk: _Walk) -> None:
        self._walk = walk
        self.answers: list[Any] = []
        self._left: list[list[Any]] = []
        self._at = 0

    def turn(self) -> bool:
        """Go on to the next run, and return whether there is one."""
        while self._left and not self._left[-1]:
            self._left.pop()
            self.answers.pop()
        if self._left:
            self.answers[-1] = self._left[-1].pop()
        self._at = 0
        return bool(self._left)

    def _one_of(self, options: Callable[[], Iterable[Any]]) -> Any:  # noqa: ANN401 - one of them
        if self._at == len(self.answers):
            first, *left = options()
            self.answers.append(first)
            self._left.append(left)
        self._at += 1
        return self.answers[self._at - 1]

    def roll(self, source: Any, why: str = "") -> Any:  # noqa: ANN401, ARG002 - the hands share one signature; so below
        return self._one_of(lambda: source.values)

    def read(self, source: Any, column: Any, why: str = "") -> Any:  # noqa: ANN401, ARG002
        return self._one_of(lambda: dict.fromkeys(column))

    def do(self, proc: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        def options() -> Iterable[Any]:
            if not _is_far((*args, *kwargs.values())):
                bare = [each.rules if type(each) is _FarRules else each for each in args]
                return proc.dist(*bare, **kwargs).weights  # type: ignore[no-any-return]
            if isinstance(proc, Repeat) and not kwargs:
                return self._walk.states(proc, args)
            return self._walk.outcomes(proc, args, kwargs)

        return self._one_of(options)

    def last(self, proc: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        return self.do(proc, *args, **kwargs)


# -- what is found -------------------------------------------------------------------------------------------------------


def level_from(proc: Procedure[..., Any], rules: Ruleset, args: Callable[[Far], Iterable[Any]], way: int) -> int | None:
    """Return the number from which on, upwards (way 1) or downwards (way -1), a procedure has one distribution; None if unknown.

    >>> from rulesdemo.analysis.catalogue import find
    >>> from rulesdemo.rules.ruleset import ruleset
    >>> slips = find("republic.refusal").procedure
    >>> [level_from(slips, ruleset("republic"), lambda drm: (5, drm), way) for way in (-1, 1)]
    [-4, 6]
    """
    walk = _Walk()
    try:
        walk.outcomes(proc, (_FarRules(rules), *args(Far(walk.notes, way))), {})
    except UNSURE:
        return None
    return way * (walk.notes.bound or 0)


@dataclass(frozen=True, slots=True)
class Turning:
    """A procedure that turns a chain: its outcome by the state of the chain, (n + plus) // width turns on, from n = `since` on."""

    turned: Turned
    read: dict[Any, Any]
    since: int

    @property
    def order(self) -> int:
        """Return how many terms a rule of its chances can have at most: one for each passing state, and one for all that has ended well."""
        return len(self.turned.chain.rows) + 1

    def chances(self, holds: Callable[[Any], bool]) -> Iterator[Fraction]:
        """Yield the chance of an event after 0, 1, 2, ... turns of the chain, without end."""
        wanted = {state for state, outcome in self.read.items() if holds(outcome)}
        for dist, total in self.turned.chain.weights_by_step():
            yield Fraction(sum(weight for state, weight in dist.items() if state in wanted), total)


def turning(proc: Procedure[..., Any], rules: Ruleset, args: Callable[[Far], Iterable[Any]]) -> Turning | None:
    """Return what is known of a procedure that hands a number of turns to a chain and then only reads how it was left; None for all others.

    >>> from rulesdemo.analysis.catalogue import find
    >>> from rulesdemo.rules.ruleset import ruleset
    >>> burning = turning(find("veneti.burning").procedure, ruleset("veneti"), lambda rolls: (rolls,))
    >>> burning.order, burning.since
    (2, 0)
    """
    walk = _Walk()
    try:
        walk.outcomes(proc, (_FarRules(rules), *args(Far(walk.notes))), {}, top=True)
    except UNSURE:
        return None
    return Turning(walk.turned, walk.read, walk.notes.bound or 0) if walk.turned else None
