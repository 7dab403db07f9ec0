"""The data files: they load, say where every number comes from, agree with what the source prints, and are all read by code."""

from __future__ import annotations

import ast
import json
from contextlib import suppress
from pathlib import Path

import pytest

from rulesdemo.analysis.catalogue import entries
from rulesdemo.errors import RulesError
from rulesdemo.odds.inputs import samples
from rulesdemo.odds.reads import CellRead
from rulesdemo.play.game import game
from rulesdemo.rules.datafiles import GAMES, game_file, table_names
from rulesdemo.rules.rule_index import rules_of, rulings_of, switches_of
from rulesdemo.rules.tables import Table, load_table

PRINTED = Path(__file__).parents[1] / "printed"
TABLES = [(name, table) for name in GAMES for table in table_names(name)]
IDS = {"veneti": 153, "broadside": 39, "escadres": 46, "republic": 54, "toulon": 133}


def test_the_five_games() -> None:
    assert GAMES == ("broadside", "escadres", "republic", "toulon", "veneti")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_what_it_is(name: str) -> None:
    about = game_file(name, "game")
    assert about["name"] == name
    assert about["title"]["en"]
    assert about["title"]["fr"]
    assert about["line"]["en"]
    assert about["line"]["fr"]
    assert "study aid" in about["about"]


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_of_the_index_is_listed(name: str) -> None:
    # The counts are those of the five rule indices, counted there.
    assert len(rules_of(name)) == IDS[name]


@pytest.mark.parametrize("name", GAMES)
def test_rulings_touch_rules_that_exist_and_give_reasons(name: str) -> None:
    for ruling in rulings_of(name).values():
        assert ruling.rules, ruling.id
        assert set(ruling.rules) <= set(rules_of(name)), ruling.id
        assert ruling.question
        assert ruling.answer
        assert ruling.why


@pytest.mark.parametrize("name", GAMES)
def test_switches_have_something_to_switch(name: str) -> None:
    for switch in switches_of(name).values():
        assert len(switch.choices) > 1, switch.name
        assert switch.ruling in rulings_of(name)


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_a_table_cites_rules_and_rulings_that_exist(name: str, table: str) -> None:
    found = load_table(name, table)
    assert found.info.rules
    assert set(found.info.rules) <= set(rules_of(name))
    rulings = rulings_of(name)
    for axis in (found.rows, found.columns):
        assert not axis.edge_ruling or axis.edge_ruling in rulings
    for row in found.cells:
        for cell in row:
            assert not cell.ruling or cell.ruling in rulings
            assert cell.source or cell.ruling


@pytest.mark.parametrize("name", GAMES)
def test_every_printed_number_is_as_the_source_prints_it(name: str) -> None:
    printed = json.loads((PRINTED / f"{name}.json").read_text(encoding="utf-8"))
    ours = {
        (table, row_label, column_label): cell.text
        for table in table_names(name)
        for found in [load_table(name, table)]
        for row_label, row in zip(found.rows.labels, found.cells, strict=True)
        for column_label, cell in zip(found.columns.labels, row, strict=True)
        if cell.provenance == "seed"
    }
    theirs = {
        (table, row, column): text for table, rows in printed.items() for row, cells in rows.items() for column, text in cells.items()
    }
    assert ours.keys() == theirs.keys()
    wrong = {place: (ours[place], theirs[place]) for place in ours if _number(ours[place]) != _number(theirs[place])}
    assert not wrong


def _number(text: str) -> object:
    """A plus sign and a blank that stands for nothing are matters of print."""
    try:
        return int(text)
    except ValueError:
        return text


def _named_in_code(name: str) -> set[str]:
    """The tables that the game's modules name in rules.table("...") calls."""
    found = set()
    for chapter in game(name).chapters:
        for node in ast.walk(ast.parse(Path(str(chapter.__file__)).read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "table":
                found |= {leaf.value for leaf in ast.walk(node) if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str)}
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_table_is_named_in_code(name: str) -> None:
    assert set(table_names(name)) - _named_in_code(name) == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_table_is_really_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask every procedure with sample inputs under every switch setting; some answer must have read each table."""
    read: set[str] = set()
    original = Table._hand

    def noted(self: Table, *args: object) -> object:
        read.add(self.name)
        return original(self, *args)

    monkeypatch.setattr(Table, "_hand", noted)
    from rulesdemo.odds.procedure import forget_all
    from rulesdemo.rules.ruleset import ruleset

    settings = [
        {},
        *({switch.name: value} for switch in switches_of(name).values() for value, _ in switch.choices if value != switch.default),
    ]
    forget_all()
    for setting in settings:
        for entry in entries(name).values():
            for sample in samples(entry.inputs):
                # Some samples are refused, such as a shot that a rule forbids; they read nothing.
                with suppress(RulesError):
                    entry.answer(sample, ruleset(name, setting))
    assert set(table_names(name)) - read == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_public_procedure_cites_rules_that_exist(name: str) -> None:
    for entry in entries(name).values():
        assert entry.rules, entry.name
        assert set(entry.rules) <= set(rules_of(name)), entry.name
        assert entry.sentence.endswith("."), entry.name
        assert entry.fields, entry.name


def test_an_answer_lists_the_cell_it_rests_on() -> None:
    answer = entries("veneti")["veneti.boarding"].answer({"attackers": 4, "defenders": 1})
    assert answer.rests_on == [CellRead("boarding", "4", "1", "seed", constant=False)]
    assert answer.provenance == "seed"
    assert entries("veneti")["veneti.boarding"].answer({"attackers": 4, "defenders": 2}).provenance == "reconstructed"
