"""Games played at random to the end, with everything watched after every order.

`make test` plays the first GAMES of a fixed plan of 2,000; the whole plan takes some minutes:

    RULESDEMO_GAMES=2000 .venv/bin/python -m pytest -q tests/games/veneti/play/test_random_play.py

A failure names its game by number; `RULESDEMO_GAMES=1234:1235` plays that one alone.
"""

from __future__ import annotations

from collections import Counter
from itertools import cycle, islice

import pytest

from rulesdemo.games.veneti.play import ENGINE
from tests.games.veneti.play.melee import melee
from tests.games.veneti.play.watching import Watch
from tests.support.random_play import PLAIN, Plan, Temper, games_to_play

pytestmark = pytest.mark.slow

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


def names() -> list[str]:
    """The scenario of each game: a quarter are evenings, a third melees, the rest set pieces in turn; a whole battle now and then."""
    small = cycle(name for name in ENGINE.scenarios() if name not in ("evening", "battle"))
    pattern = cycle(("evening", MELEE, "", "evening", MELEE, "", "", MELEE, "", "evening", "", MELEE))
    found = [name or next(small) for name in islice(pattern, ALL)]
    found[99::200] = ["battle"] * len(found[99::200])
    return found


PLAN = Plan(ENGINE, names(), TEMPERS, lambda: Watch().see, melee)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_games_keep_every_promise(block: int) -> None:
    PLAN.play(games_to_play(GAMES, ALL)[block::BLOCKS], lambda number: number % 10 == block)


def test_the_plan_has_every_scenario_in_good_number() -> None:
    PLAN.check_names(MELEE)
    assert Counter(PLAN.names)["evening"] >= ALL // 5


def test_every_kind_of_order_comes_up() -> None:
    """In a few set pieces and melees already."""
    starts = islice(cycle((MELEE, "boarders", "hooks", "burning", "two_squadrons")), 400)
    assert PLAN.never_given(starts, TEMPERS[1]) == set()
