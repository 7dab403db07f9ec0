"""Every chapter on a desk: what the first screen holds, and that nothing hinders anybody."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browsing import CHAPTERS, check, hindering, opened
from tests.serving import Served

WITHOUT_DICE = (
    "/en/veneti/02_turning",
    "/en/broadside/03_points_of_sailing",
    "/en/escadres/01_wind_and_speed",
    "/en/escadres/02_turning",
)


@pytest.mark.parametrize("path", CHAPTERS)
def test_a_chapter_paints_and_hinders_nobody(browser: Browser, server: Served, path: str) -> None:
    with opened(browser, server, path) as page:
        board = page.locator("#board")
        expect(board).to_be_visible()
        box = board.bounding_box()
        assert box is not None
        assert (box["width"], box["x"]) == (600, 40)
        assert box["y"] + box["height"] < 700
        assert page.locator("#board [id^=board-ship]").count() or page.locator("#board g").count() > 20
        # The first screen holds board, orders, odds and, where there are dice, Roll.
        for part in (".desk-orders .order >> nth=0", ".desk-odds h3"):
            place = page.locator(part).bounding_box()
            assert place is not None
            assert place["y"] + place["height"] < 900
        if path not in WITHOUT_DICE:
            roll = page.locator("#tray-roll").bounding_box()
            assert roll is not None
            assert roll["y"] + roll["height"] < 900
        check(page)
        assert hindering(page) == []
