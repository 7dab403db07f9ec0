"""Games played at random to the end, with everything watched after every order.

`make test` plays the first GAMES of a fixed plan of 2,000; the whole plan takes some minutes:

    RULESDEMO_GAMES=2000 .venv/bin/python -m pytest -q tests/games/escadres/play/test_random_play.py

A failure names its game by number; `RULESDEMO_GAMES=1234:1235` plays that one alone.
"""

from __future__ import annotations

from itertools import cycle, islice

import pytest

from rulesdemo.games.escadres.play import ENGINE
from tests.games.escadres.play.melee import melee
from tests.games.escadres.play.watching import Watch
from tests.support.random_play import PLAIN, Deed, Plan, Temper, games_to_play

pytestmark = pytest.mark.slow

ALL = 2_000
GAMES = 120
BLOCKS = 6
FIERCE = Temper("fierce", {"fire_at": 8, "end_move": 0.3}, by_kind=True)
MELEE = "melee"
MOST_DICE = 6  # of a shot whose exact chance is worked out here: the distributions of heavier ones take a second each


def names() -> list[str]:
    """The scenario of each game: half are melees, the rest all scenarios in turn; a fleet action only now and then."""
    others = cycle(name for name in ENGINE.scenarios() if name != "fleet")
    found = [name or next(others) for name in islice(cycle((MELEE, "")), ALL)]
    found[99::100] = ["fleet"] * len(found[99::100])
    return found


def is_light(deed: Deed) -> bool:
    """Whether the exact chances of what was thrown are quickly worked out."""
    return all(getattr(event, "dice", 0) <= MOST_DICE for event in deed.outcome.events)


TEMPERS = (PLAIN, FIERCE, Temper("even-handed", by_kind=True))
PLAN = Plan(ENGINE, names(), TEMPERS, lambda: Watch().see, melee, is_light=is_light)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_games_keep_every_promise(block: int) -> None:
    PLAN.play(games_to_play(GAMES, ALL)[block::BLOCKS], lambda number: number % 5 == block)


def test_the_plan_has_every_scenario_in_good_number() -> None:
    PLAN.check_names(MELEE)


def test_every_kind_of_order_comes_up() -> None:
    """In a few melees already."""
    assert PLAN.never_given([MELEE] * 100, FIERCE) == set()
