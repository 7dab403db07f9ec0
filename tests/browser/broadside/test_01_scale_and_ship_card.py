"""Broadside 1 in a browser: a ship that is carried, turned with the keys, and crossed off box by box."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened
from tests.support.server import Served

PATH = "/en/broadside/01_scale_and_ship_card"


def test_a_ship_is_put_turned_and_crossed_off(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        board, said = page.locator(".card-practice .surface"), page.locator("[data-part=card-said]")
        expect(said).to_contain_text("5 hexes a turn: 1,000 m in 5 minutes.")
        board.locator('[data-name="0405"]').drag_to(board.locator('[data-name="0703"]'))
        expect(said).to_contain_text("in 0703, heading SE")
        board.focus()
        page.keyboard.press("ArrowRight")
        expect(said).to_contain_text("4 hexes a turn: 800 m in 5 minutes.")  # S, running
        page.keyboard.press("ArrowUp")
        expect(said).to_contain_text("in 0704, heading S")
        page.locator("#card-box-7").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#card-box-7")).to_be_focused()
        expect(page.locator(".ship-card")).to_contain_text("Hull: 4 of 12 points")
        page.locator("#card-mast-0").click()
        expect(said).to_contain_text("1 hex a turn: 200 m in 5 minutes.")
        check(page)
