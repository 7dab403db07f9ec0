"""Scenario files and the zone map: what they say is there, what is wrong in them is refused with its place."""

from __future__ import annotations

from typing import Any

import pytest

from rulesdemo.errors import DataError, InputError
from rulesdemo.games.toulon.board import board
from rulesdemo.games.toulon.play import ENGINE, scenarios


def plain(**changes: Any) -> dict[str, Any]:
    """A scenario with nothing wrong in it."""
    data: dict[str, Any] = {
        "name": "case",
        "title": {"en": "Case", "fr": "Cas"},
        "about": "A rule case.",
        "provenance": "reconstructed",
        "source": ["Ours."],
        "kind": "turns",
        "players": 3,
        "turn": 5,
        "last_turn": 6,
        "unit": [{"id": "royals", "at": "toulon"}],
    }
    return {key: value for key, value in {**data, **changes}.items() if value is not None}


def test_a_unit_of_the_roster_is_known_by_its_id() -> None:
    unit = scenarios.build(plain()).unit("royals")
    assert (unit.nation, unit.arm, unit.sp, unit.place) == ("british", "infantry", 3, "toulon")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players": 8}, "players must be a whole number from 2 to 7"),
        ({"players": 2, "options": ["2.2"]}, "option 2.2 is for more than two players"),
        ({"kind": "late", "turn": None}, "short = true"),
        ({"last_turn": 4}, "comes before the first turn"),
        ({"options": ["6.10"]}, "names '6.10'"),
        ({"name": "Case"}, "lower-case letters"),
        ({"chapter": "T2"}, "a set piece has a chapter and a goal"),
        ({"chapter": "X2"}, 'as in "T2"'),
        ({"unit": [{"id": "royals", "at": "paris"}]}, "at is 'paris'"),
        ({"unit": [{"id": "royals", "at": "toulon"}, {"id": "royals", "at": "faron"}]}, "have the id 'royals'"),
        ({"unit": [{"id": "Royals", "at": "toulon"}]}, "must be lower-case"),
        ({"unit": [{"id": "nobody", "at": "toulon"}]}, "nation"),
        ({"supplied": {"random_op": "1d4"}}, "random_op must be"),
        ({"supplied": {"nml": 3}}, "has no key 'nml'"),
        ({"chapter": "T2", "goal": {"kind": "reach", "side": "allied", "unit": "foot", "zone": "faron"}}, "task is missing"),
        ({"oops": 1}, "has no key 'oops'"),
    ],
)
def test_what_is_wrong_in_a_file_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises((DataError, InputError)) as wrong:
        scenarios.build(plain(**changes))
    assert words in str(wrong.value)


def test_a_goal_names_what_is_there_and_is_not_met_yet() -> None:
    task = {"en": "Do it.", "fr": "Faites-le."}
    for goal, words in (
        ({"kind": "reach", "side": "allied", "unit": "foot", "zone": "faron", "task": task}, "there is no unit 'foot'"),
        ({"kind": "reach", "side": "allied", "unit": "royals", "zone": "toulon", "task": task}, "it is met before"),
        ({"kind": "lead", "side": "allied", "leader": "gravina", "zone": "toulon", "task": task}, "there is no leader 'gravina'"),
    ):
        with pytest.raises(DataError, match=words):
            scenarios.build(plain(chapter="T2", goal=goal))


def test_every_set_piece_has_a_chapter_of_its_own_and_words_in_both_languages() -> None:
    cards = [scenarios.card(name) for name in ENGINE.scenarios()]
    sieges = [*(f"campaign_{players}" for players in range(2, 8)), "late", "setup_2", "setup_5", "setup_7"]
    assert [card.name for card in cards if not card.chapter] == [*sieges, "short_2", "short_3", "short_4"]
    assert sorted({card.number for card in cards if card.chapter}) == list(range(1, 12))
    for card in cards:
        assert card.title["en"] != card.title["fr"]
        assert all("Ours" in line for line in card.source)


def test_the_map_is_one_piece_and_every_beach_lies_on_a_roadstead() -> None:
    chart = board().chart
    for place in chart.places:
        assert chart.path("toulon", place.id) is not None
        assert chart.parse(chart.label(place.id)) == place.id
    for zone in board().zones.values():
        wet = any(board().zones[near].kind == "roadstead" for near in chart.neighbours(zone.id))
        assert wet or not zone.beach, zone
        assert (zone.id in board().beaches) == zone.beach
    assert [board().zones[beach].x for beach in board().beaches] == sorted(board().zones[beach].x for beach in board().beaches)
