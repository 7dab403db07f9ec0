"""Escadres 4 in a real browser: chits drawn by name, pressed and typed, and a bag whose odds follow."""

from playwright.sync_api import Browser, expect

from tests.support.browser import PHONE, check, opened, settled, too_small
from tests.support.server import Served

PATH = "/en/escadres/04_the_bag"


def test_chits_are_named_and_the_bag_follows_draw_by_draw(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        bag, odds = page.locator(".bag-cloth"), page.locator(".bag-odds .bars li")
        expect(bag.locator("li")).to_have_count(6)
        expect(odds.nth(2)).to_contain_text("1/5")
        expect(odds.nth(3)).to_contain_text("1/20")
        page.get_by_role("button", name="Name a chit").click()
        page.locator(".tray-chits").get_by_role("button", name="Nymphe").click()
        expect(page.locator(".drawn-chit")).to_have_text("Nymphe")
        expect(page.locator(".bag-out li")).to_contain_text("Nymphe")
        expect(odds.nth(0)).to_contain_text("2/5")
        expect(odds.nth(3)).to_contain_text("1/10")
        page.locator(".desk-orders").get_by_role("button", name="End the move").click()
        page.locator("#tray-faces").fill("thetis")
        page.keyboard.press("Enter")
        expect(page.locator(".drawn-chit")).to_have_text("Thétis")
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        expect(bag.locator("li")).to_have_count(4)


def test_any_two_ships_are_asked_about_and_the_answers_count(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        page.locator("#bag-one").select_option("circe")
        page.locator("#bag-other").select_option("amazon")
        expect(page.locator(".bag-odds")).to_contain_text("Circe plays before Amazon")
        page.locator(".bag-ask label", has_text="British").click()
        expect(page.locator(".bag-odds")).to_contain_text("All British chits before any French one")
        for key, text in (("all", "5 %"), ("before", "1/2"), ("half", "4")):
            field = page.locator(f"[data-set='answer:{key}']")
            field.fill(text)
            field.press("Enter")
            expect(page.locator(".challenge.is-right", has=field)).to_be_visible()
        check(page)
        settled(page).reload()
        expect(page.locator("#bag-one")).to_have_value("circe")


def test_a_phone_has_room_for_every_chit(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH, PHONE, has_touch=True) as page:
        page.locator("#tray-type").tap()
        expect(page.locator(".tray-chits button")).to_have_count(6)
        assert [found for found in too_small(page) if not found.startswith("<text")] == []
        check(page)
