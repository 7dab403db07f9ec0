"""Scripted readers in a real browser: every chapter finished by its page alone, five of them with every mistake and by keys alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.support.browser import CHAPTERS, opened
from tests.support.notebooks import live_pages, run
from tests.support.reader import BrowserPaper, Reader
from tests.support.server import Served
from widgets.web.live import Live

BY_KEYS = (
    "/en/veneti/09_boarding",
    "/en/broadside/04_orders",
    "/en/escadres/07_a_volley",
    "/en/republic/02_coordination",
    "/en/toulon/06_whose_purse",
)


@pytest.fixture(autouse=True)
def nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin of the page, which says what its questions are, has no browser of its own."""
    monkeypatch.setattr(Live, "send", lambda *_args, **_more: None)


@pytest.mark.parametrize("path", CHAPTERS)
def test_a_chapter_is_finished_by_its_page_alone(browser: Browser, server: Served, path: str) -> None:
    page, _lives = live_pages(run(path.removeprefix("/en/")))
    with opened(browser, server, path, waits=False, reduced_motion="reduce") as shown:
        Reader(BrowserPaper(shown), page).finish()


@pytest.mark.parametrize("path", BY_KEYS)
def test_a_chapter_is_finished_with_every_mistake_by_keys_alone(browser: Browser, server: Served, path: str) -> None:
    page, _lives = live_pages(run(path.removeprefix("/en/")))
    with opened(browser, server, path, waits=False, is_whole=False, reduced_motion="reduce") as shown:
        Reader(BrowserPaper(shown, by_keys=True), page, errs=True).finish()
