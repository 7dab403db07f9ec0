"""Toulon 1 in a real browser: the number of players, chosen at the table by keyboard, changes the board, and is there after a reload."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened, settled
from tests.support.server import Served


def test_a_player_more_is_seated_by_keyboard_and_the_board_follows(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/en/toulon/01_around_the_table") as page:
        expect(page.locator(".seats-turns [aria-current]")).to_contain_text("1")
        page.locator("#table-players-2").focus()
        for players in (3, 4, 5):
            page.keyboard.press("ArrowRight")
            expect(page.locator(f"#table-players-{players}")).to_be_checked()
            settled(page)
        expect(page.locator(".seats-turns [aria-current]")).to_contain_text("5")
        expect(page.locator(".scenes [aria-pressed=true]")).to_have_text("Five players")
        expect(page.locator("#board-seat_20_fleet")).to_have_attribute("aria-label", "The fleet: players 1 to 3 command here")
        page.locator("#table-side-toulonnais").press("Enter")
        expect(page.locator(".seat.is-lit")).to_have_attribute("aria-label", "Player 3: Neapolitans, Sardinians and Toulonnais")
        settled(page).reload()
        expect(page.locator("#table-players-5")).to_be_checked()
        expect(page.locator("#table-side-toulonnais")).to_have_attribute("aria-pressed", "true")
        check(page)
