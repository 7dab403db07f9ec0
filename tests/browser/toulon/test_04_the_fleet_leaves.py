"""Toulon 4 in a browser: the ships leave, the ledger and the beaches follow, supply holds, and the track is moved by keys."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened, throw
from tests.support.server import Served


def test_the_ships_leave_and_the_page_follows(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/en/toulon/04_the_fleet_leaves") as page:
        orders = page.locator(".desk-orders")
        now = page.locator(".ledger-table thead .is-now")
        expect(now).to_contain_text("With the ships")
        expect(page.locator(".track-now")).to_contain_text("Evacuation")
        orders.get_by_role("button", name="Send the ships away").click()
        expect(now).to_contain_text("Without them")
        throw(page, "2")
        expect(orders).to_contain_text("End your moves")
        orders.get_by_role("button", name="British marines").click()
        page.locator('.desk [data-name="Toulon"][data-do=press]').click()
        expect(orders).to_contain_text("The ships have gone, and no troops move by sea.")
        # The chance of supply on turns 5 to 8 is 2/3 four times over; the slider moves by keys.
        page.locator("#departure-last-at").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".turn-run .odds")).to_contain_text("16/81")
        page.locator("#departure-throw").click()
        expect(page.locator(".siege-turns li")).to_have_count(4)
        check(page)
