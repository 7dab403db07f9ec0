"""Voila's own front end: for a notebook with widgets that are not ours, and for every page when it is asked for."""

import signal
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import AWAKE, doubled, opened, stray, throw
from tests.support.server import TINY, Served, served, tiny_book

SLIDER = """
import ipywidgets

slider = ipywidgets.IntSlider(3, 0, 9, description="Dice")
told = ipywidgets.HTML(f"<b>{slider.value} dice</b>")
slider.observe(lambda change: setattr(told, "value", f"<b>{change['new']} dice</b>"), "value")
ipywidgets.VBox([slider, told])
"""
CELLS: tuple[tuple[str, str, list[str], str], ...] = (
    ("markdown", "words", [], "## The rule\n\nTwo dice decide. [8.23]"),
    ("code", "slide", ["play"], SLIDER),
)
CHAPTER = "/en/veneti/08_grappling"


@pytest.fixture(scope="module")
def with_widgets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("widgets")
    with served(folder, book=tiny_book(folder, CELLS, rulesdemo={"widgets": []})) as running:
        yield running


@pytest.fixture(scope="module")
def by_voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("voila"), RULESDEMO_FRONT_END="voila") as running:
        yield running


def is_voila(page: Page) -> bool:
    return any("/front/" in script for script in page.evaluate("[...document.scripts].map((each) => each.src)"))


def test_widgets_that_are_not_ours_are_drawn_and_work(browser: Browser, with_widgets: Served) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(with_widgets.origin + TINY)
    expect(page.locator(".top .brand")).to_be_visible()
    expect(page.locator(".words .rule .chip").first).to_have_text("8.23")
    expect(page.locator(".setting-out")).to_have_count(0)
    handle = page.get_by_role("slider")
    expect(handle).to_be_visible()
    handle.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".widget-html b")).to_have_text("4 dice")
    assert stray(asked, with_widgets) == []
    page.close()


def test_pages_beside_it_keep_our_own_front_end(browser: Browser, with_widgets: Served) -> None:
    with opened(browser, with_widgets, CHAPTER) as page:
        assert not is_voila(page)


def test_a_chapter_plays_and_is_kept(browser: Browser, by_voila: Served) -> None:
    with opened(browser, by_voila, CHAPTER) as page:
        assert is_voila(page)
        throw(page, "2")
        expect(page.get_by_role("button", name="Undo")).to_be_enabled()
        page.reload()
        expect(page.locator(AWAKE).first).to_be_visible()
        expect(page.get_by_role("button", name="Undo")).to_be_enabled()


def test_a_kernel_that_dies_is_said_and_the_game_comes_back(browser: Browser, by_voila: Served) -> None:
    page = browser.new_page()  # Voila's script complains of what was lost, too
    page.goto(by_voila.origin + CHAPTER)
    expect(page.locator(AWAKE).first).to_be_visible()
    throw(page, "2")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    kernel = page.locator("[data-kernel]").get_attribute("data-kernel")
    assert kernel
    by_voila.kernel(kernel).send_signal(signal.SIGKILL)
    expect(page.locator("#lost")).to_contain_text("The board lost its engine")
    page.get_by_role("button", name="Start it again").click()
    expect(page.locator(AWAKE).first).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    page.close()


def test_no_two_things_on_a_page_have_one_name(browser: Browser, by_voila: Served) -> None:
    with opened(browser, by_voila, CHAPTER) as page:
        assert doubled(page) == []


def test_without_scripts_a_chapter_can_be_read(browser: Browser, by_voila: Served) -> None:
    with opened(browser, by_voila, CHAPTER, is_live=False, java_script_enabled=False) as page:
        expect(page.get_by_role("application")).to_be_visible()
        expect(page.get_by_text("Setting out the board.")).to_be_hidden()
