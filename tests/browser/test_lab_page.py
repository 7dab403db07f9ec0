"""The lab in a real browser: asked, refused, rolled, by mouse, touch and keyboard, on a wide screen and on a phone."""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, WebSocketRoute, expect

from tests.support.browser import AWAKE, PHONE, WIDE, check
from tests.support.browser import opened as opened_at
from tests.support.server import Served

LAB = "/en/lab"


@contextmanager
def opened(browser: Browser, server: Served, viewport: ViewportSize = WIDE, **options: bool) -> Iterator[Page]:
    with opened_at(browser, server, LAB, viewport, **options) as page:
        yield page


@pytest.fixture
def page(browser: Browser, server: Served) -> Iterator[Page]:
    with opened(browser, server) as live:
        yield live


def rows(page: Page) -> Locator:
    return page.locator("[data-part=odds] .bars li")


# ---------------------------------------------------------------------------------------------------------------- asking


def test_the_page_opens_with_a_question_and_its_exact_answer(page: Page) -> None:
    expect(page).to_have_title("Designers’ lab · rulesdemo")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ask what the dice can do")
    expect(rows(page).first).to_contain_text("Captured, attacker loss 0, defender loss 0")
    expect(rows(page).first).to_contain_text("23/36")
    expect(rows(page).first).to_contain_text("63.9 %")
    expect(page.get_by_text("Setting out the page")).to_be_hidden()


def test_the_page_can_be_read_before_its_scripts_run(browser: Browser, server: Served) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.origin + LAB)
    expect(rows(page).first).to_contain_text("23/36")
    expect(page.get_by_role("button", name="Roll", exact=True)).to_be_disabled()
    expect(page.get_by_text("Setting out the page")).to_be_hidden()
    context.close()


def test_a_changed_input_changes_the_odds(page: Page) -> None:
    page.get_by_role("button", name="Attackers, one less").click()
    expect(page.get_by_role("textbox", name="Attackers")).to_have_value("3")
    # Three against one need 5: 30 of 36 capture, 10 of them (9 to 12) at the price of a marine.
    expect(rows(page).first).to_contain_text("5/9")
    expect(page.locator("#command")).to_contain_text("attackers=3")


def test_a_bad_value_is_refused_beside_its_field_and_nothing_is_lost(page: Page) -> None:
    attackers = page.get_by_role("textbox", name="Attackers")
    attackers.fill("lots")
    refusal = page.locator("#in-attackers-wrong")
    expect(refusal).to_have_text("Attackers must be a whole number from 1 up, not 'lots'")
    expect(attackers).to_have_attribute("aria-invalid", "true")
    expect(attackers).to_have_value("lots")
    expect(page.get_by_text("These are still the odds with 4 marines attacking and with 1 marine defending.")).to_be_visible()
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="Mend the question first")).to_be_visible()
    attackers.fill("4")
    expect(refusal).to_be_empty()
    expect(attackers).not_to_have_attribute("aria-invalid", "true")
    expect(rows(page).first).to_contain_text("23/36")


def test_quick_typing_in_several_fields_loses_nothing(page: Page) -> None:
    page.locator("#in-attackers").fill("7")
    page.locator("#in-defenders").fill("3")
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(page.locator("#command")).to_contain_text("attackers=7 defenders=3")
    expect(page.locator(".verdict")).to_be_visible()


def test_another_game_another_procedure_another_reading(page: Page) -> None:
    page.get_by_role("radio", name=re.compile("^Republic")).check()
    expect(page.locator("#panel-title")).to_have_text("Republic")
    page.get_by_label("What do you want to know?").select_option("republic.full_battle")
    expect(page.locator("[data-part=odds]")).to_contain_text("Each field by itself")
    page.get_by_role("radio", name=re.compile("^Veneti")).check()
    expect(page.locator("#procedure")).to_have_value("veneti.boarding")
    page.get_by_role("radio", name="1", exact=True).check()
    page.locator("#ask-rulings > summary").click()
    page.locator("#switch-boarding_bands").select_option("modified")
    expect(page.locator("[data-part=rests]")).to_contain_text("You chose another reading")
    expect(page.locator("#ask-rulings")).to_have_attribute("open", "")
    expect(page.locator("#command")).to_contain_text("--set boarding_bands=modified")
    page.get_by_role("button", name="Set all back").click()
    expect(page.locator("#switch-boarding_bands")).to_have_value("natural")


def test_the_rule_opens_in_place_in_our_words(page: Page) -> None:
    rule = page.locator("[id='ask-8.23']")
    expect(rule.locator(".rule-text")).to_be_hidden()
    rule.locator("summary").click()
    expect(rule.locator(".rule-text")).to_contain_text("Boarding roll")


