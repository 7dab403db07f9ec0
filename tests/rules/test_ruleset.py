"""Rulesets: switches and patches, checked when made, found by identity."""

from __future__ import annotations

import pytest

from rulesdemo import answer, odds
from rulesdemo.errors import InputError
from rulesdemo.odds.reads import CellRead, GivenRead, SwitchRead
from rulesdemo.rules.ruleset import ruleset


def test_equal_rulesets_are_one_object() -> None:
    assert ruleset("veneti") is ruleset("veneti", switches={"boarding_bands": "natural"})
    assert ruleset("veneti", patches={("boarding", "4", "1"): "5"}) is ruleset("veneti", patches={("boarding", "4", "1"): "5"})
    assert ruleset("veneti") is not ruleset("veneti", switches={"boarding_bands": "modified"})


def test_a_switch_moves_the_odds_and_is_what_the_answer_rests_on() -> None:
    modified = ruleset("veneti", switches={"boarding_bands": "modified"})
    inputs = {"attackers": 4, "defenders": 1, "height": 1}
    assert odds("veneti.boarding", rules=modified, **inputs) != odds("veneti.boarding", **inputs)
    assert SwitchRead("boarding_bands", "modified", "A17", "ruling") in answer("veneti.boarding", rules=modified, **inputs).rests_on


def test_a_patch_moves_the_odds_and_is_yours() -> None:
    mine = ruleset("veneti", patches={("boarding", "4", "1"): "7"})
    patched = answer("veneti.boarding", rules=mine, attackers=4, defenders=1)
    # 7 or more on two dice: 21 of 36 ways.
    assert str(patched.dist.p(captured=True)) == "7/12"
    assert patched.provenance == "yours"
    assert patched.rests_on == [CellRead("boarding", "4", "1", "yours", constant=False)]


def test_a_patch_elsewhere_changes_nothing() -> None:
    mine = ruleset("veneti", patches={("boarding", "5", "1"): "7"})
    assert odds("veneti.boarding", rules=mine, attackers=4, defenders=1) == odds("veneti.boarding", attackers=4, defenders=1)


@pytest.mark.parametrize(
    ("game", "switches", "patches", "sentence"),
    [
        ("venetti", {}, {}, "no game 'venetti'. Did you mean veneti?"),
        ("veneti", {"boarding_band": "natural"}, {}, "veneti has no switch 'boarding_band'. Did you mean boarding_bands?"),
        ("veneti", {"boarding_bands": "both"}, {}, "switch boarding_bands of veneti has no setting 'both'; it takes natural, modified"),
        ("veneti", {}, {("bording", "4", "1"): "5"}, "veneti has no table 'bording'. Did you mean boarding?"),
        ("veneti", {}, {("boarding", "4", "99"): "5"}, "table boarding has no cell 4,99"),
        ("veneti", {}, {("boarding", "4", "1"): "NaN"}, "'NaN' is not a whole number"),
    ],
)
def test_what_does_not_exist_is_refused(
    game: str, switches: dict[str, str], patches: dict[tuple[str, str, str], str], sentence: str
) -> None:
    with pytest.raises(InputError) as refused:
        ruleset(game, switches, patches)
    assert sentence in str(refused.value)


def test_a_patch_that_leaves_a_rule_without_sense_is_refused() -> None:
    mine = ruleset("veneti", patches={("speed_limits", "slow_cruise_divisor", "value"): "0"})
    with pytest.raises(InputError, match="makes no sense with your patch speed_limits:slow_cruise_divisor,value=0"):
        odds("veneti.slow_cruise", rules=mine, cruise=4)


def test_a_number_that_the_reader_gives_is_yours() -> None:
    given = answer("toulon.quality_tests", chance="2/3", units=2)
    assert given.provenance == "yours"
    assert GivenRead("chance", "2/3", "yours") in given.rests_on


def test_a_changed_cell_of_a_row_that_had_another_name_still_holds() -> None:
    old = ruleset("broadside", patches={("command", "lag_in_command", "value"): "1"})
    assert old is ruleset("broadside", patches={("command", "turns_ahead_in_command", "value"): "1"})
    assert old.table("command").at("lag_in_command") == 1
