"""Orders: how many there are for each number of M that a ship may spend, and why she may spend no other."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rulesdemo.games.broadside.play.command import lag_of
from rulesdemo.games.broadside.play.helm import cost_of, helm_of, legal_orders
from rulesdemo.games.broadside.play.state import Position
from rulesdemo.words import _, ngettext
from widgets.play.game_guide import Count, Outlook
from widgets.play.lesson import Lesson


def span(least: int, most: int) -> str:
    """What she may spend, in words.

    >>> span(2, 4), span(0, 1), span(3, 3)
    ('2, 3 or 4 M', '0 or 1 M', 'exactly 3 M')
    """
    *first, last = map(str, range(least, most + 1))
    return _("{some} or {last} M").format(some=", ".join(first), last=last) if first else _("exactly {last} M").format(last=last)


def outlook(position: Position, name: str) -> Outlook | None:
    """The orders of a ship that writes for this turn, counted by the M that they spend."""
    ship = position.find(name)
    if ship is None or ship.gone or ship.is_fort or position.weather is None or position.result is not None or lag_of(position, ship):
        return None
    helm = helm_of(position, ship)
    spent = Counter(cost_of(position.rules, text) for text in legal_orders(position.rules, helm))
    lines = tuple(_line(m, spent[m], is_last=m == helm.speed) for m in range(helm.m + 1))
    told = ngettext(
        "{ship} crossed {speed} hex last turn. Her inertia is {inertia} and she has {m} M: she spends {span}. [IV.d] [B6]",
        "{ship} crossed {speed} hexes last turn. Her inertia is {inertia} and she has {m} M: she spends {span}. [IV.d] [B6]",
        helm.speed,
    )
    words = told.format(ship=ship.name, speed=helm.speed, inertia=helm.inertia, m=helm.m, span=span(helm.least, helm.most))
    return Outlook(_("Orders that {ship} may be given, by the M that they spend").format(ship=ship.name), lines, words)


def _line(m: int, orders: int, *, is_last: bool) -> Count:
    name = _("{m} M, as last turn") if is_last else _("{m} M")
    return Count(name.format(m=m), orders, "bar", is_now=is_last)


ORDERS: Final = Lesson("orders", outlook=outlook, rose="ne")
