"""Chapter 7 in a real browser: the boat by dice that were typed, and the chance turn by turn."""

from playwright.sync_api import Browser, expect

from tests.support.browser import opened, settled, type_dice
from tests.support.server import Served

CHAPTER = "/en/veneti/07_leaders"


def test_a_typed_die_takes_him_across(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        expect(page.locator("#board-boat_20_lupa")).to_be_attached()
        page.locator("#tray-type").click()
        page.locator("#tray-faces").fill("2")
        page.keyboard.press("Enter")
        expect(page.locator(".tray-words")).to_contain_text("He stays, and shares what becomes of his ship.")
        page.get_by_role("button", name="Undo").click()
        settled(page).locator("[data-do=choose][data-name^=transfer]").first.click()
        type_dice(page, "3")
        expect(page.locator(".tray-words")).to_contain_text("He is across")
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")


def test_more_turns_are_asked_for_and_come_back_after_a_reload(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        panel = page.locator(".within")
        expect(panel.locator(".bars li")).to_have_count(4)
        page.locator("#off-turns-more").click()
        expect(panel.locator(".bars li")).to_have_count(5)
        expect(panel).to_contain_text("Not yet: 1/243")
        settled(page).reload()
        expect(panel.locator(".bars li")).to_have_count(5)
        for key, text in (("two", "8/9"), ("least", "5"), ("reduced", "0")):
            field = page.locator(f"[data-set='answer:{key}']")
            field.fill(text)
            field.press("Enter")
            expect(page.locator(".challenge.is-right", has=field)).to_be_visible()
