"""Chapter 8 in a browser: the barred bow, the one step that brings her alongside, the certain throw, and the ladder that follows."""

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import check, opened, throw
from tests.support.server import Served

PATH = "/en/veneti/08_grappling"


def order(page: Page, words: str) -> None:
    page.locator(".desk-orders").get_by_role("button", name=words).click()


def press(page: Page, place: str) -> None:
    page.locator(f'.desk [data-name="{place}"][data-do=press]').click()


def test_the_bow_is_barred_and_one_step_alongside_makes_it_certain(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        expect(page.locator("#board-seam_20_aquila_20_gwennol")).to_be_attached()
        expect(page.locator(".ladder td.lit")).to_contain_text("83.3 %")
        throw(page, "2")
        press(page, "0505")
        expect(page.locator(".desk-orders .is-refused", has_text="Grapple")).to_contain_text("share no flank hexside")
        order(page, "Row 1 PM")
        press(page, "0605")
        expect(page.locator(".desk-odds")).to_contain_text("may grapple her")
        order(page, "Grapple Gwennol")
        expect(page.locator(".desk-odds")).to_contain_text("100.0 %")
        expect(page.locator(".ladder td.lit")).to_contain_text("100.0 %")
        throw(page, "1")
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")


def test_the_ladders_are_worked_by_keys_and_hinder_nobody(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        page.locator("#ladder-kind-disengage").focus()
        page.keyboard.press("Enter")
        odds = page.locator(".ladder-many .odds")
        expect(odds).to_contain_text("Free of both")
        expect(odds.locator(".fraction").first).to_contain_text("4")
        page.locator("#ladder-held-1").focus()
        page.keyboard.press("Enter")
        page.locator("#ladder-help-better_crew").focus()
        page.keyboard.press("Enter")
        expect(odds).to_contain_text("66.7 %")
        assert page.evaluate("document.activeElement.id") == "ladder-help-better_crew"
        check(page)
