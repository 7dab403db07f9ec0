"""The log: every event with its turn, rule, faces and exact chance; playthroughs that can be read, and read back."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.odds.dice import Dice, FixedDice
from rulesdemo.play.bots import play_out, random_bot
from rulesdemo.play.engine import Outcome
from rulesdemo.play.history import History
from rulesdemo.play.log import Line, game_json, lines, playthrough
from rulesdemo.rules.ruleset import ruleset
from tests.support import race
from tests.support.playthroughs import replayed
from tests.support.race import ENGINE, Cheer, Dash, Leg, Limp, Rest, Run, Walk


def begun(scenario: str = "marathon") -> History[race.Position]:
    return History.start(ENGINE, scenario)


def bots_game(seed: int, scenario: str = "sprint") -> History[race.Position]:
    return play_out(begun(scenario), dict.fromkeys(ENGINE.sides, random_bot), random.Random(seed))


def test_a_line_has_turn_text_rule_faces_and_chance() -> None:
    history = begun().play(Run("ro", 2), FixedDice((3,)))
    assert lines(history) == [
        Line(0, 1, "Lap 1.", "3"),
        Line(1, 1, "Rowan runs 2.", "1", (3,), Fraction(1, 3)),
        Line(1, 1, "Rowan pants.", "1.1"),
    ]
    assert list(map(str, lines(history))) == ["T1  Lap 1. [3]", "T1  Rowan runs 2. [1]  (3; 1/3)", "T1  Rowan pants. [1.1]"]


def test_only_what_came_after_a_step() -> None:
    history = begun().play(Walk("ro"), FixedDice(())).play(Walk("bo"), FixedDice(()))
    assert [line.step for line in lines(history, since=0)] == [1, 2]
    assert [line.step for line in lines(history, since=1)] == [2]
    assert lines(history, since=2) == []


def test_each_throw_of_an_order_goes_to_its_own_event() -> None:
    # The race tells a dash from its last leg to its first; with pace 1 a 6 gives 4, and 3 and 4 both give 2.
    history = begun().play(Dash((Leg("ro", 1), Leg("ro", 1), Leg("ro", 1))), FixedDice((3, 6, 4)))
    told = [(line.text, line.faces, line.p) for line in lines(history, since=0)]
    assert (
        told
        == [
            ("Rowan runs 2.", (4,), Fraction(1, 3)),
            ("Rowan runs 4.", (6,), Fraction(1, 6)),
            ("Rowan runs 2.", (3,), Fraction(1, 3)),
            ("Lap 1.", (), None),
        ][:3]
    )


def test_dice_thrown_again_are_shown_and_the_chance_is_of_the_whole() -> None:
    line = lines(begun().play(Cheer("blue"), FixedDice((1, 1, 5))), since=0)[0]
    assert (line.faces, line.p) == ((1, 1, 5), Fraction(3, 5))


def test_a_throw_that_no_event_carries_is_not_left_out() -> None:
    run = ENGINE.verbs[Run]

    def mute(dice: Dice, position: race.Position, order: Run) -> Outcome[race.Position]:
        return run.do(dice, position, order)._replace(events=(race.Strode("ro", 0),))

    engine = replace(ENGINE, verbs={**ENGINE.verbs, Run: run._replace(do=mute)})
    history = History.start(engine, "sprint").play(Run("ro", 1), FixedDice((5,)))
    assert lines(history, since=0) == [Line(1, 1, "Rowan runs 0.", "1", (5,), None)]


def test_rolling_again_is_told() -> None:
    history = begun().play(Run("ro", 1), FixedDice((1,))).roll_again(FixedDice((2,)))
    assert str(lines(history)[1]) == "T1  Rowan runs 1. [1]  (2; 1/6; rolled again)"
    assert str(lines(history.roll_again(FixedDice((2,))))[1]).endswith("(2; 1/6; rolled again 2 times)")
    assert lines(history)[1].json()["rerolls"] == 1
    assert "rerolls" not in lines(history)[2].json()


def test_lines_belong_to_the_turn_they_happened_in() -> None:
    history = begun()
    for runner in ("ro", "bo") * 4:
        history = history.play(Walk(runner), FixedDice(()))
    assert [(line.turn, line.text) for line in lines(history)][-3:] == [(1, "Rowan runs 1."), (1, "Bo runs 1."), (2, "Lap 2.")]


@given(st.integers(0, 50))
def test_every_face_of_a_game_is_told_once(seed: int) -> None:
    history = bots_game(seed)
    for step, deed in enumerate(history.done, start=1):
        told = [line for line in lines(history) if line.step == step]
        assert Counter(face for line in told for face in line.faces) == Counter(deed.faces)
        assert all((line.p is None) == (not line.faces) for line in told)


def test_the_game_as_json_is_what_the_contract_prints() -> None:
    history = bots_game(3)
    told = game_json(history)
    assert told["result"] == {"winner": "red", "by": 3, "rule": "9"}
    assert (told["turns"], told["orders"]) == (history.turn, len(history.done))
    assert told["log"][0] == {"turn": 1, "text": "Lap 1.", "rule": "3", "faces": [], "p": None}
    assert all(set(line) == {"turn", "text", "rule", "faces", "p"} for line in told["log"])
    assert all(line["p"] is None or 0 < Fraction(line["p"]) <= 1 for line in told["log"])
    assert game_json(begun())["result"] is None


def test_a_playthrough_reads_like_a_game() -> None:
    rules = ruleset(race.GAME, {"ratio_rounding": "defender"}, {("tactical", "0", "A"): "5"})
    history = History.start(ENGINE, "sprint", rules)
    history = (
        history.play(Run("ro", 2), FixedDice((1,)))
        .roll_again(FixedDice((6,)))
        .play(Cheer("red"), FixedDice((4,)))
        .play(Rest(), FixedDice(()))
    )
    assert playthrough(history) == (
        "game republic\nscenario sprint\nset ratio_rounding=defender\npatch tactical:0,A=5\n\n"
        "Lap 1: red 0, blue 0 of 12.\n\n"
        "Lap 1. [3]\n\n"
        "1. T1 red: Move Rowan. [1]\n"
        "   > run runner=ro pace=2\n"
        "   dice 6, rolled again\n"
        "   Rowan runs 5. [1]  (6; 1/6)\n"
        "   Rowan pants. [1.1]\n\n"
        "2. T1 blue: Move Bo. [1]\n"
        "   red > cheer side=red\n"
        "   dice 4\n"
        "   The friends of red are heard. [4]  (4; 3/5)\n\n"
        "3. T1 blue: Move Bo. [1]\n"
        "   > rest\n\n"
        "Lap 1: red 6, blue 0 of 12.\n"
    )
    assert replayed(ENGINE, playthrough(history)) == history


@given(st.integers(0, 50))
def test_a_playthrough_can_be_played_again(seed: int) -> None:
    history = bots_game(seed)
    again = replayed(ENGINE, playthrough(history))
    assert again == history
    assert playthrough(again) == playthrough(history)


def test_the_playthrough_of_no_orders_is_the_start() -> None:
    assert playthrough(begun()).endswith("Lap 1: red 0, blue 0 of 400.\n\nLap 1. [3]\n")
    assert replayed(ENGINE, playthrough(begun())) == begun()


@pytest.mark.parametrize("faces", [(6,), (1,)])
def test_a_switch_changes_the_dice_that_fall(faces: tuple[int, ...]) -> None:
    history = begun().play(Limp("ro"), FixedDice(faces))
    assert lines(history, since=0)[0].faces == faces
