"""Lists who may be taken in hand, as buttons: where a side has many units, one is chosen first, and only then its orders are shown."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.words import _
from widgets.play.game_guide import Guide, Held
from widgets.play.session import Desk
from widgets.web.badges import joined

_HAND: Final = Markup('<div class="hand" role="group" aria-label="{label}">{inside}</div>')
_GROUP: Final = Markup('<div class="hand-group"><h4>{title}</h4><div class="hand-units">{units}</div></div>')
_UNIT: Final = Markup('<button type="button" data-do="take" data-name="{ship}" id="hand-{ship}" aria-pressed="{on}">{name}{mark}</button>')
_MARK: Final = Markup(" <b>{}</b>")


def hand(desk: Desk) -> Markup:
    """Draw the buttons, by place; nothing where all orders stand at once."""
    held = desk.guide.in_hand(desk.position)
    if not held or desk.is_over:
        return Markup("")
    groups = groupby(held, key=lambda each: each.group)
    return _HAND.format(
        label=_("Take in hand"),
        inside=joined(_GROUP.format(title=title, units=joined(_unit(each, desk.selected) for each in units)) for title, units in groups),
    )


def _unit(each: Held, selected: str) -> Markup:
    on = "true" if each.ship == selected else "false"
    return _UNIT.format(ship=each.ship, on=on, name=each.name, mark=_MARK.format(each.mark) if each.mark else "")


def take(desk: Desk, ship: str) -> None:
    """Press one of the buttons: take it in hand, or let it go."""
    if ship not in {each.ship for each in desk.guide.in_hand(desk.position)}:
        message = _("Nobody of that name can act now.")
        raise InputError(message)
    desk.select("" if ship == desk.selected else ship)


def walking_words(guide: Guide) -> str:
    """Return what the keys do on a board."""
    words = _("Arrow keys walk over the {places}, Enter presses one, Escape lets go, plus and minus change the size.")
    return words.format(places=guide.places)
