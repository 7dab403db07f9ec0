"""Two languages in a real browser: the first visit, the switch that keeps the place, the search from either side."""

import re

from playwright.sync_api import Browser, expect

from tests.support.browser import check, opened, settled
from tests.support.server import Served

BOARDING = "/en/veneti/09_boarding"


def test_a_first_visit_takes_the_browsers_language_and_a_choice_is_remembered(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/", is_live=False, locale="fr-CA") as page:
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        expect(page.get_by_role("heading", level=1)).to_have_text("Apprendre les règles en les essayant")
        page.get_by_role("link", name="English").click()
        expect(page).to_have_url(re.compile(r"/en$"))
        page.goto(server.origin + "/")
        expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_switch_keeps_position_fold_question_and_progress(browser: Browser, server: Served) -> None:
    with opened(browser, server, BOARDING, is_whole=False) as page:
        page.locator("#tray-roll").click()
        moves = page.locator(".log-list li")
        expect(moves.nth(1)).to_be_attached()
        count = moves.count()
        page.locator("#what-if-words > summary").click()
        field = page.locator("#questions input[type=text]").first
        field.fill("23/36")
        field.press("Enter")
        expect(page.locator("#questions")).to_contain_text("Right")
        settled(page)
        page.get_by_role("link", name="Français").click()
        expect(page).to_have_url(re.compile(r"/fr/veneti/09_boarding$"))
        expect(page.locator("[data-live=awake]").first).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_have_text("Abordage")
        expect(page.locator("#questions")).to_contain_text("Exact")
        settled(page)
        expect(moves).to_have_count(count)
        expect(page.locator("#what-if-words[open]")).to_be_attached()
        expect(page.locator("main .drawer[open]")).to_have_count(1)
        check(page)


def test_the_search_finds_by_either_language_from_either_page(browser: Browser, server: Served) -> None:
    for path, letters in (("/en/glossary", "abordage"), ("/fr/glossary", "boarding"), ("/fr/glossary", "ELEPHANTS")):
        with opened(browser, server, path, is_live=False) as page:
            page.keyboard.press("/")
            page.keyboard.type(letters)
            expect(page.locator("#found [role=option]").first).to_contain_text(re.compile("abordage|éléphants", re.IGNORECASE))
