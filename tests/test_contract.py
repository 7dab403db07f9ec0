"""What every game that can be played must do: start, list, check, carry out, tell, write down and play again.

Games are found by name. One that gains an engine is tried here at once, and fails until it has playthroughs and perft counts.
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from rulesdemo.errors import InputError, RulesError
from rulesdemo.odds.dice import FixedDice, RandomDice
from rulesdemo.play.engine import NOW_OVER, Engine, IllegalOrder, apply, check, legal, word_of
from rulesdemo.play.game import game
from rulesdemo.play.history import History
from rulesdemo.play.order_codec import decode, encode, order_text, read_order
from rulesdemo.play.saves import from_code, from_text, playable, to_code, to_text
from rulesdemo.rules.datafiles import GAMES
from tests.support.random_play import Deed, Temper, random_play, watch_anything, watch_replay, watch_sentences

FOLDER = Path(__file__).parent
PLAYED = [name for name in GAMES if game(name).engine]
SCENARIOS = [(name, scenario) for name in PLAYED for scenario in playable(name).scenarios()]
MOST = 150  # orders of each scenario; games are played to the end by each game's own tests
EVEN = Temper("even-handed", by_kind=True)


@cache
def played(name: str, scenario: str) -> tuple[Deed, ...]:
    """The beginning of a random game."""
    engine = playable(name)
    return tuple(islice(random_play(engine, engine.start(scenario, None).position, random.Random(scenario), EVEN), MOST))


# -- what belongs to a game ------------------------------------------------------------------------------------------------------------


def test_some_game_can_be_played() -> None:
    assert PLAYED


@pytest.mark.parametrize("name", PLAYED)
def test_a_game_that_can_be_played_has_playthroughs_and_perft_counts(name: str) -> None:
    assert list((FOLDER / "playthroughs" / name).glob("*.txt")), f"tests/playthroughs/{name} has no playthrough"
    assert (FOLDER / "perft" / f"{name}.toml").is_file(), f"tests/perft/{name}.toml is missing"


def test_playthroughs_and_perft_counts_are_of_games_that_can_be_played() -> None:
    found = {path.name for path in (FOLDER / "playthroughs").iterdir()} | {path.stem for path in (FOLDER / "perft").iterdir()}
    assert found <= set(PLAYED)


@pytest.mark.parametrize("name", PLAYED)
def test_an_engine_is_filled_in(name: str) -> None:
    engine = playable(name)
    assert engine.game == name
    assert len(engine.sides) == len(set(engine.sides)) > 1
    assert engine.scenarios()
    assert set(engine.anytime) <= set(engine.verbs)
    words = [word_of(kind) for kind in engine.verbs]
    assert len(words) == len(set(words))
    for kind in engine.verbs:
        assert is_dataclass(kind)
        assert kind.__dataclass_params__.frozen, kind
        assert kind.__doc__


# -- start -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_scenario_starts(name: str, scenario: str) -> None:
    engine = playable(name)
    start = engine.start(scenario, None)
    assert start == engine.start(scenario, None)
    assert list(engine.faults(start.position)) == []
    assert engine.result(start.position) is None
    assert engine.turn(start.position) >= 1  # some scenarios begin late in the calendar
    decision = engine.decision(start.position)
    assert decision is not None
    assert set(decision.orders) <= set(engine.verbs)
    assert engine.situation(start.position)


@pytest.mark.parametrize("name", PLAYED)
def test_a_scenario_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="scenario 'nowhere'"):
        playable(name).start("nowhere", None)


# -- legal, check, apply ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_random_play_keeps_the_promises_of_every_game(name: str, scenario: str) -> None:
    engine = playable(name)
    for deed in played(name, scenario):
        watch_anything(engine, deed)
        watch_sentences(engine, deed)
    for deed in played(name, scenario)[::10]:
        watch_replay(engine, deed)


@pytest.mark.parametrize("name", PLAYED)
def test_what_check_refuses_apply_refuses_with_the_same_words(name: str) -> None:
    engine = playable(name)
    scenario = engine.scenarios()[0]
    position = engine.start(scenario, None).position
    given = [deed.order for deed in played(name, scenario)]
    refusals = [(order, refusal) for order in given if (refusal := check(engine, position, order)) is not None]
    assert refusals
    for order, refusal in refusals:
        with pytest.raises(IllegalOrder) as raised:
            apply(engine, RandomDice(random.Random(0)), position, order)
        assert raised.value.refusal == refusal
        assert str(raised.value) == str(refusal)


@pytest.mark.parametrize("name", PLAYED)
def test_an_order_of_no_game_is_an_error(name: str) -> None:
    engine = playable(name)
    with pytest.raises(RulesError, match=f"int is no order of {name}"):
        check(engine, engine.start(engine.scenarios()[0], None).position, 3)


@pytest.mark.parametrize("name", PLAYED)
def test_when_a_game_is_over_nothing_is_legal(name: str) -> None:
    engine = playable(name)
    ends = [deeds[-1] for scenario in engine.scenarios() if len(deeds := played(name, scenario)) < MOST]
    assert ends, f"no scenario of {name} is over within {MOST} orders"
    for deed in ends:
        over = deed.outcome.position
        assert engine.result(over) is not None
        assert engine.decision(over) is None
        assert list(legal(engine, over)) == []
        refusal = check(engine, over, deed.order)
        assert refusal is not None
        assert refusal.reason == NOW_OVER


# -- writing down and playing again ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYED)
def test_every_order_can_be_written_and_read(name: str) -> None:
    engine = playable(name)
    seen = {order for scenario in engine.scenarios() for deed in played(name, scenario) for order in deed.legal}
    for order in seen:
        assert read_order(engine, order_text(order)) == order
        assert decode(engine, word_of(type(order)), encode(order)) == order
    assert {field.name for order in seen for field in fields(order)}.isdisjoint({"order", "faces", "rerolls"})


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_record_plays_again(name: str, scenario: str) -> None:
    engine = playable(name)
    history: History[Any] = History.start(engine, scenario)
    for deed in played(name, scenario):
        history = history.play(deed.order, FixedDice(deed.faces))
    assert [deed.outcome for deed in history.done] == [deed.outcome for deed in played(name, scenario)]
    for again in (from_text(to_text(history)), from_code(to_code(history))):
        assert again == history
        assert again.outcome == history.outcome
    assert history.undo().redo().outcome == history.outcome


def game_mark(engine: Engine[Any]) -> str:
    """A mark of a random game, with all that was legal in it."""
    mark = hashlib.sha256()
    for scenario in engine.scenarios()[:3]:
        for deed in played(engine.game, scenario):
            mark.update(repr((deed.legal, deed.order, deed.faces, deed.outcome.events)).encode())
    return mark.hexdigest()


@pytest.mark.parametrize("name", PLAYED)
def test_a_seed_gives_the_same_game_in_another_run_of_python(name: str) -> None:
    """Python hashes texts anew in every run; nothing in a game may follow the order of a set."""
    code = f"from tests.test_contract import playable, game_mark; print(game_mark(playable({name!r})))"
    for seed in ("1", "2"):
        surroundings = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=FOLDER.parent, env=surroundings)
        assert done.stdout.strip() == game_mark(playable(name))
