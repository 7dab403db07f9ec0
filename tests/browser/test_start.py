"""A newcomer comes to the home page and follows it: first refusal, first fraction, first capture; every instruction in sight."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.support.browser import AWAKE, PHONE, WIDE, check, opened, settled
from tests.support.server import Served

# How often the newcomer has pressed so far, over all pages.
COUNT = """addEventListener("click", () => sessionStorage.setItem("presses", Number(sessionStorage.getItem("presses") ?? 0) + 1), true)"""
MOST_PRESSES = 20
SIZES = pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])


@contextmanager
def newcomer(browser: Browser, server: Served, viewport: ViewportSize) -> Iterator[Page]:
    """The home page, from which a page with a board will be opened."""
    with opened(browser, server, "/en/start", viewport) as page:
        page.evaluate("localStorage.clear()")
        page.goto(server.address)
        page.add_init_script(COUNT)
        page.reload()
        yield page


def instruction(page: Page) -> Locator:
    """What to do now, which must stand in sight."""
    words = settled(page).locator(".guided-words").first
    expect(words).to_be_in_viewport(ratio=1)
    return words


def give(page: Page, words: str) -> None:
    page.locator(".order", has_text=words).first.click()
    settled(page)


def throw(page: Page, faces: str) -> None:
    if not settled(page).locator("#tray-faces").count():  # the field stays for the next throw
        page.get_by_role("button", name="Type dice").click()
    page.locator("#tray-faces").fill(faces)
    page.locator("#tray-faces").press("Enter")


@SIZES
def test_home_to_the_first_capture(browser: Browser, server: Served, viewport: ViewportSize) -> None:
    began = time.monotonic()
    with newcomer(browser, server, viewport) as page:
        start = page.get_by_role("link", name="Start here")
        expect(start).to_be_in_viewport()
        start.click()
        expect(page.locator(AWAKE).first).to_be_visible()
        check(page)
        expect(instruction(page)).to_contain_text("press Gwennol")
        page.locator("[data-name='0504']").first.click()
        expect(instruction(page)).to_contain_text("That was a refusal")
        expect(page.locator(".status")).to_contain_text("Refused.")
        for place in ("0406", "0405"):
            page.locator(f"[data-name='{place}']").first.click()
            expect(instruction(page)).to_contain_text("Row on")
        expect(page.locator(".guided-miss")).to_have_text("One hex short.")
        page.locator("[data-name='0404']").first.click()
        expect(instruction(page)).to_contain_text("choose to grapple")
        give(page, "Grapple Gwennol")
        expect(instruction(page)).to_contain_text("5/6")
        throw(page, "1")
        expect(page.locator(".guided-miss")).to_contain_text("fell short")
        page.get_by_role("button", name="Undo").click()
        give(settled(page), "Grapple Gwennol")
        throw(page, "6")
        expect(instruction(page)).to_contain_text("end the movement")
        give(page, "End")
        expect(instruction(page)).to_contain_text("choose to board")
        give(page, "Board with Aquila")
        expect(instruction(page)).to_contain_text("13/18")
        throw(page, "6 6")
        expect(page.get_by_text("You know three rules.")).to_be_visible()
        presses = int(page.evaluate("sessionStorage.getItem('presses')"))
        # With -s: what the way takes. A miss is on it, and the throw that fell short with the step back.
        print(f"\n{viewport['width']} px: home to the first capture in {presses} presses, {time.monotonic() - began:.1f} machine seconds")  # noqa: T201
        assert presses <= MOST_PRESSES
        check(page)
        page.get_by_role("link", name="Veneti, chapter 1").click()
        expect(page).to_have_url(server.origin + "/en/veneti/01_facing")


def test_who_comes_back_goes_on_where_he_was(browser: Browser, server: Served) -> None:
    with newcomer(browser, server, WIDE) as page:
        expect(page.get_by_role("link", name="Continue where you were")).to_be_hidden()
        page.goto(server.origin + "/en/veneti/09_boarding")
        expect(page.locator(AWAKE).first).to_be_visible()
        page.goto(server.address)
        expect(page.locator(".resume")).to_contain_text("Veneti 9: Boarding")
        page.get_by_role("link", name="Continue where you were").click()
        expect(page).to_have_url(server.origin + "/en/veneti/09_boarding")


@pytest.mark.parametrize("spoiled", ["nonsense", '{"address": "https://elsewhere.example/", "title": "x"}', '{"address": 7}', "[]"])
def test_a_place_that_is_none_leads_nowhere(browser: Browser, server: Served, spoiled: str) -> None:
    with opened(browser, server, "/", is_live=False) as page:
        page.evaluate("text => localStorage.setItem('place', text)", spoiled)
        page.reload()
        expect(page.locator(".resume")).to_be_hidden()
