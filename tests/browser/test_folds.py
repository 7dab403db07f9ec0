"""A short chapter in a real browser: folds by mouse, keys and links, kept over a reload, all at once, printed, and without scripts."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import AWAKE, PHONE, opened, settled
from tests.support.server import Served

BOARDING = "/en/veneti/09_boarding"
FACING = "/en/veneti/01_facing"
OPEN = "main .drawer[open]"


def open_folds(page: Page) -> list[str]:
    """The names of the folds that are open."""
    names: list[str] = page.locator(OPEN).evaluate_all("(nodes) => nodes.map((node) => node.id)")
    return names


def pressed(page: Page) -> list[str]:
    """Which lengths of the page are pressed."""
    names: list[str] = page.locator("[data-whole][aria-pressed=true]").all_inner_texts()
    return names


def test_a_chapter_opens_short_and_a_fold_stays_open_over_a_reload(browser: Browser, server: Served) -> None:
    with opened(browser, server, BOARDING, is_whole=False) as page:
        assert open_folds(page) == []
        assert pressed(page) == ["Short view"]
        expect(page.locator(".challenge").first).to_be_visible()
        expect(page.locator("section.tries")).to_be_hidden()
        page.locator("#tries-words > summary").click()
        expect(page.locator("section.tries")).to_be_visible()
        expect(page.locator("[data-whole][aria-pressed=true]")).to_have_count(0)
        settled(page).reload()
        expect(page.locator("section.tries")).to_be_visible()
        assert open_folds(page) == ["tries-words"]
        page.goto(server.origin + FACING)
        expect(page.locator(AWAKE).first).to_be_visible()
        assert open_folds(page) == []


def test_all_folds_open_and_close_together_and_chapters_stay_whole(browser: Browser, server: Served) -> None:
    with opened(browser, server, BOARDING, is_whole=False) as page:
        page.get_by_role("button", name="Whole chapter").click()
        expect(page.locator("main .drawer:not([open])")).to_have_count(0)
        for part in (
            "section.tries",
            ".reading-table table",
            "section.shelf",
            ".teachers li",
            "#code-odds code",
            "#in-words p",
            "#rule-more",
        ):
            expect(page.locator(part).first).to_be_visible()
        expect(page.locator("#more-questions .challenge")).to_have_count(2)
        page.locator("#rulings > summary").click()  # one stays as the reader leaves it
        settled(page).reload()
        expect(page.locator("main .drawer:not([open])")).to_have_count(1)
        page.goto(server.origin + FACING)
        expect(page.locator(AWAKE).first).to_be_visible()
        assert pressed(page) == ["Whole chapter"]
        page.get_by_role("button", name="Short view").click()
        assert open_folds(page) == []


def test_every_fold_opens_by_keys(browser: Browser, server: Served) -> None:
    with opened(browser, server, BOARDING, is_whole=False) as page:
        names = page.locator("main .drawer").evaluate_all("(nodes) => nodes.map((node) => node.id)")
        for name in names:
            page.locator(f"[id='{name}'] > summary").focus()
            page.keyboard.press("Enter")
            expect(page.locator(f"[id='{name}']")).to_have_attribute("open", "")
        assert open_folds(page) == names


def test_a_fold_stays_open_when_what_is_in_it_changes(browser: Browser, server: Served) -> None:
    with opened(browser, server, BOARDING, is_whole=False) as page:
        page.locator("#rulings > summary").click()
        page.locator(".rulings-panel input[data-set='switch:boarding_bands'][value=modified]").check(force=True)
        expect(page.locator("#rulings")).to_contain_text("Yours: you changed it")
        expect(page.locator("#rulings")).to_have_attribute("open", "")


@pytest.mark.parametrize("way", ["address", "link"])
def test_a_link_to_what_is_in_a_fold_opens_it(browser: Browser, server: Served, way: str) -> None:
    with opened(browser, server, BOARDING, is_whole=False) as page:
        if way == "address":
            page.goto(f"{server.origin}/en/veneti/01_facing")
            page.goto(f"{server.origin}{BOARDING}#tries")
            expect(page.locator(AWAKE).first).to_be_visible()
        else:
            page.evaluate("location.hash = 'tries'")
        expect(page.locator("section.tries")).to_be_visible()
        assert open_folds(page) == ["tries-words"]


def test_print_shows_what_is_folded(browser: Browser, server: Served) -> None:
    with opened(browser, server, BOARDING, is_whole=False) as page:
        page.emulate_media(media="print")
        height = page.locator(".teachers li").first.evaluate("(node) => node.getBoundingClientRect().height")
        assert height > 10
        assert page.locator(".reading-table table").evaluate("(node) => node.getBoundingClientRect().height") > 100


def test_folds_open_without_scripts(browser: Browser, server: Served) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(server.origin + BOARDING)
    page.locator("#teachers > summary").click()
    assert page.locator("#teachers").get_attribute("open") is not None
    assert page.locator(".length").is_hidden()
    page.close()


def test_nothing_lies_over_the_board(browser: Browser, server: Served) -> None:
    with opened(browser, server, BOARDING, is_whole=False) as page:
        for size in (page.viewport_size, PHONE):
            assert size is not None
            page.set_viewport_size(size)
            board, zoom = page.locator(".desk .surface").bounding_box(), page.locator(".desk .zoom").bounding_box()
            assert board is not None
            assert zoom is not None
            assert zoom["y"] >= board["y"] + board["height"]
