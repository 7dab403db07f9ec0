"""Chapter 6 of Broadside in a real browser: two orders meet on the board, and are written, opened and stepped through beneath it."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened
from tests.support.server import Served

CHAPTER = "/en/broadside/06_shared_hexes"


def test_orders_meet_and_a_die_is_taken(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        page.locator(".desk [data-name='1010'][data-do=press]").last.click(force=True)
        expect(page.locator("#slate-aurore")).to_have_value("4")
        page.locator("#slate-close").click()
        expect(page.locator(".goal-end")).to_contain_text("Right.")
        said, order = page.locator(".meet-panel .panel-said"), page.locator("#meet-order-aurore")
        order.fill("3")
        expect(page.locator("#meet-told-aurore")).to_contain_text("To 0909")
        expect(order).to_be_focused()
        page.locator("#meet-example").focus()
        page.locator("#meet-example").select_option("4.1")
        expect(order).to_have_value("4")
        page.locator("#meet-step-at").focus()
        page.keyboard.press("End")
        expect(said).to_contain_text("a die decides whether they board")
        page.locator("label:has(#meet-face-4)").click()
        expect(said).to_contain_text("Aurore keeps 1010: more M spent.")
        expect(page.locator(".meet-table .is-here")).to_have_text(["4", "3"])
        check(page)
