"""Chapter 10 in a browser: a safe shot, a screened one, the step that opens the line, and the answer."""

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import check, opened, settled
from tests.support.server import Served

PATH = "/en/veneti/10_missiles"


def order(page: Page, words: str) -> None:
    page.locator(".desk-orders").get_by_role("button", name=words, exact=False).first.click()


def press(page: Page, place: str) -> None:
    page.locator(f'.desk [data-name="{place}"][data-do=press]').click()


def in_words(page: Page) -> str:
    return settled(page).locator(".desk .in-words p").text_content() or ""


def test_a_screened_target_is_named_and_one_step_opens_the_line(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        expect(page.locator(".shot", has_text="Morwen").first).to_contain_text("She cannot answer")
        assert "Aquila can shoot at Morwen" in in_words(page)
        press(page, "0804")
        expect(page.locator(".desk-odds")).to_contain_text("Another ship lies between Lupa and Morwen")
        press(page, "0605")
        expect(page.locator(".desk .status")).to_contain_text("8.46")
        order(page, "Row 1 PM")
        press(page, "0805")
        expect(page.locator(".desk-odds")).to_contain_text("Morwen is in reach")
        expect(page.locator(".shots-shares li")).to_have_count(2)
        order(page, "Shoot at Tarvos")
        # Tarvos answers by herself, or holds her fire; the reader is asked for Lupa again.
        expect(page.locator(".desk-orders")).to_contain_text("Lupa has moved.")
        expect(page.locator(".desk-log")).to_contain_text("Tarvos")
        expect(page.locator(".desk-orders")).not_to_contain_text("Answer")


def test_a_six_from_across_the_bow_reaches_the_goal(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        page.locator("#tray-type").click()
        page.locator("#tray-faces").fill("6")
        page.keyboard.press("Enter")
        expect(page.locator(".tray-line")).to_contain_text("= 5")
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        page.locator("#shots-tarvos").click()
        expect(page.locator(".shots")).to_contain_text("Tarvos shoots with 2 marines")
        check(page)
