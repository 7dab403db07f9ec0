"""The five games: `games()` lists them, `game(name)` loads one. They never import each other.

>>> from rulesdemo import games
>>> [each.name for each in games()]
['broadside', 'escadres', 'republic', 'toulon', 'veneti']
"""

from __future__ import annotations

import sys
from types import ModuleType

from rulesdemo.play.game import Game, game
from rulesdemo.rules.datafiles import GAMES


class _Games(ModuleType):
    """Answers the call `games()`: Python puts this package under the name `rulesdemo.games` whenever a game is loaded."""

    def __call__(self) -> list[Game]:
        return [game(name) for name in GAMES]


sys.modules[__name__].__class__ = _Games
