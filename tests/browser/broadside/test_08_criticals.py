"""Broadside 8 in a browser: a line is marked, a turn is stepped, a fire is followed to its end, and the leak is stopped on the board."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened, throw
from tests.support.server import Served

PATH = "/en/broadside/08_criticals"


def test_a_ship_is_broken_and_another_saved(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        panel = page.locator(".criticals")
        page.locator("#crit-line-15").click()
        expect(panel).to_contain_text("She fights fire or water, and nobody else.")
        expect(panel.locator(".crit-log")).to_contain_text("Critical hit 15 on Aurore: a large leak opens.")
        page.locator("#crit-silent").click()
        expect(panel.locator(".crit-hulls")).to_contain_text("9 left")
        page.locator("#crit-force-at").fill("2")
        expect(panel).to_contain_text("Die + 2: a total from 3 to 8.")
        page.locator("#chains-kind-fire").check()
        page.locator("#chains-hull-at").fill("4")
        expect(page.locator("#chains-end")).to_contain_text("343/648")
        check(page)
        page.locator(".desk-orders").get_by_role("button", name="Close the logs").click()
        throw(page, "2")
        throw(page, "4")
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
