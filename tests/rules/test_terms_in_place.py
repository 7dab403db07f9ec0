"""Terms of a game are explained where they come up first in its chapters, and abbreviations are spelled out there."""

from __future__ import annotations

import json
import re

import pytest

from rulesdemo.rules.datafiles import GAMES, folder
from rulesdemo.rules.glossary import Term, explained, own_terms, spellings, terms


def marked(term: Term, word: str) -> str:
    return f"<{term.en}|{word}|{term.spelled_out(word)}>"


def chapter_words(game: str) -> str:
    """All the words of a game's chapters."""
    notebooks = sorted((folder("book") / "en" / game).glob("[0-9]*.ipynb"))
    cells = [cell for path in notebooks for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_a_game_stands_in_its_chapters(game: str) -> None:
    words = chapter_words(game)
    own = [term for term in own_terms() if term.game == game]
    assert len(own) >= 7
    for term in own:
        names = [name for name, each in spellings(game)[1].items() if each is term]
        assert any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", words) for name in names), term.en


@pytest.mark.parametrize("game", GAMES)
def test_no_two_terms_share_a_place(game: str) -> None:
    places = [term.place for term in terms() if term.game == game]
    assert len(places) == len(set(places))


def test_only_the_first_of_a_term_is_explained_and_an_abbreviation_is_spelled_out() -> None:
    text = "<p>Spend 3 PM at Cruise. Each PM at Cruise counts.</p>"
    assert explained("veneti", text, marked) == ("<p>Spend 3 <PM|PM|movement points> at <Cruise|Cruise|>. Each PM at Cruise counts.</p>")


def test_another_name_leads_to_the_same_term() -> None:
    assert explained("veneti", "F-2 and F-3, M and marines", marked) == "<Fatigue|F-2|fatigue> and F-3, <Marines|M|marines> and marines"


def test_headings_links_code_and_rule_numbers_are_left_alone() -> None:
    text = '<h2>Cruise</h2> <a href="#x">Cruise</a> <code>Cruise</code> [Cruise 6.2]'
    assert explained("veneti", text, marked) == text


def test_a_word_that_is_another_with_a_small_letter_is_left_alone() -> None:
    assert explained("republic", "by force; the Force marches", marked) == "by force; the <Force|Force|> marches"


def test_a_part_of_a_word_is_no_term() -> None:
    assert explained("veneti", "Cruiser, M2, PM2", marked) == "Cruiser, M2, PM2"
