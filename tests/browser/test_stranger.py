"""The stranger's path: from the home page to a legal move, a refusal with its rule, an exact fraction and a challenge, at human pace."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import AWAKE, WIDE, is_complaint, stray
from tests.support.server import Served

PACE = 500  # milliseconds to look before each act
LIMIT = 120  # seconds of page time


@contextmanager
def watched(browser: Browser, server: Served) -> Iterator[Page]:
    """The home page, which needs no kernel; whatever the reader opens from it must not complain nor ask outside."""
    context = browser.new_context(viewport=WIDE)
    page = context.new_page()
    complaints: list[str] = []
    asked: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if is_complaint(said) else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda line: asked.append(line.url))
    page.goto(server.origin)
    yield page
    context.close()
    assert complaints == []
    assert stray(asked, server) == []


def press(page: Page, place: str) -> None:
    page.wait_for_timeout(PACE)
    page.locator(f'.desk [data-name="{place}"][data-do=press]').click()


def click(page: Page, name: str) -> None:
    page.wait_for_timeout(PACE)
    page.get_by_role("button", name=name).first.click()


def test_a_stranger_gets_to_a_solved_challenge_in_two_minutes(browser: Browser, server: Served) -> None:
    start = time.monotonic()
    with watched(browser, server) as page:
        # Home: the chapters of the first game are open; the second one is about turning.
        page.wait_for_timeout(PACE)
        page.get_by_role("link", name="Turning").first.click()
        expect(page.locator(AWAKE).first).to_be_visible()

        # The first press comes too early, and is refused with the rule that says so and the way out.
        press(page, "0503")
        expect(page.locator(".desk .status")).to_contain_text("6.23")
        expect(page.locator(".desk .status")).to_contain_text("Announce from 0 to 4")

        # The first legal move, which is the goal.
        click(page, "Row 1 PM")
        press(page, "0503")
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")

        # The page offers the next chapter; a stranger who wants dice goes home and picks boarding: exact fractions before anybody rolls.
        expect(page.get_by_role("link", name="3 Squadrons").first).to_be_visible()
        page.wait_for_timeout(PACE)
        page.get_by_role("link", name="rulesdemo").first.click()
        page.wait_for_timeout(PACE)
        page.get_by_role("link", name="Boarding").first.click()
        expect(page.locator(AWAKE).first).to_be_visible()
        expect(page.locator(".desk-odds .fraction").first).to_contain_text("9")
        expect(page.locator(".desk-odds .percent").first).to_have_text("44.4 %")
        click(page, "Roll")
        expect(page.locator(".tray-line")).to_contain_text("You need 5.")

        # The first challenge, with its hint.
        task = page.locator(".challenge").first
        click(page, "Hint")
        expect(task.locator(".hint-box")).to_be_visible()
        page.wait_for_timeout(PACE)
        task.get_by_role("textbox").press_sequentially("23/36", delay=260)  # slower than the page waits for the end of a word
        page.wait_for_timeout(PACE)
        task.get_by_role("button", name="Check").click()
        expect(task.locator(".told.good")).to_contain_text("Right, 23/36.")

        # And the home page knows of it.
        assert page.evaluate("JSON.parse(localStorage.getItem('progress'))['veneti/02_turning'].goals") == ["veer"]
    assert time.monotonic() - start < LIMIT
