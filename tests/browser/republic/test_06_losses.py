"""Chapter 6 of Republic in a browser: a battle that is practised on the board is crossed off below it, and the grid on a phone."""

from playwright.sync_api import Browser, expect

from tests.support.browser import PHONE, check, opened, settled, throw, too_small, type_dice
from tests.support.server import Served

PATH = "/en/republic/06_losses"


def test_a_battle_is_fought_and_its_bill_crossed_off(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        orders = page.locator(".desk-orders")
        orders.get_by_role("button", name="attack Samnite Host").click()
        throw(page, "5 5")  # A with 5 is worth 7, C with 5 worth 5
        orders.get_by_role("button", name="Papirius lives").click()
        type_dice(page, "6")  # +2 and two Veteran legions: row +10, 15/25
        expect(page.locator(".bill-said")).to_contain_text("Row +10 of the battle table")
        expect(page.locator(".bill .box.is-lost")).to_have_count(17)
        orders.get_by_role("button", name="Take off 7 infantry").click()
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        page.set_viewport_size(PHONE)
        settled(page).locator("#rounding-force-33").check()
        expect(page.locator(".rounding .pick-told")).to_contain_text("30 loses 5, 3 loses 1, so 6.")
        assert [found for found in too_small(page) if not found.startswith("<text")] == []
        check(page)
