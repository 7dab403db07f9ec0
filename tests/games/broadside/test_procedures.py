"""Every procedure of the game: rolled, replayed, and resting on tables that leave none unread."""

from typing import Any

import pytest

from rulesdemo.analysis.catalogue import entries
from rulesdemo.api import roll
from rulesdemo.odds.reads import CellRead
from rulesdemo.rules.datafiles import table_names
from rulesdemo.rules.ruleset import ruleset

PROCEDURES = entries("broadside")
FIGHT = {"force_a": 10, "hull_a": (4, 4), "force_b": 6, "hull_b": (3, 3)}

# One question for each procedure that needs inputs.
ASKED: dict[str, dict[str, Any]] = {
    "scale": {"m": 3},
    "by_the_knots": {"m": 3},
    "demo_ship": {"ship": "frigate"},
    "crew_quality": {"quality": 3},
    "wind_change": {"force": 0},
    "visibility": {"wind": 4},
    "weather_step": {"force": 3, "weather": "fog"},
    "wind_after": {"force": 3, "turns": 4},
    "wind_reaches": {"force": 3, "target": 6, "turns": 9},
    "sight": {"hexes": 30, "minutes": 0},
    "wind_effects": {"wind": 5},
    "point_of_sailing": {"heading": "N", "wind_from": "SE"},
    "headings_on": {"point": "B"},
    "m_available": {"m": 5, "point": "D", "wind": 2, "hull_initial": 3, "full_sail": True},
    "speed_window": {"m": 5, "inertia": 1, "speed_last": 3},
    "legal_spend": {"m": 5, "inertia": 1, "speed_last": 3},
    "pivot": {"heading": "N", "side": "left"},
    "stacking": {"ships": 2},
    "shared_hex": {"spent_a": 3, "spent_b": 3, "m_a": 4, "m_b": 4, "hull_a": 8, "hull_b": 8},
    "order_cost": {"order": "VH1G1D1D"},
    "tack_allowed": {"m": 3, "inertia": 1, "speed_last": 3},
    "boarding_force": {"force": 10, "sections_destroyed": 1},
    "boarding_shares": {"side_a": (10, 5), "side_b": (6, 4, 8)},
    "boarding_round": {"side_a": (10, 5), "side_b": (6, 4, 8)},
    "boarding_turn": FIGHT,
    "gunnery": {"force": 31},
    "gun_force": {"force": 11, "wind": 5, "sections_destroyed": 1},
    "gun_range": {"distance": 4},
    "field_of_fire": {"heading": "N", "q": 2, "r": -1},
    "raking": {"heading": "N", "q": 0, "r": 2},
    "same_die": {"force": -1, "other_force": 31},
    "hull_after_shots": {"force": -1, "hull": 4, "shots": 3},
    "duel": {**FIGHT, "turns": 3},
    "hull_damage": {"sections": (4, 4), "damage": 3},
    "mast_loss": {"sections": 3},
    "critical_hit": {"force": 9},
    "small_leak": {"hull": 4, "turns": 3},
    "large_leak": {"hull": 9, "turns": 3},
    "fire": {"hull": 6, "turns": 3},
    "explosion": {"initial": 10, "near_initial": 6},
    "surrender": {"hull": 0},
    "command_chain": {"links": (2, 2)},
    "order_lag": {"rank": "line", "command": "none", "captain_dead": True},
}


@pytest.mark.parametrize("name", PROCEDURES)
def test_rolls_are_in_the_distribution_and_replay(name: str) -> None:
    inputs = ASKED.get(name.partition(".")[2], {})
    told = PROCEDURES[name].answer(inputs)
    assert sum(chance for _, chance in told.dist.items()) == 1
    for seed in range(25):
        thrown = roll(name, seed=seed, **inputs)
        assert thrown.value in told.dist
        assert type(thrown.value) is type(next(iter(told.dist)))
        assert PROCEDURES[name].replay(inputs, thrown.faces) == thrown


def test_every_question_is_for_a_procedure() -> None:
    assert {f"broadside.{name}" for name in ASKED} <= set(PROCEDURES)


def test_every_table_is_read() -> None:
    extended = ruleset("broadside", {"gun_table_above": "extended"})
    read = set()
    for name, entry in PROCEDURES.items():
        for rules in (None, extended):
            told = entry.answer(ASKED.get(name.partition(".")[2], {}), rules)
            read |= {cell.table for cell in told.dist.rests_on if isinstance(cell, CellRead)}
    # Flags that the plain questions leave down.
    told = PROCEDURES["broadside.gunnery_drm"].answer({"night": True})
    read |= {cell.table for cell in told.dist.rests_on if isinstance(cell, CellRead)}
    assert read == set(table_names("broadside"))
