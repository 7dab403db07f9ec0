"""The account of toulon's rules: what the source alone settles is done, what needs a value names it, and what is only told is told."""

from __future__ import annotations

import pytest

from rulesdemo.analysis.rule_coverage import accounts
from rulesdemo.errors import DataError
from rulesdemo.games.toulon.play import supplied
from rulesdemo.rules.datafiles import game_file
from rulesdemo.rules.rule_index import rules_of
from tests.cli.test_cli import good

# The classes of the rule index: P needs a value of the main rulebook, T is set-up handling or table talk, all others are C.
NEEDY = "1.11 / 1.13 / 1.15 / 1.16 F / 4.3 / 4.4 / 4.6a / 4.7d / 4.7e / 4.9c / 4.9g / 4.9n / 4.9p / 4.9s"
NEEDY += " / 4.10 / 4.12i / 4.12q / 5h / 6.1 / 6.3 / 6.5"
TOLD = "1.1 / 1.3 / 2.2 / 2.5 / 4.14 / 4.14v / 4 (intro) / 6 (intro) / 7"


def of_class(letter: str) -> list[str]:
    return [rule.id for rule in rules_of("toulon").values() if rule.letter == letter]


def test_every_rule_has_the_class_of_the_index() -> None:
    assert sorted(of_class("P")) == sorted(NEEDY.split(" / "))
    assert sorted(of_class("T")) == sorted(TOLD.split(" / "))
    assert len(of_class("C")) == len(rules_of("toulon")) - 21 - 9


def test_what_can_be_computed_is_done_and_what_cannot_is_told() -> None:
    every = accounts("toulon")
    assert {every[rule].rule.status for rule in (*of_class("C"), *of_class("P"))} == {"done"}
    assert {every[rule].rule.status for rule in of_class("T")} == {"note"}
    assert [rule for rule in of_class("T") if not every[rule].chapters] == []


def test_every_parameter_is_there_under_its_name() -> None:
    demo = supplied.demo()
    units, drawn = game_file("toulon", "units")["unit"], game_file("toulon", "map")
    known = {*demo["rules"], "map.links", "map.battery_zones", "map.fort", "units.due", "units.quality", "scenario.rade"}
    named = {name for rule in rules_of("toulon").values() for name in rule.parameters}
    assert named == known
    assert all(section in demo for section in ("op_scale", "random_op", "combat"))
    assert all(each["quality"] and each["due"] for each in units if each["id"] != "austrians")
    assert drawn["links"]
    assert drawn["battery_zones"]
    assert any(zone.get("fort") for zone in drawn["zone"])


def test_a_value_is_named_by_the_rule_that_asks_for_it() -> None:
    asked = {name: rule for name, rule in supplied.demo()["rules"].items() if name not in rules_of("toulon")[rule].parameters}
    assert asked == {}


def test_the_account_shows_class_and_parameters() -> None:
    shown = good("rules", "toulon", "--coverage").splitlines()
    assert shown[0].split() == ["rule", "class", "status", "code", "cases", "chapters", "parameters"]
    (line,) = [line for line in shown if line.startswith("4.9s ")]
    assert (line.split()[1], line.split()[-1]) == ("P", "capture")
    assert shown[-1] == (
        "class C, from the source alone: 103 of 103 done; class P, with the parameters named: 21 of 21 done; "
        "class T, told in a chapter: 9 of 9"
    )
    assert "parameters  hasten_op, delay_op, battery_op, units.due" in good("rules", "toulon", "4.4")
    assert "class" not in good("rules", "veneti", "--coverage").splitlines()[0]


def test_a_needy_rule_that_names_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = {"id": "1", "title": {"en": "A", "fr": "A"}, "kinds": ["state"], "status": "done", "text": "A."}
    for wrong in ({"class": "P"}, {"class": "X"}):
        monkeypatch.setattr("rulesdemo.rules.rule_index.game_file", lambda _game, _name, wrong=wrong: {"rule": [entry | wrong]})
        with pytest.raises(DataError, match="a rule of class P names its parameters"):
            rules_of.__wrapped__("toulon")
