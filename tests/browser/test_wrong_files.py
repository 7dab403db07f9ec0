"""Files and links that are no game, or another page's: said beside what was pressed, in the reader's terms, and the game stays."""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from rulesdemo.play import saves
from tests.support.browser import AWAKE, PHONE, WIDE, check, opened, settled
from tests.support.server import Served
from widgets.games.broadside.guide import GUIDE as BROADSIDE
from widgets.games.veneti.guide import GUIDE as VENETI
from widgets.play.session import Desk

CHAPTER, SANDBOX = "/en/veneti/02_turning", "/en/veneti/sandbox"
KEPT = "Your game here is as it was."
both = pytest.mark.parametrize(("viewport", "by_keys"), [(WIDE, False), (PHONE, True)], ids=["desk", "phone keys"])


def choose(page: Page, name: str, body: bytes, *, by_keys: bool) -> None:
    button = settled(page).locator(".game-bar [data-open]")
    with page.expect_file_chooser() as chooser:
        if by_keys:
            button.focus()
            page.keyboard.press("Enter")
        else:
            button.click()
    chooser.value.set_files({"name": name, "mimeType": "application/octet-stream", "buffer": body})


def is_beside(page: Page) -> bool:
    """Whether what is said stands within a thumb's breadth of the buttons."""
    said, bar = page.locator("[data-bar-said]").bounding_box(), page.locator(".game-bar").bounding_box()
    assert said is not None
    assert bar is not None
    return 0 <= said["y"] - (bar["y"] + bar["height"]) < 60


@both
@pytest.mark.parametrize("path", [CHAPTER, SANDBOX])
def test_a_wrong_file_is_refused_beside_the_button(
    browser: Browser, server: Served, path: str, viewport: ViewportSize, by_keys: bool
) -> None:
    with opened(browser, server, path, viewport) as page:
        said = page.locator("[data-bar-said]")
        expect(said).to_be_empty()
        other = saves.to_text(Desk(BROADSIDE, "narrows").history).encode()
        for name, body, words in (
            ("diary.txt", b"Dear diary", f"That file is not a saved game. Choose one that Save has made. {KEPT}"),
            ("picture.png", b"\x89PNG\r\n\x1a\n\x00\xff", "That file is not text, so it is no saved game. Nothing was changed."),
            ("other.json", other, "of Broadside. Open it in chapter 4, "),
        ):
            choose(page, name, body, by_keys=by_keys)
            expect(said).to_contain_text(words)
            assert is_beside(page)
        check(page)
        right = saves.to_text(Desk(VENETI, "way_out" if path == CHAPTER else "evening").history).encode()
        choose(page, "right.json", right, by_keys=by_keys)
        expect(page.locator(".desk [data-part=said]")).to_contain_text("The game is as you left it.")
        expect(said).to_be_empty()


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("path", [CHAPTER, SANDBOX])
def test_a_bad_link_is_explained_under_the_board(browser: Browser, server: Served, path: str, viewport: ViewportSize) -> None:
    with opened(browser, server, f"{path}#s=1.AAAA", viewport) as page:
        said = page.locator(".desk [data-part=said]")
        expect(said).to_contain_text("That link does not open a game: part of it is missing or changed")
        board, words = page.locator("#board").bounding_box(), said.bounding_box()
        assert board is not None
        assert words is not None
        assert words["y"] - (board["y"] + board["height"]) < 80
        code = saves.to_code(Desk(BROADSIDE, "narrows").history)
        page.goto(f"{server.origin}{path}?again#s={code}")
        expect(page.locator(AWAKE).first).to_be_visible()
        expect(said).to_contain_text("of Broadside. Open it in chapter 4, ")
        check(page)
