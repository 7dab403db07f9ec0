"""Setting up (1.2 to 1.17): what the numbers rest on."""

import pytest

from rulesdemo.analysis.catalogue import answer
from rulesdemo.rules.ruleset import ruleset


@pytest.mark.parametrize(("steps", "provenance"), [(0, "ruling"), (1, "seed"), (2, "seed"), (3, "seed")])
def test_t20_only_distance_0_rests_on_the_ruling(steps: int, provenance: str) -> None:
    assert answer("toulon.eligible_distance", steps=steps).provenance == provenance


def test_t2_the_rounds_rest_on_the_ruling_or_on_its_switch() -> None:
    cell, read = answer("toulon.deployment").rests_on
    assert (cell.provenance, read.switch, read.ruling) == ("ruling", "deploy_rounds", "T2")
    (read,) = answer("toulon.deployment", ruleset("toulon", {"deploy_rounds": "9"})).rests_on
    assert (read.switch, read.ruling) == ("deploy_rounds", "T2")
