"""The sandbox of the siege in a real browser: all players at one table, the screen handed over, and one whole game to its summary."""

import re

from playwright.sync_api import Browser, Page, expect

from rulesdemo.games.toulon.play import ENGINE
from rulesdemo.games.toulon.play.sight import lies_face_down
from tests.support.browser import PHONE, check, opened, play, settled, too_small
from tests.support.server import Served

SANDBOX = "/en/toulon/sandbox"
MOST_ACTS = 1_500


def hidden(scenario: str, side: str) -> set[str]:
    """The names of units of a side that lie face down when a game begins, and the ids that are no words."""
    position = ENGINE.start(scenario, None).position
    units = [unit for unit in position.units if unit.side == side and lies_face_down(position, unit)]
    assert len(units) > 5
    return {unit.name for unit in units} | {unit.id for unit in units if "_" in unit.id}


def begin(page: Page, battle: str, seats: str = "") -> None:
    """Begin another battle, with everybody at this table where `seats` says all."""
    settled(page).locator("#setup > summary").click()
    page.locator("#battle").select_option(battle)
    settled(page).locator("#do-new-game-setup").click()
    expect(page.locator("#seat-republican")).to_be_visible()
    if seats:
        settled(page).locator(f"#do-seat-all-{seats}").click()
        expect(page.locator("#seat-republican")).to_have_value("you")
    expect(page.locator("#look-back")).to_have_attribute("max", "0")  # nobody has moved yet
    settled(page).locator("#do-start").click()
    settled(page).locator("#setup > summary").click()


def frames_of(page: Page) -> list[str]:
    """What the page is sent from now on."""
    heard: list[str] = []

    def hear(frame: str | bytes) -> None:
        heard.append(frame if isinstance(frame, str) else frame.decode("utf-8", "replace"))

    page.on("websocket", lambda line: line.on("framereceived", hear))
    return heard


def test_five_at_one_table_place_units_and_change_a_value(browser: Browser, server: Served) -> None:
    with opened(browser, server, SANDBOX, waits=False) as page:
        # All sit at this table before anybody has moved.
        settled(page).locator("#setup summary").click()
        settled(page).locator("#do-seat-all-all").click()
        expect(page.locator("#seat-east")).to_have_value("you")
        settled(page).locator("#do-start").click()
        settled(page).locator("#do-uncover").click()
        expect(page.locator("[data-part=orders]")).to_contain_text("Battery of the Jacobins")
        button = settled(page).locator(".hand button").first
        button.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".hand button[aria-pressed=true]")).to_have_count(1)
        settled(page).locator("[data-do=choose]").first.click()
        expect(page.locator("[data-part=log]")).to_contain_text("is placed in")
        # A value of one's own: marked, told in the log, kept through a reload.
        settled(page).locator("#supplied > summary").click()
        page.get_by_text("Chances (7)", exact=True).click()
        words = "The chance that a unit under test takes a loss on the march."
        expect(page.locator("#supply-attrition")).to_have_accessible_description(words)
        page.locator("#supply-attrition").fill("1/2")
        page.keyboard.press("Tab")
        expect(page.locator("[data-part=log]")).to_contain_text("attrition: 1/2 instead of 1/6")
        expect(page.locator("#supplied > summary")).to_contain_text("1 of them is yours")
        assert too_small(page) == []
        check(settled(page))
        page.reload()
        expect(page.locator("#supplied > summary")).to_contain_text("1 of them is yours")
        expect(page.locator("#seat-east")).to_have_value("you")


