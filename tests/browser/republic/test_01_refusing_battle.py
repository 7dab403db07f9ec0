"""Chapter 1 of Republic in a browser: pieces of one hex are carried apart, a river is laid by presses, and the chance follows."""

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import opened
from tests.support.server import Served

PATH = "/en/republic/01_refusing_battle"


def middle(page: Page, name: str) -> tuple[float, float]:
    """The middle of a hex or of a piece that shares one."""
    box = page.locator(f'.slip-practice polygon[data-name="{name}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: str, end: str) -> None:
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    page.mouse.move(*middle(page, end), steps=4)
    page.mouse.up()


def test_attacker_city_and_river_go_where_they_are_put(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        page.locator("[data-surface=slip]").scroll_into_view_if_needed()
        ways = page.locator(".slip-practice [data-part=slip-ways]")
        expect(ways.locator("tr.is-now")).to_contain_text("1/2")
        drag(page, "attacker", "0404")  # out of the hex that he shares with the defender
        expect(ways).to_contain_text("Nobody attacks.")
        drag(page, "0404", "0403")
        expect(ways.locator("tr.is-now")).to_contain_text("1/2")
        drag(page, "0503", "0603")  # the city, one hex farther off
        expect(ways.locator("tr.is-now")).to_contain_text("2/5")
        page.locator("#slip-take-river").click()
        for place in ("0303", "0404", "0503"):
            page.mouse.click(*middle(page, place))
        expect(page.locator(".slip-practice .sum-total")).to_contain_text("+6")  # honour 4, river 3, city -1
        # Keys: the attacker is picked up, carried one hex north and put down.
        page.locator("[data-surface=slip]").focus()
        for key in ("Escape", "Home", "PageDown"):
            page.keyboard.press(key)
        said = page.locator(".slip-practice .practice-said").first
        for key, words in (("Enter", "is picked up"), ("ArrowUp", "Enter puts"), ("Enter", "stands in")):
            page.keyboard.press(key)
            expect(said).to_contain_text(words)
