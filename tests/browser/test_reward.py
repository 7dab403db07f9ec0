"""What a reader gets for trying: fresh numbers after an answer was shown, credit for the drills, chapters that look half done, and an end.

Each path by mouse on a desk and by keyboard on a phone, for a phone may have keys too.
"""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.support.browser import AWAKE, PHONE, WIDE, check, hindering, opened, settled
from tests.support.server import Served

FACING = "/en/veneti/01_facing"
KEY = "veneti/01_facing"
KNOWN = {"goals": ["flanks"], "right": ["flank", "seven"], "of": 4, "done": False}

both = pytest.mark.parametrize(
    ("viewport", "by_keys"), [(WIDE, False), (PHONE, True), (WIDE, True), (PHONE, False)], ids=["desk", "phone keys", "desk keys", "phone"]
)


def give(page: Page, key: str, entry: dict[str, Any]) -> None:
    """Store progress as if the reader had come so far."""
    page.evaluate("([key, entry]) => localStorage.setItem('progress', JSON.stringify({[key]: entry}))", [key, entry])


def stored(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('progress')") or "{}")
    return found


def come_so_far(page: Page) -> None:
    """All but one question of the chapter was done on an earlier visit."""
    give(page, KEY, KNOWN)
    settled(page).reload()
    expect(page.locator(AWAKE).first).to_be_visible()


def use(button: Locator, *, by_keys: bool) -> None:
    if by_keys:
        button.focus()
        button.press("Enter")
    else:
        button.click()


def write(page: Page, key: str, text: str) -> None:
    field = page.locator(f"[data-set='answer:{key}']")
    field.fill(text)
    field.press("Enter")


@both
def test_a_chapter_is_finished_after_an_answer_was_shown(browser: Browser, server: Served, viewport: ViewportSize, by_keys: bool) -> None:
    with opened(browser, server, FACING, viewport) as page:
        come_so_far(page)
        end = page.locator(".chapter-end")
        expect(end).to_contain_text("1 question.")
        task = page.locator(".challenge", has=page.locator("#ask-eight-title"))
        write(page, "eight", "7")
        use(task.get_by_role("button", name="Show the answer"), by_keys=by_keys)
        expect(task).to_contain_text("The answer is 8.")
        again = task.get_by_role("button", name="Try again")
        if by_keys:
            expect(again).to_be_focused()
            page.keyboard.press("Enter")
        else:
            again.click()
        expect(task).to_contain_text("How many hexes touch a Veneti ship?")
        if by_keys:
            expect(page.locator("[data-set='answer:eight']")).to_be_focused()
        write(page, "eight", "8")  # what was shown is no answer any more
        expect(task.locator(".told.bad")).to_be_visible()
        write(page, "eight", "6")
        expect(task.locator(".told.good")).to_contain_text("Right, 6.")
        expect(end).to_contain_text("You can now name bow, flank and stern")
        check(page)
        assert hindering(page) == []
        use(end.get_by_role("link", name="2 Turning"), by_keys=by_keys)
        expect(page).to_have_url(re.compile("02_turning$"))
        assert stored(page)[KEY]["done"] is True


@both
def test_a_right_answer_in_the_drills_finishes_the_chapter(browser: Browser, server: Served, viewport: ViewportSize, by_keys: bool) -> None:
    with opened(browser, server, FACING, viewport) as page:
        come_so_far(page)
        write(page, "eight", "7")
        expect(page.locator(".challenge.is-wrong")).to_be_visible()
        settled(page).goto(server.origin + "/en/drills")
        expect(page.locator(AWAKE).first).to_be_visible()
        card = page.locator(".again-card")
        write(page, "again-veneti-01_facing-eight", "9")
        expect(card.locator(".told.bad")).to_be_visible()
        use(card.get_by_role("button", name="Show the answer"), by_keys=by_keys)
        use(card.get_by_role("button", name="Try again"), by_keys=by_keys)
        write(page, "again-veneti-01_facing-eight", "6")
        expect(card.locator(".told.good")).to_be_visible()
        check(page)
        settled(page).goto(server.origin + "/")
        expect(page.locator(f"[data-pip='{KEY}']")).to_have_attribute("data-state", "done")
        assert stored(page)[KEY]["right"] == ["flank", "seven", "eight"]
        page.goto(server.origin + FACING)
        expect(page.locator(AWAKE).first).to_be_visible()
        expect(page.locator(".chapter-end")).to_contain_text("Chapter done")


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["desk", "phone"])
def test_a_chapter_half_done_looks_half_done_at_home(browser: Browser, server: Served, viewport: ViewportSize) -> None:
    with opened(browser, server, "/", viewport, is_live=False) as page:
        row, pip = page.locator(f"li[data-chapter='{KEY}']"), page.locator(f"[data-pip='{KEY}']")
        expect(row).not_to_have_attribute("data-begun", "")
        give(page, "veneti/02_turning", {"goals": ["veer"], "right": [], "of": 4, "done": False})
        page.reload()
        half = page.locator("li[data-chapter='veneti/02_turning']")
        expect(half).to_contain_text("1 of 4 done")
        assert half.locator(".disc").evaluate("disc => getComputedStyle(disc).backgroundImage").startswith("conic-gradient")
        expect(half).to_have_attribute("data-state", "next")  # what was begun comes before what was not
        expect(page.locator("section[data-game=veneti] [data-go]")).to_have_text("Continue at 2")
        give(page, KEY, KNOWN)
        page.reload()
        expect(row).to_contain_text("3 of 4 done")
        assert pip.evaluate("pip => getComputedStyle(pip).backgroundImage").startswith("conic-gradient")
        check(page)
        give(page, KEY, {**KNOWN, "done": True})
        page.reload()
        expect(row).not_to_contain_text("of 4 done")
        expect(row).to_have_attribute("data-state", "done")


@pytest.mark.parametrize("entry", [7, None, [], {"goals": 3, "right": "x", "of": []}, {"goals": ["a"], "right": [], "of": 0}])
def test_progress_that_is_none_leaves_a_chapter_as_it_is(browser: Browser, server: Served, entry: Any) -> None:
    with opened(browser, server, "/", is_live=False) as page:
        give(page, KEY, entry)
        page.reload()
        row = page.locator(f"li[data-chapter='{KEY}']")
        expect(row).to_have_attribute("data-state", "next")
        expect(row).not_to_have_attribute("data-begun", "")


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("path", ["/", FACING])
def test_the_switch_stands_last_in_the_header(browser: Browser, server: Served, path: str, viewport: ViewportSize) -> None:
    with opened(browser, server, path, viewport, is_live=path != "/") as page:
        expect(page.locator("header.top")).to_be_visible()
        expect(page.get_by_role("group", name="Language")).to_have_count(1)
        if viewport == WIDE:
            page.locator("#projector").focus()
            page.keyboard.press("Tab")
            expect(page.get_by_role("link", name="Français")).to_be_focused()
            page.keyboard.press("Tab")  # out of the header
            assert page.evaluate("document.activeElement.closest('header') === null")
        check(page)
