"""A whole battle in a real browser: orders, dice and the captain, with a save, a reload and a look back on the way, to the story."""

import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.browser import AWAKE, PHONE, WIDE, check, opened, play, settled, too_small
from tests.support.server import Served

SANDBOX = "/en/veneti/sandbox"
MOST_ACTS = 800  # of the reader's in one battle; more mean that it does not end


def orders_so_far(page: Page) -> int:
    return int(page.locator("#look-back").get_attribute("max") or 0)


def readers_move(page: Page) -> Page:
    """The page, once it is the reader's move and nothing is on its way."""
    expect(page.locator("#orders-title")).to_have_text("The Romans: your move", timeout=30_000)
    return settled(page)


def test_a_whole_battle_against_the_captain(browser: Browser, server: Served, tmp_path: Path) -> None:
    with opened(browser, server, SANDBOX, waits=False, accept_downloads=True) as page:
        play(page, 30)
        readers_move(page)
        # A save, and the same game again after a reload.
        with page.expect_download() as saving:
            page.locator("#bar-save").click()
        saved = tmp_path / "saved.json"
        saving.value.save_as(saved)
        before = orders_so_far(page)
        assert len(json.loads(saved.read_text(encoding="utf-8"))["steps"]) == before > 10
        readers_move(page).reload()
        expect(page.locator(AWAKE).first).to_be_visible()
        expect(page.locator("#look-back")).to_have_attribute("max", str(before))
        # A look back: the slider, one more step by its button, and back to the game.
        board = page.locator("#board-ships").inner_html()
        page.locator("#look-back").fill("4")
        expect(page.locator("#orders-title")).to_have_text("Looking back")
        expect(page.locator("[data-part=orders]")).to_contain_text(f"After order 4 of {before}")
        page.get_by_role("button", name="One order on").click()
        expect(page.locator("[data-part=orders]")).to_contain_text(f"After order 5 of {before}")
        expect(page.locator("#look-back")).to_have_value("5")
        assert page.locator(".log-list .is-lit").count() > 0
        page.get_by_role("button", name="Back to the game").click()
        expect(page.locator("#orders-title")).not_to_have_text("Looking back")
        assert page.locator("#board-ships").inner_html() == board
        # To the end.
        assert play(page, MOST_ACTS) < MOST_ACTS
        expect(page.locator("#orders-title")).to_have_text(re.compile(r"(The Romans|The Veneti) have won\.|Nobody has won\."))
        expect(page.locator("[data-part=trouble]")).to_be_empty()
        story = page.locator("#story")
        expect(story.get_by_role("heading", level=2)).to_have_text("An evening off the coast")
        expect(story.locator("#story-board")).to_be_visible()
        expect(story).to_contain_text("Losses")
        check(page)
        page.emulate_media(media="print")
        expect(story).to_be_visible()
        expect(page.locator("#bar-save")).to_be_hidden()


def test_the_captain_shows_his_orders_and_can_be_stopped(browser: Browser, server: Served) -> None:
    with opened(browser, server, SANDBOX, waits=False) as page:
        page.locator("#setup > summary").click()
        page.get_by_label("The Romans", exact=True).select_option("captain")
        page.get_by_label("The computer's orders come").select_option("step")
        expect(page.locator("#look-back")).to_have_attribute("max", "0")  # nobody moves before the reader begins
        page.locator("#do-start").click()
        expect(page.locator("#look-back")).not_to_have_attribute("max", "0")
        page.locator("#do-stop").click()
        expect(page.locator("#do-go-on")).to_be_visible()
        stopped = orders_so_far(page)
        time.sleep(1.5)
        assert orders_so_far(page) == stopped
        page.locator("#do-go-on").click()
        expect(page.locator("#look-back")).not_to_have_attribute("max", str(stopped))


