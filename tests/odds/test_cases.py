"""Rule cases: what the rules say happens, given faces or as exact chances, each citing the rules it exercises.

[[case]]
name = "two galleys of M2 board an M1 ship"
rules = ["8.23"]
procedure = "veneti.boarding"
inputs = { attackers = 4, defenders = 1 }
switches = { boarding_bands = "natural" }               # optional
patches = { "boarding:4,1" = "5" }                      # optional
faces = [3, 4]                                          # what the dice show ...
expect = { captured = true }                            # ... and (some of) the outcome's fields
odds = [{ when = { captured = true }, p = "11/12" }]    # and/or exact chances of partial outcomes
mean = { attacker_loss = "13/36" }                      # and/or exact means
refused = "must be"                                     # or: the inputs are refused with these words
"""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulesdemo.analysis.catalogue import find
from rulesdemo.errors import InputError
from rulesdemo.rules.datafiles import GAMES
from rulesdemo.rules.rule_index import rules_of
from rulesdemo.rules.ruleset import ruleset

FOLDER = Path(__file__).parents[1] / "cases"
KEYS = {"name", "rules", "procedure", "inputs", "switches", "patches", "faces", "expect", "odds", "mean", "refused"}


def load() -> list[tuple[str, str, dict[str, Any]]]:
    paths = sorted(FOLDER.glob("*/*.toml"))
    return [(path.parent.name, path.stem, case) for path in paths for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]]


CASES = load()


@pytest.mark.parametrize(("game", "chapter", "case"), CASES, ids=[f"{game}-{chapter}-{case['name']}" for game, chapter, case in CASES])
def test_case(game: str, chapter: str, case: dict[str, Any]) -> None:  # noqa: ARG001 - the chapter is in the id
    assert set(case) <= KEYS, f"unknown keys {set(case) - KEYS}"
    assert case["rules"]
    for rule in case["rules"]:
        assert rule in rules_of(game), f"{game} has no rule {rule}"
    assert case.keys() & {"expect", "odds", "mean", "refused"}, "a case must be able to fail"
    entry = find(case["procedure"])
    assert entry.game == game
    inputs = case.get("inputs", {})
    patches = {(*_cell(key),): value for key, value in case.get("patches", {}).items()}
    rules = ruleset(game, case.get("switches"), patches)
    if "refused" in case:
        with pytest.raises(InputError) as refused:
            entry.answer(inputs, rules)
        assert case["refused"] in str(refused.value)
        return
    if "expect" in case:
        played = entry.replay(inputs, tuple(case.get("faces", ())), rules)
        for field, value in case["expect"].items():
            assert getattr(played.value, field) == value, (field, played)
    dist = entry.answer(inputs, rules).dist
    assert sum(chance for _, chance in dist.items()) == 1
    for line in case.get("odds", []):
        assert dist.p(**line["when"]) == Fraction(line["p"]), line
    for field, value in case.get("mean", {}).items():
        assert dist.mean(field) == Fraction(value), field


def _cell(key: str) -> tuple[str, str, str]:
    table, _, place = key.partition(":")
    row, _, column = place.rpartition(",")
    return table, row, column


def test_every_game_has_cases() -> None:
    assert {game for game, _, _ in CASES} == set(GAMES)
