"""Escadres 3 in a real browser: test after test, a drift pressed on the board, a wreck by keys, and the columns of waiting."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened, settled, throw
from tests.support.server import Served

PATH = "/en/escadres/03_in_irons"


def test_she_waits_for_the_die_and_pays_off_where_the_board_is_pressed(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        expect(page.locator(".order.is-chosen")).to_contain_text("See whether Sirène drifts")
        throw(page, "2")
        expect(page.locator(".irons")).to_contain_text("failed 1 test")
        throw(page, "4")  # chosen by itself again
        expect(page.locator(".desk-odds")).to_contain_text("Whole ship: head to wind")
        expect(page.locator("#board [id^='board-drift']")).to_have_count(3)
        page.locator('.desk [data-name="0403"][data-do=press]').click()
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")


def test_a_wreck_is_steered_by_keys_alone(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        page.get_by_role("button", name="A wreck adrift").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".goal")).to_contain_text("Let Nymphe drift")
        throw(page, "6")
        board = page.locator("[data-surface=board]")
        board.focus()
        # From her bow in 0704 two hexes to leeward and one down: the stern of the whole ship, a way of its own.
        for key in ("Home", "ArrowLeft", "ArrowLeft", "ArrowDown", "Enter"):
            page.keyboard.press(key)
            settled(page)
        expect(page.locator(".desk .status")).to_contain_text("bow in 0604, heading NE")


def test_the_columns_follow_the_number_of_ends_and_are_kept(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        more = page.locator("#stuck-ends-more")
        more.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".irons-told")).to_contain_text("after 2 ends of turn")
        expect(page.locator(".irons-axis .now")).to_have_text("2")
        expect(more).to_be_focused()
        for key, text in (("three", "1/8"), ("sure", "4"), ("next", "0.5")):
            field = page.locator(f"[data-set='answer:{key}']")
            field.fill(text)
            field.press("Enter")
            expect(page.locator(".challenge.is-right", has=field)).to_be_visible()
        check(page)
        settled(page).reload()
        expect(page.locator(".irons-told")).to_contain_text("after 2 ends of turn")
