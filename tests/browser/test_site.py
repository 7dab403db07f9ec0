"""The book without a server, in a real browser: built, served as plain files under a sub-path, and played."""

import functools
import re
import shutil
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rulesdemo import odds
from rulesdemo.site import browser_python
from rulesdemo.site.build import build
from rulesdemo.site.preview import _Files

PAGES = ("home", "veneti/02_turning", "veneti/09_boarding", "toulon/01_around_the_table", "veneti/rules")
AWAKE = "[data-live=awake]"
PATIENCE = 120_000  # milliseconds: a cold start on a busy machine
# Node and the pinned package are what a build needs beside Python; tests fetch nothing.
HAS_TOOLS = shutil.which("node") and (browser_python.cache_folder() / browser_python.PACKAGE).is_file()

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not HAS_TOOLS, reason="needs node and Python for browsers: make site fetches it")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a small book is served, two folders down, by nothing but files."""
    root = tmp_path_factory.mktemp("host")
    build(root / "some" / "where", "/some/where/", tell=lambda _what, _done, _of: None, only=PAGES)
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Files, directory=str(root))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/some/where/"
        server.shutdown()


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    """A page of which nothing may be complained, and which may ask for nothing outside of the book."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened, complaints, stray = context.new_page(), list[str](), list[str]()
    opened.on("console", lambda it: complaints.append(it.text) if it.type in ("error", "warning") else None)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    context.on("request", lambda it: None if it.url.startswith((site, "data:")) else stray.append(it.url))
    yield opened
    context.close()
    assert complaints == []
    assert stray == []


def awake(page: Page) -> None:
    expect(page.locator(AWAKE).first).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#loading")).to_have_count(0, timeout=PATIENCE)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_chapter_is_played_and_the_next_page_finds_python_warm(page: Page, site: str, lang: str) -> None:
    page.goto(f"{site}{lang}/veneti/09_boarding/")
    awake(page)
    assert page.locator(AWAKE).count() == page.locator("[data-live]").count() > 3
    # The odds of one boarding: the same fraction as Python gives here.
    exact = odds("veneti.boarding", attackers=3, defenders=1).p(captured=True)
    expect(page.locator("#what-if")).to_contain_text(re.compile(rf"{exact.numerator}\s*/\s*{exact.denominator}"))
    # An order, then the dice.
    page.locator("#play [data-do=choose]:enabled").first.click()
    expect(page.locator("#play #tray-roll")).to_be_enabled(timeout=PATIENCE)
    before = page.locator("#play [data-part=orders]").inner_text()
    page.locator("#play #tray-roll").click()
    expect(page.locator("#play [data-part=orders]")).not_to_have_text(before, timeout=PATIENCE)
    assert page.evaluate("Object.keys(localStorage).some((name) => name === 'last:veneti/09_boarding')")
    # Before any points are announced a step is refused, on a page of the same game.
    page.goto(f"{site}{lang}/veneti/02_turning/")
    awake(page)
    page.locator("#play [data-do=press][data-name='0403']").first.dispatch_event("click")
    expect(page.locator(".desk .status")).to_contain_text("6.23", timeout=PATIENCE)
    # The next page, of another game: Python is there already, so its own files are not asked for again.
    asked: list[str] = []
    page.context.on("request", lambda it: asked.append(it.url))
    page.goto(f"{site}{lang}/toulon/01_around_the_table/")
    awake(page)
    assert not [each for each in asked if each.endswith((".wasm", "stdlib.zip", "base.part"))]


def test_pages_are_complete_before_any_script_runs(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}fr/veneti/09_boarding/")
    assert page.locator("[data-surface] svg").count() > 0
    page.goto(site)
    page.locator("a[href*='veneti/09_boarding']").first.click()
    expect(page.locator("h1")).to_be_visible()
    assert page.url == f"{site}en/veneti/09_boarding/"
    context.close()


def test_the_search_leads_to_a_page_of_the_same_folder(page: Page, site: str) -> None:
    page.goto(f"{site}en/veneti/rules/")
    page.locator("#find").click()
    page.locator("#find").fill("boarding")
    first = page.locator("#found a").first
    expect(first).to_be_visible()
    assert first.evaluate("link => link.href").startswith(site)


def test_every_link_of_a_built_page_stays_inside(site: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert site
    for path in Path(tmp_path_factory.getbasetemp()).glob("host*/some/where/**/index.html"):
        assert not re.findall(r'(?:href|src)="/[^"]*"', path.read_text(encoding="utf-8")), path
