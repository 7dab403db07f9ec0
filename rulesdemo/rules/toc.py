"""The book's table of contents: which chapters there are, in which order, and which are still to come."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from rulesdemo.errors import DataError
from rulesdemo.rules.datafiles import folder, read_toml
from rulesdemo.words import ENGLISH, N_, by_language

LANGUAGES: Final = {"en": "English", "fr": "Français"}
SECTION: Final = re.compile(r"\d+(?:\.\d)?")


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter; while it is only planned it has no path."""

    game: str
    number: int
    titles: Mapping[str, str]
    minutes: int
    path: str = ""
    aims: Mapping[str, str] | str = ""
    rules: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    span: str = ""  # its rules in a few words, where its sections alone would leave most of them out

    @property
    def is_there(self) -> bool:
        """Whether it can be read."""
        return bool(self.path)

    @property
    def slug(self) -> str:
        """Its name in an address."""
        return self.path.rpartition("/")[2]

    @property
    def key(self) -> str:
        """Its name in whatever language, as a browser keeps it; a planned one has a name too, so that nothing is ever confused."""
        return f"{self.game}/{self.slug or self.number}"

    def title(self, lang: str) -> str:
        """Its title in a language, or in English."""
        return self.titles.get(lang, self.titles["en"])

    def aim(self, lang: str) -> str:
        """One sentence that says what it is for."""
        return self.aims if isinstance(self.aims, str) else self.aims.get(lang, self.aims.get("en", ""))

    def address(self, lang: str) -> str:
        """Where it is served."""
        return f"/{lang}/{self.game}/{self.slug}"

    @property
    def notebook(self) -> Path:
        """Its file, from which its pages in every language are made."""
        return notebook_file(self.game, self.slug)


def notebook_file(*names: str) -> Path:
    """The file of a page: notebooks are written once, in English, and need not be there."""
    *folders, name = names
    return folder("book").joinpath(ENGLISH, *folders, f"{name}.ipynb")


@dataclass(frozen=True, slots=True)
class Contents:
    """The whole list."""

    games: tuple[str, ...]
    chapters: tuple[Chapter, ...]

    def of(self, game: str) -> tuple[Chapter, ...]:
        """The chapters of a game by number, there or planned."""
        return tuple(sorted((each for each in self.chapters if each.game == game), key=lambda each: each.number))

    def find(self, game: str, slug: str) -> Chapter | None:
        """The chapter of an address, or None."""
        return next((each for each in self.chapters if each.is_there and (each.game, each.slug) == (game, slug)), None)

    def around(self, chapter: Chapter) -> tuple[Chapter | None, Chapter | None]:
        """The chapters before and after one, among those that are there."""
        there = [each for each in self.of(chapter.game) if each.is_there]
        place = there.index(chapter)
        return there[place - 1] if place else None, there[place + 1] if place + 1 < len(there) else None


@cache
def contents() -> Contents:
    """The book's own contents."""
    return read_contents(folder("book") / "toc.toml")


def read_contents(path: Path) -> Contents:
    """A table of contents; a chapter takes the place of the one that was planned under its number."""
    found = read_toml(path) if path.is_file() else {}
    there = [_chapter(each) for each in found.get("chapter", [])]
    taken = {(each.game, each.number) for each in there}
    planned = [_chapter({**each, "path": ""}) for each in found.get("planned", [])]
    every = (*there, *(each for each in planned if (each.game, each.number) not in taken))
    return Contents(tuple(found.get("games", dict.fromkeys(each.game for each in every))), every)


def _chapter(given: dict[str, Any]) -> Chapter:
    missing = [name for name in ("game", "number", "title", "minutes") if name not in given]
    if missing:
        message = N_("book/toc.toml: {chapter} lacks {names}").format(
            chapter=given.get("path") or given.get("title", "a chapter"), names=", ".join(missing)
        )
        raise DataError(message)
    rules, aim = tuple(given.get("rules", ())), given.get("aim", "")
    return Chapter(
        given["game"],
        given["number"],
        by_language(given["title"]),
        given["minutes"],
        given["path"],
        N_(aim) if isinstance(aim, str) else by_language(aim),
        rules,
        tuple(given.get("sections", ())) or _sections(rules),
        N_(given.get("span", "")),
    )


def _sections(rules: tuple[str, ...]) -> tuple[str, ...]:
    """The sections that rules stand in, each once.

    >>> _sections(("8.21", "8.22", "8.6", "3.0 A"))
    ('8.2', '8.6', '3.0')
    """
    found = [match[0] if (match := SECTION.match(rule)) else rule for rule in rules]
    return tuple(dict.fromkeys(found))
