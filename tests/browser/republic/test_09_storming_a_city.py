"""Chapter 9 of Republic in a browser: dice are typed for a storm, engines are pushed up, and the calendar follows the wall."""

from playwright.sync_api import Browser, expect

from tests.support.browser import PHONE, check, opened, settled, too_small, type_dice
from tests.support.server import Served

PATH = "/en/republic/09_storming_a_city"


def test_a_wall_is_stormed_and_waited_for(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        type_dice(page, "5 1 3")
        expect(page.locator(".desk")).to_contain_text("The city falls.")
        panel, wait = page.locator("section.wall"), page.locator("section.wait")
        expect(panel.locator("th.lit")).to_have_text("2-1")
        page.locator("#wall-marker").click()
        expect(panel.locator("th.lit")).to_have_text("1-1")
        expect(wait.locator("tbody tr").first).to_contain_text("1-1")
        settled(page).locator("label:has(#wait-engines_on-2)").click()
        expect(wait.locator("tbody tr").nth(1)).to_contain_text("1.5-1")  # a point lost, engines come: 38 to 20
        page.locator("#wall-storm").focus()
        page.keyboard.press("Enter")
        expect(panel.locator(".leaders-said")).to_contain_text("Storm 1.")
        page.set_viewport_size(PHONE)
        settled(page)
        assert [found for found in too_small(page) if not found.startswith("<text")] == []
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        check(page)
