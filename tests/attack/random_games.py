"""Random games to the end, with everything watched that must hold, replayed, saved and read again.

`python -m tests.attack.random_games [--count N] [--seed N]` plays N games of every game: each is watched as the plans of
tests/games/<game>/play/test_random_play.py say, then saved as text and as a link, and both replay to the same positions.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from rulesdemo.rules.datafiles import GAMES
from tests.attack.inputs import Note, attack_with, budget, fault_of, main
from tests.support.random_play import Plan, check_saves

LIMIT: Final = 120.0  # seconds of work that the longest game may cost, watching included
CHUNK: Final = 50


def plan_of(game: str) -> Plan:
    """Return the plan of a game's random games."""
    plan = import_module(f"tests.games.{game}.play.test_random_play").PLAN
    assert isinstance(plan, Plan)
    return plan


def play_one(rng: random.Random, number: int, limit: float, note: Note) -> None:
    """Play one game; the games take turns."""
    game = GAMES[number % len(GAMES)]
    plan = plan_of(game)
    place = number // len(GAMES)
    names = plan.names or plan.engine.scenarios()
    name, seed = names[place % len(names)], rng.getrandbits(48)
    try:
        with budget(limit):
            deeds = plan.watched(seed, name)
    except Exception as wrong:  # noqa: BLE001 - whatever it is, it is a fault
        note(f"{game}, whole games with every invariant", f"{name}, game {seed}: {fault_of(wrong)}")
        return
    note(f"{game}, whole games with every invariant", "")
    if name in plan.engine.scenarios():
        kind = f"{game}, round trips by save and by link"
        try:
            with budget(limit):
                check_saves(plan.engine, name, deeds)
        except Exception as wrong:  # noqa: BLE001 - as above
            note(kind, f"{name}, game {seed}: {fault_of(wrong)}")
        else:
            note(kind, "")


def attack(
    count: int, seed: int, limit: float = LIMIT, minutes: float = 24 * 60, say: Callable[[Any], object] = print, first: int = 0
) -> int:
    """Play this many games of every game, or as many as the time allows; return the number of faults."""
    for game in GAMES:
        plan_of(game)
    return attack_with("random games", play_one, CHUNK, count * len(GAMES), seed, limit, minutes, say, first)


if __name__ == "__main__":
    main(attack, __doc__, 10_000, LIMIT)
