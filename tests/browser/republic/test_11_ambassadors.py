"""Chapter 11 of Republic in a browser: an audience moves the marker on the board, and a cell of the table tells its chance."""

from playwright.sync_api import Browser, expect

from tests.support.browser import PHONE, check, opened, settled, throw, too_small
from tests.support.server import Served

PATH = "/en/republic/11_ambassadors"


def test_an_audience_moves_the_marker(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        throw(page, "0")  # letter B: +2
        expect(page.locator("[data-part=words]")).to_contain_text("The marker stands at +2")
        page.locator("#alliance-cell-Cbetter").check()
        expect(page.locator(".alliance .pick-told")).to_contain_text("13/25")
        page.locator("#disasters-roll").click()
        expect(page.locator(".disaster-table tr.lit")).to_have_count(1)
        page.set_viewport_size(PHONE)
        assert [found for found in too_small(settled(page)) if not found.startswith("<text")] == []
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        check(page)
