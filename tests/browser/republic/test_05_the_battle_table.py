"""Chapter 5 of Republic in a browser: the ruler slides by keys, and a changed cell of the table moves everything at once."""

from playwright.sync_api import Browser, expect

from tests.support.browser import PHONE, check, hindering, opened, settled, type_dice
from tests.support.server import Served

PATH = "/en/republic/05_the_battle_table"


def test_the_ruler_slides_by_keys_shows_a_roll_and_takes_a_change(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        panel = page.locator("section.battle-ruler")
        type_dice(page, "4")
        expect(panel.locator(".ruler-wide .ruler-rolled")).to_have_count(1)
        page.locator("#ruler-slide").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(panel.locator(".ruler-now")).to_have_text("+3")
        expect(panel.locator(".panel-said")).to_contain_text("11/20")
        settled(page).locator("label:has(#ruler-retreat-defender)").click()
        expect(panel.locator(".ruler-wide .ruler-cell.is-yours")).to_have_count(1)
        expect(panel.locator(".bars")).to_contain_text("13/20")  # one face of ten more
        page.locator("#ruler-defender").select_option("75")
        expect(panel.locator(".ruler-changes li")).to_have_count(2)
        check(page)


def test_the_second_roll_on_a_phone(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH, PHONE, has_touch=True) as page:
        page.locator("label:has(#second-shift-1)").tap()
        page.locator("label:has(#second-both-2-0)").tap()
        expect(page.locator("section.second-roll .panel-said")).to_contain_text("+3 on the second die")
        assert hindering(page) == []
