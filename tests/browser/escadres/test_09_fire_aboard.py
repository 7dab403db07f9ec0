"""Escadres 9 in a real browser: a ship burns and is fought for on the board, and her chances follow, turn by turn and in the end."""

from playwright.sync_api import Browser, expect

from tests.support.browser import PHONE, check, opened, throw
from tests.support.server import Served

FIRE = "/en/escadres/09_fire_aboard"


def test_fires_burn_are_fought_and_the_chances_follow(browser: Browser, server: Served) -> None:
    with opened(browser, server, FIRE) as page:
        # The throw that is due is chosen: two damage dice. A 3 takes one power, a 1 nothing.
        expect(page.locator(".desk-orders")).to_contain_text("Throw for the fires aboard Aurore")
        throw(page, "3 1")
        expect(page.locator("#board-sheet_20_aurore")).to_have_attribute("aria-label", "Aurore: Power 4/10, Crew 8/8")
        expect(page.locator(".blaze-who")).to_contain_text("her fires still to be fought")
        page.locator("#blaze-turns-less").click()
        page.locator("#blaze-turns-less").click()
        # Two fires and training 0: both out with 1/4, and nothing explodes before the next turn.
        expect(page.locator("#blaze-now .is-out")).to_contain_text("25.0 %")
        expect(page.locator("#blaze-now .is-exploded")).to_contain_text("0.0 %")
        throw(page, "6 4")
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        expect(page.locator(".blaze-who")).to_contain_text("Nothing burns on the board")
        check(page)


def test_a_ship_of_his_own_by_keyboard_and_kept_over_a_reload(browser: Browser, server: Served) -> None:
    with opened(browser, server, FIRE) as page:
        for _ in range(4):
            page.locator("#blaze-power-less").press("Enter")
        page.locator("#blaze-fires-less").press("Enter")
        expect(page.locator(".blaze-who")).to_have_text("A ship of your own.")
        for _ in range(2):
            page.locator("#blaze-turns-less").press("Enter")
        # Question 9, power 1 and one fire: explodes 43/108, out 127/432.
        expect(page.locator("#blaze-now .is-exploded")).to_contain_text("39.8 %")
        expect(page.locator("#blaze-now .is-out")).to_contain_text("29.4 %")
        page.locator("#survival-0_1").press("ArrowRight")
        expect(page.locator(".survival-told")).to_contain_text("Training 0, 2 fires: saved with chance 0.98046787")
        page.reload()
        expect(page.locator(".blaze-who")).to_have_text("A ship of your own.")
        expect(page.locator("#survival-0_2")).to_be_checked()
        page.locator("#blaze-board").click()
        expect(page.locator(".blaze-who")).to_contain_text("Aurore as she is on the board now.")


def test_a_phone_picks_a_cell_and_opens_the_exact_number(browser: Browser, server: Served) -> None:
    with opened(browser, server, FIRE, PHONE, has_touch=True) as page:
        page.locator("#survival--2_3").locator("xpath=..").tap()
        told = page.locator(".survival-told")
        expect(told).to_contain_text("Training −2, 3 fires: saved with chance 0.4613078")
        told.locator("summary").tap()
        expect(told.locator("code")).to_contain_text("√91369")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
