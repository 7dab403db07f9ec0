"""Ships without power: whether the water comes in."""

from __future__ import annotations

from typing import Final

from rulesdemo.dice import D6
from rulesdemo.engine import Throw
from rulesdemo.games.escadres.hulks import Hull
from widgets.lesson import Lesson, Words
from widgets.words import _, plural


def label(throw: Throw) -> str:
    """What is left of her hull."""
    _rules, before, *_more = throw.args
    left: int = throw.outcome.hull
    if not left:
        return _("Sinks")
    if left == before:
        return _("No leak, {n} hull left").format(n=left)
    return _("Leaks, {n} hull left").format(n=left)


def verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The face, what leaks, and what it means."""
    _rules, before, _turns, leaking = throw.args
    left: int = throw.outcome.hull
    need = max(D6.faces) - leaking + 1
    end = _("The water takes her last hull point: she sinks [E-LEAK-2].")
    if left:
        words = plural("{how}: {n} hull point left.", "{how}: {n} hull points left.", left)
        end = words.format(how=_("No water comes in") if left == before else _("She leaks"), n=left)
    return _("{face}. A leak comes on {need} or more [E-LEAK-1]. {end}").format(face=sum(faces), need=need, end=end)


HULKS: Final = Lesson("hulks", throws={Hull: Words(label, verdict)})
