"""Chapter 6 of Republic without a browser: the bill of a battle on the board, two Forces crossed off, and the table against rounding."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.republic.battle import BattleLosses, battle_losses
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import Throw
from rulesdemo.play.order_codec import read_order
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.chapter.page import chapter
from widgets.games.republic.guide import GUIDE
from widgets.games.republic.lessons import LESSONS
from widgets.games.republic.lessons.cost import losses_rehearsal, next_battle, pieces
from widgets.games.republic.panels.bill import BILL, half_up, nearest, row_of, rows_there, star_view, sum_text
from widgets.games.republic.panels.rounding import ROUNDING, gaps, in_battle, odd_cells, summary
from widgets.kit.panel import PanelView, State
from widgets.play.session import Desk

F = Fraction
RULES = ruleset("republic")
JOINED = ("attack force=romans target=samnites", "stand")


@pytest.fixture
def desk() -> Desk:
    """Papirius and the Samnites in one hex."""
    return Desk(GUIDE, "the_bill", seeds=range(100))


def words(text: str) -> str:
    """What a listener hears."""
    heard_of = re.sub(r'<(span|svg)\b[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", text)
    return " ".join(Marked(heard_of).words.split())


def sizes(panel: PanelView, desk: Desk) -> tuple[int, int]:
    """The strength of both sides as the panel shows it."""
    values = panel.current(desk).values()
    return values["attacker.sp"], values["defender.sp"]


def at_the_roll(tactics: tuple[int, int] = (5, 5)) -> Desk:
    """The leaders' dice have fallen, and the battle roll is due."""
    made = Desk(GUIDE, "the_bill", begin=JOINED, seeds=range(100))
    made.give(read_order(made.engine, "roll_tactics"))
    made.use_dice(tactics)
    made.give(read_order(made.engine, "live"))
    made.give(read_order(made.engine, "roll_battle"))
    return made


# -- the board -------------------------------------------------------------------------------------------------------------------------


def test_the_whole_bill_can_be_rehearsed_before_the_attack(desk: Desk) -> None:
    due = losses_rehearsal(desk.position, "")
    assert due is not None
    assert due.title == "Army of Papirius against Samnite Host"
    assert due.throw.procedure is battle_losses
    # Letters A and C, 46 against 39 points; two Veteran legions of 6 or more are worth 2, cavalry 4 against 5 nothing.
    assert due.throw.args[1:] == ("A", "C", 46, 39, 2)


def test_after_the_leaders_dice_there_is_nothing_left_to_rehearse() -> None:
    made = at_the_roll()
    assert next_battle(made.position, "") is None
    assert losses_rehearsal(made.position, "") is None


def test_a_rehearsed_bill_is_told_in_points() -> None:
    rules = (RULES, "B", "C", 40, 30, 0)
    throw = Throw(battle_losses, rules, BattleLosses(6, 1, "attacker"))
    told = LESSONS["losses"].throws[BattleLosses].verdict(throw, (3, 4, 0))
    assert (
        told == "Dice 3, 4, 0 [8.3]. The attacker loses 6 strength points, the defender 1 strength point [8.34]. The attacker must retreat."
    )


def test_the_page_begins_with_the_points_that_the_samnites_lose() -> None:
    page = chapter("republic", "the_bill", name="en/republic/06_losses", lesson="losses", when={"lost": 1}, at_once=True)
    parts = page.view.parts()
    assert "Points that the defender loses" in words(parts["odds"])
    # 25 % of 39 is 10: it is among the points that can be lost, and 9 and 11 are not.
    dist = page.free.views[0] if page.free is not None else None
    assert dist is not None
    assert {9, 10, 11} & {row.key for row in dist.rows} == {10}
    # The first dice settle nothing of it, so no chart of their totals is shown.
    assert parts["totals"] == ""


def test_a_loss_that_is_due_is_counted_part_by_part() -> None:
    made = at_the_roll()
    # Papirius A with 5 is worth 7, Pontius C with 5 worth 5: +2; Veterans +2. The die 6 finds row +10: 15/25.
    made.use_dice((6,))
    outlook = made.outlook("losses")
    assert outlook is not None
    assert outlook.title == "Army of Papirius loses 7 strength points"
    assert [(line.name, line.number) for line in outlook.lines] == [("15 % of 40", 6), ("15 % of 6", 1), ("in all", 7)]
    made.give(read_order(made.engine, "take_losses infantry=7"))
    outlook = made.outlook("losses")
    assert outlook is not None
    assert [(line.name, line.number) for line in outlook.lines] == [("25 % of 30", 8), ("25 % of 9", 2), ("in all", 10)]


