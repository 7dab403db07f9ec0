"""Chapter 8 of Republic in a browser: the flags follow the board, a battle is fought between them, and a worn Force is refused."""

from playwright.sync_api import Browser, expect

from tests.support.browser import PHONE, check, opened, settled, too_small
from tests.support.server import Served

PATH = "/en/republic/08_after_the_battle"


def test_flags_are_set_and_fought_with(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        panel = page.locator("section.flags")
        expect(panel.locator(".flag-side.is-defender .flag-word")).to_contain_text("Fatigued")
        page.locator("#flags-cell-disorganised-neutralised").check()
        expect(panel.locator(".sum-total")).to_contain_text("0")  # 5 off and 5 gained
        page.locator("#flags-fight").click()
        expect(panel.locator(".leaders-said")).to_contain_text("Battle 1.")
        page.locator("#flags-attacker\\.status-neutralised").check()
        expect(panel).to_contain_text("Refused. A neutralised Force may not attack.")
        expect(page.locator("#flags-fight")).to_be_disabled()
        page.set_viewport_size(PHONE)
        settled(page).locator("#verdict-cell-victor-fatigued").check()
        expect(page.locator(".verdict-panel .pick-told")).to_contain_text("disorganised now")
        assert [found for found in too_small(page) if not found.startswith("<text")] == []
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        check(page)
