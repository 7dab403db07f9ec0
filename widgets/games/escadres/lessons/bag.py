"""The bag: whose chit is drawn, and what is left in it while a ship plays."""

from __future__ import annotations

from functools import cache
from typing import Final

from rulesdemo.games.escadres.play import scenarios
from rulesdemo.games.escadres.play.sequence import chits as chits_in
from rulesdemo.games.escadres.play.state import SIDES, Position
from rulesdemo.games.escadres.turn import Chit
from rulesdemo.play.engine import Throw
from rulesdemo.words import _, ngettext
from widgets.games.escadres import names as escadres_names
from widgets.play.game_guide import Count, Outlook
from widgets.play.lesson import Lesson, Words
from widgets.web.phrases import spaced, titled


@cache
def _names() -> dict[str, str]:
    """Return what the ships of our scenarios are called, by their ids: a chit has only the id, and an id has no accents."""
    return {ship.id: ship.name for name in scenarios.names() for ship in scenarios.load(name).ships}


def _ship_name(ship: str) -> str:
    return _names().get(ship, titled(spaced(ship)))


def label(throw: Throw) -> str:
    """Return the ship on the chit."""
    return _ship_name(throw.outcome.ship)


def verdict(throw: Throw, _faces: tuple[int, ...]) -> str:
    """Return whose chit it is, and out of how many."""
    _rules, chits = throw.args
    words = ngettext(
        "The chit of {ship}, the last in the bag [E-TURN-1].", "The chit of {ship}, one of {n} in the bag [E-TURN-1].", len(chits)
    )
    return f"{words.format(ship=label(throw), n=len(chits))} {_('She plays now.')}"


def highest(throw: Throw) -> int:
    """Return the number of chits, which count as they lie in the bag."""
    _rules, chits = throw.args
    return len(chits)


def faces(throw: Throw) -> tuple[str, ...]:
    """Return the names on them: nobody who draws at a table sees a number."""
    _rules, chits = throw.args
    return tuple(_ship_name(ship) for ship in chits)


def outlook(position: Position, _ship: str) -> Outlook | None:
    """Return the chits of each side that are left in the bag while a ship plays, or when all is over."""
    left = [position.ship(name).side for name in chits_in(position)]
    lines = tuple(Count(escadres_names.SIDES[side], left.count(side), "bar") for side in SIDES)
    if position.activation is None or position.result is not None:
        words = _("Every chit in the bag is as likely as the next. [E-TURN-1]")
    else:
        ship = position.ship(position.activation.ship)
        words = _("{ship} plays: her move, then her fire, all of it before the next chit is drawn. [E-TURN-2]").format(ship=ship.name)
    return Outlook(_("Chits left in the bag"), lines, words)


BAG: Final = Lesson("bag", outlook=outlook, throws={Chit: Words(label, verdict, highest=highest, faces=faces)}, rose="nw")
