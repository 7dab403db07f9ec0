"""Fog of war on the page: what lies face down is nowhere on it for the other side, and the screen is handed over between the sides."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulesdemo.games.toulon.play.sight import lies_face_down
from rulesdemo.games.toulon.play.state import Position, side_of
from tests.support.markup import plain
from tests.widgets.toulon.test_sandbox import act, go_on, opened
from widgets.sandbox.page import Sandbox
from widgets.sandbox.viewpoint import HUMAN
from widgets.scene.text_painter import words as spoken


def page_text(page: Sandbox) -> str:
    """All that the page carries, and all that can be carried away from it."""
    text = page.first() + json.dumps(page.view.parts()) + spoken(page.scene) + json.dumps(page.view.values())
    page._stored = ()  # so that it is told anew what the browser keeps
    replies = [page.rest(), act(page, "save"), act(page, "copy link")]
    act(page, "dismiss")
    return text + json.dumps(replies, default=str)


def hidden(position: Position, *sides: str) -> set[str]:
    """The names and ids of units of these sides that lie face down."""
    units = [unit for unit in position.units if unit.side in sides and lies_face_down(position, unit)]
    return {unit.name for unit in units} | {unit.id for unit in units if "_" in unit.id}


def seen_names(page: Sandbox, *sides: str) -> set[str]:
    text = page_text(page)
    return {name for name in hidden(page.battle.desk.position, *sides) if name in text}


def test_the_captains_units_are_nowhere_on_the_page_until_they_are_revealed() -> None:
    page = opened("late")
    seen = []
    for step in ("allied", "rest", "arrive", "move"):
        go_on(page, until=step)
        position = page.battle.desk.position
        seen.append(len(hidden(position, "republican")))
        assert seen_names(page, "republican") == set()
        # The allies of the reader, whom the captain plays too, sit beside him.
        assert all(page.battle.position.unit(unit.id) == unit for unit in position.units if side_of(unit.nation) == "allied")
        act(page, "look back", "before")
        assert seen_names(page, "republican") == set()
        act(page, "back")
    assert max(seen) > 10


def test_dice_that_the_captain_throws_for_his_units_name_none_of_them() -> None:
    page = opened("late")
    go_on(page, until="setup_attrition")
    battle = page.battle
    act(page, "set", "pace", "step")
    hidden_throws = 0
    while battle.desk.position.turn.step == "setup_attrition":
        if not battle.is_running:
            act(page, "roll")
            continue
        throws_for = battle.desk.position.turn.due[0]
        act(page, "more")
        if battle.desk.position.find(throws_for).side == "republican":
            hidden_throws += 1
            position = battle.desk.position
            told = page.view.parts()["fallen"] + page.view.first_parts()["said"]
            assert not any(name in told for name in hidden(position, "republican"))
    assert hidden_throws > 3


@pytest.fixture
def table() -> Sandbox:
    """Two readers at one screen, one on either side."""
    page = opened("setup_2")
    act(page, "seat all", "all")
    return page


def test_the_screen_is_handed_over_before_the_other_side_chooses(table: Sandbox) -> None:
    battle = table.battle
    assert (battle.mover, battle.covered, battle.viewer) == ("republican", "republican", "")
    orders = table.view.parts()["orders"]
    assert plain(orders).startswith("The Republicans, come to the screen")
    assert "data-focus" in orders  # of the only button
    assert battle.rows() == []
    act(table, "take", "convention")
    assert table.trouble == "Draw back the curtain first."
    act(table, "uncover")
    assert battle.viewer == "republican"
    go_on(table, until="allied")
    assert (battle.covered, battle.viewer, battle.fallen) == ("allied", "", None)
    assert plain(table.view.first_parts()["said"]) == "The Allies, come to the screen"


def test_neither_side_finds_anything_of_the_others(table: Sandbox) -> None:
    battle = table.battle
    for _turn in range(4):
        side = "allied" if battle.mover == "republican" else "republican"
        assert battle.covered == battle.mover
        assert seen_names(table, "allied", "republican") == set()
        act(table, "uncover")
        assert seen_names(table, side) == set()
        mine = hidden(battle.desk.position, battle.mover)
        assert mine
        assert mine & {unit.name for unit in battle.position.units}
        while not battle.covered:
            held = battle.desk.guide.in_hand(battle.desk.position)
            if held and not battle.desk.selected:
                act(table, "take", held[0].ship)
            act(table, "choose", battle.rows()[0].key)
            assert table.trouble == ""


def test_dice_need_no_hand_over_and_name_no_unit_of_the_others(table: Sandbox) -> None:
    go_on(table, until="setup_attrition")
    battle = table.battle
    viewer, done = battle.viewer, len(battle.desk.history.done)
    assert viewer
    movers = set()
    while battle.desk.position.turn.step == "setup_attrition":
        movers.add(battle.mover)
        assert battle.covered == ""
        other = "allied" if viewer == "republican" else "republican"
        if len(movers) == 1 or battle.mover == other:
            assert seen_names(table, other) == set()
        act(table, "roll")
        assert table.trouble == ""
    assert movers == {"allied", "republican"}
    assert len(battle.desk.history.done) > done


def test_undo_leads_back_behind_the_curtain(table: Sandbox) -> None:
    battle = table.battle
    act(table, "uncover")
    go_on(table, until="allied")
    act(table, "uncover")
    act(table, "undo")
    assert battle.covered == battle.mover == "republican"
    assert seen_names(table, "allied", "republican") == set()


def test_readers_of_one_side_need_no_curtain() -> None:
    page = opened("late")
    act(page, "seat all", "0")
    assert set(page.battle.readers) == {"british", "spanish", "neapolitan"}
    go_on(page, until="rest")
    assert page.battle.covered == ""
    assert page.battle.seats[page.battle.mover] == HUMAN


def test_when_the_game_is_over_everything_is_shown(table: Sandbox) -> None:
    go_on(table)
    assert table.battle.desk.history.result is not None
    position: Any = table.battle.position
    assert position is table.battle.desk.position
    names = {unit.name for unit in position.units if lies_face_down(position, unit)}
    log = plain(act(table, "whole log")["parts"]["log"])
    assert sum(name in log for name in names) > len(names) / 2
