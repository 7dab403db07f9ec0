"""The goal of every set piece of every chapter, both ways: a line of play that meets it, and a near miss that does not.

tests/play/goals/<game>.toml tells both in the words of orders, with the faces that fall, and what the near miss lacks. An order that ends
with `refused` is one that the rules refuse: the way to the goal that they bar.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rulesdemo.play.engine import check
from rulesdemo.play.game import game
from rulesdemo.rules.datafiles import GAMES, scenario_file, scenario_names
from tests.play.test_play_cases import carried_out, read

FOLDER = Path(__file__).parent / "goals"
LINES: dict[tuple[str, str], dict[str, Any]] = {
    (name, piece): lines for name in GAMES for piece, lines in tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")).items()
}
PIECES = [(name, piece) for name in GAMES for piece in scenario_names(name) if "chapter" in scenario_file(name, piece)[0]]

every_piece = pytest.mark.parametrize(("name", "piece"), PIECES, ids=str)


def played(name: str, piece: str, line: list[str]) -> Any:
    """The position after the line; nothing ends before its last order."""
    engine = game(name).play()
    assert engine is not None
    position = engine.start(piece, None).position
    for said in line:
        assert engine.result(position) is None, said
        order = read(engine, said.removesuffix(" refused"))
        if said.endswith(" refused"):
            assert check(engine, position, order.order) is not None, said
        else:
            position = carried_out(engine, position, order).position
    return position


def test_every_set_piece_is_in_the_table() -> None:
    assert set(LINES) == set(PIECES)


@every_piece
def test_the_goal_is_met(name: str, piece: str) -> None:
    position = played(name, piece, LINES[name, piece]["meets"])
    assert position.result is not None
    assert position.result.winner == position.scenario.goal["side"]


@every_piece
def test_a_near_miss_does_not_meet_it(name: str, piece: str) -> None:
    position = played(name, piece, LINES[name, piece]["misses"])
    assert LINES[name, piece]["lacks"]
    assert position.result is None or position.result.winner != position.scenario.goal["side"]
