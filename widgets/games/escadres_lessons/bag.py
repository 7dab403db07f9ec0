"""The bag: whose chit is drawn."""

from __future__ import annotations

from functools import cache
from typing import Final

from rulesdemo.engine import Throw
from rulesdemo.games.escadres.play import scenarios
from rulesdemo.games.escadres.turn import Chit
from widgets.lesson import Lesson, Words
from widgets.words import _, plural, spaced, titled


@cache
def _names() -> dict[str, str]:
    """What the ships of our scenarios are called, by their ids: a chit has only the id, and an id has no accents."""
    return {ship.id: ship.name for name in scenarios.names() for ship in scenarios.load(name).ships}


def label(throw: Throw) -> str:
    """The ship on the chit."""
    ship: str = throw.outcome.ship
    return _names().get(ship, titled(spaced(ship)))


def verdict(throw: Throw, _faces: tuple[int, ...]) -> str:
    """Whose chit it is, and out of how many."""
    _rules, chits = throw.args
    words = plural(
        "The chit of {ship}, the last in the bag [E-TURN-1].", "The chit of {ship}, one of {n} in the bag [E-TURN-1].", len(chits)
    )
    return f"{words.format(ship=label(throw), n=len(chits))} {_('She plays now.')}"


def highest(throw: Throw) -> int:
    """Chits are numbered as they lie in the bag."""
    _rules, chits = throw.args
    return len(chits)


BAG: Final = Lesson("bag", throws={Chit: Words(label, verdict, highest=highest)})
