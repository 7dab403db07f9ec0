"""Toulon 10 in a browser: the example of the rule is played to its goal, and a ratio of one's own moves its column."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened, throw
from tests.support.server import Served

PATH = "/en/toulon/10_hasty_and_desperate"


def test_the_defender_answers_the_die(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        page.get_by_role("button", name="Four against fifteen").click()
        orders = page.locator(".desk-orders")
        expect(orders).to_contain_text("4 against 15, column 1:3")
        throw(page, "4")
        orders.get_by_role("button", name="Move the die by −2").click()
        expect(orders).to_contain_text("2 against 15")
        throw(page, "6")
        orders.get_by_role("button", name="Move the die by −5").click()
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        page.locator("#ratio-try-printed").click()
        told = page.locator("section.ratio .ratio-told").first
        expect(told).to_contain_text("may add or take up to 2 on the die")
        page.locator("#ratio-defence-at").fill("8")
        expect(told).to_contain_text("Haste shifts it one to the left, to 1:3")
        check(page)
