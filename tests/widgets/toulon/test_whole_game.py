"""One game to the end on the page: the calendar ahead on every turn, and the summary however the game ends."""

from __future__ import annotations

import re

from rulesdemo.games.toulon.play.calendar import first_day
from rulesdemo.play.history import History
from tests.support.markup import plain
from tests.widgets.toulon.test_sandbox import act, go_on, opened
from widgets.games.toulon.turns_ahead import days, turns
from widgets.sandbox.battle_report import Story
from widgets.sandbox.page import Sandbox


def test_days_run_from_the_landing_to_the_week_in_which_the_fleet_left() -> None:
    """29 August 1793 and 7 days a turn, counted by hand: September has 30 days, October 31, November 30."""
    assert [first_day(turn).isoformat()[5:] for turn in (1, 2, 5, 6, 10, 14, 16)] == [
        *("08-29", "09-05", "09-26", "10-03", "10-31", "11-28", "12-12"),
    ]
    assert days(16) == ("12 December", "12 Dec")
    # No turn of the siege begins in January: a longer game of the reader's shows numbers alone.
    assert days(19) == ("", "")


def test_every_turn_of_the_siege_has_a_card_with_what_it_brings() -> None:
    position = opened("campaign_2").battle.desk.position
    cards = turns(position)
    assert [card.number for card in cards] == list(range(1, 17))
    rules = {card.number: {entry.rule for entry in card.entries} for card in cards}
    # Section 5 of the seed, turn by turn.
    fixed = {2: "5a", 6: "5d", 7: "5e", 8: "5g", 9: "5h", 10: "5i", 12: "5k", 13: "5l", 16: "5m"}
    assert all(rule in rules[turn] for turn, rule in fixed.items())
    assert {"5b", "5c"} <= rules[3]
    assert "1.8" in rules[16]
    # Those who are still to come, each on the turn when he is due.
    for card in cards:
        told = " ".join(entry.words for entry in card.entries)
        assert all(unit.name in told for unit in position.units if unit.place == "away" and unit.due == card.number)
    assert any(unit.place == "away" and unit.due for unit in position.units)


def test_what_is_over_brings_nothing_any_more() -> None:
    page = opened("late")
    assert [card.number for card in turns(page.battle.desk.position)] == [5, 6, 7]
    go_on(page)
    cards = turns(page.battle.desk.position)
    assert [bool(card.entries) for card in cards] == [False, False, True]
    assert "the present turn" not in plain(page.view.parts()["calendar"])


def test_a_set_up_that_is_a_game_of_its_own_has_no_calendar() -> None:
    assert opened("setup_2").view.parts()["calendar"] == ""


def story(page: Sandbox, history: History) -> str:
    return plain(Story(page.battle.guide, history, "The Republicans have won.", ()).html())


def test_the_whole_siege_against_the_captain_ends_with_a_summary() -> None:
    page = opened("campaign_2")
    go_on(page)
    battle, parts = page.battle, page.view.parts()
    history = battle.desk.history
    assert history.turn == 16
    winner = {"allied": "The Allies have won.", "republican": "The Republicans have won.", "draw": "Nobody has won."}[history.result.winner]
    orders, told = plain(parts["orders"]), plain(parts["story"])
    for text in (orders, told):
        assert winner in text
        assert "Victory points:" in text
        assert history.result.rule in text  # by points (1.8), or by the evacuation gauge (1.6)
    assert 'href="#story" data-focus' in parts["orders"]
    assert "It took 16 turns." in told
    assert "It ended early" not in told
    # A few lines for each turn, each with the points that the track showed when it began.
    short = parts["story"][parts["story"].index("story-short") : parts["story"].index("story-long")]
    rows = re.findall(r"<h4>(.*?)</h4>.*?began with (\S+) VP", short)
    assert [title for title, _vp in rows] == [card.title for card in turns(history.opening.position)]
    starts = {}
    for outcome in history.outcomes():
        starts.setdefault(outcome.position.turn.number, outcome.position.vp)
    assert [int(vp.replace("−", "-")) for _title, vp in rows] == list(starts.values())
    lines = [plain(row) for row in re.findall(r"<p>(.*?)</p>", short)]
    assert len(lines) == 16
    assert max(len(re.findall(r"[.:] ", line)) for line in lines) <= 6
    assert "unit of the" not in told  # nothing is hidden any more


def test_the_automatic_end_has_the_same_summary_and_says_how_early_it_came() -> None:
    """The gauge is full when it has moved once: the fleet leaves on the first turn that finds the hold on a roadstead tenuous (1.6)."""
    page = opened("campaign_2")
    act(page, "set", "supply:gauge_trigger", "1")
    act(page, "set", "supply:rade_tenuous", "1")
    act(page, "set", "seat:allied", "captain")
    go_on(page)
    history, parts = page.battle.desk.history, page.view.parts()
    assert (history.result.winner, history.result.rule) == ("republican", "1.6")
    assert history.turn < 16
    for text in (plain(parts["orders"]), plain(parts["story"])):
        assert "The Republicans have won." in text
        assert "The evacuation gauge is full and the fleet has left. Rule 1.6" in text
        assert "Victory points:" in text
    told = plain(parts["story"])
    assert f"It ended early, on turn {history.turn} of 16." in told
    assert len(re.findall("It began with", told)) == history.turn
    # The row of turns leaves the rest open, and nothing is ahead any more.
    assert parts["calendar"].count('class="is-ahead"') == 16 - history.turn
    assert "calendar-ahead" not in parts["calendar"]


def test_a_deliberate_evacuation_is_told_and_ends_nothing() -> None:
    page = opened("late")
    go_on(page)
    history = page.battle.desk.history
    assert history.position.evacuated
    assert history.turn == 7
    short = page.view.parts()["story"].partition("story-long")[0]
    assert "The ships leave Toulon for good." in plain(short)


def test_a_short_game_is_told_in_full_alone() -> None:
    page = opened("setup_2")
    go_on(page)
    assert "story-short" not in page.view.parts()["story"]
    assert "story-long" not in page.view.parts()["story"]
