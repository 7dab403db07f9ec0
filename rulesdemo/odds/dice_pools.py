"""Pools: the same small procedure n times, its amounts added and capped.

Fields that never move in the same outcome form separate components, and a die lands in one component or in none. So the distribution
of n dice is a multinomial mixture of small sums, one component at a time, and no convolution runs over all fields at once. Components
with a single uncapped outcome fix their own count and are multiplied on last.

    hit = dice.do(pool(gun, rules, cap={"power": 10, "crew": 8}), 6)

A pool is itself a procedure of n. Its distribution stays folded until someone asks for single outcomes; a marginal projects one die first.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Mapping, Sequence
from heapq import nsmallest
from itertools import chain, compress, product, repeat
from math import comb, factorial, prod
from operator import add, mul, not_
from typing import Any, Final

from rulesdemo.errors import OddsError, TooManyPaths
from rulesdemo.odds.budget import check
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.dist import Dist, record_of
from rulesdemo.odds.mixture import Linked, columns_of
from rulesdemo.odds.procedure import Procedure
from rulesdemo.words import N_

MOST_OUTCOMES: Final = 2_000_000
MOST_AMOUNT: Final = 200  # larger ones on one die would leave most slots of a packed sum empty
FEWEST_DICE: Final = 12  # slots are made for this many at first

Vector = tuple[int, ...]
Weights = dict[Vector, Any]


class OneDie:
    """The weights of one die over some of its fields, and of what n such dice add up to."""

    def __init__(self, weights: Weights, caps: tuple[int | None, ...], flags: tuple[int, ...] = ()) -> None:
        """Take the weights of one die's amounts, the cap of each field (None for no cap), and which fields are flags."""
        self.whole = sum(weights.values())
        self._one = weights
        self._caps = caps
        self._flags = flags
        self._nothing = [False if field in flags else 0 for field in range(len(caps))]
        self._single: list[tuple[int, int, Any]] = []  # field, step, weight: one uncapped outcome that moves one field
        self._heavy: list[tuple[tuple[int, ...], Weights]] = []  # fields, the one to be packed last, and what moves them
        amounts = [(min(column), max(column)) for column in zip((0,) * len(caps), *weights, strict=True)]
        self._spans = [high - low for low, high in amounts]
        # Weights that are not whole numbers, and amounts that slots do not suit, are added up one die at a time.
        self._packs = all(type(weight) is int for weight in weights.values()) and all(
            low == 0 and high <= MOST_AMOUNT for low, high in amounts
        )
        if self._packs:
            self._sort_out()
        self._room = self._width = 0
        self._linked: list[Linked] = []
        self._mixed: dict[tuple[int, int], dict[Vector, int]] = {}
        self._plain: list[Weights] = [{(0,) * len(caps): 1}]
        self._columns: dict[int, tuple[dict[int, Sequence[int]], Sequence[Any]]] = {}

    def _sort_out(self) -> None:
        """Find the components; the null outcome joins the largest, so that one level of mixing is spared."""
        zero = (0,) * len(self._caps)
        moving = {vector: weight for vector, weight in self._one.items() if vector != zero}
        for fields, members in sorted(_components(moving, len(zero)), key=lambda component: -len(component[1])):
            if len(fields) == len(members) == 1 and self._caps[fields[0]] is None:
                ((vector, weight),) = members.items()
                self._single.append((fields[0], vector[fields[0]], weight))
                continue
            if not self._heavy and zero in self._one:
                members[zero] = self._one[zero]
            order = tuple(sorted(fields, key=lambda field: self._caps[field] is None))
            self._heavy.append((order, {tuple(vector[field] for field in order): weight for vector, weight in members.items()}))

    def _make_room(self, n: int) -> None:
        """Widen the slots for the weights of n dice, to twice as many at a time, since all sums are worked out anew."""
        if self._linked and n <= self._room:
            return
        self._room = max(n, 2 * self._room, FEWEST_DICE)
        self._width = (self.whole**self._room).bit_length() // 8 + 1
        # Caps out of reach are none.
        caps = [cap if cap is not None and cap < self._room * span else None for cap, span in zip(self._caps, self._spans, strict=True)]
        self._linked = [Linked(members, tuple(caps[field] for field in fields), self._width) for fields, members in self._heavy]
        self._mixed.clear()

    def _rows(self, upto: int, k: int) -> dict[Vector, int]:
        """Return amounts of k dice in the first `upto` heavy components, for all fields but the packed one, with its packed weights."""
        if upto == 1:
            return self._linked[0].rows(k)
        known = self._mixed.get((upto, k))
        if known is None:
            known = self._mixed[upto, k] = {}
            for i in range(k + 1):
                own = self._linked[upto - 1].weights(i)
                times = comb(k, i)
                for key, row in self._rows(upto - 1, k - i).items():
                    check()
                    scaled = row * times
                    for amounts, weight in own:
                        new = key + amounts
                        known[new] = known.get(new, 0) + scaled * weight
        return known

    def _rest(self, k: int) -> tuple[dict[int, Sequence[int]], Sequence[Any]]:
        """Return a column of amounts per field, and the weights, of k dice that land in a heavy component or nowhere."""
        known = self._columns.get(k)
        if known is None:
            if self._heavy:
                (*order, last), *others = [fields for fields, _ in self._heavy]
                known = columns_of(self._rows(len(self._heavy), k), self._width, (*order, *chain(*others), last))
            elif self._packs:
                null = self._one.get((0,) * len(self._caps), 0)
                known = {}, [null**k] if null or k == 0 else []
            else:
                sums = self._added_up(k)
                known = dict(enumerate(zip(*sums, strict=True))), tuple(sums.values())
            for field in known[0].keys() & self._flags:  # here, where a column is made once for many outcomes
                known[0][field] = list(map(bool, known[0][field]))
            self._columns[k] = known
        return known

    def _added_up(self, k: int) -> Weights:
        """Add up k dice one at a time; caps come last, since amounts may be negative here."""
        while len(self._plain) <= k:
            check()
            after: Weights = {}
            for (amounts, weight), (more, times) in product(self._plain[-1].items(), self._one.items()):
                total = tuple(map(add, amounts, more))
                after[total] = after.get(total, 0) + weight * times
            self._plain.append(after)
        sums: Weights = {}
        for amounts, weight in self._plain[k].items():
            capped = tuple(amount if cap is None else min(amount, cap) for amount, cap in zip(amounts, self._caps, strict=True))
            sums[capped] = sums.get(capped, 0) + weight
        return sums

    def weight(self, n: int, wanted: Vector) -> Any:  # noqa: ANN401 - a weight
        """Return the weight of one sum of n dice: the dice are dealt to the components, and each must come to its own share."""
        if not self._packs:
            return self._added_up(n).get(wanted, 0)
        zero = (0,) * len(self._caps)
        moved = {field for fields, _members in self._heavy for field in fields} | {field for field, _step, _weight in self._single}
        over = any(cap is not None and want > cap for want, cap in zip(wanted, self._caps, strict=True))
        if over or any(want and field not in moved for field, want in enumerate(wanted)):
            return 0
        shares = [self._share(n, fields, members, wanted) for fields, members in self._heavy]
        shares += [[weight**k if k * step == wanted[field] else 0 for k in range(n + 1)] for field, step, weight in self._single]
        if not self._heavy:
            shares.append([self._one.get(zero, 0) ** k for k in range(n + 1)])
        ways = [1, *repeat(0, n)]
        for share in shares:
            ways = [sum(comb(k, i) * share[i] * ways[k - i] for i in range(k + 1)) for k in range(n + 1)]
        return ways[n]

    def _share(self, n: int, fields: tuple[int, ...], die: Weights, wanted: Vector) -> list[Any]:
        """Return the weights with which 0 to n dice of a component come to its share; what overshoots is dropped, except past a cap."""
        goal = tuple(wanted[field] for field in fields)
        full = tuple(wanted[field] == self._caps[field] for field in fields)
        sums: Weights = {(0,) * len(goal): 1}
        found = [sums.get(goal, 0)]
        for _die in range(n):
            check()
            after: Weights = {}
            for (amounts, weight), (step, times) in product(sums.items(), die.items()):
                total = tuple(map(add, amounts, step))
                if all(at_cap or amount <= most for amount, most, at_cap in zip(total, goal, full, strict=True)):
                    total = tuple(map(min, total, goal))
                    after[total] = after.get(total, 0) + weight * times
            sums = after
            found.append(sums.get(goal, 0))
        return found

    def size(self, n: int) -> int:
        """Return the most outcomes that n dice can have."""
        kinds = len(self._single)
        alone = {field for field, _, _ in self._single}
        most = [(span, cap) for field, (span, cap) in enumerate(zip(self._spans, self._caps, strict=True)) if field not in alone]
        size = 0
        for left in range(n + 1) if kinds else (n,):  # dice that do not fall on a single outcome
            ways = comb(n - left + kinds - 1, kinds - 1) if kinds else 1
            size += ways * prod([1 + (left * step if cap is None else min(left * step, cap)) for step, cap in most])
        return size

    def weights(self, n: int, record: Any) -> dict[Any, Any]:  # noqa: ANN401 - a NamedTuple class, or None for plain numbers
        """Return the weights of n dice, by records of all fields or by the amounts of the only one."""
        if self._heavy:
            self._make_room(n)
        collects = gc.isenabled()
        gc.disable()  # new outcomes are no garbage, and looking through them would take as long as making them
        try:
            return dict(chain.from_iterable(self._dealt(n, counts, record) for counts in _counts(len(self._single), n)))
        finally:
            if collects:
                gc.enable()

    def _dealt(self, n: int, counts: tuple[int, ...], record: Any) -> Iterable[tuple[Any, Any]]:  # noqa: ANN401 - see weights
        """Return the outcomes in which `counts` dice fall on each single outcome, with their weights."""
        check()
        left = n - sum(counts)
        columns, weights = self._rest(left)
        scale = factorial(n) // factorial(left)
        fixed = {}
        for count, (field, step, weight) in zip(counts, self._single, strict=True):
            scale = scale // factorial(count) * weight**count
            fixed[field] = count * step
        amounts = [columns.get(field) or repeat(fixed.get(field, nothing), len(weights)) for field, nothing in enumerate(self._nothing)]
        outcomes = amounts[0] if record is None else map(tuple.__new__, repeat(record), zip(*amounts, strict=False))
        return zip(outcomes, weights if scale == 1 else map(mul, weights, repeat(scale)), strict=False)


