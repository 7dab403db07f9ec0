"""The table view: what is lit, where numbers come from, what was changed, and every table of every game."""

import pytest

from rulesdemo.analysis.catalogue import answer
from rulesdemo.rules.datafiles import GAMES, table_names
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.kit.table_view import TableView

RULES = ruleset("veneti")
TABLES = [(game, name) for game in GAMES for name in table_names(game)]


@pytest.mark.parametrize(("game", "name"), TABLES, ids=lambda part: part)
def test_every_table_is_shown_whole_and_sound(game: str, name: str) -> None:
    table = ruleset(game).table(name)
    read = Marked(TableView(table, editable=True).html())
    assert read.faults == []
    assert len(read.all("td")) == len(table.rows.labels) * len(table.columns.labels)
    heads = [each["scope"] for each in read.all("th")]
    assert heads.count("row") == len(table.rows.labels)
    assert heads.count("col") == len(table.columns.labels) + 1
    assert len(read.all("button", do="cell")) == len(read.all("td"))
    assert sum(TableView(table).counts.values()) == len(read.all("td"))


def test_the_cell_that_was_read_is_lit_with_its_row_and_column() -> None:
    read = Marked(TableView.of(answer("veneti.boarding", attackers=4, defenders=1), "boarding").html())
    assert [each["class"] for each in read.classed("lit-cell")] == ["from-seed lit-cell"]
    assert len([each for each in read.classed("lit") if "scope" in each]) == 2  # its two heads
    assert len(read.classed("lit")) == 2 + 8 + 11
    assert "4 Seed: printed in the source (the cell that was read)" in read.words


def test_several_cells_stand_for_themselves() -> None:
    read = Marked(TableView.of(answer("veneti.fatigue", crew=2, cruise=4, used=6), "fatigue").html())
    assert len(read.classed("lit-cell")) == 6
    assert not read.classed("lit")


def test_a_row_or_a_column_can_be_lit_alone() -> None:
    row = Marked(TableView(RULES.table("boarding"), lit=(("4", ""),)).html())
    assert len(row.classed("lit")) == 1 + 9
    column = Marked(TableView(RULES.table("boarding"), lit=(("", "1"),)).html())
    assert len(column.classed("lit")) == 1 + 12
    assert not row.classed("lit-cell")


def test_what_the_table_lacks_lights_nothing() -> None:
    read = Marked(TableView(RULES.table("boarding"), lit=(("99", "1"), ("", "x"), ("4", "77"))).html())
    assert not read.classed("lit")
    assert not read.classed("lit-cell")


def test_the_legend_counts_every_cell() -> None:
    words = Marked(TableView(RULES.table("boarding")).html()).words
    assert "Seed: 1 cell" in words
    assert "Reconstructed: 107 cells, dashed" in words
    assert "Ruling" not in words


def test_only_what_differs_from_the_rest_is_marked_in_its_cell() -> None:
    rebuilt = Marked(TableView(RULES.table("boarding")).html())
    assert len(rebuilt.classed("from-reconstructed")) == 107
    assert rebuilt.words.count("Seed: printed in the source") == 2  # at its cell and in the legend
    printed = Marked(TableView(RULES.table("moves")).html())
    assert not printed.classed("from-seed")
    assert len(printed.classed("from-ruling")) == 4


def test_a_changed_cell_shows_the_old_value_struck_through() -> None:
    patched = ruleset("veneti", patches={("boarding", "3", "2"): "7"}).table("boarding")
    read = Marked(TableView(patched, printed=RULES.table("boarding")).html())
    assert "before: 6 7 Yours: you changed it" in read.words
    assert len(read.all("s")) == 1
    assert "Yours: 1 cell" in read.words
    same = ruleset("veneti", patches={("boarding", "3", "2"): "6"}).table("boarding")
    assert not Marked(TableView(same, printed=RULES.table("boarding")).html()).all("s")
    assert not Marked(TableView(patched).html()).all("s")


def test_an_answer_under_a_readers_patch_shows_it() -> None:
    rules = ruleset("veneti", patches={("boarding", "3", "2"): "7"})
    read = Marked(TableView.of(answer("veneti.boarding", rules=rules, attackers=3, defenders=2), "boarding").html())
    assert [each["class"] for each in read.classed("from-yours")] == ["from-yours lit-cell"]
    assert "before: 6 7" in read.words


def test_a_row_gone_flat_is_buff() -> None:
    assert len(Marked(TableView(RULES.table("boarding"), warned=frozenset({("3", "3")})).html()).classed("warned")) == 1


def test_axes_in_words() -> None:
    words = Marked(TableView(RULES.table("boarding")).html()).words
    assert "Attackers (marines) down, defenders (marines) across. Least total on two dice." in words
    assert "across" not in TableView(RULES.table("transfer")).html()
    assert TableView(ruleset("escadres").table("enfilade_bonus")).html().count("By dice: extra dice.") == 1
    assert 'class="quiet"' not in TableView(ruleset("broadside").table("command")).html().partition("</figcaption>")[0]
    own = TableView(RULES.table("boarding"), title="The boarding table", axes="Marines boarding (down) against marines aboard (across)")
    assert "Marines boarding (down) against marines aboard (across)" in own.html()
    assert "The boarding table, table" in own.html()


def test_the_last_line_says_that_it_goes_on() -> None:
    words = Marked(TableView(RULES.table("boarding")).html()).words
    assert " 12+ " in words
    assert " 8+ " in words
    assert "+" not in Marked(TableView(RULES.table("transfer")).html()).words


def test_a_number_with_its_sign_goes_on_in_words() -> None:
    words = Marked(TableView(ruleset("republic").table("brt")).html()).words
    assert "+22 or more" in words
    assert "+22+" not in words


def test_the_legend_tells_what_a_reader_cannot_guess() -> None:
    told = Marked(TableView(ruleset("republic").table("status_effects")).html()).words
    assert "no detaching may not detach strength points" in told
    assert "fatigued Fatigued" not in Marked(TableView(ruleset("republic").table("post_battle_status")).html()).words
    # A blank means one thing in one column of the battle table and another in the next.
    assert "blank" not in Marked(TableView(ruleset("republic").table("brt")).html()).words


def test_names_have_their_capitals() -> None:
    assert "each legion over Roman command" in Marked(TableView(ruleset("republic").table("assault_drm")).html()).words
    assert "flat non-Roman" in Marked(TableView(ruleset("republic").table("cavalry_bands")).html()).words


def test_minus_signs_and_symbols() -> None:
    assert "−1" in Marked(TableView(RULES.table("boarding_height")).html()).words
    assert "yes allowed no not allowed" in Marked(TableView(RULES.table("moves")).html()).words


def test_a_pressed_cell_is_found_and_what_is_none_is_not() -> None:
    view = TableView(RULES.table("boarding"), editable=True)
    presses = Marked(view.html()).all("button", do="cell")
    assert presses[0]["data-name"] == "boarding"
    assert [view.cell_of(each["data-by"]) for each in presses[:10]] == [*(("1", str(n)) for n in range(9)), ("2", "0")]
    for bad in ("", ",", "12,0", "0,9", "-1,0", "a,b", "0", "0,0,0", "\u0661,0", "9" * 400 + ",0"):
        assert view.cell_of(bad) is None, bad


def test_a_wide_table_scrolls_in_a_box_that_keys_can_reach() -> None:
    read = Marked(TableView(ruleset("republic").table("percent_losses")).html())
    (box,) = read.classed("table-scroll")
    assert (box["tabindex"], box["role"], box["aria-label"]) == ("0", "region", "Percentage losses, table")
