"""Lines of play from a scenario's start, counted by the number of orders in them."""

from __future__ import annotations

from typing import Any

from rulesdemo.play.engine import Engine, legal, prospects
from rulesdemo.play.saves import playable

Known = dict[tuple[Any, int], int]


def lines_of_play(engine: Engine[Any], position: Any, orders: int, known: Known | None = None) -> int:
    """How many lines of that number of orders begin here; a position that was met before, by other orders, is not counted again."""
    if orders == 0:
        return 1
    known = {} if known is None else known
    place = (position, orders)
    if place not in known:
        outcomes = (outcome for order in legal(engine, position) for outcome in prospects(engine, position, order).weights)
        known[place] = sum(lines_of_play(engine, outcome.position, orders - 1, known) for outcome in outcomes)
    return known[place]


def counts_of(game: str, entry: dict[str, Any]) -> list[int]:
    """The counts of an entry of a file in tests/perft, as far as the entry goes."""
    engine = playable(game)
    position = engine.start(entry["scenario"], None).position
    known: Known = {}
    return [lines_of_play(engine, position, orders, known) for orders in range(1, len(entry["counts"]) + 1)]
