"""Ships without power: her hull boxes, what waits at the end of the turn, and whether the water comes in."""

from __future__ import annotations

from typing import Any, Final

from rulesdemo.games.escadres.hulks import Hull, hull
from rulesdemo.games.escadres.play.closing import faces_of
from rulesdemo.games.escadres.play.state import Position, Ship
from rulesdemo.odds.dice import D6
from rulesdemo.play.engine import Throw, settled
from rulesdemo.words import _, ngettext
from widgets.games.escadres.board.plate import Row, crew_row, plate
from widgets.play.game_guide import Count, Outlook
from widgets.play.lesson import Lesson, Words
from widgets.scene.geometry import BoardGrid
from widgets.scene.shapes import Item


def hulks(position: Position) -> tuple[Ship, ...]:
    """The ships that have lost their power and are there."""
    return tuple(ship for ship in position.there if ship.hull is not None)


def outlook(position: Position, name: str) -> Outlook | None:
    """What the hulk in hand, or else the first there is, has to lose at the end of the turn."""
    found = hulks(position)
    if not found or position.result is not None:
        return None
    ship = next((each for each in found if each.id == name), found[0])
    lines = (
        Count(_("hull points left"), ship.hull or 0, "bar"),
        Count(_("faces that leak"), faces_of(position, ship), "bar"),
        Count(_("fires aboard"), ship.fires, "bar"),
    )
    words = _("At the end of the turn a wreck may drift [E-DRIFT-1], then she may leak [E-LEAK-1], and then her fires burn. [E-HULL-2]")
    if position.rules.switch("end_order") != "leak_first":
        words = _("At the end of the turn a wreck may drift [E-DRIFT-1], then her fires burn [E-HULL-2], and then she may leak. [E-LEAK-1]")
    return Outlook(_("{ship} has no power").format(ship=ship.name), lines, words)


def overlay(position: Position, board: BoardGrid, _shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - the game's own `Display`
    """The hull boxes and the crew of every hulk."""
    found = []
    for ship in hulks(position):
        whole = Row(_("Hull"), ship.hull or 0, settled(hull, position.rules, ship.power_initial).hull)
        found.append(plate(position, board, ship, (whole, crew_row(ship))))
    return tuple(found)


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
        words = ngettext("{how}: {n} hull point left.", "{how}: {n} hull points left.", left)
        end = words.format(how=_("No water comes in") if left == before else _("She leaks"), n=left)
    return _("{face}. A leak comes on {need} or more [E-LEAK-1]. {end}").format(face=sum(faces), need=need, end=end)


HULKS: Final = Lesson("hulks", outlook=outlook, overlay=overlay, throws={Hull: Words(label, verdict)})
