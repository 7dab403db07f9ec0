"""Chapter 7 without a browser: where a leader's boat may go, what a roll means, and how the chance grows turn by turn."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.veneti.leaders import Transfer, transfer
from rulesdemo.games.veneti.play import scenarios
from rulesdemo.games.veneti.play.state import Position
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import ruleset
from widgets.chapter.page import chapter
from widgets.games.veneti.board.scene import scene
from widgets.games.veneti.guide import GUIDE
from widgets.games.veneti.lessons.leaders import leader_of, outlook, standing
from widgets.kit.chance_by_turn import Within
from widgets.play.game_guide import Look
from widgets.scene.text_painter import label_of


@pytest.fixture
def start() -> Position:
    return scenarios.start("boat").position


# -- where he may go


def test_a_grappled_ship_is_passed_over_for_the_next(start: Position) -> None:
    found = outlook(start, "aquila")
    assert found is not None
    # By hand: Aquila lies in column 5, Ursa in 3 with Tarvos between, Lupa in 8.
    assert [(line.name, line.number, line.is_now) for line in found.lines] == [("Ursa, grappled", 2, False), ("Lupa, nearest", 3, True)]
    assert found.words == "He may try for Lupa. [6.74]"


def test_the_board_shows_his_courses(start: Position) -> None:
    picture = scene(start, Look(lesson="leaders", selected="aquila"))
    assert label_of(picture, "boat lupa") == "The boat of D. Brutus may go to Lupa"
    assert label_of(picture, "boat ursa") == "The boat of D. Brutus may not go to Ursa"
    assert label_of(picture, "tag lupa") == "Lupa: nearest: 3 hexes"
    assert label_of(picture, "tag ursa") == "Ursa: grappled: 2 hexes"
    assert label_of(picture, "boat tarvos") == ""


def test_under_the_strict_reading_no_ship_takes_him() -> None:
    strict = scenarios.start("boat", ruleset("veneti", {"transfer_nearest": "strict"})).position
    found = outlook(strict, "aquila")
    assert found is not None
    assert found.words == "No ship may take him. [6.74 note]"
    assert standing(strict, strict.leader("brutus"), strict.ship("lupa")) == "too far"


def test_who_has_tried_waits(start: Position) -> None:
    tried = start.with_leader(replace(start.leader("brutus"), tried=True))
    found = outlook(tried, "aquila")
    assert found is not None
    assert found.words == "He has had his try this turn. [6.74]"


def test_a_prize_is_barred_and_the_leader_is_that_of_the_ship_in_hand(start: Position) -> None:
    prize = start.with_ships(replace(start.ship("lupa"), captured="recaptured"))
    assert standing(prize, prize.leader("brutus"), prize.ship("lupa")) == "captured"
    assert leader_of(start, "lupa") == start.leader("brutus")
    assert leader_of(start, "tarvos") == start.leader("vindomor")
    assert outlook(replace(start, leaders=()), "aquila") is None


@pytest.mark.parametrize(
    ("face", "words"),
    [
        (2, "2. He needs 3 or more. [6.75] He stays, and shares what becomes of his ship."),
        (3, "3. He needs 3 or more. [6.75] He is across, on his reduced side, and his new ship is put at Cruise."),
    ],
)
def test_a_roll_in_words(face: int, words: str) -> None:
    throw = Throw(transfer, (ruleset("veneti"),), Transfer(face >= 3))
    assert GUIDE.verdict(throw, (face,)) == words
    assert GUIDE.label(throw) == ("Across" if face >= 3 else "Stays aboard")


def test_a_grappled_ship_is_not_said_to_have_moved() -> None:
    page = chapter("veneti", "boat", lesson="leaders", ship="aquila")
    assert GUIDE.prompt(page.desk.position, "aquila") == "Aquila is grappled, and cannot move before she has broken loose."


# -- turn by turn


def panel() -> Within:
    return Within("off", "veneti.transfer_within", over="turns", when={"moved": True}, words="He gets across", most=5)


def fractions(text: str) -> list[Fraction]:
    return [Fraction(found) for found in re.findall(r'class="sr">(\d+/\d+)<', text)]


def test_the_bars_are_the_printed_chances() -> None:
    desk = chapter("veneti", "boat").desk
    text = str(panel().html(desk))
    # The sentence tells the last; then a bar for each. Printed: 2/3, 8/9, 26/27.
    assert fractions(text) == [Fraction(80, 81), Fraction(2, 3), Fraction(8, 9), Fraction(26, 27), Fraction(80, 81)]
    assert "Not yet: 1/81, 1.2 %." in text


def test_more_and_fewer_turns_within_limits() -> None:
    desk = chapter("veneti", "boat").desk
    shown = panel()
    for _ in range(3):
        shown.act("turns", "1", desk)
    assert shown.turns == 5
    assert fractions(str(shown.html(desk)))[-1] == Fraction(242, 243)
    for _ in range(9):
        shown.act("turns", "-1", desk)
    assert shown.turns == 1
    assert "He gets across within 1 turn:" in str(shown.html(desk))
    for what, value in (("turns", "7"), ("x", "1")):
        with pytest.raises(InputError):
            shown.act(what, value, desk)


def test_it_stands_again_as_it_was_kept() -> None:
    shown = panel()
    shown.restore(2)
    assert shown.stored_state() == 2
    for nonsense in (0, 6, "3", None, True, [2]):
        shown.restore(nonsense)
        assert shown.stored_state() == 2
