"""The sandbox of the siege in a real browser: all players at one table, a unit from its button to its zone, and a value of one's own."""

import re

from playwright.sync_api import Browser, expect

from tests.support.browser import PHONE, check, opened, settled, too_small
from tests.support.server import Served

SANDBOX = "/en/toulon/sandbox"


def test_five_at_one_table_place_units_and_change_a_value(browser: Browser, server: Served) -> None:
    with opened(browser, server, SANDBOX, waits=False) as page:
        # The captain places his batteries at once; the game is begun anew with all seats at this table, so that both wait.
        expect(page.locator("#who")).to_contain_text("The British")
        settled(page).locator("#setup summary").click()
        settled(page).locator("#do-seat-all-all").click()
        expect(page.locator("#seat-east")).to_have_value("you")
        settled(page).locator("#do-new-game-setup").click()
        page.locator("#do-begin").click()
        expect(page.locator("[data-part=orders]")).to_contain_text("Battery of the Jacobins")
        button = settled(page).locator(".hand button").first
        button.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".hand button[aria-pressed=true]")).to_have_count(1)
        settled(page).locator("[data-do=choose]").first.click()
        expect(page.locator("[data-part=log]")).to_contain_text("is placed in")
        # A value of one's own: marked, told in the log, kept through a reload.
        settled(page).locator("#supplied summary").first.click()
        page.locator("#supply-attrition").fill("1/2")
        page.keyboard.press("Tab")
        expect(page.locator("[data-part=log]")).to_contain_text("attrition: 1/2 instead of 1/6")
        expect(page.locator("#supplied > summary")).to_contain_text("1 of them is yours")
        assert too_small(page) == []
        check(settled(page))
        page.reload()
        expect(page.locator("#supplied > summary")).to_contain_text("1 of them is yours")
        expect(page.locator("#seat-east")).to_have_value("you")


def test_on_a_phone_the_map_keeps_to_the_page(browser: Browser, server: Served) -> None:
    with opened(browser, server, SANDBOX, PHONE, waits=False) as page:
        expect(page.locator("#who")).to_contain_text(re.compile("The British"))
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert too_small(settled(page)) == []
