"""The words in which a reader asks: each leads to titles that are there, and to one set of them alone."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from rulesdemo.errors import DataError
from rulesdemo.rules.glossary import plain_words
from rulesdemo.serve.search_index import index

INDEX = index()


def plain(text: str) -> str:
    """Return a text as the search compares it: small letters without accents."""
    letters = unicodedata.normalize("NFD", text)
    return "".join(each for each in letters if not unicodedata.combining(each)).lower().replace("’", " ").replace("'", " ")


def test_each_everyday_word_leads_to_titles_that_are_there() -> None:
    titles = [plain(each[lang]) for each in INDEX["entries"] for lang in ("en", "fr")]
    finds = {each for entry in INDEX["everyday"] for each in entry["finds"]}
    assert {each for each in finds if not any(re.search(rf"(?:^|[ (-]){re.escape(plain(each))}", title) for title in titles)} == set()


def test_each_everyday_word_stands_once_and_is_no_filler() -> None:
    words = Counter(plain(each) for entry in INDEX["everyday"] for each in {*map(plain, entry["words"])})
    assert [word for word, count in words.items() if count > 1] == []
    assert words.keys() & {plain(each) for each in INDEX["filler"]} == set()


def test_a_data_folder_without_plain_words_still_has_a_search(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "terms.toml").write_text("", encoding="utf-8")
    monkeypatch.setattr("rulesdemo.rules.glossary.folder", lambda _name: tmp_path)
    assert plain_words() == {"filler": [], "everyday": []}


@pytest.mark.parametrize(
    "spoiled", ['filler = "the"', '[filler]\nen = "the"', '[[everyday]]\nen = ["row"]\nfr = ["ramer"]', 'everyday = ["row"]']
)
def test_a_spoiled_entry_is_refused_with_what_it_needs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, spoiled: str) -> None:
    (tmp_path / "terms.toml").write_text(spoiled, encoding="utf-8")
    monkeypatch.setattr("rulesdemo.rules.glossary.folder", lambda _name: tmp_path)
    with pytest.raises(DataError, match=r"data/terms\.toml: filler needs lists of words by language, and each everyday entry"):
        plain_words()
