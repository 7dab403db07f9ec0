"""Game: a record of what a game offers. No base class; a game fills the record in."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rulesdemo.odds.procedure import Procedure
from rulesdemo.rules.ruleset import check_game

if TYPE_CHECKING:
    from rulesdemo.play.engine import Engine


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its name, its dice procedures by chapter, and the module that plays it, if it can be played."""

    name: str
    chapters: tuple[ModuleType, ...] = field(repr=False)
    engine: str = ""  # a module's name, so that a question about odds does not load the engine

    def procedures(self) -> dict[str, Procedure[..., Any]]:
        """Return every public procedure of the chapters, by name, in the order of the chapters."""
        found = {}
        for chapter in self.chapters:
            for each in vars(chapter).values():
                if isinstance(each, Procedure) and each.public and each.module == chapter.__name__:
                    found[each.name] = each
        return found

    def play(self) -> Engine[Any] | None:
        """Return the engine, loaded on first use; None for a game that cannot be played yet."""
        return import_module(self.engine).ENGINE if self.engine else None


@cache
def game(name: str) -> Game:
    """Return a game by name."""
    check_game(name)
    found = import_module(f"rulesdemo.games.{name}").GAME
    if not isinstance(found, Game):
        message = f"rulesdemo.games.{name} has no GAME"
        raise TypeError(message)
    return found
