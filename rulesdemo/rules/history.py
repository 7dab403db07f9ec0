"""The history behind a game, from data/<game>/history.toml: what happened, which of it is true, disputed or ours, and where it can be read.

Every statement has a mark. What is true names its sources, what is disputed has two voices or more with a source each, and what is ours
has none. Anything else is refused with the file and the entry named.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from rulesdemo.board.hexes import CLOCKWISE, COMPASS, Grid
from rulesdemo.rules.datafiles import game_file, game_folder, scenario_names, short_path
from rulesdemo.rules.scenario_reader import Entry
from rulesdemo.words import N_

TRUE: Final = "true"
DISPUTED: Final = "disputed"
OURS: Final = "ours"
MARKS: Final = (TRUE, DISPUTED, OURS)
DAYS: Final = 5
FEWEST_VOICES: Final = 2
LISTS: Final = {"causes": "cause", "aftermath": "aftermath", "craft": "craft", "known": "known", "here": "game"}
_SOURCE: Final = re.compile(r"([a-z]+) (\S.*)\Z")
_NO_MAP: Final = Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up")  # history has no hexes


@dataclass(frozen=True, slots=True)
class Work:
    """A book that statements rest on: as a line names it, and in full."""

    line: str
    title: str


@dataclass(frozen=True, slots=True)
class Source:
    """A place in a work: book and chapter, the year of its annals, or a page."""

    work: Work
    place: str


@dataclass(frozen=True, slots=True)
class Voice:
    """What one side says of what is disputed."""

    text: str
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that is said of history: its `date`, what the game makes of it `here`, and the `names` of the scenarios it is about."""

    text: str
    mark: str
    sources: tuple[Source, ...] = ()
    voices: tuple[Voice, ...] = ()
    date: str = ""
    here: str = ""
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """The history behind one game."""

    game: str
    title: str
    map: str
    works: tuple[Work, ...]
    who: Statement
    when: Statement
    where: Statement
    days: tuple[Statement, ...]
    causes: tuple[Statement, ...]
    aftermath: tuple[Statement, ...]
    craft: tuple[Statement, ...]
    known: tuple[Statement, ...]
    here: tuple[Statement, ...]
    scenarios: tuple[Statement, ...]

    def of_scenario(self, name: str) -> Statement | None:
        """Return what is said of one scenario: its war and its year."""
        return next((each for each in self.scenarios if name in each.names), None)

    def statements(self) -> tuple[Statement, ...]:
        """Return everything that is said, in the order of the page."""
        lists = (self.days, self.causes, self.aftermath, self.craft, self.known, self.here, self.scenarios)
        return (self.who, self.when, self.where, *(each for statements in lists for each in statements))


@cache
def history_of(game: str) -> History | None:
    """Return the history behind a game; None where a data folder has no file of it."""
    path = game_folder(game) / "history.toml"
    return read_history(game, game_file(game, "history"), short_path(path)) if path.is_file() else None


def read_history(game: str, data: Any, where: str) -> History:  # noqa: ANN401 - whatever the file holds
    """Return the history that a file tells, every value checked."""
    entry = Entry(data, where, _NO_MAP)
    title, drawing, works = N_(entry.text("title")), entry.slug("map"), _works(entry.entry("work"))
    who, when, place = (_statement(entry.entry(name), works) for name in ("who", "when", "where"))
    days = tuple(_statement(each, works, "date") for each in entry.entries("day"))
    if len(days) != DAYS:
        entry.fault(N_("needs {count} entries [[day]], not {found}").format(count=DAYS, found=len(days)))
    lists = {
        field: tuple(_statement(each, works, "here" if field == "here" else "") for each in entry.entries(name))
        for field, name in LISTS.items()
    }
    scenarios = tuple(_scenario(each, works, game) for each in entry.entries("scenario"))
    entry.end()
    named = [name for each in scenarios for name in each.names]
    if twice := next((name for name in named if named.count(name) > 1), ""):
        entry.fault(N_("two entries [[scenario]] name {name!r}").format(name=twice))
    return History(game, title, drawing, tuple(works.values()), who=who, when=when, where=place, days=days, scenarios=scenarios, **lists)


def _works(entry: Entry) -> dict[str, Work]:
    found = {}
    for name in entry.data:
        each = entry.entry(name)
        found[name] = Work(N_(each.text("line")), N_(each.text("title")))
        each.end()
    return found


def _statement(entry: Entry, works: dict[str, Work], more: str = "", names: tuple[str, ...] = ()) -> Statement:
    """Return a statement; `more` is the text that it needs beside its own."""
    text, mark = N_(entry.text("text")), entry.word("mark", MARKS)
    extra = {more: N_(entry.text(more))} if more else {}
    sources = _sources(entry, works) if mark == TRUE else ()
    voices = tuple(_voice(each, works) for each in entry.entries("voice")) if mark == DISPUTED else ()
    if mark == DISPUTED and len(voices) < FEWEST_VOICES:
        entry.fault(N_("what is disputed needs two entries [[voice]] or more"))
    entry.end()
    return Statement(text, mark, sources, voices, names=names, **extra)


def _voice(entry: Entry, works: dict[str, Work]) -> Voice:
    found = Voice(N_(entry.text("text")), _sources(entry, works))
    entry.end()
    return found


def _scenario(entry: Entry, works: dict[str, Work], game: str) -> Statement:
    return _statement(entry, works, names=entry.words("names", scenario_names(game)))


def _sources(entry: Entry, works: dict[str, Work]) -> tuple[Source, ...]:
    return tuple(_source(entry, works, each) for each in entry.words("from"))


def _source(entry: Entry, works: dict[str, Work], said: str) -> Source:
    """Return a source written as work and place, such as "caesar III.15"."""
    found = _SOURCE.match(said)
    if found is None or found[1] not in works:
        entry.fault(
            N_('a source is {said!r}: write one of the works ({works}) and the place in it, as in "caesar III.15"').format(
                said=said, works=", ".join(works)
            )
        )
    return Source(works[found[1]], found[2])
