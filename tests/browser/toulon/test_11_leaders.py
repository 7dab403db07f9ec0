"""Toulon 11 in a browser: a cell of the grid is found with the arrow keys, and a landing is refused on the map before it succeeds."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened
from tests.support.server import Served

PATH = "/en/toulon/11_leaders_and_forts"


def test_cells_by_key_and_beaches_by_press(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        told = page.locator("section.wounds .pick-told")
        page.locator("#wounds-cell-4-4").focus()
        page.keyboard.press("Space")
        expect(told).to_contain_text("4 and 4, a double: killed")
        page.keyboard.press("ArrowRight")
        expect(told).to_contain_text("4 and 5 are 9: serious wound")
        page.locator("#storm-cell-A-removed").check(force=True)
        expect(page.locator("section.storm .pick-told")).to_contain_text("That is 3:1.")
        page.get_by_role("button", name="Four beaches").click()
        page.locator("#hand-royals").click()
        page.locator(".desk [data-name='Fort La Malgue'][data-do=press]").click()
        expect(page.locator(".desk")).to_contain_text("reinforcements land on four beaches only")
        page.locator(".desk [data-name='Fort Marguerite'][data-do=press]").click()
        page.locator(".desk [data-name='Fort La Malgue'][data-do=press]").click()
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        check(page)
