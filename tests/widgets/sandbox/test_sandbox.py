"""The sandbox, driven without a browser: acts in, changed parts out. Bots are the quick random ones unless the captain is meant."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.play import saves
from rulesdemo.play.order_codec import read_order
from tests.support.markup import plain
from widgets.games.veneti.guide import GUIDE
from widgets.games.veneti.sandbox import SANDBOX
from widgets.play.session import Desk
from widgets.sandbox import storage
from widgets.sandbox.battle_report import Story
from widgets.sandbox.page import Sandbox, sandbox
from widgets.sandbox.storage import LONGEST_LINK

MOST = 3000  # acts of a whole battle


@pytest.fixture
def page() -> Sandbox:
    made = sandbox("veneti", seeds=range(100_000))
    made.hear([{"do": "start"}])
    made.first()
    return made


def act(page: Sandbox, do: str, name: str = "", value: Any = None, around: dict[str, Any] | None = None) -> dict[str, Any]:
    """One act, with both halves of the reply; `around` is what the browser says of its page."""
    first = page.hear([{"do": do, "name": name, "value": value, "page": around}])
    rest = page.rest()
    return {**first, **rest, "parts": {**first.get("parts", {}), **rest.get("parts", {})}}


def seat(page: Sandbox, roman: str, veneti: str) -> None:
    act(page, "set", "seat:roman", roman)
    act(page, "set", "seat:veneti", veneti)


def go_on(page: Sandbox, *, until: str = "", most: int = MOST) -> None:
    """Give the first order that there is, roll when dice are due, and let bots play, until a step of the turn or the end."""
    for _ in range(most):
        battle = page.battle
        if battle.desk.history.result is not None or (until and battle.is_mine and battle.desk.position.turn.step == until):
            return
        if battle.is_running:
            act(page, "jump")
        elif battle.desk.chosen is not None:
            act(page, "roll")
        else:
            act(page, "choose", next(row.key for row in battle.rows() if row.refusal is None))
        assert page.trouble == ""
    message = "the battle did not come so far"
    raise AssertionError(message)


@pytest.fixture(scope="module")
def finished() -> Sandbox:
    """A battle that random bots have fought out."""
    made = sandbox("veneti", seeds=range(100_000))
    made.hear([{"do": "start"}])
    made.first()
    seat(made, "random", "random")
    go_on(made)
    return made


# -- what the page says ----------------------------------------------------------------------------------------------------------------


def test_the_page_holds_every_part(page: Sandbox) -> None:
    text = page.first()
    for name in (*page.view.parts(), *page.view.first_parts()):
        assert f'data-part="{name}"' in text
    # The evening's map has 20 columns of 15 hexes, and each can be pressed.
    assert text.count('data-do="press"') == 300


def test_who_must_choose_is_plain(page: Sandbox) -> None:
    # The opening: Ursa and Celer are in range of both Roman leaders, so the Romans choose first.
    state = plain(page.view.parts()["state"])
    assert "The Romans: you decide" in state
    assert "Turn 1" in state
    assert set(page.look.ready) == {"ursa", "celer"}
    seat(page, "you", "you")
    go_on(page, until="squadron")
    assert "still to act" in plain(page.view.parts()["state"])
    side = page.battle.desk.position.turn.active
    assert {page.battle.desk.position.ship(name).controller for name in page.look.ready} == {side}


def test_the_squadron_that_acts_and_those_that_have_acted_are_told(page: Sandbox) -> None:
    seat(page, "you", "you")
    go_on(page, until="move")
    states = {band.state for band in SANDBOX.bands(page.battle.desk.position)}
    assert states == {"acting", "ready"}
    act(page, "choose", "end_movement")
    go_on(page, until="squadron")
    assert "done" in {band.state for band in SANDBOX.bands(page.battle.desk.position)}


# -- orders and dice -------------------------------------------------------------------------------------------------------------------


def test_dice_that_must_be_thrown_are_in_the_hand_and_count_at_once(page: Sandbox) -> None:
    go_on(page, until="initiative")
    assert page.battle.desk.chosen is not None
    done = len(page.battle.desk.history.done)
    assert "Another order" not in page.view.parts()["orders"]
    reply = act(page, "roll")
    assert len(page.battle.desk.history.done) > done
    assert page.battle.fallen is not None
    assert len(page.battle.fallen.faces) == 2  # a die each
    assert "Throw for initiative" in reply["parts"]["fallen"]


def test_typed_dice_are_taken_or_told_why_not(page: Sandbox) -> None:
    go_on(page, until="initiative")
    done = page.battle.desk.history
    for wrong in ("", "7 7", "3", "1 2 3 4 5 6"):
        act(page, "set", "dice", wrong)
        act(page, "use dice")
        assert page.battle.tray.wrong
        assert page.battle.desk.history is done
    # 6 against 1: whatever the Admirals' values, that side has won which threw the 6.
    act(page, "set", "dice", "6 1")
    act(page, "use dice")
    assert page.battle.desk.history is not done
    assert page.battle.fallen is not None
    assert page.battle.fallen.typed
    assert page.battle.fallen.faces == (6, 1)


def test_resting_on_a_row_shows_its_odds_and_chooses_nothing(page: Sandbox) -> None:
    seat(page, "you", "you")
    go_on(page, until="move")
    leader = next(each for each in page.battle.desk.position.leaders if each.side == page.battle.mover)
    act(page, "select", leader.ship)
    row = next(row for row in page.battle.rows() if row.key.startswith("transfer"))
    before = page.battle.desk.history
    reply = act(page, "hover", row.key)
    assert set(reply["parts"]) == {"card"}
    assert row.text.title in plain(reply["parts"]["card"])
    assert "patches" not in reply
    assert page.battle.desk.history is before
    assert page.battle.desk.chosen is None
    assert act(page, "hover", "no such row")["parts"] == {"card": ""}


def test_the_hint_on_a_row_is_the_exact_chance_of_what_is_hoped_for() -> None:
    # Four marines against two need 5 by the table, and 6 from below (8.24): 26 of 36 throws.
    desk = Desk(GUIDE, "boarders", begin=("end_movement",))
    throw = desk.throw_of(read_order(desk.engine, "board target=morwen parties=aquila:2,lupa:2"))
    assert throw is not None
    stake = SANDBOX.stake(throw, "roman")
    assert stake is not None
    assert stake.chance == Fraction(13, 18)
    assert stake.words == "captured"


def test_the_rows_are_those_of_the_ship_in_hand(page: Sandbox) -> None:
    seat(page, "you", "you")
    go_on(page, until="move")
    first, second = (actor.ship for actor in SANDBOX.actors(page.battle.desk.position)[:2])
    for ship in (first, second):
        act(page, "select", ship)
        assert page.battle.desk.selected == ship
        assert {row.text.ship for row in page.battle.rows() if row.refusal is None} <= {"", ship}


def test_a_press_on_a_ship_picks_out_what_it_can_mean(page: Sandbox) -> None:
    seat(page, "you", "you")
    go_on(page, until="squadron")
    position = page.battle.desk.position
    squadron = next(each for each in position.turn.squadrons if each.leader in {row.order.leader for row in page.battle.rows()})
    place = GUIDE.grid.label(position.ship(squadron.ships[-1]).bow)
    reply = act(page, "press", place)
    assert {row.order.leader for row in page.battle.rows()} == {squadron.leader}
    assert "All orders" in reply["parts"]["orders"]
    assert position.ship(squadron.ships[-1]).name in plain(reply["parts"]["sheet"])
    act(page, "drop")
    assert len(page.battle.rows()) > 1


# -- bots ------------------------------------------------------------------------------------------------------------------------------


def test_a_bot_gives_one_order_at_a_time_and_can_be_stopped(page: Sandbox) -> None:
    seat(page, "captain", "captain")
    done = len(page.battle.desk.history.done)
    reply = act(page, "more")
    assert len(page.battle.desk.history.done) > done
    assert type(reply["more"]) is int  # milliseconds to look at it
    assert "The Romans: the captain" in plain(page.view.parts()["orders"])
    reply = act(page, "stop")
    assert "more" not in reply
    stopped = page.battle.desk.history
    act(page, "more")
    assert page.battle.desk.history is stopped
    assert "more" in act(page, "go on")


def test_a_jump_ends_at_the_readers_next_decision(page: Sandbox) -> None:
    seat(page, "captain", "you")
    reply = act(page, "jump")
    while reply.get("more"):
        reply = act(page, "more")
    assert page.battle.mover == "veneti"
    assert page.battle.is_mine
    assert not page.battle.is_jumping


def test_nobody_gives_orders_for_a_bot(page: Sandbox) -> None:
    seat(page, "captain", "you")
    act(page, "stop")
    before = page.battle.desk.history
    act(page, "choose", "assign ship=ursa leader=brutus")
    assert page.battle.desk.history is before
    assert "The Romans are the bot's" in page.trouble
    act(page, "press", "1407")
    assert page.battle.desk.history is before


# -- the record ------------------------------------------------------------------------------------------------------------------------


def test_undo_takes_back_what_bots_did_since_and_redo_gives_it_again(page: Sandbox) -> None:
    seat(page, "you", "random")
    go_on(page, until="move")
    act(page, "choose", "end_movement")
    act(page, "end anyway")
    after = page.battle.desk.history
    go_on(page, until="move")
    later = page.battle.desk.history
    assert len(later.done) > len(after.done)
    act(page, "undo")
    while len(page.battle.desk.history.done) > len(after.done):
        act(page, "undo")
        assert page.battle.is_mine
    assert page.battle.desk.history.steps == len(later.done)
    while page.battle.desk.history.undone:
        act(page, "redo")
    assert page.battle.desk.history == later
    act(page, "redo")
    assert "none to give again" in page.trouble


def test_nothing_can_be_taken_back_at_the_start(page: Sandbox) -> None:
    assert not page.battle.can_undo
    act(page, "undo")
    assert "nothing to take back" in page.trouble


def test_the_slider_shows_the_game_as_it_stood(page: Sandbox) -> None:
    seat(page, "you", "you")
    go_on(page, until="move")
    history = page.battle.desk.history
    act(page, "choose", "end_movement")
    now = page.battle.desk.history
    reply = act(page, "set", "replay", "3")
    assert page.battle.position is history.at(3).position
    assert reply["values"] == {"replay": "3"}
    assert 'aria-current="step"' in reply["parts"]["log"]
    assert "After order 3 of" in plain(reply["parts"]["orders"])
    assert page.battle.desk.history is now
    act(page, "choose", "end_movement")
    assert "looking back" in page.trouble
    act(page, "look back", "before")
    assert page.battle.replay == 2
    reply = act(page, "back")
    assert page.battle.replay is None
    assert reply["values"] == {"replay": str(len(now.done))}
    act(page, "set", "replay", "999999999999")
    assert page.battle.replay is None


def test_playing_on_from_the_past_loses_nothing(page: Sandbox) -> None:
    seat(page, "you", "you")
    go_on(page, until="move")
    whole = page.battle.desk.history
    act(page, "set", "replay", "2")
    act(page, "play on")
    assert len(page.battle.desk.history.done) == 2
    act(page, "former")
    assert page.battle.desk.history == whole


def test_luck_counts_each_throw_for_whoever_made_it(finished: Sandbox) -> None:
    rolls = finished.view.rolls()
    events = [event for deed in finished.battle.desk.history.done for event in deed.outcome.events if event.throw is not None]
    kinds = [type(event).__name__ for event in events]
    # Every throw counts once, but the wind, which is nobody's, and the initiative, which both sides throw for.
    assert len(rolls) == len(kinds) - kinds.count("WindRolled") + kinds.count("InitiativeRolled")
    wins = sum(roll.good for roll in finished.view.rolls()[:2])
    assert wins == 1  # the first throw of the evening is for the initiative, and one side wins it


# -- new games, files and links --------------------------------------------------------------------------------------------------------


def test_a_new_game_asks_before_it_takes_the_place_of_another(page: Sandbox) -> None:
    go_on(page, until="move")
    running = page.battle.desk.history
    act(page, "set", "battle", "battle")
    reply = act(page, "new game")
    assert page.battle.desk.history is running
    assert 'role="alert"' in reply["parts"]["ask"]
    act(page, "dismiss")
    assert page.battle.desk.history is running
    act(page, "new game")
    act(page, "begin")
    assert page.battle.desk.scenario == "battle"
    assert len(page.battle.desk.position.ships) >= 36
    act(page, "former")
    assert page.battle.desk.history == running


def test_what_nobody_has_played_is_not_asked_about(page: Sandbox) -> None:
    act(page, "set", "battle", "battle")
    act(page, "new game")
    assert page.battle.question is None
    assert page.battle.desk.scenario == "battle"


def test_a_saved_game_opens_again(page: Sandbox) -> None:
    go_on(page, until="move")
    saved = act(page, "save")["save"]
    assert saved["name"].startswith("veneti-evening-")
    other = sandbox("veneti")
    other.first()
    act(other, "open", value=saved["text"])
    assert other.battle.desk.history == page.battle.desk.history


@pytest.mark.parametrize("text", ["", "no game", "{}", '{"format": "rulesdemo-save"}', "1" * 1_000_000])
def test_what_is_no_game_changes_nothing(page: Sandbox, text: str) -> None:
    before = page.battle.desk.history
    act(page, "open", value=text)
    assert page.file_fault.startswith("That file is")
    assert page.file_fault.endswith("Your game here is as it was.")
    assert f"data-bar-said>{page.file_fault}" in page.view.parts()["bar"]
    assert page.battle.desk.history is before


def test_a_chapters_set_piece_is_sent_to_its_chapter(page: Sandbox) -> None:
    act(page, "open", value=saves.to_text(Desk(GUIDE, "boarders").history))
    assert "Open it in chapter 9, Boarding." in page.file_fault
    assert page.battle.desk.scenario == "evening"


def test_a_reload_brings_back_game_seats_and_pace(page: Sandbox) -> None:
    seat(page, "random", "you")
    act(page, "set", "pace", "step")
    go_on(page, until="move")
    act(page, "jump")
    kept = storage.stored_state(page.battle)
    other = sandbox("veneti")
    other.first()
    act(other, "hello", value=kept, around={"width": 1280})
    assert other.battle.seats == {"roman": "random", "veneti": "you"}
    assert other.battle.pace == "step"
    assert other.battle.desk.history == page.battle.desk.history


@pytest.mark.parametrize("kept", ["", "[]", '{"save": 3}', '{"save": "x", "seats": 4, "pace": [], "former": "1.xx"}', "{" * 5000])
def test_what_a_browser_cannot_have_kept_changes_nothing(page: Sandbox, kept: str) -> None:
    act(page, "hello", value=kept, around={"width": 1280})
    assert page.battle.desk.scenario == "evening"
    assert page.battle.desk.history.done == ()
    assert page.battle.former == ""


def test_a_short_game_is_linked_and_a_long_one_is_offered_as_a_file(page: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on(page, until="move")
    link = act(page, "copy link")["link"]
    assert len(link) <= LONGEST_LINK
    other = sandbox("veneti")
    other.first()
    act(other, "hello", around={"fragment": link})
    assert other.battle.desk.history == page.battle.desk.history
    monkeypatch.setattr("widgets.sandbox.storage.LONGEST_LINK", 20)
    reply = act(page, "copy link")
    assert "link" not in reply
    assert "A file is safer" in plain(reply["parts"]["ask"])
    assert act(page, "copy long link")["link"] == link


# -- the end ---------------------------------------------------------------------------------------------------------------------------


def test_a_battle_that_is_over_says_who_won_and_by_which_rule(finished: Sandbox) -> None:
    told = plain(finished.view.parts()["orders"])
    assert "won." in told
    assert "9.0" in told
    assert "Read the story" in told
    assert "The battle is over." in plain(finished.view.parts()["state"])


def test_the_story_tells_every_turn_every_loss_and_the_board(finished: Sandbox) -> None:
    history = finished.battle.desk.history
    story = finished.view.parts()["story"]
    # By rule 9.0 a side's score is the number of enemy ships that were lost or taken.
    score = SANDBOX.score(history.position)
    losses = SANDBOX.losses(history.position)
    assert {side: sum(loss.side != side for loss in losses) for side in score} == score
    for loss in losses:
        assert f"{loss.name}, {loss.how}" in story
    for turn in range(1, history.turn + 1):
        assert f"Turn {turn}" in story
    assert 'id="story-board"' in story
    assert "data-print" in story


def test_what_luck_did_had_less_than_a_third_of_a_chance(finished: Sandbox) -> None:
    story = Story(SANDBOX, finished.battle.desk.history, "", ())
    rolls = story.rolls()
    assert rolls
    assert all(0 < roll.chance < Fraction(1, 3) for roll in rolls)
    assert [roll.chance for roll in rolls] == sorted(roll.chance for roll in rolls)


# -- the board -------------------------------------------------------------------------------------------------------------------------


def test_the_board_grows_and_shrinks_within_limits(page: Sandbox) -> None:
    width = page.scene.w
    act(page, "zoom", value="1")
    assert page.scene.w > width
    for _ in range(20):
        act(page, "key", value="-")
    small = page.scene.w
    assert small < width
    act(page, "zoom", value="-1")
    assert page.scene.w == small


def test_the_keys_walk_over_the_board_and_it_follows(page: Sandbox) -> None:
    act(page, "key", value="Home")
    reply = act(page, "key", value="ArrowUp")
    assert reply["look"] == GUIDE.grid.label(page.battle.desk.focus)  # type: ignore[arg-type]
    act(page, "key", value="Enter")
    assert page.trouble == ""


@pytest.mark.parametrize("do", ["nonsense", "", "keep"])
def test_what_the_page_cannot_mean_is_said(page: Sandbox, do: str) -> None:
    act(page, do)
    assert "Nothing here is called" in page.trouble


@pytest.mark.parametrize(
    ("name", "value"), [("replay", "x"), ("pace", "warp"), ("battle", "hooks"), ("seat:roman", "nobody"), ("seat:x", "you")]
)
def test_settings_that_are_not_there_are_refused(page: Sandbox, name: str, value: str) -> None:
    act(page, "set", name, value)
    assert "Nothing here is called" in page.trouble
