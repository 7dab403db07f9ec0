"""The home page and the glossary in a real browser: the chosen game, progress from this browser's storage, keyboard, phone, print."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.browser import AWAKE, PHONE, WIDE, check, opened, too_small
from tests.support.server import TINY, Served


@pytest.fixture
def server(tiny_server: Served) -> Served:
    return tiny_server


@pytest.fixture
def page(browser: Browser, server: Served) -> Iterator[Page]:
    with opened(browser, server, is_live=False) as still:
        yield still


def row(page: Page, title: str) -> str:
    found = page.locator(f"[data-title='{title}']").get_attribute("data-state")
    assert found
    return found


def test_the_first_game_is_open_and_what_is_not_there_has_no_link(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn the rules by trying them")
    expect(page.get_by_role("radio")).to_have_count(5)
    panel = page.locator("section[data-game=veneti]")
    expect(panel).to_be_visible()
    for planned in page.locator("[data-chapter][data-state=planned]").all():
        assert planned.locator("a").count() == 0
        assert "not there yet" in (planned.text_content() or "")
    assert panel.locator("[data-title=Turning] a").count() == 1
    assert page.locator("[data-card=veneti] .pips i").first.evaluate("pip => getComputedStyle(pip).borderRadius") == "50%"
    expect(page.locator("section[data-game]:visible")).to_have_count(1)


def test_another_game_opens_below_by_mouse_and_by_keyboard_and_is_remembered(page: Page) -> None:
    page.get_by_role("radio", name=re.compile("^Republic")).check()
    expect(page.locator("section[data-game=republic]")).to_be_visible()
    expect(page.locator("section[data-game=veneti]")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(page.locator("section[data-game=escadres]")).to_be_visible()
    page.reload()
    expect(page.locator("section[data-game=escadres]")).to_be_visible()


def test_a_games_address_opens_it(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/en/toulon", is_live=False) as page:
        expect(page).to_have_url(re.compile(r"/#toulon$"))
        expect(page.locator("section[data-game=toulon]")).to_be_visible()
        expect(page.locator("section[data-game=toulon]")).to_contain_text("Who fits where")


def test_progress_shows_without_a_reload(browser: Browser, server: Served) -> None:
    with opened(browser, server, is_live=False) as page:
        expect(page.locator("[data-card=veneti] [data-count]")).to_contain_text("0 of")
        chapters = page.locator("section[data-game=veneti] li:has(a)")
        first = chapters.nth(0).get_attribute("data-chapter")
        assert chapters.nth(0).get_attribute("data-state") == "next"
        expect(page.locator("section[data-game=veneti] [data-go]")).to_have_text(re.compile(r"Start at \d+"))
        other = page.context.new_page()  # another tab does a chapter
        other.goto(server.origin + "/en/glossary")
        other.evaluate("key => localStorage.setItem('progress', JSON.stringify({[key]: {done: true}}))", first)
        expect(page.locator("[data-card=veneti] [data-count]")).to_contain_text("1 of")
        assert chapters.nth(0).get_attribute("data-state") == "done"
        assert chapters.nth(1).get_attribute("data-state") == "next"
        expect(page.locator("section[data-game=veneti] [data-go]")).to_have_text(re.compile(r"Continue at \d+"))
        expect(page.locator("section[data-game=veneti]")).to_contain_text("Next: ")


def test_a_chapter_done_is_done_on_the_way_back(browser: Browser, server: Served) -> None:
    with opened(browser, server, TINY) as page:
        page.get_by_role("button", name="Done").click()
        expect(page.locator("nav.turn [data-count]")).to_contain_text(re.compile(r"^1 of \d+ chapters done$"))
        page.locator(".brand").click()
        expect(page.locator("[data-pip='veneti/20_tiny']")).to_have_attribute("data-state", "done")
        kept = json.loads(page.evaluate("localStorage.getItem('progress')"))
        assert kept["veneti/20_tiny"] == {"done": True, "right": ["one"]}


def test_spoiled_storage_harms_nothing(browser: Browser, server: Served) -> None:
    for spoiled in ("nonsense", "[]", "null", '{"veneti/20_tiny": 7}'):
        context = browser.new_context()
        context.add_init_script(f"localStorage.setItem('progress', {spoiled!r}); localStorage.setItem('game:veneti/20_tiny:x', '{{')")
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error, errors=errors: errors.append(str(error)))
        page.goto(server.address)
        expect(page.locator("[data-card=veneti] [data-count]")).to_contain_text("0 of")
        assert errors == []
        context.close()


def test_the_page_can_be_read_and_used_without_scripts(browser: Browser, server: Served) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server.address)
    page.get_by_role("radio", name=re.compile("^Broadside")).check()
    expect(page.locator("section[data-game=broadside]")).to_be_visible()
    page.goto(server.origin + "/en/glossary")
    expect(page.get_by_text("Ligne Continue")).to_be_visible()
    context.close()


@pytest.mark.parametrize("path", ["/", "/en/glossary"])
@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_nothing_is_too_small_nor_in_anybodys_way(browser: Browser, server: Served, path: str, viewport: ViewportSize) -> None:
    with opened(browser, server, path, viewport, is_live=False) as page:
        assert too_small(page) == []
        check(page)
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        assert too_small(page) == []
        check(page)


def test_the_first_screen_holds_the_start_the_cards_and_the_chapters_to_begin_with(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/", ViewportSize(width=1280, height=800), is_live=False) as page:
        for name in (".start-band", ".card >> nth=4", "section[data-game=veneti] .chapters li >> nth=0"):
            expect(page.locator(name)).to_be_in_viewport(ratio=1)


def test_on_a_phone_there_is_one_column(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/", PHONE, is_live=False) as page:
        left = {round(box["x"]) for each in page.locator(".card").all() if (box := each.bounding_box())}
        assert len(left) == 1


def test_it_prints_every_games_chapters(page: Page) -> None:
    page.emulate_media(media="print")
    expect(page.locator("section[data-game=toulon]")).to_be_visible()
    expect(page.locator(".top")).to_be_hidden()


# --------------------------------------------------------------------------------------------------------------- glossary


def test_the_glossary_is_narrowed_by_letters_in_both_languages(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/en/glossary", is_live=False) as page:
        field = page.get_by_label("Find a term, in English or French")
        field.fill("BABORD")
        expect(page.locator(".term:visible")).to_have_count(1)
        expect(page.locator(".term:visible")).to_contain_text("Port is left.")
        expect(page.locator("#found-terms")).to_have_text(re.compile(r"^1 of \d+ terms\.$"))
        field.fill("zzz")
        expect(page.locator("#found-terms")).to_have_text("No term has these letters. Write fewer of them.")
        field.fill("")
        expect(page.locator(".term:visible")).not_to_have_count(0)


def test_links_lead_on(page: Page) -> None:
    page.get_by_role("link", name="Glossary").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Glossary")
    page.go_back()
    page.get_by_role("radio", name=re.compile("^Toulon")).check()
    page.locator("section[data-game=toulon]").get_by_role("link", name="Sandbox, to come").click()
    expect(page.get_by_text("The sandbox is not there yet.")).to_be_visible()
    page.get_by_role("link", name="Chapters").click()
    expect(page.locator("section[data-game=toulon]")).to_be_visible()


def test_pictures_for_a_look(page: Page, tmp_path: Path) -> None:
    page.screenshot(path=tmp_path / "home.png", full_page=True)
    assert (tmp_path / "home.png").stat().st_size > 50_000
    assert page.locator(AWAKE).count() == 0
