"""Every chapter on a phone: one column, in the order of need. A file of its own, so that it runs beside the desks."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browsing import CHAPTERS, PHONE, check, hindering, opened
from tests.serving import Served


@pytest.mark.parametrize("path", CHAPTERS)
def test_a_phone_shows_one_column_in_the_order_of_need(browser: Browser, server: Served, path: str) -> None:
    with opened(browser, server, path, PHONE, has_touch=True) as page:
        assert hindering(page) == []
        parts = [".desk-goal", "#board", "#tray-roll", ".desk-odds h3", ".desk-orders h3", "#reading"]
        boxes = [page.locator(part).first.bounding_box() for part in parts if page.locator(part).count()]
        tops = [box["y"] for box in boxes if box]
        assert tops == sorted(tops)
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        # A hex in the middle, or on a map that is too small for it the first one.
        page.locator(".desk [data-name='0405'][data-do=press]").or_(page.locator(".desk [data-name='0101'][data-do=press]")).last.tap()
        expect(page.locator(".desk .status > *").first).to_be_attached()
        check(page)
