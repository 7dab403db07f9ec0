"""Chapter 3 of Republic in a browser: pairs by keys, a throw for both, and a battle that Valerius leads."""

from playwright.sync_api import Browser, expect

from tests.support.browser import PHONE, check, opened, settled, throw, too_small
from tests.support.server import Served

PATH = "/en/republic/03_the_leaders"


def test_pairs_are_picked_by_keys_and_thrown_for(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        panel = page.locator("section.two-leaders")
        page.locator("#leaders-pair-DD").focus()
        page.keyboard.press("ArrowRight")
        expect(panel.locator(".drm-chart")).to_contain_text("On average +3/5, or +0.6")
        assert settled(page).evaluate("document.activeElement.value") == "DE"
        page.locator("#leaders-roll").click()
        expect(panel.locator(".leader-strip td.lit")).to_have_count(2)
        expect(panel.locator(".leaders-said")).to_contain_text("with letter D is worth")
        page.locator("#leaders-follow").click()
        expect(panel.locator(".drm-chart")).to_contain_text("A attacks B")
        check(page)


def test_valerius_leads_three_armies_to_the_goal(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        for title in ("Army of Valerius: attack", "Call in Army of Marcius", "Call in Army of Servius"):
            page.get_by_role("button", name=title).first.click()
        # A 9 is worth 9 with A, a 3 is worth 5 with B. The throw is all there is to do, and chosen by itself.
        throw(page, "9 3")
        page.get_by_role("button", name="Valerius lives").click()
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")


def test_the_tables_tell_exact_chances_on_a_phone(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH, PHONE, has_touch=True) as page:
        page.locator("label:has(#letters-pair-BC)").tap()
        expect(page.locator(".leader-tables .pick-told")).to_contain_text("731/2000")
        assert [found for found in too_small(page) if not found.startswith("<text")] == []
        assert page.evaluate("document.documentElement.scrollWidth") == 390
