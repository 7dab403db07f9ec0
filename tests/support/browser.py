"""A real browser for tests, and a page in it of which nothing may be complained and no request may leave this machine."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

from rulesdemo.rules.toc import contents
from tests.support.find_browser import ADVICE, find
from tests.support.server import Served

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
WIDE = ViewportSize(width=1280, height=900)
PHONE = ViewportSize(width=390, height=844)
AWAKE = "[data-live=awake]"
OWED = "[data-owed]"
LATER = "html[data-board-first]"  # what lies below the board is not there yet: it cannot take the focus
# Voila's own front end carries older parts than some extensions name, and says so; it also says good-bye at an address that is shut.
VOILAS = re.compile(r"(Unsatisfied|No satisfying) version")
VOILAS_GOODBYE = "/voila/api/shutdown/"
# A page asks whether its kernel is still there, and "no" is an answer.
ASKING = re.compile(r"/api/kernels/[\w-]+$")
# A page that flies to a place is elsewhere by the time that a pointer gets there: for tests it jumps.
JUMP = 'addEventListener("DOMContentLoaded", () => (document.documentElement.style.scrollBehavior = "auto"))'
CHAPTERS = tuple(each.address("en") for each in contents().chapters if each.is_there)

expect.set_options(timeout=20_000)


@contextmanager
def a_browser() -> Iterator[Browser]:
    """Chromium, or whatever stands in for it."""
    found = find()
    assert found, ADVICE
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield running
        running.close()


def is_complaint(said: ConsoleMessage) -> bool:
    about = said.location["url"]
    return said.type in ("error", "warning") and not (VOILAS.match(said.text) or VOILAS_GOODBYE in about or ASKING.search(about))


@contextmanager
def opened(
    browser: Browser,
    server: Served,
    path: str = "/",
    viewport: ViewportSize = WIDE,
    *,
    is_live: bool = True,
    waits: bool = True,
    is_whole: bool = True,
    **options: object,
) -> Iterator[Page]:
    """A page, awake if it is a live one; at the end nothing may have been complained of.

    With `waits`, a press and an expectation wait until all of the last answer is there: not for pages that go on by themselves.
    With `is_whole`, every fold of a chapter is opened by the page's own control; without, the chapter is as short as it comes.
    """
    context = browser.new_context(viewport=viewport, **options)  # type: ignore[arg-type]
    context.add_init_script(JUMP)
    page = context.new_page()
    complaints: list[str] = []
    asked: list[str] = []
    page.on("console", lambda it: complaints.append(f"{it.type}: {it.text}") if is_complaint(it) else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    # A request that is broken off because the reader goes on to another page has not failed.
    page.on("requestfailed", lambda it: None if it.failure == "net::ERR_ABORTED" else complaints.append(f"failed: {it.url}"))
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda line: asked.append(line.url))
    # Nobody is as quick as a test.
    if waits:
        page.add_locator_handler(page.locator(OWED).first, lambda: None)
    page.goto(server.origin + path)
    if is_live:
        expect(page.locator(AWAKE).first).to_be_visible()
        expect(page.locator(LATER)).to_have_count(0)
        if is_whole:
            unfold(page)
    yield page
    # Taken before the page is closed: what closing breaks off is nobody's fault.
    complained = list(complaints)
    context.close()
    assert complained == []
    assert any(address.startswith("ws://") for address in asked) == is_live
    assert stray(asked, server) == []


def unfold(page: Page) -> Page:
    """The page with every fold open, where it has any."""
    if page.locator("[data-whole=on]").count():
        page.locator("[data-whole=on]").click()
        expect(page.locator("main .drawer:not([open])")).to_have_count(0)
    return page


def settled(page: Page) -> Page:
    """The page, once all of the last answer is on it; for tests that reload it or read it without waiting for words."""
    expect(page.locator(OWED)).to_have_count(0)
    return page


# What a hasty reader does: he takes the first order there is, rolls as soon as dice are due, and skips the captain's orders.
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
    const asked = find("#do-start-here") ?? find("#do-end-anyway");
    const due = asked ?? find("#do-uncover") ?? find("[data-do='roll on']") ?? find("#tray-roll");
    const button = due ?? find("[data-do=jump]") ?? find("[data-do=choose]:not(.is-refused *)");
    const soon = changed(button?.dataset.do === "jump" ? 20000 : 3000);
    button?.click();
    await soon;
  }
  return acts;
}"""


def play(page: Page, acts: int) -> int:
    """Play a sandbox hastily for a number of acts, or to its end, and return how many it took."""
    found: int = page.evaluate(PLAY, acts)
    return found


def type_dice(page: Page, faces: str) -> None:
    """Type the faces of real dice; the field stays open from one throw to the next."""
    if not settled(page).locator("#tray-faces").is_visible():
        page.locator("#tray-type").click()
    page.locator("#tray-faces").fill(faces)
    page.keyboard.press("Enter")


def throw(page: Page, faces: str) -> None:
    """Type faces for the order that is chosen."""
    type_dice(page, faces)


def stray(asked: list[str], server: Served) -> list[str]:
    """Requests that left this machine."""
    ours = re.compile(rf"(http|ws)://127\.0\.0\.1:{server.origin.rpartition(':')[2]}/|data:|blob:")
    return [address for address in asked if not ours.match(address)]


def check(page: Page) -> None:
    """Nothing that hinders a reader."""
    found = Axe().run(page)
    assert [(each["id"], each["impact"], each["nodes"][0]["html"][:200]) for each in found.response["violations"]] == []
    assert doubled(page) == []


def doubled(page: Page) -> list[str]:
    """Names that two things have; hatchings are left out, which every picture brings along and which are the same in all."""
    names: list[str] = page.evaluate("[...document.querySelectorAll('[id]:not(pattern)')].map((node) => node.id)")
    return [name for name, times in Counter(names).items() if times > 1]


def too_small(page: Page) -> list[str]:
    """Targets under 44 px, text under 13 px, and whatever makes the page wider than the screen."""
    found: list[str] = page.evaluate(
        """() => {
            const seen = (node) => node.checkVisibility();
            const inline = (node) => node.matches('p a, li a, dd a, .rule.inline summary');
            const small = [...document.querySelectorAll('a, button, select, summary, label:has(input), .text, .number, .slider')]
                .filter(seen).filter((node) => !inline(node)).map((node) => [node, node.getBoundingClientRect()])
                .filter(([, box]) => box.bottom > 0 && (box.width < 44 || box.height < 44)).map(([node]) => node.outerHTML.slice(0, 90));
            const tiny = [...document.querySelectorAll('body *')]
                .filter((node) => [...node.childNodes].some((each) => each.nodeType === 3 && each.data.trim()))
                .filter((node) => parseFloat(getComputedStyle(node).fontSize) < 13).map((node) => node.outerHTML.slice(0, 90));
            const wide = document.documentElement.scrollWidth > innerWidth ? [`${document.documentElement.scrollWidth} px wide`] : [];
            return [...small, ...tiny, ...wide];
        }"""
    )
    return found


def hindering(page: Page) -> list[str]:
    """What is too small or too wide; words inside a board are as large as its hexes, and the board can be enlarged."""
    return [found for found in too_small(page) if not found.startswith("<text")]
