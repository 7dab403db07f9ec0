"""Every sentence of the game goes through the one home of translation: in the pseudo-language no English is left."""

from __future__ import annotations

import random
from dataclasses import is_dataclass

import pytest

from rulesdemo.games.republic.play import ENGINE, battle_events, events
from rulesdemo.games.republic.play.facts import capital, in_a_row
from rulesdemo.games.republic.play.state import Position
from rulesdemo.play.engine import check
from rulesdemo.play.fact import Fact
from rulesdemo.words import speak
from tests.games.republic.play.fray import fray
from tests.games.republic.play.test_refusals import drawn
from tests.support.pseudo import english_in_cases, english_in_play, english_in_refusals, english_outside, pseudo_language
from tests.support.refusals import tried

SCENARIOS = ENGINE.scenarios()


def names(position: Position) -> list[str]:
    """What may stand outside of the brackets: Forces, leaders, cities and ambassadors."""
    things = (*position.forces, *(force.leader for force in position.forces), *position.cities, *position.ambassadors)
    return [each.name for each in things]


def start(seed: int) -> Position:
    """A scenario or, every other time, a fray."""
    return fray(random.Random(seed)) if seed % 2 else ENGINE.start(SCENARIOS[seed // 2 % len(SCENARIOS)], None).position


@pytest.mark.parametrize("seed", range(12))
def test_play_shows_no_english(seed: int) -> None:
    position = start(seed)
    with pseudo_language():
        assert english_in_play(ENGINE, position, seed, names(position), set(), most=250) == []


def test_cases_show_no_english_in_events_of_every_kind() -> None:
    seen: set[type] = set()
    with pseudo_language():
        assert english_in_cases("republic", names, seen) == []
    modules = (events, battle_events)
    kinds = {
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and is_dataclass(kind) and issubclass(kind, Fact)
    }
    assert {kind.__name__ for kind in kinds - seen} == set()


def test_refusals_of_the_cases_show_no_english() -> None:
    with pseudo_language():
        met, wrong = english_in_refusals("republic", names)
    assert met > 10
    assert wrong == []


@pytest.mark.parametrize("seed", range(8))
def test_refusals_of_orders_of_all_kinds_show_no_english(seed: int) -> None:
    rng, position = random.Random(seed), start(seed)
    with pseudo_language():
        for order in tried(ENGINE, position, rng, drawn, 200):
            refusal = check(ENGINE, position, order)
            assert refusal is None or english_outside(str(refusal), names(position)) == "", refusal


def test_forces_and_successors_go_by_their_french_names() -> None:
    force = ENGINE.start("siris", None).position.forces[0]
    speak("fr")
    try:
        assert f"{force.name}" == "Armée de Laevinus"
        assert [f"{capital(name)}" for name in ("a tribune", "a legate", "Fabius")] == ["Un tribun", "Un légat", "Fabius"]
        assert str(in_a_row(["fraîche", "2 types d’élite"])) == "fraîche\N{NARROW NO-BREAK SPACE}; 2 types d’élite"
    finally:
        speak("en")
    assert f"{force.name}" == "Army of Laevinus"
