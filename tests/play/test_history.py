"""History: a game is the list of its orders and faces; undo, redo and replay are that list and never roll anything anew."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.errors import FacesError, InputError
from rulesdemo.games.escadres.play.orders import Draw, EndMove, FireAt
from rulesdemo.odds.dice import FixedDice, RandomDice
from rulesdemo.play.engine import IllegalOrder, legal
from rulesdemo.play.history import History
from rulesdemo.play.saves import playable
from rulesdemo.rules.ruleset import ruleset
from tests.support import race
from tests.support.race import ENGINE, Cheer, Dash, Leg, Limp, Rest, Run, Walk


def begun(scenario: str = "marathon") -> History[race.Position]:
    return History.start(ENGINE, scenario)


def played(choices: list[int], scenario: str = "marathon", seed: int = 1) -> History[race.Position]:
    """A game of legal orders: each number picks one."""
    history, rng = begun(scenario), random.Random(seed)
    for choice in choices:
        orders = list(legal(ENGINE, history.position))
        if orders:
            history = history.play(orders[choice % len(orders)], RandomDice(rng))
    return history


CHOICES = st.lists(st.integers(0, 100), max_size=25)


def state(history: History[Any]) -> tuple[Any, ...]:
    return history.position, history.events, history.decision, history.record


def test_it_begins_where_the_scenario_says() -> None:
    history = begun("sprint")
    assert history.position.at == (0, 0)
    assert history.events == (race.LapBegan(1),)
    assert history.decision is not None
    assert history.decision.side == "red"
    assert (history.turn, history.result, history.steps) == (1, None, 0)


def test_an_unknown_scenario_is_refused_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"has no scenario 'sprnt'\. Did you mean sprint"):
        begun("sprnt")


def test_the_rules_given_are_the_rules_played() -> None:
    rules = ruleset(race.GAME, {"ratio_rounding": "defender"})
    history = History.start(ENGINE, "sprint", rules).play(Limp("ro"), FixedDice((6, 6)))
    assert history.position.rules is rules
    assert history.position.at == (2, 0)
    with pytest.raises(FacesError):
        begun().play(Limp("ro"), FixedDice((6, 6)))  # one die by the printed rules


def test_an_order_is_kept_with_its_faces() -> None:
    history = begun().play(Run("ro", 2), FixedDice((6,))).play(Walk("bo"), RandomDice(random.Random(1)))
    assert [(deed.order, deed.faces) for deed in history.done] == [(Run("ro", 2), (6,)), (Walk("bo"), ())]
    assert history.position.at == (5, 1)


def test_a_hand_that_has_thrown_before_gives_only_its_new_faces() -> None:
    dice = RandomDice(random.Random(3))
    history = begun().play(Run("ro", 2), dice).play(Run("bo", 2), dice)
    first, second = history.done
    assert first.faces + second.faces == tuple(dice.faces)
    assert len(first.faces) == len(second.faces) == len(second.story) == 1


def test_an_illegal_order_is_refused_and_nothing_is_lost() -> None:
    history = played([1, 2, 3])
    before = state(history)
    with pytest.raises(IllegalOrder, match=r"waits\. \[1\] Choose the other runner\."):
        history.play(Walk("bo" if history.position.active == 0 else "ro"), RandomDice(random.Random(1)))
    assert state(history) == before


@pytest.mark.parametrize(
    ("faces", "words"), [((), "run out"), ((7,), "is not on a d6"), ((3, 3), "left over"), ((True,), "is not on a d6")]
)
def test_typed_dice_must_fit(faces: tuple[Any, ...], words: str) -> None:
    history = begun()
    with pytest.raises(FacesError, match=words):
        history.play(Run("ro", 1), FixedDice(faces))
    assert history == begun()


@given(CHOICES)
def test_undo_then_redo_is_the_same_game(choices: list[int]) -> None:
    history = played(choices)
    if history.done:
        assert state(history.undo().redo()) == state(history)
        assert state(history.undo()) == state(history.at(len(history.done) - 1))
    back = history
    for _ in history.done:
        back = back.undo()
    assert back == begun()
    for _ in history.done:
        back = back.redo()
    assert state(back) == state(history)


@given(CHOICES, st.data())
def test_the_slider_goes_anywhere_and_back(choices: list[int], data: st.DataObject) -> None:
    history = played(choices)
    step = data.draw(st.integers(0, history.steps))
    there = history.at(step)
    assert (len(there.done), there.steps) == (step, history.steps)
    assert state(there.at(history.steps)) == state(history)
    assert there == played(choices[:step])


@given(CHOICES)
def test_the_faces_alone_make_the_same_game(choices: list[int]) -> None:
    history = played(choices)
    again = begun()
    for deed in history.done:
        again = again.play(deed.order, FixedDice(deed.faces))
    assert again == history
    assert hash(again) == hash(history)
    assert list(again.outcomes()) == list(history.outcomes())


def test_other_faces_make_another_game() -> None:
    assert begun().play(Run("ro", 1), FixedDice((2,))) != begun().play(Run("ro", 1), FixedDice((3,)))
    assert begun("sprint") != begun("marathon")
    assert begun() != 3


@pytest.mark.parametrize("step", [-1, 1, 99])
def test_there_is_no_step_outside_the_game(step: int) -> None:
    with pytest.raises(InputError, match=f"there is no step {step}: this game has steps 0 to 0"):
        begun().at(step)


def test_nothing_to_take_back_or_give_again() -> None:
    with pytest.raises(InputError, match="nothing to take back"):
        begun().undo()
    with pytest.raises(InputError, match="none to give again"):
        begun().play(Rest(), FixedDice(())).redo()


def test_a_new_order_after_undo_cuts_what_was_taken_back() -> None:
    history = begun().play(Walk("ro"), FixedDice(())).play(Walk("bo"), FixedDice(())).undo()
    assert history.steps == 2
    assert history.play(Rest(), FixedDice(())).steps == 2
    assert history.play(Rest(), FixedDice(())).undone == ()


def test_rolling_again_is_another_throw_of_the_same_order_and_is_counted() -> None:
    history = begun().play(Run("ro", 2), FixedDice((1,)))
    again = history.roll_again(FixedDice((6,)))
    assert [(deed.order, deed.faces, deed.rerolls) for deed in again.done] == [(Run("ro", 2), (6,), 1)]
    assert again.roll_again(FixedDice((6,))).done[-1].rerolls == 2
    assert again != begun().play(Run("ro", 2), FixedDice((6,)))
    assert again.undo().redo().done[-1].rerolls == 1


def test_there_must_be_dice_to_roll_again() -> None:
    with pytest.raises(InputError, match="No order has been given yet"):
        begun().roll_again(FixedDice(()))
    with pytest.raises(InputError, match="threw no dice"):
        begun().play(Walk("ro"), FixedDice(())).roll_again(FixedDice(()))


def test_dice_put_aside_and_thrown_again_are_kept_too() -> None:
    history = begun().play(Cheer("blue"), FixedDice((1, 1, 5)))
    assert history.done[0].faces == (1, 1, 5)
    assert history.position.at == (0, 1)


def test_several_throws_of_one_order_are_kept_in_order() -> None:
    history = begun().play(Dash((Leg("ro", 1), Leg("ro", 2))), FixedDice((5, 6)))
    assert [step.faces for step in history.done[0].story] == [(5,), (6,)]


def test_after_the_end_there_is_no_order() -> None:
    history = played([2] * 60, "sprint")
    assert history.result is not None
    assert history.decision is None
    with pytest.raises(IllegalOrder, match="The game is over"):
        history.play(Rest(), FixedDice(()))


def test_a_patch_that_makes_no_sense_is_blamed() -> None:
    history = History.start(ENGINE, "sprint", ruleset(race.GAME, patches={("tactical", "0", "A"): "5"}))
    with pytest.raises(InputError, match="makes no sense with your patch tactical:0,A=5"):
        history.play(Limp("ro"), FixedDice((3,)))
    assert history.play(Run("ro", 1), FixedDice((3,))).position.at == (2, 0)


def test_a_patch_that_leads_to_a_position_that_cannot_be_is_blamed() -> None:
    """A hull of less than no points."""
    rules = ruleset("escadres", patches={("hull", "divisor", "value"): "-5", ("enfilade_bonus", "2", "bonus"): "99"})
    history = History.start(playable("escadres"), "broadside_to_broadside", rules)
    history = history.play(Draw(), FixedDice((2,))).play(EndMove("aurore"), FixedDice(()))
    with pytest.raises(InputError, match=r"makes no sense with your patch .*hull:divisor,value=-5 \(Lion has hull points that she cannot"):
        history.play(FireAt("aurore", "lion"), FixedDice((2, 4, 4, 3, 6, 2, 1, 5, 4)))