def test_the_screen_is_handed_over_by_keys_and_shows_neither_side_the_others_units(browser: Browser, server: Served) -> None:
    allied, republican = hidden("setup_2", "allied"), hidden("setup_2", "republican")
    with opened(browser, server, SANDBOX, waits=False) as page:
        begin(page, "setup_2", "all")
        title = page.locator("#orders-title")
        expect(title).to_have_text("The Republicans, come to the screen")
        # A reload comes back behind the curtain. From there on the page is sent nothing of either side.
        heard = frames_of(page)
        page.reload()
        expect(title).to_have_text("The Republicans, come to the screen")
        both = settled(page).content() + "".join(heard)
        assert [name for name in allied | republican if name in both] == []
        check(page)
        page.locator("#do-uncover").focus()
        page.keyboard.press("Enter")
        expect(page.locator("[data-part=orders]")).to_contain_text("Battery of the Convention")
        for _battery in ("Convention", "Jacobins"):
            button = settled(page).locator(".hand button").first
            if button.is_visible():
                button.focus()
                page.keyboard.press("Enter")
            row = settled(page).locator("[data-do=choose]").first
            row.focus()
            page.keyboard.press("Enter")
            settled(page)
        # Both are placed: the page closes, and the focus waits on the one button there is.
        expect(title).to_have_text("The Allies, come to the screen")
        expect(page.locator("#do-uncover")).to_be_focused()
        expect(page.get_by_role("status").and_(page.locator("[data-part=said]"))).to_have_text("The Allies, come to the screen")
        expect(page.locator("[data-part=log]")).to_contain_text("A unit of the West wing is placed in")
        content = settled(page).content()
        assert [name for name in allied | republican if name in content] == []
        assert too_small(page) == []
        so_far = "".join(heard)  # what was sent while the Republicans sat here held their own names alone
        assert [name for name in allied if name in so_far] == []
        assert any(name in so_far for name in republican)
        page.keyboard.press("Enter")
        expect(title).to_have_text("The Allies: your move")
        content = settled(page).content()
        assert [name for name in republican if name in content] == []
        assert any(name in content for name in allied)


def test_the_captain_keeps_his_units_from_the_page(browser: Browser, server: Served) -> None:
    names = hidden("late", "republican")
    with opened(browser, server, SANDBOX, waits=False) as page:
        heard = frames_of(page)
        page.reload()
        expect(page.locator("#do-start-here")).to_be_visible()  # nobody moves before that
        play(settled(page), 12)
        expect(page.locator("[data-part=log]")).to_contain_text("A unit of the East wing is placed in")
        carried = settled(page).content() + "".join(heard)
        stored: str = page.evaluate("JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")
        assert [name for name in names if name in carried + stored] == []
        assert len("".join(heard)) > 10_000
        expect(page.get_by_role("img", name=re.compile(r"East wing in Solliès: \d units?, face down"))).to_have_count(1)


def test_the_whole_siege_against_the_captain_to_its_summary(browser: Browser, server: Served) -> None:
    with opened(browser, server, SANDBOX, waits=False) as page:
        begin(page, "campaign_2")
        turns = page.locator(".calendar-row li")
        expect(turns).to_have_count(16)
        expect(page.locator(".calendar-row [aria-current=step]")).to_contain_text("29 Aug")
        fold = page.locator("#calendar-ahead > summary")
        fold.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".calendar-turns section").nth(11)).to_contain_text("Both Republican wings may share a zone.")
        settled(page).locator("#setup > summary").click()
        page.locator("#pace").select_option("jump")
        assert play(settled(page), MOST_ACTS) < MOST_ACTS
        expect(page.locator("#orders-title")).to_have_text(re.compile(r"The (Allies|Republicans) have won\.|Nobody has won\."))
        expect(page.locator("[data-part=said]")).to_contain_text(re.compile(r"win: they are|the points are even"))
        expect(page.locator("[data-part=trouble]")).to_be_empty()
        expect(page.locator(".calendar-row .is-done")).to_have_count(16)
        story = page.locator("#story")
        expect(story).to_contain_text("It took 16 turns.")
        expect(story.locator(".story-short li")).to_have_count(16)
        expect(story.locator(".lede .rule").first).to_contain_text("1.8")
        link = page.get_by_role("link", name="Read the story")
        link.focus()
        page.keyboard.press("Enter")
        expect(story).to_be_focused()
        check(settled(page))


def test_on_a_phone_the_map_and_the_calendar_keep_to_the_page(browser: Browser, server: Served) -> None:
    with opened(browser, server, SANDBOX, PHONE, waits=False) as page:
        expect(page.locator("#do-start-here")).to_be_visible()
        begin(page, "campaign_2")
        expect(page.locator(".calendar-row li")).to_have_count(16)
        page.locator("#calendar-ahead > summary").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert too_small(settled(page)) == []
        # No day runs out of its box.
        wide = "[...document.querySelectorAll('.calendar-row li')].filter((box) => box.scrollWidth > box.clientWidth + 1).length"
        assert page.evaluate(wide) == 0
        check(page)
