"""Mixtures of laws, added up as big whole numbers.

A mixture of many laws over the same few outcomes is a weighted sum of rows. Each row is packed into one big integer, a slot of fixed width per
outcome, so that the sum is one pass of multiply-and-add over big integers instead of one dict update per outcome and law.
"""

from __future__ import annotations

import sys
from itertools import compress
from math import lcm
from operator import mul
from typing import Any, Final

from rulesdemo.dist import Dist

# Above this many outcomes in one mixture, dict updates are as quick and take less room.
MOST_SLOTS: Final = 2_000
# Two laws are mixed sooner by hand.
FEWEST_ROWS: Final = 3
_CASTS: Final = {4: "I", 8: "Q"} if sys.byteorder == "little" else {}


class Mixture:
    """Laws with their weights; the same law met twice is one row."""

    __slots__ = ("_place", "laws", "weights")

    def __init__(self) -> None:
        """Start empty."""
        self.laws: list[Dist[Any]] = []
        self.weights: list[Any] = []
        self._place: dict[int, int] = {}

    def add(self, law: Dist[Any], weight: Any) -> None:  # noqa: ANN401 - see dist.Weight
        """Mix in `law` with `weight`."""
        place = self._place.setdefault(id(law), len(self.laws))
        if place == len(self.laws):
            self.laws.append(law)
            self.weights.append(weight)
        else:
            self.weights[place] += weight


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

    def mix(self, laws: list[Dist[Any]], weights: list[int]) -> tuple[dict[Any, int], int]:
        """The weighted sum of the laws, over the shared total."""
        whole = sum(weights)
        while True:
            stamp = self.stamp
            rows = [law.packed if law.stamp is stamp else self.row(law) for law in laws]
            if self.stamp is not stamp:
                continue
            if (self.total * whole).bit_length() <= self.width * 8:
                break
            self.width *= 2
            self.stamp = object()
        packed = sum(map(mul, rows, weights))
        width = self.width
        raw = packed.to_bytes(len(self.names) * width, "little")
        cast = _CASTS.get(width)
        cells: Any = (
            memoryview(raw).cast(cast) if cast else [int.from_bytes(raw[at : at + width], "little") for at in range(0, len(raw), width)]
        )  # type: ignore[call-overload]
        return dict(zip(compress(self.names, cells), filter(None, cells), strict=True)), self.total


def mixed(mixture: Mixture) -> tuple[dict[Any, Any], Any]:
    """Weights of the mixture and the total to divide them by (besides the path's own denominator)."""
    laws, weights = mixture.laws, mixture.weights
    packing = laws[0].packing
    if (
        len(laws) >= FEWEST_ROWS
        and packing is not None
        and len(packing.names) < MOST_SLOTS
        and all(law.packing is packing and type(law.total) is int for law in laws)
        and all(type(weight) is int for weight in weights)
    ):
        return packing.mix(laws, weights)
    if all(isinstance(law.total, int) for law in laws):
        common = lcm(*(law.total for law in laws))
    else:
        common = 1
    merged: dict[Any, Any] = {}
    for law, weight in zip(laws, weights, strict=True):
        scale = weight * (common // law.total) if isinstance(law.total, int) else weight / law.total
        for outcome, times in law.weights.items():
            merged[outcome] = merged.get(outcome, 0) + times * scale
    return merged, common
