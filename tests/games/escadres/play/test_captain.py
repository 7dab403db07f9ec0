"""The captain: legal orders of his own, no dice of his own, better than chance from either side, and in no hurry to drown."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import Any

import pytest

from rulesdemo.games.escadres.play import ENGINE
from rulesdemo.games.escadres.play import orders as o
from rulesdemo.games.escadres.play.captain import captain, harm
from rulesdemo.games.escadres.play.state import Adrift, Position
from rulesdemo.play.bots import engine_bots, play_out, random_bot
from rulesdemo.play.engine import legal
from rulesdemo.play.history import History
from rulesdemo.play.order_codec import order_text
from rulesdemo.rules.ruleset import ruleset
from tests.games.escadres.play.given import position_of
from tests.play.test_play_cases import carried_out, read

pytestmark = pytest.mark.slow

RULES = ruleset("escadres")
DUELS = 10
WINS = 9


class Untouched(random.Random):
    """A generator that nobody may ask."""

    def random(self) -> float:
        raise AssertionError("the captain threw dice of his own")

    def getrandbits(self, k: int, /) -> int:  # noqa: ARG002 - the signature of every generator
        raise AssertionError("the captain threw dice of his own")


def chosen(position: Position) -> Any:
    return captain(ENGINE, position, list(legal(ENGINE, position)), Untouched())


def after(*orders: str, ships: list[str], **given: Any) -> Position:
    position: Position = position_of({"ships": ships, **given}, RULES).position
    for each in orders:
        position = carried_out(ENGINE, position, read(ENGINE, each)).position
    return position


@pytest.mark.parametrize("side", ENGINE.sides)
def test_he_beats_chance_in_nine_duels_of_ten(side: str) -> None:
    bots = {each: captain if each == side else random_bot for each in ENGINE.sides}
    began, won = time.process_time(), 0
    for seed in range(DUELS):
        result = play_out(History.start(ENGINE, "duel"), bots, random.Random(seed), seed=seed).result
        won += result.winner == side
    assert won >= WINS
    assert time.process_time() - began < 2 * DUELS


def test_he_is_known_by_name() -> None:
    assert engine_bots("escadres")["captain"] is captain


@pytest.mark.parametrize("scenario", ENGINE.scenarios())
def test_he_plays_every_scenario_to_its_end(scenario: str) -> None:
    history = play_out(History.start(ENGINE, scenario), dict.fromkeys(ENGINE.sides, captain), random.Random(1))
    assert history.result is not None


def test_more_dice_do_more_harm_and_none_do_none() -> None:
    assert harm(RULES, 0, 10, 8) == 0
    found = [harm(RULES, dice, 10, 8) for dice in range(1, 13)]
    assert found == sorted(found)
    assert harm(RULES, 4, 2, 2) > harm(RULES, 4, 10, 8)


def test_he_fires_at_the_enemy_whom_it_hurts_most() -> None:
    ships = ["aurore french seventy_four 1005 E", "lion british seventy_four 1006 E P1 C1", "bold british seventy_four 1004 E"]
    assert chosen(after("draw dice 1", "end_move aurore", ships=ships)) == o.FireAt("aurore", "lion")


def test_head_to_wind_he_lets_the_bow_pay_off() -> None:
    order = chosen(after("draw dice 1", "roll_drift aurore dice 4", ships=["aurore french seventy_four 1008 W"]))
    assert order.way in ("bow_pays_off_left", "bow_pays_off_right")


def test_he_does_not_drift_off_the_table_when_he_can_stay() -> None:
    # Her bow in 2008 would leave the table with both ends; the stern alone goes from 1909 to 2009.
    for crew in ("C0", "C8"):
        edge = position_of({"ships": [f"aurore french seventy_four 2008 NE stopped {crew}"]}, RULES).position
        adrift = replace(edge, activation=None, pending=Adrift("aurore"))
        assert chosen(adrift) == o.Drift("aurore", "stern_only")


def test_he_does_not_end_a_move_in_irons_for_nothing() -> None:
    position = after("draw dice 1", ships=["aurore french frigate 1007 NW", "lion british brig 0207 E"])
    while position.activation is not None and not position.activation.moved:
        position = carried_out(ENGINE, position, read(ENGINE, order_text(chosen(position)))).position
    assert position.ship("aurore").heading != 3
