"""Chapter 10 of Escadres without a browser: what waits at the end of the turn, hull boxes on the board, and how long she floats."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.play.order_codec import read_order
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.games.escadres.guide import GUIDE
from widgets.games.escadres.panels.sinking import SINKING, sunk_by
from widgets.kit.panel import ANY, PanelView
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene.text_painter import words as spoken

F = Fraction
RULES = ruleset("escadres")
SHIP = ("power", "weak", "storm")


def desk(*orders: tuple[str, str]) -> Desk:
    """The desk of the chapter, where she has drifted, after some orders with their faces."""
    made = Desk(GUIDE, "hulk", begin=("roll_drift ship=sirene", "drift ship=sirene way=both"))
    for words, faces in orders:
        made.give(read_order(made.engine, words))
        made.use_dice(tuple(map(int, faces.split())))
    return made


def words(text: str) -> str:
    return " ".join(Marked(text).words.split())


def own_ship(*ship: int, turns: int = 6) -> PanelView:
    """The panel with a ship of the reader's: initial power, whether she is weak, whether a storm blows."""
    return PanelView(SINKING, **dict(zip(SHIP, ship, strict=True)), turns=turns, own=ANY)


def ship_of(panel: PanelView, made: Desk) -> tuple[int, ...] | None:
    """The reader's ship; None while the panel follows the board."""
    state = panel.current(made)
    return None if state.own is None else tuple(getattr(state, name) for name in SHIP)


def text_of(panel: PanelView, made: Desk) -> str:
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
        ((9, 0, 0), "6", 30, None),
        ((9, 1, 0), "5 or more", 15, None),
        ((9, 1, 1), "4 or more", 10, None),
        ((4, 0, 0), "6", 12, "12281/46656"),
        ((4, 0, 1), "5 or more", 6, "473/729"),
        ((3, 1, 1), "4 or more", 4, "57/64"),
        ((5, 0, 0), "6", 18, "1453/23328"),
        ((6, 0, 1), "5 or more", 9, "233/729"),
        ((6, 1, 1), "4 or more", 6, "21/32"),
    ],
)
def test_question_11(hulk: tuple[int, int, int], band: str, mean: int, six: str | None) -> None:
    text = text_of(own_ship(*hulk), desk())
    assert f"and {band} costs a point" in text
    assert f"Mean {mean} turns" in text
    if six is not None:
        assert re.search(rf"Sunk within 6 turns {six} ", text)


def test_the_median_of_item_11() -> None:
    assert "Median 28 turns" in text_of(own_ship(9, 0, 0), desk())


def test_the_curve_grows_to_certainty() -> None:
    curve = sunk_by(RULES, 2, 3, 60)
    assert curve[0] == curve[1] == 0
    assert curve[2] == F(1, 4)
    assert curve[6] == F(57, 64)
    assert list(curve) == sorted(curve)
    assert curve[60] > 1 - F(1, 10**12)


def test_it_follows_the_hulk_on_the_board() -> None:
    panel = PanelView(SINKING)
    text = text_of(panel, desk())
    assert "Sirène as she is on the board now." in text
    assert "Mean 9 turns" in text  # 3 points, a third of the faces
    assert "Mean 6 turns" in text_of(panel, desk(("roll_leak ship=sirene", "6")))  # 2 points are left
    assert "Hull: 2 left" in str(panel.html(desk(("roll_leak ship=sirene", "6"))))


def test_a_ship_of_your_own_and_back_to_the_board() -> None:
    panel, made = PanelView(SINKING), desk()
    panel.act("storm", "0", made)
    assert ship_of(panel, made) == (6, 0, 0)
    panel.act("weak", "1", made)
    panel.act("power", "-1", made)
    assert ship_of(panel, made) == (5, 1, 0)
    assert "A ship of your own." in text_of(panel, made)
    for _ in range(20):
        panel.act("power", "1", made)
    assert ship_of(panel, made) == (12, 1, 0)
    panel.act("board", "", made)
    assert ship_of(panel, made) is None


def test_turns_stop_at_their_limits() -> None:
    panel, made = PanelView(SINKING, turns=59), desk()
    for _ in range(3):
        panel.act("turns", "1", made)
    assert panel.state(RULES).turns == 60
    assert "Sunk within 60 turns" in text_of(panel, made)
    for _ in range(70):
        panel.act("turns", "-1", made)
    assert panel.state(RULES).turns == 1


def test_without_a_hulk_the_question_of_the_chapter_is_shown() -> None:
    gone = desk(("roll_leak ship=sirene", "1"), ("roll_fires ship=sirene", "1"), ("fight_fires ship=sirene", "6"))
    assert gone.history.result is not None
    # Two misses and a six: she floats, so the panel still tells of her.
    assert "Sirène as she is" in text_of(PanelView(SINKING), gone)
    made = Desk(GUIDE, "fire_aboard")
    text = text_of(PanelView(SINKING), made)
    assert "No ship without power is left on the board." in text
    assert "Mean 30 turns" in text


@pytest.mark.parametrize(("what", "value"), [("turns", "2"), ("storm", "2"), ("weak", "x"), ("sails", "1"), ("power", "5")])
def test_strange_wishes_change_nothing(what: str, value: str) -> None:
    panel, made = PanelView(SINKING), desk()
    with pytest.raises(InputError):
        panel.act(what, value, made)
    assert (ship_of(panel, made), panel.state(RULES).turns) == (None, 5)


@pytest.mark.parametrize(
    "kept",
    [
        None,
        3,
        {},
        {"turns": 61, "own": None},
        {"turns": 2, "own": [9, 2, 0]},
        {"turns": 2, "own": [13, True, False]},
        {"turns": 2, "own": "x"},
    ],
)
def test_what_a_browser_brings_may_be_anything(kept: Any) -> None:
    panel, made = PanelView(SINKING), desk()
    panel.restore(kept)
    assert (ship_of(panel, made), panel.state(RULES).turns) == (None, 5)


def test_it_stands_again_as_it_was_stored() -> None:
    made = desk()
    for stored in (own_ship(7, 1, 0, turns=28).stored_state(), {"turns": 28, "own": [7, True, False]}):  # the second is what 0.5 stored
        panel = PanelView(SINKING)
        panel.restore(stored)
        assert (ship_of(panel, made), panel.state(RULES).turns) == ((7, 1, 0), 28)
    panel.restore({"turns": 3, "own": None})
    assert panel.state(RULES).turns == 3
