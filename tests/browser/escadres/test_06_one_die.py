"""Chapter 6 of Escadres in a browser: the tree by mouse, keys and dice, and a reading that changes it at once."""

from playwright.sync_api import Browser, expect

from tests.support.browser import PHONE, check, opened, settled, too_small, type_dice
from tests.support.server import Served

PATH = "/en/escadres/06_one_die"


def test_a_branch_a_roll_and_a_reading_light_the_tree(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        way = page.locator(".tree-way")
        page.locator("#tree-3-4").click()
        expect(way).to_contain_text("6, 6, 6, 4-6: The ship explodes")
        expect(way.locator(".tree-product .fraction")).to_have_count(5)
        expect(page.locator(".tree-links .link.is-on")).to_have_count(3)
        type_dice(page, "6 2")
        expect(page.locator("#tree-1-1")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".tree .your-roll")).to_have_count(2)
        expect(way).to_contain_text("2 of 10 lost, 8 left")
        page.get_by_role("button", name="Undo").click()
        settled(page).locator(".desk-orders .order:not(.is-refused)").first.click()
        page.locator(".rulings-panel input[data-set='switch:table_reading'][value=B]").check(force=True)
        expect(page.locator("#tree-0-6")).to_contain_text("ours: Critical")
        expect(page.locator(".desk-odds")).to_contain_text("Your reading is in force")
        expect(page.locator(".ruling-moved")).to_contain_text("Crew 0: was 167/216")
        expect(page.locator(".reading-table")).to_contain_text("Damage, reading B")
        check(page)


def test_keys_walk_the_tree_and_a_hit_reaches_the_goal(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH) as page:
        page.locator("#tree-0-6").focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("#tree-1-3")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".tree-way")).to_contain_text("2 crew")
        assert settled(page).evaluate("document.activeElement.id") == "tree-1-3"
        type_dice(page, "3")
        expect(page.locator(".goal-end")).to_contain_text("Right. That is the goal.")


def test_a_phone_stacks_the_dice(browser: Browser, server: Served) -> None:
    with opened(browser, server, PATH, PHONE, has_touch=True) as page:
        page.locator("#tree-2-1").tap()
        expect(page.locator(".tree-way")).to_contain_text("1 to 6 of 10 lost")
        tops = [page.locator(f".tree-level.level-{level}").evaluate("(node) => node.getBoundingClientRect().top") for level in range(4)]
        assert tops == sorted(tops)
        assert [found for found in too_small(page) if not found.startswith("<text")] == []
