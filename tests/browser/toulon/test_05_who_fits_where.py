"""Chapter 5 of Toulon in a real browser: units taken in hand by button, press and key, a fort that is full, and a crowd of one's own."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened, settled
from tests.support.server import Served

CHAPTER = "/en/toulon/05_who_fits_where"
FORT = '.hits [data-name="Fort La Malgue"]'


def test_seven_go_into_the_fort_and_the_eighth_point_is_refused_on_the_map(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        status, board = page.locator(".desk .status"), page.locator("[data-surface=board]")
        # By keys: Home goes to the regiment in hand, Enter sends it into its fort.
        board.focus()
        for key in ("Home", "Enter"):
            page.keyboard.press(key)
            settled(page)
        expect(status).to_contain_text("British 2/1st mans the fort of Fort La Malgue.")
        # By button and press: the 25th too, then one that is too many.
        for unit in ("foot_25", "cordoba"):
            page.locator(f"#hand-{unit}").click()
            settled(page)
            page.locator(FORT).click()
            settled(page)
        page.locator(FORT).click()
        expect(status).to_contain_text("Spanish Córdoba would put 1 strength point too many into the fort")
        expect(page.locator("#board-refused")).to_be_visible()
        page.locator("#hand-marines").click()
        settled(page)
        for _step in range(2):
            page.locator(FORT).click()
            settled(page)
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        page.locator("#crowd-try-over").click()
        expect(page.locator(".crowd-told")).to_contain_text("1 over: 1 temporary loss.")
        check(page)
