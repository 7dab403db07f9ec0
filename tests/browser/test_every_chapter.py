"""Every chapter on a desk and on a phone: what the first screen holds, one column in the order of need, and that nothing hinders anybody.

One visit for both: the window is made as narrow as a phone. The first chapter of each game is opened on a phone from the start.
"""

import pytest
from playwright.sync_api import Browser, Page, expect

from rulesdemo.rules.toc import contents
from tests.support.browser import CHAPTERS, PHONE, check, hindering, opened, settled, unfold
from tests.support.page_height import measure
from tests.support.server import Served

WITHOUT_DICE = (
    "/en/veneti/02_turning",
    "/en/broadside/01_scale_and_ship_card",
    "/en/broadside/03_points_of_sailing",
    "/en/broadside/04_orders",
    "/en/broadside/05_head_to_wind",
    "/en/broadside/06_shared_hexes",
    "/en/broadside/10_surrender_and_command",
    "/en/escadres/01_wind_and_speed",
    "/en/escadres/02_turning",
    "/en/toulon/01_around_the_table",
    "/en/toulon/05_who_fits_where",
)
HIGHEST = 2000  # pixels of a chapter as it comes
EMPTIEST = 1 / 3  # of a column's height
FIRST = {each.game: each.address("en") for each in reversed(contents().chapters) if each.is_there}


def on_a_desk(page: Page, *, has_dice: bool) -> None:
    board = page.locator("#board")
    expect(board).to_be_visible()
    box = board.bounding_box()
    assert box is not None
    assert (box["width"], box["x"]) == (600, 40)
    assert box["y"] + box["height"] < 700
    assert page.locator("#board [id^=board-ship]").count() or page.locator("#board g").count() > 20
    # The first screen holds board, orders, odds and, where there are dice, Roll.
    for part in (".desk-orders :is(.order, .slate-line) >> nth=0", ".desk-odds h3", *(["#tray-roll"] if has_dice else [])):
        place = page.locator(part).bounding_box()
        assert place is not None
        assert place["y"] + place["height"] < 900
    found = measure(page)
    assert found.height < HIGHEST, found
    assert found.emptiest[0] <= EMPTIEST, found
    assert hindering(page) == []
    check(unfold(page))
    assert hindering(page) == []


def on_a_phone(page: Page) -> None:
    assert hindering(page) == []
    parts = [".desk-goal", "#board", ".desk-orders h3", "#tray-roll", ".desk-odds h3", "#rule", "#questions", ".drawer.cell"]
    boxes = [page.locator(part).first.bounding_box() for part in parts if page.locator(part).count()]
    tops = [box["y"] for box in boxes if box]
    assert tops == sorted(tops)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    # A hex in the middle, or on a map that is too small for it the first one; on a map of zones the town.
    page.locator(", ".join(f".desk [data-name='{name}'][data-do=press]" for name in ("0405", "0101", "Toulon"))).last.tap()
    expect(page.locator(".desk .status > *").first).to_be_attached()


@pytest.mark.parametrize("path", CHAPTERS)
def test_a_chapter_hinders_nobody_on_a_desk_or_on_a_phone(browser: Browser, server: Served, path: str) -> None:
    with opened(browser, server, path, is_whole=False, has_touch=True) as page:
        on_a_desk(page, has_dice=path not in WITHOUT_DICE)
        page.set_viewport_size(PHONE)
        expect(page.locator("#board")).not_to_have_attribute("width", "600")
        on_a_phone(settled(page))


@pytest.mark.parametrize("path", FIRST.values(), ids=FIRST)
def test_a_chapter_opens_on_a_phone(browser: Browser, server: Served, path: str) -> None:
    with opened(browser, server, path, PHONE, is_whole=False, has_touch=True) as page:
        on_a_phone(page)
        check(page)
