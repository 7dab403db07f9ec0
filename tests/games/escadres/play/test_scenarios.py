"""Scenario files: all load and can be played, every goal can be reached and missed, and every fault is named with its place."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from rulesdemo.errors import DataError, InputError
from rulesdemo.games.escadres.play import ENGINE, scenarios
from rulesdemo.games.escadres.play.movement import allowance_of
from rulesdemo.games.escadres.play.state import enemy_of
from rulesdemo.games.escadres.play.victory import GOALS
from rulesdemo.rules.datafiles import scenario_file, scenario_names
from rulesdemo.rules.ruleset import ruleset
from tests.play.test_play_cases import carried_out, read
from tests.support.scenario_faults import Change, check_both_ends, check_card, check_fault, put

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

# Ways to the goals, by hand. The frigate runs with 4 steps, the last of them a turn, then reaches with 5. The stopped 74 is close-hauled
# with 2, then reaching with 4, and passes the rock to the right. No debris of 6 power flies farther than 6 hexes.
WAYS = {
    "landfall": [
        *("draw dice 1", "straight sirene", "straight sirene", "straight sirene", "turn sirene left"),
        *("draw dice 1", "straight sirene", "straight sirene", "straight sirene", "end_move sirene"),
    ],
    "wear": [
        *("draw dice 1", "straight aurore", "turn aurore right"),
        *("draw dice 1", "straight aurore", "straight aurore", "turn aurore left", "straight aurore"),
    ],
    "magazine": [
        *("draw dice 1", *["straight sirene"] * 3, "draw dice 1", *["straight furet"] * 5),
        *("roll_drift nymphe dice 1", "roll_fires nymphe dice 1 1"),
        *("draw dice 1", *["straight sirene"] * 3, "draw dice 1", *["straight furet"] * 3, "end_move furet"),
    ],
    # Behind Lion, whose hull stands between her and Hector.
    "lee": ["draw dice 1", *["straight furet"] * 4, "end_move furet"],
    # Turned to the north and a hex on, Aurore has Lion abeam and sees past Furet; Sirène and Aurore sail round into the cone.
    "gun_ports": ["draw dice 4", "turn aurore left", "straight aurore"],
    "across_the_stern": ["draw dice 2", *["turn sirene left"] * 2, *["straight sirene"] * 3],
    "low_deck": ["draw dice 2", "turn aurore left", *["straight aurore"] * 3],
    "irons": ["draw dice 1", "roll_drift sirene dice 4", "drift sirene bow_pays_off_left"],
    # Twice the whole ship; then rocks lie before her stern, and only the bow can go.
    "adrift": [*["roll_drift nymphe dice 4", "drift nymphe both"] * 2, "roll_drift nymphe dice 4"],
    "bag": ["draw dice 1", "end_move sirene", "draw dice 1"],
    "fire_aboard": ["draw dice 1", "straight aurore", "end_move aurore", "roll_fires aurore dice 1 1", "fight_fires aurore dice 4 6"],
    "hulk": ["roll_drift sirene dice 1", "roll_leak sirene dice 1", "roll_fires sirene dice 1", "fight_fires sirene dice 4"],
}


@pytest.mark.parametrize("name", WAYS)
def test_a_goal_is_met_by_hand(name: str) -> None:
    outcome = ENGINE.start(name, None)
    for said in WAYS[name]:
        assert outcome.position.result is None, said
        outcome = carried_out(ENGINE, outcome.position, read(ENGINE, said))
    assert outcome.position.result is not None
    assert outcome.position.result.winner == "french"


@pytest.mark.parametrize("name", PIECES)
def test_every_goal_can_be_met_and_missed(name: str) -> None:
    """Random play finds a way, or one is told above, and misses it in other games."""
    check_both_ends(ENGINE, name, {"french"} if name in WAYS else set(), 100)


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
