"""Pools: the same small procedure n times, its amounts added and capped.

Fields that never move in the same outcome form separate components, and a die lands in one component or in none. So the law of n dice is a
multinomial mixture of small sums, one component at a time, and no convolution runs over all fields at once. Components with a single uncapped
outcome fix their own count and are multiplied on last.

    hit = dice.do(pool(gun, rules, cap={"power": 10, "crew": 8}), 6)

A pool is itself a procedure of n. Its law stays folded until someone asks for single outcomes; a marginal projects one die first.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import product, repeat
from math import comb, factorial, prod
from operator import mul
from typing import Any, Final

from rulesdemo.dice import Dice
from rulesdemo.dist import Dist, record_of
from rulesdemo.errors import OddsError, TooManyPaths
from rulesdemo.procedure import Procedure

MOST_OUTCOMES: Final = 2_000_000

Vector = tuple[int, ...]
Law = dict[Vector, Any]


class PoolLaw:
    """The law of one die over some of its fields, and what n of them add up to."""

    def __init__(self, law: Law, caps: tuple[int | None, ...]) -> None:
        """Take the weights of one die's amounts, and the cap of each field (None for no cap)."""
        self._caps = caps
        self._width = len(caps)
        self._null = law.get((0,) * self._width, 0)
        moving = {vector: weight for vector, weight in law.items() if any(vector)}
        groups = _components(moving, self._width)
        self._single: list[tuple[int, int, Any]] = []  # field, step, weight: one uncapped outcome that moves one field
        self._heavy: list[tuple[tuple[int, ...], Law]] = []
        for fields, members in groups:
            ((vector, weight),) = list(members.items())[:1]
            if len(members) == 1 and len(fields) == 1 and caps[fields[0]] is None:
                self._single.append((fields[0], vector[fields[0]], weight))
            else:
                self._heavy.append((fields, {tuple(v[f] for f in fields): w for v, w in members.items()}))
        self._sums: list[list[Law]] = [[{(0,) * len(fields): 1}] for fields, _ in self._heavy]
        self._rest: dict[int, Law] = {}

    def _component(self, which: int, k: int) -> Law:
        """The k-fold sum of one component, all k dice landing in it."""
        fields, law = self._heavy[which]
        sums = self._sums[which]
        caps = [self._caps[field] for field in fields]
        while len(sums) <= k:
            longer: Law = {}
            for vector, weight in sums[-1].items():
                for add, times in law.items():
                    total = tuple(a + b if c is None or a + b < c else c for a, b, c in zip(vector, add, caps, strict=True))
                    longer[total] = longer.get(total, 0) + weight * times
            sums.append(longer)
        return sums[k]

    def _rest_of(self, k: int) -> Law:
        """The law of k dice that land in a heavy component or nowhere."""
        known = self._rest.get(k)
        if known is None:
            known = self._mixed(len(self._heavy), k)
            self._rest[k] = known
        return known

    def _mixed(self, upto: int, k: int) -> Law:
        """The law of k dice over the first `upto` heavy components and the null outcome."""
        levels: list[Law] = [{(): self._null**j} if self._null or j == 0 else {} for j in range(k + 1)]
        for which in range(upto):
            last = which == upto - 1
            wider: list[Law] = [{}] * k
            for j in range(k if last else 0, k + 1):
                here: Law = {}
                for i in range(j + 1):
                    times = comb(j, i)
                    own = self._component(which, i)
                    for (a, weight), (b, other) in product(levels[j - i].items(), own.items()):
                        if weight and other:
                            key = a + b
                            here[key] = here.get(key, 0) + weight * other * times
                if last:
                    return here
                wider[j:] = [here]
            levels = wider
        return levels[k]

    def size(self, n: int) -> int:
        """How many outcomes n dice have, at most."""
        kinds = len(self._single)
        most = [(max(vector[at] for vector in law), self._caps[field]) for fields, law in self._heavy for at, field in enumerate(fields)]
        size = 0
        for left in range(n + 1):  # dice that do not fall on a single outcome
            ways = comb(n - left + kinds - 1, kinds - 1) if kinds else int(left == n)
            size += ways * prod(1 + (left * step if cap is None else min(left * step, cap)) for step, cap in most)
        return size

    def weights(self, n: int, make: Any) -> dict[Any, Any]:  # noqa: ANN401 - takes an iterable of amounts, gives the outcome
        """The joint law of n dice, as outcomes made by `make`."""
        order = [field for fields, _ in self._heavy for field in fields]
        place = {field: at for at, field in enumerate(order)}
        out: dict[Any, Any] = {}
        for counts in _counts(len(self._single), n):
            left = n - sum(counts)
            rest = self._rest_of(left)
            if not rest:
                continue
            scale = factorial(n) // factorial(left)
            for count, (_, _, weight) in zip(counts, self._single, strict=True):
                scale = scale // factorial(count) * weight**count
            columns: list[Any] = list(zip(*rest, strict=True)) if order else []
            fixed = {field: count * step for count, (field, step, _) in zip(counts, self._single, strict=True)}
            amounts = [columns[place[field]] if field in place else repeat(fixed.get(field, 0), len(rest)) for field in range(self._width)]
            out.update(zip(map(make, zip(*amounts, strict=True)), map(mul, rest.values(), repeat(scale)), strict=True))
        out.pop(None, None)
        return out


