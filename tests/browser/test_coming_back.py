"""What a page does without its engine or its server, and with a stored game that no longer opens: nothing of the reader's is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import AWAKE, check, opened, settled
from tests.support.server import TINY, Served, free_port, served

BOARDING = "/en/veneti/09_boarding"
KEYS = "Object.entries(localStorage).filter(([name]) => name.startsWith('aside:')).map(([, text]) => JSON.parse(text).text)"


@contextmanager
def serving(folder: Path, port: int) -> Iterator[Served]:
    """A server at an address that is known before it runs, so that another can take its place."""
    folder.mkdir()
    with served(folder, "--port", str(port)) as running:
        yield running


def end_movement(page: Page) -> None:
    page.locator(".order", has_text="End").first.click()
    expect(settled(page).locator(".desk-log, #story").first).to_be_visible()


def test_a_page_comes_back_by_itself_once_a_server_is_there_again(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    page = browser.new_page()
    with serving(tmp_path / "first", port) as server:
        page.goto(server.origin + BOARDING)
        expect(page.locator(AWAKE).first).to_be_visible()
        end_movement(page)
        before = page.evaluate("Object.entries(localStorage).find(([name]) => name.startsWith('last:'))[1]")
    expect(page.locator("#lost")).to_be_visible()
    # No way leads to the browser's own page: neither a link nor the button does.
    for way in (page.get_by_role("link", name="Glossary"), page.get_by_role("button", name="Start it again")):
        way.click()
        expect(page.locator("#note")).to_have_text("No server answers. This page stays, and comes back by itself when the server does.")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save my game").click()
    assert json.loads(download.value.path().read_text(encoding="utf-8")) == json.loads(json.loads(before)["text"])
    with serving(tmp_path / "second", port):
        expect(page.locator("#lost")).to_be_hidden()
        expect(page.locator(AWAKE).first).to_be_visible()
        expect(page.locator("#note")).to_have_text("The page has a new engine. Your 2 moves were replayed with the same dice.")
        after = page.evaluate("Object.entries(localStorage).find(([name]) => name.startsWith('last:'))[1]")
        assert json.loads(json.loads(after)["text"])["save"] == json.loads(json.loads(before)["text"])["save"]
        page.close()


def test_a_stored_game_that_does_not_open_is_put_aside_and_offered(browser: Browser, server: Served) -> None:
    with opened(browser, server, BOARDING) as page:
        end_movement(page)
        stored = page.evaluate("JSON.parse(Object.entries(localStorage).find(([name]) => name.startsWith('last:'))[1]).text")
        data = json.loads(stored)
        save = json.loads(data["save"])
        save["steps"].append({"order": "no_such_order", "faces": []})
        broken = json.dumps({**data, "save": json.dumps(save)})
        put = "(text) => { for (const name of Object.keys(localStorage).filter((each) => /^(game|last):/.test(each)))"
        page.evaluate(put + " localStorage.setItem(name, JSON.stringify({ at: Date.now(), text })); }", broken)
        for _visit in range(2):  # it is put aside once, and told until the reader lets it go
            page.reload()
            expect(page.locator(AWAKE).first).to_be_visible()
            aside = page.locator("#aside")
            expect(aside).to_contain_text("The first 2 of its 3 orders were played again; step 3 (no_such_order): ")
            assert page.evaluate(KEYS) == [broken]
            page.evaluate("for (const name of Object.keys(localStorage)) if (name.startsWith('game:')) localStorage.removeItem(name)")
        check(page)
        with page.expect_download() as download:
            page.get_by_role("button", name="Save the original").click()
        assert download.value.path().read_text(encoding="utf-8") == broken
        page.get_by_role("button", name="Go on from here").click()
        expect(aside).to_be_hidden()
        settled(page).reload()
        expect(page.locator(AWAKE).first).to_be_visible()
        expect(page.locator("#aside")).to_be_hidden()
        assert page.evaluate(KEYS) == [broken]


LATER = 20_000  # milliseconds, by when the reader has been told; the page's clock jumps ahead
HANG = "() => document.querySelector('fieldset').insertAdjacentHTML('beforeend', '<button type=\"button\" data-do=\"hang\">Hang</button>')"


def test_a_step_that_does_not_end_is_told_and_ended_and_the_page_is_as_before(browser: Browser, tiny_server: Served) -> None:
    with opened(browser, tiny_server, TINY, waits=False) as page:
        page.get_by_role("button", name="Step").click()
        said = page.locator("[data-part=said]")
        expect(said).to_contain_text("1 steps")
        kernel = page.locator("[data-kernel]").get_attribute("data-kernel")
        page.evaluate(HANG)
        page.clock.install()
        page.get_by_role("button", name="Hang").click()
        work = page.locator("#work")
        expect(page.locator("[aria-busy]")).to_be_visible()
        expect(work).to_be_hidden()
        page.clock.fast_forward(LATER)
        expect(work).to_contain_text("This takes longer than it should. You may wait for it, or end it")
        check(page)
        with page.expect_navigation():
            page.get_by_role("button", name="End it").click()
        expect(page.locator("#note")).to_have_text("The page has a new engine. Your move was replayed with the same dice.")
        expect(said).to_contain_text("1 steps")
        expect(work).to_be_hidden()
        assert tiny_server.get(f"/api/kernels/{kernel}")[0] == 404
        page.get_by_role("button", name="Step").click()
        expect(said).to_contain_text("2 steps")


def test_a_slow_step_that_ends_all_the_same_takes_the_question_back(browser: Browser, tiny_server: Served) -> None:
    with opened(browser, tiny_server, TINY, waits=False) as page:
        kernel = tiny_server.kernel(str(page.locator("[data-kernel]").get_attribute("data-kernel")))
        page.clock.install()
        page.evaluate('() => { globalThis.fetch = async (...what) => new Response(\'{"state": "busy"}\'); }')
        kernel.suspend()
        try:
            page.get_by_role("button", name="Step").click()
            page.clock.fast_forward(LATER)
            expect(page.locator("#work")).to_be_visible()
        finally:
            kernel.resume()
        expect(page.locator("[data-part=said]")).to_contain_text("1 steps")
        expect(page.locator("#work")).to_be_hidden()


def test_a_stored_game_with_which_a_page_does_not_get_ready_is_put_aside(browser: Browser, tiny_server: Served) -> None:
    with opened(browser, tiny_server, TINY, waits=False) as page:
        page.get_by_role("button", name="Step").click()
        expect(page.locator("[data-part=said]")).to_contain_text("1 steps")
        put = "(text) => { for (const name of Object.keys(localStorage).filter((each) => /^(game|last):/.test(each)))"
        page.evaluate(put + " localStorage.setItem(name, JSON.stringify({ at: Date.now(), text })); }", "hang")
        page.reload()
        page.clock.install()
        page.clock.fast_forward(LATER)
        with page.expect_navigation():
            page.get_by_role("button", name="End it").click()
        expect(page.locator(AWAKE).first).to_be_visible()
        expect(page.locator("#aside")).to_contain_text("The page did not get ready with it, so it was ended.")
        assert page.evaluate(KEYS) == ["hang"]
        page.get_by_role("button", name="Step").click()
        expect(page.locator("[data-part=said]")).to_contain_text("1 steps")


def test_progress_that_is_damaged_is_copied_before_it_is_written_over(browser: Browser, server: Served) -> None:
    with opened(browser, server, BOARDING) as page:
        page.evaluate("localStorage.setItem('progress', '[damaged')")
        page.reload()
        expect(page.locator(AWAKE).first).to_be_visible()
        assert page.evaluate(KEYS) == ["[damaged"]
