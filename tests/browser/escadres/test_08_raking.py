"""Escadres 8 in a browser: into the cone step by step, the same guns four ways, and a low ship."""

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import check, opened
from tests.support.server import Served

PATH = "/en/escadres/08_raking"


def order(page: Page, words: str) -> None:
    page.locator(".desk-orders").get_by_role("button", name=words).click()


def test_both_hexes_come_into_the_cone_and_the_losses_follow(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        odds, plain = page.locator(".desk-odds"), page.locator(".ways-table tbody tr").first.locator("td").first
        expect(odds).to_contain_text("0 of 2 hexes")
        expect(plain).to_contain_text("103/54")
        for _turn in range(2):
            order(page, "Turn to the left")
        for count in ("0 of 2 hexes", "1 of 2 hexes", "2 of 2 hexes"):
            order(page, "Go straight on")
            expect(odds).to_contain_text(count)
        expect(odds).to_contain_text("103/36")
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        for _step in range(5):
            page.locator("#worth-base-more").click()
        expect(plain).to_contain_text("103/24")
        expect(page.locator(".panel-said").first).to_contain_text("Raking adds 3 dice")
        check(page)


def test_a_low_ship_has_her_own_piece(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        page.get_by_role("button", name="A low ship").click()
        expect(page.locator(".desk-odds")).to_contain_text("Low target")
        expect(page.locator(".desk-odds")).to_contain_text("= 8 dice")
        page.locator("#tray-roll").click()
        expect(page.locator(".tray-words")).to_contain_text("8 dice")
