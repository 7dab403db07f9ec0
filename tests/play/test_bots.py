"""Bots and their driver: legal orders only, of their own side, to the end of the game, the same for the same seed."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import fields
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from rulesdemo.errors import InputError, RulesError
from rulesdemo.odds.dice import RandomDice
from rulesdemo.play.bots import INTERRUPTING, chosen_bots, engine_bots, play_out, random_bot
from rulesdemo.play.engine import Engine, check
from rulesdemo.play.game import game
from rulesdemo.play.history import History
from rulesdemo.play.order_codec import encode
from rulesdemo.play.saves import from_text, to_text
from rulesdemo.rules.datafiles import GAMES
from tests.support import race
from tests.support.race import ENGINE, Cheer

BOTH = dict.fromkeys(ENGINE.sides, random_bot)


@pytest.fixture
def entered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The race in the place of the real game's engine."""
    monkeypatch.setattr("rulesdemo.play.bots.game", lambda name: race.AS_GAME if name == race.GAME else game(name))


def test_random_play_reaches_an_end_that_its_faces_give_again() -> None:
    for seed in range(20):
        history = play_out(History.start(ENGINE, "sprint"), BOTH, random.Random(seed))
        assert history.result is not None
        again = from_text(to_text(history), lambda _: ENGINE)
        assert again == history
        assert again.result == history.result


def test_the_same_seed_plays_the_same_game() -> None:
    games = [play_out(History.start(ENGINE, "sprint"), BOTH, random.Random(seed)) for seed in (5, 5, 6)]
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_a_bot_is_offered_the_orders_of_its_own_side_and_every_interrupt_has_its_giver() -> None:
    seen: list[tuple[str, bool]] = []

    def watched(side: str) -> Any:
        def bot(engine: Any, position: Any, orders: list[Any], rng: random.Random) -> Any:
            assert all(engine.owner(position, order) == side for order in orders)
            decides = engine.decision(position).side == side
            assert decides or all(isinstance(order, Cheer) for order in orders)
            seen.append((side, decides))
            return rng.choice(orders)

        return bot

    history = play_out(History.start(ENGINE, "marathon"), {side: watched(side) for side in ENGINE.sides}, random.Random(1))
    asides = sum(not decides for _, decides in seen)
    assert 0 < asides < 4 * INTERRUPTING * len(seen)
    assert history.result is not None


def test_a_bot_may_let_an_interrupt_pass() -> None:
    history = play_out(History.start(ENGINE, "marathon"), dict.fromkeys(ENGINE.sides, race.hare), random.Random(1))
    assert history.result is not None
    assert not any(isinstance(deed.order, Cheer) for deed in history.done)


def test_the_watcher_sees_every_order() -> None:
    seen: list[int] = []
    history = play_out(History.start(ENGINE, "sprint"), BOTH, random.Random(1), watch=lambda now: seen.append(len(now.done)))
    assert seen == list(range(1, len(history.done) + 1))


def test_sides_without_a_bot_are_waited_for() -> None:
    history = play_out(History.start(ENGINE, "sprint"), {"red": race.hare}, random.Random(1))
    assert len(history.done) == 1
    assert history.decision is not None
    assert history.decision.side == "blue"


def test_a_dead_end_names_seed_and_step() -> None:
    with pytest.raises(RulesError, match=r"wall is stuck at step \d+, seed 4: (red|blue) has no legal order"):
        play_out(History.start(ENGINE, "wall"), BOTH, random.Random(4), seed=4)


def test_a_game_without_end_names_seed_and_step() -> None:
    with pytest.raises(RulesError, match="stuck at step 30, seed 4: the game is not over after 30 orders"):
        play_out(History.start(ENGINE, "marathon"), BOTH, random.Random(4), seed=4, most_orders=30)


def test_bots_are_chosen_by_name() -> None:
    bots = {"random": random_bot, "hare": race.hare}
    assert chosen_bots("random", ENGINE, bots) == BOTH
    assert chosen_bots(" blue = hare ", ENGINE, bots) == {"blue": race.hare}
    assert chosen_bots("red=hare,blue=random", ENGINE, bots) == {"red": race.hare, "blue": random_bot}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rando", "has no bot 'rando'. Did you mean random?"),
        ("red=har", "Did you mean hare?"),
        ("green=hare", "has no side 'green'"),
        ("red=hare,red=hare", "red is given two bots"),
        ("red=hare,", "has no side ''"),
        ("random,hare", "has no bot 'random,hare'"),
    ],
)
def test_a_bot_that_is_not_there_is_refused(text: str, words: str) -> None:
    with pytest.raises(InputError) as refused:
        chosen_bots(text, ENGINE, {"random": random_bot, "hare": race.hare})
    assert words in str(refused.value)


@pytest.mark.usefixtures("entered")
def test_a_game_brings_bots_of_its_own() -> None:
    assert set(engine_bots(race.GAME)) == {"random", "hare", "tortoise"}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_knows_the_random_bot(name: str) -> None:
    assert engine_bots(name)["random"] is random_bot


# -- real games --------------------------------------------------------------------------------------------------------------------------


def engines() -> dict[str, Engine[Any]]:
    return {name: engine for name in GAMES if (engine := game(name).play()) is not None}


SCENARIOS = [(name, scenario) for name, engine in engines().items() for scenario in engine.scenarios()]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_bots_play_every_scenario_to_its_end_and_the_save_gives_it_again(name: str, scenario: str) -> None:
    engine = engines()[name]
    history = play_out(History.start(engine, scenario), dict.fromkeys(engine.sides, random_bot), random.Random(1), seed=1)
    assert history.result is not None
    again = from_text(to_text(history))
    assert again == history
    for one, other in zip(history.outcomes(), again.outcomes(), strict=True):
        assert one == other
        assert list(engine.faults(one.position)) == []


def drawn(hint: Any, names: list[str], rng: random.Random) -> Any:
    """Some value of a field's type, sensible or not."""
    if get_origin(hint) is Literal:
        return rng.choice(get_args(hint))
    if get_origin(hint) in (Union, UnionType):
        return drawn(rng.choice(get_args(hint)), names, rng)
    if hint is NoneType:
        return None
    if get_origin(hint) is tuple:
        return tuple(drawn(get_args(hint)[0], names, rng) for _ in range(rng.randrange(4)))
    known = {str: names, int: [-1, 0, 1, 2, 3, 10**8], bool: [False, True]}
    return rng.choice(known[hint]) if hint in known else hint(*(drawn(each, names, rng) for each in get_type_hints(hint).values()))


@pytest.mark.parametrize("name", engines())
def test_orders_without_sense_are_refused_in_words_and_what_is_not_refused_can_be_played(name: str) -> None:
    engine, rng = engines()[name], random.Random(1)
    asked: Counter[bool] = Counter()

    def ask(now: History[Any]) -> None:
        names = ["", "nobody", *{value for deed in now.done for value in encode(deed.order).values() if isinstance(value, str)}]
        for kind in (*now.decision.orders, *engine.anytime) if now.decision else ():
            hints = get_type_hints(kind)
            order = kind(**{field.name: drawn(hints[field.name], names, rng) for field in fields(kind)})
            refusal = check(engine, now.position, order)
            asked[refusal is None] += 1
            if refusal is None:
                assert list(engine.faults(now.play(order, RandomDice(rng)).position)) == []
            else:
                assert all(refusal)

    for scenario in engine.scenarios():
        with suppress(RulesError):  # a long game need not be played to its end here
            play_out(History.start(engine, scenario), dict.fromkeys(engine.sides, random_bot), rng, watch=ask, most_orders=60)
    assert min(asked[True], asked[False]) > 100
