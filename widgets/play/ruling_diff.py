"""Compares the same odds under two readings: which chances moved, how far, and the sentence that sums it up."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from rulesdemo.words import _, local_signs, ngettext
from widgets.kit.bars import spoken
from widgets.kit.odds_rows import REST, View
from widgets.web.phrases import unbroken

MOST_TOLD: Final = 3  # moves in a sentence; the rows tell the rest


class Move(NamedTuple):
    """A chance that is not what it was."""

    label: str
    was: Fraction
    now: Fraction


def before(view: View, views: Sequence[View]) -> View | None:
    """Return the list of bars that stood in the place of this one."""
    return next((each for each in views if (each.field, each.title, each.together) == (view.field, view.title, view.together)), None)


def was(view: View, old: View | None) -> dict[str, Fraction]:
    """Return the rows of a list that moved, and what each was; a row that adds up others is told only where it adds up the same ones."""
    if old is None:
        return {}
    known = {row.label: row.chance for row in old.rows}
    has_rest = any(row.key == REST for row in old.rows)
    found = {}
    for row in view.rows:
        if row.label not in known and (has_rest or row.key == REST):
            continue
        chance = known.get(row.label, Fraction(0))
        if chance != row.chance:
            found[row.label] = chance
    return found


def moves(views: Sequence[View], old: Sequence[View]) -> tuple[Move, ...]:
    """Return every chance that moved, the farthest first; what can no longer happen is among them."""
    found: list[Move] = []
    for view in views:
        there = before(view, old)
        chances = {row.label: row.chance for row in view.rows}
        found += [Move(label, chance, chances[label]) for label, chance in was(view, there).items()]
        if there is not None and not any(row.key == REST for row in (*view.rows, *there.rows)):
            found += [Move(row.label, row.chance, Fraction(0)) for row in there.rows if row.label not in chances]
    return tuple(sorted(found, key=lambda move: -abs(move.now - move.was)))


def moves_text(moved: Sequence[Move]) -> str:
    """Return the moves in a sentence or two."""
    if not moved:
        return _("Your reading changes none of the chances above.")
    texts = "; ".join(
        _("{label}: was {was}, now {now}").format(label=move.label, was=spoken(move.was), now=spoken(move.now))
        for move in moved[:MOST_TOLD]
    )
    count = ngettext("Your reading moves {n} chance.", "Your reading moves {n} chances.", len(moved)).format(n=len(moved))
    left = len(moved) - MOST_TOLD
    more = " " + ngettext("{n} more moved less.", "{n} more moved less.", left).format(n=left) if left > 0 else ""
    return unbroken(f"{count} {local_signs(texts)}.{more}")
