"""The words of a page as a reader sees or hears them, and the names that no language changes."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Any

from rulesdemo.odds.dist import Dist
from rulesdemo.rules.datafiles import GAMES, folder, game_file, scenario_file, scenario_names
from rulesdemo.rules.rule_index import rules_of, rulings_of
from tests.support.notebooks import run
from tests.support.pseudo import BRACKETS, english_outside, pseudo_language
from widgets.web.live import Live

SPOKEN = ("aria-label", "title", "placeholder", "alt", "aria-description", "aria-roledescription", "aria-valuetext")
VOID = {"input", "br", "img", "meta", "link", "hr"}
# Code of Python and of the command line, and what no reader sees.
CODE = {"code", "pre", "kbd", "style", "script"}
# Known gaps, by tag and class, each with its reason.
GAPS = {
    ("ol", "steps"): "rulesdemo/analysis: steps name inputs, outcomes, tables and rows as the command line takes them",
}
# Names that pages give to what no scenario names.
OWN = {
    "rulesdemo",
    "Capua",  # the city of the workshop
}


class PageText(HTMLParser):
    """The words of a page, each text and each attribute by itself; what is between brackets across tags stays together."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.attributes: list[str] = []
        self._open: list[tuple[str, bool]] = []  # each with whether its words are left out
        self.feed(text)
        self.close()

    @property
    def is_left_out(self) -> bool:
        return bool(self._open) and self._open[-1][1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        gap = any((tag, name) in GAPS for name in given.get("class", "").split())
        left_out = self.is_left_out or tag in CODE or gap or given.get("lang") == "fr"
        if not left_out:
            self.attributes += [given[name] for name in SPOKEN if given.get(name)]
        if tag not in VOID:
            self._open.append((tag, left_out))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        if not self.is_left_out:
            self.texts.append(data)

    def english(self, names: frozenset[str]) -> Iterator[str]:
        """Every text that shows English besides the names."""
        whole = "\n".join(text.replace("\n", " ") for text in self.texts)
        while whole != (whole := BRACKETS.sub(" ", whole)):  # a message may have tags within
            pass
        for text in {*whole.split("\n"), *self.attributes}:
            if left := english_outside(text, names):
                yield f"{left}: {text.strip()[:150]}"


@cache
def names_of(game: str) -> frozenset[str]:
    """Names that no language changes: of ships, leaders, peoples, places and units, and the ids of rules and rulings."""
    found = {*rules_of(game), *rulings_of(game), *OWN}
    for data in (*(_inside(scenario_file(game, name)[0]) for name in scenario_names(game)), *_more(game)):
        found |= set(_named(data))
    return frozenset(found | {name.removeprefix("The ").removeprefix("Fort ") for name in found})


def _inside(data: dict[str, Any]) -> dict[str, Any]:
    """A scenario without its own name, which is that of its file and an English word as a rule."""
    return {key: value for key, value in data.items() if key != "name"}


def _more(game: str) -> list[dict[str, Any]]:
    return [game_file(game, "map"), game_file(game, "units")] if game == "toulon" else []


def _named(data: object) -> Iterator[str]:
    if isinstance(data, dict):
        yield from (data[key] for key in ("name", "others") if isinstance(data.get(key), str))
        for value in data.values():
            yield from _named(value)
    elif isinstance(data, list):
        for value in data:
            yield from _named(value)


def pieces(values: list[Any]) -> Iterator[str]:
    """The text of every live piece and of what else is shown as HTML; odds are left out, which Python shows by its own names."""
    for value in {id(value): value for value in values}.values():
        if isinstance(value, Live):
            yield value.first
        elif not isinstance(value, (type, Dist)) and hasattr(value, "_repr_html_"):
            yield str(value._repr_html_())


def notebooks() -> list[str]:
    """Every notebook of the English book."""
    book = folder("book") / "en"
    return sorted(path.relative_to(book).with_suffix("").as_posix() for path in book.rglob("*.ipynb"))


def english_on(notebook: str) -> list[str] | None:
    """The English outside of the brackets on a page; None where there is no text at all."""
    game = notebook.partition("/")[0]
    names = names_of(game) if game in GAMES else frozenset().union(*map(names_of, GAMES))
    with pseudo_language():
        found = list(pieces(run(notebook)))
        return sorted({wrong for text in found for wrong in PageText(text).english(names)}) if found else None


if __name__ == "__main__":
    json.dump({notebook: english_on(notebook) for notebook in notebooks()}, sys.stdout)
