"""Explosions in a real browser: debris follows the ship that moves, any ship can be looked at, and any can burst in thought."""

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import PHONE, check, opened
from tests.support.server import Served

MAGAZINE = "/en/escadres/11_the_magazine"


def press(page: Page, place: str) -> None:
    page.locator(f'.desk [data-name="{place}"][data-do=press]').click()


def test_a_ship_is_brought_into_the_lee_of_another(browser: Browser, server: Served) -> None:
    with opened(browser, server, MAGAZINE) as page:
        expect(page.locator(".desk-odds")).to_contain_text("Furet, struck by 3 dice")
        press(page, "0706")  # Lion, alongside the ship that burns
        expect(page.locator(".desk-odds")).to_contain_text("Lion, struck by 10 dice")
        for place in ("0505", "0606", "0607", "0708"):
            press(page, place)
            expect(page.locator(".desk .status")).to_contain_text(f"bow in {place}")
        expect(page.locator("#board-debris_20_furet")).to_contain_text("sheltered")
        expect(page.locator(".desk-odds")).to_contain_text("something stands in every line")
        page.locator(".desk-orders").get_by_role("button", name="End the move").click()
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        page.get_by_role("button", name="Next: Stand clear of her").click()
        expect(page.locator(".goal")).to_contain_text("Nymphe")


def test_keys_let_another_ship_burst(browser: Browser, server: Served) -> None:
    with opened(browser, server, MAGAZINE) as page:
        furet = page.locator(".chain li", has_text="Furet")
        expect(furet).to_contain_text("3 dice, 3 hexes away")
        expect(page.locator(".chain li", has_text="Sirène")).to_contain_text("sheltered by Lion")
        page.locator("#chain-brave").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#chain-title")).to_have_text("If Brave blew up")
        expect(page.locator("#chain-brave")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#chain-brave")).to_be_focused()
        expect(page.locator(".chain li", has_text="Hector")).to_contain_text("1 in 432")
        check(page)


def test_a_phone_reads_every_chain(browser: Browser, server: Served) -> None:
    with opened(browser, server, MAGAZINE, PHONE, has_touch=True) as page:
        page.locator("#chain-lion").tap()
        expect(page.locator(".chain li", has_text="Sirène")).to_contain_text("5 dice, 2 hexes away")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
