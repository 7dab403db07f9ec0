"""Broadside 11 in a browser: a broadside on the board, and a duel of the reader's own fought with typed dice to its end."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened, throw
from tests.support.server import Served

PATH = "/en/broadside/11_the_duel"


def test_a_duel_is_fought_on_the_board_and_beside_it(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        for name in ("Fire at Lion", "Fire at Aurore"):
            page.locator(".desk-orders").get_by_role("button", name=name).click()
        throw(page, "4")  # the first broadside: 4 + 2 on row 10 costs 3
        expect(page.locator(".desk-orders")).to_contain_text("Lion fires at Aurore")
        panel = page.locator(".duel")
        expect(panel.locator("#duel-now")).to_contain_text("both are beaten")
        expect(panel.locator("#duel-now")).to_contain_text("16/729")
        panel.locator("#duel-typed summary").click()
        for die in ("a", "b"):
            panel.locator(f"#duel-die_{die}-6").check()
        for left in ("5 of 8", "2 of 8", "0 of 8"):
            panel.locator("#duel-use").click()
            expect(panel.locator(".duel-hull").last).to_contain_text(left)
        expect(panel.locator(".panel-said")).to_contain_text("Both fired at once, and both are beaten.")
        expect(panel.locator("#duel-fire")).to_be_disabled()
        check(page)
