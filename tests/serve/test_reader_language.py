"""Which language an answer is in, and what the book's own files have in each language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulesdemo.rules.datafiles import folder
from rulesdemo.serve.lab import update_copy
from rulesdemo.serve.reader_language import chosen
from rulesdemo.serve.routes import Place, find, places
from rulesdemo.serve.search_index import looked_up
from rulesdemo.words import language

FRENCH_CANADA = "fr-CA,fr;q=0.9,en;q=0.5"


@pytest.mark.parametrize(
    ("path", "last", "accepted", "expected"),
    [
        ("/", "", FRENCH_CANADA, "fr"),  # a first visit
        ("/", "", "de,en;q=0.5", "en"),
        ("/", "", "de", "en"),  # none that we have: the server's own
        ("/", "en", FRENCH_CANADA, "en"),  # the reader has chosen
        ("/", "xx", "fr", "fr"),  # a cookie that we never set
        ("/en/lab", "fr", "fr", "en"),  # the address goes before all
        ("/fr", "en", "en", "fr"),
        ("/xx/lab", "", "fr", "fr"),
        ("/", "", "fr;q=spoiled,en;q=0.1", "en"),
    ],
)
def test_the_address_then_the_last_page_then_the_browser(path: str, last: str, accepted: str, expected: str) -> None:
    assert chosen(path, last, accepted, "en", is_one_language=False) == expected


def test_a_server_of_one_language_speaks_another_only_at_its_address() -> None:
    assert chosen("/", "en", "en", "fr", is_one_language=True) == "fr"
    assert chosen("/en/lab", "", "fr", "fr", is_one_language=True) == "en"


def test_every_page_is_there_in_every_language_from_one_notebook() -> None:
    english = {address[3:]: place for address, place in places("en").items() if address.startswith("/en")}
    french = {address[3:]: place for address, place in places("en").items() if address.startswith("/fr")}
    assert english.keys() == french.keys()
    for address, place in english.items():
        other = french[address]
        assert (other.notebook, other.key, other.kind, other.lang) == (place.notebook, place.key, place.kind, "fr")
    found = find("/fr/veneti/boarding", "en")
    assert not isinstance(found, Place)  # the name without its number leads on
    assert isinstance(find("/fr/veneti/09_boarding", "en"), Place)


def test_scripts_look_words_up_in_the_language_of_their_page() -> None:
    before = language()
    found = looked_up()
    assert language() == before
    english, french = (json.loads(found[f"index-{lang}.json"]) for lang in ("en", "fr"))
    assert [(each["en"], each["fr"]) for each in english["chapters"]] == [(each["en"], each["fr"]) for each in french["chapters"]]
    texts = {(each["game"], each["id"], each["place"]): each["text"] for each in french["entries"]}
    same = [each["id"] for each in english["entries"] if texts[each["game"], each["id"], each["place"]] == each["text"]]
    assert same == []
    asked = json.loads(found["questions-fr.json"])["veneti/09_boarding"]["free"]
    assert asked.startswith("Les deux ponts")


def test_the_readers_copy_has_every_notebook_in_every_language(tmp_path: Path) -> None:
    update_copy(tmp_path)
    english = sorted(path.relative_to(tmp_path / "en") for path in (tmp_path / "en").rglob("*.ipynb"))
    french = sorted(path.relative_to(tmp_path / "fr") for path in (tmp_path / "fr").rglob("*.ipynb"))
    assert english == french
    assert len(english) == len(list((folder("book") / "en").rglob("*.ipynb")))
    cell = json.loads((tmp_path / "fr/veneti/09_boarding.ipynb").read_text(encoding="utf-8"))["cells"][0]
    assert "".join(cell["source"]).startswith("# Abordage")
