"""Chapter 10 of Escadres without a browser: what waits at the end of the turn, hull boxes on the board, and how long she floats."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.play.order_codec import heard
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.games.escadres.guide import GUIDE
from widgets.games.escadres.panels.sinking import Hulk, Sinking, sunk_by
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene.text_painter import words as spoken

F = Fraction
RULES = ruleset("escadres")
ORDINARY = Hulk(9, is_weak=False, is_storm=False)


def desk(*orders: tuple[str, str]) -> Desk:
    """The desk of the chapter, where she has drifted, after some orders with their faces."""
    made = Desk(GUIDE, "hulk", begin=("roll_drift ship=sirene", "drift ship=sirene way=both"))
    for words, faces in orders:
        made.give(heard(made.engine, words))
        made.use_dice(tuple(map(int, faces.split())))
        made.keep()
    return made


def words(text: str) -> str:
    return " ".join(Marked(text).words.split())


def told(panel: Sinking, made: Desk) -> str:
    text = str(panel.html(made))
    assert Marked(text).faults == []
    return words(text)


# -- the board -------------------------------------------------------------------------------------------------------------------------


def test_what_waits_at_the_end_of_the_turn() -> None:
    outlook = Desk(GUIDE, "hulk").outlook("hulks")
    assert outlook is not None
    # A frigate of 6 power has 3 hull points and more than 20 guns; in a storm two faces leak. One fire is aboard.
    assert [(line.name, line.number) for line in outlook.lines] == [("hull points left", 3), ("faces that leak", 2), ("fires aboard", 1)]
    assert outlook.words.index("[E-LEAK-1]") < outlook.words.index("[E-HULL-2]")


def test_the_other_order_is_told_where_it_is_chosen() -> None:
    made = Desk(GUIDE, "hulk")
    made.set_switch("end_order", "fire_first")
    outlook = made.outlook("hulks")
    assert outlook is not None
    assert outlook.words.index("[E-HULL-2]") < outlook.words.index("[E-LEAK-1]")


def test_hull_boxes_stand_on_the_board_and_go_with_the_water() -> None:
    def board(made: Desk) -> str:
        return spoken(GUIDE.scene(made.position, made.look(Look(lesson="hulks"))))

    assert "Sirène: Hull 3/3, Crew 4/6" in board(desk())
    assert "Sirène: Hull 2/3, Crew 4/6" in board(desk(("roll_leak ship=sirene", "5")))
    assert "Sirène: Hull 3/3" in board(desk(("roll_leak ship=sirene", "4")))


# -- how long she floats ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hulk", "band", "mean", "six"),
    [
        # Item 11: hull 5 floats 30, 15 and 10 turns; hull 2 and 3 have sunk within six turns with these chances.
        (ORDINARY, "6", 30, None),
        (Hulk(9, is_weak=True, is_storm=False), "5 or more", 15, None),
        (Hulk(9, is_weak=True, is_storm=True), "4 or more", 10, None),
        (Hulk(4, is_weak=False, is_storm=False), "6", 12, "12281/46656"),
        (Hulk(4, is_weak=False, is_storm=True), "5 or more", 6, "473/729"),
        (Hulk(3, is_weak=True, is_storm=True), "4 or more", 4, "57/64"),
        (Hulk(5, is_weak=False, is_storm=False), "6", 18, "1453/23328"),
        (Hulk(6, is_weak=False, is_storm=True), "5 or more", 9, "233/729"),
        (Hulk(6, is_weak=True, is_storm=True), "4 or more", 6, "21/32"),
    ],
)
def test_question_11(hulk: Hulk, band: str, mean: int, six: str | None) -> None:
    text = told(Sinking(own=hulk), desk())
    assert f"and {band} costs a point" in text
    assert f"Mean {mean} turns" in text
    if six is not None:
        assert re.search(rf"Sunk within 6 turns {six} ", text)


def test_the_median_of_item_11() -> None:
    assert "Median 28 turns" in told(Sinking(own=ORDINARY), desk())


def test_the_curve_grows_to_certainty() -> None:
    curve = sunk_by(RULES, 2, 3, 60)
    assert curve[0] == curve[1] == 0
    assert curve[2] == F(1, 4)
    assert curve[6] == F(57, 64)
    assert list(curve) == sorted(curve)
    assert curve[60] > 1 - F(1, 10**12)


def test_it_follows_the_hulk_on_the_board() -> None:
    panel = Sinking()
    text = told(panel, desk())
    assert "Sirène as she is on the board now." in text
    assert "Mean 9 turns" in text  # 3 points, a third of the faces
    assert "Mean 6 turns" in told(panel, desk(("roll_leak ship=sirene", "6")))  # 2 points are left
    assert "Hull: 2 left" in str(panel.html(desk(("roll_leak ship=sirene", "6"))))


def test_a_ship_of_his_own_and_back_to_the_board() -> None:
    panel, made = Sinking(), desk()
    panel.act("storm", "0", made)
    assert panel.own == Hulk(6, is_weak=False, is_storm=False)
    panel.act("weak", "1", made)
    panel.act("power", "-1", made)
    assert panel.own == Hulk(5, is_weak=True, is_storm=False)
    assert "A ship of your own." in told(panel, made)
    for _ in range(20):
        panel.act("power", "1", made)
    assert panel.own == Hulk(12, is_weak=True, is_storm=False)
    panel.act("board", "", made)
    assert panel.own is None


def test_turns_stop_at_their_limits() -> None:
    panel, made = Sinking(turns=59), desk()
    for _ in range(3):
        panel.act("turns", "1", made)
    assert panel.turns == 60
    assert "Sunk within 60 turns" in told(panel, made)
    for _ in range(70):
        panel.act("turns", "-1", made)
    assert panel.turns == 1


def test_without_a_hulk_the_question_of_the_chapter_is_shown() -> None:
    gone = desk(("roll_leak ship=sirene", "1"), ("roll_fires ship=sirene", "1"), ("fight_fires ship=sirene", "6"))
    assert gone.history.result is not None
    # Two misses and a six: she floats, so the panel still tells of her.
    assert "Sirène as she is" in told(Sinking(), gone)
    made = Desk(GUIDE, "fire_aboard")
    text = told(Sinking(), made)
    assert "No ship without power is left on the board." in text
    assert "Mean 30 turns" in text


@pytest.mark.parametrize(("what", "value"), [("turns", "2"), ("storm", "2"), ("weak", "x"), ("sails", "1"), ("power", "5")])
def test_strange_wishes_change_nothing(what: str, value: str) -> None:
    panel = Sinking()
    with pytest.raises(InputError):
        panel.act(what, value, desk())
    assert (panel.own, panel.turns) == (None, 6)


@pytest.mark.parametrize(
    "kept",
    [
        None,
        3,
        {},
        {"turns": 61, "own": None},
        {"turns": 2, "own": [9, 1, 0]},
        {"turns": 2, "own": [13, True, False]},
        {"turns": 2, "own": "x"},
    ],
)
def test_what_a_browser_brings_may_be_anything(kept: Any) -> None:
    panel = Sinking()
    panel.restore(kept)
    assert (panel.own, panel.turns) == (None, 6)


def test_it_stands_again_as_it_was_kept() -> None:
    panel, other = Sinking(own=Hulk(7, is_weak=True, is_storm=False), turns=28), Sinking()
    other.restore(panel.kept())
    assert (other.own, other.turns) == (Hulk(7, is_weak=True, is_storm=False), 28)
