"""Chapter 5 in a real browser: a sprint is rehearsed, rowed and paid for, and the panel looks ahead by keys and by touch."""

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import PHONE, check, opened, settled, too_small, type_dice
from tests.support.server import Served

CHAPTER = "/en/veneti/05_rowing"


def order(page: Page, words: str) -> None:
    page.locator(".desk-orders").get_by_role("button", name=words).first.click()


def test_a_sprint_is_rehearsed_rowed_and_paid_for(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        odds = page.locator(".desk-odds")
        expect(odds).to_contain_text("Her rowers, if she spends 6 PM")
        type_dice(page, "6")
        expect(page.locator(".tray-line")).to_contain_text("= 8.")
        expect(page.get_by_role("button", name="Keep")).to_have_count(0)  # nothing is due yet
        order(page, "Celer at Maximum")
        order(page, "Row 5 PM")
        expect(odds).to_contain_text("Her rowers, if she spends 5 PM")
        for _ in range(4):
            order(page, "Go ahead")
        order(page, "Veer to port")
        order(page, "End the movement")
        expect(page.locator(".desk-orders .is-chosen")).to_contain_text("Throw for the rowers of Celer")
        type_dice(page, "5")
        expect(page.locator(".tray-line")).to_contain_text("F-2: Cruise 2, then 3 on the next turns.")
        expect(odds).to_contain_text("Celer carries F-2.")
        expect(page.locator(".desk-orders .order")).not_to_contain_text(["Row 3 PM"])
        check(page)


def test_the_panel_looks_ahead_by_keys(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        said = page.locator(".sprint .panel-said")
        expect(said).to_contain_text("1/2 PM behind on average")
        page.locator("#sprint-crew-3").focus()
        page.keyboard.press("ArrowRight")
        expect(said).to_contain_text("Crew 4, 6 PM")
        expect(said).to_contain_text("1/2 PM ahead on average")
        assert page.evaluate("document.activeElement.id") == "sprint-crew-4"
        settled(page).reload()
        expect(page.locator(".sprint .panel-said")).to_contain_text("Crew 4, 6 PM")


def test_on_a_phone_the_bars_keep_their_width(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER, PHONE, has_touch=True) as page:
        page.locator("label:has(#sprint-turns-6)").tap()
        expect(page.locator(".sprint-table tbody tr")).to_have_count(7)
        box = page.locator(".sprint .stack").first.bounding_box()
        assert box
        assert box["width"] > 250
        assert [found for found in too_small(page) if not found.startswith("<text")] == []
