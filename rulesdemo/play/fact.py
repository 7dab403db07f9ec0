"""What the events of every game share."""

from __future__ import annotations

from rulesdemo.board.hexes import Hex
from rulesdemo.play.engine import Throw


class Fact:
    """An event; most have no dice."""

    __slots__ = ()
    throw: Throw | None = None


class StepFact(Fact):
    """An event of a ship that took one step: where her bow lies now, and the points that it cost."""

    __slots__ = ()
    ship: str
    bow: Hex
    cost: int
