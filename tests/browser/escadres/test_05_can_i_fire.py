"""Escadres 5 in a browser: a friend in the way, the step that opens the line, and a wider cone that changes board, sum and odds at once."""

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import check, opened, settled
from tests.support.server import Served

PATH = "/en/escadres/05_can_i_fire"


def order(page: Page, words: str) -> None:
    page.locator(".desk-orders").get_by_role("button", name=words).click()


def press(page: Page, place: str) -> None:
    page.locator(f'.desk [data-name="{place}"][data-do=press]').click()


def in_words(page: Page) -> str:
    return settled(page).locator(".desk .in-words p").text_content() or ""


def test_a_friend_is_named_one_step_opens_the_line_and_a_reading_changes_all_at_once(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        odds = page.locator(".desk-odds")
        expect(odds).to_contain_text("Aurore at Orion")
        press(page, "0906")
        expect(odds).to_contain_text("Lion lies along the keel of Aurore")
        expect(page.locator("#tray-roll")).to_have_count(0)
        order(page, "Turn to the left")
        expect(odds).to_contain_text("In the way: Furet.")
        order(page, "Go straight on")
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        expect(odds).to_contain_text("= 7 dice")
        expect(page.locator("#board [id^='board-changed']")).to_have_count(0)
        page.locator(".your-reading .choice", has_text="Within 60 degrees").click()
        expect(page.locator("#board [id^='board-changed']")).to_have_count(1)
        expect(odds).to_contain_text("Our reading: 10 − 3 = 7 dice. Yours: 10 − 3 + 3 = 10 dice, raking.")
        expect(odds).to_contain_text("Your reading is in force")
        expect(page.locator(".before-after tr", has_text="Aurore at Lion")).to_contain_text("10 − 3 + 3 = 10 dice")
        assert "hexes move from the fire zone to the enfilade zone" in in_words(page)
        check(page)
        page.locator(".your-reading").get_by_role("button", name="Back to our reading").click()
        expect(page.locator("#board [id^='board-changed']")).to_have_count(0)
        expect(page.locator(".before-after")).to_have_count(0)


def test_any_ship_shows_her_sums_by_keys_alone(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        page.locator("#shots-furet").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".shots-words")).to_contain_text("Furet has 3 power left")
        expect(page.locator(".shot", has_text="Orion").locator(".dice-sum")).to_contain_text("1 die")
