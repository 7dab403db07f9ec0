"""Chapter 12: a whole turn."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.veneti.play.state import Position
from rulesdemo.words import _
from widgets.games.veneti.lessons import initiative
from widgets.games.veneti.panels import outlook as veneti_outlook
from widgets.play.game_guide import Count, Outlook
from widgets.play.lesson import Lesson


def outlook(position: Position, ship: str) -> Outlook | None:
    """What a step without dice leaves open: who begins, which speeds are set, which squadrons are left, where the ship in hand can end."""
    if position.turn.step in ("first", "squadron"):
        return initiative.outlook(position, ship)
    if position.turn.step == "speed":
        return _speeds(position)
    activation = position.activation
    is_hers = activation is not None and activation.doing(ship) is not None and not activation.moved
    return veneti_outlook.reach(position, ship) if is_hers and position.pending is None else None


def _speeds(position: Position) -> Outlook:
    """How many galleys are at each speed so far."""
    galleys = [ship for ship in position.afloat if ship.kind == "galley"]
    fast = sum(ship.level == "maximum" for ship in galleys)
    lines = (Count(_("At Maximum"), fast, "bar"), Count(_("At Cruise"), len(galleys) - fast, "bar"))
    return Outlook(_("Galleys by speed"), lines, _("At Maximum she must test her rowers, however few points she uses. [6.22]"))


WHOLE_TURN: Final = Lesson("whole_turn", outlook=outlook)
