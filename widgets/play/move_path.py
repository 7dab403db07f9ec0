"""Reads the way that a ship has come in the move under way from the record of the game."""

from __future__ import annotations

from typing import Any

from rulesdemo.board.hexes import Hex
from rulesdemo.play.fact import StepFact
from rulesdemo.play.history import History


def way_so_far(history: History[Any]) -> tuple[tuple[Hex, int], ...]:
    """Return the hexes of her bow, from where it lay, each with the points spent by then; nothing where the last order was no step."""
    done = history.done
    steps: list[StepFact] = []
    for deed in reversed(done):
        step = next((event for event in deed.outcome.events if isinstance(event, StepFact)), None)
        if step is None or (steps and step.ship != steps[0].ship):
            break
        steps.insert(0, step)
    if not steps:
        return ()
    before = done[-len(steps) - 1].outcome if len(done) > len(steps) else history.opening
    spent = 0
    way: list[tuple[Hex, int]] = [(before.position.ship(steps[0].ship).bow, spent)]
    for step in steps:
        spent += step.cost
        if way[-1][0] == step.bow:  # she has turned about it
            way.pop()
        way.append((step.bow, spent))
    return tuple(way)
