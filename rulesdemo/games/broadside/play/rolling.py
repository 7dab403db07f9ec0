"""Ships that must roll, one after the other, in a step of the sequence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulesdemo.games.broadside.play.state import Position
from rulesdemo.play.engine import Refusal
from rulesdemo.words import N_


def first_due(position: Position) -> str | None:
    """The first ship that must roll and is still there."""
    return next((name for name in position.turn.due if not position.ship(name).gone), None)


def check_due(position: Position, order: Any, rule: str) -> Refusal | None:  # noqa: ANN401 - an order with a ship
    """Ships roll one after the other."""
    due = first_due(position)
    if due is None or order.ship == due:
        return None
    name = position.ship(due).name
    return Refusal(N_("It is {ship} who rolls now.").format(ship=name), rule, N_("Throw for {ship}.").format(ship=name))


def due_orders(position: Position, kind: Callable[[str], Any]) -> Iterator[Any]:
    """The order of the first ship that must roll."""
    due = first_due(position)
    if due is not None:
        yield kind(due)


def after_roll(position: Position, name: str) -> Position:
    """The position once this ship has rolled; she may have to roll again."""
    due = list(position.turn.due)
    due.remove(name)
    return position.with_turn(due=tuple(due))
