"""Chapter 6 of Toulon in a real browser: a defeat that takes all, a regiment held back for a point, and a purse that may not pay."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened, settled, throw
from tests.support.server import Served

CHAPTER = "/en/toulon/06_whose_purse"


def test_a_british_point_marches_the_sardinians_and_a_spanish_one_would_not(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        throw(page, "6")
        settled(page)
        page.get_by_role("button", name="Hold back British 50th").click()
        settled(page)
        page.get_by_role("button", name="Take what comes").click()
        expect(page.locator(".desk-odds")).to_contain_text("May pay for Sardinian Saluzzo alone: British and Sardinians.")
        page.locator('.hits [data-name="La Valette"]').click()
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        # By keys: the Spanish purse is refused, and pays once Spaniards are in the force.
        told = page.locator(".pay .crowd-told")
        page.locator("#pay-purse-spanish").focus()
        page.keyboard.press("Enter")
        expect(told).to_contain_text("Refused. The Spanish purse does not pay for another nation.")
        page.locator("#pay-nation-spanish").click()
        page.locator("#pay-purse-spanish").click()
        expect(told).to_contain_text("Paid 1 OP.")
        expect(page.locator("#pay-purse-spanish .pay-op")).to_have_text("3 OP")
        check(page)
