"""Chapter 4 of Republic in a browser: the diagram and the worths move together, by keys and on a phone."""

from playwright.sync_api import Browser, expect

from tests.support.browser import PHONE, check, hindering, opened, settled
from tests.support.server import Served

PATH = "/en/republic/04_adding_up_modifiers"


def test_the_diagram_and_the_worths_move_with_the_board_and_by_keys(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        worth = page.locator("section.drm-worth")
        expect(worth).to_contain_text("At −2, the defender retreats with")
        for place in ("0403", "0404"):
            page.get_by_role("button", name=f"Army of Decius: march to {place}").click()
        expect(worth).to_contain_text("At +1, the defender retreats with")
        settled(page).locator("#diagram-flag-ambush").focus()
        page.keyboard.press("Space")
        expect(worth).to_contain_text("At +6, the defender retreats with")
        expect(page.locator("#diagram-flag-ambush")).to_be_focused()
        check(page)


def test_everything_fits_on_a_phone(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH, PHONE, has_touch=True) as page:
        page.locator("#diagram-flag-river").tap()
        expect(page.locator("section.drm-worth .worth-steps tbody tr")).to_have_count(3)
        assert hindering(page) == []