# -- the boxes -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("percent", "sp", "expected"),
    [
        (25, 37, ((30, 8), (7, 2))),  # D13
        (20, 145, ((100, 20), (40, 8), (5, 1))),  # D14
        (15, 24, ((20, 3), (4, 1))),  # D15
        (5, 90, ((90, 4),)),
        (50, 100, ((100, 50),)),
        (50, 6, ((6, 3),)),
    ],
)
def test_a_force_is_split_as_the_table_wants_it(percent: int, sp: int, expected: tuple[tuple[int, int], ...]) -> None:
    assert pieces(RULES, percent, sp) == expected


def test_the_sum_is_told_beside_plain_rounding() -> None:
    told = sum_text(15, 33, pieces(RULES, 15, 33))
    assert told == ("By the table 5 + 1 = 6. [8.34] [R28] 15 % of 33 is 4.95; rounded once, halves up, 5. The table takes 1 more.")
    assert sum_text(15, 24, pieces(RULES, 15, 24)).endswith("15 % of 24 is 3.6; rounded once, halves up, 4.")
    assert sum_text(5, 90, pieces(RULES, 5, 90)).endswith("The table takes 1 less.")
    assert sum_text(0, 39, pieces(RULES, 0, 39)) == "0 % costs nothing. [8.34]"


def test_rows_with_an_x_are_stepped_over() -> None:
    # The X rows of 8.3 are -5, +2, +7 and +14.
    assert set(range(-13, 23)) - set(rows_there(RULES)) == {-5, 2, 7, 14}
    assert [nearest(RULES, 7, 1), nearest(RULES, 7, -1), nearest(RULES, 23, 1), nearest(RULES, -14, -1)] == [8, 6, 22, -13]
    assert row_of(RULES, (15, 25, "defender")) == 10


def test_the_slider_steps_over_an_x_both_ways(desk: Desk) -> None:
    panel = PanelView(BILL)
    for number, row in (("8", 8), ("7", 6), ("7", 8), ("-5", -6), ("-5", -4)):
        panel.act("row.at", number, desk)
        assert panel.state(RULES).row == row


def test_a_result_that_is_in_no_row_has_none() -> None:
    assert row_of(RULES, (15, 25, "attacker")) is None


def test_two_forces_are_crossed_off(desk: Desk) -> None:
    panel = PanelView(BILL)
    text = panel.html(desk)
    assert Marked(text).faults == []
    # Row +10 is 15/25: 7 of the 46 Romans, 10 of the 39 Samnites.
    assert text.count("box is-lost") == 17
    assert "Row +10 of the battle table" in words(text)
    assert "8 of 30 lost, 22 left" in words(text)
    panel.act("row", "1", desk)
    panel.act("attacker.sp.at", "24", desk)
    panel.act("defender.sp", "-1", desk)
    # Row +11 is 20/30: of 24 points 4 and 1, of 38 points 9 and 2.
    assert panel.html(desk).count("box is-lost") == 16
    assert panel.stored_state() == {"v": 1, "row": 11, "attacker.sp": 24, "defender.sp": 38, "own": ""}
    panel.act("follow", "", desk)
    assert sizes(panel, desk) == (46, 39)


def test_a_star_waits_for_its_die(desk: Desk) -> None:
    panel = PanelView(BILL)
    panel.html(desk)
    panel.act("row.at", "18", desk)
    text = panel.html(desk)
    # Row +18 is */30: at most 2 of 46 Romans may go, 9 and 3 of the Samnites go for sure.
    assert (text.count("box is-maybe"), text.count("box is-lost")) == (2, 12)
    assert "at most 5 % of 46, rounded down: 2." in words(text)
    panel.act("attacker.roll", "", desk)
    assert panel.html(desk).count("box is-maybe") == 0
    panel.act("row", "-1", desk)
    assert panel.state(RULES).values()["attacker.star"] is None
    with pytest.raises(InputError):
        panel.act("attacker.roll", "", desk)  # row +17 is 5/30: no star


def test_the_distribution_of_a_star() -> None:
    # Section 7, question 9: of 60 points 0, 1, 2 with 1/10 each and 3 with 7/10; D17: of 19 points nothing.
    assert [(row.label, row.chance) for row in star_view(RULES, 60).rows] == [
        ("0 strength points", F(1, 10)),
        ("1 strength point", F(1, 10)),
        ("2 strength points", F(1, 10)),
        ("3 strength points", F(7, 10)),
    ]
    assert [row.chance for row in star_view(RULES, 19).rows] == [F(1)]


def test_a_practised_roll_is_taken_in() -> None:
    made, panel = at_the_roll(), PanelView(BILL)
    panel.html(made)
    panel.act("attacker.sp.at", "20", made)
    made.practise(FixedDice((9,)))  # +4 and 9: row +13, 10/25
    text = panel.html(made)
    assert (panel.state(RULES).row, panel.state(RULES).own, sizes(panel, made)) == (13, "", (46, 39))
    assert "Attacker 10 %, defender 25 %." in words(text)
    made.practise(FixedDice((3,)))  # row +7 is an X: nothing to cross off yet
    panel.html(made)
    assert panel.state(RULES).row == 13


