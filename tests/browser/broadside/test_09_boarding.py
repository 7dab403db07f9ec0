"""Broadside 9 in a browser: ships come and go in one hex, a round is fought, and Lion is boarded on the board."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened, throw
from tests.support.server import Served

PATH = "/en/broadside/09_boarding"


def test_forces_are_spread_and_a_round_is_fought(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        panel = page.locator(".melee")
        expect(panel.locator(".panel-said")).to_contain_text("10 + 5 = 15, spread over 3 enemies: each is struck with 5.")
        page.locator("#melee-b1-away").click()
        expect(panel.locator(".panel-said")).to_contain_text("10 + 5 = 15, spread over 2 enemies: each is struck with 7.")
        page.locator("#melee-fight").click()
        expect(panel.locator(".melee-log > li")).to_have_count(1)
        expect(panel.locator(".melee-log ul > li")).to_have_count(4)
        page.locator("#rounds-rounds-more").click()
        expect(page.locator(".rounds h4").first).to_have_text("After 4 rounds")
        check(page)
        page.locator('.desk [data-name="1208"][data-do=press]').click()
        page.locator(".desk-orders").get_by_role("button", name="Close the logs").click()
        throw(page, "3")
        expect(page.locator(".desk-odds")).to_contain_text("hull point")
        expect(page.locator(".desk .in-words p")).to_contain_text("are locked together")
