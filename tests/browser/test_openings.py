"""A page on its way: how it opens is seen at once, stays where it is when the kernel's own comes, and the line is opened meanwhile."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser import AWAKE, opened
from tests.support.server import OTHERWISE_CELLS, TINY, TINY_CELLS, TINY_STATE, Served, served, tiny_book

SLOW = """
import time

time.sleep(2)
"""
CELLS = (("code", "set-up", [], SLOW + TINY_STATE), *(cell for cell in TINY_CELLS if cell[1] in ("play", "words")))
# Where the board stands below the title, at every frame, by kernel or server; and how much of the page was there when the line was opened.
WATCH = """
globalThis.places = [];
const look = () => {
  const board = [...document.querySelectorAll("[data-surface] svg")].find((node) => node.getClientRects().length);
  const title = document.querySelector(".title");
  if (board && title) {
    const box = board.getBoundingClientRect();
    places.push([board.closest(".opening") ? "opening" : "page", box.x, box.y - title.getBoundingClientRect().bottom, box.width].join(" "));
  } else if (places.length) places.push("nothing");
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
const Line = WebSocket;
globalThis.WebSocket = class extends Line {
  constructor(...given) {
    super(...given);
    globalThis.dialled = document.querySelectorAll(".cell:not(.opening)").length;
  }
};
"""


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A book with a chapter that takes its time."""
    folder = tmp_path_factory.mktemp("slow")
    with served(folder, book=tiny_book(folder, CELLS)) as running:
        assert "0 steps" in running.get(TINY)[2]
        yield running


def test_the_opening_is_seen_at_once_and_nothing_jumps(browser: Browser, slow: Served) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(slow.origin + TINY, wait_until="commit")
    opening = page.locator(".opening.play")
    expect(opening).to_be_visible()
    expect(opening).to_have_js_property("inert", value=True)
    expect(page.get_by_text("Setting out the board. This takes a few seconds.")).to_be_visible()
    expect(page.locator(AWAKE)).to_be_visible()
    expect(page.locator(".opening, .setting-out")).to_have_count(0)
    page.get_by_role("button", name="Step").click()
    expect(page.get_by_text("1 steps, opened")).to_be_visible()
    seen = page.evaluate("places")
    kinds = list(dict.fromkeys(each.split()[0] for each in seen))
    assert kinds == ["opening", "page"]  # and never nothing in between
    places = [tuple(map(float, each.split()[1:])) for each in seen]
    assert all(max(side) - min(side) <= 1 for side in zip(*places, strict=True)), seen  # the fonts may come late, and are a pixel lower
    assert page.evaluate("dialled") == 0
    context.close()


def test_what_opens_otherwise_takes_the_place_of_what_was_shown(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, book=tiny_book(tmp_path, OTHERWISE_CELLS)) as server:
        shown = server.get(TINY)[2].partition('aria-label="')[2].partition('"')[0]
        with opened(browser, server, TINY) as page:
            expect(page.locator("[data-surface] svg")).to_have_count(1)
            expect(page.locator("[data-surface] svg")).not_to_have_attribute("aria-label", shown)
            expect(page.locator(".opening")).to_have_count(0)
            expect(page.locator("#play, #words")).to_have_count(2)
            page.get_by_role("button", name="Step").click()
            expect(page.get_by_text("1 steps, opened")).to_be_visible()


def test_without_scripts_the_page_can_be_read(browser: Browser, slow: Served) -> None:
    with opened(browser, slow, TINY, is_live=False, java_script_enabled=False) as page:
        expect(page.locator(".cell.play [data-surface] svg")).to_be_visible()
        expect(page.locator(".cell.play")).to_have_count(1)
        expect(page.get_by_role("application", name="Board")).to_be_visible()
        expect(page.get_by_text("Setting out the board.")).to_be_hidden()
        note = page.locator("noscript .note")  # which playwright does not look into for words
        expect(note).to_be_visible()
        assert note.inner_text().startswith("Scripts are switched off in this browser.")
        expect(page.get_by_role("button", name="Step")).to_have_css("color", "rgb(107, 119, 126)")  # it does not look as if it worked


def test_words_are_drawn_before_a_board_is(browser: Browser, slow: Served) -> None:
    """In the first frame that has the title, no cell takes part in the layout; in a later one it does, long before the kernel is there."""
    watch = """
    globalThis.frames = [];
    const look = () => {
      if (document.querySelector(".title")) frames.push(document.querySelector(".cell")?.getClientRects().length ?? 0);
      if (frames.length < 30) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    """
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(watch)
    page.goto(slow.origin + TINY, wait_until="commit")
    expect(page.locator(".opening.play")).to_be_visible()
    expect(page.locator("html[data-words-first]")).to_have_count(0)
    seen = page.evaluate("frames")
    assert seen[0] == 0
    assert seen[-1] == 1
    context.close()


# At every frame: whether a board is awake, and how many of the cells below it take part in the layout.
BELOW = """
globalThis.below = [];
const look = () => {
  const cells = [...document.querySelectorAll("[data-wakes] ~ .cell")];
  const isAwake = Boolean(document.querySelector("[data-live=awake]"));
  if (cells.length) below.push([isAwake, cells.filter((node) => node.getClientRects().length).length]);
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
SILENT = "globalThis.WebSocket = class { static OPEN = 1; readyState = 0; send() {} close() {} };"


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A book with a chapter whose opening is known."""
    folder = tmp_path_factory.mktemp("known")
    with served(folder, book=tiny_book(folder)) as running:
        assert "0 steps" in running.get(TINY)[2]
        yield running


def test_what_lies_below_a_board_is_laid_out_when_the_board_has_answered(browser: Browser, known: Served) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(BELOW)
    page.goto(known.origin + TINY)
    expect(page.locator("#after")).to_be_visible()
    expect(page.locator("html[data-board-first]")).to_have_count(0)
    seen = page.evaluate("below")
    cells = page.locator("[data-wakes] ~ .cell").count()
    assert cells == 4
    assert {shown for is_awake, shown in seen if not is_awake} <= {0}
    assert seen[-1] == [True, cells]
    context.close()


def test_what_lies_below_does_not_wait_for_an_answer_that_never_comes(browser: Browser, known: Served) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(SILENT)
    page.goto(known.origin + TINY)
    expect(page.locator("[data-wakes] ~ .cell").first).to_be_hidden()
    expect(page.locator("#after")).to_be_visible()
    assert page.locator(AWAKE).count() == 0
    context.close()


def test_whoever_comes_to_a_place_or_comes_back_gets_the_whole_height_at_once(browser: Browser, known: Served) -> None:
    context = browser.new_context(viewport={"width": 600, "height": 300})
    page = context.new_page()
    page.add_init_script(
        "document.addEventListener('DOMContentLoaded', () => (globalThis.first = 'boardFirst' in document.documentElement.dataset))"
    )
    page.goto(f"{known.origin}{TINY}#after")
    expect(page.locator("#after")).to_be_in_viewport()
    assert page.evaluate("first") is False
    page.goto(known.origin + TINY)
    assert page.evaluate("first") is True
    expect(page.locator("#after")).to_be_visible()
    page.evaluate("scrollTo({top: 500, behavior: 'instant'})")
    page.reload()
    expect(page.locator(AWAKE)).to_be_visible()
    assert page.evaluate("first") is False
    assert page.evaluate("scrollY") > 400
    context.close()
