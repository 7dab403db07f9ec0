"""Hasty and desperate: odds both ways on the map, the defender's hand on the die, a ratio of one's own, and whom options favour."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play.state import Battle
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import run_on
from widgets.chapter.page import Chapter, chapter
from widgets.games.toulon.guide import GUIDE
from widgets.games.toulon.lessons.haste import outlook, reach, rehearsal, rushes
from widgets.games.toulon.panels.haste import RATIO, chances, odds_for, price, sentence, table_line
from widgets.games.toulon.panels.options import OPTIONS, lean, options_panel
from widgets.games.toulon.panels.options import sentence as options_sentence
from widgets.kit.panel import PanelView, State
from widgets.play.session import Desk
from widgets.scene.text_painter import label_of as spoken

RULES = ruleset("toulon")
NAME = "en/toulon/10_hasty_and_desperate"
BEGIN = {
    "four_to_fifteen": (
        "declare unit=allobroges to=toulon",
        "go_in purse=west hasty=yes",
        "roll_quality unit=allobroges",
        "end_moves",
    )
}


def page(scenario: str = "in_haste") -> Chapter:
    return chapter("toulon", scenario, name=NAME, lesson="haste", begin=BEGIN, ship="allobroges")


def throw(desk: Desk, face: int) -> None:
    desk.give(o.RollBattle())
    desk.use_dice((face,))


# -- the map -----------------------------------------------------------------------------------------------------------------------------


def test_both_columns_and_the_crowd_are_on_the_map() -> None:
    table = page()
    # Allobroges 4 and Bourgogne 3 against 3: 7 to 3 is 2:1, in haste 1:1. La Seyne, value 2, holds 6: 7 is 1 over (4.1, 6.2).
    assert spoken(table.scene, "odds la_seyne") == "La Seyne: 7 against 3 is column 2:1, in haste 1:1"
    assert spoken(table.scene, "over la_seyne") == "La Seyne: 1 over the limit"
    found = outlook(table.desk.position, "allobroges")
    assert found is not None
    assert [(line.name, line.text or str(line.number)) for line in found.lines] == [
        ("attack", "7 (4 and 3)"),
        ("defence", "3"),
        ("column for 3 OP", "2:1"),
        ("column in haste, 2 OP", "1:1"),
        ("the defender moves the die", "not at all"),
        ("too many for the zone", "1"),
    ]
    assert "[6.2]" in found.words


def test_only_those_declared_count_once_somebody_is() -> None:
    desk = page().desk
    desk.give(o.Declare("allobroges", "la_seyne"))
    (found,) = rushes(desk.position, "")
    # 4 against 3 is 1:1, in haste 1:2.
    assert (found.attack, found.steady.column, found.hasty.column) == (4, "1:1", "1:2")
    words = rehearsal(desk.position, "bourgogne")
    assert words is not None
    assert words.title == "Quality test of Allobroges"
    assert words.throw.args[1] == "4/6"


def test_nobody_rushes_in_another_step() -> None:
    desk = page("four_to_fifteen").desk
    assert rushes(desk.position, "allobroges") == ()
    assert rehearsal(desk.position, "allobroges") is None


def test_the_example_of_the_rule_is_played() -> None:
    desk = page("four_to_fifteen").desk
    found = outlook(desk.position, "")
    assert found is not None
    # S3: 4 against 15 is 1:4; column 1:3, and up to 2 on the die.
    assert [line.text or str(line.number) for line in found.lines] == ["4", "15", "1:4", "1:3", "by up to 2"]


def test_the_die_is_moved_within_reach_and_the_rows_say_what_it_costs() -> None:
    table = page("four_to_fifteen")
    throw(table.desk, 4)
    battle = table.desk.position.pending
    assert isinstance(battle, Battle)
    assert battle.stage == "adjust"
    found = outlook(table.desk.position, "")
    assert found is not None
    assert found.words.startswith("The die shows 4: the defender may read it as anything from 2 to 6.")
    # Our table, column 1:3: a 2 is 2-0, a 6 is 1-1.
    lines = {by: GUIDE.say(table.desk.position, o.AdjustDie(by)).line for by in (-2, 2)}
    assert lines == {-2: "It counts as 2: attackers lose 2, defenders 0", 2: "It counts as 6: attackers lose 1, defenders 1"}
    assert GUIDE.say(table.desk.position, o.AdjustDie(3)).line == "It counts as 7"


def test_a_careful_defender_always_reaches_the_goal() -> None:
    # Down by 2 every die is 4 or less: two losses at least. Then 4 - 2 is 2 against 15, 1:8, and any die can be made a 1: three more. Of
    # five losses in the order T, P, T, P, T two are permanent: decisive (4.12a, 4.12p).
    for die in range(1, 7):
        desk = page("four_to_fifteen").desk
        throw(desk, die)
        desk.give(o.AdjustDie(-min(2, die - 1)))
        throw(desk, 6)
        desk.give(o.AdjustDie(-5))
        assert desk.position.result is not None
        assert desk.position.result.winner == "allied"


def test_the_reach_ends_at_the_faces_of_the_die() -> None:
    assert [reach(die, 2) for die in (1, 4, 6)] == [(1, 3), (2, 6), (4, 6)]


# -- a ratio of one's own ----------------------------------------------------------------------------------------------------------------


# S3, D17 and D18 of the specification, and its challenge.
@pytest.mark.parametrize(
    ("attack", "defence", "pace", "ratio", "column", "adjust"),
    [
        (4, 15, "yes", "1:4", "1:3", 2),
        (4, 8, "no", "1:2", "1:2", 0),
        (4, 9, "no", "1:3", "1:3", 1),
        (4, 13, "yes", "1:4", "1:3", 2),
        (7, 3, "yes", "2:1", "1:1", 0),
    ],
)
def test_the_vectors_of_the_specification(attack: int, defence: int, pace: str, ratio: str, column: str, adjust: int) -> None:
    assert odds_for(RULES, attack, defence, pace) == (ratio, column, adjust)


def test_every_face_has_its_chance() -> None:
    # Question 11 of section 7.
    third, half = Fraction(1, 3), Fraction(1, 2)
    assert [reached for reached, _avoided in chances(RULES, 1)] == [third, half, half, half, half, third]
    assert [reached for reached, _avoided in chances(RULES, 2)] == [Fraction(n, 6) for n in (3, 4, 5, 5, 4, 3)]
    assert {avoided for adjust in (1, 2) for _reached, avoided in chances(RULES, adjust)} == {1}
    assert {avoided for _reached, avoided in chances(RULES, 0)} == {Fraction(5, 6)}


def test_the_words_say_why_the_column_is_where_it_is() -> None:
    assert "Nothing is worse than column 1:3 [T7]. After the roll" in sentence(RULES, 4, 15, "yes", "in")
    assert "Haste shifts it one to the left, to 1:1 [6.3]." in sentence(RULES, 7, 3, "yes", "in")
    assert "haste does not shift past it [T27]" in sentence(RULES, 4, 9, "yes", "in")
    assert sentence(RULES, 4, 8, "no", "in").startswith("4 against 8 is 1:2 [6.3]. The defender has no hand")
    # 3, in haste 2; out of war supply twice as much (6.4, T22).
    assert [price(RULES, pace, supply) for pace in ("no", "yes") for supply in ("in", "out")] == [3, 6, 2, 4]
    assert table_line("7:1")[0] == "3:1"


def test_the_panel_draws_the_shift_and_the_reach() -> None:
    desk, panel = page().desk, PanelView(RATIO)
    panel.act("try", "even", desk)
    text = panel.html(desk)
    # 2:1 is the ratio, 1:1 the column beside it; without a hand in the die only its own face is in reach.
    assert re.search(r'<li class="lit"><b>1:1</b>.*?<span class="sr">column</span></li>', text)
    assert re.search(r'<li class="plain"><b>2:1</b>.*?<span class="sr">ratio</span></li>', text)
    assert (text.count('class="reached'), text.count('class="same')) == (0, 6)
    panel.act("try", "printed", desk)
    text = panel.html(desk)
    # Within 2 of a face lie 3, 4, 5, 5, 4, 3 faces, 24 in all, 6 of them itself.
    assert (text.count('class="reached'), text.count('class="past"')) == (18, 3)
    assert "bring the die to 1 with a chance of 1/2" in run_on(text)
    panel.act("face", "3", desk)
    assert panel.state(RULES).face == 3


def test_the_panel_takes_what_is_possible_and_keeps_it() -> None:
    desk, panel = page().desk, PanelView(RATIO)
    for what, value in (("attack", "1"), ("defence.at", "20"), ("pace", "no"), ("supply", "out"), ("face", "6")):
        panel.act(what, value, desk)
    assert panel.state(RULES) == State(attack=5, defence=20, pace="no", supply="out", face=6)
    panel.act("defence", "1", desk)
    assert panel.state(RULES).defence == 20
    for what, value in (
        ("attack", "2"),
        ("attack.by", "1"),
        ("face", "7"),
        ("pace", "slow"),
        ("try", "none"),
        ("attack", "x"),
    ):
        with pytest.raises(InputError):
            panel.act(what, value, desk)
    again = PanelView(RATIO)
    again.restore([5, 20, "no", "out", 6])  # as 0.5 stored it
    for strange in ([0, 1, "no", "in", 1], [1, 1, "slow", "in", 1], [1, 1, "no", "in", 9]):
        again.restore(strange)
    assert again.state(RULES) == panel.state(RULES)


# -- options -----------------------------------------------------------------------------------------------------------------------------


def test_whom_each_option_favours() -> None:
    # The remarks of 6.1 to 6.9 in section 1 of the specification.
    found = {option: lean(RULES, option) for option in OPTIONS}
    assert {option for option, each in found.items() if each.favours == "allied"} == {"6.4", "6.5"}
    assert [option for option, each in found.items() if each.strength == "strong"] == ["6.5", "6.8", "6.9"]
    assert [option for option, each in found.items() if each.strength == "slight"] == ["6.1", "6.3"]


def test_options_are_agreed_on_and_dropped() -> None:
    record = options_panel("6.1", "6.2", "6.5")
    desk, panel = page().desk, PanelView(record)
    assert "None is agreed on" in run_on(panel.html(desk))
    panel.act("take", "6.5", desk)
    panel.act("take", "6.2", desk)
    assert panel.state(RULES).take == ("6.2", "6.5")
    assert options_sentence(RULES, panel.state(RULES).take).startswith("2 options are in play: 1 for the Republicans and 1 for the Allies.")
    text = panel.html(desk)
    # Two boxes to the left of the middle, three to its right, and one for espionage.
    assert (text.count('class="republican"'), text.count('class="allied"')) == (3, 3)
    again = PanelView(record)
    again.restore(["6.2", "6.5"])  # as 0.5 stored it
    again.restore(["6.9"])
    assert again.state(RULES) == panel.state(RULES)
    panel.act("take", "6.5", desk)
    assert panel.state(RULES).take == ("6.2",)
    for what, value in (("take", "6.9"), ("drop", "6.1")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)
