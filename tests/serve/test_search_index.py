"""What the pages' scripts look up: the search index and the questions' words, and whether everything in them can be reached."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulesdemo.errors import DataError
from rulesdemo.rules.datafiles import GAMES, folder
from rulesdemo.rules.glossary import anchor, game_terms, own_terms, terms
from rulesdemo.rules.rule_index import rules_of
from rulesdemo.rules.toc import contents
from rulesdemo.serve.assets import Assets
from rulesdemo.serve.routes import Place, places
from rulesdemo.serve.search_index import index, looked_up, questions
from widgets.chapter.question_file import questions as asked
from widgets.chapter.rule_card import rules_page
from widgets.home.glossary import glossary
from widgets.web.badges import names

INDEX = index()


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_found_once_and_its_place_is_on_the_page(game: str) -> None:
    entries = [each for each in INDEX["entries"] if each["game"] == game]
    titles = sorted((each["en"], each["fr"], each["text"]) for each in entries)
    used = [(str(term.en), term.fr, str(term.text)) for term in own_terms() if term.game == game]  # words that no rule defines
    assert titles == sorted([*((rule.title_en, rule.title_fr, rule.text) for rule in rules_of(game).values()), *used])
    cards, words = rules_page(game).text, glossary().text
    for each in entries:
        assert (words if each.get("term") else cards).count(f'id="{each["place"]}"') == 1, each["id"]
    assert isinstance(places("en")[f"/en/{game}/rules"], Place)


def test_a_rule_knows_who_teaches_it() -> None:
    (roll,) = [each for each in INDEX["entries"] if (each["game"], each["id"]) == ("veneti", "8.23")]
    assert (roll["en"], roll["fr"]) == ("Boarding roll", "Jet d’abordage")
    assert roll["taught"] == ["veneti/09_boarding"]
    known = {each["key"] for each in INDEX["chapters"]}
    assert known == {each.key for each in contents().chapters if each.is_there}
    assert {key for each in INDEX["entries"] for key in each.get("taught", ())} <= known


def test_words_of_the_book_are_found_too() -> None:
    own = [each for each in INDEX["entries"] if not each["game"]]
    assert [each["en"] for each in own] == [term.en for term in terms() if not term.game]
    assert all(f'id="{each["place"]}"' in glossary().text for each in own)


def test_the_marks_have_the_same_names_in_the_glossary() -> None:
    assert [term.en for term in own_terms()][:4] == [name for name, _meaning in names().values()]


def test_a_term_needs_all_its_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "terms.toml").write_text('[[term]]\nen = "Seed"\nfr = "Source"\n', encoding="utf-8")
    monkeypatch.setattr("rulesdemo.rules.glossary.folder", lambda _name: tmp_path)
    with pytest.raises(DataError, match=r"data/terms\.toml, term 1: needs en, fr, text"):
        own_terms.__wrapped__()


def test_places_have_no_spaces() -> None:
    assert anchor("rule", "8.31-a / 8.32") == "rule-8.31-a-/-8.32"
    assert anchor("rule", "8.3-*") != anchor("rule", "8.3")
    assert game_terms("veneti")[0].place.startswith("term-veneti-2.3-")


def test_the_words_of_every_question_are_there_without_rule_numbers() -> None:
    found = questions()
    assert found["veneti/02_turning"]["about"] == "What does it cost in PM to turn her end for end, with no enemy beside her?"
    for chapter in contents().chapters:
        if chapter.is_there:
            assert set(found.get(chapter.key, {})) == set(asked(chapter.path))
    assert not re.search(r"\[\d", json.dumps(found))


def test_a_spoiled_file_of_questions_spoils_nothing_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    home = tmp_path / "en" / "veneti"
    home.mkdir(parents=True)
    (home / "09_boarding.toml").write_text("[[question", encoding="utf-8")
    (home / "02_turning.toml").write_text('[[question]]\nkey = "one"\n', encoding="utf-8")
    (home / "01_facing.toml").write_text('[[question]]\nkey = "one"\nwords = "Why? [5.0]"\n', encoding="utf-8")
    monkeypatch.setattr("rulesdemo.rules.toc.folder", lambda _name: tmp_path)
    assert questions() == {"veneti/01_facing": {"one": "Why?"}}


def test_the_files_are_small_and_their_address_changes_with_them() -> None:
    static = folder("book") / "template" / "static"
    found = looked_up()
    assets = Assets(static, found)
    assert json.loads(assets.files["index-en.json"]) == json.loads(json.dumps(INDEX))
    assert len(assets.packed["index-en.json"]) < 60_000
    assert assets.version != Assets(static, {**found, "index-en.json": b"{}"}).version
