"""Escadres 10 in a real browser: water and fire take a hulk's points, and the curve follows ship, weather and turns."""

from playwright.sync_api import Browser, expect

from tests.support.browser import PHONE, check, opened, throw
from tests.support.server import Served

HULKS = "/en/escadres/10_hulks"


def test_a_hulk_leaks_burns_and_is_saved(browser: Browser, server: Served) -> None:
    with opened(browser, server, HULKS) as page:
        expect(page.locator(".desk-odds .label").first).to_contain_text("Leaks, 2 hull left")
        throw(page, "5")
        expect(page.locator("#board-sheet_20_sirene")).to_have_attribute("aria-label", "Sirène: Hull 2/3, Crew 4/6")
        expect(page.locator(".sinking-sums")).to_contain_text("6 turns")  # two points at three turns each
        expect(page.locator(".desk-orders")).to_contain_text("1 damage die, on her hull")
        throw(page, "1")
        throw(page, "6")
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        check(page)


def test_ship_weather_and_turns_change_the_curve(browser: Browser, server: Served) -> None:
    with opened(browser, server, HULKS) as page:
        sums = page.locator(".sinking-sums")
        expect(sums).to_contain_text("17/81")  # hull 3, storm, five turns: (10 × 4 + 5 × 2 + 1) / 243
        page.locator("[data-set='extra:sinking:storm'][value='0']").check(force=True)
        expect(sums).to_contain_text("23/648")  # (10 × 25 + 5 × 5 + 1) / 7776
        page.locator("[data-set='extra:sinking:weak'][value='0']").press("ArrowRight")
        expect(sums).to_contain_text("17/81")
        for _ in range(3):
            page.locator("#sinking-power-more").click()
        page.locator("[data-set='extra:sinking:weak'][value='0']").check(force=True)
        expect(sums).to_contain_text("30 turns")  # power 9, the question of the chapter
        expect(sums).to_contain_text("28 turns")
        expect(page.locator(".sinking-dice .leaks")).to_have_count(1)


def test_a_phone_reads_the_curve(browser: Browser, server: Served) -> None:
    with opened(browser, server, HULKS, PHONE, has_touch=True) as page:
        page.locator("#sinking-turns-more").tap()
        expect(page.locator(".sinking-sums")).to_contain_text("Sunk within 6 turns")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
