"""Games played at random to the end, with everything watched after every order.

`make test` plays the first GAMES of a fixed plan of 2,000; the whole plan takes some minutes:

    RULESDEMO_GAMES=2000 .venv/bin/python -m pytest -q tests/games/veneti/play/test_random_play.py

A failure names its game by number; `RULESDEMO_GAMES=1234:1235` plays that one alone.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import cycle, islice

import pytest

from rulesdemo.engine import legal, word_of
from rulesdemo.games.veneti.play import ENGINE
from tests.games.veneti.play.melee import melee
from tests.games.veneti.play.watching import Watch
from tests.playing import PLAIN, Deed, Temper, check_saves, games_to_play, random_play, watch_anything, watch_replay, watch_sentences

ALL = 2_000
GAMES = 300
BLOCKS = 10
FIGHTING = {"fire": 6, "grapple": 8, "board": 8, "react": 3, "use_scythes": 8, "end_movement": 0.3, "end_boarding": 0.3}
TEMPERS = (
    PLAIN,
    Temper("fierce", FIGHTING, by_kind=True),
    Temper("restless", interrupts=0.35),
    Temper("even-handed", by_kind=True),
)
MELEE = "melee"
EVERY = 7  # the dearer watches look at every seventh order


def plan() -> list[str]:
    """The scenario of each game: a quarter are evenings, a third melees, the rest set pieces in turn; a whole battle now and then."""
    small = cycle(name for name in ENGINE.scenarios() if name not in ("evening", "battle"))
    pattern = cycle(("evening", MELEE, "", "evening", MELEE, "", "", MELEE, "", "evening", "", MELEE))
    found = [name or next(small) for name in islice(pattern, ALL)]
    found[99::200] = ["battle"] * len(found[99::200])
    return found


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
            watch_sentences(ENGINE, deed)
            watch_replay(ENGINE, deed)
            # What a position remembers of itself is not part of it: a fresh copy has the same legal orders.
            assert list(legal(ENGINE, replace(deed.before))) == deed.legal
    assert ENGINE.result(deeds[-1].outcome.position) is not None
    return deeds


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_games_keep_every_promise(block: int) -> None:
    scenarios = plan()
    for number in games_to_play(GAMES, ALL)[block::BLOCKS]:
        scenario = scenarios[number]
        try:
            deeds = watched(number, scenario)
            if scenario != MELEE and number % 10 == block:
                check_saves(ENGINE, scenario, deeds)
        except Exception as wrong:
            wrong.add_note(f"game {number} of the plan: {scenario}, {TEMPERS[number % len(TEMPERS)].name}")
            raise


def test_the_plan_has_every_scenario_in_good_number() -> None:
    counts = Counter(plan())
    assert counts.total() == ALL
    assert set(counts) == {*ENGINE.scenarios(), MELEE}
    assert counts["evening"] >= ALL // 5
    assert min(counts.values()) >= 10


def test_every_kind_of_order_comes_up() -> None:
    """In a few set pieces and melees already."""
    wanted = {word_of(kind) for kind in ENGINE.verbs}
    for seed, scenario in zip(range(400), cycle((MELEE, "boarders", "hooks", "burning", "two_squadrons")), strict=False):
        rng = random.Random(seed)
        start = melee(rng) if scenario == MELEE else ENGINE.start(scenario, None).position
        wanted -= {word_of(type(deed.order)) for deed in random_play(ENGINE, start, rng, TEMPERS[1])}
        if not wanted:
            return
    pytest.fail(f"never given: {sorted(wanted)}")
