"""The captain: legal orders of his own, no dice of his own, better than chance from either side."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from rulesdemo.games.broadside.play import ENGINE
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.games.broadside.play.captain import captain, harm
from rulesdemo.games.broadside.play.helm import parse_well_formed, walk
from rulesdemo.games.broadside.play.state import Place, Position
from rulesdemo.play.bots import engine_bots, play_out, random_bot
from rulesdemo.play.engine import legal
from rulesdemo.play.history import History
from rulesdemo.rules.ruleset import ruleset
from tests.games.broadside.play.given import position_of

pytestmark = pytest.mark.slow

RULES = ruleset("broadside")
DUELS = 40  # of which the captain wins nine in ten, whichever side he has; fewer would leave it to the seeds
WINS = 36


class Untouched(random.Random):
    """A generator that nobody may ask."""

    def random(self) -> float:
        raise AssertionError("the captain threw dice of his own")

    def getrandbits(self, k: int, /) -> int:  # noqa: ARG002 - the signature of every generator
        raise AssertionError("the captain threw dice of his own")


def chosen(*ships: str, **given: Any) -> Any:
    position: Position = position_of({"ships": ships, **given}, RULES).position
    return captain(ENGINE, position, list(legal(ENGINE, position)), Untouched())


@pytest.mark.parametrize("side", ENGINE.sides)
def test_he_beats_chance_in_nine_duels_of_ten(side: str) -> None:
    bots = {each: captain if each == side else random_bot for each in ENGINE.sides}
    began, won = time.process_time(), 0
    for seed in range(DUELS):
        result = play_out(History.start(ENGINE, "duel"), bots, random.Random(seed), seed=seed).result
        won += result.winner == side
    assert won >= WINS
    assert time.process_time() - began < DUELS


def test_he_is_known_by_name() -> None:
    assert engine_bots("broadside")["captain"] is captain


@pytest.mark.parametrize("scenario", ENGINE.scenarios())
def test_he_plays_every_scenario_to_its_end(scenario: str) -> None:
    history = play_out(History.start(ENGINE, scenario), dict.fromkeys(ENGINE.sides, captain), random.Random(1))
    assert history.result is not None


def test_more_force_does_more_harm() -> None:
    found = [harm(RULES, force, 0, fort=False) for force in range(20)]
    assert found == sorted(found)


def test_he_fires_where_it_hurts_most() -> None:
    # Near is 1 hex off and nothing is in the way; past her the other shot has 6 less force.
    ships = ("aurore french seventy_four 1010 SE", "near british seventy_four 1009 SE", "lion british seventy_four 1008 SE")
    assert chosen(*ships, scripted=["french", "british"]) == o.Aim("aurore", "near")


def test_he_does_not_leave_the_map() -> None:
    # Two hexes from the edge at speed 3: straight on she would be gone.
    order = chosen("aurore french seventy_four 2208 SE v3 chief", "lion british seventy_four 0808 SE")
    position = position_of({"ships": ["aurore french seventy_four 2208 SE v3 chief"]}, RULES).position
    ship = position.ship("aurore")
    start = Place(ship.place, ship.heading)
    assert not walk(RULES, position.scenario.chart, position.sky.wind_from, start, parse_well_formed(order.text)).left


def test_he_does_not_go_into_irons_for_nothing() -> None:
    order = chosen("aurore french seventy_four 1008 NE v2 chief", "lion british seventy_four 2008 SW")
    assert order.text not in ("1G1", "2G1", "1G2")


def test_he_closes_the_logs_when_all_is_written() -> None:
    position = position_of({"ships": ["aurore french seventy_four 1008 SE v2 chief"]}, RULES).position
    written = ENGINE.verbs[o.Plot].do(None, position, o.Plot("aurore", "2")).position  # type: ignore[arg-type] # it throws nothing
    assert captain(ENGINE, written, list(legal(ENGINE, written)), Untouched()) == o.Ready()
