"""The card before a battle, how a battle stands above its board, and what is asked before ships are left behind."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.markup import Marked, plain
from widgets.sandbox.page import Sandbox, sandbox

GAMES = ("veneti", "broadside", "escadres", "republic", "toulon")


def act(page: Sandbox, do: str, name: str = "", value: Any = None) -> dict[str, Any]:
    first = page.hear([{"do": do, "name": name, "value": value}])
    return {**first, **page.rest()}


def part(page: Sandbox, name: str) -> str:
    return page.view.parts()[name]


@pytest.mark.parametrize("game", GAMES)
def test_nobody_moves_before_the_reader_begins(game: str) -> None:
    page = sandbox(game, seeds=range(1000))
    page.first()
    before = page.battle.desk.history
    reply = act(page, "more")
    assert "more" not in reply
    assert page.battle.desk.history is before
    words = plain(part(page, "ask"))
    assert "Before the battle" in words
    assert str(page.battle.guide.guide.about(page.battle.picked)) in words.replace("&#39;", "'").replace("&amp;", "&")
    assert "It ends after turn" in words
    act(page, "start")
    assert "Before the battle" not in plain(part(page, "ask"))


def test_the_reader_may_take_the_other_side_and_an_easier_opponent() -> None:
    page = sandbox("veneti", seeds=range(1000))
    act(page, "set", "start:side", "veneti")
    act(page, "set", "start:level", "random")
    assert page.battle.seats == {"roman": "random", "veneti": "you"}
    act(page, "set", "start:side", "all")
    assert set(page.battle.seats.values()) == {"you"}
    act(page, "set", "start:side", "none")
    assert set(page.battle.seats.values()) == {"captain"}
    assert page.battle.is_waiting


def test_another_battle_is_laid_out_and_still_waits() -> None:
    page = sandbox("veneti", seeds=range(1000))
    act(page, "set", "start:battle", "battle")
    assert page.battle.desk.scenario == "battle"
    assert page.battle.is_waiting
    assert "twenty-two counters" in plain(part(page, "ask"))
    assert "It ends after turn 20" in plain(part(page, "ask"))


@pytest.mark.parametrize(("name", "value"), [("side", "nobody"), ("level", "you"), ("battle", "boarders"), ("wind", "1")])
def test_what_the_card_does_not_offer_is_refused(name: str, value: str) -> None:
    page = sandbox("veneti")
    before = dict(page.battle.seats)
    act(page, "set", f"start:{name}", value)
    assert page.trouble
    assert (page.battle.seats, page.battle.desk.scenario) == (before, "evening")


def test_an_order_of_the_readers_own_begins_the_battle() -> None:
    page = sandbox("veneti", seeds=range(1000))
    act(page, "choose", page.battle.rows()[0].key)
    assert not page.battle.is_waiting


def test_a_reload_brings_the_card_back_until_it_is_answered() -> None:
    page = sandbox("veneti", seeds=range(1000))
    act(page, "set", "start:side", "veneti")
    kept = act(page, "zoom", value="1").get("keep") or page.rest().get("keep") or ""
    again = sandbox("veneti", seeds=range(1000))
    from widgets.sandbox import storage

    again.hear([{"do": "hello", "value": kept or storage.stored_state(page.battle), "page": {}}])
    assert again.battle.is_waiting
    assert again.battle.seats["veneti"] == "you"
    act(page, "start")
    other = sandbox("veneti", seeds=range(1000))
    other.hear([{"do": "hello", "value": storage.stored_state(page.battle), "page": {}}])
    assert not other.battle.is_waiting


def test_what_the_enemy_does_first_is_shown_order_by_order() -> None:
    page = sandbox("broadside", seeds=range(1000))
    reply = act(page, "start")
    assert reply["more"] == 900
    act(page, "jump")
    assert not page.battle.is_opening or page.battle.is_mine


def test_the_score_and_the_turns_left_stand_above_the_board() -> None:
    page = sandbox("veneti", seeds=range(1000))
    words = plain(part(page, "state"))
    assert "The Romans 0 The Veneti 0" in words
    assert "8 turns follow this one." in words  # nine turns in all
    assert "Last turn" not in words


def test_the_last_turn_is_told_in_one_sentence() -> None:
    page = sandbox("veneti", seeds=range(100_000))
    act(page, "set", "start:side", "none")
    act(page, "set", "start:level", "random")
    act(page, "start")
    while page.battle.desk.history.turn < 2:
        page.battle.go_on()
    told = plain(part(page, "state"))
    from widgets.sandbox.standing import told_in

    every = told_in(page.battle, 1)
    assert "Last turn." in told
    assert not every or every[-1].split(".")[0] in told.replace("&#39;", "'")
    more = len(every) - 1
    assert more < 1 or f"{more} thing" in told


def moving() -> Sandbox:
    """The Romans have begun the movement of their first squadron, and no ship has moved."""
    page = sandbox("veneti", seeds=range(100_000))
    act(page, "start")
    for _ in range(400):
        battle = page.battle
        if any(row.key == "end_movement" for row in battle.rows()):
            return page
        if battle.is_running:
            act(page, "jump")
        elif battle.desk.chosen is not None:
            act(page, "roll")
        else:
            act(page, "choose", next(row.key for row in battle.rows() if row.refusal is None))
    raise AssertionError


def test_ships_that_can_still_move_are_named_before_a_movement_ends() -> None:
    page = moving()
    history = page.battle.desk.history
    act(page, "choose", "end_movement")
    assert page.battle.desk.history is history
    words = plain(part(page, "orders"))
    assert "can still move." in words
    assert all(name in words for name in page.battle.guide.forgotten(page.battle.position, page.battle.question.order))
    focused = [attrs for attrs in Marked(part(page, "orders")).all("button") if "data-focus" in attrs]
    assert [each["data-do"] for each in focused] == ["dismiss"]  # the safe answer
    act(page, "dismiss")
    assert any(row.key == "end_movement" for row in page.battle.rows())
    act(page, "choose", "end_movement")
    act(page, "end anyway")
    assert page.battle.desk.history is not history
    assert page.battle.question is None


def test_a_question_of_another_time_gives_no_order() -> None:
    page = moving()
    history = page.battle.desk.history
    act(page, "end anyway")
    assert page.trouble
    assert page.battle.desk.history is history


def test_the_record_plays_through_and_ends_in_the_game() -> None:
    page = moving()
    done = len(page.battle.desk.history.done)
    reply = act(page, "look back", "play")
    assert (page.battle.replay, reply["more"]) == (0, 300)
    for _ in range(done):
        reply = act(page, "more")
    assert page.battle.replay is None
    assert "more" not in reply
    act(page, "look back", "play")
    act(page, "look back", "stop")
    assert page.battle.replay == 0
    assert not page.battle.plays_back
