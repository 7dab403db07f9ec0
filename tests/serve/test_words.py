"""Pages around the notebooks speak the session's language: in the pseudo-language only names and rule ids stand outside ⟦ ⟧."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import jinja2
import pytest

from rulesdemo.rules.datafiles import GAMES, folder
from rulesdemo.serve.access import Door, room_address
from rulesdemo.serve.assets import Assets
from rulesdemo.serve.class_status import Census
from rulesdemo.serve.doctor import examine
from rulesdemo.serve.renderer import SAID, Writer
from rulesdemo.serve.routes import Nowhere, find, places
from rulesdemo.serve.search_index import index, questions
from tests.support.pseudo import english_outside, pseudo_language
from tests.support.pseudo_pages import PageText, names_of

NAMES = frozenset({"rulesdemo", "English", "Français"}).union(*map(names_of, GAMES))


@pytest.fixture(scope="module")
def writer() -> Writer:
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder("book") / "template"), extensions=["jinja2.ext.i18n"], autoescape=True
    )
    return Writer(templates, Assets(folder("book") / "template" / "static"), "en", None, logging.getLogger())


@pytest.fixture(autouse=True)
def pseudo() -> Iterator[None]:
    with pseudo_language():
        yield


def english(text: str, *given: str) -> list[str]:
    """What shows English, besides names and what is given."""
    return sorted(set(PageText(text).english(NAMES | {*given})))


def test_heads_and_ends_of_pages(writer: Writer) -> None:
    found = {address: english(writer.head(place) + writer.tail(place)) for address, place in places("en").items()}
    assert {address: wrong for address, wrong in found.items() if wrong} == {}


def test_notices(writer: Writer) -> None:
    assert [english(writer.notice(status)) for status in (*SAID, 500)] == [[]] * (len(SAID) + 1)
    for address in ("/en/nowhere", "/en/veneti/99_nothing", "/xx/veneti/01_facing", "/en/monopoly/01", "/glosary"):
        nowhere = find(address, "en")
        assert isinstance(nowhere, Nowhere)
        assert english(writer.notice(404, nowhere), *address.split("/")) == []


def test_the_class_page_and_the_doctor(writer: Writer) -> None:
    door = Door("192.0.2.7", 8866, "bada", is_class=True)
    assert english(writer.status(Census(3, 1, 2, 0, 100.0, 60.0, 280.0), door), "MiB", room_address(door)) == []
    told = examine(door).replace(str(folder("book")), "")
    assert english_outside(told, {"http", "kB"}) == ""


def test_what_the_search_finds() -> None:
    found = index()
    shown = [title["en"] for title in found["games"].values()]
    shown += [each["en"] for each in found["chapters"]]
    shown += [text for each in found["entries"] for text in (each["en"], each["text"])]
    shown += [words for asked in questions().values() for words in asked.values()]
    assert [text for text in shown if english_outside(text, ())] == []
