"""What the browser does for a live page: keeps and brings back the game, copies, saves, opens, and explains what went wrong.

Whatever depends on who draws the page is tried with our own front end and with Voila's.
"""

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.browser import AWAKE, PHONE, WIDE, check, opened, settled, stray, too_small
from tests.support.server import TINY, Served, served, tiny_book

LIMIT = 256 * 1024
# The first four greetings are lost on their way; when was each sent?
DEAF = """
globalThis.greetings = [];
const Line = WebSocket;
globalThis.WebSocket = class extends Line {
  send(frame) {
    const text = typeof frame === "string" ? frame : new TextDecoder().decode(frame);
    if (text.includes('"do":"hello"') && greetings.push(performance.now()) <= 4) return;
    super.send(frame);
  }
};
"""


@pytest.fixture(params=["tiny_server", "tiny_by_voila"])
def server(request: pytest.FixtureRequest) -> Served:
    running: Served = request.getfixturevalue(request.param)
    return running


@pytest.fixture
def page(browser: Browser, server: Served) -> Iterator[Page]:
    with opened(browser, server, TINY, accept_downloads=True) as live:
        yield live


def steps(page: Page, count: int) -> None:
    expect(page.get_by_text(f"{count} steps, opened")).to_be_visible()


def take(page: Page, count: int) -> None:
    for _ in range(count):
        page.get_by_role("button", name="Step").click()


def page_facts(page: Page) -> dict[str, object]:
    """What Python was told about the page."""
    found = json.loads(page.locator("[data-part=page]").inner_text())
    assert isinstance(found, dict)
    return found


# ------------------------------------------------------------------------------------------------------------- what is told


def test_python_hears_where_the_page_is(browser: Browser, server: Served) -> None:
    with opened(browser, server, f"{TINY}?lesson=two#s=3", reduced_motion="reduce", device_scale_factor=2) as page:
        steps(page, 3)
        found = page_facts(page)
        assert found | {"path": TINY, "query": "lesson=two", "fragment": "s=3", "lang": "en", "scale": 2, "reduced": True} == found
        assert found["width"] == 1280
        assert found["projector"] is False
        assert found["progress"] == {}


def test_a_greeting_that_is_not_answered_is_repeated_ever_more_seldom(browser: Browser, server: Served) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(DEAF)
    page.goto(server.origin + TINY)
    take(page, 1)
    steps(page, 1)
    first, second, third, fourth = page.evaluate("greetings.slice(0, 4)")
    # Clocks are never early. The first may have waited for the line, so that from it to the second may be any time.
    assert second >= first
    assert third - second > 750
    assert fourth - third > 1550
    context.close()


# --------------------------------------------------------------------------------------------------------- keep and restore


def test_a_reload_restores_and_another_tab_starts_from_the_latest(page: Page, server: Served) -> None:
    take(page, 3)
    steps(page, 3)
    page.reload()
    steps(page, 3)
    other = page.context.new_page()
    other.goto(server.origin + TINY)
    steps(other, 3)
    take(other, 2)
    steps(other, 5)
    page.reload()  # each tab has its own game
    steps(page, 3)
    other.reload()
    steps(other, 5)
    keys = page.evaluate("Object.keys(localStorage).sort()")
    assert sum(key.startswith("game:veneti/20_tiny:") for key in keys) == 2
    assert "last:veneti/20_tiny" in keys
    other.close()


def test_a_duplicated_tab_gets_a_name_of_its_own(page: Page, server: Served) -> None:
    take(page, 1)
    steps(page, 1)
    tab = page.evaluate("sessionStorage.getItem('tab')")
    other = page.context.new_page()
    other.add_init_script(f"if (!sessionStorage.getItem('tab')) sessionStorage.setItem('tab', {tab!r})")
    other.goto(server.origin + TINY)
    steps(other, 1)
    assert other.evaluate("sessionStorage.getItem('tab')") != tab
    take(other, 1)
    steps(other, 2)
    page.reload()
    assert page.evaluate("sessionStorage.getItem('tab')") == tab
    steps(page, 1)
    other.close()


def test_old_games_make_room(page: Page) -> None:
    page.evaluate("for (let n = 0; n < 60; n += 1) localStorage.setItem(`game:old:${n}`, JSON.stringify({at: n, text: 'x'}))")
    page.evaluate("sessionStorage.removeItem('tab')")
    page.reload()
    steps(page, 0)
    keys = page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('game:'))")
    assert len(keys) <= 42
    assert "game:old:59" in keys
    assert "game:old:0" not in keys


def test_a_full_storage_is_said_and_the_page_plays_on(page: Page) -> None:
    page.evaluate(
        """() => {
            const text = 'x'.repeat(100_000);
            try { for (let n = 0; ; n += 1) localStorage.setItem(`ballast${n}`, text); } catch {}
            try { for (let n = 0; ; n += 1) localStorage.setItem(`grain${n}`, 'x'.repeat(20)); } catch {}
        }"""
    )
    page.evaluate("Object.keys(localStorage).filter((name) => /^(game|last)/.test(name)).forEach((name) => localStorage.removeItem(name))")
    page.evaluate("try { for (let n = 0; ; n += 1) localStorage.setItem(`sand${n}`, ''); } catch {}")
    take(page, 1)
    steps(page, 1)
    expect(page.locator("#note")).to_have_text("This browser has no room to keep your game. Save it to a file.")
    page.evaluate("document.querySelector('#note').replaceChildren()")
    take(page, 1)
    steps(settled(page), 2)
    expect(page.locator("#note")).to_be_empty()  # said once, not after every press