class PoolDist(Dist[Any]):
    """The distribution of a pool, folded until someone asks for its outcomes."""

    __slots__ = ("_n", "_pool")

    def __init__(self, pool: Pool, n: int, basis: tuple[Any, ...]) -> None:
        """Fold the distribution of n dice of `pool`."""
        super().__init__({}, pool.base[1] ** n, basis)
        self._weights = None
        self._pool = pool
        self._n = n

    def at_most_outcomes(self) -> int:
        """Return a number of outcomes that there are not more of, from the ranges of the fields."""
        return self._pool.size(self._n) if self.folded else super().at_most_outcomes()

    def fresh(self) -> Dist[Any]:
        """Return another folded copy."""
        return PoolDist(self._pool, self._n, (self,))

    def resting(self, basis: tuple[Any, ...]) -> Dist[Any]:
        """Return another folded copy, resting on more."""
        return PoolDist(self._pool, self._n, (*basis, self))

    @property
    def fields(self) -> tuple[str, ...]:
        """Return the pool's fields."""
        return self._pool.fields

    def marginal(self, *names: str) -> Dist[Any]:
        """Return the distribution of some fields, from one die projected on them."""
        self._places(names)
        if not self.folded:
            return super().marginal(*names)
        return Dist(self._pool.projected(names, self._n), self._total, (self,)).under(*names)

    def weight(self, outcome: Any) -> Any:  # noqa: ANN401 - see Dist.weight
        """Return the weight of one outcome, from the dice that can lead to it."""
        return self._pool.weight(outcome, self._n) if self.folded else super().weight(outcome)

    def mean(self, of: Any = None) -> Any:  # noqa: ANN401 - see Dist.mean
        """Return the expected value; that of a field without unfolding the joint distribution."""
        if isinstance(of, str) and self.folded:
            return self.marginal(of).mean()
        return super().mean(of)

    def __eq__(self, other: object) -> bool:
        """Compare one die, then field by field, so that folded distributions need hardly ever be unfolded."""
        if isinstance(other, PoolDist) and self.folded and other.folded:
            if self._n == other._n and self._pool.adds_as(other._pool):
                return True
            if self.fields != other.fields or any(self.marginal(name) != other.marginal(name) for name in self.fields):
                return False
        return super().__eq__(other)

    __hash__ = Dist.__hash__

    def _first(self, most: int) -> list[Any]:
        return nsmallest(most, self.weights)  # amounts can all be compared, so the millions behind these need no order

    def _expand(self) -> dict[Any, Any]:
        return self._pool.joint(self._n)


