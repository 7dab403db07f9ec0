"""The sandbox of the siege: two to seven seats, who is taken in hand, long runs of throws, and values of the reader's own."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from markupsafe import escape

from rulesdemo.games.toulon.play.supplied import demo
from rulesdemo.rules.ruleset import ruleset
from tests.games.toulon.play.given import position_of
from tests.support.markup import plain
from widgets.games.toulon.board.scene import zone_words
from widgets.games.toulon.sandbox import SANDBOX
from widgets.games.toulon.supplied import CHANCES, NUMBERS, groups
from widgets.sandbox.page import Sandbox, sandbox
from widgets.sandbox.storage import stored_state
from widgets.sandbox.viewpoint import HUMAN

MOST = 900  # acts of a whole game
# Section 4 of the specification, 2.1: who sits where; a player is called by the first side that he holds.
SEATED = {
    "setup_2": ("allied", "republican"),
    "setup_5": ("british", "spanish", "neapolitan", "west", "east"),
    "setup_7": ("british", "spanish", "neapolitan", "sardinian", "toulonnais", "west", "east"),
    "late": ("british", "spanish", "neapolitan", "west", "east"),
    "short_2": ("allied", "republican"),
    "short_3": ("allied", "west", "east"),
    "short_4": ("british", "spanish", "west", "east"),
    "campaign_2": ("allied", "republican"),
    "campaign_3": ("allied", "west", "east"),
    "campaign_4": ("british", "spanish", "west", "east"),
    "campaign_5": ("british", "spanish", "neapolitan", "west", "east"),
    "campaign_6": ("british", "spanish", "neapolitan", "sardinian", "west", "east"),
    "campaign_7": ("british", "spanish", "neapolitan", "sardinian", "toulonnais", "west", "east"),
}


def opened(battle: str) -> Sandbox:
    page = sandbox("toulon", battle=battle, seeds=range(100_000))
    page.hear([{"do": "start"}])
    page.first()
    return page


def act(page: Sandbox, do: str, name: str = "", value: Any = None, around: dict[str, Any] | None = None) -> dict[str, Any]:
    """One act, with both halves of the reply."""
    first = page.hear([{"do": do, "name": name, "value": value, "page": around}])
    rest = page.rest()
    return {**first, **rest, "parts": {**first.get("parts", {}), **rest.get("parts", {})}}


def go_on(page: Sandbox, until: str = "") -> None:
    """Give the first order there is, throw all that is due, let bots play, until a step that a reader decides or the end."""
    for _ in range(MOST):
        battle = page.battle
        if battle.desk.history.result is not None or (until and battle.is_mine and battle.desk.position.turn.step == until):
            return
        held = battle.desk.guide.in_hand(battle.desk.position)
        rows = [row for row in battle.rows() if row.refusal is None]
        if battle.is_running:
            act(page, "jump")
        elif battle.covered:
            act(page, "uncover")
        elif battle.desk.chosen is not None:
            act(page, "roll on" if battle.run > 1 else "roll")
        elif rows and not rows[0].text.is_closing:
            act(page, "choose", rows[0].key)
        elif held and not battle.desk.selected and (not rows or battle.desk.position.turn.step in ("allied", "west", "east")):
            act(page, "take", held[0].ship)
        else:
            act(page, "choose", next(row.key for row in rows if row.text.is_closing))
        assert page.trouble == ""
    message = "the game did not come so far"
    raise AssertionError(message)


# -- seats ---------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("battle", SANDBOX.battles)
def test_there_is_a_seat_for_every_player_and_colours_for_two_teams(battle: str) -> None:
    page = opened(battle)
    assert tuple(page.battle.seats) == SEATED[battle]
    assert list(page.battle.seats.values()) == [HUMAN, *["captain"] * (len(SEATED[battle]) - 1)]
    setup = page.view.parts()["setup"]
    assert re.findall(r'id="seat-(\w+)"', setup) == list(SEATED[battle])
    # All Allied players are of one colour and both wings of the other.
    bands = re.findall(r'class="band (one|two)', page.view.parts()["state"])
    republicans = sum(seat in ("republican", "west", "east") for seat in SEATED[battle])
    assert bands == ["one"] * (len(bands) - republicans) + ["two"] * republicans
    assert len(bands) == len(SEATED[battle])


def test_seats_follow_the_number_of_players_and_are_remembered() -> None:
    page = opened("late")
    act(page, "set", "seat:spanish", "you")
    act(page, "set", "battle", "setup_2")
    act(page, "begin")
    assert page.battle.seats == {"allied": HUMAN, "republican": "captain"}
    act(page, "set", "battle", "setup_7")
    act(page, "begin")
    assert tuple(page.battle.seats) == SEATED["setup_7"]
    assert page.battle.seats["spanish"] == HUMAN
    assert page.battle.seats["sardinian"] == "captain"


def test_all_seats_or_those_of_one_side_are_taken_at_a_press() -> None:
    page = opened("late")
    act(page, "seat all", "all")
    assert set(page.battle.seats.values()) == {HUMAN}
    act(page, "seat all", "1")
    assert {seat for seat, who in page.battle.seats.items() if who == HUMAN} == {"west", "east"}
    act(page, "seat all", "0")
    assert {seat for seat, who in page.battle.seats.items() if who != HUMAN} == {"west", "east"}


def test_what_a_browser_keeps_brings_game_and_seats_back() -> None:
    page = opened("setup_7")
    act(page, "seat all", "all")
    go_on(page, until="west")
    other = opened("late")
    act(other, "hello", value=stored_state(page.battle), around={"width": 1280})
    assert other.battle.seats == page.battle.seats
    assert other.battle.desk.position == page.battle.desk.position


# -- orders --------------------------------------------------------------------------------------------------------------------------------


def test_many_units_are_taken_in_hand_by_place_and_stay_there() -> None:
    page = opened("late")
    act(page, "seat all", "all")
    act(page, "uncover")
    # Nothing can be ordered before one of the two batteries is taken in hand [1.15].
    assert re.findall(r'data-do="take" data-name="(\w+)"', page.view.parts()["orders"]) == ["convention", "jacobins"]
    go_on(page, until="allied")
    act(page, "uncover")
    orders = page.view.parts()["orders"]
    # 19 British strength points at the fleet are 7 units; none is in hand by itself.
    assert len(re.findall(r'data-do="take"', orders)) == 7
    assert page.battle.desk.selected == ""
    assert len(page.battle.rows()) == 1  # only to let it pass
    ship = page.battle.desk.guide.in_hand(page.battle.desk.position)[2].ship
    act(page, "take", ship)
    assert page.battle.desk.selected == ship
    assert page.look.legal  # the zones that take it
    name = page.battle.desk.position.unit(ship).name
    assert name in plain(page.view.parts()["sheet"])
    act(page, "press", "Toulon")
    assert page.battle.desk.position.unit(ship).place == "toulon"


def test_a_long_run_of_throws_is_one_press() -> None:
    page = opened("setup_2")
    act(page, "seat all", "all")
    go_on(page, until="setup_attrition")
    due = len(page.battle.desk.position.turn.due)
    assert due > 10
    assert f"Roll all {due}" in plain(page.view.parts()["orders"])
    done = len(page.battle.desk.history.done)
    act(page, "roll on")
    assert len(page.battle.desk.history.done) == done + due
    assert page.battle.desk.position.turn.step == "rest"
    assert page.battle.desk.message == f"{due} throws. The log tells each of them."


def test_five_at_one_table_play_the_siege_to_its_end() -> None:
    page = opened("late")
    act(page, "seat all", "all")
    go_on(page)
    result = page.battle.desk.history.result
    parts = page.view.parts()
    winner = {"allied": "The Allies have won.", "republican": "The Republicans have won.", "draw": "Nobody has won."}[result.winner]
    assert winner in plain(parts["orders"])
    assert "ship" not in plain(parts["orders"])
    # The scenario begins on turn 5 and ends after turn 7.
    assert "It took 3 turns." in plain(parts["story"])
    assert "The Spanish: you." in plain(parts["story"])


def test_bots_alone_play_the_set_up_for_seven() -> None:
    page = opened("setup_7")
    for seat in page.battle.seats:
        act(page, "set", f"seat:{seat}", "captain")
    go_on(page)
    assert page.battle.desk.history.result is not None


def test_the_one_allied_player_of_three_has_the_personal_points_of_all_nations() -> None:
    position = position_of({"players": 3, "options": ["2.2"], "units": []}, ruleset("toulon")).position
    position = replace(position, personal=tuple((nation, 5) for nation, _ in position.personal))
    assert SANDBOX.party.score(position)[-1] == "The Allies: 2.5 personal points."


# -- values --------------------------------------------------------------------------------------------------------------------------------


def test_every_value_that_the_source_lacks_is_shown_with_its_rule_and_mark() -> None:
    page = opened("late")
    panel = page.view.parts()["setup"]
    fields = re.findall(r'data-set="supply:([^"]+)"', panel)
    # 26 numbers, 7 chances, 8 purses and random OP, 5 columns of the combat table; and 2.2, 3.4, 6.1 to 6.8 with the three parts of 6.9.
    assert "Values that we supply: 47, and 13 options" in plain(panel)
    assert len(fields) == len(set(fields)) == 26 + 7 + 9 + 5 + 2 + 11 == sum(len(group) for _title, group in groups(fields))
    assert {*NUMBERS, *CHANCES} <= set(fields)
    assert "Reconstructed" in plain(panel)
    assert "Yours" not in plain(panel)
    # What the thresholds of the roadsteads and of the gauge rest on stands beside them.
    assert {"gauge_trigger", "rade_range", "rade_tenuous", "rade_lost"} <= set(fields)
    assert all(escape(why) in panel for name, why in demo()["reasons"].items() if name in fields)
    # Each field is described by a sentence; those of our own are sentences of our own, an option's is its rule's.
    described = re.findall(r'aria-describedby="([^"]+)"', panel)
    sentences = dict(re.findall(r'<p class="own-words(?: sr)?" id="([^"]+)">([^<]+)</p>', panel))
    assert set(described) == set(sentences)
    assert len(sentences) == len(fields)
    assert all(each.strip()[-1] in ".)" for each in sentences.values())
    assert sentences["supply-zone_vp-words"] == "What a side gains when it comes to control a zone."
    assert sentences["supply-op_british-words"] == sentences["supply-op_bonaparte-words"]


def test_a_whole_siege_also_shows_the_unit_list_and_the_map_with_what_they_rest_on() -> None:
    page = opened("campaign_2")
    panel = page.view.parts()["setup"]
    fields = re.findall(r'data-set="supply:([^"]+)"', panel)
    there = page.battle.desk.position
    # Strength and quality of each unit, the efficiency of each leader, and the value of every zone of land.
    own = {f"unit_{unit.id}" for unit in there.units} | {f"efficiency_{leader.id}" for leader in there.leaders}
    own |= {f"value_{zone.id}" for zone in there.board.zones.values() if zone.kind == "land"}
    assert own <= set(fields)
    assert all(escape(why) in panel for why in demo()["reasons"].values())
    for name, value in (("unit_royals", "4,6"), ("efficiency_mulgrave", "A"), ("value_toulon", "4,2")):
        act(page, "set", f"supply:{name}", value)
    now = page.battle.desk.position
    assert (now.unit("royals").sp, now.unit("royals").quality, now.leader("mulgrave").efficiency) == (4, 6, "A")
    assert (now.zone("toulon").value, now.zone("toulon").fort) == (4, 2)
    assert "3 of them are yours" in plain(page.view.parts()["setup"])
    assert "value 4, a fort of level 2" in zone_words(now, "toulon")
    # A game of another length keeps them; one that has no such values goes without.
    act(page, "set", "battle", "short_2")
    act(page, "begin")
    assert page.battle.desk.position.unit("royals").sp == 4
    act(page, "set", "battle", "late")
    act(page, "begin")
    assert page.battle.desk.position.unit("royals").sp == 3
    assert page.battle.desk.refusal is None


def test_a_value_of_the_readers_own_holds_at_once_is_told_and_can_be_taken_back() -> None:
    page = opened("late")
    act(page, "set", "supply:attrition", "1/2")
    assert page.battle.desk.position.chance("attrition") == "1/2"
    panel = plain(page.view.parts()["setup"])
    assert "1 of them is yours" in panel
    assert "Yours" in panel
    assert "attrition: 1/2 instead of 1/6" in plain(page.view.parts()["log"])
    act(page, "undo")
    assert page.battle.desk.position.chance("attrition") == "1/6"


def test_options_are_switched_during_the_game_each_with_whom_it_favours() -> None:
    page = opened("late")
    panel = plain(page.view.parts()["setup"])
    assert "Hasty attacks: slightly Republican" in panel
    assert "Stronger forts: strongly Allied" in panel
    assert page.battle.desk.position.has("6.3")
    assert not page.battle.desk.position.has("6.9b")
    act(page, "set", "supply:option_6.3", "no")
    act(page, "set", "supply:option_6.9b", "yes")
    position = page.battle.desk.position
    assert [position.has(option) for option in ("6.3", "6.9", "6.9a", "6.9b", "6.9c")] == [False, True, False, True, False]
    log = plain(page.view.parts()["log"])
    assert "Option 6.3 is no longer in play." in log
    assert "Option 6.9b is now in play." in log
    act(page, "undo")
    act(page, "undo")
    assert page.battle.desk.position.has("6.3")


def test_a_new_game_keeps_the_readers_values() -> None:
    page = opened("late")
    act(page, "set", "supply:op_spanish", "9")
    act(page, "set", "battle", "setup_5")
    act(page, "begin")
    assert page.battle.desk.position.scenario.scale["spanish"] == (9,)


@pytest.mark.parametrize(
    ("what", "value", "rule"),
    [
        ("attrition", "3/2", "1.16 F"),
        ("steps", "many", "4.9b"),
        ("1:3", "3-0,2-0", "4.12a"),
        ("random_op", "1d4", "4.2d"),
        ("luck", "1", "1.11"),
        ("option_6.8", "perhaps", "6.8"),
        ("option_6.8", "no", "6.8"),
    ],
)
def test_what_cannot_be_supplied_is_refused_by_the_rule_that_asks_for_it(what: str, value: str, rule: str) -> None:
    page = opened("late")
    before = page.battle.desk.history
    act(page, "set", f"supply:{what}", value)
    assert page.battle.desk.history is before
    assert page.battle.desk.refusal is not None
    assert page.battle.desk.refusal.rule == rule


def test_a_refused_value_says_at_its_field_what_it_should_be_until_the_next_press() -> None:
    page = opened("late")
    act(page, "set", "supply:attrition", "<b>3/2")
    panel = str(page.view.parts()["setup"])
    assert panel.count('aria-invalid="true"') == 1
    assert 'value="&lt;b&gt;3/2"' in panel
    assert '<span class="wrong" id="supply-attrition-wrong">' in panel
    assert "Refused: the value is still 1/6. Write a chance such as 1/6, from 0 to 1." in plain(panel)
    act(page, "set", "supply:attrition", "1/2")
    panel = str(page.view.parts()["setup"])
    assert "aria-invalid" not in panel
    assert 'value="1/2"' in panel
    act(page, "set", "supply:steps", "many")
    assert "aria-invalid" in page.view.parts()["setup"]
    act(page, "undo")
    assert "aria-invalid" not in page.view.parts()["setup"]


# -- the map -------------------------------------------------------------------------------------------------------------------------------


def test_the_map_fills_the_page_and_grows_at_a_press() -> None:
    page = opened("late")
    act(page, "page", around={"width": 390})
    assert page.scene.w == 390 - 32
    assert page.scene.h > page.scene.w
    act(page, "page", around={"width": 1280})
    wide = page.scene.w
    assert wide > 800
    act(page, "zoom", value="1")
    assert page.scene.w > wide
