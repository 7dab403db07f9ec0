"""Game: a record of what a game offers. No base class; a game fills the record in."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from rulesdemo.procedure import Procedure


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its name and its dice procedures by chapter."""

    name: str
    chapters: tuple[ModuleType, ...] = field(repr=False)

    def procedures(self) -> dict[str, Procedure[..., Any]]:
        """Every public procedure of the chapters, by name, in the order of the chapters."""
        found = {}
        for chapter in self.chapters:
            for each in vars(chapter).values():
                if isinstance(each, Procedure) and each.public and each.module == chapter.__name__:
                    found[each.name] = each
        return found
