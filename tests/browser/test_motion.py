"""Movement is seen: pieces glide, shots and boardings leave a mark, and nothing moves for who wants none; sounds are off until wanted."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import PHONE, WIDE, check, hindering, opened, settled, type_dice
from tests.support.server import Served

ROWING = "/en/veneti/05_rowing"
BOARDING = "/en/veneti/09_boarding"
# Every animation of a piece of a board, and every mark, from now on; each animation with its time and where it comes from.
WATCH = """() => {
  window.moves = []; window.marks = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    if (this.closest("[data-surface]")) window.moves.push([this.id, frames[0].translate ?? frames[0].rotate ?? "", how.duration]);
    return animate.call(this, frames, how);
  };
  new MutationObserver((changes) => changes.forEach((each) => each.addedNodes.forEach((node) => {
    if (node.dataset?.strike) window.marks.push(node.dataset.strike);
  }))).observe(document.querySelector("#board"), { childList: true });
}"""
# What a page plays: the sounds that start, by their number.
HEAR = """() => {
  window.heard = 0;
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...given) { window.heard += 1; return start.apply(this, given); };
}"""


def go_ahead(page: Page) -> None:
    """Celer goes one hex ahead: 59 pixels up on a desk's board."""
    page.locator("[data-name=end_speed]").click()
    settled(page).locator("[data-name='announce ship=celer pm=4']").evaluate("node => node.click()")
    settled(page).evaluate(WATCH)
    page.locator("[data-name='ahead ship=celer']").click()
    settled(page)


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_ship_glides_to_where_she_is(browser: Browser, server: Served, viewport: dict[str, int]) -> None:
    with opened(browser, server, ROWING, viewport, reduced_motion="no-preference") as page:  # type: ignore[arg-type]
        before = page.locator("#board-celer").get_attribute("transform")
        go_ahead(page)
        assert page.locator("#board-celer").get_attribute("transform") != before
        moves = {name: (way, length) for name, way, length in page.evaluate("window.moves")}
        assert moves["board-celer"][1] == 250
        x, y = (float(each.removesuffix("px")) for each in moves["board-celer"][0].split())
        assert abs(x) < 1
        assert y > 20  # she comes from below


def test_a_turn_turns_the_hull_the_short_way(browser: Browser, server: Served) -> None:
    with opened(browser, server, ROWING, reduced_motion="no-preference") as page:
        go_ahead(page)
        page.evaluate("window.moves = []")
        page.locator("[data-name='veer ship=celer turn=-1']").click()
        settled(page)
        assert "60deg" in [way for _name, way, _length in page.evaluate("window.moves")]


def test_who_wants_no_motion_sees_none(browser: Browser, server: Served) -> None:
    with opened(browser, server, ROWING, reduced_motion="reduce") as page:
        go_ahead(page)
        assert page.evaluate("window.moves") == []


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_boarding_leaves_a_mark_that_goes(browser: Browser, server: Served, motion: str) -> None:
    with opened(browser, server, BOARDING, reduced_motion=motion) as page:
        page.evaluate(WATCH)
        type_dice(page, "6 6")
        expect(page.locator(".desk .status")).to_contain_text("captured")
        assert set(settled(page).evaluate("window.marks")) == {"board"}
        expect(page.locator(".strike")).to_have_count(0)
        assert bool(page.evaluate("window.moves")) == (motion == "no-preference")


def test_sounds_are_off_until_they_are_wanted_and_stay_so(browser: Browser, server: Served) -> None:
    with opened(browser, server, BOARDING) as page:
        page.evaluate(HEAR)
        type_dice(page, "6 6")
        settled(page)
        assert page.evaluate("window.heard") == 0
        button = page.get_by_role("button", name="Sounds")
        expect(button).to_have_attribute("aria-pressed", "false")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        assert page.evaluate("window.heard") > 0  # what was turned on is heard
        assert hindering(page) == []
        check(page)
        settled(page).reload()
        expect(button).to_have_attribute("aria-pressed", "true")
        button.click()
        assert page.evaluate("localStorage.getItem('sound')") == "off"


def test_after_an_order_the_focus_is_on_the_heading_so_a_second_enter_does_nothing(browser: Browser, server: Served) -> None:
    with opened(browser, server, ROWING) as page:
        page.locator("[data-name=end_speed]").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#orders-title")).to_be_focused()
        before = page.evaluate("localStorage.getItem(`last:${document.documentElement.dataset.key}`)")
        page.keyboard.press("Enter")
        settled(page)
        assert steps(page.evaluate("localStorage.getItem(`last:${document.documentElement.dataset.key}`)")) == steps(before)


def steps(stored: str) -> list[object]:
    found: list[object] = json.loads(json.loads(json.loads(stored)["text"])["save"])["steps"]
    return found


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_battle_waits_for_its_reader(browser: Browser, server: Served, viewport: dict[str, int]) -> None:
    with opened(browser, server, "/en/broadside/sandbox", viewport) as page:  # type: ignore[arg-type]
        card = page.locator(".start-card")
        expect(card).to_contain_text("Nobody moves until you begin.")
        expect(page.locator(".log-list")).to_have_count(0)
        check(page)
        assert hindering(page) == []
        page.get_by_label("You are", exact=True).select_option(label="The French")
        expect(settled(page).locator(".score-chip")).to_contain_text("59 turns follow this one.")
        card.get_by_role("button", name="Begin").click()
        expect(card).to_have_count(0)


def test_terms_are_explained_where_they_stand(browser: Browser, server: Served) -> None:
    with opened(browser, server, ROWING, is_whole=False) as page:
        term = page.locator("#rule details.term", has=page.locator("dfn", has_text=re.compile("^Cruise$")))
        meaning = "The speed that rowers keep up all day: the smaller of the two numbers on a galley."
        assert term.locator("summary").get_attribute("title") == meaning
        expect(term.locator(".rule-text")).to_be_hidden()
        term.locator("summary").click()
        expect(term.locator(".rule-text")).to_be_visible()
        check(page)
        term.get_by_role("link", name="Glossary").click()
        expect(page.locator("#term-veneti-Cruise")).to_be_visible()
