"""Chapter 2 of Escadres in a real browser: driven step by step round a rock, taken back, and refused with the rule."""

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import check, opened, settled
from tests.support.server import Served

CHAPTER = "/en/escadres/02_turning"


def order(page: Page, key: str) -> None:
    page.locator(f'.desk-orders [data-name="{key}"]').click()
    settled(page)


def test_a_stopped_ship_goes_straight_on_first_and_a_rock_is_no_way(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        odds, status = page.locator(".desk-odds"), page.locator(".desk .status")
        expect(odds).to_contain_text("Aurore can end this move in 4 ways")
        order(page, "turn ship=aurore way=left")
        expect(status).to_contain_text("must go one hex straight on before she turns")
        expect(status).to_contain_text("E-WEAR-3")
        order(page, "straight ship=aurore")
        page.locator('.desk [data-name="0505"][data-do=press]').click()
        expect(status).to_contain_text("There is land in 0505.")
        expect(page.locator("#board-refused")).to_be_visible()
        page.get_by_role("button", name="Undo").click()
        expect(odds).to_contain_text("Aurore can end this move in 4 ways")


def test_keys_round_the_rock_and_the_ways_are_counted(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        for key in ("straight ship=aurore", "turn ship=aurore way=right", "straight ship=aurore"):
            row = page.locator(f'.desk-orders [data-name="{key}"]')
            row.focus()
            page.keyboard.press("Enter")
            settled(page)
        expect(page.locator("#board-ends")).to_be_visible()
        for key in ("straight ship=aurore", "turn ship=aurore way=left", "straight ship=aurore"):
            order(page, key)
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        check(page)


def test_the_question_with_answers_to_choose_and_the_board_of_ends(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        task = page.locator(".challenge").first
        task.get_by_role("radio", name="Whatever she likes").check()
        task.get_by_role("button", name="Check").click()
        expect(task.locator(".told.bad")).to_contain_text("This one lay still.")
        task.get_by_role("radio", name="Straight on").check()
        task.get_by_role("button", name="Check").click()
        expect(task.locator(".told.good")).to_contain_text("Right")
        ends = page.locator(".ends-practice")
        expect(ends).to_contain_text("The two-decker can end this move in 49 ways")
        ends.get_by_role("button", name="She was stopped").click()
        expect(ends).to_contain_text("her first step goes straight on")
        check(page)
