"""The home page's facts and text, without a browser."""

import csv
import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from markupsafe import Markup

from rulesdemo.catalogue import entries
from rulesdemo.datafiles import GAMES, folder
from widgets.ask import ask
from widgets.facts import every_game, facts, picture
from widgets.home import Home, home, legend
from widgets.marks import die, mark, names
from widgets.shown import Html, style

DATA = folder("data")
NOTEBOOK = folder("book") / "en" / "home.ipynb"


def test_every_game_is_there_once() -> None:
    assert [game.name for game in every_game()] == list(GAMES)
    assert Home(every_game()).procedures == sum(len(entries(game)) for game in GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_counts_are_those_of_the_data(game: str) -> None:
    found = facts(game)
    assert len(found.tables) == len(list((DATA / game / "tables").glob("*.csv")))
    assert found.rules == (DATA / game / "rules.toml").read_text(encoding="utf-8").count("[[rule]]")
    assert found.rulings == (DATA / game / "rulings.toml").read_text(encoding="utf-8").count("[[ruling]]")
    assert found.about.startswith("Independent study aid")


def test_a_table_that_is_ours_is_listed_and_a_printed_one_is_not() -> None:
    sidecars = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in (DATA / "veneti" / "tables").glob("*.toml")}
    ours = {table.title: table for table in facts("veneti").tables_of_ours}
    assert sidecars["boarding"]["provenance"] == "reconstructed"
    boarding = ours[sidecars["boarding"]["title"]["en"]]
    assert (boarding.provenance, boarding.is_mixed) == ("reconstructed", True)  # rebuilt around one printed cell
    assert sidecars["boarding_losses"]["provenance"] == "seed"
    assert sidecars["boarding_losses"]["title"]["en"] not in ours


def test_the_text_has_each_game_its_counts_and_its_statement() -> None:
    text = home().text
    for game in every_game():
        assert f"<h3>{game.title}</h3>" in text
        assert f"<b>{game.procedures}</b>" in text
    assert text.count("ndependent study aid") == len(GAMES)
    assert "&#34;Escadres&#34;" in text  # quotes in the data stay text


def test_the_legend_has_every_mark_in_form_and_word() -> None:
    text = legend().text
    for name, meaning in names().values():
        assert f"{name}: {meaning}" in text
    assert text.count("<svg") == len(names()) == 4
    assert len({str(mark(each)).partition("</svg>")[0].partition("<svg")[2] for each in names()}) == 4


def test_a_mark_without_its_word_on_show_still_says_it() -> None:
    assert '<span class="sr">Reconstructed: rebuilt by us</span>' in mark("reconstructed")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_picture_that_stands_alone(game: str) -> None:
    drawn = picture(game)
    assert drawn.startswith("<svg")
    assert 'aria-hidden="true"' in drawn
    assert set(re.findall(r"url\(#([\w-]+)\)", drawn)) <= set(re.findall(r'id="([\w-]+)"', drawn))
    assert all(name.startswith(game) for name in re.findall(r'id="([\w-]+)"', drawn))  # several pictures share a page


def test_dice_show_pips_or_numbers() -> None:
    assert [die(face, pips=True).count("<circle") for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert ">6</text>" in die(6, pips=False)
    assert ">0</text>" in die(0, pips=True)


def test_styles_come_along_only_where_the_page_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULESDEMO_SERVED", raising=False)
    text = Html(Markup("<p>x</p>"))
    assert re.fullmatch(r"<style>.*--paper: #FAF7EF.*</style><p>x</p>", text._repr_html_(), re.DOTALL)
    assert ask("veneti.boarding", attackers=4, defenders=1).first.startswith("<style>")
    monkeypatch.setenv("RULESDEMO_SERVED", "1")
    assert style() == ""
    assert text._repr_html_() == "<p>x</p>"
    assert ask("veneti.boarding", attackers=4, defenders=1).first.startswith("<div")


# ------------------------------------------------------------------------------------------------------------ the notebook


def cells(kind: str) -> list[str]:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


def test_the_notebook_is_thin_and_saved_without_outputs() -> None:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in notebook["cells"])
    assert notebook["metadata"]["title"]
    for code in cells("code"):
        assert len([line for line in code.splitlines() if line.strip()]) <= 2
        assert not re.search(r"\b(def|class|lambda|random|for|if)\b", code)


def test_what_the_page_tells_the_reader_to_type_works(tmp_path: Path) -> None:
    (words,) = [text for text in cells("markdown") if "```sh" in text]
    shell, python = re.findall(r"```(?:sh|python)\n(.*?)```", words, re.DOTALL)
    for line in shell.strip().splitlines():
        program, *arguments = shlex.split(line)
        command = [str(Path(sys.executable).with_name(program)), *arguments]
        assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0, line
    *_imports, call = python.strip().splitlines()
    result = subprocess.run(
        [sys.executable, "-c", python.replace(call, f"print({call})")], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "23/36" in result.stdout


def test_the_contents_list_is_there_and_has_no_chapter_that_is_not() -> None:
    book = folder("book")
    listed = tomllib.loads((book / "toc.toml").read_text(encoding="utf-8"))["chapter"]
    assert [chapter["path"] for chapter in listed if not (book / f"{chapter['path']}.ipynb").is_file()] == []


def test_tables_open_in_a_spreadsheet() -> None:
    """The counts above rest on files being tables at all."""
    for path in DATA.glob("*/tables/*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            assert len({len(row) for row in csv.reader(file) if row}) == 1
