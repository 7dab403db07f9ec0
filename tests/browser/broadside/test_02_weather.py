"""Chapter 2 of Broadside in a real browser: fog on the board, the weather that is set and stepped, and the forecast that follows it."""

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import PHONE, check, opened, settled, too_small
from tests.support.server import Served

CHAPTER = "/en/broadside/02_weather"


def type_dice(page: Page, faces: str) -> None:
    if not page.locator("#tray-faces").is_visible():
        page.locator("#tray-type").click()
    page.locator("#tray-faces").fill(faces)
    page.keyboard.press("Enter")


def test_in_fog_the_wind_is_thrown_for_and_the_next_throw_practised(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        expect(page.locator("#board-sight")).to_contain_text("sight 6 hexes")
        type_dice(page, "5")
        expect(page.locator(".tray-line")).to_contain_text("5: the wind rises to force 4")
        expect(page.locator(".desk-odds")).to_contain_text("Lion is 13 away, out of sight")
        expect(page.locator(".desk-odds")).to_contain_text("Rises to force 5")  # the throw to come is practised
        settled(page)
        check(page)


def test_the_weather_is_set_and_stepped_and_the_forecast_follows(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        said = page.locator(".sky-panel .panel-said")
        expect(said).to_contain_text("Wind from N, force 3, fog. One sees 6 hexes, 1200 m.")
        expect(page.locator(".forecast .bars").last).to_contain_text("14/27")
        page.locator("#sky-right").click()
        page.locator("#sky-force-3").focus()
        page.keyboard.press("ArrowRight")
        expect(said).to_contain_text("Wind from NE, force 4, fog.")
        expect(said).to_contain_text("Barred: full sail, boarding.")
        expect(page.locator(".forecast .bars").last).not_to_contain_text("14/27")
        page.locator("label:has(#sky-die-6)").click()
        page.locator("label:has(#sky-time-1320)").click()
        expect(said).to_contain_text("22:00, at night")
        expect(page.locator("#sky-picture-sight")).to_contain_text("sight 2 hexes")
        page.get_by_role("button", name="Throw for the next turn").click()
        expect(page.locator(".sky-log li")).to_have_count(1)
        expect(said).to_contain_text("22:05, at night")
        page.get_by_role("button", name="As on the board").last.click()
        expect(said).to_contain_text("10:00, by day. Wind from N, force 3, fog.")
        expect(page.locator(".sky-log")).to_have_count(0)
        check(page)


def test_on_a_phone_all_twelve_turns_can_be_pressed(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER, PHONE, has_touch=True) as page:
        page.locator("label:has(#forecast-turns-12)").tap()
        expect(page.locator(".forecast h4").nth(1)).to_have_text("In 12 turns")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        assert [found for found in too_small(page) if not found.startswith("<text")] == []
