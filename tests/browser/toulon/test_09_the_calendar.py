"""Toulon 9 in a browser: the line of turns is scrubbed by keys and goes along with the game, and on turn 12 the wings meet."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened
from tests.support.server import Served


def test_the_wings_meet_on_turn_12(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/en/toulon/09_the_calendar") as page:
        orders, line = page.locator(".desk-orders"), page.locator(".timeline-now")
        page.locator("#timeline-at").focus()
        for _step in range(2):
            page.keyboard.press("ArrowRight")
        expect(line).to_contain_text("The 30th takes 3 permanent losses.")
        expect(line).to_contain_text("Your game is on turn 11.")
        for order in (
            "End espionage",
            "End your moves",
            "End your moves",
            "End espionage",
            "End your moves",
            "End espionage",
            "End your moves",
        ):
            orders.get_by_role("button", name=order).click()
        expect(line).to_contain_text("Both Republican wings may share a zone.")
        page.locator('.desk [data-name="Mont Faron"][data-do=press]').click()
        page.locator('.desk [data-name="Malbousquet"][data-do=press]').click()
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        page.locator("#council-last-at").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator(".turn-run .odds")).to_contain_text("65/81")
        check(page)
