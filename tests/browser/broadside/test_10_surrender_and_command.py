"""Broadside 10 in a browser: a ship is dragged beside a hulk, who strikes, and the flagship leads her squadron back into command."""

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import check, opened
from tests.support.server import Served

PATH = "/en/broadside/10_surrender_and_command"


def middle(page: Page, place: str) -> tuple[float, float]:
    box = page.locator(f'.flags-practice polygon[data-name="{place}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_hulk_strikes_and_the_flag_is_joined(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        board = page.locator("[data-surface=flags]")
        board.scroll_into_view_if_needed()
        zele = page.locator(".heard li", has_text="Zele")
        expect(zele).to_contain_text("3 turns ahead, hulk")
        page.mouse.move(*middle(page, "1309"))
        page.mouse.down()
        page.mouse.move(*middle(page, "0809"), steps=4)
        page.mouse.up()
        expect(zele).to_contain_text("3 turns ahead, strikes")
        board.focus()
        for key in ("Home", "Enter", "ArrowDown", "ArrowDown", "Enter"):  # the same ship by keys, two hexes down
            page.keyboard.press(key)
        expect(page.locator(".practice-said")).to_contain_text("Ajax lies in 0811.")
        expect(zele).to_contain_text("3 turns ahead, hulk")
        check(page)
        for order in ("3", "4"):
            page.locator("#slate-royal").fill(order)
            page.get_by_role("button", name="Close the logs").click()
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
