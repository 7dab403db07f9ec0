"""Republic: the young Rome on one ten-sided die. Wiring only; each chapter of the rules is a module."""

from rulesdemo.games.republic import (
    assault,
    attrition,
    battle,
    campaign,
    continuation,
    coordination,
    diplomacy,
    elephants,
    leaders,
    losses,
    modifiers,
    refusal,
    status,
    storm,
    strength,
    surrender,
    treachery,
    whole,
)
from rulesdemo.play.game import Game

GAME = Game(
    "republic",
    (
        *(refusal, attrition, continuation, coordination, leaders, strength, modifiers, elephants, battle, losses, whole, status, campaign),
        *(assault, storm, treachery, surrender, diplomacy),
    ),
    engine="rulesdemo.games.republic.play",
)
