"""Written orders in a real browser: a whole duel by typed orders, two readers with a curtain between them, and a move in slow motion."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.browser import AWAKE, PHONE, WIDE, check, opened, settled, too_small
from tests.support.server import Served

SANDBOX = "/en/broadside/sandbox"
MOST_ACTS = 400
HIDDEN = "1G1D1"  # an order that is written like this nowhere else on the page

# The script types an order that spends all that inertia allows, with a turn to the left where there is room for one, closes the log,
# takes the first target, rolls as soon as dice are due, and skips the captain's orders.
PLAY = """async (most) => {
  const orders = document.querySelector("[data-part=orders]");
  const changed = (patience) => new Promise((done) => {
    const watch = new MutationObserver(() => { watch.disconnect(); done(true); });
    watch.observe(orders, { childList: true, subtree: true });
    setTimeout(() => { watch.disconnect(); done(false); }, patience);
  });
  let acts = 0;
  for (; acts < most && !orders.querySelector("a[href='#story']"); acts += 1) {
    const find = (selector) => orders.querySelector(selector);
    const close = find("#slate-close");
    if (close) {
      const m = Number([...orders.querySelectorAll(".slate-window .may")].at(-1)?.textContent ?? 0);
      const field = find(".slate-line input");
      field.value = m > 1 ? `1G${m - 1}` : String(m);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const due = close ?? find("#do-start-here") ?? find("#tray-roll");
    const button = due ?? find("[data-do=jump]") ?? find("[data-do=choose]:not(.is-refused *)");
    const soon = changed(button?.dataset.do === "jump" ? 20000 : 3000);
    button?.click();
    await soon;
  }
  return acts;
}"""


def two_readers(page: Page) -> None:
    """A new duel with a reader on either side, up to the first curtain."""
    page.locator("#setup summary").click()
    page.locator("#seat-french").select_option("you")
    settled(page).locator("#do-new-game-setup").click()
    # The captain may have played already.
    begin = settled(page).locator("#do-begin")
    if begin.is_visible():
        begin.click()
    expect(page.locator("#tray-type")).to_be_visible()
    settled(page)
    if not page.locator("#tray-faces").is_visible():
        page.locator("#tray-type").click()
    page.locator("#tray-faces").fill("1")
    page.keyboard.press("Enter")
    expect(page.locator("#do-uncover")).to_be_visible()


def test_a_whole_duel_by_typed_orders(browser: Browser, server: Served, tmp_path: Path) -> None:
    with opened(browser, server, SANDBOX, waits=False, accept_downloads=True) as page:
        page.locator("#do-start").click()
        field = page.locator("#slate-lion")
        expect(field).to_be_visible(timeout=30_000)
        # What is typed is read at once: the character that is wrong, its rule, and where a good order leads.
        field.fill("1GG1")
        expect(page.locator(".slate-echo mark")).to_have_text("G")
        expect(page.locator("#slate-lion-told")).to_contain_text("Two pivots in one hex.")
        expect(field).to_have_attribute("aria-invalid", "true")
        may = int(page.locator(".slate-window .may").last.inner_text())
        field.fill(str(may))
        expect(page.locator("#slate-lion-told")).to_contain_text(f"{may} M.")
        expect(page.locator(".slate-window .now")).to_have_text(str(may))
        # A save before the reveal holds the captain's order and ours under seals, and a reload brings our order back.
        settled(page)
        with page.expect_download() as saving:
            page.locator("#bar-save").click()
        saved = tmp_path / "saved.json"
        saving.value.save_as(saved)
        steps = json.loads(saved.read_text(encoding="utf-8"))["steps"]
        assert sum("sealed" in step for step in steps) == 2
        assert not any(step.get("order") == "plot" for step in steps)
        settled(page).reload()
        expect(page.locator(AWAKE).first).to_be_visible()
        expect(field).to_have_value(str(may))
        page.locator("#slate-close").click()
        expect(page.locator("[data-part=slow]")).to_contain_text("The last move in slow motion", timeout=30_000)
        # To the end.
        page.locator("#setup summary").click()
        page.locator("#pace").select_option("jump")
        assert page.evaluate(PLAY, MOST_ACTS) < MOST_ACTS
        expect(page.locator("#orders-title")).to_have_text(re.compile(r"(The French|The British) have won\.|Nobody has won\."))
        expect(page.locator("[data-part=trouble]")).to_be_empty()
        expect(page.locator("#story")).to_contain_text("A duel of 74s")
        check(settled(page))


def test_the_page_never_holds_what_the_other_side_has_written(browser: Browser, server: Served) -> None:
    with opened(browser, server, SANDBOX, waits=False) as page:
        two_readers(page)
        check(page)
        expect(page.locator("#slate-aurore")).to_have_count(0)
        page.locator("#do-uncover").click()
        page.locator("#slate-aurore").fill(HIDDEN)
        expect(page.locator("#slate-aurore-told")).to_contain_text("M")
        check(settled(page))
        page.locator("#slate-aurore-told").wait_for()
        is_good = page.locator(".slate-line.is-good").count() == 1
        if not is_good:  # after a wind that leaves less room
            page.locator("#slate-aurore").fill("1G1")
        page.locator("#slate-close").click()
        expect(page.locator("#do-uncover")).to_contain_text("The British are here")
        settled(page)
        held = page.content() + page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, location.href])")
        assert HIDDEN not in held
        # Taking back brings the curtain of the French, not their log.
        page.locator("#bar-undo").click()
        expect(page.locator("#do-uncover")).to_contain_text("The French are here")
        settled(page)
        assert HIDDEN not in page.content()
        page.locator("#bar-redo").click()
        expect(page.locator("#do-uncover")).to_contain_text("The British are here")
        page.locator("#do-uncover").click()
        page.locator("#slate-close").click()
        expect(page.locator("[data-part=log]")).to_contain_text(f"Aurore {HIDDEN if is_good else '1G1'}")


def test_a_move_is_seen_again_by_buttons_keys_and_slider(browser: Browser, server: Served) -> None:
    with opened(browser, server, SANDBOX, waits=False, reduced_motion="reduce") as page:
        two_readers(page)
        for _side in ("french", "british"):
            page.locator("#do-uncover").click()
            page.locator("#slate-close").click()
            settled(page)
        slider = page.locator("#slow-slider")
        last = slider.get_attribute("max")
        expect(page.locator("#slow-play")).to_be_hidden()  # the reader has asked for less motion
        slider.fill("0")
        expect(page.locator("[data-part=slow_said]")).to_contain_text(f"Moment 0 of {last}. Before the move.")
        page.locator("#slow-after").click()
        expect(page.locator("[data-part=slow_said]")).to_contain_text(f"Moment 1 of {last}.")
        expect(slider).to_have_value("1")
        page.locator(".surface").focus()
        page.keyboard.press(",")
        expect(page.locator("[data-part=slow_said]")).to_contain_text(f"Moment 0 of {last}.")
        page.locator("#slow-end").click()
        expect(page.locator("[data-part=slow_said]")).to_be_empty()


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_orders_are_written_by_buttons_and_by_keys(browser: Browser, server: Served, viewport: ViewportSize) -> None:
    with opened(browser, server, SANDBOX, viewport, waits=False) as page:
        page.locator("#do-start").click()
        field = page.locator("#slate-lion")
        expect(field).to_be_visible(timeout=30_000)
        page.locator("#slate-lion-ahead").click()
        expect(field).to_have_value("1")
        page.locator("#slate-lion-left").click()
        expect(field).to_have_value("1G1")
        page.locator("#slate-lion-erase").click()
        expect(field).to_have_value("1")
        assert [each for each in too_small(page) if not each.startswith("<text")] == []
        check(settled(page))
        # By keys alone: into the field, an order, Enter, and Enter on the button that has the focus then.
        may = page.locator(".slate-window .may").last.inner_text()
        field.focus()
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(may)
        page.keyboard.press("Enter")
        expect(page.locator("#slate-close")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("[data-part=slow]")).not_to_be_empty(timeout=30_000)
