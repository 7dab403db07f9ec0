"""Chapter 9 of Escadres without a browser: what waits at the end of the turn, the boxes on the board, and the two panels."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.play.order_codec import read_order
from tests.support.markup import Marked
from widgets.games.escadres.guide import GUIDE
from widgets.games.escadres.panels.blaze import BLAZE
from widgets.games.escadres.panels.survival import SURVIVAL
from widgets.kit.panel import ANY, PanelView
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene.text_painter import words as spoken

SHIP = ("power", "crew", "fires", "training")


def desk(*orders: tuple[str, str], begin: tuple[str, ...] = ("straight ship=aurore", "end_move ship=aurore")) -> Desk:
    """The desk of the chapter after some orders, each with the faces that are thrown for it."""
    made = Desk(GUIDE, "fire_aboard", begin=begin)
    for words, faces in orders:
        made.give(read_order(made.engine, words))
        made.use_dice(tuple(map(int, faces.split())))
    return made


def words(text: str) -> str:
    return " ".join(Marked(text).words.split())


def own_ship(*ship: int, turns: int) -> PanelView:
    """The panel with a ship of the reader's: power, crew, fires and training."""
    return PanelView(BLAZE, **dict(zip(SHIP, ship, strict=True)), turns=turns, own=ANY)


def ship_of(panel: PanelView, made: Desk) -> tuple[int, ...] | None:
    """The reader's ship; None while the panel follows the board."""
    state = panel.current(made)
    return None if state.own is None else tuple(getattr(state, name) for name in SHIP)


def after(panel: PanelView, made: Desk, key: str = "blaze-now") -> str:
    """What one of the two lists of the panel says."""
    text = str(panel.html(made))
    found = re.search(rf'<dl class="blaze-list" id="{key}">(.*?)</dl>', text, re.DOTALL)
    assert found
    return words(found[1])


# -- the board -------------------------------------------------------------------------------------------------------------------------


def test_what_waits_at_the_end_of_the_turn_is_counted_while_she_moves() -> None:
    outlook = desk(begin=()).outlook("fire")
    assert outlook is not None
    # Two fires, five power and eight crew, as the set piece says.
    assert [(line.name, line.number) for line in outlook.lines] == [
        ("damage dice to come", 2),
        ("power to lose", 5),
        ("crew to fight with", 8),
    ]
    assert "[E-BURN-2]" in outlook.words
    assert "[E-BURN-3]" in outlook.words


def test_nothing_waits_once_the_fires_are_out() -> None:
    # Two misses, and two sixes put both fires out.
    done = desk(("roll_fires ship=aurore", "1 1"), ("fight_fires ship=aurore", "6 6"))
    assert done.history.result is not None
    assert done.outlook("fire") is None


def test_the_boxes_of_her_sheet_stand_on_the_board() -> None:
    made = desk(("roll_fires ship=aurore", "3 5"))  # one power, one crew
    told = spoken(GUIDE.scene(made.position, made.look(Look(lesson="fire"))))
    assert "Aurore: Power 4/10, Crew 7/8" in told
    assert "Aurore: Power" not in spoken(GUIDE.scene(made.position, made.look(Look(lesson="hulks"))))


# -- turn by turn ----------------------------------------------------------------------------------------------------------------------


def test_question_9_turn_by_turn() -> None:
    panel, made = own_ship(1, 8, 1, 0, turns=1), desk()
    assert Marked(str(panel.html(made))).faults == []
    assert after(panel, made) == ("all fires out 127/432 127 432 29.4 % still burning 133/432 133 432 30.8 % exploded 43/108 43 108 39.8 %")
    panel = own_ship(10, 8, 1, 0, turns=1)
    assert "exact 60947/124416 49.0 %" in after(panel, made)
    assert "7/2592 7 2592 0.3 %" in after(panel, made)


def test_it_follows_the_ship_on_the_board() -> None:
    panel, made = PanelView(BLAZE, turns=1), desk()
    text = words(str(panel.html(made)))
    assert "Aurore as she is on the board now." in text
    panel.act("turns", "-1", made)
    assert after(panel, made).startswith("all fires out 0 0.0 % still burning 1 100.0 %")


def test_between_burning_and_fighting_only_the_fight_is_left_of_this_turn() -> None:
    panel, made = PanelView(BLAZE, turns=1), desk(("roll_fires ship=aurore", "1 1"))
    assert "her fires still to be fought" in words(str(panel.html(made)))
    # Two fires, training 0: both out 1/4, and nothing can explode before the next turn.
    assert after(panel, made) == "all fires out 1/4 1 4 25.0 % still burning 3/4 3 4 75.0 % exploded 0 0.0 %"


def test_a_ship_of_your_own_and_back_to_the_board() -> None:
    panel, made = PanelView(BLAZE), desk()
    panel.act("power", "1", made)
    assert ship_of(panel, made) == (6, 8, 2, 0)
    panel.act("training", "-2", made)
    assert ship_of(panel, made) == (6, 8, 2, -2)
    for _ in range(9):
        panel.act("fires", "-1", made)
        panel.act("crew", "-1", made)
    assert ship_of(panel, made) == (6, 0, 1, -2)
    assert "Nobody is left to fight the fires" in words(str(panel.html(made)))
    assert after(panel, made, "blaze-end") == "all fires out 0 0.0 % exploded 1 100.0 %"
    panel.act("board", "", made)
    assert ship_of(panel, made) is None


