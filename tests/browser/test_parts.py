"""The parts of a chapter page in a real browser: axe is content, fingers find their targets, no type is small, nothing is too wide."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.support.parts_gallery import pages

SMALLEST_TYPE = 13
SMALLEST_TARGET = 44

# Every element that has text of its own, and every control with the box that takes a press (a label's, or a chip's unseen one).
TYPE = """() => [...document.querySelectorAll('.book *')].filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())
  && !e.closest('.sr') && e.getClientRects().length).map(e => [parseFloat(getComputedStyle(e).fontSize), e.textContent.slice(0, 40)])"""
TARGETS = """() => [...document.querySelectorAll('.book :is(button, summary, select, a, input)')]
  .filter(e => e.getClientRects().length).map(e => {
  const box = (e.closest('label') ?? e).getBoundingClientRect(), unseen = getComputedStyle(e, '::before');
  const own = unseen.position === 'absolute' ? [parseFloat(unseen.width), parseFloat(unseen.height)] : [0, 0];
  return [Math.max(box.width, own[0]), Math.max(box.height, own[1]), e.outerHTML.slice(0, 120)]; })"""


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, int]]:
    folder = tmp_path_factory.mktemp("parts")
    found = {}
    for name, (text, width) in pages().items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
        found[name] = folder / f"{name}.html", width
    return found


@pytest.fixture(params=["states", "phone", "projector", "chapter"])
def sheet(request: pytest.FixtureRequest, browser: Browser, sheets: dict[str, tuple[Path, int]]) -> Iterator[Page]:
    path, width = sheets[request.param]
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto(path.as_uri())
    yield page
    page.close()


def test_axe_finds_nothing_serious(sheet: Page) -> None:
    found = Axe().run(sheet).response["violations"]
    assert [
        (each["id"], [node["html"][:120] for node in each["nodes"][:3]]) for each in found if each["impact"] in ("serious", "critical")
    ] == []


def test_type_is_never_small_nor_targets(sheet: Page) -> None:
    texts, targets = sheet.evaluate(TYPE), sheet.evaluate(TARGETS)
    assert texts
    assert targets
    assert [each for each in texts if each[0] < SMALLEST_TYPE] == []
    assert [each for each in targets if min(each[:2]) < SMALLEST_TARGET - 0.5] == []


def test_nothing_is_wider_than_the_page(sheet: Page) -> None:
    assert sheet.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_rule_opens_in_the_middle_of_a_sentence_and_in_a_row(browser: Browser, sheets: dict[str, tuple[Path, int]]) -> None:
    path, width = sheets["chapter"]
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto(path.as_uri())
    line = page.locator(".tray-line")
    before = line.bounding_box()
    assert before is not None
    assert before["height"] < 34  # the chip does not break the sentence
    line.locator("summary").click()
    expect(line.locator(".rule-text")).to_be_visible()
    page.locator(".order.is-refused summary").click()
    expect(page.locator(".order.is-refused .rule-text")).to_be_visible()
    for opened in page.locator("details.rule[open]").all():
        text, home = opened.locator(".rule-text").bounding_box(), opened.locator("xpath=..").bounding_box()
        assert text is not None
        assert home is not None
        assert text["x"] + text["width"] <= home["x"] + home["width"] + 1
    page.close()
