"""Republic: the young Rome on one ten-sided die. Wiring only; each chapter of the rules is a module."""

from rulesdemo.game import Game
from rulesdemo.games.republic import (
    assault,
    battle,
    coordination,
    diplomacy,
    elephants,
    leaders,
    losses,
    modifiers,
    refusal,
    status,
    strength,
    surrender,
    treachery,
)

GAME = Game(
    "republic",
    (refusal, coordination, leaders, strength, modifiers, elephants, battle, losses, status, assault, treachery, surrender, diplomacy),
)