def test_resting_on_an_order_shows_its_odds_and_chooses_nothing(browser: Browser, server: Served) -> None:
    with opened(browser, server, SANDBOX, waits=False) as page:
        page.locator("#setup > summary").click()
        page.get_by_label("The Veneti", exact=True).select_option("you")
        for _ in range(40):
            if page.locator("[data-part=orders] [data-hover]").count() and not page.locator("#tray-roll").count():
                break
            play(page, 1)
        row = page.locator("[data-part=orders] [data-hover]").first
        before = orders_so_far(page)
        row.hover()
        expect(page.locator(".card h3")).to_have_text(row.locator(".order-title").inner_text())
        expect(page.locator(".card .percent").first).to_be_visible()
        assert orders_so_far(page) == before
        page.locator(".turn-track").hover()
        expect(page.locator(".card")).to_be_hidden()
        row.focus()
        expect(page.locator(".card")).to_be_visible()


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_nothing_is_too_small_nor_in_anybodys_way(browser: Browser, server: Served, viewport: ViewportSize) -> None:
    with opened(browser, server, SANDBOX, viewport, waits=False) as page:
        play(page, 6)
        # Numbers and names on the map are drawn, as on a printed one; everything else can be read and pressed.
        assert [each for each in too_small(page) if not each.startswith("<text")] == []
        check(page)


def test_the_first_screen_holds_board_orders_and_whose_turn_it_is(browser: Browser, server: Served) -> None:
    with opened(browser, server, SANDBOX, waits=False) as page:
        page.locator("#do-start").click()
        for place in ("#who", "[data-surface]", "#orders-0", "#look-back"):
            box = page.locator(place).bounding_box()
            assert box is not None
            assert box["y"] + min(box["height"], 44) <= 900
        surface = page.locator("[data-surface]").bounding_box()
        assert surface is not None
        assert surface["width"] > 800
        # The board is drawn along by the mouse, which presses nothing.
        before = page.locator("[data-surface]").evaluate("(node) => [node.scrollLeft, node.scrollTop]")
        page.mouse.move(surface["x"] + 400, surface["y"] + 300)
        page.mouse.down()
        page.mouse.move(surface["x"] + 340, surface["y"] + 200, steps=4)
        page.mouse.up()
        after = page.locator("[data-surface]").evaluate("(node) => [node.scrollLeft, node.scrollTop]")
        assert after != before
        expect(page.locator("[data-part=said]")).to_be_empty()


def test_a_duel_under_sail_against_the_captain(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/en/escadres/sandbox", waits=False) as page:
        play(page, MOST_ACTS)
        expect(page.locator("#story")).to_contain_text("A duel of 74s")
        expect(page.locator("[data-part=orders]")).to_contain_text("took or destroyed")
        check(settled(page))


def test_the_dice_of_a_broadside_take_several_lines_on_a_phone(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/en/escadres/sandbox", PHONE, waits=False) as page:
        play(page, 2)
        expect(page.locator(".fallen .die").first).to_be_visible()
        # At one go, because the captain plays on: as if the chit that was drawn had been a volley with its criticals.
        wide, words = page.evaluate(
            """() => {
                const dice = document.querySelector(".fallen .dice");
                while (dice.childElementCount < 16) dice.append(dice.querySelector(".die").cloneNode(true));
                return [document.documentElement.scrollWidth, dice.nextElementSibling.getBoundingClientRect().width];
            }"""
        )
        assert wide == PHONE["width"]
        assert words > PHONE["width"] / 2


def test_an_enemy_under_sail_is_looked_at_by_pointer_keys_and_press(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/en/escadres/sandbox", waits=False) as page:
        page.locator("#setup summary").click()
        page.locator("#seat-french").select_option("you")
        settled(page).locator("#do-new-game-setup").click()
        # The captain may have played already.
        if settled(page).get_by_role("button", name="Begin the new one").is_visible():
            page.get_by_role("button", name="Begin the new one").click()
        settled(page).locator("#tray-type").click()
        page.locator("[data-part=orders]").get_by_role("button", name="Aurore").click()
        expect(settled(page).locator("#board-zones")).to_be_attached()
        lion = page.locator('.desk polygon[data-name="0612"]')
        lion.hover(force=True)
        expect(page.locator(".glance")).to_contain_text("If Aurore fired at Lion now")
        expect(page.locator(".glance")).to_contain_text("10 − 9 = 1 die")
        expect(page.locator("#board-cones")).to_be_attached()
        page.locator(".turn-track").hover()
        expect(page.locator(".glance")).to_have_count(0)
        lion.click(force=True)
        expect(page.locator(".glance.is-pinned")).to_contain_text("On average she loses")
        check(settled(page))
        page.locator(".surface").focus()
        page.keyboard.press("Escape")
        expect(page.locator(".glance")).to_have_count(0)
        page.keyboard.press("a")
        expect(page.get_by_role("button", name="Fire arcs")).to_have_attribute("aria-pressed", "false")
        expect(page.locator("#board-zones")).to_have_count(0)
