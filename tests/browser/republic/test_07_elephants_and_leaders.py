"""Chapter 7 of Republic in a browser: a charge on the board fills the line, and a leader's dice on a phone."""

from playwright.sync_api import Browser, expect

from tests.support.browser import PHONE, opened, too_small, type_dice
from tests.support.server import Served

PATH = "/en/republic/07_elephants_and_leaders"


def test_a_charge_on_the_board_is_shown_in_the_line(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        type_dice(page, "0 4 5 6 8 9")
        expect(page.locator(".herd-tile")).to_have_count(6)
        expect(page.locator(".herd-tile.is-help")).to_have_count(2)
        expect(page.locator(".herd .leaders-said")).to_contain_text("Modifier of the battle roll +2.")


def test_a_leader_of_a_defeated_force_on_a_phone(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH, PHONE, has_touch=True) as page:
        page.locator("#fate-vm-more").tap()
        page.locator("#fate-defeated").tap()
        expect(page.locator(".fate .odds")).to_contain_text("9/100")
        assert [found for found in too_small(page) if not found.startswith("<text")] == []
        assert page.evaluate("document.documentElement.scrollWidth") == 390
