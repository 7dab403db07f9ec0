"""Plays every side of a set piece but the reader's: by a captain of the game, or by a player who holds his ground."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any, Final

from rulesdemo.odds.dice import RandomDice
from rulesdemo.play.bots import Bot, engine_bots, next_order
from rulesdemo.play.engine import Engine, word_of
from rulesdemo.play.history import History

STEADY: Final = "steady"
# What a player does who holds his ground: he passes, stands and holds fire; what must be thrown or borne he throws and bears.
IDLE: Final = ("pass", "skip", "end_moves", "agree", "stand", "fight_alone", "hold_fire", "hold", "live", "end_move")


def steady(engine: Engine[Any], _position: Any, orders: list[Any], _rng: random.Random) -> Any:  # noqa: ANN401 - positions and orders of any game
    """Choose to let things be, wherever that is allowed; else the first order."""
    idle = (order for order in orders if engine.verbs[type(order)].closes or word_of(type(order)) in IDLE)
    return next(idle, orders[0])


class Opponent:
    """The sides that play themselves, and how."""

    def __init__(self, engine: Engine[Any], sides: Collection[str], kind: str) -> None:
        """Give every one of these sides the bot of that name."""
        bot: Bot = steady if kind == STEADY else engine_bots(engine.game)[kind]
        self.bots = dict.fromkeys(sides, bot)

    def is_due(self, history: History[Any]) -> bool:
        """Return whether it is theirs to choose now."""
        return history.decision is not None and history.decision.side in self.bots

    def play(self, history: History[Any], rng: random.Random) -> History[Any]:
        """Give their next order, with dice of their own."""
        return history.play(next_order(history, self.bots, rng), RandomDice(rng))
