"""A chapter's page, driven without a browser: acts in, changed parts out, in every piece."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulesdemo.rules.toc import contents
from tests.support.markup import Marked
from widgets.chapter.page import Chapter, chapter

BOARDING = "en/veneti/09_boarding"
BOTH = "board target=morwen parties=aquila:2,lupa:2"


@pytest.fixture
def page() -> Chapter:
    made = chapter(
        "veneti", "boarders", name=BOARDING, rules=("8.23", "8.28"), tables=("boarding",), when={"captured": True}, seeds=range(100)
    )
    made.ask("free")
    return made


def act(page: Chapter, do: str, name: str = "", value: Any = None, **more: Any) -> dict[str, Any]:
    return page.hear([{"do": do, "name": name, "value": value, **more}])


def test_the_pieces_hold_every_part(page: Chapter) -> None:
    first, second = page.play().first, page.reading().first
    for name in page.view.parts():
        assert f'data-part="{name}"' in first + second
    assert 'data-surface="board"' in first
    assert 'data-do="press" data-name="0404"' in first


def test_only_what_changed_is_sent(page: Chapter) -> None:
    page.play(), page.reading()
    assert "parts" not in page.hear([{"do": "hello", "value": "", "page": {}}])
    reply = act(page, "choose", "end_movement")
    assert set(reply["parts"]) >= {"orders"}
    assert "table" not in reply["parts"]


def test_what_one_piece_changes_the_others_hear(page: Chapter, monkeypatch: pytest.MonkeyPatch) -> None:
    page.play(), page.reading()
    (first, _), (_, other) = page._pieces
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(other, "send", sent.append)
    page.hear([{"do": "choose", "name": "end_movement"}, {"do": "choose", "name": BOTH}], first)
    assert sent[-1]["n"] is None
    assert "table" in sent[-1]["parts"]


def test_odds_dice_and_table_follow_the_chosen_order(page: Chapter) -> None:
    act(page, "choose", "end_movement")
    parts = act(page, "choose", BOTH)["parts"]
    assert "Captured, no loss" in parts["odds"]
    assert "lit-cell" in parts["table"]
    assert "Why" in parts["why"]
    rolled = act(page, "roll")["parts"]
    assert "You need" in rolled["tray"]


def test_a_thousand_rolls_come_in_slices_and_can_be_stopped(page: Chapter) -> None:
    act(page, "choose", "end_movement")
    act(page, "choose", BOTH)
    reply = act(page, "roll many")
    while reply.get("more"):
        reply = act(page, "more")
    assert page.tray.rolls is not None
    assert page.tray.rolls.done == 1000
    act(page, "roll many")
    act(page, "stop rolls")
    assert page.tray.rolls.is_over


@pytest.mark.parametrize(("typed", "wrong"), [("3 4", ""), ("seven", "as in"), ("9 9", "9"), ("", "as in"), ("1" * 500, "")])
def test_typed_dice_are_taken_or_told_why_not(page: Chapter, typed: str, wrong: str) -> None:
    act(page, "choose", "end_movement")
    act(page, "choose", BOTH)
    act(page, "set", "dice", typed)
    act(page, "use dice")
    assert bool(page.tray.wrong) == (typed != "3 4")
    assert wrong in page.tray.wrong


def test_a_challenge_is_checked_and_counts_as_progress(page: Chapter) -> None:
    act(page, "set", "answer:free", "1/2")
    assert act(page, "check", "answer:free")["progress"]["right"] == []
    act(page, "set", "answer:free", "63.9 %")
    assert act(page, "check", "answer:free")["progress"]["right"] == ["free"]


def test_a_reload_restores_game_answers_and_goal(page: Chapter) -> None:
    act(page, "choose", "end_movement")
    act(page, "choose", BOTH)
    act(page, "set", "dice", "6 6")
    act(page, "use dice")
    act(page, "set", "answer:free", "23/36")
    kept = act(page, "check", "answer:free")["keep"]
    fresh = chapter("veneti", "boarders", name=BOARDING, when={"captured": True})
    fresh.ask("free")
    fresh.hear([{"do": "hello", "value": kept, "page": {}}])
    assert fresh.desk.position == page.desk.position
    assert fresh.challenges["free"].state == "right"
    assert fresh.goals == page.goals


def test_a_link_opens_the_same_position(page: Chapter) -> None:
    act(page, "choose", "end_movement")
    link = act(page, "copy link")["fragment"]
    fresh = chapter("veneti", "boarders")
    fresh.hear([{"do": "hello", "value": "", "page": {"fragment": f"#{link}"}}])
    assert fresh.desk.position == page.desk.position


@pytest.mark.parametrize("fragment", ["#s=", "#s=1.AAAA", "#s=" + "A" * 10_000, "#x=1", "#s=%00", "#s=../../etc"])
def test_a_broken_link_says_so_and_loses_nothing(page: Chapter, fragment: str) -> None:
    before = page.desk.position
    page.hear([{"do": "hello", "value": "", "page": {"fragment": fragment}}])
    assert page.desk.position == before
    assert page.desk.message.startswith("That link does not open a game") == fragment.startswith("#s=")


@pytest.mark.parametrize(
    "kept", ["", "x", "[]", "{}", '{"save": 3}', json.dumps({"save": "{}", "asks": [], "goals": {}, "ship": []}), "9" * 500_000]
)
def test_nonsense_that_a_browser_kept_is_left_aside(page: Chapter, kept: str) -> None:
    before = page.desk.position
    page.hear([{"do": "hello", "value": kept, "page": {}}])
    assert page.desk.position == before


@pytest.mark.parametrize(
    "acted",
    [
        {"do": "press", "name": "9999"},
        {"do": "press", "name": "<b>"},
        {"do": "choose", "name": "no such order"},
        {"do": "set", "name": "switch:none", "value": "x"},
        {"do": "set", "name": "switch:boarding_bands", "value": "x"},
        {"do": "set", "name": "odds:none", "value": "least"},
        {"do": "check", "name": "answer:none"},
        {"do": "open", "value": "{"},
        {"do": "open", "value": "x" * 500_000},
        {"do": "key", "name": "board", "value": "F5"},
        {"do": "undo"},
        {"do": "__init__"},
        {"do": 5, "name": [], "value": {}},
        {},
    ],
)
def test_whatever_a_page_sends_breaks_nothing(page: Chapter, acted: dict[str, Any]) -> None:
    before = page.desk.position
    reply = page.hear([acted])
    assert page.desk.position == before
    assert "keep" in reply


def test_a_save_goes_out_and_comes_in(page: Chapter) -> None:
    act(page, "choose", "end_movement")
    saved = act(page, "save")["save"]
    assert saved["name"] == "veneti-boarders.json"
    after = page.desk.position
    act(page, "restart")
    act(page, "open", "game", saved["text"])
    assert page.desk.position == after


def test_a_phone_and_a_projector_get_their_own_size(page: Chapter) -> None:
    page.hear([{"do": "hello", "value": "", "page": {"width": 390}}])
    assert page.base.is_narrow
    page.hear([{"do": "hello", "value": "", "page": {"width": 1280, "projector": True}}])
    assert page.base.projector


def test_free_dice_are_thrown_typed_and_counted() -> None:
    page = chapter("veneti", "flanks", lesson="sides", ship="aquila", dice="veneti.two_dice", seeds=range(100))
    page.play()
    assert "of 36 lead" in act(page, "roll")["parts"]["tray"]
    act(page, "set", "dice", "3 4")
    parts = act(page, "use dice")["parts"]
    assert "3 + 4 = 7." in parts["tray"]
    assert "6 ways of 36 lead there." in parts["tray"]
    assert 'class="own"' in parts["totals"]
    act(page, "set", "dice", "3 4 5")
    act(page, "use dice")
    assert page.tray.wrong
    reply = act(page, "roll many")
    while reply.get("more"):
        reply = act(page, "more")
    assert "166.7 expected" in page.view.parts()["totals"]


def test_what_the_browser_kept_can_be_opened_as_a_file(page: Chapter) -> None:
    kept = act(page, "choose", "end_movement")["keep"]
    fresh = chapter("veneti", "boarders", name=BOARDING)
    assert fresh.desk.position != page.desk.position
    act(fresh, "open", "game", kept)
    assert fresh.desk.position == page.desk.position


def test_what_the_tray_says_is_said_once_for_the_eye(page: Chapter) -> None:
    act(page, "choose", "end_movement")
    act(page, "choose", BOTH)
    assert 'class="sr"' in act(page, "practise")["parts"]["said"]
    refused = act(page, "choose", "board target=morwen parties=corvus:2")["parts"]
    assert 'class="is-refused"' in refused["said"]
    assert "8.21" in refused["said"]


def test_a_throw_is_told_by_what_came_of_it(page: Chapter) -> None:
    act(page, "choose", "end_movement")
    act(page, "choose", BOTH)
    act(page, "set", "dice", "6 6")
    parts = act(page, "use dice")["parts"]
    assert 'class="plain"' in parts["said"]
    assert "board Morwen: captured" in parts["said"]
    assert "She is yours." in parts["tray"]
    assert "your-roll" in parts["odds"] or "You rolled" in parts["odds"]


def test_the_end_says_what_is_left_and_then_what_the_reader_can_do() -> None:
    page = chapter("veneti", "veer", "way_out", name="en/veneti/02_turning", ship="aquila")
    page.ask("cheapest", "about")
    assert 'data-part="end"' in page.reading().first
    left = Marked(page.view.parts()["end"])
    assert "Left to do in this chapter 2 set pieces and 2 questions." in left.words
    assert [each.get("data-name") for each in left.all("a")] == ["veer", "way_out", None, None]
    assert [each["href"] for each in left.all("a")] == ["#play", "#play", "#ask-cheapest-title", "#ask-about-title"]
    page.goals |= {"veer", "way_out"}
    act(page, "set", "answer:cheapest", "1")
    reply = act(page, "check", "answer:cheapest")
    assert "1 question." in reply["parts"]["end"]
    assert not reply["progress"]["done"]
    act(page, "set", "answer:about", "2")
    reply = act(page, "check", "answer:about")
    assert reply["progress"]["done"]
    done = Marked(reply["parts"]["end"])
    assert "Chapter done You can now steer a galley" in done.words
    assert "Next comes Squadrons: Ships that hear their leader" in done.words
    assert [each["href"] for each in done.all("a")] == ["/en/veneti/03_squadrons"]


def test_the_last_chapter_leads_to_the_sandbox() -> None:
    page = chapter("veneti", "whole_turn", name="en/veneti/12_whole_turn")
    page.goals.add("whole_turn")
    assert 'href="/en/veneti/sandbox"' in page.view.parts()["end"]


def test_a_chapter_can_be_done_after_an_answer_was_shown(page: Chapter) -> None:
    page.goals.add("boarders")
    act(page, "hint", "answer:free")
    assert not act(page, "show", "answer:free")["progress"]["done"]
    assert "3 marines against 1" in act(page, "retry", "answer:free")["parts"]["challenge-free"]
    assert not act(page, "check", "answer:free", "23/36")["progress"]["done"]
    assert act(page, "check", "answer:free", "5/9")["progress"]["done"]


def test_what_was_reached_elsewhere_counts_here(page: Chapter) -> None:
    known = {"veneti/09_boarding": {"goals": ["boarders", "no such"], "right": ["free", "no such"]}}
    reply = page.hear([{"do": "hello", "value": "", "page": {"progress": known}}])
    assert page.goals == {"boarders"}
    assert reply["progress"]["right"] == ["free"]
    assert reply["progress"]["done"]
    assert page.challenges["free"].state == "open"  # it can still be answered


@pytest.mark.parametrize("known", [None, 7, [], {"veneti/09_boarding": 7}, {"veneti/09_boarding": {"goals": "boarders", "right": {}}}])
def test_progress_that_is_none_is_passed_over(page: Chapter, known: object) -> None:
    page.hear([{"do": "hello", "value": "", "page": {"progress": known}}])
    assert page.goals == set()
    assert not page.challenges["free"].counts


def test_a_goal_leads_on_to_the_next_set_piece_and_then_to_the_questions() -> None:
    page = chapter("veneti", "veer", "way_out", name="en/veneti/02_turning", ship="aquila")
    page.ask("about")
    act(page, "choose", "announce ship=aquila pm=1")
    goal = act(page, "press", "0503")["parts"]["goal"]
    assert "Right. That is the goal." in goal
    assert 'data-name="way_out"' in goal
    assert "Next: Out of the inlet" in goal
    page.goals.add("way_out")
    assert 'href="#ask-about-title"' in page.view.parts()["goal"]
    act(page, "set", "answer:about", "2")
    reply = act(page, "check", "answer:about")
    assert reply["progress"]["done"] is True
    after = contents().around(next(each for each in contents().chapters if each.address("en") == "/en/veneti/02_turning"))[1]
    assert after is not None
    assert f'href="{after.address("en")}"' in page.view.parts()["goal"]


def test_a_wreck_offers_a_step_back() -> None:
    page = chapter("veneti", "way_out", ship="aquila")
    act(page, "choose", "announce ship=aquila pm=1")
    act(page, "choose", "ahead ship=aquila")
    assert "would run aground" in page.desk.message  # asked first
    goal = act(page, "choose", "ahead ship=aquila")["parts"]["goal"]
    assert "Not this time." in goal
    assert 'data-do="undo"' in goal


def test_the_frame_follows_the_page_and_the_zoom() -> None:
    page = chapter("veneti", "veer", windows={"veer": ("0102", "0705")})
    assert (page.scene.w, page.scene.h) == (600, 406)
    act(page, "zoom", value="1")
    assert page.scene.w == 780
    page.hear([{"do": "page", "page": {"width": 390}}])
    assert page.scene.w == 465
    for _ in range(9):
        act(page, "zoom", value="-1")
    assert page.base.zoom == 0.6
    page.hear([{"do": "page", "page": {"width": 1280, "projector": True}}])
    assert page.scene.w == 640
    page.hear([{"do": "page", "page": {"width": "wide"}}])
    assert page.scene.w == 600


def test_a_canvas_shows_the_same_board_and_takes_presses() -> None:
    page = chapter("veneti", "veer", ship="aquila")
    page.play()
    widget = page.canvas()
    assert widget.width == page.scene.w
    act(page, "choose", "announce ship=aquila pm=1")
    corners = dict(page.desk.guide.outlines(page.desk.position, page.look))["0503"]
    page._press_at(sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6)
    assert page.desk.is_over
    assert page._painters[0].scene is page.scene


def test_what_is_chosen_from_the_start_is_chosen_again_after_starting_again() -> None:
    page = chapter("veneti", "boarders", begin=("end_movement",), chosen=BOTH, when={"captured": True})
    assert page.desk.chosen is not None
    act(page, "choose", "end_boarding")
    act(page, "restart")
    assert page.desk.chosen is not None