def test_a_star_that_was_practised_is_taken_in() -> None:
    made, panel = at_the_roll((9, 0)), PanelView(BILL)
    # A with 9 is worth 9, C with 0 worth 2: +7; Veterans +2. The die 9 finds row +18: */30.
    made.use_dice((9,))
    panel.html(made)
    made.give(read_order(made.engine, "roll_star"))
    made.use_dice((1,))
    text = panel.html(made)
    assert panel.state(RULES).values()["attacker.star"].faces == (1,)
    assert "The star costs 1 strength point." in words(text)


def test_strange_acts_and_saves_of_a_bill(desk: Desk) -> None:
    panel = PanelView(BILL)
    for strange in (None, [], [10], ["10", None], [True, None], [10, [0, 5]], [10, [5, 151]], [10, [5]], [10, ["5", 5]], [500, None]):
        panel.restore(strange)
    assert (panel.state(RULES).row, panel.state(RULES).own, sizes(panel, desk)) == (10, None, (46, 39))
    panel.restore([3, [24, 33]])
    assert (panel.state(RULES).row, sizes(panel, desk)) == (3, (24, 33))
    panel.act("row.at", "23", desk)  # no slider has it
    assert panel.state(RULES).row == 22
    for what, value in (("row", "2"), ("row.at", "x"), ("attacker.sp", "3"), ("nobody.sp", "1"), ("sink", "")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)


def test_a_saved_row_that_is_an_x_becomes_the_next(desk: Desk) -> None:
    panel = PanelView(BILL)
    panel.restore([7, None])
    assert "Row +8 of the battle table" in words(panel.html(desk))


# -- printed against rounded -----------------------------------------------------------------------------------------------------------


def test_six_cells_are_not_rounded_halves_up() -> None:
    # The list of section 4.9.
    assert [tuple(odd) for odd in odd_cells(RULES)] == [
        (5, 90, 4, 5),
        (15, 3, 1, 0),
        (45, 3, 2, 1),
        (55, 30, 15, 17),
        (55, 50, 25, 28),
        (65, 4, 2, 3),
    ]
    # 55 % and 65 % never come up.
    assert {odd.percent for odd in odd_cells(RULES)} - in_battle(RULES) == {55, 65}


def test_tenths_need_no_second_rounding() -> None:
    # At a multiple of 10 % the tens lose whole points, so only the units are rounded.
    assert all(not any(gaps(RULES, percent)) for percent in range(10, 100, 10))
    # At 25 % of 30 and of 2, 7.5 and 0.5 are both rounded up: 9, where 8 would do.
    assert gaps(RULES, 25)[32 - 1] == 1
    # The low cell of 90 takes one point less from 90 to 99, though 4.95 there is 5 by itself.
    assert [sp for sp, gap in enumerate(gaps(RULES, 5), start=1) if gap] == list(range(90, 100))
    assert summary(RULES, 5) == (
        "At 5 %, of 99: 10 Forces lose less than by rounding once. Tens and units are rounded by themselves. [8.34] [R28]"
    )
    assert summary(RULES, 10) == "At 10 % every Force loses what rounding once would take. [8.34]"


def test_halves_go_up() -> None:
    assert [half_up(percent, sp) for percent, sp in ((50, 1), (25, 2), (25, 1), (15, 24), (5, 90))] == [1, 1, 0, 4, 5]


def test_a_force_of_the_grid_is_told(desk: Desk) -> None:
    panel = PanelView(ROUNDING)
    panel.act("force", "33", desk)
    assert "33 points at 15 %: 30 loses 5, 3 loses 1, so 6. Exactly 4.95; rounded once, 5." in words(panel.html(desk))
    panel.act("percent", "20", desk)
    assert "▲" not in panel.html(desk).partition("<tbody>")[2]
    assert panel.state(RULES) == State(percent=20, force="33")


def test_another_cell_of_the_table_moves_the_grid() -> None:
    mended = ruleset("republic", {}, {("percent_losses", "15", "3"): "0"})
    assert len(odd_cells(mended)) == 5
    # 15 % of 3, 13 and 33 is 0.45, 1.95 and 4.95: with the units at 0 they lose 0, 2 and 5, as rounding has it.
    assert [gaps(mended, 15)[sp - 1] for sp in (3, 13, 33)] == [0, 0, 0]


def test_saves_of_the_grid(desk: Desk) -> None:
    panel = PanelView(ROUNDING)
    for strange in ([15], [12, ""], [15, "100"], [15, "0"], ["15", ""], [True, ""], [100, ""]):
        panel.restore(strange)
    assert panel.state(RULES) == State(percent=15, force="")
    panel.restore([20, "33"])
    assert panel.state(RULES) == State(percent=20, force="33")
    for what, value in (("percent", "12"), ("force", "0"), ("force", "100")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)
