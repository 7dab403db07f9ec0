"""The audit finds by itself what is odd in the printed tables, and nothing in tables that are regular."""

from __future__ import annotations

import tomllib

from rulesdemo.rules.datafiles import GAMES
from rulesdemo.rules.table_audit import audit, audit_table
from rulesdemo.rules.tables import build_table

SIDE = """
title = {{ en = "Toy", fr = "Jouet" }}
rules = ["1"]
provenance = "seed"
source = "Printed."
[rows]
name = "row"
kind = "number"
[columns]
name = "column"
kind = "number"
{more}
"""


def findings(grid: list[list[str]], more: str = "") -> list[tuple[str, str]]:
    table = build_table("toy", "toy", grid, tomllib.loads(SIDE.format(more=more)), "data/toy/tables/toy.csv")
    return [(finding.kind, finding.where) for finding in audit_table(table)]


def found(game: str, table: str, kind: str) -> list[str]:
    return [finding.where for finding in audit(game) if finding.table == table and finding.kind == kind]


def test_the_six_odd_cells_of_the_loss_table() -> None:
    assert found("republic", "percent_losses", "formula") == [
        "row 5, column 90",
        "row 15, column 3",
        "row 45, column 3",
        "row 55, column 30",
        "row 55, column 50",
        "row 65, column 4",
    ]


def test_the_uneven_treachery_row() -> None:
    assert found("republic", "treachery", "uneven") == ["row 1"]


def test_the_battle_rows_that_turn_back() -> None:
    turns = found("republic", "brt", "turns back")
    assert "column attacker, -10 to -9" in turns
    assert "column attacker, -3 to -2" in turns
    assert "column defender, -2 to -1" in turns


def test_the_rigging_column() -> None:
    assert found("broadside", "crew_quality", "turns back") == ["column rigging, 2 to 3"]


def test_the_gun_table_is_regular() -> None:
    assert not [finding for finding in audit("broadside") if finding.table == "gun_table"]


def test_every_finding_names_its_table() -> None:
    for game in GAMES:
        for finding in audit(game):
            assert finding.game == game
            assert finding.text


def test_a_gap_in_a_scale() -> None:
    assert findings([["row", "1", "2"], ["1", "1", "2"], ["4", "2", "3"]]) == [("gap", "rows 1 to 4")]


def test_a_line_that_turns_back_is_found_in_either_direction() -> None:
    grid = [["row", "1", "2", "3"], ["1", "1", "2", "3"], ["2", "2", "3", "4"], ["3", "3", "2", "5"]]
    turns = [where for kind, where in findings(grid) if kind == "turns back"]
    assert turns == ["column 2, 2 to 3", "row 3, 1 to 2"]


def test_a_regular_table_is_clean_and_a_changed_cell_is_not() -> None:
    formula = '[audit]\nformula = { name = "clamped-sum", base = 1, row = 1, column = 1, low = 0, high = 9 }'
    assert findings([["row", "1", "2"], ["1", "3", "4"], ["2", "4", "5"]], formula) == []
    assert findings([["row", "1", "2"], ["1", "3", "4"], ["2", "4", "6"]], formula) == [("formula", "row 2, column 2")]


def test_a_table_that_says_why_is_not_asked_for_order() -> None:
    assert findings([["row", "1", "2"], ["1", "1", "2"], ["2", "2", "1"]], '[audit]\nunordered = "codes"') == []
