"""Chapter 7 of Escadres in a browser: dice and target, the map by keys, the sheet, and twelve dice soon enough."""

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import PHONE, check, opened, settled, throw, too_small, type_dice
from tests.support.server import Served

PATH = "/en/escadres/07_a_volley"


def more(page: Page, what: str, times: int) -> None:
    for _ in range(times):
        page.locator(f"#volley-{what}-more").click()


def test_the_map_follows_dice_and_target_and_its_cells_the_keys(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        panel = page.locator("section.volley")
        expect(panel).to_contain_text("Throw 8 dice")
        more(page, "dice", 4)
        more(page, "power", 4)
        more(page, "crew", 3)
        expect(panel).to_contain_text("Throw 12 dice")
        expect(panel.locator(".heat tbody tr")).to_have_count(10)  # crew 0 to 8, and all
        # 12 dice explode with 0.027427, Table V of the specification: 97.3 % stay afloat.
        expect(panel.locator("input[value=all] ~ span").last).to_have_text("97.3")
        page.locator("#volley-cell-0\\,0").focus()
        page.keyboard.press("ArrowRight")
        expect(panel.locator(".pick-told")).to_contain_text("1 power and 0 crew lost, she fights on")
        assert settled(page).evaluate("document.activeElement.value") == "1,0"
        page.locator("#volley-follow").click()
        expect(panel).to_contain_text("Throw 8 dice")
        check(page)


def test_dice_fill_the_sheet_and_a_volley_reaches_the_goal(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        type_dice(page, "3 3 3 5 1 1 1 6 2")
        expect(page.locator(".volley-sheet .box.is-lost")).to_have_count(6)
        expect(page.locator(".volley-sheet")).to_contain_text("5 power and 1 crew. She fights on.")
        page.get_by_role("button", name="Undo").click()
        settled(page).locator(".desk-orders .order:not(.is-refused)").first.click()
        throw(page, "3 3 3 3 3 3 1 1")
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")


def test_tables_tell_exact_numbers_on_a_phone(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH, PHONE, has_touch=True) as page:
        page.locator("label:has(#vtables-volley-4-some_critical)").tap()
        expect(page.locator(".volley-tables .pick-told").first).to_contain_text("671/1296")
        assert [found for found in too_small(page) if not found.startswith("<text")] == []
        assert page.evaluate("document.documentElement.scrollWidth") == 390
