"""Broadside 4 in a browser: an order that is read while it is typed, and two that pass the rocks."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened
from tests.support.server import Served

PATH = "/en/broadside/04_orders"


def test_an_order_is_typed_and_its_track_follows(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        field, told = page.locator("#slate-aurore"), page.locator("#slate-aurore-told")
        field.press_sequentially("2D")
        expect(told).to_contain_text("A pivot needs a hex ahead after it.")
        expect(field).to_have_attribute("aria-invalid", "true")
        field.press_sequentially("1")
        expect(told).to_contain_text("3 M. To 0609, heading S, running.")
        expect(field).to_be_focused()
        expect(field).to_have_value("2D1")
        expect(page.locator("#board-plot_20_aurore text").last).to_be_attached()
        check(page)
        page.locator("#slate-close").click()
        for piece in ("left", "ahead"):
            page.locator(f"#slate-aurore-{piece}").click()
        expect(told).to_contain_text("To 0811, heading SE, reaching.")
        page.locator("#slate-close").click()
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        page.locator("#reader-try-3").click()
        expect(page.locator("#reader-told")).to_contain_text("At sign 3. Two pivots in one hex.")
