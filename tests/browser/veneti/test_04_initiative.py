"""Chapter 4 in a real browser: both set pieces, all 36 throws, and the signal."""

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened, settled, throw, type_dice
from tests.support.server import Served

PATH = "/en/veneti/04_initiative"


def test_the_winner_names_the_first_and_then_two_squadrons_act_at_once(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        expect(page.locator(".desk-odds .fraction").first).to_contain_text("13")
        type_dice(page, "2 4 5 3")
        expect(page.locator(".tray-words")).to_contain_text("a tie, thrown again. Romans 5 + 3 = 8")
        expect(page.locator(".desk-orders .order-next")).to_contain_text("The Romans decide.")
        page.get_by_role("button", name="The Romans act first").click()
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        page.get_by_role("button", name="Next: Two squadrons at once").click()
        expect(page.locator("#board-command")).to_be_visible()
        expect(page.locator(".desk-odds")).to_contain_text("D. Brutus may try once to act together with L. Sura.")
        page.get_by_role("button", name="Try both squadrons").click()
        throw(page, "3")
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")


def test_ratings_are_set_with_the_keys_and_every_throw_is_marked(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        more = page.locator("#opposed-roman-more")
        more.focus()
        for rating in ("3", "4"):
            page.keyboard.press("Enter")
            expect(page.locator(".opposed-ratings output").first).to_have_text(rating)
        expect(more).to_be_focused()
        expect(page.locator(".opposed-table td.is-tie")).to_have_count(4)
        expect(page.locator(".opposed-table td.is-roman")).to_have_count(26)
        page.locator("#opposed-roll").click()
        expect(page.locator(".opposed-round").last).to_contain_text("say who acts first.")
        assert page.locator(".opposed-table .is-thrown").count() >= 1
        page.locator("#signal-roll").click()
        expect(page.locator(".signal .your-roll")).to_have_count(1)
        for key, text in (("edge", "13/16"), ("idle", "1/12"), ("least", "4")):
            field = page.locator(f"[data-set='answer:{key}']")
            field.fill(text)
            field.press("Enter")
            expect(page.locator(".challenge.is-right", has=field)).to_be_visible()
        check(page)
        settled(page).reload()
        expect(page.locator(".opposed-ratings output").first).to_have_text("4")
