"""Whose purse?: what is in every purse, and which of them may pay for the unit in hand."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.toulon.play.operations import may_pay
from rulesdemo.games.toulon.play.state import PURSES, Position, Unit, side_of
from rulesdemo.words import _
from widgets.board.zone_sheet import ZoneSheet, note
from widgets.games.toulon import names
from widgets.play.game_guide import Count, Look, Outlook
from widgets.play.lesson import Lesson
from widgets.scene.palette import MAG, TEAL
from widgets.scene.shapes import Item
from widgets.web.phrases import titled


def own(position: Position, side: str) -> list[str]:
    """The purses of a side that hold OP, or belong to a nation with a unit in play or still to come."""
    nations = {unit.nation for unit in position.units}
    return [purse for purse in PURSES if side_of(purse) == side and (position.op(purse) or purse in nations)]


def payers_of(position: Position, unit: Unit) -> list[str]:
    """The purses that may pay for a unit by itself, full or empty [4.2a to 4.2f]."""
    return [purse for purse in PURSES if may_pay(position, purse, (unit,))]


def outlook(position: Position, name: str) -> Outlook | None:
    """What is in the purses of a side; those that may pay for the unit in hand are marked."""
    unit = position.find(name)
    if position.result is not None:
        return None
    side = unit.side if unit is not None else position.turn.side
    paying = payers_of(position, unit) if unit is not None else []
    lines = tuple(
        Count(names.nation_of(purse).name, position.op(purse), "bar", is_now=purse in paying, text=names.op(position.op(purse)))
        for purse in own(position, side)
    )
    if unit is None:
        words = _("Each purse pays for its own nation; British OP also for Neapolitans and Sardinians. [4.2f] [T36]")
        return Outlook(_("The purses"), lines, words)
    purses = names.list_text(names.nation_of(purse).name for purse in paying)
    words = (
        _("May pay for {unit} alone: {purses}. [4.2f] [T36]")
        if side == "allied"
        else _("May pay for {unit} alone: {purses}. [4.2a] [4.2b]")
    )
    return Outlook(_("The purses"), lines, words.format(unit=unit.name, purses=purses or _("nobody")))


def overlay(position: Position, sheet: ZoneSheet, look: Look) -> tuple[Item, ...]:
    """At the zone of the unit in hand, a plate with the letters of the purses that may pay for it and hold something."""
    unit = position.find(look.selected)
    if unit is None or unit.place not in position.board.zones or position.result is not None:
        return ()
    full = [purse for purse in payers_of(position, unit) if position.op(purse)]
    purses = names.list_text(names.nation_of(purse).name for purse in full)
    text = _("{purses} pays").format(purses=", ".join(str(names.nation_of(purse).letters) for purse in full)) if full else _("nobody pays")
    words = _("{purses} can pay for {unit}") if full else _("No purse with OP in it pays for {unit}")
    words = titled(words.format(purses=purses, unit=unit.name))
    return (note(sheet, unit.place, text, words, kind="payer", ink=TEAL if full else MAG, up=1 + 1.6 * sheet.type / sheet.radius),)


PURSE: Final = Lesson("purses", outlook=outlook, overlay=overlay)
