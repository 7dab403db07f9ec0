"""What was read to get an answer.

Tables and rulesets note every cell and switch that they hand out; a procedure that works out its odds opens a page first, so that the
resulting Dist knows what it rests on. Outside of odds nothing is open and noting costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from rulesdemo.odds.dist import Reads

# Strongest first: an answer is as strong as the weakest thing it rests on.
PROVENANCES = ("seed", "ruling", "reconstructed", "yours")


class CellRead(NamedTuple):
    """One table cell, and where its number comes from."""

    table: str
    row: str
    column: str
    provenance: str
    constant: bool


class SwitchRead(NamedTuple):
    """Where one switch stood, and the ruling that it belongs to."""

    switch: str
    value: str
    ruling: str
    provenance: str


class GivenRead(NamedTuple):
    """One number that the source lacks and the reader gave, such as the chance of a test in a book we do not have."""

    input: str
    value: str
    provenance: str


Read = CellRead | SwitchRead | GivenRead

_pages: list[dict[int, Reads]] = []


def note(reads: Reads) -> None:
    """Write a batch of reads on the open page, if there is one."""
    if _pages:
        _pages[-1][id(reads)] = reads


def note_given(name: str, value: str) -> None:
    """Write on the open page that an answer rests on a number of the reader's own."""
    note(Reads(frozenset({GivenRead(name, value, "yours")})))


@contextmanager
def page() -> Iterator[dict[int, Reads]]:
    """Open a page; what is noted until the end of the block stands on it."""
    fresh: dict[int, Reads] = {}
    _pages.append(fresh)
    try:
        yield fresh
    finally:
        _pages.pop()


def weakest(provenances: list[str]) -> str:
    """Return the weakest of several provenances; `seed` when there are none.

    >>> weakest(["seed", "reconstructed", "ruling"])
    'reconstructed'
    """
    return max(provenances, key=PROVENANCES.index, default="seed")