# A browser that keeps nothing for pages refuses to hand its storage out, or has none.
REFUSES = "{ get() { throw new DOMException('The operation is insecure.', 'SecurityError'); } }"
SWITCHED_OFF = f"""
for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, {REFUSES});
"""


@pytest.mark.parametrize("off", [SWITCHED_OFF, SWITCHED_OFF.replace(REFUSES, "{ value: null }")], ids=["refused", "none"])
def test_a_storage_that_is_off_is_said_once_and_the_page_plays_on(browser: Browser, tiny_server: Served, off: str) -> None:
    with opened(browser, tiny_server, TINY) as page:
        page.add_init_script(off)
        page.reload()
        expect(page.locator(AWAKE)).to_be_visible()
        take(page, 1)
        steps(page, 1)
        words = "This browser does not let pages keep anything, so your game ends with this page. Save it to a file."
        expect(page.locator("#note")).to_have_text(words)
        page.evaluate("document.querySelector('#note').replaceChildren()")
        take(page, 1)
        steps(settled(page), 2)
        expect(page.locator("#note")).to_be_empty()


def test_a_killed_kernel_is_explained_and_the_game_comes_back(page: Page, server: Served, tmp_path: Path) -> None:
    take(page, 4)
    steps(page, 4)
    kernel_process(server, page).send_signal(signal.SIGKILL)
    lost = page.locator("#lost")
    expect(lost).to_be_visible()
    expect(lost).to_contain_text("The board lost its engine")
    expect(lost).to_contain_text("Nothing you did. The page can be read, but it cannot roll or move. Your game is kept in this browser.")
    expect(lost).to_contain_text("We will replay your 4 moves with the same dice.")
    expect(page.get_by_role("button", name="Step")).to_be_disabled()
    check(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save my game").click()
    download.value.save_as(tmp_path / "kept.json")
    assert len(json.loads((tmp_path / "kept.json").read_text(encoding="utf-8"))["steps"]) == 4
    page.get_by_role("button", name="Start it again").click()
    steps(page, 4)
    expect(lost).to_be_hidden()


def kernel_process(server: Served, page: Page) -> psutil.Process:
    kernel = page.locator("[data-kernel]").get_attribute("data-kernel")
    assert kernel
    return server.kernel(kernel)


def test_a_step_that_breaks_is_said_where_a_piece_has_no_place_for_it(page: Page) -> None:
    take(page, 1)
    steps(page, 1)
    page.get_by_role("button", name="Break").click()
    expect(page.locator("#note")).to_contain_text("Something broke here. This step failed, so nothing was changed.")
    take(page, 1)
    steps(page, 2)


def test_a_server_that_is_gone_is_explained(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, book=tiny_book(tmp_path)) as server:
        page = browser.new_page()
        page.goto(server.origin + TINY)
        expect(page.locator(AWAKE)).to_be_visible()
        server.interrupt()
        expect(page.locator("#lost")).to_be_visible()
        page.close()


# -------------------------------------------------------------------------------------------------- clipboard, files, links


def test_copy_save_and_open(page: Page, tmp_path: Path) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#note")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == "copied by tiny"
    take(page, 2)
    steps(page, 2)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    assert download.value.suggested_filename == "tiny-game.json"
    saved = tmp_path / "game.json"
    download.value.save_as(saved)
    assert len(json.loads(saved.read_text(encoding="utf-8"))["steps"]) == 2
    give(page, saved)
    expect(page.get_by_text('opened {"steps"')).to_be_visible()


def give(page: Page, path: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open").click()
    chooser.value.set_files(path)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("large.json", b"x" * (LIMIT + 1), "That file is larger than 256 kB. A saved game is smaller. Nothing was changed."),
        ("picture.png", b"\x89PNG\r\n\x1a\n\x00\xff", "That file is not text, so it is no saved game. Nothing was changed."),
        ("zeros.txt", b"game\0over", "That file is not text, so it is no saved game. Nothing was changed."),
    ],
)
def test_a_file_that_is_no_game_is_refused_in_a_sentence(page: Page, tmp_path: Path, name: str, content: bytes, words: str) -> None:
    (tmp_path / name).write_bytes(content)
    give(page, tmp_path / name)
    expect(page.locator("#note")).to_have_text(words)
    steps(page, 0)
    expect(page.get_by_text("opened nothing")).to_be_visible()


def test_a_file_of_the_largest_size_passes_the_line(page: Page, tmp_path: Path) -> None:
    (tmp_path / "largest.json").write_bytes(b'"' * LIMIT)  # each sign is two on the line
    give(page, tmp_path / "largest.json")
    expect(page.get_by_text('opened """')).to_be_visible()
    take(page, 1)
    steps(page, 1)


