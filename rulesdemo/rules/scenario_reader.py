"""Reading scenario files strictly: every value has its type and its range, every fault says where it stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NoReturn, Protocol, TypeVar

from rulesdemo.board.hexes import Direction, Grid, Hex
from rulesdemo.errors import DataError, InputError, nearest
from rulesdemo.rules.datafiles import scenario_file, scenario_names
from rulesdemo.words import N_, by_language

F = TypeVar("F")

LANGUAGES: Final = ("en", "fr")
MISSING: Final[Any] = object()
NUMBER: Final = re.compile(r"[A-Z]([1-9]\d*)\Z")
SLUG: Final = re.compile(r"[a-z][a-z0-9_]*\Z")
LAST_NUMBER: Final = 99  # of a column or row: hex labels have two digits for each


@dataclass(frozen=True, slots=True)
class Card:
    """What a page says about a scenario before it is played."""

    name: str
    title: Mapping[str, str]  # by language
    about: str
    source: tuple[str, ...]  # what is told by whom, and what is ours
    provenance: str
    chapter: str  # the game's letter and the chapter's number, such as "V2"; "" for a battle
    task: Mapping[str, str]  # by language; empty for a battle

    @property
    def number(self) -> int:
        """The chapter's number; 0 for a battle."""
        found = NUMBER.match(self.chapter)
        return int(found[1]) if found else 0


