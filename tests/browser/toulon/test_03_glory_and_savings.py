"""Chapter 3 of Toulon in a real browser: throws for the purses, a march for a point, and a slider moved by keys."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened, settled, throw
from tests.support.server import Served

CHAPTER = "/en/toulon/03_glory_and_savings"


def test_a_point_is_spent_for_a_zone_and_the_purse_is_worth_less(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        for _purse in range(2):
            throw(page, "1")
            settled(page)
        odds = page.locator(".desk-odds")
        expect(odds).to_contain_text("British: 7 of 6")
        expect(odds).to_contain_text("2.3 VP")
        # The British regiment is in hand: a press on a zone is a march.
        page.locator('.hits [data-name="La Valette"]').click()
        expect(page.locator(".desk .status")).to_contain_text("British 2/1st marches to La Valette.")
        expect(odds).to_contain_text("British: 6 of 6")
        expect(odds).to_contain_text("British 1.0")
        # The slider is a real one: keys move it, and the sum follows.
        page.locator("#savings-saved-at").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".savings-vp")).to_have_text("0.9 VP")  # 6 of 13
        page.locator("#shares-nation-neapolitan").click()
        expect(page.locator(".shares .crowd-told")).to_contain_text("3 VP / 3 nations: 1.0 each")
        check(page)
