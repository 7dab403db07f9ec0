"""Chapter 12 in a real browser: the track follows the turn, on a wide page and on a phone, and the record is replayed."""

from playwright.sync_api import Browser, expect

from tests.support.browser import PHONE, check, opened, throw
from tests.support.server import Served

PATH = "/en/veneti/12_whole_turn"


def test_the_track_says_where_we_are_and_whose_decision_it_is(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        now = page.locator(".track-now")
        current = page.locator(".track-phases [aria-current=step]")
        expect(current).to_contain_text("C Initiative")
        track, board = page.locator(".turn-track").bounding_box(), page.locator("#board").bounding_box()
        assert track
        assert board
        assert track["y"] + track["height"] < board["y"]
        throw(page, "1 6")  # the Veneti have won, and say by themselves who acts first
        expect(current).to_contain_text("D Speed")
        expect(now).to_contain_text("The Romans decide.")
        page.locator(".desk-orders").get_by_role("button", name="Go on").click()
        expect(current).to_contain_text("E Activation")
        expect(page.locator(".track-phases .tick-mark")).to_have_count(4)
        expect(now).to_contain_text("The Romans decide.")
        page.locator("#track-all > summary").click()
        expect(page.locator(".track-steps [aria-current=step]")).to_contain_text("E Movement")
        check(page)


def test_a_phone_gets_the_track_in_a_line(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH, PHONE, has_touch=True) as page:
        expect(page.locator(".track-phases")).to_be_hidden()
        expect(page.locator(".track-now")).to_contain_text("Step 4 of 17: Initiative.")
        expect(page.locator(".track-now")).to_contain_text("Next: First mover.")


def test_the_record_is_replayed_to_its_end_and_asked_about(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        panel = page.locator(".record")
        expect(panel.locator(".record-now")).to_contain_text("Step 0 of 38.")
        page.locator("#replay-next").focus()
        page.keyboard.press("Enter")
        expect(panel.locator(".record-now")).to_contain_text("Step 1 of 38.")
        expect(page.locator("#replay-next")).to_be_focused()
        page.locator("#replay-end").click()
        expect(panel.locator(".log")).to_contain_text("Ursa loses 1 marine.")
        field = page.locator("[data-set='answer:ursa']")
        field.fill("2")
        field.press("Enter")
        expect(page.locator(".challenge", has=field)).to_contain_text("what it was after step 37 of 38")
        field.fill("1")
        field.press("Enter")
        expect(page.locator(".challenge.is-right", has=field)).to_be_visible()