class Pool(Procedure[..., Any]):
    """n throws of one procedure, added field by field."""

    def __init__(
        self, proc: Procedure[..., Any], args: tuple[Any, ...], caps: tuple[tuple[str, int], ...], keep: tuple[str, ...], trump: str
    ) -> None:
        """Add up throws of `proc(*args)`; see `pool`."""
        super().__init__(self._throw_all, title=f"{proc.title}, each die")
        self.name = f"pool of {proc.name}"
        self.proc = proc
        self.args = args
        self.keep = keep
        self.trump = trump
        self.cap = dict(caps)
        self._one: Dist[Any] | None = None
        self._base: tuple[dict[Any, Any], Any] | None = None
        self._flags: frozenset[str] | None = None
        self._dice: dict[tuple[str, ...], OneDie] = {}

    # -- one die ---------------------------------------------------------------------------------------------------

    @property
    def one(self) -> Dist[Any]:
        """Return the distribution of one die."""
        if self._one is None:
            self._one = self.proc.dist(*self.args)
            known = self._one.fields
            for name in (*self.cap, *self.keep, *((self.trump,) if self.trump else ())):
                if name not in known and not (name == "" and not known):
                    message = N_("{pool}: no field {name!r}; {proc} gives {fields}").format(
                        pool=self.name, name=name, proc=self.proc.name, fields=", ".join(known) or N_("plain numbers")
                    )
                    raise OddsError(message)
        return self._one

    @property
    def base(self) -> tuple[dict[Any, Any], Any]:
        """Return weights and total of one die in lowest terms."""
        if self._base is None:
            self._base = self.one.lowest()
        return self._base

    def adds_as(self, other: Pool) -> bool:
        """Return whether as many throws of the other add up to the same."""
        return (self.base, self.cap, self.keep, self.trump) == (other.base, other.cap, other.keep, other.trump)

    @property
    def all_fields(self) -> tuple[str, ...]:
        """Return every field of one die."""
        return self.one.fields

    @property
    def added_fields(self) -> tuple[str, ...]:
        """Return the fields that are added up."""
        return self.keep or self.all_fields

    @property
    def fields(self) -> tuple[str, ...]:
        """Return the fields of the pool's outcome; () where only one is kept and the outcome is a plain number."""
        return () if len(self.keep) == 1 else self.added_fields

    @property
    def flags(self) -> frozenset[str]:
        """Return the fields that are true or false on one die and stay so on many, because of a cap of 1 or as the trump."""
        if self._flags is None:
            held = [name for name in self.all_fields if name == self.trump or self.cap.get(name) in (0, 1)]
            self._flags = frozenset(name for name in held if all(type(value) is bool for value in self.one.marginal(name).weights))
        return self._flags

    def _record(self) -> Any:  # noqa: ANN401 - a NamedTuple class, or None for plain numbers
        if self.keep:
            return record_of(self.keep) if len(self.keep) > 1 else None
        return type(next(iter(self.one.weights))) if self.all_fields else None

    def _die_over(self, names: tuple[str, ...]) -> OneDie:
        """Return the weights of one die over `names`, dice that trump left out."""
        known = self._dice.get(names)
        if known is None:
            weights, fields = self.base[0], self.one.fields
            columns = dict(zip(fields, zip(*weights, strict=True), strict=True)) if fields else {"": weights}
            vectors = zip(*(map(int, columns[name]) for name in names or ("",)), strict=True)
            counted = map(not_, columns[self.trump]) if self.trump else repeat(1)
            merged: Weights = {}
            for vector, weight in compress(zip(vectors, weights.values(), strict=True), counted):
                merged[vector] = merged.get(vector, 0) + weight
            flags = tuple(place for place, name in enumerate(names) if name in self.flags)
            known = OneDie(merged, tuple(self.cap.get(name) for name in (names or ("",))), flags)
            self._dice[names] = known
        return known

    def _trump_outcome(self, names: tuple[str, ...]) -> Vector:
        return tuple(map(self._typed_amount, names, [int(name == self.trump) for name in names]))

    def _typed_amount(self, name: str, amount: int) -> int:
        """Return an amount in the type of its field."""
        return bool(amount) if name in self.flags else amount

    # -- n dice ----------------------------------------------------------------------------------------------------

    def size(self, n: int) -> int:
        """Return how many outcomes n dice have, at most."""
        return self._die_over(self.added_fields).size(n) + 1

    def projected(self, names: tuple[str, ...], n: int) -> dict[Any, Any]:
        """Return the weights of some fields of n dice."""
        return self._added(names, None if len(names) == 1 else record_of(names), n)

    def weight(self, outcome: Any, n: int) -> Any:  # noqa: ANN401 - an outcome of the pool, and a weight
        """Return the weight of one outcome of n dice."""
        names = self.added_fields
        die, amounts = self._die_over(names), tuple(map(int, outcome if self.fields else (outcome,)))
        trumped = self.base[1] ** n - die.whole**n if self.trump and amounts == self._trump_outcome(names) else 0
        return die.weight(n, amounts) + trumped

    def joint(self, n: int) -> dict[Any, Any]:
        """Return the weights of every field of n dice."""
        return self._added(self.added_fields, self._record(), n)

    def _added(self, names: tuple[str, ...], record: Any, n: int) -> dict[Any, Any]:  # noqa: ANN401 - see _record
        die = self._die_over(names)
        if die.size(n) > MOST_OUTCOMES * 5:  # `size` bounds from above, by about that much where fields are linked
            message = N_("{n} dice have too many joint outcomes to list; ask for fewer dice, or for single fields").format(n=n)
            raise TooManyPaths(message)
        weights = die.weights(n, record)
        if self.trump and (extra := self.base[1] ** n - die.whole**n):
            amounts = self._trump_outcome(names)
            outcome = amounts[0] if record is None else tuple.__new__(record, amounts)
            weights[outcome] = weights.get(outcome, 0) + extra
        return weights

    def _compute(self, args: tuple[Any, ...]) -> Dist[Any]:
        (n,) = args
        return PoolDist(self, n, (self.one,))

    def _throw_all(self, dice: Dice, n: int) -> Any:  # noqa: ANN401 - the type of proc's outcome
        """Really throw n dice and add them up."""
        throws = [dice.do(self.proc, *self.args) for _ in range(n)]
        return self.added(throws)

    def added(self, throws: list[Any]) -> Any:  # noqa: ANN401 - the type of proc's outcome
        """Add single throws field by field, with caps, trump and keep."""
        record = self._record()
        if not self.all_fields:
            total = sum(throws)
            cap = self.cap.get("")
            return total if cap is None else min(total, cap)
        if self.trump and any(getattr(throw, self.trump) for throw in throws):
            amounts = self._trump_outcome(self.added_fields)
        else:
            amounts = tuple(self._capped(name, sum(int(getattr(throw, name)) for throw in throws)) for name in self.added_fields)
        if record is None:
            return amounts[0]
        return tuple.__new__(record, amounts)

    def _capped(self, name: str, amount: int) -> int:
        cap = self.cap.get(name)
        return self._typed_amount(name, amount if cap is None else min(amount, cap))

    def forget(self) -> None:
        """Empty the shelf, and the tables behind it."""
        super().forget()
        self._one = self._base = self._flags = None
        self._dice.clear()


