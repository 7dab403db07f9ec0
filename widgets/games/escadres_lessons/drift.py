"""Drift: whether a stopped ship or a wreck goes with the wind."""

from __future__ import annotations

from typing import Final

from rulesdemo.dice import D6
from rulesdemo.engine import Throw
from rulesdemo.games.escadres.drift import Drift
from widgets.lesson import Lesson, Words
from widgets.words import _


def label(throw: Throw) -> str:
    """She drifts or stays."""
    return _("Drifts") if throw.outcome.drifts else _("Stays where she is")


def verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The face, what was needed, and what it means."""
    (rules,) = throw.args
    need = min(face for face in D6.faces if rules.table("drift_test").at(face) == "drift")
    end = _("She drifts.") if throw.outcome.drifts else _("She stays where she is.")
    return _("{face}. A ship drifts on {need} or more [E-DRIFT-1]. {end}").format(face=sum(faces), need=need, end=end)


DRIFT: Final = Lesson("drift", throws={Drift: Words(label, verdict)})
