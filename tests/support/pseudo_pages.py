"""The words of a page as a reader sees or hears them, and the names that no language changes."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Any, get_args, get_type_hints

from rulesdemo.analysis.catalogue import entries
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.inputs import OneOf
from rulesdemo.odds.procedure import every_procedure
from rulesdemo.rules.datafiles import GAMES, folder, game_file, scenario_file, scenario_names, table_names
from rulesdemo.rules.rule_index import rules_of, rulings_of
from rulesdemo.rules.ruleset import ruleset
from tests.support.notebooks import run
from tests.support.pseudo import BRACKETS, english_outside, pseudo_language
from widgets.web.live import Live

SPOKEN = ("aria-label", "title", "placeholder", "alt", "aria-description", "aria-roledescription", "aria-valuetext")
VOID = {"input", "br", "img", "meta", "link", "hr"}
# Code of Python and of the command line, and what no reader sees.
CODE = {"code", "pre", "kbd", "style", "script"}
# Steps name inputs, outcomes, tables and rows as the command line takes them, by tag and class.
CODED = {("ol", "steps")}
# Names that pages give to what no scenario names.
OWN = {
    "rulesdemo",
    "Capua",  # the city of the workshop
    "English",  # languages, by their own names
    "Français",
}


class PageText(HTMLParser):
    """The words of a page, each text and each attribute by itself; what is between brackets across tags stays together."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.coded: list[str] = []  # texts that may name what the command line takes
        self.attributes: list[str] = []
        self._open: list[tuple[str, bool, bool]] = []  # each with whether its words are left out, and whether they are coded
        self.feed(text)
        self.close()

    @property
    def is_left_out(self) -> bool:
        return bool(self._open) and self._open[-1][1]

    @property
    def is_coded(self) -> bool:
        return bool(self._open) and self._open[-1][2]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        coded = self.is_coded or any((tag, name) in CODED for name in given.get("class", "").split())
        left_out = self.is_left_out or tag in CODE or given.get("lang") == "fr" or given.get("translate") == "no"  # a place in a book
        if not left_out:
            self.attributes += [given[name] for name in SPOKEN if given.get(name)]
        if tag not in VOID:
            self._open.append((tag, left_out, coded))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        if not self.is_left_out:
            (self.coded if self.is_coded else self.texts).append(data)

    def english(self, names: frozenset[str], codes: frozenset[str] = frozenset()) -> Iterator[str]:
        """Every text that shows English besides the names; in coded texts, besides the codes too."""
        for texts, known in ((self.texts, names), (self.coded, names | codes), (self.attributes, names)):
            whole = "\n".join(text.replace("\n", " ") for text in texts)
            while texts is not self.attributes and whole != (whole := BRACKETS.sub(" ", whole)):  # a message may have tags within
                pass
            for text in {*whole.split("\n")}:
                if left := english_outside(text, known):
                    yield f"{left}: {text.strip()[:150]}"


@cache
def names_of(game: str) -> frozenset[str]:
    """Names that no language changes: of ships, leaders, peoples, places and units, and the ids of rules and rulings."""
    found = {*rules_of(game), *rulings_of(game), *OWN}
    for data in (*(_inside(scenario_file(game, name)[0]) for name in scenario_names(game)), *_more(game)):
        found |= set(_named(data))
    # As they stand on a map: without an article, without what sort of place it is, and without what else it is known by.
    return frozenset(found | {re.sub(r"^(The |Fort |L['’])", "", name).partition(" (")[0] for name in found})


@cache
def codes_of(game: str) -> frozenset[str]:
    """Names that the command line takes: of procedures, inputs, outcomes, switches, tables and their labels; as steps print them, too."""
    found = {*table_names(game), *rules_of(game), "true", "false", "int", "seed", "ruling", "reconstructed", "yours"}
    for table in (ruleset(game).table(name) for name in table_names(game)):
        found |= {table.rows.name, table.columns.name, *table.rows.labels, *table.columns.labels}
    for ruling in rulings_of(game).values():
        found |= {ruling.switch.name, *dict(ruling.switch.choices)} if ruling.switch is not None else set()
    for name, entry in entries(game).items():
        found |= {name, name.partition(".")[2], *entry.fields, *(each.name for each in entry.inputs)}
        found |= {str(choice) for each in entry.inputs if isinstance(each.kind, OneOf) for choice in each.kind.choices}
    for procedure in every_procedure(f"rulesdemo.games.{game}"):
        hints = get_type_hints(procedure.body)
        records = [each for each in hints.values() if hasattr(each, "_fields")]
        for known in (hints, *map(get_type_hints, records)):
            found |= {*known, *(str(value) for hint in known.values() for value in get_args(hint))}
    return frozenset(found | {name.replace("_", " ") for name in found})


def english_in_odds(dist: Dist[Any]) -> Iterator[str]:
    """The English that odds show besides their fields and outcomes, which Python shows by its own names."""
    outcomes = list(dist)
    values = {str(value) for each in outcomes for value in (each if isinstance(each, tuple) else (each,))}
    yield from PageText(dist._repr_html_()).english(frozenset({*dist.fields, *values, "true", "false"}))


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
    """The text of every live piece and of what else is shown as HTML, but for odds."""
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
    games = (game,) if game in GAMES else GAMES
    names, codes = (frozenset().union(*map(known, games)) for known in (names_of, codes_of))
    with pseudo_language():
        values = run(notebook)
        found = list(pieces(values))
        wrong = {each for text in found for each in PageText(text).english(names, codes)}
        wrong |= {each for value in values if isinstance(value, Dist) for each in english_in_odds(value)}
        return sorted(wrong) if found else None


if __name__ == "__main__":
    json.dump({notebook: english_on(notebook) for notebook in notebooks()}, sys.stdout)