class Entry:
    """A table of a TOML file, and where it stands in it; values are taken out one by one, and none may be left over."""

    def __init__(self, data: object, where: str, grid: Grid) -> None:
        """Take what the file says; the grid is that of the game's map."""
        self.where = where
        self.grid = grid
        if not isinstance(data, Mapping):
            self.fault(N_("must be a table of keys and values"))
        self.data: Mapping[str, Any] = data
        self._taken: set[str] = set()

    def fault(self, what: str) -> NoReturn:
        """Say what is wrong, and where."""
        message = N_("{where}: {what}").format(where=self.where, what=what)
        raise DataError(message)

    def __contains__(self, key: str) -> bool:
        """Whether the entry says anything about this."""
        self._taken.add(key)
        return key in self.data

    def _take(self, key: str, default: Any) -> Any:  # noqa: ANN401 - whatever the file holds
        self._taken.add(key)
        value = self.data.get(key, default)
        return value if value is not MISSING else self.fault(N_("{key} is missing").format(key=key))

    def read_elsewhere(self, *keys: str) -> None:
        """Count these keys as asked for."""
        self._taken.update(keys)

    def end(self) -> None:
        """Refuse keys that nobody asked for: a misspelt one would otherwise pass in silence."""
        for key in self.data:
            if key not in self._taken:
                self.fault(N_("has no key {key!r}. {hint}").format(key=key, hint=nearest(key, self._taken)))

    def text(self, key: str, default: Any = MISSING) -> str:  # noqa: ANN401 - a text
        """A text that says something."""
        value = self._take(key, default)
        if not isinstance(value, str) or not (str.strip(value) or value is default):
            self.fault(N_("{key} must be a text, not {value!r}").format(key=key, value=value))
        return value

    def slug(self, key: str) -> str:
        """A name that can stand in an order."""
        name = self.text(key)
        if not SLUG.match(name):
            self.fault(N_("{key} {name!r} must be lower-case letters, digits and underscores").format(key=key, name=name))
        return name

    def word(self, key: str, known: Iterable[str], default: Any = MISSING) -> Any:  # noqa: ANN401 - one of the known words
        """One of the words that are known here."""
        value, words = self._take(key, default), tuple(known)
        if type(value) is not str or value not in words:
            self.fault(N_("{key} is {value!r}. {hint}").format(key=key, value=value, hint=nearest(str(value), words)))
        return value

    def whole(self, key: str, least: int, most: int | None = None, default: Any = MISSING) -> int:  # noqa: ANN401 - a number
        """A whole number within bounds."""
        value = self._take(key, default)
        if type(value) is not int or value < least or (most is not None and value > most):
            if most is None:
                fault = N_("{key} must be a whole number of {least} or more, not {value!r}")
            else:
                fault = N_("{key} must be a whole number from {least} to {most}, not {value!r}")
            self.fault(fault.format(key=key, least=least, most=most, value=value))
        return value

    def wholes(self, key: str, least: int, most: int, count: tuple[int, int], default: Any = MISSING) -> tuple[int, ...]:  # noqa: ANN401
        """Some whole numbers within bounds; `count` has the fewest and the most."""
        values = self._take(key, default)
        if values is default:
            return tuple(values)
        good = isinstance(values, list | tuple) and all(type(value) is int and least <= value <= most for value in values)
        if not good or not count[0] <= len(values) <= count[1]:
            fault = N_("{key} must be a list of {count} whole numbers from {least} to {most}, not {value!r}")
            size = str(count[0]) if count[0] == count[1] else f"{count[0]}-{count[1]}"
            self.fault(fault.format(key=key, count=size, least=least, most=most, value=values))
        return tuple(values)

    def flag(self, key: str) -> bool:
        """True or false; false when nothing is said."""
        value = self._take(key, default=False)
        if type(value) is not bool:
            self.fault(N_("{key} must be true or false, not {value!r}").format(key=key, value=value))
        return value

    def words(self, key: str, known: Iterable[str] | None = None, default: Any = MISSING) -> tuple[str, ...]:  # noqa: ANN401 - words
        """Some texts, each once; when the known ones are given, some of those."""
        value = self._take(key, default)
        if not isinstance(value, list | tuple) or not all(type(item) is str for item in value):
            self.fault(N_("{key} must be a list of texts, not {value!r}").format(key=key, value=value))
        if len(set(value)) != len(value) or (not value and value is not default):
            self.fault(N_("{key} must name something, and nothing twice").format(key=key))
        for item in value:
            if known is not None and item not in known:
                self.fault(N_("{key} names {item!r}. {hint}").format(key=key, item=item, hint=nearest(item, known)))
        return tuple(value)

    def translated(self, key: str) -> Mapping[str, str]:
        """A text in every language of the book."""
        each = Entry(self._take(key, MISSING), f"{self.where}, {key}", self.grid)
        said = by_language({language: each.text(language) for language in LANGUAGES})
        each.end()
        return said

    def entry(self, key: str, default: Any = MISSING) -> Entry:  # noqa: ANN401 - a table
        """A table inside this one."""
        return Entry(self._take(key, default), f"{self.where}, {key}", self.grid)

    def entries(self, key: str) -> list[Entry]:
        """A list of tables, each known by its id or, failing that, by its number."""
        value = self._take(key, [])
        if not isinstance(value, list):
            self.fault(N_("write each {key} as [[{key}]]").format(key=key))
        return [Entry(item, f"{self.where}, {key} {_id_of(item) or number}", self.grid) for number, item in enumerate(value, start=1)]

    def heading(self, key: str, default: Any = MISSING) -> Direction:  # noqa: ANN401 - a compass point
        """A compass point of the map."""
        return self.grid.named(self.word(key, self.grid.names, default))

    def place(self, key: str, label: str) -> Hex:
        """A hex by its printed number."""
        try:
            return self.grid.parse(label)
        except InputError as wrong:
            self.fault(N_("{key}: {wrong}").format(key=key, wrong=wrong))

    def stretch(self, key: str, said: str) -> tuple[Hex, ...]:
        """A hex, or a straight run of them down a column or along a row, such as "0101-0109" or "0101-0901"."""
        first, _, last = said.partition("-")
        start, end = (self.grid.to_offset(self.place(key, label)) for label in (first, last or first))
        if not (start.column == end.column and start.row <= end.row) and not (start.row == end.row and start.column <= end.column):
            self.fault(N_("{key}: {said!r} runs neither down a column nor along a row").format(key=key, said=said))
        return tuple(
            self.grid.parse(f"{column:02}{row:02}")
            for column in range(start.column, end.column + 1)
            for row in range(start.row, end.row + 1)
        )

    def expanse(self) -> tuple[Hex, ...]:
        """Return the hexes of the columns and rows, from 0101 on."""
        columns, rows = self.whole("columns", 1, LAST_NUMBER), self.whole("rows", 1, LAST_NUMBER)
        return tuple(self.grid.parse(f"{column:02}{row:02}") for column in range(1, columns + 1) for row in range(1, rows + 1))

    def water(self, shore: str) -> tuple[frozenset[Hex], frozenset[Hex]]:
        """The hexes of a map, and those of them that are its shore; nothing else may be said about it."""
        hexes = frozenset(self.expanse())
        found: set[Hex] = set()
        for said in self.words(shore, default=()):
            run = set(self.stretch(shore, said))
            if not run <= hexes:
                self.fault(
                    N_("{shore}: {said} leaves the map of {columns} columns and {rows} rows").format(
                        shore=shore, said=said, columns=self.data["columns"], rows=self.data["rows"]
                    )
                )
            found |= run
        self.end()
        return hexes, frozenset(found)


def _id_of(item: object) -> str:
    name = item.get("id") if isinstance(item, Mapping) else None
    return name if isinstance(name, str) else ""


class Kind(Protocol):
    """What the reading of a goal asks of its kind."""

    @property
    def needs(self) -> tuple[str, ...]:
        """The fields that it needs."""

    @property
    def may(self) -> tuple[str, ...]:
        """The fields that it may have besides."""


def goal_of(entry: Entry, kinds: Mapping[str, Kind], sides: Iterable[str], field: Callable[[Entry, str], Any]) -> dict[str, Any]:
    """A goal with its words and places read; those it names are checked when they are known."""
    kind = entry.word("kind", kinds)
    goal: dict[str, Any] = {"kind": kind, "side": entry.word("side", sides), "task": entry.translated("task")}
    needs, may = kinds[kind].needs, kinds[kind].may
    goal |= {name: field(entry, name) for name in (*needs, *may) if name in needs or name in entry}
    entry.end()
    return goal


