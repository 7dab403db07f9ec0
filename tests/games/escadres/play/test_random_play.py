"""Games played at random to the end, with everything watched after every order.

`make test` plays the first GAMES of a fixed plan of 2,000; the whole plan takes some minutes:

    RULESDEMO_GAMES=2000 .venv/bin/python -m pytest -q tests/games/escadres/play/test_random_play.py

A failure names its game by number; `RULESDEMO_GAMES=1234:1235` plays that one alone.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import cycle, islice

import pytest

from rulesdemo.engine import legal, word_of
from rulesdemo.games.escadres.play import ENGINE
from tests.games.escadres.play.melee import melee
from tests.games.escadres.play.watching import Watch
from tests.playing import PLAIN, Deed, Temper, check_saves, games_to_play, random_play, watch_anything, watch_replay, watch_sentences

ALL = 2_000
GAMES = 120
BLOCKS = 6
TEMPERS = (PLAIN, Temper("fierce", {"fire_at": 8, "end_move": 0.3}, by_kind=True), Temper("even-handed", by_kind=True))
MELEE = "melee"
EVERY = 7  # the dearer watches look at every seventh order
MOST_DICE = 6  # of a shot whose exact chance is worked out here: the laws of heavier ones take a second each


def plan() -> list[str]:
    """The scenario of each game: half are melees, the rest all scenarios in turn; a fleet action only now and then."""
    others = cycle(name for name in ENGINE.scenarios() if name != "fleet")
    found = [name or next(others) for name in islice(cycle((MELEE, "")), ALL)]
    found[99::100] = ["fleet"] * len(found[99::100])
    return found


def is_light(deed: Deed) -> bool:
    """Whether the exact chances of what was thrown are quickly worked out."""
    return all(getattr(event, "dice", 0) <= MOST_DICE for event in deed.outcome.events)


def watched(number: int, scenario: str) -> list[Deed]:
    """One game of the plan, watched from its first order to its result."""
    rng = random.Random(number)
    position = melee(rng) if scenario == MELEE else ENGINE.start(scenario, None).position
    watch, deeds = Watch(), []
    for deed in random_play(ENGINE, position, rng, TEMPERS[number % len(TEMPERS)]):
        deeds.append(deed)
        watch_anything(ENGINE, deed)
        watch.see(deed)
        if len(deeds) % EVERY == number % EVERY:
            watch_replay(ENGINE, deed)
            # What a position remembers of itself is not part of it: a fresh copy has the same legal orders.
            assert list(legal(ENGINE, replace(deed.before))) == deed.legal
            if is_light(deed):
                watch_sentences(ENGINE, deed)
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
    """In a few melees already."""
    wanted = {word_of(kind) for kind in ENGINE.verbs}
    for seed in range(100):
        rng = random.Random(seed)
        wanted -= {word_of(type(deed.order)) for deed in random_play(ENGINE, melee(rng), rng, TEMPERS[1])}
        if not wanted:
            return
    pytest.fail(f"never given: {sorted(wanted)}")
