"""A recorded game: replayed step by step, asked about, and ending as it is told in the playthrough it was taken from."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from rulesdemo.errors import DataError, InputError
from rulesdemo.games.veneti.play import ENGINE
from rulesdemo.play.log import playthrough
from rulesdemo.play.saves import recorded_game, to_text
from tests.support.markup import folded
from widgets.chapter.expected_answer import Recorded
from widgets.chapter.question_file import challenge
from widgets.games.veneti.guide import GUIDE
from widgets.play.replay_panel import Replay
from widgets.play.session import Desk

TOLD = Path(__file__).parents[2] / "playthroughs" / "veneti" / "a_prize_by_hand.txt"
LAST = 38


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk(GUIDE, "whole_turn")


# -- the record ------------------------------------------------------------------------------------------------------------------------


def test_the_record_is_the_first_turn_of_the_game_played_by_hand() -> None:
    record = recorded_game("veneti", "whole_turn")
    told = TOLD.read_text(encoding="utf-8")
    assert record.steps == LAST
    assert told.startswith(playthrough(record).rstrip("\n"))  # every order, every die, and the position at the end
    assert ENGINE.situation(record.position) in told


def test_a_record_that_is_not_there_or_was_tampered_with_is_a_fault_of_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DataError, match=r"nowhere\.json"):
        recorded_game("veneti", "nowhere")
    text = to_text(recorded_game("veneti", "whole_turn")).replace('"faces": [4, 3]', '"faces": [4, 9]')
    monkeypatch.setattr("rulesdemo.play.saves.record_file", lambda _game, _name: (text, "data/veneti/records/bent.json"))
    with pytest.raises(DataError, match=r"bent\.json: step 1"):
        recorded_game("veneti", "bent")


def test_figures_are_what_the_situation_says() -> None:
    end = recorded_game("veneti", "whole_turn").position
    assert ENGINE.figures(end, "lupa") == {"marines": 2, "crew": 3, "fatigue": 2}  # C3 M2; F-2
    assert ENGINE.figures(end, "gwennol")["marines"] == 1
    assert ENGINE.figures(end, "brutus") == {}


# -- asked ------------------------------------------------------------------------------------------------------------------------------


def test_a_number_of_the_end_is_asked_and_a_wrong_one_placed_in_the_record() -> None:
    wanted = Recorded("veneti", "whole_turn", "ursa", "marines")
    assert wanted.exact == 1
    assert wanted.meaning(Fraction(2)) == "what it was after step 37 of 38"
    assert wanted.meaning(Fraction(7)) == ""
    with pytest.raises(InputError, match="has no oars"):
        _ = Recorded("veneti", "whole_turn", "ursa", "oars").exact


@pytest.mark.parametrize(("key", "answer"), [("ursa", "1"), ("chance", "13/18"), ("tired", "2/3")])
def test_the_questions_of_the_chapter(key: str, answer: str) -> None:
    task = challenge("en/veneti/12_whole_turn", key)
    task.write(answer)
    assert task.check()
    assert "no answer" not in task.html()


# -- the panel --------------------------------------------------------------------------------------------------------------------------


def test_each_step_says_what_is_asked_and_which_order_is_given(desk: Desk) -> None:
    panel = Replay("veneti", "whole_turn")
    first = folded(panel.html(desk))
    assert "Step 0 of 38. Throw a die for each side." in first
    assert "The order given: Throw for initiative." in first
    panel.act("next", "", desk)
    second = folded(panel.html(desk))
    assert "Step 1 of 38." in second
    assert "The Romans win the initiative." in second
    panel.act("end", "", desk)
    last = folded(panel.html(desk))
    assert "Step 38 of 38. Here the record ends." in last
    assert "The order given" not in last
    assert "Ursa loses 1 marine." in last


def test_a_part_ends_where_another_side_or_another_kind_of_decision_comes(desk: Desk) -> None:
    panel = Replay("veneti", "whole_turn")
    stops = []
    while panel.step < LAST:
        panel.act("part", "", desk)
        stops.append(panel.step)
    # By the playthrough: initiative, first mover, two for the speeds, the Veneti's choice, their eleven orders of movement, the Romans'
    # choice, fourteen orders to the shot, its answer, the grapple, its answer, the end of movement, rowers, boarding, who bears the loss.
    assert stops == [1, 2, 4, 5, 16, 17, 31, 32, 33, 34, 35, 36, 37, 38]


def test_nobody_leaves_the_record(desk: Desk) -> None:
    panel = Replay("veneti", "whole_turn")
    with pytest.raises(InputError, match="steps 0 to 38"):
        panel.act("back", "", desk)
    assert re.search(r'id="replay-back"[^>]* disabled', panel.html(desk))
    panel.act("end", "", desk)
    with pytest.raises(InputError, match="steps 0 to 38"):
        panel.act("next", "", desk)
    with pytest.raises(InputError, match="Nothing here"):
        panel.act("sideways", "", desk)
    other = Replay("veneti", "whole_turn")
    for nonsense in (None, "3", -1, 39, True, 2.0):
        other.restore(nonsense)
        assert other.step == 0
    other.restore(panel.stored_state())
    assert other.step == LAST
