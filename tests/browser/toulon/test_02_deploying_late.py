"""Toulon 2 in a real browser: a zone is refused on the map, a friend opens it, and the sheet of rounds and the dice follow."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened
from tests.support.server import Served


def test_a_zone_is_refused_and_a_friend_opens_it(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/en/toulon/02_deploying_late") as page:
        expect(page.locator("#board-shut_20_la_5f_seyne")).to_have_attribute(
            "aria-label", "La Seyne has no beach, so the roadstead does not lead there"
        )
        page.locator(".hits [data-name='La Seyne']").click()
        expect(page.locator(".desk .status")).to_contain_text(
            "Refused. Over a roadstead only a zone with a beach is near, and La Seyne has none."
        )
        page.locator(".hits [data-name='Malbousquet']").click()
        expect(page.locator(".rounds-sheet td.is-placed")).to_have_text("British 2/1st, Malbousquet")
        page.locator("#hand-malaga").press("Enter")
        page.locator(".hits [data-name='La Seyne']").click()
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        expect(page.locator(".rounds-sheet tfoot")).to_contain_text("2 of 20")
        page.locator("#ties-throw").press("Enter")
        expect(page.locator(".ties-grid .is-lit")).to_have_count(1)
        expect(page.locator(".ties-throw [role=status]")).to_contain_text("first.")
        check(page)