def test_a_slider_and_its_box_go_together(page: Page) -> None:
    page.get_by_label("What do you want to know?").select_option("veneti.wind")
    slider = page.get_by_role("slider", name="Strength")
    slider.fill("5")
    expect(page.get_by_role("textbox", name="Strength")).to_have_value("5")
    expect(page.locator("#command")).to_contain_text("strength=5")


def test_the_command_can_be_copied(browser: Browser, server: Served) -> None:
    with opened(browser, server) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        button = page.get_by_role("button", name="Copy: On the command line")
        button.click()
        expect(button).to_have_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()") == "rulesdemo odds veneti.boarding attackers=4 defenders=1 height=0"


# --------------------------------------------------------------------------------------------------------------- rolling


def test_a_roll_and_a_thousand(page: Page) -> None:
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(page.locator(".throw .die")).to_have_count(2)
    expect(page.locator(".throw")).to_contain_text(re.compile(r"Faces \d \d\. This had a chance of \d+/\d+, \d+\.\d %\."))
    expect(page.locator(".your-roll")).to_have_count(1)
    page.get_by_role("button", name="Roll 1000 times").click()
    expect(page.get_by_text("Rolled 1000 times, seed")).to_be_visible()
    expect(rows(page).first.locator(".rolled")).to_contain_text(re.compile(r"rolled \d+\.\d %"))


def test_a_joint_distribution_of_thousands_stays_quick(page: Page) -> None:
    page.get_by_role("radio", name=re.compile("^Escadres")).check()
    page.get_by_label("What do you want to know?").select_option("escadres.volley")
    page.locator("#in-dice").fill("12")
    page.locator("#in-power").fill("10")
    expect(page.locator("#command")).to_contain_text("dice=12 power=10")
    expect(page.locator("[data-part=odds] h4")).to_have_count(7)


# -------------------------------------------------------------------------------------------------------------- keyboard


def test_everything_works_by_keyboard(page: Page) -> None:
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#page")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name=re.compile("^Veneti"))).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#panel-title")).to_have_text("Broadside")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#panel-title")).to_have_text("Veneti")
    page.keyboard.press("Tab")
    expect(page.locator("#procedure")).to_be_focused()
    page.keyboard.press("Tab")  # the first rule
    page.keyboard.press("Enter")
    expect(page.locator("[id='ask-8.23'] .rule-text")).to_be_visible()
    tab_to(page, "#in-attackers")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#in-attackers")).to_have_value("5")
    expect(page.locator("#in-attackers")).to_be_focused()
    expect(page.locator("#command")).to_contain_text("attackers=5")
    tab_to(page, "[name=in-height]")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#command")).to_contain_text("height=1")
    tab_to(page, "#roll")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_be_visible()
    expect(page.locator("#roll")).to_be_focused()  # and can be pressed again
    page.keyboard.press("Space")
    tab_to(page, "#ask-rulings > summary")
    page.keyboard.press("Enter")
    tab_to(page, "#switch-boarding_bands")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#command")).to_contain_text("--set boarding_bands=modified")
    expect(page.locator("#switch-boarding_bands")).to_be_focused()


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something is reached; what is focused on the way must be seen to be focused."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        ring = page.evaluate(
            """() => {
                const focused = document.activeElement;
                return [focused, focused.nextElementSibling, focused.closest('div')].filter(Boolean).map(node => getComputedStyle(node))
                    .some(style => parseFloat(style.outlineWidth) >= 3 && style.outlineStyle !== 'none')
            }"""
        )
        assert ring, page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    pytest.fail(f"Tab never reached {selector}")


def test_the_odds_are_announced(page: Page) -> None:
    status = page.get_by_role("status").filter(has_text="Largest chance")
    expect(status).to_contain_text("3 outcomes. Largest chance: Captured, attacker loss 0, defender loss 0, 23/36, 63.9 %.")
    page.locator("#in-attackers").fill("x")
    expect(page.get_by_role("status").filter(has_text="Attackers must be")).to_have_count(1)


# ------------------------------------------------------------------------------------------------------------ the phone


