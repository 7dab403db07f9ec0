"""What chapter 9 adds to its desk, in a real browser: the curve of tries, the luck of practice rolls, and cards of its rules."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened, settled
from tests.support.server import Served

BOARDING = "/en/veneti/09_boarding"


def test_the_curve_follows_the_order_the_luck_follows_the_dice_and_a_number_opens_its_card(browser: Browser, server: Served) -> None:
    with opened(browser, server, BOARDING) as page:
        curve = page.locator("section.tries")
        expect(curve).to_contain_text("4 marines against 2 on a higher deck")
        expect(curve.locator(".percent").first).to_have_text("72.2 %")
        page.locator(".desk-orders").get_by_role("button", name="Board with Aquila alone").click()
        expect(curve).to_contain_text("2 marines against 2 on a higher deck")
        expect(curve.locator(".percent").nth(1)).to_have_text("61.7 %")
        for _roll in range(5):
            settled(page).locator("#tray-practise").click()
        expect(page.locator("section.luck")).to_contain_text("of 5 rolls good, luckier than")
        page.locator("#shelf-8\\.23").click()
        expect(page.locator(".shelf .rule-card")).to_contain_text("Boarding roll")
        check(page)
        page.locator(".shelf-more a").click()
        expect(page.locator("[id='rule-8.23']")).to_be_visible()
