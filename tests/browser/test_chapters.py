"""The chapters in a real browser: by mouse, keys and typed dice; reloaded, with a killed kernel, by a link; on a phone and on a wall."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import AWAKE, check, opened, settled
from tests.support.server import Served

FACING, TURNING, BOARDING = "/en/veneti/01_facing", "/en/veneti/02_turning", "/en/veneti/09_boarding"
PAUSE = 150  # milliseconds


def orders(page: Page) -> list[str]:
    return [" ".join(text.split()) for text in settled(page).locator(".order-title").all_inner_texts()]


def order(page: Page, words: str) -> None:
    page.locator(".desk-orders").get_by_role("button", name=words).click()


def press(page: Page, place: str) -> None:
    page.locator(f'.desk [data-name="{place}"][data-do=press]').click()


def described(page: Page) -> str:
    return settled(page).locator(".desk .in-words p").text_content() or ""


def test_a_room_sees_large_type_and_may_hide_the_odds(browser: Browser, server: Served) -> None:
    with opened(browser, server, BOARDING) as page:
        page.get_by_role("button", name="Projector").click()
        expect(page.locator("#board")).to_have_attribute("width", "640")
        expect(page.locator(".desk-log")).to_be_hidden()
        assert page.locator(".desk-odds .label").first.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)") >= 24
        roll, hide = page.locator("#tray-roll").bounding_box(), page.locator("#odds-hide").bounding_box()
        assert roll
        assert hide
        assert abs(roll["y"] - hide["y"]) < 10
        assert roll["y"] + roll["height"] < 800
        page.locator("#odds-hide").click()
        expect(page.get_by_text("Guess first, then look")).to_be_visible()
        expect(page.locator(".desk-odds .fraction")).to_have_count(0)
        page.get_by_role("button", name="Show odds").click()
        expect(page.locator(".desk-odds .fraction").first).to_be_visible()
        check(page)
        page.get_by_role("button", name="Leave projector").click()
        expect(page.locator("#board")).to_have_attribute("width", "600")


# ------------------------------------------------------------------------------------------------------------------- turning


def test_a_legal_press_moves_her_and_the_goal_says_what_comes_next(browser: Browser, server: Served) -> None:
    with opened(browser, server, TURNING) as page:
        order(page, "Row 2 PM")
        expect(page.get_by_text("Spend 2 PM, step by step")).to_be_visible()
        assert orders(page)[:3] == ["Go ahead", "Veer to port", "Veer to starboard"]
        expect(page.locator(".order-line").first).to_have_text("1 PM. Bow in 0403, heading N")
        press(page, "0403")
        expect(page.locator(".desk .status")).to_contain_text("bow in 0403, heading N")
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name="Undo").click()
        order(page, "Row 1 PM")
        press(page, "0503")
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        page.get_by_role("button", name="Next: Out of the inlet").click()
        expect(page.locator(".goal")).to_contain_text("0408")


def test_a_press_out_of_reach_is_refused_on_the_board_and_in_words_until_the_next(browser: Browser, server: Served) -> None:
    with opened(browser, server, TURNING) as page:
        press(page, "0403")  # before any points are announced
        expect(page.locator(".desk .status")).to_contain_text("6.23")
        order(page, "Row 2 PM")
        press(page, "0602")
        expect(page.locator("#board-refused")).to_be_visible()
        for part in (".desk .status", ".desk-orders .is-refused"):
            expect(page.locator(part).last).to_contain_text("0602 is not one step from Aquila.")
            expect(page.locator(part).last).to_contain_text("6.32")
            expect(page.locator(part).last).to_contain_text("0503")
        press(page, "0503")
        expect(page.locator("#board-refused")).to_have_count(0)
        expect(page.locator(".desk .is-refused", has_text="0602")).to_have_count(0)


def test_keys_alone_reach_the_goal(browser: Browser, server: Served) -> None:
    with opened(browser, server, TURNING) as page:
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('.order-face') && document.activeElement.innerText.includes('Row 1 PM')"):
                break
        page.keyboard.press("Enter")
        expect(page.get_by_text("Spend 1 PM")).to_be_visible()
        for _ in range(40):
            page.keyboard.press("Shift+Tab")
            if page.evaluate("document.activeElement.matches('[data-surface=board]')"):
                break
        for key in ("Home", "ArrowRight", "ArrowUp"):
            page.keyboard.press(key)
            page.wait_for_timeout(PAUSE)
        expect(page.locator(".desk .status")).to_contain_text("0503, open water")
        expect(page.locator("#board-focus")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        page.keyboard.press("Tab")
        assert page.evaluate("!document.activeElement.matches('[data-surface]')")


def test_the_board_grows_and_shrinks_in_its_frame(browser: Browser, server: Served) -> None:
    with opened(browser, server, TURNING) as page:
        page.get_by_role("button", name="Larger").click()
        expect(page.locator("#board")).to_have_attribute("width", "780")
        box = page.locator(".desk .surface").bounding_box()
        assert box
        assert box["width"] == 600
        assert page.locator(".desk .surface").evaluate("(node) => node.scrollLeft") > 0
        order(page, "Row 1 PM")
        press(page, "0503")  # what is pressed has grown with the picture
        expect(page.locator(".goal-end")).to_be_visible()
        page.get_by_role("button", name="Smaller").click()
        page.get_by_role("button", name="Smaller").click()
        expect(page.locator("#board")).to_have_attribute("width", "600")


# -------------------------------------------------------------------------------------------------------------------- facing


def test_any_ship_shows_her_sides_and_can_be_turned_and_answers_count(browser: Browser, server: Served) -> None:
    with opened(browser, server, FACING) as page:
        odds = page.locator(".desk-odds")
        expect(odds).to_contain_text("8 hexes touch Aquila; 6 of them are flank-type")
        press(page, "0504")
        expect(odds).to_contain_text("6 hexes touch Gwennol; 4 of them are flank-type")
        press(page, "0507")
        expect(odds).to_contain_text("8 hexes touch Aquila")
        page.get_by_role("button", name="Turn to starboard").click()
        expect(page.locator(".practice")).to_contain_text("She heads NE")
        page.get_by_role("button", name="A Veneti ship").click()
        page.locator('.practice [data-name="0406"]').click()
        expect(page.locator(".practice")).to_contain_text("6 hexes touch Gwennol")
        page.locator("#tray-roll").click()
        expect(page.locator(".tray-words")).to_contain_text("of 36 lead")
        for key, text in (("eight", "8"), ("flank", "6"), ("seven", "1/6")):
            field = page.locator(f"[data-set='answer:{key}']")
            field.fill(text)
            field.press("Enter")
            expect(page.locator(".challenge.is-right", has=field)).to_be_visible()
        known = page.evaluate("JSON.parse(localStorage.getItem('progress'))")
        assert sorted(known["veneti/01_facing"]["right"]) == ["eight", "flank", "seven"]
        assert known["veneti/01_facing"]["done"] is False  # the goal is still to be reached


# ------------------------------------------------------------------------------------------------------------------ boarding


def test_dice_are_thrown_for_practice_and_then_typed_for_the_order(browser: Browser, server: Served) -> None:
    with opened(browser, server, BOARDING) as page:
        expect(page.locator(".desk-orders .is-refused")).to_contain_text("Corvus is not grappled to Morwen")
        expect(page.locator(".desk-odds .fraction").first).to_contain_text("4")
        for _ in range(2):
            settled(page).locator("#tray-practise").click()
        practice = page.locator(".tray-practice")
        expect(practice.locator(".tray-line")).to_contain_text("You need 5.")
        expect(practice.locator(".tray-count")).to_contain_text("in 2 rolls")
        page.locator("#tray-many").click()
        expect(page.get_by_text("Rolled 1000 times")).to_be_visible()
        expect(page.locator(".desk-odds .rolled")).to_have_count(3)
        expect(page.locator(".goal-end")).to_have_count(0)
        page.locator("#tray-type").click()
        page.locator("#tray-faces").fill("9 9")
        page.keyboard.press("Enter")
        expect(page.locator("#tray-wrong")).to_contain_text("There is no 9 on these dice")
        page.locator("#tray-faces").fill("3 4")
        page.keyboard.press("Enter")
        expect(page.locator(".tray-line")).to_contain_text(re.compile(r"^7 − 1 .* = 6\. You need 5\.$"))
        expect(page.locator(".totals .own")).to_have_count(1)
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")
        expect(page.locator(".desk-log")).to_contain_text("Morwen")
        answer(page, "63.9 %")


def answer(page: Page, text: str) -> None:
    """Answer the first challenge, wrongly first; it takes the answer as readers write it. The stranger writes 23/36."""
    task = page.locator(".challenge").first
    task.get_by_role("textbox").fill("1/2")
    task.get_by_role("button", name="Check").click()
    expect(task.locator(".told.bad")).to_be_visible()
    task.get_by_role("textbox").fill(text)
    task.get_by_role("textbox").press("Enter")
    expect(task.locator(".told.good")).to_contain_text("Right, 23/36.")


def test_a_ruling_takes_effect_at_once_and_an_answer_may_be_a_decimal(browser: Browser, server: Served) -> None:
    with opened(browser, server, BOARDING) as page:
        before = page.locator(".desk-odds").inner_text()
        page.locator("[data-set='switch:boarding_bands'][value=modified]").check(force=True)
        expect(page.locator(".desk-odds")).not_to_have_text(before)
        answer(page, "0.639")


# ------------------------------------------------------------------------------------------------------- coming back to it


def play_to_two(page: Page) -> None:
    order(page, "Row 2 PM")
    press(page, "0403")
    expect(page.locator(".desk .status")).to_contain_text("bow in 0403")


def test_a_reload_restores_and_a_link_opens_the_same_position_elsewhere(browser: Browser, server: Served) -> None:
    with opened(browser, server, TURNING, permissions=["clipboard-read", "clipboard-write"]) as page:
        play_to_two(page)
        before = described(page)
        settled(page).reload()
        expect(page.locator(AWAKE).first).to_be_visible()
        expect(page.get_by_text("Spend 1 PM")).to_be_visible()
        assert described(page) == before
        page.get_by_role("button", name="Copy link").click()
        expect(page.locator("#note")).to_contain_text("Copied.")
        link = page.evaluate("navigator.clipboard.readText()")
        assert link.startswith(server.origin + TURNING + "#s=")
    with opened(browser, server, link.removeprefix(server.origin)) as other:
        expect(other.get_by_text("Spend 1 PM")).to_be_visible()
        assert described(other) == before


def test_a_killed_kernel_is_explained_and_the_game_restored(browser: Browser, server: Served) -> None:
    with opened(browser, server, TURNING) as page:
        play_to_two(page)
        before = described(page)
        kernel = page.locator("[data-kernel]").get_attribute("data-kernel")
        assert kernel
        server.kernel(kernel).kill()
        expect(page.get_by_role("heading", name="The board lost its engine")).to_be_visible()
        expect(page.locator("#lost")).to_contain_text("We will replay your")
        page.get_by_role("button", name="Start it again").click()
        expect(page.locator(AWAKE).first).to_be_visible()
        expect(page.get_by_text("Spend 1 PM")).to_be_visible()
        assert described(page) == before
