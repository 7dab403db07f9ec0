"""The sandbox of broadside without a browser: what one side writes is nowhere on the page of the other, and moves are seen again slowly."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from rulesdemo.games.broadside.play import orders as o
from rulesdemo.play.history import History
from tests.support.markup import Marked
from widgets.sandbox.page import Sandbox, sandbox
from widgets.scene.text_painter import words as spoken

HIDDEN = "1G1D1"  # 4 M for a 74 that reaches after 3 hexes (BT04); written like this nowhere else on the page


def act(page: Sandbox, do: str, name: str = "", value: Any = None) -> dict[str, Any]:
    """One act, with both halves of the reply."""
    first = page.hear([{"do": do, "name": name, "value": value}])
    rest = page.rest()
    return {**first, **rest, "parts": {**first.get("parts", {}), **rest.get("parts", {})}}


def words(text: str) -> str:
    return " ".join(Marked(text).words.split())


def throw(page: Sandbox, faces: str) -> None:
    if not page.battle.tray.is_typing:
        act(page, "type dice")
    act(page, "set", "dice", faces)
    act(page, "use dice")


def begun(*, readers: tuple[str, ...], battle: str = "duel", seed: int = 0) -> Sandbox:
    """Turn 1, the wind has dropped to 2 and comes from N; the side that writes first writes now."""
    made = sandbox("broadside", battle=battle, seeds=range(seed, 100_000))
    made.hear([{"do": "start"}])
    made.first()
    for side in ("french", "british"):
        act(made, "set", f"seat:{side}", "you" if side in readers else "captain")
    if "french" in readers:
        throw(made, "1")
    return made


def skip(page: Sandbox) -> None:
    """On to the next decision of a reader, however slow the machine."""
    act(page, "jump")
    while page.battle.is_running:
        act(page, "more")


@pytest.fixture
def table() -> Sandbox:
    """Two readers at one screen, and the French log before its curtain."""
    return begun(readers=("french", "british"))


def page_text(page: Sandbox) -> str:
    """All that the page carries, and all that can be carried away from it."""
    text = page.first() + json.dumps(page.view.parts()) + spoken(page.scene) + json.dumps(page.view.values())
    page._stored = ()  # so that it is told anew what the browser keeps
    replies = [page.rest(), act(page, "save"), act(page, "copy link")]
    return text + json.dumps(replies, default=str)


def write(page: Sandbox, ship: str, text: str) -> None:
    """Draw back the curtain, write, and close the log."""
    act(page, "uncover")
    act(page, "set", f"slate:at:{ship}", text)
    act(page, "slate", "slate:close")
    assert page.trouble == ""


# -- the curtain -------------------------------------------------------------------------------------------------------------------------


def test_a_curtain_hides_who_writes(table: Sandbox) -> None:
    assert table.battle.covered == "french"
    assert words(table.view.parts()["orders"]).startswith("The French, come to the screen")
    assert "slate-aurore" not in table.first()
    act(table, "set", "slate:at:aurore", HIDDEN)
    assert table.trouble == "Draw back the curtain first."
    act(table, "uncover")
    assert "slate-aurore" in table.view.parts()["orders"]


def test_one_reader_needs_no_curtain() -> None:
    page = begun(readers=("british",))
    skip(page)
    assert page.battle.mover == "british"
    assert page.battle.covered == ""
    assert page.battle.is_writing


def test_what_was_written_is_nowhere_before_the_reveal(table: Sandbox) -> None:
    write(table, "aurore", HIDDEN)
    assert table.battle.covered == "british"
    assert HIDDEN not in page_text(table)
    act(table, "uncover")
    assert table.battle.position.ship("aurore").log == ()
    assert HIDDEN not in page_text(table)
    # Nor to one who looks back at the moment at which it was written.
    for step in range(len(table.battle.desk.history.done)):
        act(table, "set", "replay", str(step))
        assert HIDDEN not in page_text(table)
    act(table, "back")
    act(table, "set", "slate:at:lion", "2")
    act(table, "slate", "slate:close")
    assert f"The logs are opened: Aurore {HIDDEN} and Lion 2." in words(table.view.parts()["log"])


def test_undo_shows_nobody_the_orders_of_the_other(table: Sandbox) -> None:
    write(table, "aurore", HIDDEN)
    act(table, "undo")
    assert table.battle.mover == "french"
    assert table.battle.covered == "french"
    assert HIDDEN not in page_text(table)
    act(table, "redo")
    act(table, "uncover")
    assert table.battle.mover == "british"
    act(table, "undo")
    assert table.battle.covered == "french"
    assert HIDDEN not in page_text(table)
    # The French themselves find what they had written.
    act(table, "uncover")
    assert f'value="{HIDDEN}"' in table.view.parts()["orders"]


def test_drafts_are_kept_out_of_sight_and_come_back_after_a_reload(table: Sandbox) -> None:
    act(table, "uncover")
    kept = act(table, "set", "slate:at:aurore", HIDDEN)["keep"]
    assert HIDDEN not in kept
    again = sandbox("broadside")
    again.first()
    assert HIDDEN not in json.dumps(act(again, "hello", value=kept))
    assert again.battle.covered == "french"
    act(again, "uncover")
    assert f'value="{HIDDEN}"' in again.view.parts()["orders"]


def test_a_save_before_the_reveal_is_sealed_and_holds_the_drafts(table: Sandbox) -> None:
    act(table, "uncover")
    act(table, "set", "slate:at:aurore", HIDDEN)
    text = act(table, "save")["save"]["text"]
    assert HIDDEN not in text
    again = sandbox("broadside")
    again.first()
    act(again, "open", value=text)
    assert again.battle.desk.position.ship("aurore").written_for(1) == HIDDEN


def test_targets_are_chosen_behind_the_curtain_too(table: Sandbox) -> None:
    # By hand: Aurore comes up to 1007 heading NE, Lion goes down to 1309 heading SW; each has the other four hexes off, on the beam.
    write(table, "aurore", "1G3")
    write(table, "lion", "2")
    decision = table.battle.desk.history.decision
    assert decision is not None
    assert o.Aim in decision.orders
    assert table.battle.covered == table.battle.mover != ""
    assert "Fire at" not in words(table.view.parts()["orders"])
    act(table, "uncover")
    assert "Hold fire" in words(table.view.parts()["orders"])


def test_a_ship_that_can_spend_nothing_is_not_said_to_sail_on() -> None:
    page = begun(readers=("french",))
    assert "No order: she sails straight on." in words(page.view.parts()["orders"])
    act(page, "undo")
    throw(page, "3 2")  # the wind comes from SE now, and Aurore heads there
    told = page.view.parts()["orders"]
    assert "No order: she lies still." in words(told)
    assert "1 ship has no order, and lies still." in words(told)
    assert "straight on" not in told


# -- the captain -------------------------------------------------------------------------------------------------------------------------


def test_the_captain_commits_before_the_reader_and_shows_nothing() -> None:
    page = begun(readers=("british",))
    skip(page)
    plotted = next(deed.order for deed in page.battle.desk.history.done if isinstance(deed.order, o.Plot))
    assert plotted.ship == "aurore"
    assert page.battle.desk.position.turn.ready == ("french",)
    assert page.battle.desk.position.ship("aurore").log  # the engine has it
    assert page.battle.position.ship("aurore").log == ()  # the page does not
    assert page.battle.position.turn.wrote == ()
    assert "The French have closed their logs." in words(page.view.parts()["orders"])


def plots(page: Sandbox) -> list[o.Plot]:
    return [deed.order for deed in page.battle.desk.history.done if isinstance(deed.order, o.Plot)]


def test_the_captain_writes_first_even_where_the_reader_is_asked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    page = begun(readers=("french",))
    assert page.battle.is_writing
    assert plots(page) == []  # the engine asks the French first
    assert "The other side has written already, and stands by it." in words(page.view.parts()["orders"])
    # From now on he is not asked again.
    monkeypatch.setattr("widgets.sandbox.session.next_order", lambda *_: pytest.fail("he chose after the reader"))
    for text in ("2", "3"):
        act(page, "set", "slate:at:aurore", text)
        act(page, "slate", "slate:close")
        while page.battle.mover == "british" and o.Plot in page.battle.desk.history.decision.orders:  # type: ignore[union-attr] # he is asked
            act(page, "more")
        french, british = plots(page)
        assert (french.text, british.ship) == (text, "lion")
        if text == "2":
            first = british
            act(page, "undo")
            act(page, "undo")
            assert plots(page) == []
        else:
            assert british == first


def pledged(page: Sandbox) -> list[Any]:
    return list(page.battle.pledge._orders)


def test_he_writes_anew_when_what_he_saw_has_changed() -> None:
    page = begun(readers=("french",))
    first = pledged(page)
    assert first
    # What the reader writes is nothing that he may see.
    act(page, "set", "slate:at:aurore", "3")
    act(page, "undo")
    throw(page, "1")
    assert pledged(page) == first
    # Another wind, in the same turn of the same battle. It comes from SW now, and Lion, who heads there, lies head to wind.
    act(page, "undo")
    throw(page, "3 4")
    assert page.battle.pledge.is_given
    assert pledged(page)[0].ship == "lion"
    assert pledged(page) != first
    # Another player in the seat writes for himself, before the reader.
    before = page.battle.pledge._key
    act(page, "set", "seat:british", "random")
    assert page.battle.pledge.is_given
    assert page.battle.pledge._key != before


def test_a_draft_stays_while_another_ship_is_written_for_on_the_board() -> None:
    # The captain throws for the wind and writes first; with some seeds the wind leaves Bold hexes to go to.
    for seed in range(20):
        page = begun(readers=("british",), battle="line", seed=1000 * seed)
        skip(page)
        assert page.battle.is_writing
        act(page, "slate", "slate:hand", "bold")
        if page.look.legal:
            break
    act(page, "set", "slate:at:orion", "1")
    act(page, "slate", "slate:hand", "bold")
    place = next(iter(page.look.legal))
    act(page, "press", page.battle.desk.guide.grid.label(place))
    if rows := page.battle.rows():
        act(page, "choose", rows[0].key)
    assert page.battle.curtain.slate is not None
    drafts = page.battle.curtain.slate.drafts
    assert (drafts["orion"], set(drafts)) == ("1", {"orion", "bold"})


# -- writing on the board ----------------------------------------------------------------------------------------------------------------


def test_a_press_on_a_lit_hex_writes(table: Sandbox) -> None:
    act(table, "uncover")
    place = next(iter(table.look.legal))
    act(table, "press", table.battle.desk.guide.grid.label(place))
    rows = table.battle.rows()
    if rows:  # several orders end there
        act(table, "choose", rows[0].key)
    assert table.battle.curtain.slate is not None
    first = table.battle.curtain.slate.drafts["aurore"]
    assert f'value="{first}"' in table.view.parts()["orders"]
    # Another press takes its place; nothing is given before the logs are closed.
    other = next(each for each in table.look.legal if each != place)
    act(table, "press", table.battle.desk.guide.grid.label(other))
    if rows := table.battle.rows():
        act(table, "choose", rows[0].key)
    assert table.battle.curtain.slate.drafts["aurore"] != first
    assert table.battle.desk.position.turn.wrote == ()


def test_the_board_draws_what_is_written(table: Sandbox) -> None:
    act(table, "uncover")
    act(table, "set", "slate:at:aurore", "2")
    assert table.look.plots == (("aurore", "2"),)
    assert "Aurore, order 2: 2 M" in spoken(table.scene)


# -- slow motion -------------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def moved(table: Sandbox) -> Sandbox:
    """Both have moved in turn 1."""
    write(table, "aurore", "3")
    write(table, "lion", "2")
    return table


def test_before_a_move_there_is_no_slow_motion(table: Sandbox) -> None:
    assert table.view.parts()["slow"] == ""
    act(table, "slow", "before")
    assert table.battle.slow.step == 0
    assert table.scene is not None


def test_a_move_is_seen_again_hex_by_hex(moved: Sandbox) -> None:
    # Before the move, and after each of the three hexes of the longer move.
    assert len(moved.battle.moments()) == 4
    assert "The last move in slow motion" in words(moved.view.parts()["slow"])
    act(moved, "set", "slow", "0")
    assert words(moved.view.parts()["slow_said"]).startswith("Moment 0 of 3. Before the move. The orders: Aurore 3 and Lion 2")
    first = spoken(moved.scene)
    assert "0608" in first
    reply = act(moved, "key", value=".")
    assert moved.battle.slow.step == 1
    # Aurore heads SE from 0608, an even column: 0708. The page brings a ship into sight.
    assert moved.battle.moments()[1].places["aurore"] == moved.battle.desk.guide.grid.parse("0708")
    assert reply["look"]
    assert spoken(moved.scene) != first
    act(moved, "slow", "before")
    assert spoken(moved.scene) == first
    act(moved, "slow", "last")
    assert act(moved, "slow", "after")["values"]["slow"] == "3"
    act(moved, "slow", "end")
    assert moved.battle.slow.step is None
    assert moved.view.parts()["slow_said"] == ""


def test_it_plays_only_when_asked_and_stops_at_the_end(moved: Sandbox) -> None:
    assert not moved.battle.slow.is_playing
    assert "more" not in act(moved, "slow", "first")
    reply = act(moved, "slow", "play")
    steps = 0
    while "more" in reply:
        reply = act(moved, "more")
        steps += 1
    assert steps == 3
    assert moved.battle.slow.step == 3


def test_whoever_goes_on_with_the_game_sees_the_game(moved: Sandbox) -> None:
    act(moved, "set", "slow", "0")
    act(moved, "hover", "hex 0608")
    assert moved.battle.slow.step == 0
    act(moved, "uncover" if moved.battle.covered else "roll")
    assert moved.battle.slow.step is None


# -- a whole battle ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("battle", ["duel", "convoy"])
def test_a_whole_battle_of_captains_is_told(battle: str) -> None:
    page = begun(readers=(), battle=battle)
    skip(page)
    history: History[Any] = page.battle.desk.history
    assert history.result is not None
    assert page.trouble == ""
    parts = page.view.parts()
    assert "Losses" in words(parts["story"])
    assert "{" not in words(parts["orders"] + parts["story"] + parts["log"])


def test_a_fleet_is_written_for_quickly() -> None:
    page = begun(readers=("french", "british"), battle="line")
    act(page, "uncover")
    act(page, "set", "slate:at:royal", "1")
    before = time.perf_counter()
    for text in ("2", "1", "2", "1"):
        act(page, "set", "slate:at:royal", text)
    assert (time.perf_counter() - before) / 4 < 0.5
