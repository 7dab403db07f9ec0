"""Mixtures of laws, added up as big whole numbers.

A mixture of many laws over the same few outcomes is a weighted sum of rows. Each row is packed into one big integer, a slot of fixed width per
outcome, so that the sum is one pass of multiply-and-add over big integers instead of one dict update per outcome and law.
"""

from __future__ import annotations

from itertools import compress
from math import lcm
from operator import mul
from struct import unpack
from typing import Any, Final, NamedTuple

from rulesdemo.dist import Dist

# Above this many outcomes in one mixture, dict updates are as quick and take less room.
MOST_SLOTS: Final = 2_000
# Two laws are mixed sooner by hand.
FEWEST_ROWS: Final = 3
_LETTERS: Final = {4: "I", 8: "Q"}


class Mixture(NamedTuple):
    """Laws with their weights; a law may stand there more than once."""

    laws: list[Dist[Any]]
    weights: list[Any]

    def add(self, law: Dist[Any], weight: Any) -> None:  # noqa: ANN401 - see dist.Weight
        """Mix in `law` with `weight`."""
        self.laws.append(law)
        self.weights.append(weight)


class Packing:
    """The slots of one procedure's outcomes: which outcome has which, how wide they are, and the total all rows are scaled to."""

    __slots__ = ("names", "slots", "stamp", "total", "width")

    def __init__(self) -> None:
        """Start with no outcome seen."""
        self.names: list[Any] = []
        self.slots: dict[Any, int] = {}
        self.total = 1
        self.width = 4
        self.stamp = object()

    def row(self, law: Dist[Any]) -> int:
        """The law as one integer, scaled to the shared total; a larger total makes every older row stale."""
        if self.total % law.total:
            self.total = lcm(self.total, law.total)
            self.stamp = object()
        scale = self.total // law.total
        slots, names = self.slots, self.names
        bits = self.width * 8
        packed = 0
        for outcome, weight in law.weights.items():
            slot = slots.get(outcome)
            if slot is None:
                slot = slots[outcome] = len(names)
                names.append(outcome)
            packed += weight * scale << slot * bits
        law.packed = packed
        law.stamp = self.stamp
        return packed

    def rows(self, laws: list[Dist[Any]], whole: int) -> list[int] | None:
        """The laws' rows, in slots that hold a mixture of weights that add up to `whole`; None where the laws do not fit in here."""
        if len(self.names) > MOST_SLOTS or not all(law.packing is self and type(law.total) is int for law in laws):
            return None
        while True:
            stamp = self.stamp
            rows = [law.packed if law.stamp is stamp else self.row(law) for law in laws]
            if self.stamp is stamp:
                if (self.total * whole).bit_length() <= self.width * 8:
                    return rows
                self.width *= 2
                self.stamp = object()

    def unpacked(self, packed: int) -> dict[Any, int]:
        """The weights in the slots, by outcome; empty slots are left out."""
        names, width = self.names, self.width
        raw = packed.to_bytes(len(names) * width, "little")
        letter = _LETTERS.get(width)
        cells: Any
        if letter:
            cells = unpack(f"<{len(names)}{letter}", raw)
        else:
            cells = [int.from_bytes(raw[at : at + width], "little") for at in range(0, len(raw), width)]
        return dict(compress(zip(names, cells, strict=True), cells))


def mixed(mixture: Mixture) -> tuple[dict[Any, Any], Any]:
    """Weights of the mixture and the total to divide them by (besides the path's own denominator)."""
    laws, weights = mixture
    packing = laws[0].packing
    if packing is not None and len(laws) >= FEWEST_ROWS and type(whole := sum(weights)) is int:
        stamp = packing.stamp
        rows = [law.packed for law in laws if law.stamp is stamp]
        if len(rows) < len(laws) or (packing.total * whole).bit_length() > packing.width * 8:
            rows = packing.rows(laws, whole)
        if rows:
            return packing.unpacked(sum(map(mul, rows, weights))), packing.total
    return _merged(laws, weights)


def _merged(laws: list[Dist[Any]], weights: list[Any]) -> tuple[dict[Any, Any], Any]:
    """The same by dict updates."""
    once: dict[int, tuple[Dist[Any], Any]] = {}
    for law, weight in zip(laws, weights, strict=True):
        known = once.get(id(law))
        once[id(law)] = (law, weight if known is None else known[1] + weight)
    symbol = next((law.total for law in laws if not isinstance(law.total, int)), None)
    common = lcm(*(law.total for law in laws)) if symbol is None else symbol / symbol
    merged: dict[Any, Any] = {}
    for law, weight in once.values():
        scale = weight * (common // law.total if symbol is None else common / law.total)
        for outcome, times in law.weights.items():
            merged[outcome] = merged.get(outcome, 0) + times * scale
    return merged, common
