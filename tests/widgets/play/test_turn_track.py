"""The turn track: phases and steps in their order, the one that runs marked, whose decision it is, and what comes next."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.veneti.play import ENGINE
from rulesdemo.games.veneti.play import orders as o
from rulesdemo.games.veneti.play.sequence import SEQUENCE
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.history import History
from rulesdemo.play.saves import recorded_game
from rulesdemo.rules.rule_index import rules_of
from tests.support.markup import folded
from widgets.games.veneti.guide import GUIDE
from widgets.games.veneti.plan import PLAN
from widgets.play.session import Desk
from widgets.play.turn_track import TurnTrack, following, played, track


def now(text: str) -> str:
    """The line that says where we are."""
    found = re.search(r'<div class="track-now">(.*?)</div><details class="fold', text)
    assert found
    return folded(found[1]).replace("Rule ", "")


def phases(text: str) -> dict[str, str]:
    """How each phase of the row stands."""
    found = re.search(r'<ol class="track-phases"[^>]*>(.*?)</ol>', text)
    assert found
    return {letter: state for state, letter in re.findall(r'<li class="is-(\w+)"[^>]*>.*?<b>(\w)</b>', found[1])}


def test_every_step_of_the_sequence_has_words_and_a_rule() -> None:
    assert list(PLAN.steps) == [step.name for step in SEQUENCE.steps]
    assert set(PLAN.phases) == {step.phase for step in SEQUENCE.steps}
    assert all(step.rule in rules_of("veneti") for step in SEQUENCE.steps)


def test_a_turn_begins_at_the_initiative_and_says_what_comes_next() -> None:
    start = History.start(ENGINE, "whole_turn").position
    text = track(PLAN, start)
    assert phases(text) == {"A": "done", "B": "done", "C": "now", "D": "ahead", "E": "ahead", "F": "ahead", "G": "ahead", "H": "ahead"}
    assert now(text).startswith("Step 4 of 17: Initiative. 3.0 C A die each, and the Admiral&#39;s initiative added.")
    assert now(text).endswith("The Romans decide. Next: First mover.")
    assert "Turn 1" in folded(text)
    assert text.count('aria-current="step"') == 2  # the phase and the step
    assert len(re.findall(r'<details class="rule"', text)) == 17  # a chip for each step
    # By the words too, not by colour alone.
    assert folded(text).count(", done") == 2 + 3


@pytest.mark.parametrize(
    ("step", "phase", "words"),
    [
        (1, "C", "Step 5 of 17: First mover."),
        (4, "E", "Step 7 of 17: Choose a squadron."),
        (5, "E", "Step 9 of 17: Movement."),
        (31, "E", "Step 9 of 17: Movement."),
        (35, "E", "Step 10 of 17: Rowers."),
        (36, "E", "Step 11 of 17: Boarding."),
        (38, "A", "Step 2 of 17: Wind."),
    ],
)
def test_the_track_follows_the_recorded_turn(step: int, phase: str, words: str) -> None:
    text = track(PLAN, recorded_game("veneti", "whole_turn").at(step).position)
    assert now(text).startswith(words)
    assert [letter for letter, state in phases(text).items() if state == "now"] == [phase]


def test_whoever_is_asked_in_between_is_named_with_the_rule_that_asks() -> None:
    text = track(PLAN, recorded_game("veneti", "whole_turn").at(31).position)  # Lupa has shot, Branos may answer
    assert "8.42" in now(text)
    assert "The Veneti decide." in now(text)
    assert now(text).endswith("Next: Boarding.")


def test_a_lone_ship_acts_in_her_own_phase() -> None:
    history = History.start(ENGINE, "stragglers")
    while not isinstance(order := next(iter(_orders(history))), o.ActivateShip):
        history = history.play(order, FixedDice(()))
    history = history.play(order, FixedDice((1,)))
    assert history.position.turn.step == "move"
    assert phases(track(PLAN, history.position))["F"] == "now"
    assert phases(track(PLAN, history.position))["E"] == "done"


def _orders(history: History[Any]) -> list[Any]:
    """The order that goes on with the turn: choose, or close what is open."""
    decision = history.decision
    assert decision is not None
    ends = [kind() for kind in decision.orders if kind.__name__.startswith("End")]
    return ends or [order for kind in decision.orders for order in ENGINE.verbs[kind].candidates(history.position)]


def test_a_set_piece_shows_only_the_steps_it_plays() -> None:
    start = History.start(ENGINE, "two_squadrons").position
    steps = [step.name for step in played(PLAN, start)]
    assert steps == ["leaders", "squadrons", "squadron", "confusion", "move", "fatigue", "board", "pass", "victory"]
    assert "Step 3 of 9: Choose a squadron." in now(track(PLAN, start))


def test_after_the_last_step_comes_the_first_and_after_the_end_nothing() -> None:
    record = recorded_game("veneti", "whole_turn")
    last = record.position.with_turn(step="victory")
    after = following(PLAN, last)
    assert after is not None
    assert after.name == "wind"  # a lost leader is replaced only now and then
    over = History.start(ENGINE, "two_squadrons").play(o.ActivateTogether("sura"), FixedDice((3,))).position
    assert following(PLAN, over) is None
    assert "The game is over." in now(track(PLAN, over))
    assert "now" not in phases(track(PLAN, over)).values()


def test_the_panel_only_tells() -> None:
    panel, desk = TurnTrack(PLAN), Desk(GUIDE, "whole_turn")
    assert panel.html(desk) == track(PLAN, desk.position)
    with pytest.raises(InputError, match="Nothing here"):
        panel.act("anything", "", desk)
