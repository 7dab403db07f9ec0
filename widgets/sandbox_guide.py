"""What a sandbox must know about a game besides its guide: whose turn it is in words, who may act, a ship's sheet, and what luck is.

One per game, in widgets/games/<game>_sandbox.py as `SANDBOX`; the sandbox itself knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Protocol

from rulesdemo.engine import Throw
from rulesdemo.hexes import Hex
from widgets.glance import Glance
from widgets.guide import Guide
from widgets.luck import Rolled
from widgets.track import Plan

State = Literal["ready", "acting", "done"]


class Actor(NamedTuple):
    """A ship of the side that acts, and whether she still has something to do."""

    ship: str
    name: str
    state: State
    line: str = ""  # what she has done, or can


class Band(NamedTuple):
    """Ships that act together, on the track of the turn."""

    name: str
    side: str
    state: State


class Fact(NamedTuple):
    """A line of a ship's sheet: so many of so many, or words."""

    label: str
    value: int = 0
    of: int = 0
    words: str = ""


class Sheet(NamedTuple):
    """A ship: what she is, what she has left, and how she is."""

    name: str
    line: str
    facts: tuple[Fact, ...]
    notes: tuple[str, ...] = ()


class Loss(NamedTuple):
    """A ship that a side has lost, and how."""

    side: str
    name: str
    how: str


class Stake(NamedTuple):
    """What a side hopes for in a throw: a word for it, and the exact chance that it comes."""

    words: str
    chance: Fraction


class SandboxGuide(Protocol):
    """A game's share in its sandbox. Positions, orders and events are the game's own."""

    guide: Guide
    battles: tuple[str, ...]  # scenarios that are played to an end, the shortest first
    sides: Mapping[str, str]  # what each side is called at the beginning of a sentence
    plan: Plan[Any]  # the sequence of play, for the track of the turn
    has_glances: bool  # whether there is anything to tell about a ship that is only looked at

    def bands(self, position: Any) -> tuple[Band, ...]:  # noqa: ANN401 - here and below
        """Who acts in this turn, in the order of the sides."""

    def actors(self, position: Any) -> tuple[Actor, ...]:  # noqa: ANN401
        """The ships that are acting together now."""

    def ready(self, position: Any) -> tuple[str, ...]:  # noqa: ANN401
        """Every ship that may be given something to do now."""

    def means(self, position: Any, order: Any, ship: str) -> bool:  # noqa: ANN401
        """Whether a press on that ship could mean that order."""

    def place(self, position: Any, ship: str) -> Hex | None:  # noqa: ANN401
        """Where a ship is; None when she is gone."""

    def sheet(self, position: Any, ship: str) -> Sheet | None:  # noqa: ANN401
        """A ship in a few lines."""

    def glance(self, position: Any, ship: str, other: str) -> Glance | None:  # noqa: ANN401
        """What the ship in hand could do to another that is looked at; None where there is nothing between them."""

    def stake(self, throw: Throw, side: str) -> Stake | None:
        """What a side that throws hopes for; None where nobody can say what is good."""

    def rolled(self, position: Any, event: Any, dice: int) -> tuple[Rolled, ...]:  # noqa: ANN401
        """What an event's throw was worth to each side that had a stake in it."""

    def is_told(self, event: Any) -> bool:  # noqa: ANN401
        """Whether the story of a game tells it."""

    def turning(self, position: Any, event: Any) -> tuple[Rolled, ...]:  # noqa: ANN401
        """What an event's throw was worth as a turn of the battle; nothing where it could not be one."""

    def losses(self, position: Any) -> tuple[Loss, ...]:  # noqa: ANN401
        """What each side has lost."""

    def score(self, position: Any) -> dict[str, int]:  # noqa: ANN401
        """The points of each side."""