def test_what_is_in_a_file_stays_text(page: Page, tmp_path: Path) -> None:
    (tmp_path / "evil.json").write_text("<img src=x onerror=alert(1)>", encoding="utf-8")
    give(page, tmp_path / "evil.json")
    expect(page.get_by_text("opened <img src=x onerror")).to_be_visible()
    assert page.locator("img[src=x]").count() == 0


def test_a_link_opens_the_same_position_in_a_fresh_browser(page: Page, browser: Browser, server: Served) -> None:
    take(page, 6)
    steps(page, 6)
    page.get_by_role("button", name="Link").click()
    expect(page).to_have_url(re.compile(r"#s=6$"))
    with opened(browser, server, page.url.removeprefix(server.origin)) as fresh:
        steps(fresh, 6)
    take(page, 1)  # the address no longer says where the game stands, so it says nothing
    steps(page, 7)
    expect(page).not_to_have_url(re.compile("#"))
    page.reload()
    steps(page, 7)


def test_another_link_in_the_same_page_is_opened(page: Page) -> None:
    page.evaluate("location.hash = 's=9'")
    steps(page, 9)


def test_progress_of_two_tabs_is_merged(page: Page, server: Served) -> None:
    other = page.context.new_page()
    other.goto(server.origin + TINY)
    expect(other.locator(AWAKE)).to_be_visible()
    page.evaluate("localStorage.setItem('progress', JSON.stringify({'veneti/20_tiny': {right: ['two']}, other: {done: true}}))")
    other.get_by_role("button", name="Done").click()
    page.wait_for_function("() => JSON.parse(localStorage.getItem('progress'))['veneti/20_tiny'].done")
    expect(other.locator("nav.turn [data-count]")).to_contain_text("1 of")
    kept = json.loads(page.evaluate("localStorage.getItem('progress')"))
    assert kept == {"veneti/20_tiny": {"right": ["two", "one"], "done": True}, "other": {"done": True}}
    other.close()


# ------------------------------------------------------------------------------------------------ header, projector, notices


def test_the_board_takes_its_keys_and_tab_leaves_it(page: Page) -> None:
    page.locator("[data-surface]").focus()
    page.keyboard.press("ArrowUp")
    steps(page, 1)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Step")).to_be_focused()


def test_the_projector_is_kept_and_told(page: Page, server: Served) -> None:
    button = page.get_by_role("button", name="Projector")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(page.locator("html")).to_have_class("projector")
    expect(page.get_by_role("button", name="Leave projector")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == 24
    page.reload()
    expect(page.locator(AWAKE)).to_be_visible()
    expect(page.locator("html")).to_have_class("projector")
    assert page_facts(page)["projector"] is True
    check(page)
    page.goto(server.address)
    expect(page.locator("html")).to_have_class("projector")
    check(page)
    assert too_small(page) == []


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("path", [TINY, "/en/veneti/nothing", "/fr/veneti"])
def test_header_and_notices_are_sound(browser: Browser, tiny_server: Served, path: str, viewport: ViewportSize) -> None:
    context = browser.new_context(viewport=viewport)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(tiny_server.origin + path)
    if path == TINY:
        expect(page.locator(AWAKE)).to_be_visible()
        expect(page.locator(".eyebrow")).to_have_text(re.compile(r"Veneti, chapter 20 of \d+ • 1 min"))
    check(page)
    assert too_small(page) == []
    box = page.locator("header.top").bounding_box()
    assert box
    assert box["height"] == 56
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    assert stray(asked, tiny_server) == []
    context.close()


def test_the_head_is_there_before_the_kernel(browser: Browser, server: Served) -> None:
    """The first bytes hold title, header and an empty chart; cells follow."""
    page = browser.new_page()
    page.goto(server.origin + TINY, wait_until="commit")
    expect(page.get_by_role("heading", level=1)).to_have_text("A <tiny> chapter")
    expect(page.locator(AWAKE)).to_be_visible()
    expect(page.get_by_text("Setting out the board")).to_be_hidden()
    page.close()


def test_it_prints_open_folds_and_says_where_it_is(page: Page) -> None:
    page.emulate_media(media="print")
    expect(page.locator(".top")).to_be_hidden()
    expect(page.get_by_role("button", name="Step")).to_be_hidden()
    expect(page.locator(".printed")).to_contain_text("Veneti 20")


# ---------------------------------------------------------------------------------------------------------------- ten readers


def test_ten_readers_at_once_all_play(browser: Browser, tiny_server: Served) -> None:
    context = browser.new_context()
    pages = [context.new_page() for _ in range(10)]
    for each in pages:
        each.goto(tiny_server.origin + TINY, wait_until="commit")
    for each in pages:
        expect(each.locator(AWAKE)).to_be_visible(timeout=90_000)
    for number, each in enumerate(pages):
        take(each, 1)
        expect(each.locator("[data-part=said]")).to_contain_text(re.compile(r"^\d+ steps"))
        assert each.locator("#lost").is_hidden(), number
    context.close()
