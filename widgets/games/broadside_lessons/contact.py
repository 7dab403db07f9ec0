"""Shared hexes: whether enemies who touch board, and who keeps a hex when two ships are equal in everything."""

from __future__ import annotations

from typing import Final

from rulesdemo.dice import D6
from rulesdemo.engine import Throw
from rulesdemo.games.broadside.boarding import Contact
from rulesdemo.games.broadside.movement import Keeps
from widgets.lesson import Lesson, Words
from widgets.words import _

BOARD, APART = _("They board"), _("They do not board")
FIRST, SECOND = _("The first ship keeps the hex"), _("The second ship keeps the hex")


def label(throw: Throw) -> str:
    """Whether they are locked together."""
    return BOARD if throw.outcome.boarding else APART


def verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The face, what was needed, and what it means."""
    (rules,) = throw.args
    under = 1 + max(face for face in D6.faces if rules.table("contact").at(face) == "boarding")
    end = _("They are locked together.") if throw.outcome.boarding else _("They do not board; one of them gives way [IV].")
    return _("{face}. Enemies who touch board on a die under {under} [V.a]. {end}").format(face=sum(faces), under=under, end=end)


def tie_label(throw: Throw) -> str:
    """Who keeps the hex."""
    return FIRST if throw.outcome.winner == "a" else SECOND


def tie_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The last two dice; equal ones were thrown again."""
    one, other = faces[-2:]
    again = _("Equal dice were thrown again. ") if len(faces) > len((one, other)) else ""
    return _("{again}{one} against {other}: the higher die keeps the hex [IV] [B9]. {end}.").format(
        again=again, one=one, other=other, end=tie_label(throw)
    )


CONTACT: Final = Lesson(
    "contact", throws={Contact: Words(label, verdict, (BOARD, APART)), Keeps: Words(tie_label, tie_verdict, (FIRST, SECOND))}
)
