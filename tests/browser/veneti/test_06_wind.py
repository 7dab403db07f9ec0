"""Chapter 6 in a real browser: the headings around the ship follow the wind, the wheel spins, the forecast counts."""

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import PHONE, check, opened, settled, too_small
from tests.support.server import Served

CHAPTER = "/en/veneti/06_wind"


def order(page: Page, words: str) -> None:
    page.locator(".desk-orders").get_by_role("button", name=words).first.click()


def heading(page: Page, name: str) -> str:
    return settled(page).locator(f"#board-heading-{name}").text_content() or ""


def test_the_headings_follow_the_wind_of_the_board(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        expect(page.locator("#board-wind")).to_be_visible()
        assert [heading(page, name).strip()[-1] for name in ("N", "NE", "SE", "S", "SW", "NW")] == ["4", "3", "4", "2", "1", "2"]
        order(page, "Sail 1 PM")
        page.locator(".desk-orders").get_by_role("button", name="Sail to port, then turn to port").click()
        order(page, "End the movement")
        expect(page.locator(".desk-orders .is-chosen")).to_contain_text("Throw for the wind")
        page.locator("#tray-type").click()
        page.locator("#tray-faces").fill("1 1")
        page.keyboard.press("Enter")
        expect(page.locator(".tray-line")).to_contain_text("Dead calm: nobody sails.")
        expect(page.locator(".desk-odds")).to_contain_text("Dead calm. No heading moves her.")
        expect(page.locator("#board-heading-N")).to_contain_text("0")
        check(page)


def test_the_wheel_spins_and_the_forecast_follows(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        said = page.locator(".wheel .panel-said")
        expect(said).to_contain_text("Wind 3 from SW")
        page.locator("#wheel-veers").click()
        expect(said).to_contain_text("Wind 3 from NW: best heading NE or S, 4 PM.")
        page.locator("#wheel-strength-3").focus()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        expect(said).to_contain_text("Wind 1 from NW")
        expect(page.locator(".wheel .no-way")).to_have_count(3)
        expect(page.locator(".forecast > .quiet")).to_contain_text("From wind 1 now")
        page.locator("label:has(#forecast-turns-5)").click()
        expect(page.locator(".forecast .bars").last).to_contain_text("4651/7776")
        page.locator("#forecast-all summary").click()
        expect(page.locator(".forecast-table tbody tr")).to_have_count(9)
        page.get_by_role("button", name="As on the board").click()
        expect(said).to_contain_text("Wind 3 from SW")
        check(page)


def test_on_a_phone_every_turn_of_the_forecast_can_be_pressed(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER, PHONE, has_touch=True) as page:
        page.locator("label:has(#forecast-turns-8)").tap()
        expect(page.locator(".forecast h4").first).to_have_text("In 8 turns")
        # All at one moment: the page may be on its way to where the finger was.
        turns = settled(page).locator(".forecast .side-by-side label")
        assert len(turns.evaluate_all("(labels) => [...new Set(labels.map((each) => each.getBoundingClientRect().top))]")) == 1
        assert [found for found in too_small(page) if not found.startswith("<text")] == []
