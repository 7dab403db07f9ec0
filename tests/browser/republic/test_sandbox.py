"""The sandbox of Republic in a browser: an order on the map, and under it a campaign of one's own whose odds follow every change."""

from playwright.sync_api import Browser, expect

from tests.support.browser import AWAKE, PHONE, check, opened, settled, too_small
from tests.support.server import Served

SANDBOX = "/en/republic/sandbox"
# Where the picture, not what is pressed over it, has the middle of a hex.
DRAWN = """([name]) => {
  const board = document.querySelector("svg.board"), at = board.getBoundingClientRect();
  const points = [...document.querySelector(`.hits [data-name="${name}"]`).points];
  const mean = (part) => points.reduce((sum, each) => sum + each[part], 0) / points.length;
  return [at.left + mean("x") * at.width / board.viewBox.baseVal.width, at.top + mean("y") * at.height / board.viewBox.baseVal.height];
}"""


def test_a_campaign_is_fought_under_the_map(browser: Browser, server: Served) -> None:
    with opened(browser, server, SANDBOX) as page:
        expect(page.locator(AWAKE)).to_have_count(5)
        # The map is narrower than its place on the page.
        page.mouse.click(*settled(page).evaluate(DRAWN, ["0404"]))
        expect(page.locator("[data-part=log]")).to_contain_text("0404")
        shop = page.locator("section.workshop")
        page.locator("#camp-board").click()
        expect(shop.locator(".diagram-sp").first).to_contain_text("28 infantry, 4 cavalry")
        # By keys alone to a limit, where the button goes to sleep: its neighbour has the focus.
        page.locator("#camp-town\\.cunning-more").focus()
        for points in range(1, 10):
            page.keyboard.press("Enter")
            expect(settled(page).locator("#camp-town\\.cunning-more").locator("xpath=preceding-sibling::output")).to_have_text(str(points))
        expect(page.locator("#camp-town\\.cunning-less")).to_be_focused()
        # B against B: table T has 721/2500, and the row +4 sends off the defender in one face of ten more at every gap that meets it.
        defender = page.locator(".workshop-odds .bars li").first
        expect(defender).to_contain_text("721/2500")
        page.locator("#pairs-to-defender").check()
        expect(defender).not_to_contain_text("721/2500")
        page.locator("#camp-step-battle").click()
        expect(shop.locator(".panel-said").first).to_contain_text("1 step is behind them.")
        expect(shop.locator(".log")).to_contain_text("The battle roll with")
        settled(page).reload()
        expect(page.locator(AWAKE)).to_have_count(5)
        expect(shop.locator(".panel-said").first).to_contain_text("1 step is behind them.")
        page.set_viewport_size(PHONE)
        assert [found for found in too_small(settled(page)) if not found.startswith("<text")] == []
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        check(page)
