"""Chapter 3 of Broadside in a real browser: the points around the ship, and a ship and a wind to turn."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened
from tests.support.server import Served

CHAPTER = "/en/broadside/03_points_of_sailing"


def test_the_points_follow_ship_and_wind(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        expect(page.locator("#board-points")).to_contain_text("6 M")
        expect(page.locator(".desk-odds")).to_contain_text("she is close-hauled (B) and has 4 M.")
        said = page.locator(".sky-panel .panel-said")
        page.locator("#points-ship-right").click()
        expect(said).to_contain_text("she is reaching (C) and has 6 M.")
        page.locator("#points-wind-right").focus()
        page.keyboard.press("Enter")
        expect(said).to_contain_text("she is close-hauled (B) and has 4 M.")
        page.locator("label:has(#points-kind-seventy_four)").click()
        expect(page.locator(".sky-table .is-now")).to_contain_text("B, close-hauled")
        expect(said).to_contain_text("Lion heads SE")
        check(page)
