"""The search in the header, in a real browser: keys and mouse, both languages, all five games, a phone; nothing leaves this machine."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from rulesdemo.rules.glossary import anchor
from tests.support.browser import PHONE, WIDE, check, opened, too_small
from tests.support.server import Served

CHOSEN = "#found [role=option][aria-selected=true]"
FIELD = "Find a rule, a term or a chapter"


def look_for(page: Page, text: str) -> None:
    field = page.get_by_role("combobox", name=FIELD)
    field.fill(text)
    expect(page.locator("#found [role=option]").first).to_be_visible()


def titles(page: Page) -> list[str]:
    return [each.inner_text() for each in page.locator("#found .option-title").all()]


def test_keys_alone_lead_from_letters_to_the_card_and_on_to_the_chapter(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/en/veneti/02_turning") as page:
        page.keyboard.press("/")
        field = page.get_by_role("combobox", name=FIELD)
        expect(field).to_be_focused()
        page.keyboard.type("grap")
        expect(page.locator(CHOSEN)).to_have_count(1)
        assert all("grap" in each.inner_text().lower() for each in page.locator("#found [role=option]").all()[:4])
        first = field.get_attribute("aria-activedescendant")
        page.keyboard.press("ArrowDown")
        assert field.get_attribute("aria-activedescendant") != first
        page.keyboard.press("ArrowUp")
        assert field.get_attribute("aria-activedescendant") == first
        expect(field).to_have_attribute("aria-expanded", "true")
        field.fill("abordage")
        expect(page.locator(CHOSEN)).to_contain_text("Boarding Abordage")
        expect(page.locator(CHOSEN)).to_contain_text("Chapter 9, Boarding")
        check(page)
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(r"/en/veneti/rules#rule-8\.2$"))
        card = page.locator(".rule-card:target")
        expect(card).to_be_in_viewport()
        card.get_by_role("link", name="9 Boarding").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Boarding")
        expect(page.locator("[data-live=awake]").first).to_be_visible()


FOUND = (
    ("8.23", "Boarding roll", "Veneti"),  # the number itself comes before words
    ("BABORD", "Port", "Veneti · Glossary"),  # accents and capitals do not count
    ("éléphants", "Elephants", "Republic"),
    ("ravitaillement", "Supply", "Toulon 1793"),
    ("reconstit", "Reconstructed", "This book · Glossary"),
)


def test_each_game_and_both_languages_are_found(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/en/glossary", is_live=False) as page:
        for text, title, where in FOUND:
            look_for(page, text)
            found = page.locator("#found [role=option]", has_text=title).filter(has_text=where)
            expect(found.first).to_be_visible()
            assert any(title in each for each in titles(page)[:3]), text


QUESTIONS = {
    "veneti": (
        ("how do I turn?", "5.2"),
        ("can I shoot over land?", "8.46"),
        ("What happens when she burns?", "8.53"),
        ("who moves first", "3.0 C"),
        ("what if my admiral dies", "6.76"),
        ("how fast can my men row?", "6.2"),
        ("can a ship row backwards", "6.33"),
        ("how many ships may be in one hex", "6.6"),
        ("how do I win", "9.0"),  # neither the wind nor a wing
        ("what is boarding?", "8.2"),
        ("are the rowers tired", "6.42"),
        ("comment tourner ?", "5.2"),
        ("qui commence ?", "3.0 C"),
        ("que se passe-t-il quand mon navire brûle ?", "8.53"),
    ),
    "broadside": (
        ("how do I turn my ship?", "IV.c"),
        ("when can I shoot", "V.b"),
        ("can I shoot past a friend", "V.b obstruction"),
        ("how do I sail against the wind", "IV.e"),
        ("how far can I see in the fog", "T6"),
        ("what happens if two ships collide", "IV"),
        ("who moves first", "SEQ"),
        ("does a captain die", "T12"),
        ("quand un navire se rend-il ?", "VI"),
    ),
    "republic": (
        ("how do I run away from a battle", "8.23"),
        ("what happens when a general dies", "8.6"),
        ("can I bribe the guards of a city", "9.6"),
        ("how do I negotiate?", "12.34"),
        ("what do horses do", "8.31-CAV"),
        ("who wins the battle", "8.3"),
        ("comment prendre une ville ?", "9.4"),
    ),
    "escadres": (
        ("how do I turn", "E-WEAR-1"),
        ("who plays first", "E-TURN-1"),
        ("can I shoot over friends", "E-FIRE-2"),
        ("what happens when she burns", "E-BURN-2"),
        ("how do I put out a fire", "E-BURN-3"),
        ("when does a ship sink?", "E-LEAK-2"),
        ("what if my ship blows up", "E-BLAST-1"),
        ("combien de dés pour tirer ?", "E-FIRE-3"),
        ("comment gagner ?", "E-VIC-1"),
    ),
    "toulon": (
        ("who moves first", "1.18"),
        ("how many guns may shoot", "4.12m"),
        ("how do I feed my men", "4.8a"),
        ("how do I spy on the enemy", "6.1"),
        ("can Bonaparte die?", "4.12f"),
        ("can I build a fort", "4.7b"),
        ("when do fresh troops arrive", "4.4"),
        ("how do I win", "1.8"),
    ),
}


@pytest.mark.parametrize("game", QUESTIONS)
def test_a_question_in_plain_words_has_its_rule_among_the_first_five(browser: Browser, server: Served, game: str) -> None:
    with opened(browser, server, f"/en/{game}/rules", is_live=False) as page:
        missed = {}
        for text, rule in QUESTIONS[game]:
            look_for(page, text)
            first = [each.get_attribute("href") for each in page.locator("#found [role=option]").all()[:5]]
            if f"/en/{game}/rules#{quote(anchor('rule', rule))}" not in first:
                missed[text] = first
        assert missed == {}


def test_the_first_page_answers_for_several_games_and_letters_alone_stay_letters(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/en/glossary", is_live=False) as page:
        look_for(page, "how do I turn")
        first = [each.inner_text() for each in page.locator("#found .option-where").all()[:5]]
        assert {"Veneti", "Escadres"} <= {re.split(" · ", each)[0] for each in first}
        look_for(page, "turn")  # without a question the word is what it always was
        assert all("turn" in each.lower() for each in titles(page)[:5])
        look_for(page, "on")  # a word that says nothing, alone: it is letters again
        assert all("on" in each.lower() for each in titles(page)[:5])


def test_a_title_typed_whole_is_no_question(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/en/veneti/rules", is_live=False) as page:
        for title, game in (("Head to wind", "Broadside"), ("End of turn", "Escadres"), ("Die modifiers", "Broadside")):
            look_for(page, title)
            expect(page.locator(CHOSEN)).to_contain_text(title)
            expect(page.locator(CHOSEN)).to_contain_text(game)


def test_escape_goes_back_and_letters_that_nothing_has_are_said(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/", is_live=False) as page:
        page.get_by_role("radio", name=re.compile("^Republic")).check()
        page.keyboard.press("/")
        page.keyboard.type("qqq")
        expect(page.locator("#found-said")).to_have_text("Nothing has these letters. Write fewer of them.")
        expect(page.get_by_role("combobox", name=FIELD)).to_have_attribute("aria-expanded", "false")
        page.keyboard.press("Escape")
        expect(page.get_by_role("radio", name=re.compile("^Republic"))).to_be_focused()
        expect(page.get_by_role("combobox", name=FIELD)).to_have_value("")
        expect(page.locator(".found-box")).to_be_hidden()


def test_a_stroke_in_a_field_is_a_letter(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/en/glossary", is_live=False) as page:
        field = page.get_by_label("Find a term, in English or French")
        field.press("/")
        expect(field).to_have_value("/")
        expect(field).to_be_focused()


def test_this_pages_game_comes_first_and_a_press_leads_there(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/en/toulon/rules", is_live=False) as page:
        look_for(page, "combat")
        expect(page.locator("#found [role=option]").first).to_contain_text("Toulon 1793")
        address = page.locator("#found [role=option]").first.get_attribute("href")
        assert address
        page.locator("#found [role=option]").first.click()
        expect(page).to_have_url(re.compile(re.escape(address) + "$"))
        expect(page.locator(".rule-card:target")).to_be_in_viewport()
        expect(page.locator(".found-box")).to_be_hidden()


@pytest.mark.parametrize("viewport", [WIDE, PHONE, ViewportSize(width=360, height=700)], ids=["wide", "phone", "small phone"])
def test_rules_and_search_fit_and_hinder_nobody(browser: Browser, server: Served, viewport: ViewportSize) -> None:
    with opened(browser, server, "/en/escadres/rules", viewport, is_live=False) as page:
        assert too_small(page) == []
        look_for(page, "wind")
        assert too_small(page) == []
        box = page.locator(".found-box").bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= viewport["width"]
        if viewport == PHONE:  # a page of fifty cards takes axe a while
            check(page)
