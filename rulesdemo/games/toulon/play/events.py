"""What has happened, as past facts; each knows its rule, its dice and its sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from rulesdemo.games.toulon.play.state import Result
from rulesdemo.play.engine import Throw
from rulesdemo.rules.datafiles import game_file

Name = Callable[[str], str]
SIDES_FIRST: Final = {"allied": "The Allies", "republican": "The Republicans", "draw": "Nobody"}


# Verbs that units are told with, and what becomes of them after a name in the plural.
PLURALS: Final = {"is": "are", "has": "have", "goes": "go", "passes": "pass", "reaches": "reach", "marches": "march"}
VERBS: Final = re.compile(
    r"(arrive|come|fail|fall|fire|get|join|land|leave|make|man|pursue|recover|regain|ride|set|stand|stay|suffer|take)s\b"
)


@cache
def plural_names() -> frozenset[str]:
    """The units whose names are plurals."""
    return frozenset(game_file("toulon", "units")["plurals"])


def told_of(name: str, words: str) -> str:
    """A name and what is said of it, in the number of the name.

    >>> told_of("Barrois", "passes its quality test."), told_of("East hussars", "passes its quality test.")
    ('Barrois passes its quality test.', 'East hussars pass their quality test.')
    >>> told_of("Austrians", "arrives."), told_of("British guns", "fires into Toulon and hits.")
    ('Austrians arrive.', 'British guns fire into Toulon and hit.')
    """
    if name not in plural_names():
        return f"{name} {words}"
    verb, space, rest = words.partition(" ")
    for one, many in (
        ("its ", "their "),
        ("and is ", "and are "),
        ("and hits", "and hit"),
        ("has nowhere", "have nowhere"),
        ("it is", "they are"),
    ):
        rest = rest.replace(one, many)
    verb = PLURALS.get(verb) or VERBS.sub(r"\1", verb)
    return f"{name} {verb}{space}{rest}"


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
        words = self.words
        if words.startswith("{0} "):
            words = told_of(name(self.things[0]), words.removeprefix("{0} "))
        said = words.format(*map(name, self.things))
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
