"""What a change touches: against a plain comparison of all distributions."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from rulesdemo.analysis.catalogue import entries, find
from rulesdemo.analysis.impact import contrast, distance, impact
from rulesdemo.analysis.question import parse_question
from rulesdemo.odds.dist import Dist
from rulesdemo.rules.ruleset import ruleset
from tests.cli.test_cli import bad, good

PLAIN = ruleset("veneti")
HARDER = ruleset("veneti", {"boarding_bands": "modified"}, {("boarding", "4", "1"): "5"})


def test_distance_is_the_most_that_an_event_can_move() -> None:
    assert distance(Dist({1: 1, 2: 2, 3: 3}, 6), Dist({1: 2, 2: 1}, 3)) == Fraction(1, 2)


def test_a_contrast_finds_every_place_and_the_largest_first() -> None:
    entry = find("veneti.boarding")
    found = contrast(entry, {"attackers": "3..5", "defenders": "0..2"}, PLAIN, HARDER, parse_question(entry, ["captured"]))
    every = {(a, d, h) for a in (3, 4, 5) for d in (0, 1, 2) for h in (-1, 0, 1)}
    expected = {}
    for a, d, h in every:
        inputs = {"attackers": a, "defenders": d, "height": h}
        one, two = (entry.answer(inputs, rules).dist.p(captured=True) for rules in (PLAIN, HARDER))
        if one != two:
            expected[a, d, h] = one, two
    assert {tuple(place.inputs.values()): (place.before, place.after) for place in found.places if place.size} == expected
    assert [place.size for place in found.places] == sorted((place.size for place in found.places), reverse=True)


def test_impact_names_what_moves_and_nothing_else() -> None:
    found = {each.entry.name: each for each in impact(PLAIN, HARDER)}
    assert {"veneti.boarding", "veneti.boarding_within"} <= set(found)
    assert set(found) <= set(entries("veneti"))
    for each in found.values():
        for place in each.places[:5]:
            one, two = (each.entry.answer(place.inputs, rules).dist for rules in (PLAIN, HARDER))
            assert distance(one, two) == place.distance > 0


def test_the_commands() -> None:
    listed = json.loads(good("impact", "veneti", "--patch", "boarding:4,1=5", "--json"))["procedures"]
    assert listed[0]["procedure"] == "veneti.boarding"
    assert listed[0]["places"][0]["inputs"] == {"attackers": 4, "defenders": 1, "height": -1}
    assert listed[0]["places"][0]["distance"] == "1/9"  # uphill, a 5 on the dice is a total of 4: 4 ways in 36
    assert "nothing is changed" in bad("impact", "veneti")
    text = good("compare", "veneti.boarding", "attackers=4", "--patch", "boarding:4,1=5", "--when", "captured")
    assert "11/12" in text
    assert "5/6" in text


@pytest.mark.parametrize("name", ["vneti", "veneti.boarding"])
def test_an_unknown_game_is_refused(name: str) -> None:
    assert "no game" in bad("impact", name, "--set", "a=b")
