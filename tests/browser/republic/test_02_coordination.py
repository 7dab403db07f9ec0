"""Chapter 2 of Republic in a browser, on a phone: an army is carried by a finger, and the way to the battle is tapped hex by hex."""

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import PHONE, opened
from tests.support.server import Served

PATH = "/en/republic/02_coordination"


def middle(page: Page, name: str) -> tuple[float, float]:
    """The middle of a hex, or of a piece that shares one."""
    box = page.locator(f'.calls-practice polygon[data-name="{name}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_way_is_drawn_by_a_finger(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH, PHONE, has_touch=True) as page:
        page.locator("[data-surface=calls]").scroll_into_view_if_needed()
        touch = page.context.new_cdp_session(page)
        start, end = middle(page, "0203"), middle(page, "0304")
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": start[0], "y": start[1]}]})
        for step in range(1, 7):
            x, y = (start[place] + (end[place] - start[place]) * step / 6 for place in (0, 1))
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        said = page.locator(".calls-practice .practice-said").first
        expect(said).to_contain_text("Decius stands in 0304.")
        for place, words in (("0303", "0303 is marsh"), ("0404", "has come to 0404"), ("0503", "Value 4, chance 1/2")):
            page.touchscreen.tap(*middle(page, place))
            expect(said).to_contain_text(words)
        expect(page.locator(".calls-practice .odds")).to_contain_text("1/2")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
