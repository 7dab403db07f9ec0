"""Says what a sandbox must know about a game besides its guide: whose turn it is in words, who may act, a ship's sheet, and what luck is.

One per game, in widgets/games/<game>_sandbox.py as `SANDBOX`; the sandbox itself knows no game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Protocol

from markupsafe import Markup

from rulesdemo.board.hexes import Hex
from rulesdemo.play.engine import Throw
from rulesdemo.words import _, ngettext
from widgets.play.game_guide import Guide, Look
from widgets.play.hover_card import Glance
from widgets.play.luck import Rolled
from widgets.play.turn_track import Plan

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
    """A line of a ship's sheet: how many of how many, or words."""

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


class Hope(NamedTuple):
    """What a side hopes for in a throw: a word for it, whether an outcome brings it, and the fields that say so; none means all."""

    words: str
    is_good: Callable[[Any], bool]
    fields: tuple[str, ...] = ()


class Party(Protocol):
    """What a game of more than two players says besides, as `party` of its share in the sandbox."""

    teams: Mapping[str, int]  # 0 or 1 for every side: whose colour it has, and with whom it wins
    team_names: tuple[str, str]  # what both are called at the beginning of a sentence

    def seated(self, position: Any) -> tuple[str, ...]:  # noqa: ANN401 - here and below
        """Return the players of this game, in the order of their seats."""

    def winner(self, result: Any) -> str:  # noqa: ANN401
        """Return who has won, as a sentence."""

    def score(self, position: Any) -> tuple[str, ...]:  # noqa: ANN401
        """Return how the sides stand, in sentences."""

    def framed(self, look: Look, width: int, zoom: float) -> Look:
        """Return the look on a page of some width, with the board `zoom` times as large as usual."""

    def run(self, position: Any) -> int:  # noqa: ANN401
        """Return how many throws of one kind are due one after the other, with nothing to choose between them."""

    def panel(self, position: Any, unfit: tuple[str, str, str] | None) -> Markup:  # noqa: ANN401
        """Show what the game is played with that its source lacks, with fields to change it; one that was refused says what it wants."""

    def supply(self, what: str, value: str) -> Any:  # noqa: ANN401 - an order
        """Return the order by which a reader changes such a value."""

    def is_readers(self, order: Any) -> bool:  # noqa: ANN401
        """Return whether only a reader gives such an order, also where a bot is to choose."""

    def supplied(self, position: Any) -> tuple[Any, ...]:  # noqa: ANN401
        """Return the orders by which a new game gets the values that the reader changed in this one."""


def party_of(guide: SandboxGuide) -> Party | None:
    """Return what a game of more than two players says besides; nothing where two sides play."""
    party: Party | None = getattr(guide, "party", None)
    return party


def sides_of(guide: SandboxGuide, position: Any) -> tuple[str, ...]:  # noqa: ANN401 - the game's own
    """Return the sides that play in this game."""
    party = party_of(guide)
    return tuple(guide.sides) if party is None else party.seated(position)


def team_of(guide: SandboxGuide, side: str) -> int:
    """Return whose colour a side has: that of the first side, 0, or of the second, 1."""
    party = party_of(guide)
    return min(1, tuple(guide.sides).index(side)) if party is None else party.teams[side]


def score_lines(guide: SandboxGuide, position: Any) -> tuple[str, ...]:  # noqa: ANN401 - the game's own
    """Return how the sides stand at the end, in sentences."""
    party = party_of(guide)
    if party is not None:
        return party.score(position)
    score_text = getattr(guide, "score_text", None)  # of a game that counts no ships
    if score_text is not None:
        lines: tuple[str, ...] = score_text(position)
        return lines
    return tuple(
        _("{side} took or destroyed {ships}.").format(side=guide.sides[side], ships=ngettext("{n} ship", "{n} ships", n).format(n=n))
        for side, n in guide.score(position).items()
    )


