"""Every sentence of the game goes through the one home of translation: in the pseudo-language no English is left."""

from __future__ import annotations

import random
from dataclasses import is_dataclass

import pytest

from rulesdemo.games.escadres.play import ENGINE, events
from rulesdemo.games.escadres.play.state import Position
from rulesdemo.play.engine import check
from rulesdemo.play.fact import Fact
from tests.games.escadres.play.melee import melee
from tests.games.escadres.play.test_refusals import drawn
from tests.support.pseudo import english_in_play, english_in_refusals, english_outside, pseudo_language
from tests.support.refusals import tried

SCENARIOS = ENGINE.scenarios()
SEEN: set[type] = set()
# Events that chance brings too seldom for a quick test.
RARE = {"Sank"}


def names(position: Position) -> list[str]:
    """What may stand outside of the brackets: ships, by name and by id."""
    return [word for ship in position.ships for word in (ship.name, ship.id)]


def start(seed: int) -> Position:
    """A scenario or, every other time, a melee."""
    return melee(random.Random(seed)) if seed % 2 else ENGINE.start(SCENARIOS[seed // 2 % len(SCENARIOS)], None).position


@pytest.mark.parametrize("seed", range(16))
def test_play_shows_no_english(seed: int) -> None:
    position = start(seed)
    with pseudo_language():
        assert english_in_play(ENGINE, position, seed, names(position), SEEN) == []


def test_nearly_every_event_came_up() -> None:
    kinds = {kind for kind in vars(events).values() if isinstance(kind, type) and is_dataclass(kind) and issubclass(kind, Fact)}
    assert {kind.__name__ for kind in kinds - SEEN} <= RARE


def test_refusals_of_the_cases_show_no_english() -> None:
    with pseudo_language():
        met, wrong = english_in_refusals("escadres", names)
    assert met > 10
    assert wrong == []


@pytest.mark.parametrize("seed", range(8))
def test_refusals_of_orders_of_all_kinds_show_no_english(seed: int) -> None:
    rng, position = random.Random(seed), start(seed)
    with pseudo_language():
        for order in tried(ENGINE, position, rng, drawn, 200):
            refusal = check(ENGINE, position, order)
            assert refusal is None or english_outside(str(refusal), names(position)) == "", refusal