def test_turns_stop_at_their_limits() -> None:
    panel, made = PanelView(BLAZE, turns=11), desk()
    for _ in range(3):
        panel.act("turns", "1", made)
    assert panel.state(made.rules).turns == 12
    for _ in range(13):
        panel.act("turns", "-1", made)
    assert panel.state(made.rules).turns == 0


def test_later_turns_have_two_bounds_and_the_end_a_root() -> None:
    panel, made = own_ship(10, 8, 1, 0, turns=4), desk()
    assert re.search(r"it lies between 0\.\d{15} and 0\.\d{15}\.", after(panel, made))
    end = after(panel, made, "blaze-end")
    assert "√13585" in end
    assert "about 0.99232641528" in end  # Table F: 0.99233
    assert "99.2 %" in end


def test_with_nothing_on_fire_a_full_ship_is_asked_about() -> None:
    made = desk(("roll_fires ship=aurore", "1 1"), ("fight_fires ship=aurore", "6 6"))
    panel = PanelView(BLAZE, turns=1)
    assert "Nothing burns on the board: a full 74 with one fire." in words(str(panel.html(made)))
    assert "exact 60947/124416 49.0 %" in after(panel, made)  # question 9: power 10, crew 8, training 0


@pytest.mark.parametrize(("what", "value"), [("turns", "2"), ("training", "5"), ("training", "x"), ("sails", "1"), ("is_burnt", "1")])
def test_strange_wishes_change_nothing(what: str, value: str) -> None:
    panel, made = PanelView(BLAZE), desk()
    with pytest.raises(InputError):
        panel.act(what, value, made)
    assert (ship_of(panel, made), panel.state(made.rules).turns) == (None, 3)


@pytest.mark.parametrize(
    "kept",
    [
        None,
        3,
        {},
        {"turns": 13, "own": None},
        {"turns": 2, "own": [1, 2]},
        {"turns": 2, "own": [5, 5, 9, 0]},
    ],
)
def test_what_a_browser_brings_may_be_anything(kept: Any) -> None:
    panel, made = PanelView(BLAZE), desk()
    panel.restore(kept)
    assert (ship_of(panel, made), panel.state(made.rules).turns) == (None, 3)


def test_a_ship_beyond_the_limits_comes_back_within_them() -> None:
    panel, made = PanelView(BLAZE), desk()
    panel.restore({"turns": 2, "own": [0, 99, 1, 0]})
    assert ship_of(panel, made) == (1, 8, 1, 0)


def test_it_stands_again_as_it_was_stored() -> None:
    made = desk()
    for stored in (own_ship(4, 3, 2, 1, turns=7).stored_state(), {"turns": 7, "own": [4, 3, 2, 1]}):  # the second is what 0.5 stored
        panel = PanelView(BLAZE)
        panel.restore(stored)
        assert (ship_of(panel, made), panel.state(made.rules).turns) == ((4, 3, 2, 1), 7)
    panel.restore({"turns": 5, "own": None})
    assert panel.state(made.rules).turns == 5


# -- the two tables --------------------------------------------------------------------------------------------------------------------

TABLE_F = {"-2": ("88.61", "68.91", "46.13"), "-1": ("98.06", "94.03", "86.67"), "0": ("99.23", "98.05", "96.07")}


def test_table_f_and_question_9_stand_in_the_tables() -> None:
    text = str(PanelView(SURVIVAL).html(desk()))
    assert Marked(text).faults == []
    told = words(text)
    for training, cells in TABLE_F.items():
        shown = training.replace("-", "−")
        for fires, percent in enumerate(cells, start=1):
            assert f"Training {shown}, {fires} fire{'s' if fires > 1 else ''}: {percent} %" in told
    assert "7427788615/30958682112" in told
    assert "75869/13436928" in told


def test_a_picked_cell_tells_its_exact_chance() -> None:
    panel, made = PanelView(SURVIVAL), desk()
    panel.act("cell", "-2_3", made)
    told = words(str(panel.html(made)))
    assert "Training −2, 3 fires: saved with chance 0.4613078163" in told
    assert "√91369" in told
    other = PanelView(SURVIVAL)
    for stored in (panel.stored_state(), "-2_3"):  # 0.5 stored the cell alone
        other.restore(stored)
        assert other.state(made.rules).cell == "-2_3"


@pytest.mark.parametrize(("what", "value"), [("cell", "3_1"), ("cell", ""), ("row", "0_1")])
def test_only_cells_can_be_picked(what: str, value: str) -> None:
    panel, made = PanelView(SURVIVAL), desk()
    with pytest.raises(InputError):
        panel.act(what, value, made)
    panel.restore(value)
    assert panel.state(made.rules).cell == "0_1"


def test_another_reading_of_the_table_changes_the_numbers() -> None:
    made = desk()
    made.set_switch("table_reading", "B")
    # Every critical costs crew there, so that no new fire is free: the chance is a fraction and has no root.
    assert "√" not in words(str(PanelView(SURVIVAL).html(made)))
