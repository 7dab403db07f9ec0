"""Chapter 5 of Broadside in a real browser: a ship goes about on the board, and three ways are stepped through beneath it."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened
from tests.support.server import Served

CHAPTER = "/en/broadside/05_head_to_wind"


def test_a_ship_tacks_and_the_ways_are_stepped_through(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        page.locator("#slate-aurore-tack").click()
        expect(page.locator("#slate-aurore")).to_have_value("G1G")
        page.locator("#slate-close").click()
        expect(page.locator(".desk-odds")).to_contain_text("She must gather way first")
        page.locator("#slate-aurore").fill("1")
        expect(page.locator("#slate-aurore-told")).to_contain_text("To 0607")
        page.locator("#slate-close").click()
        expect(page.locator(".goal-end")).to_contain_text("Right.")
        said = page.locator(".about-panel .panel-said")
        page.locator("label:has(#about-way-irons)").click()
        expect(said).to_contain_text("she stops dead")
        page.locator("#about-turn-at").focus()
        page.keyboard.press("ArrowRight")
        expect(said).to_contain_text("One pivot on the spot")
        expect(page.locator(".about-table .is-here")).to_contain_text("G")
        page.locator("label:has(#race-speed-2)").click()
        expect(page.locator(".race-panel .panel-said")).to_contain_text("After 4 turns she is ahead")
        check(page)
