"""Scenario files: all load and can be played, every goal can be reached and missed, and every fault is named with its place."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from rulesdemo.errors import DataError, InputError
from rulesdemo.games.republic.play import ENGINE, scenarios
from rulesdemo.games.republic.play.victory import GOALS
from rulesdemo.rules.datafiles import scenario_file, scenario_names
from rulesdemo.rules.ruleset import ruleset
from tests.play.test_play_cases import carried_out, read
from tests.support.scenario_faults import Change, check_card, check_fault, drop, put

BATTLES = ("campaign", "meeting", "siris", "thurii")
PIECES = tuple(name for name in scenarios.names() if name not in BATTLES)


# -- the files -------------------------------------------------------------------------------------------------------------------------


def test_battles_come_first_and_set_pieces_follow_the_chapters() -> None:
    cards = [scenarios.card(name) for name in scenarios.names()]
    assert sorted(scenarios.names()) == sorted(scenario_names("republic"))
    assert scenarios.names()[: len(BATTLES)] == BATTLES
    assert [card.number for card in cards] == [
        *([0] * len(BATTLES)),
        *range(1, 12),
    ]  # battles, and a set piece for each of the eleven chapters


@pytest.mark.parametrize("name", scenarios.names())
def test_a_scenario_says_what_it_is_and_what_is_ours(name: str) -> None:
    check_card(scenarios.card(name), has_goal=bool(scenarios.card(name).chapter))


def test_every_kind_of_goal_is_played() -> None:
    assert {scenarios.load(name).scenario.goal["kind"] for name in PIECES} == set(GOALS)


def test_the_campaign_has_battles_sieges_and_envoys_to_come() -> None:
    position = scenarios.load("campaign")
    assert {force.side for force in position.forces} == {city.owner for city in position.cities} == {"roman", "other"}
    assert len(position.cities) > 2
    assert len(position.ambassadors) == 2


# -- goals -----------------------------------------------------------------------------------------------------------------------------


def test_a_goal_is_lost_with_the_ambassador_whom_it_is_about() -> None:
    position = carried_out(ENGINE, ENGINE.start("the_envoy", None).position, read(ENGINE, "negotiate fabricius dice 9 0")).position
    assert position.result is not None
    assert position.result.winner == "other"
    assert "no longer" in position.result.why


# -- faults ----------------------------------------------------------------------------------------------------------------------------


FAULTS: dict[str, tuple[Change, str]] = {
    "name": (put("name", value="A War"), "must be lower-case letters"),
    "chapter": (put("chapter", value="E2"), 'must be written as in "R2"'),
    "no goal": (put("chapter", value="R2"), "a set piece has a chapter and a goal"),
    "key": (put("forces", value=[]), "has no key 'forces'"),
    "terrain": (put("map", "marsh", value=["9909"]), "leaves the map"),
    "river without a side": (put("map", "rivers", value=["0404"]), "write a hex and one of its sides"),
    "river at the edge": (put("map", "rivers", value=["0401 N"]), "does not lie between two hexes"),
    "continuation": (put("inputs", "continuation", value=11), "continuation must be a whole number from 0 to 10"),
    "march losses": (put("inputs", "march_losses", value=[1, -1]), "march_losses must be a list of 1-20 whole numbers from 0 to 999"),
    "no march losses": (put("inputs", "march_losses", value=[]), "march_losses must be a list of 1-20 whole numbers"),
    "siege losses": (put("inputs", "siege_losses", value=[0, 1]), "siege_losses must be a list of 10 whole numbers"),
    "siege losses in words": (put("inputs", "siege_losses", value="0"), "siege_losses must be a list"),
    "attrition twice": (put("inputs", "march_losses", value=[1]), "attrition and march_losses say the same in two ways"),
    "major": (put("inputs", "major", value="often"), "major is 'often'"),
    "leader loss": (put("inputs", "leader_loss", value="daily"), "leader_loss is 'daily'"),
    "no successor": (drop("inputs", "successor"), "successor is missing"),
    "letter": (put("force", 0, "leader", "letter", value="F"), "letter is 'F'"),
    "rating": (put("force", 0, "leader", "vm", value=11), "vm must be a whole number from 0 to 10"),
    "off the map": (put("force", 0, "at", value="9907"), "first is off the map"),
    "another's city": (put("force", 0, "in_city", value=True), "inside a city that is not its own"),
    "same id": (put("force", 1, "id", value="first"), "two things have the id 'first'"),
    "same name": (put("force", 1, "name", value="Cales"), "two things have the name 'Cales'"),
    "legions of others": (put("force", 2, "legion", value=[{"infantry": 3}]), "only Romans have legions"),
    "elite Romans": (put("force", 0, "elite", value=1), "only others have elite units"),
    "no infantry": (put("force", 2, "infantry", value=0), "a Force has some infantry"),
    "elephants": (put("force", 2, "elephants", value=10), "elephants must be a whole number from 0 to 9"),
    "marks": (put("force", 2, "marks", value=["late"]), "marks names 'late'"),
    "status": (put("force", 2, "status", value="weary"), "status is 'weary'"),
    "cdi": (put("city", 0, "cdi", value=2), "cdi is 2, not one of 1, 3, 4, 7, 10"),
    "two cities": (put("city", 0, "at", value="0407"), "two cities share a hex"),
    "legion key": (put("force", 0, "legion", 0, "raw", value=True), "has no key 'raw'"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named(fault: str) -> None:
    check_fault("republic", "meeting", scenarios.build, *FAULTS[fault])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"kind": "city", "city": "nowhere"}, "there is no city 'nowhere'"),
        ({"kind": "win"}, "kind is 'win'"),
        ({"kind": "costs", "need": 0}, "it is met before anybody has acted"),
        ({"kind": "rout", "need": 1}, "has no key 'need'"),
        ({"kind": "status", "target": "host", "status": "weary"}, "status is 'weary'"),
    ],
)
def test_a_fault_of_a_goal_is_named(changes: dict[str, Any], words: str) -> None:
    goal = {"side": "roman", "task": {"en": "Do.", "fr": "Faites."}, **changes}
    data = {**copy.deepcopy(scenario_file("republic", "meeting")[0]), "chapter": "R2", "goal": goal}
    with pytest.raises(DataError, match=re.escape(words)):
        scenarios.build(data)


def test_a_battle_needs_two_sides_and_somebody_to_act() -> None:
    data = copy.deepcopy(dict(scenario_file("republic", "meeting")[0]))
    with pytest.raises(DataError, match="Forces on both sides"):
        scenarios.build({**data, "force": data["force"][:2]})
    envoy = copy.deepcopy(dict(scenario_file("republic", "the_envoy")[0]))
    goal = {**envoy["goal"], "kind": "costs", "need": 3}
    del envoy["ambassador"], goal["ambassador"]
    with pytest.raises(DataError, match="somebody to act"):
        scenarios.build({**envoy, "goal": goal})


def test_a_scenario_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match="Did you mean meeting"):
        scenarios.load("meting")


def test_the_rules_that_are_chosen_hold() -> None:
    chosen = ruleset("republic", {"ratio_rounding": "defender"})
    assert ENGINE.start("meeting", chosen).position.rules is chosen
