"""The sandbox of Republic without a browser: a war to its end, whose luck a throw was, and panels under the board that follow it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from markupsafe import Markup

from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.play import orders as o
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.games.republic.panels.pairs import PAIRS
from widgets.games.republic.panels.workshop import workshop_panel
from widgets.games.republic.sandbox import SANDBOX
from widgets.kit.panel import PanelView
from widgets.play.session import Desk
from widgets.sandbox.page import Sandbox, sandbox


def act(page: Sandbox, do: str, name: str = "", value: Any = None) -> dict[str, Any]:
    """One act, with both halves of the reply."""
    first = page.hear([{"do": do, "name": name, "value": value}])
    rest = page.rest()
    return {**first, **rest, "parts": {**first.get("parts", {}), **rest.get("parts", {})}}


def words(text: str) -> str:
    return " ".join(Marked(text).words.split())


@pytest.fixture
def page() -> Sandbox:
    made = sandbox("republic", seeds=range(100_000))
    made.hear([{"do": "start"}])
    made.first()
    return made


@pytest.mark.parametrize("battle", SANDBOX.battles)
def test_a_war_is_played_to_its_end_and_told(battle: str) -> None:
    page = sandbox("republic", battle=battle, seeds=range(100_000))
    page.hear([{"do": "start"}])
    page.first()
    for side in SANDBOX.sides:
        act(page, "set", f"seat:{side}", "captain")
    act(page, "jump")
    while page.battle.is_running:
        act(page, "more")
    assert page.battle.desk.history.result is not None
    parts = page.view.parts()
    assert all(Marked(parts[name]).faults == [] for name in ("state", "orders", "sheet", "luck", "log"))
    told = words(parts["orders"])
    score = SANDBOX.score(page.battle.desk.position)
    assert f"The Romans have {score['roman']} point" in told
    assert "ships" not in told
    assert "ships" not in words(parts["story"])


def test_a_force_is_taken_in_hand_and_marches_by_a_press(page: Sandbox) -> None:
    assert page.battle.desk.selected == "first"
    assert "First Army" in words(page.view.parts()["sheet"])
    act(page, "press", "0404")
    assert page.battle.desk.position.force("first").at == page.battle.desk.guide.grid.parse("0404")
    act(page, "undo")
    assert page.battle.desk.position.force("first").at == page.battle.desk.guide.grid.parse("0403")


def test_bands_tell_who_has_marched_and_who_fights(page: Sandbox) -> None:
    assert [(band.name, band.state) for band in SANDBOX.bands(page.battle.position)] == [
        ("First Army", "ready"),
        ("Roman Reserve", "ready"),
        ("Samnite Host", "ready"),
        ("Linen Legion", "ready"),
    ]
    act(page, "set", "seat:other", "you")
    act(page, "press", "0404")
    act(page, "press", "0405")
    page.battle.desk.give(o.Attack("first", "host"))
    fighting = [band.name for band in SANDBOX.bands(page.battle.position) if band.state == "acting"]
    assert fighting == ["First Army", "Samnite Host"]


def test_rows_that_throw_name_their_exact_chance(page: Sandbox) -> None:
    # A halted attacker goes on with 7 faces of ten, as the scenario gives it.
    act(page, "set", "seat:other", "you")
    for order in (o.March("first", "0404"), o.March("first", "0405"), o.Attack("first", "host"), o.Stand()):
        page.battle.desk.give(order)
    page.battle.after()
    assert "7/10 goes on" in words(page.view.parts()["orders"])


def test_every_throw_is_somebody_s_luck(page: Sandbox) -> None:
    for side in SANDBOX.sides:
        act(page, "set", f"seat:{side}", "captain")
    act(page, "jump")
    while page.battle.is_running:
        act(page, "more")
    rolls = page.view.rolls()
    assert {each.side for each in rolls} == set(SANDBOX.sides)
    thrown = sum(event.throw is not None for deed in page.battle.history.done for event in deed.outcome.events)
    assert len(rolls) == thrown


# -- panels under the board --------------------------------------------------------------------------------------------------------------


def test_a_panel_hears_its_own_acts_and_the_others_follow(page: Sandbox) -> None:
    pairs = PanelView(PAIRS)
    shop = PanelView(workshop_panel(pairs))
    lives = [page.extra(shop), page.extra(pairs)]
    assert 'data-part="extra-camp"' in lives[0].first
    sent: list[dict[str, Any]] = []
    lives[0].send = sent.append
    bay = page.bench.add(pairs)  # a fresh piece of the same panel
    reply = bay._page.hear([{"do": "extra", "name": "camp:roman.infantry", "value": "1"}])
    assert shop.state(ruleset("republic")).camp.roman.infantry == 31
    assert [list(each["parts"]) for each in sent] == [["extra-camp"]]
    assert json.loads(reply["keep"])["extras"]["camp"] == shop.stored_state()


def test_a_panel_that_refuses_says_so_and_changes_nothing(page: Sandbox) -> None:
    shop = PanelView(workshop_panel())
    bay = page.extra(shop)._page
    before = shop.stored_state()
    reply = bay.hear([{"do": "extra", "name": "camp:nothing", "value": "1"}])
    assert "Nothing here is called" in reply["parts"]["trouble-camp"]
    assert shop.stored_state() == before
    reply = bay.hear([{"do": "extra", "name": "<img src=x onerror=alert(1)>", "value": "1"}])
    assert "<img" not in reply["parts"]["trouble-camp"]
    assert "&lt;img" in reply["parts"]["trouble-camp"]
    reply = bay.hear([{"do": "set", "name": "extra:camp:terrain", "value": "marsh"}])
    assert reply["parts"]["trouble-camp"] == ""
    assert shop.state(ruleset("republic")).camp.terrain == "marsh"


def test_what_the_page_keeps_holds_the_panels(page: Sandbox) -> None:
    shop = PanelView(workshop_panel())
    page.extra(shop)._page.hear([{"do": "extra", "name": "camp:flag", "value": "ambush"}])
    kept = act(page, "press", "0404")["keep"]
    other = sandbox("republic")
    other.first()
    again = PanelView(workshop_panel())
    other.extra(again)
    other.hear([{"do": "hello", "value": kept, "page": {}}])
    assert again.state(ruleset("republic")).camp == shop.state(ruleset("republic")).camp
    assert other.battle.desk.position.force("first").at == page.battle.desk.position.force("first").at


class Where:
    """A panel that tells where First Army stands."""

    key = "where"

    def html(self, desk: Desk) -> Markup:
        return Markup("<p>{}</p>").format(GRID.label(desk.position.force("first").at))

    def act(self, what: str, value: str, desk: Desk) -> None:
        pytest.fail(f"nobody pressed it: {what} {value} {desk}")

    def stored_state(self) -> None:
        return None

    def restore(self, _kept: Any) -> None:
        return None


def test_a_panel_follows_the_board(page: Sandbox) -> None:
    live = page.extra(Where())
    assert "<p>0403</p>" in live.first
    sent: list[dict[str, Any]] = []
    live.send = sent.append
    act(page, "press", "0404")
    assert sent == [{"n": None, "parts": {"extra-where": "<p>0404</p>"}}]
    act(page, "hover", "")
    assert len(sent) == 1  # what has not changed is not sent
