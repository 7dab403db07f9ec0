"""Chapter 5 of Republic without a browser: the roll to come, a roll on the ruler, changed cells of the table, and the second roll of an X.

Expected chances are those of table R and of questions 4 to 8 in the specification, or counted by hand beside them.
"""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.republic.battle import battle_roll, full_battle
from rulesdemo.play.order_codec import read_order
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.games.republic.guide import GUIDE
from widgets.games.republic.lessons.adding import battle_to_come
from widgets.games.republic.panels import cells
from widgets.games.republic.panels.ruler import ROWS, RULER, fight
from widgets.games.republic.panels.second_roll import SECOND, Spent, brackets, chances, shifts
from widgets.kit.panel import ANY, PanelView, State
from widgets.play.session import Desk

F = Fraction
RULES = ruleset("republic")
BEGIN = ("attack force=romans target=samnites", "stand", "roll_tactics", "live")


@pytest.fixture
def desk() -> Desk:
    """The battle roll is due, at +1: a Veteran legion, and tactics that came out even."""
    made = Desk(GUIDE, "the_ruler", seeds=range(100), begin=BEGIN)
    assert made.position.fight.drm == 1
    return made


def give(desk: Desk, *said: str) -> None:
    for each in said:
        desk.give(read_order(desk.engine, each))