class SandboxGuide(Protocol):
    """A game's share in its sandbox. Positions, orders and events are the game's own."""

    guide: Guide
    battles: tuple[str, ...]  # scenarios that are played to an end, the shortest first
    sides: Mapping[str, str]  # what each side is called at the beginning of a sentence
    plan: Plan[Any]  # the sequence of play, for the track of the turn
    has_glances: bool  # whether there is anything to tell about a ship that is only looked at
    ending: str  # what wins a battle, in a sentence; empty where what each battle is about says it

    def bands(self, position: Any) -> tuple[Band, ...]:  # noqa: ANN401 - here and below
        """Return who acts in this turn, in the order of the sides."""

    def actors(self, position: Any) -> tuple[Actor, ...]:  # noqa: ANN401
        """Return the ships that are acting together now."""

    def ready(self, position: Any) -> tuple[str, ...]:  # noqa: ANN401
        """Return every ship that may be given something to do now."""

    def forgotten(self, position: Any, order: Any) -> tuple[str, ...]:  # noqa: ANN401
        """Return the names of those that could still move and could not any more after an order."""

    def means(self, position: Any, order: Any, ship: str) -> bool:  # noqa: ANN401
        """Return whether a press on that ship could mean that order."""

    def place(self, position: Any, ship: str) -> Hex | None:  # noqa: ANN401
        """Return where a ship is; None when she is gone."""

    def sheet(self, position: Any, ship: str) -> Sheet | None:  # noqa: ANN401
        """Return a ship in a few lines."""

    def glance(self, position: Any, ship: str, other: str) -> Glance | None:  # noqa: ANN401
        """Return what the ship in hand could do to another that is looked at; None where there is nothing between them."""

    def stake(self, throw: Throw, side: str) -> Stake | None:
        """Return what a side that throws hopes for; None where nobody can say what is good."""

    def rolls_of(self, position: Any, event: Any, dice: int) -> tuple[Rolled, ...]:  # noqa: ANN401
        """Return what an event's throw was worth to each side that had a stake in it."""

    def is_told(self, event: Any) -> bool:  # noqa: ANN401
        """Return whether the story of a game tells it."""

    def is_headline(self, event: Any) -> bool:  # noqa: ANN401
        """Return whether the story tells it where it has a few lines for each turn."""

    def standing(self, position: Any) -> str:  # noqa: ANN401
        """Return how the sides stand, for a long game that is told in short first; empty for one that is not."""

    def turning(self, position: Any, event: Any) -> tuple[Rolled, ...]:  # noqa: ANN401
        """Return what an event's throw was worth as a turn of the battle; nothing where it could not be one."""

    def losses(self, position: Any) -> tuple[Loss, ...]:  # noqa: ANN401
        """Return what each side has lost."""

    def score(self, position: Any) -> dict[str, int]:  # noqa: ANN401
        """Return the points of each side."""


class GameSandbox(ABC):
    """What the shares of most games in their sandboxes have in common: whose ships are ready, and luck by what a thrower hopes for."""

    guide: Guide
    plan: Plan[Any]
    has_glances: bool = False
    ending: str = ""
    turning_points: tuple[type, ...] = ()  # events whose throws could turn the battle

    @abstractmethod
    def actors(self, position: Any) -> tuple[Actor, ...]:  # noqa: ANN401 - the game's own position, here and below
        """Return the ships that are acting together now."""

    @abstractmethod
    def hope(self, throw: Throw, side: str = "") -> Hope | None:
        """Return what a side that throws hopes for; None where nobody can say what is good."""

    def thrower(self, position: Any, event: Any) -> str:  # noqa: ANN401
        """Return the side whose luck an event's throw was, that of the ship it names; empty where it was nobody's."""
        return str(position.ship(event.ship).side)

    def ready(self, position: Any) -> tuple[str, ...]:  # noqa: ANN401
        """Return every ship that may be given something to do."""
        return tuple(actor.ship for actor in self.actors(position))

    def forgotten(self, position: Any, order: Any) -> tuple[str, ...]:  # noqa: ANN401, ARG002 - of a game that ends no movement
        """Return nobody: ships move one after the other, or by orders that are written."""
        return ()

    def means(self, position: Any, order: Any, ship: str) -> bool:  # noqa: ANN401, ARG002 - an order says all itself
        """Say whether an order is a ship's own, or a shot at her."""
        return ship in (getattr(order, "target", None), getattr(order, "ship", None))

    def place(self, position: Any, ship: str) -> Any:  # noqa: ANN401 - a hex or a zone
        """Return where a ship is; None when she is gone."""
        found = position.find(ship)
        return None if found is None or found.gone else self.guide.place_of(position, ship)

    def glance(self, position: Any, ship: str, other: str) -> Glance | None:  # noqa: ANN401, ARG002 - as every game is asked
        """Return nothing: rows and panels tell it."""
        return None

    def is_headline(self, event: Any) -> bool:  # noqa: ANN401, ARG002 - of a short game
        """Return False: the story tells all."""
        return False

    def standing(self, position: Any) -> str:  # noqa: ANN401, ARG002 - of a short game
        """Return nothing: the story tells every turn in full."""
        return ""

    def stake(self, throw: Throw, side: str) -> Stake | None:
        """Return what a side hopes for, with its exact chance."""
        hope = self.hope(throw, side)
        return None if hope is None else Stake(hope.words, Rolled.of(throw, "", hope.is_good, fields=hope.fields).chance)

    def rolls_of(self, position: Any, event: Any, dice: int) -> tuple[Rolled, ...]:  # noqa: ANN401
        """Return how a throw fell for the side whose luck it was."""
        hope = self.hope(event.throw) if event.throw is not None else None
        side = self.thrower(position, event) if hope is not None else ""
        return (Rolled.of(event.throw, side, hope.is_good, dice, hope.fields),) if hope is not None and side else ()

    def turning(self, position: Any, event: Any) -> tuple[Rolled, ...]:  # noqa: ANN401
        """Return how the throws fell that could turn the battle."""
        return self.rolls_of(position, event, 1) if isinstance(event, self.turning_points) else ()
