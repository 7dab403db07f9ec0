"""The guided start: one instruction at a time, an answer to each miss, and three rules at the end."""

from __future__ import annotations

import re

import pytest

from tests.support.markup import Marked
from widgets.games.veneti.guide import GUIDE
from widgets.games.veneti.panels.first_steps import FIRST_STEPS
from widgets.play.guided_steps import GuidedSteps
from widgets.play.session import Desk

GRAPPLE = "grapple ship=aquila target=gwennol"
BOARD = "board target=gwennol parties=aquila:2"
WAY = ("0406", "0405", "0404")


@pytest.fixture
def desk() -> Desk:
    made = Desk(GUIDE, "first_capture", begin=("announce ship=aquila pm=3",))
    made.select("aquila")
    return made


@pytest.fixture
def steps() -> GuidedSteps:
    return FIRST_STEPS(("/en/veneti/01_facing", "Veneti, chapter 1"))


def press(desk: Desk, *hexes: str) -> None:
    for name in hexes:
        desk.press(GUIDE.grid.parse(name))


def words_of(steps: GuidedSteps, desk: Desk) -> str:
    text = steps.html(desk)
    assert Marked(text).faults == []
    return " ".join(re.sub(r"<[^>]+>", " ", text.split('role="status">')[1]).split())


def alongside(desk: Desk) -> None:
    press(desk, *WAY)


def held(desk: Desk) -> None:
    alongside(desk)
    desk.choose(GRAPPLE)
    desk.use_dice((6,))


def boarding(desk: Desk) -> None:
    held(desk)
    desk.choose("end_movement")


def test_the_way_through(steps: GuidedSteps, desk: Desk) -> None:
    assert "press Gwennol" in words_of(steps, desk)
    press(desk, "0504")
    assert desk.refusal is not None
    assert desk.refusal.rule == "8.41"
    assert "That was a refusal" in words_of(steps, desk)
    press(desk, "0406")
    assert words_of(steps, desk).endswith("2 hexes short.")
    press(desk, "0405")
    assert words_of(steps, desk).endswith("One hex short.")
    press(desk, "0404")
    assert "choose to grapple her" in words_of(steps, desk)
    desk.choose(GRAPPLE)
    assert "Your first exact chance: 5/6, which is 83.3 %." in words_of(steps, desk)
    desk.use_dice((6,))
    assert "end the movement" in words_of(steps, desk)
    desk.choose("end_movement")
    assert "choose to board" in words_of(steps, desk)
    desk.choose(BOARD)
    assert "13/18, which is 72.2 %." in words_of(steps, desk)
    desk.use_dice((6, 6))
    end = steps.html(desk)
    assert "You know three rules." in end
    assert Marked(end).all("a")[-1]["href"] == "/en/veneti/01_facing"
    assert all(f">{rule}<" in end for rule in ("8.41", "8.12", "8.23"))


def test_who_moves_first_needs_no_refusal(steps: GuidedSteps, desk: Desk) -> None:
    alongside(desk)
    assert "choose to grapple her" in words_of(steps, desk)


def test_a_turn_past_her_leads_back(steps: GuidedSteps, desk: Desk) -> None:
    press(desk, "0504", "0506")
    assert "the goal is straight ahead" in words_of(steps, desk)
    assert [each["data-do"] for each in Marked(steps.html(desk)).all("button")] == ["undo"]
    desk.undo()
    assert "straight ahead" not in words_of(steps, desk)


def test_spent_points_lead_to_the_start(steps: GuidedSteps, desk: Desk) -> None:
    press(desk, "0506")
    while desk.position.activation.doing("aquila").stage == "moving":
        desk.choose(next(row.key for row in desk.choices() if row.key.startswith(("ahead", "veer"))))
    assert "she lies elsewhere" in words_of(steps, desk)
    assert [each["data-do"] for each in Marked(steps.html(desk)).all("button")] == ["restart"]


def test_grapnels_that_fall_short_are_thrown_again(steps: GuidedSteps, desk: Desk) -> None:
    alongside(desk)
    desk.choose(GRAPPLE)
    desk.use_dice((1,))
    assert "The grapnels fell short." in words_of(steps, desk)
    assert [each["data-do"] for each in Marked(steps.html(desk)).all("button")] == ["roll again"]
    assert desk.can_roll_again


def test_a_movement_that_ends_too_early_leads_to_the_start(steps: GuidedSteps, desk: Desk) -> None:
    alongside(desk)
    desk.choose("end_movement")
    assert "Gwennol is not held" in words_of(steps, desk)


def test_who_is_repelled_tries_once_more(steps: GuidedSteps, desk: Desk) -> None:
    boarding(desk)
    desk.choose(BOARD)
    desk.use_dice((1, 1))
    assert "Repelled" in words_of(steps, desk)
    desk.undo()
    desk.choose(BOARD)
    desk.use_dice((6, 6))
    assert "You know three rules." in steps.html(desk)


def test_the_refusal_is_kept_from_one_visit_to_the_next(steps: GuidedSteps, desk: Desk) -> None:
    press(desk, "0504")
    steps.html(desk)
    later = FIRST_STEPS()
    assert later.restore(steps.stored_state()) is None
    desk.select("")
    assert "row on" in words_of(later, desk).lower()
    assert later.restore("nonsense") is False
