"""An answer names a ruling exactly where another setting of its switch moves the answer."""

from __future__ import annotations

from typing import Any

import pytest

from rulesdemo import answer
from rulesdemo.analysis.catalogue import Answer, Entry, entries, find
from rulesdemo.analysis.derivation import derivation
from rulesdemo.analysis.odds_tree import why
from rulesdemo.analysis.report import answer_text
from rulesdemo.errors import RulesError
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.inputs import samples
from rulesdemo.odds.reads import PROVENANCES, SwitchRead
from rulesdemo.rules.datafiles import GAMES
from rulesdemo.rules.rule_index import switches_of
from rulesdemo.rules.ruleset import Ruleset, ruleset


def named(asked: Answer) -> dict[str, str]:
    """The switches that an answer names, with their rulings."""
    return {read.switch: read.ruling for read in asked.rests_on if isinstance(read, SwitchRead)}


def outcome(entry: Entry, inputs: dict[str, Any], rules: Ruleset) -> Dist[Any] | None:
    """The distribution; None where these rules have none."""
    try:
        return entry.answer(inputs, rules).dist
    except RulesError:
        return None


@pytest.mark.parametrize("name", [name for game in GAMES for name in entries(game)])
def test_every_switch_that_moves_an_answer_is_named_and_no_other(name: str) -> None:
    """Every switch of the game is flipped, also those that the procedure is not seen to read."""
    entry = find(name)
    plain = ruleset(entry.game)
    for inputs in samples(entry.inputs):
        ours = outcome(entry, inputs, plain)
        if ours is None:
            continue
        moving = {
            switch.name: switch.ruling
            for switch in switches_of(entry.game).values()
            if any(outcome(entry, inputs, other) != ours for other in plain.other_settings(switch.name))
        }
        asked = entry.answer(inputs)
        assert named(asked) == moving, inputs
        if moving:
            assert PROVENANCES.index(asked.provenance) >= PROVENANCES.index("ruling"), inputs


SKY = {"force": 3, "weather": "fog"}

# Inputs under which two readings of the source part ways, and inputs of the same procedure under which they agree.
PARTINGS = [
    # Between ships of one height the total is the natural one, so that both readings have the same bands.
    ("veneti.boarding", "boarding_bands", "A17", {"attackers": 4, "defenders": 1, "height": 1}, {"attackers": 4, "defenders": 1}),
    # A modifier of 0 is the same on one roll as on both.
    ("republic.leader_loss", "leader_loss_drm", "R25", {"vm": 4, "drm": 1}, {"vm": 4}),
    # A leader in the fort makes a group of its defenders anyhow.
    ("toulon.fort_group", "fort_group_leader", "T33", {}, {"leader": True}),
    # The weather of turn 12 is due however often it changes, but for the roll of visibility.
    ("broadside.weather_step", "weather_every_n_turns", "B27", {**SKY, "game_turn": 1}, {**SKY, "game_turn": 12}),
    # Up to force 30 the rows are printed.
    ("broadside.gunnery", "gun_table_above", "B44", {"force": 31}, {"force": 30}),
    # A marker that was not placed this turn drops under both readings.
    ("veneti.fatigue_recovery", "fatigue_recovery", "A12", {"level": 2, "placed_now": True}, {"level": 2}),
]


@pytest.mark.parametrize(("name", "switch", "ruling", "apart", "alike"), PARTINGS)
def test_a_ruling_is_named_where_the_readings_part_and_nowhere_else(
    name: str, switch: str, ruling: str, apart: dict[str, Any], alike: dict[str, Any]
) -> None:
    assert named(answer(name, **apart))[switch] == ruling
    assert switch not in named(answer(name, **alike))


@pytest.mark.parametrize("setting", ["natural", "modified"])
def test_a_chosen_reading_is_named_where_it_moves_the_answer(setting: str) -> None:
    rules = ruleset("veneti", {"boarding_bands": setting})
    read = SwitchRead("boarding_bands", setting, "A17", "ruling")
    assert read in answer("veneti.boarding", rules, attackers=4, defenders=1, height=-1).rests_on
    assert read not in answer("veneti.boarding", rules, attackers=4, defenders=1).rests_on


def test_a_patch_may_leave_a_reading_nothing_to_decide() -> None:
    level = ruleset("veneti", patches={("boarding_height", "higher", "drm"): "0"})
    assert named(answer("veneti.boarding", level, attackers=4, defenders=1, height=1)) == {}
    assert named(answer("veneti.boarding", level, attackers=4, defenders=1, height=-1)) == {"boarding_bands": "A17"}


def test_the_terminal_says_at_what_the_switch_stands() -> None:
    assert "◆ switch boarding_bands at natural (ruling A17)" in answer_text(answer("veneti.boarding", attackers=4, defenders=1, height=1))


# A loss follows the band; whether the ship is captured does not.
@pytest.mark.parametrize(
    ("height", "event", "is_named"),
    [(0, None, False), (1, None, True), (1, {"captured": True}, False), (1, {"attacker_loss": 1}, True)],
)
def test_the_tree_shows_a_switch_where_it_decides(height: int, event: dict[str, Any] | None, is_named: bool) -> None:
    tree = str(why(find("veneti.boarding").procedure, ruleset("veneti"), 4, 1, height, to=event))
    assert ("switch boarding_bands: natural (A17)" in tree) is is_named


@pytest.mark.parametrize(("event", "is_named"), [({"captured": True}, False), ({"attacker_loss": 1}, True)])
def test_the_steps_name_a_switch_where_it_moves_the_chance(event: dict[str, Any], is_named: bool) -> None:
    steps = str(derivation(answer("veneti.boarding", attackers=4, defenders=1, height=1), event))
    assert ("switch boarding_bands: natural (A17)" in steps) is is_named
