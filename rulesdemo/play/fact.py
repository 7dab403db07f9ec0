"""What the events of every game share."""

from __future__ import annotations

from rulesdemo.play.engine import Throw


class Fact:
    """An event; most have no dice."""

    __slots__ = ()
    throw: Throw | None = None
