"""The captain: legal orders of his own, no dice of his own, and better than chance from either side."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rulesdemo.games.republic.play import ENGINE
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.captain import captain
from rulesdemo.games.republic.play.state import Position
from rulesdemo.games.republic.play.valuation import clash_worth, envoy_worth
from rulesdemo.play.bots import engine_bots, play_out, random_bot
from rulesdemo.play.engine import legal
from rulesdemo.play.history import History
from rulesdemo.rules.ruleset import ruleset
from tests.games.republic.play.given import position_of
from tests.play.test_play_cases import carried_out, read

pytestmark = pytest.mark.slow

RULES = ruleset("republic")
GAMES = 4  # a hundred are played by tests/bench/captain.py, of which he must win 95


class Untouched(random.Random):
    """A generator that nobody may ask."""

    def random(self) -> float:
        raise AssertionError("the captain threw dice of his own")

    def getrandbits(self, k: int, /) -> int:  # noqa: ARG002 - the signature of every generator
        raise AssertionError("the captain threw dice of his own")


def chosen(position: Position) -> Any:
    return captain(ENGINE, position, list(legal(ENGINE, position)), Untouched())


def after(*orders: str, **given: Any) -> Position:
    position: Position = position_of(given, RULES).position
    for each in orders:
        position = carried_out(ENGINE, position, read(ENGINE, each)).position
    return position


@pytest.mark.parametrize("scenario", ["meeting", "campaign"])
@pytest.mark.parametrize("side", ENGINE.sides)
def test_he_beats_chance(side: str, scenario: str) -> None:
    bots = {each: captain if each == side else random_bot for each in ENGINE.sides}
    won = 0
    for seed in range(GAMES):
        won += play_out(History.start(ENGINE, scenario), bots, random.Random(seed), seed=seed).result.winner == side
    assert won >= GAMES - 1


def test_he_is_known_by_name() -> None:
    assert engine_bots("republic")["captain"] is captain


@pytest.mark.parametrize("scenario", ENGINE.scenarios())
def test_he_plays_every_scenario_to_its_end(scenario: str) -> None:
    history = play_out(History.start(ENGINE, scenario), dict.fromkeys(ENGINE.sides, captain), random.Random(1))
    assert history.result is not None


def test_an_even_battle_is_worth_nothing_and_every_modifier_helps() -> None:
    position = after("attack rome sam", forces=["rome roman 0404 C L20", "sam other 0404 C I20"])
    worths = [clash_worth(position, position.fight, more) for more in range(-9, 10)]
    # At net 0 retreats and mean losses are the same for both sides (table R), so that nothing is gained.
    assert abs(worths[9]) < 1e-9
    assert worths[0] < 0 < worths[-1]


def test_he_attacks_the_weak_and_leaves_the_strong_alone() -> None:
    assert chosen(after(forces=["rome roman 0404 B L40 ambush", "sam other 0404 C I40"])) == o.Attack("rome", "sam")
    assert chosen(after(forces=["rome roman 0404 C L40", "sam other 0404 A I40"])) == o.Pass()


def test_he_refuses_a_battle_that_is_lost_and_stands_in_one_that_is_won() -> None:
    forces = ["rome roman 0404 C L40", "sam other 0404 A I40 ambush"]
    refusal = chosen(after("attack sam rome", first="other", cities=["luceria roman 0405 3"], forces=forces))
    assert refusal == o.Refuse(("0405",), city=True)
    assert chosen(after("attack rome sam", forces=forces)) == o.Stand()


def test_he_spends_no_point_that_changes_nothing() -> None:
    # X(+2) with 9 points of the defender's is the first bracket whatever the die; the first few points already count most.
    forces = ["rome roman 0404 C L40 k9", "sam other 0404 C I40"]
    order = chosen(after("attack rome sam", "stand", "roll_tactics dice 4 4", "live", "roll_battle dice 7", forces=forces))
    assert 0 < order.cunning < 9


def test_he_does_not_say_that_he_was_beaten_badly() -> None:
    forces = ["rome roman 0404 C L20", "sam other 0404 C I20"]
    fought = ("attack rome sam", "stand", "roll_tactics dice 4 4", "live", "roll_battle dice 8", "take_losses 1", "take_losses 3")
    assert chosen(after(*fought, "retreat 0405", inputs={"major": "ask"}, forces=forces)) == o.Judge(major=False)


def test_he_calls_his_ambassador_back() -> None:
    assert chosen(after("negotiate fab dice 9 6", envoys=["fab roman B k1"])) == o.Recall("fab")


CITY = ["luceria other 0405 3 S8 D2 W20"]


def test_he_marches_to_a_city_and_demands_it_the_same_turn() -> None:
    given = {"cities": CITY, "forces": ["rome roman 0404 C I40", "sam other 0707 C I40"], "inputs": {"march": 2}}
    assert chosen(after(**given)) == o.March("rome", "0405")
    assert chosen(after("march rome 0405", **given)) == o.DemandSurrender("rome")


def test_he_looks_past_the_losses_of_a_march_to_what_it_was_made_for() -> None:
    inputs = {"march": 2, "march_losses": [0, 1, 2, 3, 5, 7]}
    forces = ["rome roman 0403 C I60", "sam other 0405 C I4"]
    given = {"cities": CITY, "forces": forces, "inputs": inputs}
    assert chosen(after(**given)) == o.March("rome", "0404")
    assert chosen(after("march rome 0404", **given)) == o.March("rome", "0405")
    assert chosen(after("march rome 0404", "march rome 0405", **given)) == o.TakeLosses(1)


def test_he_does_not_wait_before_a_city_for_the_last_turn() -> None:
    forces = ["rome roman 0405 C I40", "sam other 0405 C I40 in_city"]
    assert isinstance(chosen(after(cities=CITY, forces=forces, turns=6)), o.DemandSurrender)


def test_an_envoy_is_worth_his_mean_shift_once_and_more_with_every_turn() -> None:
    # Letter A by the table: 3 boxes once, 2 four times, 1 three times, 0 once: 14. The tenth die is -1, or else a disaster, which moves the
    # marker by -3, 0, +1, -1 or 0 with equal chances, -0.6 on average: 14 - (1 + 0.6) / 2 = 13.2 in ten.
    assert envoy_worth(RULES, "A", 0, 1, 0) == pytest.approx(1.32)
    assert envoy_worth(RULES, "A", 0, 2, 0) > envoy_worth(RULES, "A", 0, 1, 0)
    assert envoy_worth(RULES, "D", -9, 1, 0) >= 0
