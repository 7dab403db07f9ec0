"""Tables: edges, symbols, provenance, patches, and the sentence for every fault in a file."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.errors import DataError, InputError
from rulesdemo.odds.dice import D6
from rulesdemo.odds.reads import page
from rulesdemo.rules.tables import Table, build_table, load_table

SIDE = """
title = { en = "Toy", fr = "Jouet" }
rules = ["1"]
provenance = "seed"
source = "Printed."
[rows]
name = "force"
kind = "number"
above = "clamp"
edge_provenance = "ruling"
[columns]
name = "die"
kind = "number"
below = "clamp"
above = "clamp"
[values]
symbols = { "*" = "star", "" = "nothing" }
[[cell]]
row = "2"
column = "1-2"
provenance = "reconstructed"
"""
GRID = [["force", "1-2", "3+"], ["1", "4", "*"], ["2", "5", ""]]


def toy(grid: list[list[str]] = GRID, side: str = SIDE) -> Table:
    return build_table("toy", "toy", grid, tomllib.loads(side), "data/toy/tables/toy.csv")


def reads(table: Table, row: Any, column: Any) -> tuple[Any, str]:
    with page() as noted:
        value = table.at(row, column)
    (batch,) = noted.values()
    (read,) = batch.reads
    return value, read.provenance


def test_values_symbols_and_blanks() -> None:
    table = toy()
    assert table.at(1, 1) == 4
    assert table.at(1, 3) == "*"
    assert table.at(2, 99) is None


def test_a_clamped_edge_is_as_weak_as_the_word_for_it() -> None:
    assert reads(toy(), 1, 1) == (4, "seed")
    assert reads(toy(), 2, 1) == (5, "reconstructed")
    assert reads(toy(), 50, 4) == (None, "ruling")


def test_below_the_edge_is_refused_with_what_there_is() -> None:
    with pytest.raises(InputError, match=r"table toy has no force 0; it lists 1, 2"):
        toy().at(0, 1)


@given(st.integers(-(10**12), 10**12))
def test_fatigue_rows_clamp_above_and_refuse_below(die: int) -> None:
    table = load_table("veneti", "fatigue")
    if die < 1:
        with pytest.raises(InputError):
            table.at(die, 3)
    else:
        assert table.at(die, 3) == table.at(min(die, 9), 3)


@given(st.integers(-1000, 1000), st.integers(-1000, 1000))
def test_under_a_die_agrees_with_cell_by_cell(plus: int, other: int) -> None:
    table = load_table("veneti", "missile_fire")
    column = 1 + abs(other) % 8
    assert tuple(table.under(D6, column, plus=plus)) == tuple(table.at(face + plus, column) for face in range(1, 7))


def test_under_gives_the_same_object_twice() -> None:
    table = load_table("veneti", "confusion")
    assert table.under(D6, "result") is table.under(D6, "result")


def test_a_record_has_the_headings_as_fields() -> None:
    assert load_table("veneti", "extinguish").record(2) == ("gains", 1, "yes")
    assert load_table("veneti", "extinguish").record(2).marines == 1


FAULTS = [
    (
        [["force", "1-2", "3+"], ["1", "x", "*"], ["2", "5", ""]],
        SIDE,
        "data/toy/tables/toy.csv, row 1, column 1-2: 'x' is not a whole number or one of '*', ''",
    ),
    ([["force", "1-2", "3+"], ["1", "4", "*"], ["1", "5", ""]], SIDE, "row '1' stands twice"),
    ([["force", "1-2", "2+"], ["1", "4", "*"], ["2", "5", ""]], SIDE, "columns '1-2' and '2+' overlap"),
    ([["force", "low", "3+"], ["1", "4", "*"], ["2", "5", ""]], SIDE, "column label 'low' is not a number"),
    ([["power", "1-2", "3+"], ["1", "4", "*"], ["2", "5", ""]], SIDE, "calls the rows 'force' but the CSV's first heading is 'power'"),
    (GRID, SIDE.replace('provenance = "seed"', 'provenance = "sead"'), "'provenance' is 'sead', not one of seed, ruling, reconstructed"),
    (GRID, SIDE.replace('source = "Printed."', ""), "data/toy/tables/toy.toml needs 'source'"),
    (GRID, SIDE.replace('row = "2"', 'row = "7"'), "names row '7', which the CSV lacks"),
    (GRID, SIDE.replace('above = "clamp"', 'above = "wrap"', 1), "'above' is 'wrap', not one of refuse, clamp"),
    (GRID, SIDE + 'colour = "red"\n', "has unknown keys colour"),
    (GRID, SIDE.replace("fr =", "de ="), "needs a title in en and in fr"),
]


@pytest.mark.parametrize(("grid", "side", "sentence"), FAULTS, ids=[sentence[:40] for _, _, sentence in FAULTS])
def test_a_fault_names_file_row_and_column(grid: list[list[str]], side: str, sentence: str) -> None:
    with pytest.raises(DataError) as fault:
        toy(grid, side)
    assert sentence in str(fault.value)


def test_a_patch_is_yours_and_leaves_the_printed_table_alone() -> None:
    table = load_table("veneti", "boarding")
    mine = table.patched({("4", "1"): "6"})
    assert mine.at(4, 1) == 6
    assert mine.cell(4, 1).provenance == "yours"
    assert table.at(4, 1) == 4


@pytest.mark.parametrize(
    ("cell", "text", "sentence"),
    [
        (("13", "1"), "5", "table boarding has no cell 13,1"),
        (("four", "1"), "5", "attackers 'four' is not one of"),
        (("4", "1"), "five", "table boarding, row 4, column 1: 'five' is not a whole number"),
        (("4", "1"), "", "'' is not a whole number"),
        (("4", "1"), "10000", "table boarding, row 4, column 1: a number has at most 4 digits here"),
    ],
)
def test_a_patch_off_the_table_is_refused(cell: tuple[str, str], text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        load_table("veneti", "boarding").patched({cell: text})
    assert sentence in str(refused.value)


@pytest.mark.parametrize(("old", "new"), [("1", "2"), ("gone", "away")])
def test_a_former_label_leads_from_one_that_is_gone_to_one_that_is_there(old: str, new: str) -> None:
    with pytest.raises(DataError, match="formerly must lead from a label that is gone to one that is there"):
        build_table("toy", "toy", GRID, tomllib.loads(SIDE.replace("[columns]", f'formerly = {{ {old} = "{new}" }}\n[columns]')), "toy.csv")
