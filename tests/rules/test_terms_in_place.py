"""Terms of a game are explained where they come up first in its chapters, and abbreviations are spelled out there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from rulesdemo.rules.datafiles import GAMES, folder
from rulesdemo.rules.glossary import Term, explained, own_terms, spellings, terms
from rulesdemo.rules.prose import notebook_in_words
from rulesdemo.words import language, speak


@pytest.fixture
def french() -> Iterator[None]:
    before = language()
    speak("fr")
    yield
    speak(before)


def marked(term: Term, word: str) -> str:
    return f"<{term.en}|{word}|{term.spelled_out(word)}>"


def chapter_words(game: str) -> str:
    """All the words of a game's chapters, in the session's language."""
    notebooks = sorted((folder("book") / "en" / game).glob("[0-9]*.ipynb"))
    cells = [cell for path in notebooks for cell in notebook_in_words(json.loads(path.read_text(encoding="utf-8")))["cells"]]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_a_game_stands_in_its_chapters(game: str) -> None:
    check_words_stand(game)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("french")
def test_every_word_of_a_game_stands_in_its_french_chapters(game: str) -> None:
    check_words_stand(game)


def check_words_stand(game: str) -> None:
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


def angle(_term: Term, word: str) -> str:
    return f"<{word}>"


@pytest.mark.parametrize(
    ("game", "text", "result"),
    [
        ("toulon", "Il paie 3 PO ; un point opération ; OP, VP", "Il paie 3 <PO> ; un point opération ; OP, VP"),
        ("toulon", "2 points de victoire, puis 1 PV", "2 <points de victoire>, puis 1 PV"),
        ("republic", "12 points d’effectifs, 3 PE, 2 SP", "12 <points d’effectifs>, 3 PE, 2 SP"),
        ("broadside", "à 3 M, face au vent puis au près", "à 3 <M>, <face au vent> puis <au près>"),
        ("broadside", "il vire vent devant près du fort", "il <vire vent devant> près du fort"),
        ("veneti", "Vous grappinez à la vitesse maximum, M et marins", "Vous <grappinez> à la <vitesse maximum>, <M> et marins"),
        ("veneti", "en ligne continue", "en <ligne continue>"),  # printed as a heading, « Ligne Continue »
        ("escadres", "elle est bloquée face au vent", "elle est <bloquée face au vent>"),
    ],
)
@pytest.mark.usefixtures("french")
def test_french_spellings_are_explained_in_a_french_text(game: str, text: str, result: str) -> None:
    assert explained(game, text, angle) == result


@pytest.mark.usefixtures("french")
def test_french_abbreviations_are_spelled_out_in_french() -> None:
    found = {(term.game, term.id): term for term in own_terms() if term.game}
    assert found["veneti", "Marines"].spelled_out("M") == "marins"
    assert found["broadside", "Mast-point"].spelled_out("M") == "point de mâture"
    assert found["broadside", "Full-sail"].spelled_out("VH") == "voiles hautes"
    assert Term("OP", "PO", "Points opération\u00a0: ce qu’on paie.").spelled_out("PO") == "points opération"


def test_french_spellings_are_no_terms_of_an_english_text() -> None:
    assert explained("toulon", "PO and PV", marked) == "PO and PV"
