"""Questions that come back, in a real browser: missed in a chapter, asked on the home page, on their own page and in later chapters."""

import json
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import AWAKE, PHONE, check, opened, settled, too_small
from tests.support.server import Served

FACING, BOARDING = "/en/veneti/01_facing", "/en/veneti/09_boarding"
EIGHT = "How many hexes touch a galley?"


def stored_marks(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('drills')") or "{}")
    return found


def answer(page: Page, key: str, text: str) -> None:
    field = page.locator(f"[data-set='answer:{key}']")
    field.fill(text)
    field.press("Enter")


def put_back_a_day(page: Page) -> None:
    """As if everything that was missed, or rests, had been so since yesterday."""
    page.evaluate(
        """() => {
            const known = JSON.parse(localStorage.getItem('drills'));
            for (const names of Object.values(known)) for (const each of Object.values(names)) {
                each.missed = '2001-01-01';
                each.rests = each.rests && '2001-01-01';
            }
            localStorage.setItem('drills', JSON.stringify(known));
        }"""
    )


def go(page: Page, server: Served, path: str) -> None:
    page.goto(server.origin + path)
    if path != "/":
        expect(page.locator(AWAKE).first).to_be_visible()


def test_a_missed_question_comes_back_until_it_is_right_on_another_day(browser: Browser, server: Served) -> None:
    with opened(browser, server, FACING) as page:
        answer(page, "eight", "7")
        expect(page.locator(".challenge.is-wrong")).to_be_visible()
        answer(page, "eight", "8")
        expect(page.locator(".challenge.is-right")).to_be_visible()
        go(page, server, "/")
        again = page.locator("section.again")
        expect(again).to_contain_text("You missed one question.")
        again.get_by_role("link", name=EIGHT).click()
        expect(page.locator(".again-card")).to_contain_text(EIGHT)
        check(page)
        answer(page, "again-veneti-01_facing-eight", "8")
        expect(page.locator(".again-card")).to_contain_text("It rests until tomorrow.")
        expect(page.locator(".drill")).to_contain_text("1 of 1 right at the first try.")
        go(page, server, "/")
        expect(again).to_contain_text("Nothing more today. One rests until tomorrow.")
        expect(again.get_by_role("link")).to_have_count(0)
        put_back_a_day(page)
        settled(page).reload()
        expect(again).to_contain_text("You missed one question.")
        again.get_by_role("link", name="Answer now").click()
        answer(page, "again-veneti-01_facing-eight", "8")
        expect(page.locator(".again-card")).to_contain_text("It leaves the list.")
        go(page, server, FACING)  # the chapter still knows that it was missed, and that is no news
        page.get_by_role("button", name="Turn to starboard").click()
        expect(page.locator(".practice")).to_contain_text("She heads NE")
        go(page, server, "/")
        expect(page.locator("section.mine")).to_be_visible()
        expect(again).to_be_hidden()


def test_a_later_chapter_asks_what_an_earlier_one_taught(browser: Browser, server: Served) -> None:
    with opened(browser, server, FACING) as page:
        answer(page, "seven", "1/7")
        expect(page.locator(".challenge.is-wrong")).to_be_visible()
        put_back_a_day(page)
        go(page, server, BOARDING)
        box = page.locator(".again-box")
        expect(box).to_contain_text("Two dice are added. What is the chance of a 7?")
        expect(box).to_contain_text("Veneti 1, Counters, dice, facing")
        answer(page, "again-veneti-01_facing-seven", "1/8")
        expect(box).to_contain_text("It stays on the list.")
        assert stored_marks(page)["veneti/01_facing"]["seven"]["due"] is True
        answer(page, "again-veneti-01_facing-seven", "1/6")
        expect(box.locator(".is-right")).to_be_visible()
        assert stored_marks(page)["veneti/01_facing"]["seven"]["due"] is True  # only the first try counts
        check(page)
        assert "free" not in json.dumps(stored_marks(page))


def test_forgetting_says_what_is_lost_and_asks_first(browser: Browser, server: Served) -> None:
    with opened(browser, server, "/", PHONE, is_live=False) as page:
        expect(page.locator("section.mine")).to_be_hidden()
        page.evaluate(
            """() => {
                const due = {misses: 1, due: true, missed: '2001-01-01', rests: ''};
                localStorage.setItem('progress', JSON.stringify({'veneti/01_facing': {done: true, right: ['eight', 'flank']}}));
                localStorage.setItem('drills', JSON.stringify({'veneti/01_facing': {seven: due}, 'veneti/02_turning': {about: due}}));
                localStorage.setItem('last:veneti/01_facing', '{}');
                localStorage.setItem('last:lab', '{}');
                localStorage.setItem('projector', 'off');
            }"""
        )
        settled(page).reload()
        expect(page.locator("section.mine")).to_contain_text("1 chapter done, 2 right answers, 2 questions to ask again, 1 game in play.")
        expect(page.locator(".again-question")).to_have_count(2)
        assert too_small(page) == []
        page.get_by_role("button", name="Forget my progress").click()
        dialog = page.get_by_role("dialog", name="Forget your progress?")
        expect(dialog.get_by_role("listitem")).to_have_text(
            ["1 chapter done", "2 right answers", "2 questions to ask again", "1 game in play"]
        )
        check(page)
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        assert "veneti/02_turning" in stored_marks(page)
        page.get_by_role("button", name="Forget my progress").click()
        dialog.get_by_role("button", name="Forget it all").click()
        expect(page.locator("section.mine")).to_be_hidden()
        expect(page.locator("section.again")).to_be_hidden()
        assert sorted(page.evaluate("Object.keys(localStorage)")) == ["last:lab", "projector"]


def test_a_list_that_is_not_ours_is_passed_over(browser: Browser, server: Served) -> None:
    spoiled = (
        "nonsense",
        "[]",
        '{"veneti/01_facing": 7, "x y": {"a": {"misses": 1, "due": true}}, "veneti/01_facing": {"eight": null, "seven": {"due": true}}}',
        '{"veneti/99_nothing": {"one": {"misses": 1, "due": true, "missed": 3, "rests": {}}}}',
    )
    for text in spoiled:
        context = browser.new_context()
        context.add_init_script(f"localStorage.setItem('drills', {text!r})")
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error, errors=errors: errors.append(str(error)))
        page.goto(server.address)
        expect(page.locator("[data-card=veneti] [data-count]")).to_contain_text("0 of")
        expect(page.locator("section.again")).to_be_hidden()
        if text == spoiled[-1]:
            go(page, server, "/en/drills")
            expect(page.locator(".drill")).to_contain_text("Nothing to ask again")
            expect(page.locator(".drill")).to_contain_text("on a later day than you missed it")
            check(page)
        assert errors == []
        context.close()
