"""A page on its way: how it opens is seen at once, stays where it is when the kernel's own comes, and the line is opened meanwhile."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browsing import AWAKE, opened
from tests.serving import TINY, TINY_CELLS, TINY_STATE, Served, served, tiny_book

SLOW = """
import time

time.sleep(2)
"""
CELLS = (("code", "set-up", [], SLOW + TINY_STATE), *(cell for cell in TINY_CELLS if cell[1] in ("play", "words")))
# Where the board stands below the title, at every frame, whoever has drawn it; and how much of the page was there when the line was opened.
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
    assert len({each.partition(" ")[2] for each in seen}) == 1, seen
    assert page.evaluate("dialled") == 0
    context.close()


def test_without_scripts_the_opening_gives_way_too(browser: Browser, slow: Served) -> None:
    with opened(browser, slow, TINY, is_live=False, java_script_enabled=False) as page:
        expect(page.locator(".cell.play:not(.opening)")).to_be_visible()
        expect(page.locator(".opening").first).to_be_hidden()
