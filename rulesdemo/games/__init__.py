"""The five games: `games()` lists them, `game(name)` loads one. They never import each other.

>>> from rulesdemo import games
>>> [each.name for each in games()]
['broadside', 'escadres', 'republic', 'toulon', 'veneti']
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from types import ModuleType

from rulesdemo.datafiles import GAMES
from rulesdemo.game import Game
from rulesdemo.ruleset import check_game


@cache
def game(name: str) -> Game:
    """A game by name."""
    check_game(name)
    found = import_module(f"rulesdemo.games.{name}").GAME
    if not isinstance(found, Game):
        message = f"rulesdemo.games.{name} has no GAME"
        raise TypeError(message)
    return found


class _Games(ModuleType):
    """Answers the call `games()`: Python puts this package under the name `rulesdemo.games` whenever a game is loaded."""

    def __call__(self) -> list[Game]:
        return [game(name) for name in GAMES]


sys.modules[__name__].__class__ = _Games