def card_of(entry: Entry, letter: str, goal: Callable[[Entry], dict[str, Any]], *, aims: bool = False) -> tuple[Card, dict[str, Any]]:
    """What a page says about a scenario, and its goal; a whole game has no goal of its own, unless it `aims` at one."""
    name, chapter = entry.slug("name"), entry.text("chapter", "")
    if chapter and (not NUMBER.match(chapter) or chapter[0] != letter):
        entry.fault(N_('chapter {chapter!r} must be written as in "{letter}2"').format(chapter=chapter, letter=letter))
    found = goal(entry.entry("goal")) if "goal" in entry else {}
    if bool(chapter) != bool(found) and not (aims and found):
        entry.fault(N_("a set piece has a chapter and a goal, a whole game has neither"))
    title, about, source = entry.translated("title"), N_(entry.text("about")), tuple(map(N_, entry.words("source")))
    return Card(name, title, about, source, entry.word("provenance", ("reconstructed",)), chapter, found.get("task", {})), found


# -- what scenarios of ships share -----------------------------------------------------------------------------------------------------


class Named(Protocol):
    """A ship as a scenario names her."""

    @property
    def id(self) -> str:
        """The id by which orders name her."""

    @property
    def name(self) -> str:
        """What players call her."""

    @property
    def side(self) -> str:
        """Whose she is."""


def check_fleet(entry: Entry, ships: Sequence[Named], sides: Sequence[str], goal: Mapping[str, Any]) -> None:
    """Refuse two ships of one id or name, a battle without two sides, and a set piece without a ship."""
    for twice in _doubles(ship.id for ship in ships):
        entry.fault(N_("two ships have the id {name!r}").format(name=twice))
    for twice in _doubles(ship.name for ship in ships):
        entry.fault(N_("two ships have the name {name!r}").format(name=twice))
    present = {ship.side for ship in ships}
    if not present or (not goal and len(present) < len(sides)):
        entry.fault(N_("a battle needs ships on both sides, a set piece at least one ship"))


def _doubles(names: Iterable[str]) -> list[str]:
    return [each for each, times in Counter(names).items() if times > 1]


def check_goal_ships(entry: Entry, goal: Mapping[str, Any], ships: Iterable[Named]) -> None:
    """Refuse a goal that names a ship which is not there."""
    known = [ship.id for ship in ships]
    for name in (*(goal[field] for field in ("ship", "target") if field in goal), *goal.get("ships", ())):
        if name not in known:
            entry.fault(N_("goal: there is no ship {name!r}. {hint}").format(name=name, hint=nearest(name, known)))


def goal_field(entry: Entry, field: str) -> Any:  # noqa: ANN401 - by field
    """Return a field of a ship's goal, read by its name: hexes, a heading, a number, ships, or a text."""
    if field == "hexes":
        return frozenset(place for label in entry.words(field) for place in entry.stretch(field, label))
    if field == "heading":
        return entry.heading(field)
    if field == "need":
        return entry.whole(field, 1)
    return entry.words(field) if field == "ships" else entry.text(field)


# -- the files of a game ---------------------------------------------------------------------------------------------------------------


class Shelf(Generic[F]):
    """The scenario files of one game, each read once: positions of one scenario share its frame, so that equal positions are equal."""

    def __init__(self, game: str, grid: Grid, frame: Callable[[Entry], tuple[Card, F]]) -> None:
        """`frame` takes the words and the frame of a scenario from its file: all but what stands on the map."""
        self._game = game
        self._grid = grid
        self._frame = frame
        self._read: dict[str, tuple[Mapping[str, Any], str, Card, F]] = {}

    def names(self) -> tuple[str, ...]:
        """Every scenario: battles first, then set pieces in the order of the chapters."""
        return tuple(sorted(scenario_names(self._game), key=lambda name: (self.card(name).number, name)))

    def card(self, name: str) -> Card:
        """The title, the words and the sources of a scenario."""
        return self._file(name)[2]

    def opened(self, name: str) -> tuple[Entry, F]:
        """A scenario of a file, and its frame."""
        data, where, _, frame = self._file(name)
        return Entry(data, where, self._grid), frame

    def inline(self, data: Mapping[str, Any]) -> tuple[Entry, F]:
        """A scenario that is no file, and its frame."""
        where = f"scenario {data.get('name', '')!s}".rstrip()
        _, frame = self._frame(Entry(data, where, self._grid))
        return Entry(data, where, self._grid), frame

    def _file(self, name: str) -> tuple[Mapping[str, Any], str, Card, F]:
        if name not in self._read:
            known = scenario_names(self._game)
            if name not in known:
                message = N_("{game} has no scenario {name!r}. {hint}").format(game=self._game, name=name, hint=nearest(name, known))
                raise InputError(message)
            data, where = scenario_file(self._game, name)
            said, frame = self._frame(Entry(data, where, self._grid))
            if said.name != name:
                message = N_("{where}: the scenario calls itself {said!r}; its name must be that of its file").format(
                    where=where, said=said.name
                )
                raise DataError(message)
            self._read[name] = data, where, said, frame
        return self._read[name]
