"""Facts about a game, counted from its data: what there is, and which of it is ours."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rulesdemo.analysis.catalogue import entries
from rulesdemo.odds.reads import PROVENANCES, weakest
from rulesdemo.rules.datafiles import GAMES, folder, game_file, read_text, table_names
from rulesdemo.rules.rule_index import TO_CARRY_OUT, rules_of, rulings_of
from rulesdemo.rules.tables import load_table
from rulesdemo.words import cache_by_language, page_language


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table by its title, and the weakest provenance among its cells."""

    title: str
    provenance: str
    is_mixed: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """What a game has."""

    name: str
    title: str
    line: str
    about: str
    dice: str
    procedures: int
    rules: int
    rulings: int
    tables: tuple[TableFacts, ...]
    done: int  # rules that are carried out by code, tried by a case and taught in a chapter
    in_part: int  # rules of which the same holds but for a part that is not played
    due: int  # rules of which that can be asked: not those that are mere notes, unused or out of scope
    cells: tuple[tuple[str, int], ...]  # how many cells of all tables are of each provenance

    @property
    def tables_of_ours(self) -> tuple[TableFacts, ...]:
        """Return tables that are not wholly printed in the source."""
        return tuple(table for table in self.tables if table.provenance != "seed")


@cache_by_language(30)
def facts(game: str) -> Facts:
    """Return the facts of one game, with its title in the session's language."""
    lang = page_language()
    info = game_file(game, "game")
    status = Counter(rule.status for rule in rules_of(game).values())
    return Facts(
        game,
        info["title"][lang],
        info["line"][lang],
        info["about"],
        info["dice"],
        len(entries(game)),
        len(rules_of(game)),
        len(rulings_of(game)),
        tuple(_table(game, name) for name in table_names(game)),
        status["done"],
        status["partly"],
        sum(status[each] for each in TO_CARRY_OUT),
        _cells(game),
    )


def every_game() -> tuple[Facts, ...]:
    """Return the facts of every game, in the order of the catalogue."""
    return tuple(facts(game) for game in GAMES)


def picture(game: str) -> str:
    """Return a small drawing for a game, as SVG; empty where there is none."""
    path = folder("book") / "pictures" / f"{game}.svg"
    return read_text(path) if path.is_file() else ""


def _cells(game: str) -> tuple[tuple[str, int], ...]:
    """Return the cells of all tables by where they come from, the surest first."""
    found = Counter(cell.provenance for name in table_names(game) for row in load_table(game, name).cells for cell in row)
    return tuple((provenance, found[provenance]) for provenance in PROVENANCES if found[provenance])


def _table(game: str, name: str) -> TableFacts:
    table = load_table(game, name)
    found = {cell.provenance for row in table.cells for cell in row}
    return TableFacts(table.info.title, weakest(list(found)), len(found) > 1)
