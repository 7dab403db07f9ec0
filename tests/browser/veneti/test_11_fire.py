"""Chapter 11 in a real browser: a ship is lit in thought and on the board, and every ship of the knot has her fate told."""

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import PHONE, check, opened, throw
from tests.support.server import Served

FIRE = "/en/veneti/11_fire"


def order(page: Page, words: str) -> None:
    page.locator(".desk-orders").get_by_role("button", name=words).click()


def test_fates_follow_the_turn_and_the_ship_that_is_lit_in_thought(browser: Browser, server: Served) -> None:
    with opened(browser, server, FIRE) as page:
        lupa = page.locator(".fates-ships li", has_text="Lupa")
        expect(lupa.locator(".is-untouched")).to_contain_text("42.9 %")  # 3/7: she catches fire in the end with chance 4/7
        page.locator("[data-set='extra:fates:turns'][value='1']").check(force=True)
        expect(lupa.locator(".is-untouched")).to_contain_text("55.6 %")  # 5/9 after one turn
        page.locator("[data-set='extra:fates:turns'][value='1']").press("ArrowLeft")
        expect(lupa.locator(".is-untouched")).to_contain_text("100.0 %")
        page.locator("#fates-light-lupa").focus()
        page.keyboard.press("Enter")
        expect(lupa.locator(".is-burning")).to_contain_text("100.0 %")
        expect(page.locator("#fates-light-lupa")).to_have_attribute("aria-pressed", "true")
        check(page)


def test_a_fire_is_lit_fought_and_carried_on(browser: Browser, server: Served) -> None:
    with opened(browser, server, FIRE) as page:
        throw(page, "5 4")
        expect(page.locator("#board-fate_20_dervo")).to_be_visible()
        expect(page.locator("#fates-light-dervo")).to_have_text("Dervo burns")
        order(page, "End the movement")
        expect(page.locator(".desk-log")).to_contain_text("Talmor")
        order(page, "End the movement")
        order(page, "Fight the fire aboard Dervo")
        expect(page.locator(".desk-odds .label").first).to_contain_text("The fire is out")
        throw(page, "3")
        order(page, "See whether Lupa catches fire")
        throw(page, "6")
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")


def test_a_phone_reads_every_fate(browser: Browser, server: Served) -> None:
    with opened(browser, server, FIRE, PHONE, has_touch=True) as page:
        page.locator("#fates-light-taran").tap()
        expect(page.locator(".fates-ships li", has_text="Taran").locator(".is-untouched")).to_have_class("is-untouched is-none")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