class PoolDist(Dist[Any]):
    """The law of a pool, folded until someone asks for its outcomes."""

    __slots__ = ("_n", "_pool")

    def __init__(self, pool: Pool, n: int, basis: tuple[Any, ...]) -> None:
        """Fold the law of n dice of `pool`."""
        super().__init__({}, pool.one.total**n, basis)
        self._weights = None
        self._pool = pool
        self._n = n

    def fresh(self) -> Dist[Any]:
        return PoolDist(self._pool, self._n, (self,))

    def resting(self, basis: tuple[Any, ...]) -> Dist[Any]:
        return PoolDist(self._pool, self._n, (*basis, self))

    @property
    def fields(self) -> tuple[str, ...]:
        return self._pool.fields

    def marginal(self, *names: str) -> Dist[Any]:
        """The law of some fields, from one die projected on them."""
        self._places(names)
        if not self.folded:
            return super().marginal(*names)
        return Dist(self._pool.projected(names, self._n), self._total, (self,))

    def mean(self, of: Any = None) -> Any:  # noqa: ANN401 - see Dist.mean
        """The expected value; of a field, without unfolding the joint law."""
        if isinstance(of, str) and self.folded:
            return self.marginal(of).mean()
        return super().mean(of)

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
        self._laws: dict[tuple[str, ...], PoolLaw] = {}

    # -- one die ---------------------------------------------------------------------------------------------------

    @property
    def one(self) -> Dist[Any]:
        """The law of one die."""
        if self._one is None:
            self._one = self.proc.dist(*self.args)
            known = self._one.fields
            for name in (*self.cap, *self.keep, *((self.trump,) if self.trump else ())):
                if name not in known and not (name == "" and not known):
                    message = f"{self.name}: no field {name!r}; {self.proc.name} gives {', '.join(known) or 'plain numbers'}"
                    raise OddsError(message)
        return self._one

    @property
    def all_fields(self) -> tuple[str, ...]:
        """Every field of one die."""
        return self.one.fields

    @property
    def added_fields(self) -> tuple[str, ...]:
        """The fields that are added up."""
        return self.keep or self.all_fields

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the pool's outcome; () where only one is kept and the outcome is a plain number."""
        return () if len(self.keep) == 1 else self.added_fields

    def _record(self) -> Any:  # noqa: ANN401 - a NamedTuple class, or None for plain numbers
        if self.keep:
            return record_of(self.keep) if len(self.keep) > 1 else None
        return type(next(iter(self.one.weights))) if self.all_fields else None

    def _law_over(self, names: tuple[str, ...]) -> PoolLaw:
        """One die's law over `names` (all dice that do not trump)."""
        known = self._laws.get(names)
        if known is None:
            one = self.one
            places = [one.fields.index(name) for name in names] if one.fields else [None]
            trump = one.fields.index(self.trump) if self.trump else None
            law: Law = {}
            for outcome, weight in one.weights.items():
                if trump is not None and outcome[trump]:
                    continue
                vector = tuple(int(outcome if place is None else outcome[place]) for place in places)
                law[vector] = law.get(vector, 0) + weight
            known = PoolLaw(law, tuple(self.cap.get(name) for name in (names or ("",))))
            self._laws[names] = known
        return known

    def _trumped(self, n: int) -> Any:  # noqa: ANN401 - see dist.Weight
        """The weight of n dice of which at least one trumps."""
        one = self.one
        calm = sum(weight for outcome, weight in one.weights.items() if not getattr(outcome, self.trump))
        return one.total**n - calm**n

    def _trump_outcome(self, names: tuple[str, ...]) -> Vector:
        return tuple(int(name == self.trump) for name in names)

    # -- n dice ----------------------------------------------------------------------------------------------------

    def projected(self, names: tuple[str, ...], n: int) -> dict[Any, Any]:
        """The law of some fields of n dice."""
        make: Any = next if len(names) == 1 else record_of(names)._make
        law = self._law_over(names)
        self._refuse_large(law, n)
        weights = law.weights(n, (lambda amounts: amounts[0]) if len(names) == 1 else make)
        if self.trump and (extra := self._trumped(n)):
            amounts = self._trump_outcome(names)
            outcome = amounts[0] if len(names) == 1 else make(amounts)
            weights[outcome] = weights.get(outcome, 0) + extra
        return weights

    def joint(self, n: int) -> dict[Any, Any]:
        """The law of every field of n dice."""
        record = self._record()
        names = self.added_fields
        if record is None and names:
            return self.projected(names, n)
        law = self._law_over(names)
        self._refuse_large(law, n)
        make = (lambda amounts: amounts[0]) if record is None else partial(tuple.__new__, record)
        weights = law.weights(n, make)
        if self.trump and (extra := self._trumped(n)):
            outcome = make(self._trump_outcome(names))
            weights[outcome] = weights.get(outcome, 0) + extra
        return weights

    def _refuse_large(self, law: PoolLaw, n: int) -> None:
        size = law.size(n)
        if size > MOST_OUTCOMES * 5:  # `size` bounds from above, by about that much where fields are linked
            message = f"{n} dice have too many joint outcomes to list; ask for fewer dice, or for single fields"
            raise TooManyPaths(message)

    def _law(self, args: tuple[Any, ...]) -> Dist[Any]:
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
        return amount if cap is None else min(amount, cap)

    def forget(self) -> None:
        super().forget()
        self._one = None
        self._laws.clear()


