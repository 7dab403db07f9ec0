"""Chapter 3 in a real browser: ships are carried by mouse, finger and keys, and the board says who hears the leader."""

from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.browser import PHONE, check, opened
from tests.support.server import Served

CHAPTER = "/en/veneti/03_squadrons"
PAUSE = 120  # milliseconds


def middle(page: Page, place: str) -> tuple[float, float]:
    hexagon = page.locator(f'.signals-practice polygon[data-name="{place}"]')
    box = hexagon.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def line(page: Page, ship: str) -> Locator:
    return page.locator(".heard li", has_text=ship)


def drag(page: Page, start: str, end: str) -> None:
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    page.mouse.move(*middle(page, end), steps=4)
    page.mouse.up()


def test_a_ship_is_dragged_pressed_and_refused(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        board = page.locator("[data-surface=signals]")
        board.scroll_into_view_if_needed()
        expect(line(page, "Celer")).to_contain_text("enemies are in the way, and round them it is 3")
        expect(page.locator("#signals-cut")).to_be_attached()
        drag(page, "0503", "0903")  # the enemy who is in the way
        expect(line(page, "Celer")).to_contain_text("In: 2 hexes from Aquila")
        expect(page.locator("#signals-cut")).to_have_count(0)
        drag(page, "0604", "0404")  # where Lupa lies
        expect(page.locator(".practice-said")).to_contain_text("Lupa fills 0404, and a hex holds one ship.")
        expect(line(page, "Celer")).to_contain_text("In: 2 hexes")
        # A press picks her up, the next puts her down; a drag that ends where it began is neither.
        page.mouse.move(*middle(page, "0406"))
        page.mouse.down()
        page.mouse.move(*middle(page, "0605"), steps=3)
        page.mouse.move(*middle(page, "0406"), steps=3)
        page.mouse.up()
        page.wait_for_timeout(PAUSE)
        expect(page.locator(".practice-said")).to_contain_text("Lupa fills 0404")
        page.mouse.click(*middle(page, "0406"))
        expect(page.locator(".practice-said")).to_contain_text("Ursa is picked up")
        page.mouse.click(*middle(page, "0807"))
        expect(line(page, "Ursa")).to_contain_text("Out: ")
        check(page)


def test_keys_alone_carry_and_turn_a_ship_and_leave_the_board(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER) as page:
        page.locator("[data-surface=signals]").focus()
        said = page.locator(".practice-said")
        keys = ["PageDown", "PageDown", "PageDown", "Enter", "ArrowRight", "ArrowDown", "Enter"]
        told = ["Aquila", "Lupa", "Ursa", "Ursa is picked up", "would lie in 0506 and 0507", "0507 and 0508", "Ursa lies in 0507 and 0508"]
        for key, words in zip(keys, told, strict=True):
            page.keyboard.press(key)
            expect(said).to_contain_text(words)
        expect(line(page, "Ursa")).to_contain_text("Out: ")
        page.keyboard.press("r")
        expect(said).to_contain_text("heading NE")
        page.keyboard.press("Shift+R")
        expect(said).to_contain_text("heading N.")
        page.keyboard.press("Tab")
        assert page.evaluate("!document.activeElement.matches('[data-surface]')")


def test_a_finger_carries_a_ship_and_scrolls_everywhere_else(browser: Browser, server: Served) -> None:
    with opened(browser, server, CHAPTER, PHONE, has_touch=True) as page:
        page.locator("[data-surface=signals]").scroll_into_view_if_needed()
        touch = page.context.new_cdp_session(page)

        def swipe(start: tuple[float, float], end: tuple[float, float]) -> None:
            steps = [(start[0] + (end[0] - start[0]) * n / 6, start[1] + (end[1] - start[1]) * n / 6) for n in range(7)]
            touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": steps[0][0], "y": steps[0][1]}]})
            for x, y in steps[1:]:
                touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
            touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

        before = page.evaluate("scrollY")
        swipe(middle(page, "0406"), middle(page, "0606"))
        expect(page.locator(".practice-said")).to_contain_text("Ursa lies in 0606 and 0607")
        assert page.evaluate("scrollY") == before
        scrolled = "scrollY + document.querySelector('[data-surface=signals]').scrollTop"
        before = page.evaluate(scrolled)
        swipe(middle(page, "0208"), middle(page, "0205"))  # open water
        page.wait_for_function(f"(was) => {scrolled} > was + 20", arg=before)
        expect(page.locator(".practice-said")).to_contain_text("Ursa lies in 0606 and 0607")
