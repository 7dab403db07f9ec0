"""Chapter 1 of Escadres in a real browser: a ship that sails to a buoy, and one that is turned in a wind that is turned too."""

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import PHONE, check, opened, settled, too_small
from tests.support.server import Served

CHAPTER = "/en/escadres/01_wind_and_speed"


def press(page: Page, place: str) -> None:
    page.locator(f'.desk [data-name="{place}"][data-do=press]').click()
    settled(page)


def test_the_buoy_is_reached_over_two_turns_and_the_steps_stay_what_they_were(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        odds = page.locator(".desk-odds")
        expect(odds).to_contain_text("This move began with 4 steps, and 4 are left")
        expect(page.locator("#bar-again")).to_be_disabled()  # the only chit in the bag was no throw
        for place in ("0405", "0505", "0605"):
            press(page, place)
        expect(page.locator("#board-path")).to_be_visible()
        press(page, "0606")  # her stern: a turn to the left
        expect(odds).to_contain_text("This move began with 5 steps, and 5 are left")  # the next turn has begun, reaching
        for place in ("0704", "0703", "0802"):
            press(page, place)
        page.locator(".desk-orders").get_by_role("button", name="End the move").click()
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")


def test_ship_and_wind_are_turned_by_mouse_and_by_keys(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        said = page.locator(".helm-practice .panel-said")
        expect(said).to_contain_text("she is running (B). 4 steps of speed 5.")
        page.get_by_role("button", name="Ship to the left").click()
        expect(said).to_contain_text("She heads NE, the wind blows from W: she is reaching (A).")
        expect(page.locator(".helm-table .is-now")).to_contain_text("NE")
        page.get_by_role("button", name="Two-decker").click()
        expect(said).to_contain_text("4 steps of speed 4.")
        page.locator("[data-surface=helm]").focus()
        page.keyboard.press("ArrowDown")
        expect(said).to_contain_text("the wind blows from NW: she is close-hauled (C). 2 steps of speed 4.")
        page.keyboard.press("ArrowDown")
        expect(said).to_contain_text("until she drifts")
        expect(page.locator("#helm-reach")).to_have_count(0)
        page.locator('.helm-practice [data-name="1006"][data-do=press]').click()
        expect(said).to_contain_text("She heads E")
        check(page)


def test_on_a_phone_the_ship_is_turned_with_a_finger(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER, PHONE, has_touch=True) as page:
        page.get_by_role("button", name="Wind to the right").tap()
        expect(page.locator(".helm-practice .panel-said")).to_contain_text("the wind blows from NW: she is reaching (A).")
        assert [found for found in too_small(page) if not found.startswith("<text")] == []
