"""`rulesdemo serve`: the pages of the book and their addresses."""

import base64
import logging
import re
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import jinja2
import pytest

from rulesdemo.rules.datafiles import folder
from rulesdemo.serve import routes
from rulesdemo.serve.assets import Assets
from rulesdemo.serve.first_paint import Opening
from rulesdemo.serve.handlers import WORDS_SECONDS, Page
from rulesdemo.serve.renderer import Writer
from rulesdemo.serve.routes import Elsewhere, Nowhere, Place, find, places, tongues
from tests.support.protocol import LAB, run
from tests.support.server import OTHERWISE_CELLS, STATIC, TINY, TINY_CELLS, Served, served, tiny_book

# What the cell shows comes six seconds after its end: the thread that sends it is kept busy, and the kernel has given up waiting for it.
LATE = """import sys, time
sys.stdout.flush = sys.stderr.flush = lambda: None
get_ipython().kernel.iopub_thread.schedule(lambda: time.sleep(6))
Live(Tiny())"""
LATE_CELLS = tuple((kind, name, tags, LATE if name == "play" else text) for kind, name, tags, text in TINY_CELLS)
# Its first visitor sees words that the next does not.
FIRST_FAILS = """from pathlib import Path
seen = Path(os.environ["TMPDIR"], "seen")
if not seen.exists():
    seen.touch()
    raise ValueError"""
FIRST_FAILS_CELLS = (("code", "first", [], f"import os\n{FIRST_FAILS}"), *TINY_CELLS)

PLANNED = """
[[planned]]
game = "veneti"
number = 21
title = { en = "A chapter to come", fr = "Un chapitre à venir" }
minutes = 1
sections = ["8"]
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A book in which a chapter and a sandbox are still to be written."""
    folder = tmp_path_factory.mktemp("serve")
    book = tiny_book(folder)
    (book / "en" / "toulon" / "sandbox.ipynb").unlink(missing_ok=True)
    with (book / "toc.toml").open("a", encoding="utf-8") as file:
        file.write(PLANNED)
    with served(folder, book=book) as running:
        yield running


# -------------------------------------------------------------------------------------------------------------- the pages


def test_the_home_page_has_every_game_and_says_what_is_not_there(server: Served) -> None:
    text = server.get("/")[2]
    for words in ("<h1>Learn the rules by trying them</h1>", "Toulon 1793", "not there yet", "ndependent study aid", "</html>"):
        assert words in text
    assert "Something broke" not in text


def test_a_page_without_anything_live_holds_no_kernel_and_is_written_once(server: Served) -> None:
    for path in ("/", "/en/glossary"):
        server.get(path)
        again = server.get(path)[2]
        assert 'data-kernel="' not in again
        assert 'data-live="' not in again
        assert server.get(path)[2] == again


def test_the_lab_shows_exact_odds(page: str) -> None:
    for words in ("<h1>Ask what the dice can do</h1>", "What can happen", "23/36", "Reconstructed: rebuilt by us", "</html>"):
        assert words in page
    assert "Something broke" not in page


def test_the_glossary_has_both_languages(server: Served) -> None:
    text = server.get("/en/glossary")[2]
    assert "Line ahead" in text
    assert "Ligne Continue" in text


