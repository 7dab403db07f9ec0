"""Chapter 10: missiles: what a ship can shoot at, what lies in the way, and how a shot reads."""

from __future__ import annotations

from typing import Any, Final

from rulesdemo.games.veneti.missiles import Missiles
from rulesdemo.play.engine import Throw
from rulesdemo.words import N_, _
from widgets.games.veneti.board import fire_lines
from widgets.play.lesson import Lesson, Words

BURNS: Final = N_("Hit, and she burns")
HIT: Final = N_("Hit, she loses a marine")
MISSED: Final = N_("No effect")


def _label(throw: Throw) -> str:
    outcome = throw.outcome
    if outcome.fire:
        return BURNS
    return HIT if outcome.depletion else MISSED


def _verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The die with its modifiers, what the table says to it, and what that means."""
    rules, marines, drm, flaming = throw.args
    total = faces[0] + drm
    changed = f"{faces[0]} {'+' if drm > 0 else '−'} {abs(drm)} [8.44] = {total}" if drm else str(total)
    result: Any = rules.table("missile_fire").at(total, marines)
    if "D" not in result:
        return _("{sum}. The table says nothing. [8.45]").format(sum=changed)
    words = _("{sum}. The table says {result}: she loses a marine. [8.45]").format(sum=changed, result="D/F" if "F" in result else "D")
    if "F" in result and flaming:
        burns = _("she burns") if throw.outcome.fire else _("the flame dies")
        words += " " + _("Then {die}: {burns}. [8.51]").format(die=faces[1], burns=burns)
    return words


MISSILES: Final = Lesson(
    "missiles",
    outlook=fire_lines.outlook,
    overlay=fire_lines.overlay,
    throws={Missiles: Words(_label, _verdict, (BURNS, HIT, MISSED))},
)