_pools: dict[Any, Pool] = {}


def pool(
    proc: Procedure[..., Any], *args: Any, cap: Mapping[str, int] | int | None = None, keep: tuple[str, ...] = (), trump: str = ""
) -> Pool:
    """A procedure of n: `proc(*args)` thrown n times and added up.

    `cap` bounds fields (or the plain number); `keep` leaves only some fields; `trump` names a flag that, set by any die, clears every other field.

    >>> from rulesdemo.dice import D6
    >>> from rulesdemo.procedure import odds, procedure
    >>> @procedure
    ... def hit(dice):
    ...     return int(dice.roll(D6) >= 5)
    >>> odds(pool(hit), 2).p(2)
    Fraction(1, 9)
    """
    caps = tuple(sorted(({"": cap} if isinstance(cap, int) else cap or {}).items()))
    key = (proc, args, caps, keep, trump)
    known = _pools.get(key)
    if known is None:
        known = _pools[key] = Pool(proc, args, caps, keep, trump)
    return known


def _components(moving: Law, width: int) -> list[tuple[tuple[int, ...], Law]]:
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
    groups: dict[int, Law] = {}
    for vector, weight in moving.items():
        groups.setdefault(find(next(f for f in range(width) if vector[f])), {})[vector] = weight
    return [(tuple(field for field in range(width) if find(field) == root), law) for root, law in groups.items()]


def _counts(kinds: int, most: int) -> list[tuple[int, ...]]:
    """All ways to give `kinds` components up to `most` dice between them."""
    if kinds == 0:
        return [()]
    return [(first, *rest) for first in range(most + 1) for rest in _counts(kinds - 1, most - first)]
