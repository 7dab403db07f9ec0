"""Chapter 6 without a browser: the tree of one die, the way that is lit, and the distribution. Numbers are from the specification."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest

from rulesdemo.analysis.catalogue import find as find_procedure
from rulesdemo.errors import InputError
from rulesdemo.play.order_codec import read_order
from rulesdemo.rules.ruleset import Ruleset, ruleset
from tests.support.markup import Marked
from widgets.games.escadres.guide import GUIDE
from widgets.games.escadres.panels.branches import find, levels, way, ways
from widgets.games.escadres.panels.one_die import ONE_DIE, columns
from widgets.games.escadres.panels.tree import FIRST, TREE, change_text
from widgets.kit.box_row import boxes
from widgets.kit.panel import PanelView
from widgets.play.session import Desk

F = Fraction
BEGIN = ("draw", "straight ship=furet", "end_move ship=furet")
SHOT = "fire_at ship=furet target=lion"


def reading(letter: str) -> Ruleset:
    return ruleset("escadres", {"table_reading": letter})


@pytest.fixture
def desk() -> Desk:
    """Furet, one die, at Lion with power 10 and crew 8."""
    made = Desk(GUIDE, "one_gun", begin=BEGIN, seeds=range(100))
    made.give(read_order(made.engine, SHOT))
    return made


def words(text: str) -> str:
    """What a listener hears."""
    heard_of = re.sub(r'<(span|svg)\b[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", text)
    return " ".join(Marked(heard_of).words.split())


# -- the tree --------------------------------------------------------------------------------------------------------------------------


def test_every_branch_has_its_printed_chance() -> None:
    printed = [
        # Question 1: miss, 1 power, 1 crew, critical; then its results; each big result; and the last die.
        [("1-2", F(1, 3)), ("3-4", F(1, 3)), ("5", F(1, 6)), ("6", F(1, 6))],
        [("1-2", F(1, 18)), ("3-4", F(1, 18)), ("5", F(1, 36)), ("6", F(1, 36))],
        [(str(face), F(1, 216)) for face in range(1, 7)],
        [("1-3", F(1, 432)), ("4-6", F(1, 432))],
    ]
    assert [[(branch.faces_text, branch.chance) for branch in level] for level in levels(ruleset("escadres"))] == printed


@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_the_ends_of_the_tree_are_certain_together(letter: str) -> None:
    assert sum(branch.chance for level in levels(reading(letter)) for branch in level if not branch.leads) == 1


def test_the_way_to_the_magazine_is_three_sixes_and_a_half() -> None:
    rules = ruleset("escadres")
    last = find(rules, "3-4")
    assert [each.share for each in way(rules, last)] == [F(1, 6), F(1, 6), F(1, 6), F(1, 2)]
    assert last.explodes


@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_faces_find_the_way_that_the_procedure_took(letter: str) -> None:
    rules, rng = reading(letter), random.Random(7)
    seen = set()
    for _ in range(3000):
        played = find_procedure("escadres.gun").throw({}, rng, rules)
        (path,) = ways(rules, played.faces)  # one die, one way: no face is left over
        low, high = (sum(each.power[end] for each in path) for end in (0, 1))
        assert played.value.exploded or low <= played.value.power <= high
        assert played.value.exploded == path[-1].explodes
        seen.add(len(path))
    assert seen == {1, 2, 3, 4}


def test_reading_b_costs_crew_on_the_way_and_reading_c_moves_shares() -> None:
    six = find(reading("B"), "0-6")
    assert (six.title, six.crew, six.leads) == ("1 crew and a critical", (1, 1), True)
    assert change_text(reading("B"), six) == "ours: Critical"
    miss, power = levels(reading("C"))[0][:2]
    assert (miss.chance, power.chance) == (F(1, 6), F(1, 2))
    assert change_text(reading("C"), power) == "was 1/3"
    ours = ruleset("escadres")
    assert [change_text(ours, branch) for level in levels(ours) for branch in level if change_text(ours, branch)] == []


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def test_every_branch_is_a_button_with_faces_name_and_chance(desk: Desk) -> None:
    text = PanelView(TREE).html(desk)
    assert Marked(text).faults == []
    assert len(re.findall(r'<button type="button" [^>]*class="tree-node', text)) == 16
    assert "4-6 The ship explodes 1/432" in words(text)


def test_a_press_lights_the_way_and_tells_the_product(desk: Desk) -> None:
    tree = PanelView(TREE)
    tree.act("pick", "3-4", desk)
    text = tree.html(desk)
    assert len(re.findall(r'class="tree-node is-on', text)) == 4
    said = words(text)
    product = said[said.index("6, 6, 6, 4-6: The ship explodes") :]
    assert [*map(F, re.findall(r"(?<![\d/])\d+/\d+", product))][:5] == [F(1, 6), F(1, 6), F(1, 6), F(1, 2), F(1, 432)]
    assert "10 of 10 lost, none left" in said
    assert "The magazine goes, and the ship explodes" in said


def test_an_amount_in_dice_may_cost_more_or_less(desk: Desk) -> None:
    tree = PanelView(TREE)
    tree.act("pick", "2-2", desk)
    assert "Power 10 left Crew 1 to 6 of 8 lost" in words(tree.html(desk))
    tree.act("pick", "3-1", desk)
    assert "Power 2 to 10 of 10 lost Crew 8 left" in words(tree.html(desk))  # two dice are 2 to 12, and she has 10


def test_a_roll_lights_the_way_that_came_until_another_branch_is_pressed(desk: Desk) -> None:
    tree = PanelView(TREE)
    tree.html(desk)
    desk.use_dice((6, 3))
    text = tree.html(desk)
    assert tree.current(desk).pick == "1-3"
    assert text.count("your roll") == 2
    assert "2 of 8 lost, 6 left" in words(text)
    tree.act("pick", "0-1", desk)
    assert tree.html(desk).count("your roll") == 2
    assert tree.current(desk).pick == "0-1"


def test_the_tree_follows_the_reading_at_once(desk: Desk) -> None:
    tree = PanelView(TREE)
    assert "ours:" not in words(tree.html(desk))
    desk.set_switch("table_reading", "B")
    assert "1 crew and a critical" in words(tree.html(desk))
    assert "ours: Critical" in words(tree.html(desk))
    desk.set_switch("table_reading", "C")
    assert "1 Miss was 1/3 1/6" in words(tree.html(desk))


def test_what_is_no_branch_is_refused_and_what_is_kept_comes_back(desk: Desk) -> None:
    tree = PanelView(TREE)
    for what, value in (("pick", "9-9"), ("burn", "0-6")):
        with pytest.raises(InputError):
            tree.act(what, value, desk)
    tree.act("pick", "1-5", desk)
    other = PanelView(TREE)
    for stored in (tree.stored_state(), "1-5", None, ["0-1"]):  # 0.5 stored the branch alone
        other.restore(stored)
        assert other.current(desk).pick == "1-5"
    for strange in ("7-7", 4):
        other.restore(strange)
        assert other.current(desk).pick == FIRST


def test_the_way_of_a_throw_stays_lit_until_another_order_is_given(desk: Desk) -> None:
    tree = PanelView(TREE)
    desk.use_dice((6, 3))
    tree.html(desk)
    text = tree.html(desk)
    assert tree.current(desk).pick == "1-3"
    assert "your roll" in text
    assert "Sheet of Lion" in text


def test_boxes_say_what_they_show() -> None:
    text = boxes("Power", 10, 2, 5, initial=12)
    assert [text.count(f"is-{kind}") for kind in ("left", "maybe", "lost", "gone")] == [5, 3, 2, 2]
    assert "Power: 2 to 5 of 10 lost" in text
    assert boxes("Crew", 2, 6).count("is-lost") == 2  # excess has no effect


# -- the distribution ------------------------------------------------------------------------------------------------------------------


def test_the_distribution_of_one_die_is_the_printed_one() -> None:
    power, crew, fires, seldom = columns(ruleset("escadres"))
    # Questions 2 and 3.
    printed = "29/48 433/1296 877/15552 7/7776 5/5184 1/972 17/15552 1/2592 5/15552 1/3888 1/5184 1/7776 1/15552"
    assert [row.chance for row in power.rows] == [*map(F, printed.split())]
    assert [row.chance for row in crew.rows] == [F(167, 216), F(217, 1296), F(73, 1296), *[F(1, 1296)] * 4]
    assert (power.mean, crew.mean, fires.mean) == (F(103, 216), F(127, 432), F(1, 27))
    assert [row.chance for row in seldom.rows] == [F(1, 216), F(1, 216), F(1, 216), F(1, 432)]


def test_the_panel_shows_what_another_reading_moved(desk: Desk) -> None:
    panel = PanelView(ONE_DIE)
    assert "was" not in words(panel.html(desk)).split()
    desk.set_switch("table_reading", "C")
    # One face more costs power: one power goes from 433/1296 to 433/1296 + 1/6, and none loses as much from 29/48.
    said = words(panel.html(desk))
    assert "0 7/16 43.8 % less than before: was 29/48" in said
    assert "1 649/1296 50.1 % more than before: was 433/1296" in said
