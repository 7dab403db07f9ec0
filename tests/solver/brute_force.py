"""Plain expectimax, against which the solver is held: every order, every outcome, no memory of positions, no cut, no test, no key."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rulesdemo.games.toulon.play.state import side_of
from rulesdemo.play.engine import Engine, legal, prospects, word_of
from rulesdemo.play.order_codec import order_text

# Undoes what was written, and so makes a game without end; the solver says that what is written stands.
LEFT_OUT = ("erase",)


class TooMany(Exception):
    """More lines than were allowed."""


class Brute:
    """The values of a game for a side, counted line by line; with a depth, of what happens within that many orders."""

    def __init__(self, engine: Engine[Any], goal: str, most_lines: int = 100_000) -> None:
        self.engine = engine
        self.goal = goal
        self.lines = 0
        self.most_lines = most_lines
        self.before: list[Any] = []  # the positions of this line

    def is_ours(self, side: str) -> bool:
        return (side_of(side) if self.engine.game == "toulon" else side) == self.goal

    def orders(self, position: Any) -> list[tuple[bool, Any]]:
        """Every order, with whether it is one of the goal's side."""
        found = [order for order in legal(self.engine, position) if word_of(type(order)) not in LEFT_OUT]
        return [(self.is_ours(self.engine.owner(position, order)), order) for order in found]

    def order_value(self, position: Any, order: Any, depth: int | None = None) -> Fraction | None:
        """The mean over what the order leads to; None if it surely leads back to where the game was."""
        dist = prospects(self.engine, position, order)
        following = None if depth is None else depth - 1
        values = [(weight, self.value(each.position, following)) for each, weight in dist.weights.items()]
        if len(values) == 1 and values[0][1] is None:
            return None
        return sum((Fraction(weight, dist.total) * value for weight, value in values), Fraction(0))

    def value(self, position: Any, depth: int | None = None) -> Fraction | None:
        result = self.engine.result(position)
        if result is not None or depth == 0:
            self.lines += 1
            if self.lines > self.most_lines:
                raise TooMany
            return Fraction(result is not None and result.winner == self.goal)
        if position in self.before:
            return None
        self.before.append(position)
        ours = self.is_ours(self.engine.decision(position).side)
        values = [(mine, self.order_value(position, order, depth)) for mine, order in self.orders(position)]
        self.before.pop()
        told = [(mine, value) for mine, value in values if value is not None]
        best = (max if ours else min)((value for mine, value in told if mine == ours), default=None)
        interrupts = [value for mine, value in told if mine != ours]
        return (min if ours else max)(best, *interrupts) if interrupts else best


def order_values(engine: Engine[Any], position: Any, goal: str, most_lines: int = 100_000, depth: int | None = None) -> dict[str, Fraction]:
    """The value of every order that is legal now, as it is typed."""
    brute = Brute(engine, goal, most_lines)
    return {order_text(order): brute.order_value(position, order, depth) for _ours, order in brute.orders(position)}
