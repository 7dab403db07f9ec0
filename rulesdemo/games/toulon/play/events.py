"""What has happened, as past facts; each knows its rule, its dice and its sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from string import Formatter
from typing import ClassVar, Final

from rulesdemo.games.toulon.play.names import Name
from rulesdemo.games.toulon.play.state import Result
from rulesdemo.play.engine import Throw
from rulesdemo.play.fact import Fact
from rulesdemo.rules.datafiles import game_file
from rulesdemo.words import N_, _


@cache
def plural_names() -> frozenset[str]:
    """The units whose names are plurals."""
    return frozenset(game_file("toulon", "units")["plurals"])


def by_number(name: str, one: str, many: str) -> str:
    """Choose the message that fits a name: the one for a singular, or the one for a plural.

    >>> one, many = N_("{unit} passes its quality test."), N_("{unit} pass their quality test.")
    >>> print(by_number("Barrois", one, many).format(unit="Barrois"))
    Barrois passes its quality test.
    >>> print(by_number("East hussars", one, many).format(unit="East hussars"))
    East hussars pass their quality test.
    """
    return many if name in plural_names() else one


@lru_cache(maxsize=1_000)
def _open_fields(words: str) -> tuple[str, ...]:
    """The fields of a message that are still to be filled in; to the formatter a message is its English."""
    return tuple(dict.fromkeys(field for _text, field, _form, _conversion in Formatter().parse(words) if field))


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """A new turn, with the rules of section 5 that begin with it."""

    rule: ClassVar[str] = "1.17"
    begins_turn: ClassVar[bool] = True  # log lines from here on are of the new turn
    number: int

    def text(self, _name: Name) -> str:
        return _("Turn {number} begins.").format(number=self.number)


@dataclass(frozen=True, slots=True)
class TurnOpened(Fact):
    """The first turn of the game, which the markers stand on already."""

    rule: ClassVar[str] = "1.17"
    number: int

    def text(self, _name: Name) -> str:
        return _("Turn {number} begins with the joint OP phase.").format(number=self.number)


@dataclass(frozen=True, slots=True)
class Notice(Fact):
    """Any other fact: a message whose open fields are, in their order, the names of the things it is about.

    Where the first of them is a unit, there may be two messages: for a name in the singular, and for one in the plural. `what` says
    the kind of the fact in a word.
    """

    what: str
    rule: str
    words: str | tuple[str, str]
    things: tuple[str, ...] = ()
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        names = [name(thing) for thing in self.things]
        words = self.words if isinstance(self.words, str) else by_number(names[0], *self.words)
        said = str(words.format(**dict(zip(_open_fields(words), names, strict=False))))
        return said[:1].upper() + said[1:]


WINS: Final[Mapping[str, str]] = {
    "draw": N_("Nobody wins: {why}."),
    "allied": N_("The Allies win: {why}."),
    "republican": N_("The Republicans win: {why}."),
}


@dataclass(frozen=True, slots=True)
class GameEnded(Fact):
    """The game is over."""

    result: Result

    @property
    def rule(self) -> str:
        """The rule by which it ended."""
        return self.result.rule

    def text(self, _name: Name) -> str:
        return str(WINS[self.result.winner].format(why=self.result.why))