def unfold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_nothing_is_wider_than_the_page_nor_too_small(browser: Browser, server: Served, viewport: ViewportSize) -> None:
    with opened(browser, server, viewport) as page:
        page.get_by_role("button", name="Roll", exact=True).click()
        expect(page.locator(".verdict")).to_be_visible()
        unfold(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        small = page.evaluate(
            """() => [...document.querySelectorAll('a, button, select, summary, label:has(input), .text, .number, .slider')]
                .filter(node => node.getClientRects().length)
                .map(node => [node.outerHTML.slice(0, 90), node.getBoundingClientRect()])
                .filter(([, box]) => box.bottom > 0 && (box.width < 44 || box.height < 44)).map(([text]) => text)"""
        )
        assert small == []
        tiny = page.evaluate(
            """() => [...document.querySelectorAll('body *')]
                .filter(node => [...node.childNodes].some(each => each.nodeType === 3 && each.data.trim()))
                .filter(node => parseFloat(getComputedStyle(node).fontSize) < 13).map(node => node.outerHTML.slice(0, 90))"""
        )
        assert tiny == []


def test_a_finger_can_do_it_all(browser: Browser, server: Served) -> None:
    with opened(browser, server, PHONE, has_touch=True, is_mobile=True) as page:
        page.get_by_role("radio", name=re.compile("^Broadside")).tap()
        expect(page.locator("#panel-title")).to_have_text("Broadside")
        page.get_by_role("radio", name=re.compile("^Veneti")).tap()
        page.get_by_role("button", name="Defenders, one more").tap()
        expect(page.locator("#command")).to_contain_text("defenders=2")
        page.get_by_role("button", name="Roll", exact=True).tap()
        expect(page.locator(".verdict")).to_be_visible()


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing(browser: Browser, server: Served, viewport: ViewportSize) -> None:
    with opened(browser, server, viewport) as page:
        page.get_by_role("button", name="Roll", exact=True).click()
        expect(page.locator(".verdict")).to_be_visible()
        check(page)
        unfold(page)
        page.locator("#in-attackers").fill("lots")
        expect(page.locator("#in-attackers-wrong")).not_to_be_empty()
        check(page)
        page.get_by_role("radio", name=re.compile("^Escadres")).check()
        page.get_by_label("What do you want to know?").select_option("escadres.volley")
        expect(page.locator("[data-part=odds] h4")).to_have_count(7)
        check(page)


def test_it_prints_without_its_buttons(page: Page) -> None:
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Roll", exact=True)).to_be_hidden()
    expect(rows(page).first).to_be_visible()


def test_reduced_motion_moves_nothing(browser: Browser, server: Served) -> None:
    with opened(browser, server) as page:
        page.emulate_media(reduced_motion="reduce")
        assert page.evaluate("getComputedStyle(document.querySelector('.bar')).animationName") == "none"
        assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


# ---------------------------------------------------------------------------------------------------------- when things end


def test_a_reload_asks_the_same_question_again(page: Page) -> None:
    page.get_by_label("What do you want to know?").select_option("veneti.grapple")
    page.locator("#in-crew").fill("3")
    expect(page.locator("#command")).to_contain_text("crew=3")
    page.reload()
    expect(page.locator(AWAKE)).to_be_visible()
    expect(page.locator("#procedure")).to_have_value("veneti.grapple")
    expect(page.locator("#command")).to_contain_text("veneti.grapple crew=3")
    expect(page.locator("#in-crew")).to_have_value("3")


def kernel_id(page: Page) -> str:
    found = page.locator("[data-kernel]").get_attribute("data-kernel")
    assert found
    return found


def test_a_page_that_closes_ends_its_kernel(browser: Browser, server: Served) -> None:
    with opened(browser, server) as page:
        process = server.kernel(kernel_id(page))
        page.close()  # the tab alone: a browser that ends altogether may not get round to saying good-bye
        assert psutil.wait_procs([process], timeout=20)[1] == []


def test_a_lost_kernel_is_said_and_the_question_comes_back(page: Page, server: Served) -> None:
    page.locator("#in-attackers").fill("6")
    expect(page.locator("#command")).to_contain_text("attackers=6")
    server.kernel(kernel_id(page)).send_signal(signal.SIGKILL)
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("#lost")).to_contain_text("The page lost its engine")
    expect(page.locator("#lost")).to_contain_text("Nothing you did. The page can be read")
    expect(page.locator("#lost")).to_contain_text("Your question is kept in this browser.")
    expect(page.get_by_role("button", name="Roll", exact=True)).to_be_disabled()
    expect(rows(page).first).to_be_visible()
    page.get_by_role("button", name="Start it again").click()
    expect(page.locator(AWAKE)).to_be_visible()
    expect(page.locator("#command")).to_contain_text("attackers=6")


def test_a_broken_line_is_mended(browser: Browser, server: Served) -> None:
    page = browser.new_page()
    lines: list[WebSocketRoute] = []

    def pass_on(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    page.route_web_socket(re.compile("/channels"), pass_on)
    page.goto(server.origin + LAB)
    expect(page.locator(AWAKE)).to_be_visible()
    lines[0].close(code=1012)  # as when a lid was closed
    page.locator("#in-attackers").fill("9")
    expect(page.locator("#command")).to_contain_text("attackers=9")
    assert len(lines) == 2
    expect(page.locator("#lost")).to_be_hidden()
    page.close()


def test_pictures_for_a_look(page: Page, tmp_path: Path) -> None:
    """A change of the page is to be looked at; here it must at least be drawable in full."""
    page.screenshot(path=tmp_path / "lab.png", full_page=True)
    assert (tmp_path / "lab.png").stat().st_size > 50_000
