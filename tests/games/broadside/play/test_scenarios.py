"""Scenario files: all load and can be played, every goal can be reached and missed, and every fault is named with its place."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from rulesdemo.errors import DataError, InputError
from rulesdemo.games.broadside.play import ENGINE, scenarios
from rulesdemo.games.broadside.play.victory import GOALS
from rulesdemo.rules.datafiles import scenario_file, scenario_names
from rulesdemo.rules.ruleset import ruleset
from tests.play.test_play_cases import carried_out, read
from tests.support.scenario_faults import Change, check_card, check_fault, put

BATTLES = ("convoy", "duel", "line")
PIECES = tuple(name for name in scenarios.names() if name not in BATTLES)


def test_battles_come_first_and_set_pieces_follow_the_chapters() -> None:
    cards = [scenarios.card(name) for name in scenarios.names()]
    assert sorted(scenarios.names()) == sorted(scenario_names("broadside"))
    assert scenarios.names()[:3] == BATTLES
    numbers = [card.number for card in cards]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(12))  # battles, and a set piece or more for each of the eleven chapters
    assert numbers.count(0) == len(BATTLES)


@pytest.mark.parametrize("name", scenarios.names())
def test_a_scenario_says_what_it_is_and_what_is_ours(name: str) -> None:
    check_card(scenarios.card(name), has_goal=bool(scenarios.load(name).scenario.goal))


def test_five_of_the_line_and_a_frigate_to_a_side() -> None:
    ships = scenarios.load("line").ships
    for side in ENGINE.sides:
        own = [ship for ship in ships if ship.side == side]
        assert [ship.rank for ship in own].count("line") == 5
        assert sorted(ship.admiral for ship in own if ship.admiral != "none") == ["chief", "second"]


# -- goals -----------------------------------------------------------------------------------------------------------------------------


def test_every_kind_of_goal_is_known_and_most_are_played() -> None:
    used = {scenarios.load(name).scenario.goal["kind"] for name in (*PIECES, "convoy")}
    assert used <= set(GOALS)
    assert set(GOALS) - used == {"shot"}  # tried below


@pytest.mark.parametrize(("kind", "orders"), [("shot", ["plot aurore 4", "ready"]), ("board", [])])
def test_other_goals(kind: str, orders: list[str]) -> None:
    data = copy.deepcopy(scenario_file("broadside", "across_her_stern")[0])
    data["goal"] |= {"kind": kind}
    if kind == "board":
        data["ship"][0] |= {"at": "1104", "heading": "S"}
        data["without"] = ["weather", "fire"]
        orders = ["plot aurore 3", "ready", "roll_contact dice 1"]
    outcome = ENGINE.advance(scenarios.build(data))
    for said in orders:
        assert outcome.position.result is None
        outcome = carried_out(ENGINE, outcome.position, read(ENGINE, said))
    assert outcome.position.result is not None
    assert outcome.position.result.winner == "french"


def test_a_goal_is_lost_with_the_ships_that_it_is_about() -> None:
    position = ENGINE.start("pumps", None).position
    for said in ("ready", "roll_leak aurore dice 6", "roll_fire aurore dice 3", "roll_mast aurore dice 6"):
        position = carried_out(ENGINE, position, read(ENGINE, said)).position
    for said in ("ready", "roll_leak aurore dice 6", "roll_fire aurore dice 3", "roll_mast aurore dice 6"):
        position = carried_out(ENGINE, position, read(ENGINE, said)).position
    position = carried_out(ENGINE, position, read(ENGINE, "ready")).position  # the last hull point goes, and she with it
    assert position.result is not None
    assert position.result.winner == "british"
    assert "is gone" in position.result.why


# -- faults ----------------------------------------------------------------------------------------------------------------------------


GOAL = {"side": "french", "kind": "strike", "target": "lion", "task": {"en": "Do.", "fr": "Faites."}}
FAULTS: dict[str, tuple[Change, str]] = {
    "name": (put("name", value="A Duel"), "must be lower-case letters"),
    "chapter": (put("chapter", value="V2"), 'must be written as in "B2"'),
    "no goal": (put("chapter", value="B2"), "a set piece has a chapter and a goal"),
    "key": (put("ships", value=[]), "has no key 'ships'"),
    "time": (put("time", value="25:00"), "time must be written"),
    "wind": (put("weather", "wind_from", value="E"), "wind_from is 'E'"),
    "force": (put("weather", "force", value=7), "force must be a whole number from 0 to 6"),
    "sky": (put("weather", "sky", value="snow"), "sky is 'snow'"),
    "without": (put("without", value=["orders"]), "without names 'orders'"),
    "scripted": (put("scripted", value=["spanish"]), "scripted names 'spanish'"),
    "land": (put("map", "land", value=["9909"]), "leaves the map"),
    "on land": (put("map", "land", value=["0608"]), "aurore is on land in 0608"),
    "off the map": (put("ship", 0, "at", value="9907"), "aurore is off the map"),
    "same place": (put("ship", 1, "at", value="0608"), "is filled by"),
    "same id": (put("ship", 1, "id", value="aurore"), "two ships have the id 'aurore'"),
    "same name": (put("ship", 1, "name", value="Aurore"), "two ships have the name 'Aurore'"),
    "id": (put("ship", 0, "id", value="A B"), "id 'A B' must be"),
    "type": (put("ship", 0, "type", value="galley"), "type is 'galley'"),
    "hull": (put("ship", 0, "hull", value="4,4"), 'hull must be written as in "4+4+4"'),
    "hull left": (put("ship", 0, "hull_left", value=13), "hull_left must be a whole number from 0 to 12"),
    "crew": (put("ship", 0, "crew", value=6), "crew must be a whole number from 1 to 5"),
    "orders": (put("ship", 0, "orders", value="3 1GG1"), "orders: 1GG1, character 3: Two pivots in one hex. [IV.c]"),
    "locked": (put("ship", 0, "locked", value=True), "aurore is locked with nobody"),
    "struck": (put("ship", 0, "surrendered", value=True), "has surrendered with hull left"),
    "one side": (put("ship", 1, "side", value="french"), "a battle needs ships on both sides"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named(fault: str) -> None:
    check_fault("broadside", "duel", scenarios.build, *FAULTS[fault])


def test_two_chiefs_and_unknown_weather_are_named() -> None:
    data = copy.deepcopy(scenario_file("broadside", "line")[0])
    data["ship"][0]["admiral"] = "chief"
    with pytest.raises(DataError, match="the french have two chief admirals"):
        scenarios.build(data)
    data = copy.deepcopy(scenario_file("broadside", "two_turns")[0])
    del data["weather"]
    with pytest.raises(DataError, match="must say what the weather is"):
        scenarios.build(data)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"target": "nobody"}, "there is no ship 'nobody'"),
        ({"kind": "win"}, "kind is 'win'"),
        ({"kind": "reach", "ship": "aurore", "hexes": ["9999"]}, "has no key 'target'"),
        ({"need": 1}, "has no key 'need'"),
    ],
)
def test_a_fault_of_a_goal_is_named(changes: dict[str, Any], words: str) -> None:
    data = copy.deepcopy(scenario_file("broadside", "duel")[0]) | {"chapter": "B2", "goal": {**GOAL, **changes}}
    with pytest.raises(DataError, match=re.escape(words)):
        scenarios.build(data)


def test_a_goal_must_lie_on_open_water_and_be_unmet() -> None:
    data = copy.deepcopy(scenario_file("broadside", "narrows")[0])
    data["goal"]["hexes"] = ["0708"]
    with pytest.raises(DataError, match="open water"):
        scenarios.build(data)
    data["goal"]["hexes"] = ["0407"]
    with pytest.raises(DataError, match="met before anybody has moved"):
        scenarios.build(data)


def test_a_scenario_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match="Did you mean duel"):
        scenarios.load("duell")


def test_the_rules_that_are_chosen_hold() -> None:
    chosen = ruleset("broadside", {"anchor_bonus": "target"})
    assert ENGINE.start("duel", chosen).position.rules is chosen
