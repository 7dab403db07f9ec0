"""Games played at random to the end, with everything watched after every order.

`make test` plays the first GAMES of a fixed plan of 2,000; the whole plan takes some minutes:

    RULESDEMO_GAMES=2000 .venv/bin/python -m pytest -q tests/games/republic/play/test_random_play.py

A failure names its game by number; `RULESDEMO_GAMES=1234:1235` plays that one alone.
"""

from __future__ import annotations

from itertools import cycle, islice

import pytest

from rulesdemo.games.republic.play import ENGINE
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.state import Position
from rulesdemo.games.republic.status import FROM_BEST_TO_WORST
from tests.games.republic.play.fray import fray
from tests.support.random_play import PLAIN, Deed, Plan, Temper, games_to_play

pytestmark = pytest.mark.slow

ALL = 2_000
GAMES = 150
BLOCKS = 3
FIERCE = Temper("fierce", {"attack": 9, "stand": 3, "pass": 0.4, "desist": 0.3, "detach": 0.2}, by_kind=True)
FRAY = "fray"


def names() -> list[str]:
    """The scenario of each game: half are frays, the rest all scenarios in turn."""
    others = cycle(ENGINE.scenarios())
    return [name or next(others) for name in islice(cycle((FRAY, "")), ALL)]


def see(deed: Deed) -> None:
    """What must hold from one order to the next, told without the engine's own checks."""
    before: Position = deed.before
    after: Position = deed.outcome.position
    # No point comes from nowhere or goes without being counted; points left in a city are the city's.
    assert everything(before) == everything(after)
    assert all(was <= now for was, now in zip(before.losses, after.losses, strict=True))
    assert after.fallen[: len(before.fallen)] == before.fallen
    for was, now in zip(before.forces, after.forces, strict=True):
        assert (was.id, was.name, was.side, was.elite) == (now.id, now.name, now.side, now.elite)
        assert FROM_BEST_TO_WORST.index(was.status) <= FROM_BEST_TO_WORST.index(now.status), "no battle improves a status"
        assert now.sp <= was.sp
        assert now.engines <= was.engines
        assert now.leader.cunning <= was.leader.cunning
        moves = isinstance(deed.order, o.March | o.RollRefusal | o.Coordinate | o.Retreat)
        assert was.at == now.at or moves, f"{deed.order} moved {was.name}"
    clash, then = before.clash, after.clash
    if clash is not None and then is not None:
        assert clash.place == then.place
        assert then.parts[: len(clash.parts)] == clash.parts, "a modifier that was found stands"
    if isinstance(deed.order, o.TakeLosses):
        assert sum(after.losses) - sum(before.losses) == before.dues[0].lost


def everything(position: Position) -> int:
    walls = sum(city.strength or 0 for city in position.cities)
    return walls + sum(force.sp for force in position.forces) + sum(position.losses)


PLAN = Plan(ENGINE, names(), (PLAIN, FIERCE, Temper("even-handed", by_kind=True)), lambda: see, fray)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_games_keep_every_promise(block: int) -> None:
    PLAN.play(games_to_play(GAMES, ALL)[block::BLOCKS], lambda number: number % 5 == block)


def test_the_plan_has_every_scenario_in_good_number() -> None:
    PLAN.check_names(FRAY)


def test_every_kind_of_order_comes_up() -> None:
    """In a few frays already."""
    assert PLAN.never_given([FRAY] * 300, FIERCE) == set()
