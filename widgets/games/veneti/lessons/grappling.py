"""Chapter 8: grapnels, scythes and breaking loose."""

from __future__ import annotations

from typing import Any, Final

from rulesdemo.games.veneti.disengagement import Disengage
from rulesdemo.games.veneti.grappling import Grapple, Scythes
from rulesdemo.play.engine import Throw
from rulesdemo.words import N_, _
from widgets.games.veneti.board import alongside
from widgets.play.lesson import Lesson, Words, either


def _sum(die: int, drm: int, rule: str) -> str:
    """The die, and what a modifier makes of it."""
    return f"{die} {'+' if drm > 0 else '−'} {abs(drm)} [{rule}] = {die + drm}" if drm else str(die)


def _verdict(table: str, drm: int, rule: str, throw: Throw, faces: tuple[int, ...], result: str) -> str:
    rules, crew, *_more = throw.args
    need: Any = rules.table(table).at(crew)
    return _("{sum}. You need {need}. {result}").format(sum=_sum(faces[0], drm, rule), need=need, result=result)


def _grapple_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    rules, _crew, immobilised, grappled = throw.args
    drm = rules.table("grapple_drm").added(immobilised=immobilised, grappled=grappled)
    result = _("The ships are grappled to each other.") if throw.outcome.success else _("The grapnels fall short.")
    return _verdict("grapple", drm, "8.12", throw, faces, result)


def _scythes_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    result = _("The halyards part, and she cannot move.") if throw.outcome.success else _("The hooks find no hold.")
    return _verdict("scythes", 0, "8.12 note", throw, faces, result)


def _loose_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    result = _("You are free of her.") if throw.outcome.free else _("You are still held.")
    return _verdict("disengage", throw.args[2], "8.31", throw, faces, result)


GRAPPLING: Final = Lesson(
    "grappling",
    outlook=alongside.outlook,
    overlay=alongside.overlay,
    throws={
        Grapple: Words(either("success", N_("She is held fast"), N_("The grapnels miss")), _grapple_verdict),
        Scythes: Words(either("success", N_("Her yard comes down"), N_("The hooks find no hold")), _scythes_verdict),
        Disengage: Words(either("free", N_("Free of her"), N_("Still held")), _loose_verdict),
    },
)
