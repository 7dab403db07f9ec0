"""Games played at random to the end, with everything watched after every order.

`make test` plays the first GAMES of a fixed plan of 2,000; the whole plan takes some minutes:

    RULESDEMO_GAMES=2000 .venv/bin/python -m pytest -q tests/games/broadside/play/test_random_play.py

A failure names its game by number; `RULESDEMO_GAMES=1234:1235` plays that one alone.
"""

from __future__ import annotations

from itertools import cycle, islice

import pytest

from rulesdemo.games.broadside.play import ENGINE
from tests.games.broadside.play.melee import melee
from tests.games.broadside.play.watching import see
from tests.support.random_play import PLAIN, Plan, Temper, games_to_play

pytestmark = pytest.mark.slow

ALL = 2_000
GAMES = 48
BLOCKS = 6
FIERCE = Temper("fierce", {"aim": 8, "erase": 0.2, "ready": 0.5}, by_kind=True)
MELEE = "melee"
LARGE = ("line", "convoy")


def names() -> list[str]:
    """The scenario of each game: half are melees, the rest all scenarios in turn; large battles only now and then."""
    others = cycle(name for name in ENGINE.scenarios() if name not in LARGE)
    found = [name or next(others) for name in islice(cycle((MELEE, "")), ALL)]
    found[49::100] = [LARGE[0]] * len(found[49::100])
    found[99::100] = [LARGE[1]] * len(found[99::100])
    return found


PLAN = Plan(ENGINE, names(), (PLAIN, FIERCE, Temper("even-handed", by_kind=True)), lambda: see, melee)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_games_keep_every_promise(block: int) -> None:
    PLAN.play(games_to_play(GAMES, ALL)[block::BLOCKS], lambda number: number % 5 == block)


def test_the_plan_has_every_scenario_in_good_number() -> None:
    PLAN.check_names(MELEE)


def test_every_kind_of_order_comes_up() -> None:
    """In some melees already; a throw for a hex is rarer than the rest, and has its cases."""
    assert PLAN.never_given([MELEE] * 100, FIERCE, frozenset({"roll_tie"})) == set()
