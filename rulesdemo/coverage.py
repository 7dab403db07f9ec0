"""The account of every rule: which code carries it out, which cases exercise it, which chapters teach it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rulesdemo.datafiles import folder, read_toml, table_names
from rulesdemo.games import game as find_game
from rulesdemo.ledger import weakest
from rulesdemo.refs import Rule, Ruling, rules_of, rulings_of
from rulesdemo.tables import load_table


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
        """The weakest of the rule's own text (printed), its tables and the rulings on it."""
        tables = [cell.provenance for name in self.tables for row in load_table(self.rule.game, name).cells for cell in row]
        return weakest([*tables, *(ruling.provenance for ruling in self.rulings)])


@cache
def accounts(game: str) -> Mapping[str, Account]:
    """Every rule of a game with its account, in the order of the source."""
    procedures = find_game(game).procedures()
    cases = _cases(game)
    tables = {name: load_table(game, name).info.rules for name in table_names(game)}
    rulings = rulings_of(game).values()
    return {
        rule.id: Account(
            rule,
            tuple(sorted({proc.module for proc in procedures.values() if rule.id in proc.rules})),
            tuple(f"{game}.{name}" for name, proc in procedures.items() if rule.id in proc.rules),
            cases.count(rule.id),
            _chapters(game, rule.id),
            tuple(name for name, ids in tables.items() if rule.id in ids),
            tuple(ruling for ruling in rulings if rule.id in ruling.rules),
        )
        for rule in rules_of(game).values()
    }


def _cases(game: str) -> list[str]:
    """The rule ids that cases cite, once per case."""
    paths = sorted((folder("cases", "tests/cases") / game).glob("*.toml"))
    return [rule for path in paths for case in read_toml(path).get("case", []) for rule in case["rules"]]


def _chapters(game: str, rule_id: str) -> tuple[str, ...]:
    """The chapters that teach a rule, from the book's table of contents."""
    toc = folder("book") / "toc.toml"
    listed = read_toml(toc).get("chapter", []) if toc.is_file() else []
    return tuple(chapter["path"] for chapter in listed if chapter.get("game") == game and rule_id in chapter.get("rules", []))
