"""Fortifications (6.5, 6.8): what the answers rest on."""

import pytest

from rulesdemo import answer
from rulesdemo.rules.ruleset import ruleset


@pytest.mark.parametrize(("redoubt", "provenance"), [("normal", "seed"), ("improved", "reconstructed")])
def test_t8_only_the_first_step_is_reconstructed(redoubt: str, provenance: str) -> None:
    assert answer("toulon.redoubt_reduction", redoubt=redoubt).provenance == provenance


def test_t33_a_leader_makes_the_switch_idle() -> None:
    needed = ruleset("toulon", {"fort_group_leader": "needed"})
    assert answer("toulon.fort_group", needed, leader=True).rests_on == []
    assert [read.switch for read in answer("toulon.fort_group", needed).rests_on] == ["fort_group_leader"]
