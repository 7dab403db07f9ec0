"""Chapter 9: boarding in the words of the boarder."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.veneti.boarding import Boarding, height_drm
from rulesdemo.play.engine import Throw
from rulesdemo.words import _
from widgets.play.lesson import Lesson, Words


def label(throw: Throw) -> str:
    """Captured or repelled, and what it cost."""
    outcome = throw.outcome
    if outcome.captured:
        return _("Captured, you lose {n} M").format(n=outcome.attacker_loss) if outcome.attacker_loss else _("Captured, no loss")
    if outcome.attacker_loss and outcome.defender_loss:
        return _("Repelled, both lose 1 M")
    return _("Repelled, you lose {n} M").format(n=outcome.attacker_loss) if outcome.attacker_loss else _("Repelled, no loss")


def verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The sum, the modifier with its rule, what was needed, and what it means."""
    rules, attackers, defenders, height = throw.args
    need = rules.table("boarding").cell(str(min(attackers, 12)), str(min(defenders, 8))).value
    drm = height_drm(rules, height)
    total = sum(faces)
    changed = f"{total} {'+' if drm > 0 else '−'} {abs(drm)} [8.24] = {total + drm}" if drm else str(total)
    won = _("She is yours.") if throw.outcome.captured else _("You are beaten off.")
    return _("{sum}. You need {need}. {won}").format(sum=changed, need=need, won=won)


BOARDING: Final = Lesson("boarding", throws={Boarding: Words(label, verdict)})
