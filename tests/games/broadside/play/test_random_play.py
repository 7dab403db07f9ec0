"""Games played at random to the end, with everything watched after every order.

`make test` plays the first GAMES of a fixed plan of 2,000; the whole plan takes some minutes:

    RULESDEMO_GAMES=2000 .venv/bin/python -m pytest -q tests/games/broadside/play/test_random_play.py

A failure names its game by number; `RULESDEMO_GAMES=1234:1235` plays that one alone.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import cycle, islice

import pytest

from rulesdemo.engine import legal, word_of
from rulesdemo.games.broadside.play import ENGINE
from tests.games.broadside.play.melee import melee
from tests.games.broadside.play.watching import see
from tests.playing import PLAIN, Deed, Temper, check_saves, games_to_play, random_play, watch_anything, watch_replay, watch_sentences

ALL = 2_000
GAMES = 48
BLOCKS = 6
TEMPERS = (PLAIN, Temper("fierce", {"aim": 8, "erase": 0.2, "ready": 0.5}, by_kind=True), Temper("even-handed", by_kind=True))
MELEE = "melee"
LARGE = ("line", "convoy")
EVERY = 7  # the dearer watches look at every seventh order


def plan() -> list[str]:
    """The scenario of each game: half are melees, the rest all scenarios in turn; large battles only now and then."""
    others = cycle(name for name in ENGINE.scenarios() if name not in LARGE)
    found = [name or next(others) for name in islice(cycle((MELEE, "")), ALL)]
    found[49::100] = [LARGE[0]] * len(found[49::100])
    found[99::100] = [LARGE[1]] * len(found[99::100])
    return found


def watched(number: int, scenario: str) -> list[Deed]:
    """One game of the plan, watched from its first order to its result."""
    rng = random.Random(number)
    position = melee(rng) if scenario == MELEE else ENGINE.start(scenario, None).position
    deeds = []
    for deed in random_play(ENGINE, position, rng, TEMPERS[number % len(TEMPERS)]):
        deeds.append(deed)
        watch_anything(ENGINE, deed)
        see(deed)
        if len(deeds) % EVERY == number % EVERY:
            watch_replay(ENGINE, deed)
            watch_sentences(ENGINE, deed)
            # What a position remembers of itself is not part of it: a fresh copy has the same legal orders, and so has the side's sight.
            assert list(legal(ENGINE, replace(deed.before))) == deed.legal
            assert list(legal(ENGINE, ENGINE.sight(deed.before, deed.decision.side))) == deed.legal
    assert ENGINE.result(deeds[-1].outcome.position) is not None
    return deeds


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_games_keep_every_promise(block: int) -> None:
    scenarios = plan()
    for number in games_to_play(GAMES, ALL)[block::BLOCKS]:
        scenario = scenarios[number]
        try:
            deeds = watched(number, scenario)
            if scenario != MELEE and number % 5 == block:
                check_saves(ENGINE, scenario, deeds)
        except Exception as wrong:
            wrong.add_note(f"game {number} of the plan: {scenario}, {TEMPERS[number % len(TEMPERS)].name}")
            raise


def test_the_plan_has_every_scenario_in_good_number() -> None:
    counts = Counter(plan())
    assert counts.total() == ALL
    assert set(counts) == {*ENGINE.scenarios(), MELEE}
    assert min(counts.values()) >= 10


def test_every_kind_of_order_comes_up() -> None:
    """In a few melees already; a throw for a hex is rarer than the rest."""
    wanted = {word_of(kind) for kind in ENGINE.verbs}
    for seed in range(100):
        rng = random.Random(seed)
        wanted -= {word_of(type(deed.order)) for deed in random_play(ENGINE, melee(rng), rng, TEMPERS[1])}
        if wanted <= {"roll_tie"}:
            return
    pytest.fail(f"never given: {sorted(wanted)}")
