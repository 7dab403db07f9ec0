"""The account of every rule: which code carries it out, which cases exercise it, which chapters teach it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from rulesdemo.odds.reads import weakest
from rulesdemo.play.game import game as find_game
from rulesdemo.rules.datafiles import folder, read_toml, table_names
from rulesdemo.rules.rule_index import Rule, Ruling, rules_of, rulings_of
from rulesdemo.rules.tables import load_table


@dataclass(frozen=True, slots=True)
class Account:
    """One rule and what stands behind it."""

    rule: Rule
    code: tuple[str, ...]
    procedures: tuple[str, ...]
    cases: int
    chapters: tuple[str, ...]
    tables: tuple[str, ...]
    rulings: tuple[Ruling, ...]

    @property
    def provenance(self) -> str:
        """Return the weakest of the rule's own text (printed), its tables and the rulings on it."""
        tables = [cell.provenance for name in self.tables for row in load_table(self.rule.game, name).cells for cell in row]
        return weakest([*tables, *(ruling.provenance for ruling in self.rulings)])


@cache
def accounts(game: str) -> Mapping[str, Account]:
    """Return every rule of a game with its account, in the order of the source."""
    procedures = find_game(game).procedures()
    engine = citing_modules(game)
    cases, chapters = _cases(game), _chapters(game)
    tables = {name: load_table(game, name).info.rules for name in table_names(game)}
    rulings = rulings_of(game).values()
    return {
        rule.id: Account(
            rule,
            tuple(
                sorted(
                    {proc.module for proc in procedures.values() if rule.id in proc.rules}
                    | {module for module, ids in engine.items() if rule.id in ids}
                )
            ),
            tuple(f"{game}.{name}" for name, proc in procedures.items() if rule.id in proc.rules),
            cases.count(rule.id),
            tuple(path for path, ids in chapters.items() if rule.id in ids),
            tuple(name for name, ids in tables.items() if rule.id in ids),
            tuple(ruling for ruling in rulings if rule.id in ruling.rules),
        )
        for rule in rules_of(game).values()
    }


@cache
def citing_modules(game: str) -> Mapping[str, frozenset[str]]:
    """Return the modules of a game's engine, each with the rule ids that its functions and classes say they carry out (`engine.cites`)."""
    package = find_game(game).engine
    if not package:
        return {}
    modules = [import_module(package)]
    modules += [import_module(f"{package}.{found.name}") for found in iter_modules(modules[0].__path__)]
    return {module.__name__: frozenset(_cited_in(module)) for module in modules}


def _cited_in(module: ModuleType) -> Iterator[str]:
    """Yield the rule ids cited by what a module defines; what it imports is counted where it is defined."""
    for thing in vars(module).values():
        if getattr(thing, "__module__", None) == module.__name__ and isinstance(rules := getattr(thing, "rules", None), tuple):
            yield from rules


def _cases(game: str) -> list[str]:
    """Return the rule ids that cases cite, once per case: those of the dice procedures and those of the engine."""
    home = folder("cases", "tests/cases") / game
    paths = sorted([*home.glob("*.toml"), *home.glob("play/*.toml")])
    return [rule for path in paths for case in read_toml(path).get("case", []) for rule in case["rules"]]


def _chapters(game: str) -> Mapping[str, tuple[str, ...]]:
    """Return the chapters of a game, each with the rules that it teaches, from the book's table of contents."""
    toc = folder("book") / "toc.toml"
    listed = read_toml(toc).get("chapter", []) if toc.is_file() else []
    return {chapter["path"]: tuple(chapter.get("rules", ())) for chapter in listed if chapter.get("game") == game}
