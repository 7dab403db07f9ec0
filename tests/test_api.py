"""The two calls of the Python API: what they take, what they refuse, and what a reader sees of flags."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulesdemo import odds, roll
from rulesdemo.errors import InputError
from rulesdemo.games.veneti.boarding import boarding
from rulesdemo.rules.ruleset import ruleset


@pytest.mark.parametrize("ask", [odds, roll])
def test_a_value_without_a_name_is_refused(ask: Callable[..., Any]) -> None:
    with pytest.raises(InputError, match=r"^escadres\.fire_fighting takes its inputs by name, and 7 has none\. Known: fires, training\.$"):
        ask("escadres.fire_fighting", 7, fires=1)
    with pytest.raises(InputError, match=r"and 'x' has none\. It takes no inputs\.$"):
        ask("escadres.gun", "x")


def test_a_procedure_takes_its_rules_by_place_and_by_name() -> None:
    mine = ruleset("veneti", patches={("boarding", "4", "1"): "5"})
    by_name = odds(boarding, rules=mine, attackers=4, defenders=1, height=0)
    assert by_name == odds(boarding, mine, 4, 1) != odds("veneti.boarding", attackers=4, defenders=1)


def test_flags_are_true_or_false() -> None:
    dist = odds("escadres.volley", dice=2, power=2, crew=2)
    for outcome in (*dist, roll("escadres.volley", dice=2, power=2, crew=2, seed=1).value):
        assert type(outcome.stopped) is type(outcome.exploded) is bool
    assert list(dist.marginal("stopped")) == [False, True]
    assert "yes" in str(dist)


def test_a_path_may_be_a_list() -> None:
    text = odds("republic.withdrawal", path="flat,marsh", sp=37)
    assert odds("republic.withdrawal", path=["flat", "marsh"], sp=37) == text
    with pytest.raises(InputError, match="path must be one to six hexes"):
        odds("republic.withdrawal", path=["flat", "sea"], sp=37)
