"""The home page, the glossary and the notebooks beside them, without a browser."""

import csv
import json
import re
import shlex
import subprocess
import sys
import tomllib
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest
from markupsafe import Markup

from rulesdemo.analysis.catalogue import entries
from rulesdemo.errors import DataError
from rulesdemo.rules.datafiles import GAMES, folder
from rulesdemo.rules.glossary import game_terms, terms
from rulesdemo.rules.rule_index import rules_of
from rulesdemo.rules.toc import contents, read_contents
from tests.support.markup import Marked
from widgets.home.glossary import glossary
from widgets.home.page import again, home, legend, link, page, spent, state
from widgets.odds_form.form import ask
from widgets.web.badges import die, mark, names
from widgets.web.game_facts import every_game, facts, picture
from widgets.web.html_output import Html, style
from widgets.web.preload import imported

DATA = folder("data")
BOOK = folder("book")
NOTEBOOKS = [BOOK / "en" / f"{name}.ipynb" for name in ("home", "lab", "glossary", "drills", *(f"{game}/rules" for game in GAMES))]


def test_every_game_is_there_once() -> None:
    assert [game.name for game in every_game()] == list(GAMES)
    assert sorted(contents().games) == list(GAMES)
    assert sum(game.procedures for game in every_game()) == sum(len(entries(game)) for game in GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_counts_are_those_of_the_data(game: str) -> None:
    found = facts(game)
    assert len(found.tables) == len(list((DATA / game / "tables").glob("*.csv")))
    assert found.rules == (DATA / game / "rules.toml").read_text(encoding="utf-8").count("[[rule]]")
    assert found.rulings == (DATA / game / "rulings.toml").read_text(encoding="utf-8").count("[[ruling]]")
    assert found.about.startswith("Independent study aid")
    rules = tomllib.loads((DATA / game / "rules.toml").read_text(encoding="utf-8"))["rule"]
    assert found.done == sum(rule["status"] == "done" for rule in rules)
    assert found.in_part == sum(rule["status"] == "partly" for rule in rules)
    assert found.due - found.done - found.in_part == sum(rule["status"] == "planned" for rule in rules)
    # Every entry of every file but its first line and first column is a cell, and has one provenance.
    lines = [list(csv.reader(path.read_text(encoding="utf-8").splitlines())) for path in (DATA / game / "tables").glob("*.csv")]
    assert sum(number for _kind, number in found.cells) == sum(len(row) - 1 for table in lines for row in table[1:])


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
        assert f'<h2 id="panel-{game.name}">{game.title}</h2>' in text
        assert f"<b>{game.procedures}</b>" in text
        in_part = f"; {game.in_part} in part" if game.in_part else ""
        assert f"<b>{game.done} of {game.due}</b> rules played, tried and taught{in_part}</li>" in text
        cells = sum(number for _kind, number in game.cells)
        assert f"<b>{cells:,}</b> numbers in tables:" in text
        for kind, number in game.cells:
            share = f"{(Decimal(1000 * number) / cells).quantize(Decimal(1), ROUND_HALF_UP) / 10:.1f}"
            assert f'{share} %<span class="sr"> {names()[kind][1]}</span>' in text
            assert f'<i data-kind="{kind}" style="flex-grow: {number}"></i>' in text
    assert text.count("ndependent study aid") == len(GAMES)
    assert "&#34;Escadres&#34;" in text  # quotes in the data stay text


# ------------------------------------------------------------------------------------------------------------- contents


TOC = """
games = ["two", "one"]
[[chapter]]
path = "en/one/02_b"
game = "one"
number = 2
title = { en = "B", fr = "Bé" }
aim = { en = "Do B.", fr = "Faire B." }
minutes = 7
rules = ["8.21", "8.22", "3.0 A"]
[[planned]]
game = "one"
number = 2
title = { en = "B, once planned" }
minutes = 1
[[planned]]
game = "one"
number = 1
title = { en = "A" }
minutes = 5
sections = ["1"]
"""


def test_a_chapter_takes_the_place_of_the_planned_one(tmp_path: Path) -> None:
    (tmp_path / "toc.toml").write_text(TOC, encoding="utf-8")
    book = read_contents(tmp_path / "toc.toml")
    planned, there = book.of("one")
    assert (planned.title("en"), planned.is_there, planned.key, planned.title("fr")) == ("A", False, "one/1", "A")
    assert (there.title("fr"), there.aim("fr"), there.slug, there.key) == ("Bé", "Faire B.", "02_b", "one/02_b")
    assert there.address("en") == "/en/one/02_b"
    assert there.sections == ("8.2", "3.0")
    assert book.find("one", "02_b") is there
    assert book.find("one", "") is None  # a planned one has no address
    assert book.around(there) == (None, None)
    assert (state(planned, [there]), state(there, [there])) == ("planned", "next")
    assert book.games == ("two", "one")


def test_a_chapter_that_lacks_something_is_named(tmp_path: Path) -> None:
    (tmp_path / "toc.toml").write_text('[[chapter]]\npath = "en/one/02_b"\ngame = "one"\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"en/one/02_b lacks number, title, minutes"):
        read_contents(tmp_path / "toc.toml")


def test_the_books_own_contents_hold_together() -> None:
    for game in contents().games:
        chapters = contents().of(game)
        assert [each.number for each in chapters] == list(range(1, len(chapters) + 1))
        for each in chapters:
            assert each.title("en")
            assert each.title("fr") != each.title("en") or each.title("en") in (
                "Initiative",
                "Coordination",
                "Combat",
                "Options",
                "Explosions",
            )
            assert each.minutes > 0
            assert not each.is_there or (each.aim("en") and each.notebook.is_file())
            known = rules_of(game)
            assert set(each.rules) <= set(known)


def test_what_a_chapter_says_of_its_rules_in_short_is_what_it_teaches() -> None:
    def base(rule: str) -> tuple[int, ...]:
        return tuple(int(number) for number in re.match(r"\d+(\.\d+)*", rule)[0].split("."))  # type: ignore[index]

    spans = [chapter for chapter in contents().chapters if chapter.span]
    assert [chapter.number for chapter in spans if chapter.game == "toulon"] == list(range(1, 12))
    for chapter in spans:
        taught = sorted({base(rule) for rule in chapter.rules} | {base(rule.rpartition("-")[2]) for rule in chapter.rules})
        ranges = [tuple(base(end) for end in part.split(" to ")) for part in chapter.span.split(", ")]
        assert all(each[0] in taught and each[-1] in taught for each in ranges), chapter.span
        # Every rule that it teaches is within a range, or introduces one.
        outside = [rule for rule in taught if not any(each[0] <= rule <= each[-1] or each[0][: len(rule)] == rule for each in ranges)]
        assert outside == [], chapter.span
        assert f"rule{'' if chapter.span == '5' else 's'} {chapter.span}</span>" in page()


def test_what_is_there_is_a_link_and_what_is_not_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESDEMO_SERVED", "1")
    text = page()
    for each in contents().chapters:
        assert (f'href="{each.address("en")}"' in text) == each.is_there
    planned = sum(not each.is_there for each in contents().chapters)
    assert text.count("not there yet") == planned
    assert text.count('data-state="planned"') == 2 * planned  # row and pip


def test_links_lead_to_pages_when_served_and_to_files_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RULESDEMO_SERVED", raising=False)
    assert link("/en/veneti/09_boarding") == "veneti/09_boarding.ipynb"
    monkeypatch.setenv("RULESDEMO_SERVED", "1")
    assert link("/en/lab") == "/en/lab"


def test_times_read_as_people_say_them() -> None:
    assert [spent(minutes) for minutes in (8, 60, 61, 110)] == ["8 min", "1 h", "1 h 01", "1 h 50"]


def test_what_the_script_fills_in_stays_hidden_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESDEMO_SERVED", "1")
    read = Marked(again().text)
    assert read.faults == []
    assert [each["class"] for each in read.all("section") if "hidden" in each] == ["book again", "book mine"]
    assert [each["href"] for each in read.all("a")] == ["/en/drills"]
    assert "on a later day than you missed it" in read.words
    assert "cannot be brought back" in read.words


# ------------------------------------------------------------------------------------------------------------- glossary


def test_the_glossary_has_every_term_of_the_rules() -> None:
    found = {term.en: term for term in game_terms("veneti")}
    assert len(found) == 12  # as rule 2.3 says
    assert found["Port"].fr == "Bâbord"
    assert found["Port"].rule == "2.3"
    assert game_terms("broadside") == ()
    names = [term.en.casefold() for term in terms()]
    assert names == sorted(names)
    text = glossary().text
    assert text.count('class="term"') == len(names)


# ---------------------------------------------------------------------------------------------------------------- marks


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
    assert re.fullmatch(r"<style [^>]*>.*--paper: #FAF7EF.*</style><p>x</p>", text._repr_html_(), re.DOTALL)
    live = ask("veneti.boarding", attackers=4, defenders=1)
    assert live._repr_mimebundle_()[0]["text/html"].startswith("<style")
    monkeypatch.setenv("RULESDEMO_SERVED", "1")
    assert style() == ""
    assert text._repr_html_() == "<p>x</p>"
    assert ask("veneti.boarding", attackers=4, defenders=1).first.startswith("<div")


# ------------------------------------------------------------------------------------------------------------ the notebook


def cells(path: Path, kind: str) -> list[str]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_notebooks_are_thin_and_saved_without_outputs(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in notebook["cells"])
    assert notebook["metadata"]["title"]
    for code in cells(path, "code"):
        assert len([line for line in code.splitlines() if line.strip()]) <= 2
        assert not re.search(r"\b(def|class|lambda|random|for|if)\b", code)


def test_what_the_page_tells_the_reader_to_type_works(tmp_path: Path) -> None:
    (words,) = [text for text in cells(BOOK / "en" / "lab.ipynb", "markdown") if "```sh" in text]
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


def test_what_pages_import_is_warmed() -> None:
    assert {"widgets.odds_form.form", "widgets.home.page", "widgets.home.glossary"} <= set(imported())


def test_tables_open_in_a_spreadsheet() -> None:
    """The counts above rest on files being tables at all."""
    for path in DATA.glob("*/tables/*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            assert len({len(row) for row in csv.reader(file) if row}) == 1
