"""Chapter 7 of Toulon in a real browser: a scout by keys, guns refused on the road, a line of supply drawn and made safe."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened, settled
from tests.support.server import Served

CHAPTER = "/en/toulon/07_roads_and_no_mans_land"


def test_a_road_is_scouted_and_a_line_of_supply_made_safe(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        status, board = page.locator(".desk .status"), page.locator("[data-surface=board]")
        # Guns do not scout: the road refuses them.
        page.locator("#hand-west_guns").click()
        settled(page)
        page.locator('.hits [data-name="The Ollioules road"]').click()
        expect(status).to_contain_text("one infantry or cavalry unit goes alone")
        # By keys: Home goes to the dragoons, an arrow to the road, Enter rides.
        page.locator("#hand-west_dragoons").click()
        settled(page)
        board.focus()
        for key in ("Home", "ArrowRight", "Enter"):
            page.keyboard.press(key)
            settled(page)
        expect(page.locator(".desk-orders [aria-pressed=true]")).to_contain_text("Test West dragoons")
        page.locator("#tray-roll").click()
        expect(page.locator(".desk-dice")).to_contain_text("the chance of 4/6 is ours")
        # The other set piece: a line through no-man's land, and who spares it the throw.
        page.get_by_role("button", name="A line of supply").click()
        settled(page)
        expect(page.locator("#board-supply")).to_be_attached()
        page.locator("#tray-roll").click()
        settled(page)
        settled(page)
        page.locator("#hand-bourgogne").click()
        settled(page)
        page.locator('.hits [data-name="Malbousquet"]').click()
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        page.locator("#ways-cell-guns-empty").check()
        expect(page.locator(".ways .pick-told")).to_contain_text("Artillery alone may not enter no-man's land.")
        check(page)