_pools: dict[Any, Pool] = {}


def pool(
    proc: Procedure[..., Any],
    *args: Any,  # noqa: ANN401 - proc's own arguments
    cap: Mapping[str, int] | int | None = None,
    keep: tuple[str, ...] = (),
    trump: str = "",
) -> Pool:
    """Make a procedure of n: `proc(*args)` thrown n times and added up.

    `cap` bounds fields (or the plain number); `keep` leaves only some fields; `trump` names a flag that, set by any die, clears every
    other field.

    >>> from rulesdemo.odds.dice import D6
    >>> from rulesdemo.odds.procedure import odds, procedure
    >>> @procedure
    ... def hit(dice):
    ...     return int(dice.roll(D6) >= 5)
    >>> odds(pool(hit), 2).p(2)
    Fraction(1, 9)
    """
    bounds = {"": cap} if isinstance(cap, int) else cap or {}
    key = (proc, args, tuple(bounds.items()), keep, trump)
    known = _pools.get(key)
    if known is None:
        caps = tuple(sorted(bounds.items()))  # the same pool in whatever order its caps are given
        known = _pools.setdefault((proc, args, caps, keep, trump), Pool(proc, args, caps, keep, trump))
        _pools[key] = known
    return known


def _components(moving: Weights, width: int) -> list[tuple[tuple[int, ...], Weights]]:
    """Split the moving outcomes into groups of fields that never move together."""
    leader = list(range(width))

    def find(field: int) -> int:
        while leader[field] != field:
            field = leader[field]
        return field

    for vector in moving:
        touched = [field for field in range(width) if vector[field]]
        for field in touched[1:]:
            leader[find(field)] = find(touched[0])
    groups: dict[int, Weights] = {}
    for vector, weight in moving.items():
        groups.setdefault(find(next(f for f in range(width) if vector[f])), {})[vector] = weight
    return [(tuple(field for field in range(width) if find(field) == root), members) for root, members in groups.items()]


def _counts(kinds: int, most: int) -> list[tuple[int, ...]]:
    """List all ways to give `kinds` components up to `most` dice between them."""
    if kinds == 0:
        return [()]
    return [(first, *rest) for first in range(most + 1) for rest in _counts(kinds - 1, most - first)]
