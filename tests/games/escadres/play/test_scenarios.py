"""Scenario files: all load and can be played, every goal can be reached and missed, and every fault is named with its place."""

from __future__ import annotations

import copy
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulesdemo.errors import DataError, InputError
from rulesdemo.games.escadres.play import ENGINE, scenarios
from rulesdemo.games.escadres.play.movement import allowance_of
from rulesdemo.games.escadres.play.state import Activation, enemy_of
from rulesdemo.games.escadres.play.victory import GOALS, goal_lost, goal_met
from rulesdemo.rules.datafiles import scenario_file, scenario_names
from rulesdemo.rules.ruleset import ruleset
from tests.play.test_play_cases import carried_out, read
from tests.support.scenario_faults import Change, check_card, check_fault, put

BATTLES = ("duel", "fleet", "frigates")
PIECES = tuple(name for name in scenarios.names() if name not in BATTLES)


# -- the files -------------------------------------------------------------------------------------------------------------------------


def test_battles_come_first_and_set_pieces_follow_the_chapters() -> None:
    cards = [scenarios.card(name) for name in scenarios.names()]
    assert sorted(scenarios.names()) == sorted(scenario_names("escadres"))
    assert scenarios.names()[:3] == BATTLES
    numbers = [card.number for card in cards]
    assert numbers == sorted(numbers)
    assert set(numbers[3:]) == set(range(1, 12))  # a set piece or more for each of the eleven chapters


@pytest.mark.parametrize("name", scenarios.names())
def test_a_scenario_says_what_it_is_and_what_is_ours(name: str) -> None:
    check_card(scenarios.card(name), has_goal=bool(scenarios.card(name).chapter))


def test_six_to_a_side_make_a_fleet() -> None:
    sides = [ship.side for ship in scenarios.load("fleet").ships]
    assert sides.count("french") == sides.count("british") == 6


def test_a_duel_begins_even() -> None:
    """Each ship is the other in a mirror that stands along the wind: as many steps, the same column, as far from the edge."""
    position = scenarios.load("duel")
    one, other = position.ships
    assert allowance_of(position, one) == allowance_of(position, other) == 4
    assert (one.heading - position.wind_to) % 6 == (position.wind_to - other.heading) % 6
    file = scenario_file("escadres", "duel")[0]
    first, second = (ship["at"] for ship in file["ship"])
    assert first[:2] == second[:2]
    assert int(first[2:]) - 1 == file["map"]["rows"] - int(second[2:])


def test_every_kind_of_goal_is_played() -> None:
    assert {scenarios.load(name).scenario.goal["kind"] for name in PIECES} == set(GOALS)


# -- goals -----------------------------------------------------------------------------------------------------------------------------


def test_a_goal_is_lost_with_the_ship_that_it_is_about() -> None:
    position = ENGINE.start("fire_aboard", None).position
    for said in ("draw dice 1", "straight aurore", "end_move aurore", "roll_fires aurore dice 6 6 6 4 1"):
        position = carried_out(ENGINE, position, read(ENGINE, said)).position
    assert position.result is not None
    assert position.result.winner == enemy_of("french")
    assert "is gone" in position.result.why


# -- faults ----------------------------------------------------------------------------------------------------------------------------


GOAL = {"side": "french", "kind": "strike", "target": "lion", "task": {"en": "Do.", "fr": "Faites."}}
FAULTS: dict[str, tuple[Change, str]] = {
    "name": (put("name", value="A Duel"), "must be lower-case letters"),
    "chapter": (put("chapter", value="V2"), 'must be written as in "E2"'),
    "no goal": (put("chapter", value="E2"), "a set piece has a chapter and a goal"),
    "key": (put("ships", value=[]), "has no key 'ships'"),
    "wind": (put("wind", value="N"), "wind is 'N'"),
    "land": (put("map", "land", value=["9909"]), "leaves the map"),
    "on land": (put("map", "land", value=["0602"]), "her bow is on land in 0602 [E-OCC-1]"),
    "off the table": (put("ship", 0, "at", value="9907"), "her bow is off the table"),
    "stern off": (put("ship", 0, "at", value="0101"), "her stern is off the table"),
    "same place": (put("ship", 1, "at", value="0602"), "is filled by aurore"),
    "same id": (put("ship", 1, "id", value="aurore"), "two ships have the id 'aurore'"),
    "same name": (put("ship", 1, "name", value="Aurore"), "two ships have the name 'Aurore'"),
    "id": (put("ship", 0, "id", value="A B"), "id 'A B' must be"),
    "type": (put("ship", 0, "type", value="galley"), "type is 'galley'"),
    "power": (put("ship", 0, "power", value=21), "power must be a whole number from 1 to 20"),
    "power left": (put("ship", 0, "power_left", value=11), "power_left must be a whole number from 0 to 10"),
    "hull with power": (put("ship", 0, "hull_left", value=3), "has no key 'hull_left'"),
    "training": (put("ship", 0, "training", value=3), "training must be a whole number from -2 to 2"),
    "fires": (put("ship", 0, "fires", value=13), "fires must be a whole number from 0 to 12"),
    "one side": (put("ship", 1, "side", value="french"), "a battle needs ships on both sides"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named(fault: str) -> None:
    check_fault("escadres", "duel", scenarios.build, *FAULTS[fault])


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
    data = copy.deepcopy(scenario_file("escadres", "duel")[0]) | {"chapter": "E2", "goal": {**GOAL, **changes}}
    with pytest.raises(DataError, match=re.escape(words)):
        scenarios.build(data)


def test_a_goal_must_lie_on_open_water_and_be_unmet() -> None:
    data = copy.deepcopy(scenario_file("escadres", "wear")[0])
    data["goal"]["hexes"] = ["0505"]
    with pytest.raises(DataError, match="open water"):
        scenarios.build(data)
    data["goal"]["hexes"] = ["0305"]
    with pytest.raises(DataError, match="met before anybody has moved"):
        scenarios.build(data)


def test_a_scenario_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match="Did you mean duel"):
        scenarios.load("duell")


def test_the_rules_that_are_chosen_hold() -> None:
    chosen = ruleset("escadres", {"table_reading": "B"})
    assert ENGINE.start("duel", chosen).position.rules is chosen


@pytest.mark.parametrize(("name", "mover"), [("gun_ports", "lion"), ("across_the_stern", "lion"), ("lee", "hector")])
def test_where_another_ship_goes_is_no_act_of_the_reader(name: str, mover: str) -> None:
    goal = scenarios.load(name).scenario.goal
    own = goal.get("ship") or goal["ships"][0]
    lines = tomllib.loads((Path(__file__).parents[3] / "play" / "goals" / "escadres.toml").read_text(encoding="utf-8"))
    position = ENGINE.start(name, None).position
    for said in lines[name]["meets"]:
        position = carried_out(ENGINE, position, read(ENGINE, said)).position
    there = replace(position, result=None, activation=Activation(own, moved=True))
    assert goal_met(there)
    assert goal_met(replace(there, activation=Activation(mover, moved=True))) is None


def test_an_enemy_off_the_table_has_not_struck() -> None:
    position = ENGINE.start("broadside_to_broadside", None).position
    ship = position.ship("lion")
    for gone, winner in (("exploded", "french"), ("off_table", "british")):
        ships = tuple(replace(each, gone=gone) if each == ship else each for each in position.ships)  # type: ignore[arg-type] # a way to be gone
        after = replace(position, ships=ships)
        result = goal_met(after) or goal_lost(after)
        assert result is not None
        assert result.winner == winner
