"""Seals what bots write before a reader writes: it is fixed when the writing begins, and given when their turn comes.

The engine asks one side after the other. A bot who is asked after the reader sees nothing of what he wrote; here he does not even choose
after him.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulesdemo.odds.dice import RandomDice
from rulesdemo.play.bots import Bot, next_order
from rulesdemo.play.engine import check
from rulesdemo.play.history import History
from widgets.play.order_slate import SlateWords


@dataclass(slots=True)
class Pledge:
    """The orders of bots who write after a reader."""

    words: SlateWords | None
    _key: tuple[Any, ...] | None = None  # the turn, the reader for whom they wait, who writes, and what they saw
    _orders: list[Any] = field(default_factory=list)
    _next: int = 0

    @property
    def is_given(self) -> bool:
        """Return whether bots have written, and their orders wait for the reader's."""
        return bool(self._orders) and not self._next

    def settle(self, history: History[Any], bots: Mapping[str, Bot], seed: Callable[[], int]) -> None:
        """Have the bots write who come after the reader, once for each turn, as if he wrote nothing: they may not know it anyway."""
        decision = history.decision
        if self.words is None or decision is None or type(self.words.close()) not in decision.orders or decision.side in bots:
            return
        # What they may see is part of it: after a new game, another wind or another player in the seat they must write anew.
        sights = (history.engine.sight(history.position, side) for side in bots)
        key = (history.scenario, history.turn, decision.side, tuple(bots.items()), *sights)
        self._next = 0  # a reader who takes his orders back finds that the bots stand by theirs
        if key == self._key:
            return
        self._key, self._orders = key, []
        rng = random.Random(seed())
        history = history.play(self.words.close(), RandomDice(rng))
        while history.decision is not None and history.decision.orders == decision.orders and history.turn == key[1]:
            order = next_order(history, bots, rng)
            if order is None:
                return
            self._orders.append(order)
            history = history.play(order, RandomDice(rng))

    def next(self, history: History[Any]) -> Any:  # noqa: ANN401 - an order of the game, or None
        """Return the next order that was written before, as long as it is its turn and can be given."""
        decision = history.decision
        if self._key is None or self._next >= len(self._orders) or decision is None or history.turn != self._key[1]:
            return None
        order = self._orders[self._next]
        if type(order) not in decision.orders or check(history.engine, history.position, order) is not None:
            return None
        self._next += 1
        return order
