"""Mixtures and sums, worked out on big whole numbers.

A mixture of many distributions over the same few outcomes is a weighted sum of rows. Each row is packed into one big integer, a slot of
fixed width per outcome, so that the sum is one pass of multiply-and-add over big integers instead of one dict update per outcome and
distribution.

The distribution of a sum is a product of polynomials. With the amounts as slots of one big integer, one more die is one multiplication.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, compress, count, repeat
from math import inf, lcm
from operator import add, mul
from struct import Struct
from typing import Any, Final, NamedTuple

from rulesdemo.odds.budget import check
from rulesdemo.odds.dist import Dist

# Above this many outcomes in one mixture, dict updates are as quick and take less room.
MOST_SLOTS: Final = 2_000
# Two distributions are mixed sooner by hand.
FEWEST_ROWS: Final = 3
_LETTERS: Final = {2: "H", 4: "I", 8: "Q"}


@lru_cache(maxsize=1_000)
def _reader(size: int, width: int) -> Callable[[bytes], Sequence[int]]:
    """Return the reader of `size` slots of this width."""
    letter = _LETTERS.get(width)
    if letter:
        return Struct(f"<{size}{letter}").unpack
    return lambda raw: [int.from_bytes(raw[at : at + width], "little") for at in range(0, size * width, width)]


def slots_of(packed: int, size: int, width: int) -> Sequence[int]:
    """Return the contents of `size` slots, each `width` bytes wide.

    >>> slots_of(0x0300_0001, 2, 2), slots_of(0x0003_0000_0001, 3, 2), slots_of(0x03_000001, 2, 3)
    ((1, 768), (1, 0, 3), [1, 3])
    """
    return _reader(size, width)(packed.to_bytes(size * width, "little"))


class Mixture(NamedTuple):
    """Distributions with their weights; a distribution may stand there more than once."""

    dists: list[Dist[Any]]
    weights: list[Any]

    def add(self, dist: Dist[Any], weight: Any) -> None:  # noqa: ANN401 - see dist.Weight
        """Mix in `dist` with `weight`."""
        self.dists.append(dist)
        self.weights.append(weight)


class Packing:
    """The slots of one procedure's outcomes: which outcome has which, how wide they are, and the total all rows are scaled to."""

    __slots__ = ("most", "names", "read", "size", "slots", "stamp", "total", "width")

    def __init__(self) -> None:
        """Start with no outcome seen."""
        self.names: list[Any] = []
        self.slots: dict[Any, int] = {}
        self.total = 1
        self.width = 2
        self.most = 1 << 16  # what a slot cannot hold
        self.size = 0  # bytes of a row, and what reads it
        self.read = _reader(0, 2)
        self.stamp = object()

    def row(self, dist: Dist[Any]) -> int:
        """Return the distribution as one integer, scaled to the shared total; a larger total makes every older row stale."""
        if self.total % dist.total:
            self.total = lcm(self.total, dist.total)
            self.stamp = object()
        scale = self.total // dist.total
        slots, names = self.slots, self.names
        bits = self.width * 8
        packed = 0
        for outcome, weight in dist.weights.items():
            slot = slots.get(outcome)
            if slot is None:
                slot = slots[outcome] = len(names)
                names.append(outcome)
            packed += weight * scale << slot * bits
        dist.packed = packed
        dist.stamp = self.stamp
        return packed

    def rows(self, dists: list[Dist[Any]], whole: int) -> list[int] | None:
        """Return the distributions' rows, in slots that hold a mixture whose weights add up to `whole`; None where they do not fit."""
        if len(self.names) > MOST_SLOTS or not all(dist.packing is self and type(dist.total) is int for dist in dists):
            return None
        while True:
            stamp = self.stamp
            rows = [dist.packed if dist.stamp is stamp else self.row(dist) for dist in dists]
            if self.stamp is stamp:
                bits = (self.total * whole).bit_length()
                if bits <= self.width * 8:
                    return rows
                # A width that unpacks quickly; or one with room to grow, since all rows are packed anew.
                self.width = next((width for width in _LETTERS if bits <= width * 8), bits // 7)
                self.most = 1 << self.width * 8
                self.stamp = object()

    def unpacked(self, packed: int) -> dict[Any, int]:
        """Return the weights in the slots, by outcome; empty slots are left out."""
        names = self.names
        size = len(names) * self.width
        if size != self.size:  # names and width only grow, so that another of either is another size
            self.read = _reader(len(names), self.width)
            self.size = size
        cells = self.read(packed.to_bytes(size, "little"))
        return dict(compress(zip(names, cells), cells))  # noqa: B905 - as many cells as names; a third quicker than when that is checked


# Weights, the total to divide them by, and how many times they count.
Part = tuple[dict[Any, Any], Any, Any]


def parts_of(mixture: Mixture, denominator: Any) -> list[Part]:  # noqa: ANN401 - see dist.Weight
    """Split a mixture on a path of this denominator into few parts: one where its distributions are packed, else one for each of them."""
    dists, weights = mixture
    packing = dists[0].packing
    if packing is not None and len(dists) >= FEWEST_ROWS and type(whole := sum(weights)) is int:
        stamp = packing.stamp
        rows = [dist.packed for dist in dists if dist.stamp is stamp]
        if len(rows) < len(dists) or packing.total * whole >= packing.most:
            rows = packing.rows(dists, whole)
        if rows:
            return [(packing.unpacked(sum(map(mul, rows, weights))), denominator * packing.total, 1)]
    once: dict[int, Part] = {}
    for dist, weight in zip(dists, weights, strict=True):
        known = once.get(id(dist))
        once[id(dist)] = (dist.weights, denominator * dist.total, weight) if known is None else (known[0], known[1], known[2] + weight)
    return list(once.values())


def together(parts: list[Part]) -> tuple[dict[Any, Any], Any]:
    """Add up parts of any totals: the weights, and the one total of them all."""
    if len(parts) == 1 and parts[0][2] == 1:
        return parts[0][:2]
    added: dict[Any, Any] = {}
    symbol = next((total for _, total, _ in parts if not isinstance(total, int)), None)
    if symbol is None:
        common = lcm(*[total for _, total, _ in parts])
        for weights, total, times in parts:
            check()
            scale = common // total * times
            for outcome, weight in weights.items():
                added[outcome] = added.get(outcome, 0) + weight * scale
        return added, common
    one = symbol / symbol  # a 1 by which whole numbers divide exactly
    for weights, total, times in parts:
        for outcome, weight in weights.items():
            added[outcome] = added.get(outcome, 0) + weight * times * one / total
    return added, one


class Spread:
    """The distributions of one procedure by its last argument, a whole number; their rows are good as long as the stamp is."""

    __slots__ = ("bare", "dists", "packing", "rows", "stamp")

    def __init__(self) -> None:
        """Start with no distribution."""
        self.dists: dict[int, Dist[Any]] = {}
        self.rows: dict[int, int] = {}
        self.bare = True  # whether none of the distributions rests on anything that was read
        self.packing = Packing()
        self.stamp: object = None

    def fits(self, whole: Any) -> bool:  # noqa: ANN401 - see _columns
        """Return whether the rows are still good, and their slots hold a mixture of weights that add up to `whole`."""
        return self.stamp is self.packing.stamp and self.packing.total * whole < self.packing.most

    def mixed(self, values: Sequence[int], weights: list[Any], pluses: Sequence[int]) -> list[int] | None:
        """Return the rows of the values from each of `pluses` on, weighed and added up; None where one is not here."""
        rows = self.rows
        try:
            if type(values) is range and type(pluses) is range:
                # Every sum is of a stretch of one line of rows.
                line = [rows[number] for number in range(values[0] + pluses[0], values[-1] + pluses[-1] + 1)]
                size = len(values)
                return [sum(map(mul, line[start : start + size], weights)) for start in range(len(pluses))]
            return [sum(map(mul, [rows[value + plus] for value in values], weights)) for plus in pluses]
        except KeyError:
            return None

    def keep(self, numbers: list[int], dists: list[Dist[Any]]) -> None:
        """Take in distributions that have just been mixed, if they were packed for it."""
        packing = dists[0].packing
        if packing is None:
            return
        if self.stamp is not packing.stamp:
            self.dists.clear()
            self.rows.clear()
            self.bare = True
            self.packing = packing
            self.stamp = packing.stamp
        for number, dist in zip(numbers, dists, strict=True):
            # Never so for the distribution of a pool, which is made anew for every user, to be unfolded and dropped.
            if dist.stamp is self.stamp:
                self.dists[number] = dist
                self.rows[number] = dist.packed
                self.bare = self.bare and not dist.rests_on


def _stretch(numbers: list[int]) -> Sequence[int]:
    """Return the numbers, as a range where they are one number after the other."""
    whole = range(numbers[0], numbers[0] + len(numbers)) if numbers and type(numbers[0]) is int else None
    return whole if whole is not None and numbers == list(whole) else numbers


def _columns(number: Dist[Any]) -> tuple[Sequence[int], list[Any], Any, Any]:
    """Return the values of a number, their weights, the sum of those and the total; a sum that cannot be packed is infinite."""
    if number.columns is None:
        weights = list(number.weights.values())
        whole = sum(weights)
        number.columns = _stretch(list(number.weights)), weights, whole if type(whole) is int else inf, number.total
    return number.columns  # type: ignore[no-any-return]


def spread(proc: Any, given: tuple[Any, ...], number: Dist[Any], plus: int) -> Dist[Any]:  # noqa: ANN401 - any procedure
    """Mix the distributions of `proc(*given, number + plus)` by that of the number."""
    values, weights, whole, total = number.columns or _columns(number)
    try:
        known = proc.spreads.get(given)
    except TypeError:
        known = None  # arguments that cannot be kept; `proc` will say so below
    if known is not None and known.fits(whole):
        # Nearly always these distributions have been mixed before, by the distribution of another number, and their rows are at hand.
        packed = known.mixed(values, weights, (plus,))
        if packed is not None:
            basis = (number,) if known.bare else (number, *[known.dists[value + plus] for value in values])
            return Dist(known.packing.unpacked(packed[0]), known.packing.total * total, basis)
    numbers = [value + plus for value in values]
    dists = [proc.cached_dist((*given, each)) for each in numbers]
    mixture, total = together(parts_of(Mixture(dists, weights), total))
    proc.spreads.setdefault(given, Spread()).keep(numbers, dists)
    return Dist(mixture, total, (number, *dists))


def spread_each(proc: Any, given: tuple[Any, ...], number: Dist[Any], pluses: Sequence[int]) -> list[Dist[Any]]:  # noqa: ANN401 - as above
    """Mix for every one of `pluses`; the distributions that any of them needs are gathered and packed once."""
    values, weights, whole, total = number.columns or _columns(number)
    known = proc.spreads.setdefault(given, Spread())
    pluses = _stretch(list(pluses))
    packed = known.mixed(values, weights, pluses) if known.fits(whole) else None
    if packed is None and whole is not inf:
        numbers = sorted({value + plus for value in values for plus in pluses})
        dists = [proc.cached_dist((*given, each)) for each in numbers]
        if dists[0].packing is not None and dists[0].packing.rows(dists, whole):
            known.keep(numbers, dists)
            packed = known.mixed(values, weights, pluses)
    if packed is None:
        return [spread(proc, given, number, plus) for plus in pluses]
    unpacked, scale = known.packing.unpacked, known.packing.total * total
    if known.bare:
        basis = (number,)
        return [Dist(unpacked(each), scale, basis) for each in packed]
    below = known.dists
    return [
        Dist(unpacked(each), scale, (number, *[below[value + plus] for value in values])) for each, plus in zip(packed, pluses, strict=True)
    ]


def columns_of(rows: dict[tuple[int, ...], int], width: int, fields: tuple[int, ...]) -> tuple[dict[int, Sequence[int]], Sequence[int]]:
    """Unpack rows, keyed by amounts of all fields but the last: return a column of amounts for each field, and the weights."""
    packed: list[int] = []
    weights: list[int] = []
    sizes = []
    for row in rows.values():
        before = len(weights)
        cells = slots_of(row, row.bit_length() // (width * 8) + 1, width)
        packed.extend(compress(count(), cells))
        weights.extend(filter(None, cells))
        sizes.append(len(weights) - before)
    keys = [list(chain.from_iterable(map(repeat, amounts, sizes))) for amounts in zip(*rows, strict=True)]
    return dict(zip(fields, [*keys, packed], strict=False)), weights


class Linked:
    """What k dice add up to in fields that move together, all k landing in them.

    The last field is packed: the weights of its amounts are slots of one big integer, so that one more die is a multiplication. Under a
    cap, only the slots below it are worked out; what the weights lack of the whole is at the cap.
    """

    def __init__(self, weights: dict[tuple[int, ...], int], caps: tuple[int | None, ...], width: int) -> None:
        """Take the weights of one die's amounts, the cap of each field (None for no cap) and slots wide enough, in bytes."""
        self._caps = caps[:-1]
        self._cap = caps[-1]
        self._width = width
        self._bits = bits = width * 8
        one: dict[tuple[int, ...], tuple[int, int]] = {}
        for (*others, amount), weight in weights.items():
            key = self._capped(tuple(others))
            low, whole = one.get(key, (0, 0))
            one[key] = low + (weight << amount * bits if self._cap is None or amount < self._cap else 0), whole + weight
        self._one = one
        self._after: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        self._sums = [{(0,) * len(self._caps): (int(self._cap != 0), 1)}]
        self._by_count: dict[int, list[tuple[tuple[int, ...], int]]] = {}

    def _capped(self, amounts: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(amount if cap is None or amount < cap else cap for amount, cap in zip(amounts, self._caps, strict=True))

    def _more(self) -> None:
        """Add one die."""
        mask = None if self._cap is None else (1 << self._cap * self._bits) - 1
        after: dict[tuple[int, ...], tuple[int, int]] = {}
        check()
        for key, (low, whole) in self._sums[-1].items():
            keys = self._after.get(key)
            if keys is None:
                keys = self._after[key] = [self._capped(tuple(map(add, key, other))) for other in self._one]
            for new, (times, whole_times) in zip(keys, self._one.values(), strict=True):
                known = after.get(new)
                after[new] = (
                    (low * times, whole * whole_times) if known is None else (known[0] + low * times, known[1] + whole * whole_times)
                )
        if mask is not None:
            after = {key: (low & mask, whole) for key, (low, whole) in after.items()}
        self._sums.append(after)

    def rows(self, k: int) -> dict[tuple[int, ...], int]:
        """Return amounts of all fields but the last, and the packed weights of the last."""
        while len(self._sums) <= k:
            self._more()
        if self._cap is None:
            return {key: low for key, (low, _) in self._sums[k].items()}
        # Slots are the digits of a number in base 2**bits, which leaves the sum of its digits modulo 2**bits - 1.
        top, ones = self._cap * self._bits, (1 << self._bits) - 1
        return {key: low + (whole - low % ones << top) for key, (low, whole) in self._sums[k].items()}

    def weights(self, k: int) -> list[tuple[tuple[int, ...], int]]:
        """Return amounts of all fields, and their weights."""
        known = self._by_count.get(k)
        if known is None:
            columns, weights = columns_of(self.rows(k), self._width, tuple(range(len(self._caps) + 1)))
            known = self._by_count[k] = list(zip(zip(*columns.values(), strict=True), weights, strict=True))
        return known
