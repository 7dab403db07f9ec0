"""The captain: better than chance on either side, legal orders of his own, no dice of his own, and attacks by the exact odds."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rulesdemo.games.toulon.play import ENGINE
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play.captain import captain
from rulesdemo.games.toulon.play.state import Position, side_of
from rulesdemo.games.toulon.play.valuation import entry_chance, win_chance
from rulesdemo.play.bots import engine_bots, play_out, random_bot
from rulesdemo.play.engine import legal
from rulesdemo.play.history import History
from rulesdemo.rules.ruleset import ruleset
from tests.games.toulon.play.given import position_of

pytestmark = pytest.mark.slow

RULES = ruleset("toulon")
TABLE = tuple(position_of({}, RULES).position.scenario.combat.items())


class Untouched(random.Random):
    """A generator that nobody may ask."""

    def random(self) -> float:
        raise AssertionError("the captain threw dice of his own")

    def getrandbits(self, k: int, /) -> int:  # noqa: ARG002 - the signature of every generator
        raise AssertionError("the captain threw dice of his own")


def position(*units: str, **given: Any) -> Position:
    found: Position = position_of({"first": "republican", "op": {"east": 3}, "units": list(units), **given}, RULES).position
    return found


def chosen(here: Position) -> Any:
    return captain(ENGINE, here, list(legal(ENGINE, here)), Untouched())


# A hundred games from either side are played by tests/bench/captain.py, of which he must win 95.
@pytest.mark.parametrize("scenario", ["campaign_2", "short_2", "campaign_7"])
@pytest.mark.parametrize("side", ["allied", "republican"])
def test_he_beats_chance(side: str, scenario: str) -> None:
    bots = {seat: captain if side_of(seat) == side else random_bot for seat in ENGINE.sides}
    for seed in range(2):
        assert play_out(History.start(ENGINE, scenario), bots, random.Random(seed), seed=seed).result.winner == side


@pytest.mark.parametrize(
    "scenario", ["late", *(f"table_{players}" for players in range(2, 8)), *(f"campaign_{players}" for players in range(3, 7))]
)
def test_captains_of_every_seat_play_to_the_end(scenario: str) -> None:
    history = play_out(History.start(ENGINE, scenario), dict.fromkeys(ENGINE.sides, captain), random.Random(1))
    assert history.result is not None


def test_he_is_known_by_name() -> None:
    assert engine_bots("toulon")["captain"] is captain


def test_the_chance_of_a_combat_is_that_of_its_two_rounds() -> None:
    # At 10:1 the last column serves: 1-1 on two faces, else the attacker loses less. He fails only with 1-1 in both rounds: 1 - 1/3 * 1/3.
    assert win_chance(RULES, TABLE, (60, 6), (6, 3, 0)) == pytest.approx(8 / 9)
    # A unit on its own counts for no more than 5, so that 60 against 5 is fought at even odds, and there the first round is 1/3 each way.
    assert win_chance(RULES, TABLE, (60, 1), (5, 2, 0)) < 0.5 < win_chance(RULES, TABLE, (10, 2), (5, 2, 0))


def test_a_force_must_get_in_before_it_can_win() -> None:
    own = (f"{name} east infantry 3 la_garde q3" for name in ("italie", "convention"))
    here = position(*own, "royals british infantry 2 la_valette revealed")
    alone = win_chance(RULES, TABLE, (3, 1), (2, 1, 0))
    # Each gets in with 1/2: both with 1/4, and then they win with 8/9 as above; one of them with 1/2, who fights 3 against 2.
    force = (here.unit("italie"), here.unit("convention"))
    assert entry_chance(here, force, "la_valette") == pytest.approx(8 / 9 / 4 + alone / 2)


def attacks(here: Position, seen: Position | None = None) -> bool:
    """Whether he attacks, rather than end his moves."""
    orders = [order for order in legal(ENGINE, here) if isinstance(order, o.Declare | o.EndMoves)]
    return isinstance(captain(ENGINE, seen or here, orders, Untouched()), o.Declare)


def test_he_attacks_at_good_odds_and_not_at_bad_ones() -> None:
    enemy = "royals british infantry {} la_valette revealed"
    assert attacks(position("italie east infantry 3 la_garde", "convention east infantry 3 la_garde", enemy.format(2)))
    assert not attacks(position("italie east infantry 2 la_garde", enemy.format(9)))


def test_he_takes_a_zone_that_nobody_holds_and_ends_his_moves_where_there_is_none_to_take() -> None:
    order = chosen(position("italie east infantry 3 la_garde", "royals british infantry 9 six_fours revealed"))
    assert isinstance(order, o.March)
    assert order.unit == "italie"


def test_he_declares_nothing_that_may_be_refused_once_it_is_declared() -> None:
    """A surrounded force needs twice the strength of enemies whom he may not have seen: what is refused he would declare for ever."""
    own = [f"{name} east infantry 5 faron" for name in ("italie", "convention")]
    ring = [
        f"{name} british infantry 1 {zone}" for name, zone in (("foot_11", "malbousquet"), ("foot_25", "toulon"), ("royals", "la_valette"))
    ]
    hidden, revealed = position(*own, *ring), position(*own, *(f"{line} revealed" for line in ring))
    assert not attacks(hidden, ENGINE.sight(hidden, "republican"))
    assert attacks(revealed, ENGINE.sight(revealed, "republican"))