def words(text: str) -> str:
    """What a listener hears."""
    said = re.sub(r'<(span|svg|s)\b[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", text)
    return " ".join(unescape(Marked(said).words).split())


# -- the roll to come ------------------------------------------------------------------------------------------------------------------


def test_the_whole_battle_can_be_practised_before_it_is_due() -> None:
    fresh = Desk(GUIDE, "the_ruler")
    due = battle_to_come(fresh.position, "romans")
    assert due is not None
    assert due.title == "The whole battle, B against C at +1"
    assert (due.throw.procedure, due.throw.args[1:]) == (full_battle, ("B", "C", 1))


def test_once_tactics_are_known_it_is_the_battle_roll(desk: Desk) -> None:
    due = battle_to_come(desk.position, "")
    assert due is not None
    assert due.title == "The battle roll at +1"
    assert (due.throw.procedure, due.throw.args[1:]) == (battle_roll, (1,))
    give(desk, "roll_battle")
    desk.use_dice((1,))  # row +2, an X
    assert battle_to_come(desk.position, "") is None


def test_a_practice_roll_is_marked_on_the_ruler_while_the_window_stands_there(desk: Desk) -> None:
    panel = PanelView(RULER)
    assert "ruler-rolled" not in panel.html(desk)
    give(desk, "roll_battle")
    desk.use_dice((4,))
    text = panel.html(desk)
    assert text.count('class="ruler-rolled"') == 2  # on the long ruler, and on the short one of a phone
    assert "Your roll of 4 finds row +5: attacker 20 %, defender 20 %, nobody retreats." in words(text)
    panel.act("slide", "1", desk)
    assert "ruler-rolled" not in panel.html(desk)


# -- a changed cell --------------------------------------------------------------------------------------------------------------------


def test_a_changed_cell_moves_chances_and_means_at_once(desk: Desk) -> None:
    panel = PanelView(RULER, at=0, own="")
    assert "was" not in words(panel.html(desk))
    panel.act("retreat", "defender", desk)  # of row +4, which no X finds
    panel.act("defender", "50", desk)
    assert panel.state(RULES).edits == ((4, "defender", "50"), (4, "retreat", "defender"))
    text = panel.html(desk)
    assert Marked(text).faults == []
    said = words(text)
    # One face of ten more sends the defender off, and costs him 50 instead of 15: 7/25 + 1/10, and 141/10 + 35/10.
    assert fight(cells.with_edits(RULES, panel.state(RULES).edits), 0).defender == F(19, 50)
    assert "Defender retreats 19/50 38.0 % more than before: was 7/25 28.0 %" in said
    assert "Mean loss: attacker 141/10 %, defender 88/5 %, stars left out. As printed: 141/10 % and 141/10 %." in said
    assert "Row +4, defender loses: 50 % , was 15 %" in said
    assert "4: row +4, attacker 15 %, defender 50 %, defender retreats, changed by you, was attacker 15 %, defender 15 %" in text
    assert text.count("ruler-cell is-high is-yours") == 2
    assert 'class="curve is-was"' in text
    panel.act("reset", "", desk)
    assert not panel.state(RULES).edits
    assert "is-yours" not in panel.html(desk)


def test_a_cell_set_back_to_what_is_printed_is_no_change(desk: Desk) -> None:
    panel = PanelView(RULER)
    panel.act("attacker", "30", desk)
    panel.act("attacker", "15", desk)
    assert panel.state(RULES).edits == ()


def test_an_x_has_a_shift_and_nothing_else(desk: Desk) -> None:
    panel = PanelView(RULER, at=0, own="")
    for _step in range(3):
        panel.act("row", "1", desk)
    assert panel.state(RULES).row == 7
    text = panel.html(desk)
    assert 'id="ruler-x"' in text
    assert 'id="ruler-attacker"' not in text
    with pytest.raises(InputError, match="Row \\+7 cannot be changed so: it is an X"):
        panel.act("retreat", "none", desk)
    # With no shift, brackets 6 to 9 are the defender's: 4/10 instead of 5/10 for that one face of ten.
    panel.act("x", "0", desk)
    assert fight(cells.with_edits(RULES, panel.state(RULES).edits), 0).defender == F(7, 25) - F(1, 100)
    panel.act("row.at", "4", desk)
    with pytest.raises(InputError, match="it is no X"):
        panel.act("x", "1", desk)


@pytest.mark.parametrize(("what", "value"), [("attacker", "33"), ("retreat", "both"), ("row", "2"), ("row.at", "x"), ("bold", "no")])
def test_what_the_table_cannot_hold_is_refused(desk: Desk, what: str, value: str) -> None:
    panel = PanelView(RULER)
    with pytest.raises(InputError):
        panel.act(what, value, desk)
    assert (panel.state(RULES).row, panel.state(RULES).edits) == (4, ())


def test_the_rows_are_those_of_the_table(desk: Desk) -> None:
    labels = RULES.table("brt").rows.labels
    assert (int(labels[0]), int(labels[-1])) == ROWS
    panel = PanelView(RULER)
    panel.act("row.at", "23", desk)  # no slider has it
    assert panel.state(RULES).row == 22


def test_changes_come_back_with_the_page_and_rubbish_does_not() -> None:
    panel = PanelView(RULER, at=3, own="", row=5, edits=((4, "retreat", "defender"),))
    fresh = PanelView(RULER)
    fresh.restore(panel.stored_state())
    assert fresh.state(RULES) == panel.state(RULES)
    old = PanelView(RULER)
    old.restore([3, 5, [[4, "retreat", "defender"]]])
    assert old.state(RULES) == panel.state(RULES).replace(own=ANY)
    old.restore([None, 6, []])
    assert (old.state(RULES).row, old.state(RULES).edits) == (6, ())
    rubbish: list[Any] = [
        [3, 5, [[4, "retreat", "both"]]],
        [3, 5, [[99, "retreat", "none"]]],
        [3, 5, [[7, "retreat", "none"]]],
        [3, 5, ["x"]],
        [3, 99, []],
        [99, 5, []],
        [3, 5, None],
    ]
    for each in rubbish:
        fresh.restore(each)
        assert fresh.state(RULES) == panel.state(RULES)


def test_a_readers_ruling_stays_under_his_changes() -> None:
    mine = ruleset("republic", {"ratio_rounding": "defender"})
    changed = cells.with_edits(mine, ((4, "retreat", "attacker"),))
    assert changed.switch("ratio_rounding") == "defender"
    assert cells.with_edits(mine, ()) is mine


# -- the second roll -------------------------------------------------------------------------------------------------------------------


def test_there_are_four_shifts_and_ten_brackets() -> None:
    assert shifts(RULES) == (-2, -1, 1, 2)
    assert [row.number for row in brackets(RULES)] == list(range(10))
    # 0 to 3 are the attacker's rows -10, -8, -3 and -1, 4 and 5 nobody's, 6 to 9 the defender's.
    assert [row.kind for row in brackets(RULES)] == ["low"] * 4 + ["middle"] * 2 + ["high"] * 4


@pytest.mark.parametrize(
    ("spent", "defender", "none", "attacker"),
    [
        (Spent(1), F(5, 10), F(2, 10), F(3, 10)),  # brackets 1 to 9, and 9 twice
        (Spent(1, 2), F(7, 10), F(2, 10), F(1, 10)),  # brackets 3 to 9, and 9 four times
        (Spent(-1), F(3, 10), F(2, 10), F(5, 10)),
        (Spent(2, 0, 5), F(1, 10), F(2, 10), F(7, 10)),
        (Spent(2, 5, 0), F(1), F(0), F(0)),
    ],
)
def test_shift_and_points_slide_over_the_brackets(spent: Spent, defender: Fraction, none: Fraction, attacker: Fraction) -> None:
    assert chances(RULES, spent) == {"defender": defender, "none": none, "attacker": attacker}


def spent(panel: PanelView, desk: Desk) -> Spent:
    """What the panel shows."""
    state: State = panel.current(desk)
    return Spent(state.shift, state.attacker, state.defender)


def test_the_panel_counts_points_of_both_sides(desk: Desk) -> None:
    panel = PanelView(SECOND)
    panel.act("shift", "1", desk)
    panel.act("attacker", "1", desk)
    panel.act("attacker", "1", desk)
    text = panel.html(desk)
    assert Marked(text).faults == []
    said = words(text)
    assert "+3 on the second die. The defender's chance of retreat is 7/10, 70.0 %." in said
    assert "Without points it would be 1/2, 50.0 %." in said
    assert "0: row [3], battle row −1, attacker 25 %, defender 15 %, attacker retreats" in text
    panel.act("both", "0-5", desk)
    assert spent(panel, desk) == Spent(1, 0, 5)
    panel.act("defender", "1", desk)
    assert spent(panel, desk) == Spent(1, 0, 5)  # that is the most
    assert panel.stored_state() == {"v": 1, "shift": 1, "attacker": 0, "defender": 5, "own": ""}
    panel.act("follow", "", desk)
    assert panel.state(RULES).own is None
    assert spent(panel, desk) == Spent(-2)


def test_the_panel_follows_the_x_on_the_board(desk: Desk) -> None:
    give(desk, "roll_battle")
    desk.use_dice((6,))  # 6 + 1: row +7, the X with +1
    panel = PanelView(SECOND)
    assert spent(panel, desk) == Spent(1)
    give(desk, "spend cunning=2")
    assert spent(panel, desk) == Spent(1, 2)


def test_the_second_roll_keeps_what_can_be(desk: Desk) -> None:
    panel = PanelView(SECOND)
    panel.restore([2, 1, 0])
    assert spent(panel, desk) == Spent(2, 1, 0)
    for strange in (None, [0, 1, 1], [1, 9, 0], [1, 2], ["1", 0, 0], [True, 0, 0], 3):
        panel.restore(strange)
    assert spent(panel, desk) == Spent(2, 1, 0)
    for what, value in (("shift", "0"), ("attacker", "2"), ("both", "6-0"), ("both", "x"), ("sink", "")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)