def test_the_switch_shows_a_language_only_where_the_page_is_there_in_it(server: Served, tiny: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in (tiny, server.get("/")[2], server.get("/en/glossary")[2]):
        assert 'class="tongues"' in text
    known = places("en")
    here = known["/en/glossary"]
    assert [(each.code, each.address, each.is_here) for each in tongues(here, "en")] == [
        ("en", "/en/glossary", True),
        ("fr", "/fr/glossary", False),
    ]
    english = {address: place for address, place in known.items() if place.lang == "en"}
    monkeypatch.setattr(routes, "places", lambda _default: english)
    assert tongues(here, "en") == []


def test_a_sandbox_that_is_not_there_yet_says_so(server: Served) -> None:
    status, _headers, text = server.get("/en/toulon/sandbox")
    assert status == 200
    assert "The sandbox is not there yet." in text


def test_the_sandbox_of_veneti_is_served_live_under_a_key_of_its_own(server: Served) -> None:
    status, _headers, text = server.get("/en/veneti/sandbox")
    assert status == 200
    assert 'data-key="veneti/sandbox"' in text
    assert "data-live=" in text
    assert "The sandbox is not there yet." not in text


def test_a_chapter_has_its_title_its_place_and_the_way_on(tiny: str) -> None:
    assert "<title>Veneti 20: A &lt;tiny&gt; chapter · rulesdemo</title>" in tiny
    assert "<h1>A &lt;tiny&gt; chapter</h1>" in tiny
    assert "Told by the head" not in tiny
    assert "Press, and see it counted." in tiny
    assert 'data-key="veneti/20_tiny"' in tiny
    assert re.search(r'rel="prev" href="/en/veneti/\w+"', tiny) or "All chapters" in tiny
    assert "no pages yet" not in tiny  # a language that is not there has no switch


def test_words_have_chips_folds_and_code(tiny: str) -> None:
    assert re.search(r'Two dice decide. <details class="rule inline" id="words-0-8.23">', tiny)
    assert "<strong>Boarding roll</strong>" in tiny
    assert "[is no rule]" in tiny
    assert re.search(r'<details class="cell drawer words book teachers" id="teachers"><summary><h2>For teachers</h2></summary>', tiny)
    assert "<code>40 + 2</code>" in tiny
    assert "<pre>42</pre>" in tiny
    assert "NBVAL" not in tiny


def test_a_cell_that_breaks_is_a_sentence_and_the_rest_is_there(tiny: str) -> None:
    assert tiny.count("Something broke here, and it is our fault.") == 1
    assert "ZeroDivisionError" not in tiny
    assert "After the break." in tiny


def test_whoever_comes_next_sees_at_once_how_the_page_opens(server: Served, tiny: str) -> None:
    """What stands before the kernel's name is the page once it knows its model, and is not sent again."""
    assert "0 steps" in tiny
    opening, _name, rest = server.get(TINY)[2].partition('data-kernel="')
    assert re.findall(r'<div class="opening cell ([^"]*)"', opening) == ["words book", "shown play"]
    assert 'aria-label="0 steps"' in opening
    assert opening.count('data-live=""') == 1
    assert re.findall(r'data-wakes="([^"]*)"', rest) == re.findall(r'data-wakes="([0-9a-f]{32})"', rest) != []
    assert "data-live" not in rest
    names = re.findall(r'\sid="([^"]+)"', opening + rest)
    assert sorted(set(names)) == sorted(names)
    assert {"words", "play", "after"} <= set(names)


def test_what_a_cell_shows_late_is_waited_for(tmp_path: Path) -> None:
    with served(tmp_path, book=tiny_book(tmp_path, LATE_CELLS)) as server:
        assert 'aria-label="0 steps"' in server.get(TINY)[2]


def test_nobody_is_shown_first_what_failed_for_another(tmp_path: Path) -> None:
    with served(tmp_path, book=tiny_book(tmp_path, FIRST_FAILS_CELLS)) as server:
        assert "Something broke" in server.get(TINY)[2].partition("0 steps")[0]
        for opening in ("", 'aria-label="0 steps"'):
            before = server.get(TINY)[2].partition('data-kernel="')[0]
            assert opening in before
            assert ("0 steps" in before) == bool(opening)
            assert "Something broke" not in before


def test_a_page_that_opens_otherwise_takes_the_place_of_what_was_shown(tmp_path: Path) -> None:
    """A chapter may begin with a throw of its own: then the reader's page comes whole, behind a sign that the other must go."""
    with served(tmp_path, book=tiny_book(tmp_path, OTHERWISE_CELLS)) as server:
        assert "<div data-anew" not in server.get(TINY)[2]
        opening, _sign, rest = server.get(TINY)[2].partition("<div data-anew hidden></div>")
    assert 'data-wakes="' not in opening + rest
    shown, own = (re.findall(r'aria-label="(\d+) steps"', text) for text in (opening, rest))
    assert len(shown) == len(own) == 1
    assert shown != own
    assert len(re.findall(r'data-live="[0-9a-f]{32}"', rest)) == 1


def test_where_many_come_at_once_words_go_first() -> None:
    """Who waits gets the head alone, then his number, and how the page opens when there was time to draw the words; once."""

    class Waiting(Page):
        owed = Opening(1, "opening")
        writer = type("Told", (), {"waiting": str})  # type: ignore[assignment]

        def __init__(self) -> None:
            self.said: list[str] = []

        def write(self, text: object) -> None:
            self.said.append(str(text))

        def _pass_on(self) -> None:
            self.said.append("sent")

    async def wait() -> list[str]:
        reader = Waiting()
        now = time.monotonic()
        for number, since in ((3, now), (2, now - WORDS_SECONDS - 1), (1, now - WORDS_SECONDS - 2)):
            await reader._tell(since, number)
        assert reader.opening == Opening(1, "opening")
        return reader.said

    assert run(wait()) == ["3", "sent", "opening", "2", "sent", "1", "sent"]


def test_one_who_waits_long_hears_something_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy hangs up where nothing is said; and a reader who has gone is found out."""
    said: list[str] = []
    monkeypatch.setattr(Page, "write", lambda _self, text: said.append(str(text)))
    monkeypatch.setattr(Page, "_pass_on", lambda _self: said.append("sent"))
    monkeypatch.setattr(Page, "writer", type("Told", (), {"waiting": str}))

    async def wait() -> None:
        reader = Page.__new__(Page)
        for silence in (100.0, 100.0, 0.0):
            monkeypatch.setattr("rulesdemo.serve.handlers.STILL_SECONDS", silence)
            await reader._tell(0.0, 7)

    run(wait())
    assert said == ["7", "sent", "\n", "sent"]


def test_sources_stay_here(page: str, tiny: str) -> None:
    for text in (page, tiny):
        assert "widgets." not in text.replace("book/template", "")
        assert "class Tiny" not in text
        assert "Traceback" not in text


def test_nothing_is_fetched_from_elsewhere(server: Served, page: str) -> None:
    links = re.findall(r'(?:src|href|action|data)="([^"]*)"', page)
    assert [link[:40] for link in links if re.match(r"\w+:|//", link) and not link.startswith("data:image/svg+xml;base64,")] == []
    files = set(STATIC.findall(page))
    assert sorted(re.sub(r"-\w{12}", "", Path(name).name) for name in files) == ["book.js", "fonts.css", "style.css"]
    for name in files:
        status, headers, text = server.get(name)
        assert status == 200
        assert "immutable" in headers["Cache-Control"]
        if name.endswith((".css", ".js")):
            assert re.findall(r"(?:https?:)?//[a-z]", re.sub(r"http://www.w3.org/2000/svg|base64,[\w+/=]+", "", text)) == []


@pytest.mark.parametrize("path", ["/", LAB, TINY, "/en/glossary", "/en/toulon/sandbox", "/en/nothing", "/en/veneti/"])
def test_every_page_may_run_only_its_own_scripts(server: Served, path: str) -> None:
    status, headers, text = server.get(path)
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "Set-Cookie" not in headers
    # One script stands in the page, and the policy names it by what is in it.
    inside = [script for given, script in re.findall(r"<script([^>]*)>(.*?)</script>", text, re.DOTALL) if " src=" not in given]
    pins = [f"'sha256-{base64.b64encode(sha256(script.encode()).digest()).decode()}'" for script in inside]
    assert len(pins) == (status != 302)
    (scripts,) = re.findall(r"script-src ([^;]*);", policy)
    assert scripts.split()[0] == "'self'"
    assert scripts.split()[1:] == pins or status == 302
    assert re.findall(r"\son\w+=", text) == []
    if status == 200:
        assert headers["Cache-Control"] == "no-store"


def test_the_fonts_come_with_their_licence() -> None:
    fonts = folder("book") / "template" / "static" / "fonts"
    assert "SIL OPEN FONT LICENSE" in (fonts / "OFL.txt").read_text(encoding="utf-8")
    assert sum(path.stat().st_size for path in fonts.glob("*.woff2")) < 130_000


# ------------------------------------------------------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("/en/", "/en"),
        ("//en//lab/", "/en/lab"),
        ("/en/veneti", "/#veneti"),
        ("/en/veneti/", "/#veneti"),
        ("/en/veneti/20", TINY),
        ("/en/veneti/tiny", TINY),
        (f"{TINY}/", TINY),
        (f"{TINY}/?a=1", f"{TINY}?a=1"),
    ],
)
def test_a_near_address_leads_to_the_page(server: Served, path: str, there: str) -> None:
    status, headers, _text = server.get(path)
    assert (status, headers["Location"]) == (302, there)


@pytest.mark.parametrize(
    ("path", "words", "nearest"),
    [
        ("/en/veneti/tny", "There is no chapter called “tny” yet.", TINY),
        ("/en/venetti/20_tiny", "There is no game or page called “venetti”.", TINY),
        ("/en/glosary", "There is no game or page called “glosary”.", "/en/glossary"),
        ("/fr/glosary", "Il n’y a pas de jeu ni de page nommés «\u202fglosary\u202f».", "/fr/glossary"),
        ("/de/veneti/20_tiny", "There is no language called “de”.", TINY),
        ("/xyzzy", "The address may be mistyped.", None),
    ],
)
def test_an_unknown_address_is_told_kindly_with_the_nearest_name(server: Served, path: str, words: str, nearest: str | None) -> None:
    status, _headers, text = server.get(path)
    assert status == 404
    assert ("There is no page here." if path[1:3] != "fr" else "Il n’y a pas de page ici.") in text
    assert words in text
    assert (re.search(r'(?:Perhaps you want|Vous cherchez peut-être)\s+<a href="([^"]+)"', text) or [None, None])[1] == nearest


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (503, "Many readers are here at once."),
        (500, "Something broke here."),
        (403, "This cannot be shown."),
        (418, "Something broke here."),
    ],
)
def test_busy_and_broken_pages_are_friendly(status: int, words: str) -> None:
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder("book") / "template"), extensions=["jinja2.ext.i18n"], autoescape=True
    )
    templates.install_null_translations()  # type: ignore[attr-defined]
    writer = Writer(templates, Assets(folder("book") / "template" / "static"), "en", None, logging.getLogger())
    text = writer.notice(status)
    assert f"<h1>{words}</h1>" in text
    assert "Go to the first page" in text
    assert ('http-equiv="refresh"' in text) == (status == 503)
    assert "You are number 3." in writer.waiting(3)


def test_what_a_visitor_writes_into_an_address_stays_text(server: Served) -> None:
    _status, _headers, text = server.get("/en/%3Cscript%3Ealert(1)%3C%2Fscript%3E")
    assert "<script>alert" not in text
    assert "&lt;script&gt;" in text


def test_addresses_without_a_server() -> None:
    assert isinstance(find("/", "en"), Place)
    assert find("/en/", "en") == Elsewhere("/en")
    assert isinstance(find("/" + "x" * 100_000, "en"), Nowhere)
    assert isinstance(find("/en/../../etc/passwd", "en"), Nowhere)
    assert {place.kind for place in places("en").values()} >= {"home", "lab", "glossary", "sandbox"}
