"""Broadside 7 in a browser: the distribution of the table found row by row, a target chosen and fired at, and any shot picked by hand."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened, throw
from tests.support.server import Served

PATH = "/en/broadside/07_gunnery"


def test_the_distribution_is_found_row_by_row(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        panel = page.locator(".gun-law")
        for row, total in (("4", "5"), ("10", "11"), ("13", "14")):
            page.locator("#gunlaw-force-at").fill(row)
            expect(panel.locator(".number").first).to_have_text(row)
            page.locator("#gunlaw-add").click()
            expect(panel.locator(".gun-sums")).to_contain_text(total)
        expect(panel).to_contain_text("What do its six faces add up to?")
        asked = int((panel.locator(".gun-guess p").text_content() or "").partition("force ")[2].partition(".")[0])
        page.locator("#gunlaw-guess-at").fill(str(asked))
        page.locator("#gunlaw-check").click()
        expect(panel.locator(".gun-told")).to_contain_text("Too low.")
        page.locator("#gunlaw-guess-more").click()
        page.locator("#gunlaw-check").click()
        expect(panel.locator(".is-found")).to_contain_text("Each row adds up to its force plus 1: 31 of 31 printed rows do.")
        check(page)


def test_a_rake_takes_four_points(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        expect(page.locator(".desk-odds")).to_contain_text("Ceres, force 16, die +2, raking")
        page.locator('.desk [data-name="0607"][data-do=press]').click()
        page.locator(".desk-orders").get_by_role("button", name="Hold fire").click()
        expect(page.locator(".desk-orders")).to_contain_text("Aurore rakes Ceres")
        throw(page, "3")  # read as 5 on row 16: 4 points
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")


def test_a_picked_pair_is_on_the_board(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        page.locator("#aim-target-orion").check()
        expect(page.locator(".gun-aim")).to_contain_text("past a nearer enemy")
        expect(page.locator(".desk .in-words p")).to_contain_text("Aurore fires at Orion, 5 hexes away: force 0")
        expect(page.locator(".desk-odds")).to_contain_text("Aurore fires at Orion")
