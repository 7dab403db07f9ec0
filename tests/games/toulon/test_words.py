"""Every sentence of the game goes through the one home of translation: in the pseudo-language no English is left."""

from __future__ import annotations

import random
from dataclasses import is_dataclass

import pytest

from rulesdemo.games.toulon.play import ENGINE, events
from rulesdemo.games.toulon.play.state import Position
from rulesdemo.play.engine import check
from rulesdemo.play.fact import Fact
from tests.games.toulon.play.test_refusals import drawn
from tests.support.pseudo import english_in_cases, english_in_play, english_in_refusals, english_outside, pseudo_language
from tests.support.refusals import tried

SCENARIOS = ENGINE.scenarios()


def names(position: Position) -> list[str]:
    """What may stand outside of the brackets: units, leaders and zones."""
    return [each.name for each in (*position.units, *position.leaders, *position.board.zones.values())]


def start(seed: int) -> Position:
    """The start of a scenario."""
    return ENGINE.start(SCENARIOS[seed % len(SCENARIOS)], None).position


@pytest.mark.parametrize("seed", range(12))
def test_play_shows_no_english(seed: int) -> None:
    position = start(seed)
    with pseudo_language():
        assert english_in_play(ENGINE, position, seed, (), set(), most=250) == []


def test_cases_show_no_english_in_events_of_every_kind() -> None:
    seen: set[type] = set()
    with pseudo_language():
        assert english_in_cases("toulon", names, seen) == []
    kinds = {kind for kind in vars(events).values() if isinstance(kind, type) and is_dataclass(kind) and issubclass(kind, Fact)}
    assert {kind.__name__ for kind in kinds - seen} == set()


def test_refusals_of_the_cases_show_no_english() -> None:
    with pseudo_language():
        met, wrong = english_in_refusals("toulon", names)
    assert met > 10
    assert wrong == []


@pytest.mark.parametrize("seed", range(8))
def test_refusals_of_orders_of_all_kinds_show_no_english(seed: int) -> None:
    rng, position = random.Random(seed), start(seed)
    with pseudo_language():
        for order in tried(ENGINE, position, rng, drawn, 200):
            refusal = check(ENGINE, position, order)
            assert refusal is None or english_outside(str(refusal), names(position)) == "", refusal
