"""Chapter 8 of Toulon in a real browser: guns fire into a combat, losses are boxes on the map, and the account is kept by hand."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened, settled
from tests.support.server import Served

CHAPTER = "/en/toulon/08_battle_bookkeeping"


def test_a_hit_is_a_box_on_the_map_and_the_account_says_when_it_is_decisive(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        expect(page.locator("#board [id^='board-fire']")).to_have_count(3)
        page.get_by_role("button", name="Type dice").click()
        settled(page)
        page.locator("#tray-faces").fill("1")
        page.keyboard.press("Enter")
        settled(page)
        settled(page)
        expect(page.locator("#board [id^='board-losses']")).to_have_count(1)
        expect(page.locator(".desk .status")).to_contain_text("fires into La Valette and hits.")
        # A fourth loss of infantry is the second permanent one.
        expect(page.locator(".ledger-told")).to_contain_text("not decisive")
        page.locator("[id='ledger-attacker.losses-more']").click()
        expect(page.locator(".ledger-told")).to_contain_text("the battle is decisive")
        page.locator("#guns-cell-third-one").check()
        expect(page.locator(".guns .pick-told")).to_contain_text("No more than two batteries fire from one zone.")
        page.locator("#ring-turns-less").click()
        expect(page.locator(".ring .panel-said")).to_contain_text("in 1 turn with a chance of 0")
        check(page)
