"""Chapter 7 without a browser: the joint distribution as a map, its sides and curves, the sheet, and both tables of the specification."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape

import pytest

from rulesdemo.analysis.catalogue import find
from rulesdemo.errors import InputError
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.order_codec import read_order
from rulesdemo.rules.ruleset import ruleset
from tests.games.escadres.test_damage import TABLE_S, TABLE_V, printed
from tests.support.markup import Marked
from widgets.games.escadres.guide import GUIDE
from widgets.games.escadres.panels.volley import VOLLEY
from widgets.games.escadres.panels.volley_tables import STANDING_NAMES, VOLLEY_NAMES, VOLLEY_TABLES
from widgets.games.escadres.panels.volleys import Target, joint, standings
from widgets.kit.panel import PanelView, State
from widgets.play.session import Desk

F = Fraction
RULES = ruleset("escadres")
BEGIN = ("draw", "straight ship=aurore", "end_move ship=aurore")
SHOT = "fire_at ship=aurore target=lion"


@pytest.fixture
def desk() -> Desk:
    """Aurore, eight dice, at Lion with power 6 and crew 5 left."""
    made = Desk(GUIDE, "broadside_to_broadside", begin=BEGIN, seeds=range(100))
    made.give(read_order(made.engine, SHOT))
    return made


def words(text: str) -> str:
    """What a listener hears."""
    heard_of = re.sub(r'<(span|svg)\b[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", text)
    return " ".join(Marked(heard_of).words.split())


def target_of(panel: PanelView, made: Desk) -> Target:
    """The shot that the panel shows."""
    state = panel.current(made)
    return Target(state.dice, state.power, state.crew)


def cells(text: str, what: str) -> dict[str, str]:
    """What every cell of a table shows, by its value."""
    found = re.findall(rf'name="extra:\w+:{what}" data-set="[^"]+" value="([^"]+)".*?aria-hidden="true">([^<]*)<', text)
    return {value: unescape(shown) for value, shown in found}


# -- the numbers -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [Target(1, 3, 3), Target(5, 2, 6), Target(8, 8, 6), Target(12, 10, 8)])
def test_the_map_is_a_distribution_and_its_sides_are_those_of_each(target: Target) -> None:
    chances = joint(RULES, target)
    assert sum(chances.cells.values()) + chances.exploded == 1
    dist = find("escadres.volley").answer(target._asdict(), RULES).dist
    # An exploded ship counts as having lost nothing, so the chance of no loss has the explosion in it.
    assert chances.power[0] + chances.exploded == dist.p(power=0)
    assert [*chances.power[1:]] == [dist.p(power=n) for n in range(1, target.power + 1)]
    assert [*chances.crew[1:]] == [dist.p(crew=n) for n in range(1, target.crew + 1)]
    states = find("escadres.shot").answer(target._asdict(), RULES).dist
    assert chances.out == 1 - states.p(state="fighting")
    assert chances.exploded == states.p(state="exploded")


def test_two_dice_by_hand() -> None:
    chances = joint(RULES, Target(2, 10, 8))
    # Question 5 has 217/1944 for 1 power and 1 crew and nothing else. Here a fire may come with it: an explosion that costs one point,
    # 1/216 x 1/6, beside one crew, 217/1296, either way round.
    assert chances.chance(1, 1) == F(217, 1944) + 2 * F(1, 1296) * F(217, 1296)


# -- tables V and S --------------------------------------------------------------------------------------------------------------------


def test_both_tables_of_the_specification_are_on_the_page(desk: Desk) -> None:
    text = PanelView(VOLLEY_TABLES).html(desk)
    assert Marked(text).faults == []
    volley, standing = cells(text, "volley"), cells(text, "standing")
    for n, (line, other) in enumerate(zip(printed(TABLE_V), printed(TABLE_S), strict=True), start=1):
        assert [volley[f"{n}-{name}"] for name in VOLLEY_NAMES] == line
        assert [standing[f"{n}-{name}"] for name in STANDING_NAMES] == other


def test_a_picked_number_is_told_exactly(desk: Desk) -> None:
    tables = PanelView(VOLLEY_TABLES)
    tables.act("volley", "4-some_critical", desk)
    assert "4 dice, some critical: 671/1296 (51.8 %)" in words(tables.html(desk)).replace("\N{NO-BREAK SPACE}", " ")
    tables.act("standing", "1-out", desk)
    assert "1 die, out of action: 7/1728" in words(tables.html(desk))  # 0.004051 of Table S: 3/1728 struck and 4/1728 exploded


def test_the_second_table_follows_its_target(desk: Desk) -> None:
    tables = PanelView(VOLLEY_TABLES)
    for _ in range(9):
        tables.act("power", "-1", desk)
    assert tables.state(RULES).power == 1
    # One die at a ship with one power: 19/48 cost some power, 29/48 none; crew 6 falls to 1d6 crew alone, 1/1296; the magazine 1/432.
    assert standings(RULES, 1, 6)[0]["out"] == F(19, 48) + F(1, 1296) + F(1, 432)
    assert cells(tables.html(desk), "standing")["1-out"] == "0.398920"
    other = PanelView(VOLLEY_TABLES)
    for stored in (tables.stored_state(), None, [0, 6], [8], ["8", 6], [True, 6]):  # a list is what 0.5 stored
        other.restore(stored)
        assert other.state(RULES) == State(power=1, crew=6, volley="", standing="")
    other.restore([3, 4])
    assert (other.state(RULES).power, other.state(RULES).crew) == (3, 4)


def test_a_picked_number_of_the_second_table_stays_picked_for_another_target(desk: Desk) -> None:
    tables = PanelView(VOLLEY_TABLES)
    tables.act("standing", "1-out", desk)
    for _ in range(7):
        tables.act("power", "-1", desk)
    # As in the test before: 19/48 + 1/1296 + 1/432.
    assert "1 die, out of action: 517/1296" in words(tables.html(desk))


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def test_the_panel_begins_with_the_shot_on_the_board_and_comes_back_to_it(desk: Desk) -> None:
    panel = PanelView(VOLLEY)
    text = panel.html(desk)
    assert Marked(text).faults == []
    assert target_of(panel, desk) == Target(8, 6, 5)
    panel.act("dice", "1", desk)
    assert target_of(panel, desk).dice == 9
    assert "As on the board" in panel.html(desk)
    panel.act("follow", "", desk)
    assert target_of(panel, desk) == Target(8, 6, 5)
    assert "As on the board" not in panel.html(desk)


def test_steps_stop_at_their_ends(desk: Desk) -> None:
    panel = PanelView(VOLLEY)
    panel.html(desk)
    for _ in range(20):
        panel.act("dice", "1", desk)
        panel.act("crew", "-1", desk)
    assert target_of(panel, desk) == Target(12, 6, 1)


def test_every_cell_shows_its_percent_and_tells_its_exact_chance_when_picked(desk: Desk) -> None:
    panel = PanelView(VOLLEY)
    panel.html(desk)
    panel.restore([2, 10, 8])
    text = panel.html(desk)
    shown = cells(text, "cell")
    # By hand: 1/9 and what leaves power and crew alone on one die or both: fire only 1/36, masts, helm and aground 1/216 each.
    quiet = F(1, 3) + F(1, 36) + 3 * F(1, 216)
    assert joint(RULES, Target(2, 10, 8)).chance(0, 0) == quiet**2
    assert shown["0,0"] == "14.1"  # 0.375 squared
    assert shown["all"] == "99.5"  # 1 - 861/186624, 0.004624 of Table V
    assert "8,8" not in shown  # two dice never cost as much of both
    panel.act("cell", "0,0", desk)
    assert "0 power and 0 crew lost, she fights on: 9/64" in words(panel.html(desk))


def test_what_no_box_is_left_for_strikes(desk: Desk) -> None:
    panel = PanelView(VOLLEY)
    panel.html(desk)
    panel.restore([4, 2, 5])
    panel.act("cell", "2,1", desk)
    assert "2 power and 1 crew lost, she strikes" in words(panel.html(desk))


def test_the_sheet_fills_as_the_shot_on_the_board_is_rolled(desk: Desk) -> None:
    panel = PanelView(VOLLEY)
    assert "Throw the dice" in words(panel.html(desk))
    # Five hits on power, a crew, a critical of two crew, a miss.
    desk.use_dice((3, 3, 4, 4, 3, 5, 6, 3, 1))
    text = panel.html(desk)
    assert (text.count("is-lost"), text.count("is-left")) == (8, 3)
    said = words(text)
    assert "5 of 6 lost, 1 left" in said
    assert "6, 3-4 2 crew" in said
    assert "5 power and 3 crew. She fights on." in said


def test_excess_is_lost_and_the_magazine_overrides(desk: Desk) -> None:
    panel = PanelView(VOLLEY)
    panel.html(desk)
    desk.practise(FixedDice((3, 3, 3, 3, 3, 3, 3, 3)))
    assert "6 power. She has no power left and strikes" in words(panel.html(desk))
    desk.use_dice((3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 4))
    said = words(panel.html(desk))
    assert "she explodes, whatever the other dice did" in said
    assert "5 of 5 lost, none left" in said


def test_dice_of_its_own(desk: Desk) -> None:
    panel = PanelView(VOLLEY)
    panel.html(desk)
    panel.act("dice", "-1", desk)
    panel.act("roll", "", desk)
    assert panel.current(desk).roll is not None
    assert words(panel.html(desk)).count("Throw 7 dice") == 1
    assert panel.html(desk).count("<li><b>") >= 7
    panel.act("power", "1", desk)  # another target, so the dice are taken up
    assert panel.current(desk).roll is None


def test_another_reading_moves_the_chances_and_takes_the_dice_up(desk: Desk) -> None:
    panel = PanelView(VOLLEY)
    panel.html(desk)
    panel.act("roll", "", desk)
    assert "more than before" not in panel.html(desk)
    desk.set_switch("table_reading", "B")
    said = words(panel.html(desk))
    assert panel.current(desk).roll is None
    assert re.search(r"Strikes .* more than before: was", said)


def test_strange_acts_and_strange_saves(desk: Desk) -> None:
    panel = PanelView(VOLLEY)
    panel.html(desk)
    for what, value in (("sink", ""), ("dice", "5"), ("cell", "1,1,1,1,1")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)
    for strange in (None, [13, 6, 5], [8, 0, 5], [8, 6], ["8", 6, 5]):
        panel.restore(strange)
    assert target_of(panel, desk) == Target(8, 6, 5)
    panel.restore([12, 10, 8])
    assert target_of(panel, desk) == Target(12, 10, 8)
    panel.html(desk)
    assert target_of(panel, desk) == Target(12, 10, 8)


def test_what_a_browser_kept_stands_when_the_page_comes_back(desk: Desk) -> None:
    panel = PanelView(VOLLEY)
    panel.restore([12, 10, 8])
    panel.html(desk)
    assert target_of(panel, desk) == Target(12, 10, 8)


ROLL = (3, 3, 4, 4, 3, 5, 6, 3, 1)


def test_a_shot_that_was_set_beside_a_roll_stands_when_the_page_comes_back(desk: Desk) -> None:
    panel = PanelView(VOLLEY)
    desk.practise(FixedDice(ROLL))
    panel.html(desk)
    panel.act("dice", "1", desk)
    again = PanelView(VOLLEY)
    again.restore(panel.stored_state())
    desk.give(read_order(desk.engine, SHOT))  # chosen anew, without the roll
    assert target_of(again, desk) == Target(9, 6, 5)
    desk.use_dice(ROLL)
    assert target_of(again, desk) == Target(8, 6, 5)
    assert again.current(desk).roll.faces == ROLL


def test_a_kept_roll_stays_on_the_sheet(desk: Desk) -> None:
    panel = PanelView(VOLLEY)
    desk.use_dice(ROLL)
    panel.html(desk)
    assert "5 power and 3 crew. She fights on." in words(panel.html(desk))


def test_the_shot_of_the_chapter_that_0_5_stored_by_itself_follows_the_board(desk: Desk) -> None:
    panel = PanelView(VOLLEY)
    panel.restore([8, 6, 5])
    desk.use_dice(ROLL)
    assert "5 power and 3 crew. She fights on." in words(panel.html(desk))


def test_curves_fall_and_tell_the_printed_sides(desk: Desk) -> None:
    panel = PanelView(VOLLEY)
    panel.html(desk)
    panel.restore([1, 10, 8])
    said = words(panel.html(desk))
    # 1 - 29/48 of question 3 less the explosion, which is told by itself: 19/48. Crew: 49/216.
    assert "1 or more 19/48 39.6 %" in said
    assert "1 or more 49/216 22.7 %" in said
