"""What has happened, as past facts; each knows its rule, its dice and its sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from rulesdemo.engine import Throw
from rulesdemo.games.toulon.play.state import Result

Name = Callable[[str], str]
SIDES_FIRST: Final = {"allied": "The Allies", "republican": "The Republicans", "draw": "Nobody"}


def counted(number: int, thing: str) -> str:
    """So many of a thing.

    >>> counted(1, "loss"), counted(2, "zone")
    ('1 loss', '2 zones')
    """
    plural = f"{thing}es" if thing.endswith("s") else f"{thing}s"
    return f"{number} {thing if number == 1 else plural}"


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A new turn, with the rules of section 5 that begin with it."""

    rule: ClassVar[str] = "1.17"
    begins_turn: ClassVar[bool] = True  # log lines from here on are of the new turn
    throw: ClassVar[Throw | None] = None
    number: int

    def text(self, _name: Name) -> str:
        return f"Turn {self.number} begins."


@dataclass(frozen=True, slots=True)
class TurnOpened:
    """The first turn of the game, which the markers stand on already."""

    rule: ClassVar[str] = "1.17"
    throw: ClassVar[Throw | None] = None
    number: int

    def text(self, _name: Name) -> str:
        return f"Turn {self.number} begins with the joint OP phase."


@dataclass(frozen=True, slots=True)
class Told:
    """Any other fact: a sentence in which {0}, {1}... are the names of the things it is about; `what` says its kind in a word."""

    what: str
    rule: str
    words: str
    things: tuple[str, ...] = ()
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        said = self.words.format(*map(name, self.things))
        return said[:1].upper() + said[1:]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    throw: ClassVar[Throw | None] = None
    result: Result

    @property
    def rule(self) -> str:
        """The rule by which it ended."""
        return self.result.rule

    def text(self, _name: Name) -> str:
        return f"{SIDES_FIRST[self.result.winner]} {'wins' if self.result.winner == 'draw' else 'win'}: {self.result.why}."
