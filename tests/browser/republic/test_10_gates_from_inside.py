"""Chapter 10 of Republic in a browser: points are spent by keys, a cell sets city and leader, and the three ways follow."""

from playwright.sync_api import Browser, expect

from tests.support.browser import PHONE, check, opened, settled, too_small
from tests.support.server import Served

PATH = "/en/republic/10_gates_from_inside"


def test_points_are_spent_and_the_ways_follow(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        panel, three = page.locator("section.gate-panel"), page.locator("section.ways-in")
        expect(panel.locator(".gate-picture .is-counts")).to_have_count(2)
        page.locator("#gate-spend-5").focus()
        page.keyboard.press("Enter")
        expect(panel.locator(".gate-picture .is-counts")).to_have_count(5)
        expect(three.locator("li.lit")).to_contain_text("Have it opened")  # 2/5, more than a storm's 3/10
        settled(page).locator("#gate-cell-3-5").check()
        expect(three.locator("tr.lit")).to_contain_text("3/5")
        page.locator("label:has(#gate-rank-other)").click()
        expect(panel).to_contain_text("Refused. Of the Romans only Consuls")
        expect(page.locator("#gate-roll")).to_be_disabled()
        page.set_viewport_size(PHONE)
        settled(page)
        assert [found for found in too_small(page) if not found.startswith("<text")] == []
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        check(page)
