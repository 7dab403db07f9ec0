"""Leaders and forts: what leaders combine and redoubts add, the four beaches, the grid of wounds and its chances, and nine ratios."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.toulon.leaders import LeaderWound, leader_wound
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play.state import AWAY, GONE
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import run_on
from widgets.chapter.page import Chapter, chapter
from widgets.games.toulon.lessons.leaders import outlook, rehearsal, wound_label, wound_verdict
from widgets.games.toulon.panels.storm import LETTERS, STORM, WORKS, storm
from widgets.games.toulon.panels.storm import sentence as storm_sentence
from widgets.games.toulon.panels.wounds import WOUNDS, distribution, fate, grid, mean_away, means, turns_away
from widgets.kit.panel import PanelView, State
from widgets.play.session import Desk
from widgets.scene.text_painter import label_of as spoken

RULES = ruleset("toulon")
NAME = "en/toulon/11_leaders_and_forts"


def page(scenario: str = "redoubt_down") -> Chapter:
    return chapter("toulon", scenario, name=NAME, lesson="leaders", ship="west_chasseurs" if scenario == "redoubt_down" else "")


def entered(desk: Desk) -> None:
    """Both regiments get into La Seyne."""
    for order in (o.Declare("west_chasseurs", "la_seyne"), o.Declare("bourgogne", "la_seyne"), o.GoIn("west")):
        desk.give(order)
    for name in ("west_chasseurs", "bourgogne"):
        desk.give(o.RollQuality(name))
        desk.use_dice((1,))


# -- the map -----------------------------------------------------------------------------------------------------------------------------


def test_plates_tell_of_leaders_and_redoubts() -> None:
    table = page()
    # 6.7: A combines 3, B 2. An improved redoubt adds 2 (ours).
    assert spoken(table.scene, "leader malbousquet") == "Malbousquet: Bonaparte combines 3 units"
    assert spoken(table.scene, "leader la_seyne") == "La Seyne: Mulgrave combines 2 units"
    assert spoken(table.scene, "redoubt la_seyne") == "La Seyne: its redoubt adds 2 to the defence"


def test_without_a_leader_one_unit_fights() -> None:
    table = page()
    entered(table.desk)
    found = outlook(table.desk.position, "")
    assert found is not None
    # One regiment alone, 3, against 3 and the redoubt's 2.
    assert found.lines[-1].text == "3 against 5, 1:2"
    assert found.words.startswith("No leader is with them: of 2 units one fights.")
    table.desk.give(o.March("bonaparte", "la_seyne"))
    found = outlook(table.desk.position, "")
    assert found is not None
    assert found.lines[-1].text == "6 against 5, 1:1"
    assert found.words.startswith("How many units a leader")


def test_the_outlook_says_who_is_away_and_for_how_long() -> None:
    position = page().desk.position
    position = position.with_leader("mulgrave", place=AWAY, due=10).with_leader("bonaparte", place=GONE)
    found = outlook(position, "")
    assert found is not None
    assert [line.text for line in found.lines[:2]] == ["gone for good", "back on turn 10"]
    assert rehearsal(position, "") is None


def test_a_hit_can_be_rehearsed() -> None:
    position = page().desk.position
    found = rehearsal(position, "west_chasseurs")
    assert found is not None
    assert (found.title, found.throw.args[1]) == ("If Mulgrave is hit", False)
    found = rehearsal(position, "bonaparte")
    assert found is not None
    assert (found.title, found.throw.args[1]) == ("If Bonaparte is hit", True)
    assert rehearsal(replace(position, scenario=replace(position.scenario, options=frozenset())), "") is None


@pytest.mark.parametrize(
    ("outcome", "faces", "words"),
    [
        (LeaderWound("killed", None), (4, 4), "4 and 4: a double [6.6]. Killed. He is out of the game."),
        (LeaderWound("light", 2), (3, 5, 4), "3 and 5 are 8 [6.6]. Light wound. He is back after 2 turns."),
        (LeaderWound("superficial", 0), (1, 2), "1 and 2 are 3 [6.6]. Superficial wound. He stays."),
    ],
)
def test_a_rehearsed_hit_in_words(outcome: LeaderWound, faces: tuple[int, ...], words: str) -> None:
    throw = Throw(leader_wound, (RULES, False), outcome)
    assert wound_verdict(throw, faces) == words
    assert wound_label(throw) in words


def test_four_beaches_are_left_and_the_others_refuse() -> None:
    table = page("four_beaches")
    found = outlook(table.desk.position, "")
    assert found is not None
    # 6.9c: Cépet and the next one west, Fort Marguerite and the next one east.
    assert found.hexes == {"cepet", "sablettes", "marguerite", "carqueiranne"}
    assert [line.text or line.number for line in found.lines] == [4, 0, "none"]
    assert spoken(table.scene, "beach cepet") == "Cépet: reinforcements may land"
    assert spoken(table.scene, "beach la_malgue") == "Fort La Malgue: reinforcements may not land"
    table.hear([{"do": "take", "name": "royals"}, {"do": "press", "name": "Fort La Malgue"}])
    assert table.desk.refusal is not None
    assert table.desk.refusal.rule == "6.9c"
    table.hear([{"do": "press", "name": "Fort Marguerite"}])
    table.hear([{"do": "press", "name": "Fort La Malgue"}])
    assert table.goals == {"four_beaches"}


# -- wounds ------------------------------------------------------------------------------------------------------------------------------


def test_the_grid_has_the_cells_of_the_rule() -> None:
    # 36ths of question 1: killed 6, superficial 8, light 14, serious 6, grave 2.
    cells = Counter(fate for line in grid(RULES, "leader") for fate in line)
    assert cells == {"killed": 6, "superficial": 8, "light": 14, "serious": 6, "grave": 2}
    # Bonaparte: doubles and 11 become serious (T25): 6 + 6 + 2.
    cells = Counter(fate for line in grid(RULES, "bonaparte") for fate in line)
    assert cells == {"superficial": 8, "light": 14, "serious": 14}


def test_the_chances_of_wounds_and_of_turns_away() -> None:
    # Questions 1, 3 and 4.
    away = dict(distribution(RULES, "leader").marginal("turns_away").items())
    assert away[0] == away[None] == Fraction(2, 9)
    assert {away[n] for n in (1, 2, 3)} == {Fraction(17, 108)}
    assert {away[n] for n in (4, 5, 6)} == {Fraction(1, 36)}
    assert away[0] + away[1] == Fraction(41, 108)
    assert mean_away(RULES, "leader") == Fraction(7, 4)
    # 14/36 each for 1D3, mean 2, and for 1D6, mean 7/2: 14/36 x 11/2.
    assert mean_away(RULES, "bonaparte") == Fraction(77, 36)


def test_a_cell_in_words() -> None:
    # D8, D9 and the first half of D10.
    assert means(RULES, "leader", (4, 4), 7) == "4 and 4, a double: killed [6.6]. He is out of the game."
    assert means(RULES, "leader", (5, 6), 7) == "5 and 6 are 11: grave wound [6.6]. He is out of the game."
    assert means(RULES, "leader", (3, 5), 7) == "3 and 5 are 8: light wound [6.6]. He is away for 1D3 turns from turn 7."
    assert means(RULES, "leader", (1, 3), 7) == "1 and 3 are 4: superficial wound [6.6]. He stays with his troops."
    assert "for Bonaparte a serious wound at worst [4.12f] [T25]" in means(RULES, "bonaparte", (4, 4), 7)


def test_a_cell_is_picked_thrown_for_and_kept() -> None:
    desk, panel = page().desk, PanelView(WOUNDS)
    text = panel.html(desk)
    assert "Pick a cell, or throw." in text
    assert (text.count(">Ki<"), text.count(">Li<")) == (7, 15)  # six and fourteen cells, and one sign each in the key
    panel.act("cell", "3-5", desk)
    assert "He is away for 1D3 turns" in run_on(panel.html(desk))
    panel.act("turn", "1", desk)
    panel.act("roll", "", desk)
    roll, cell = panel.state(RULES).roll, panel.state(RULES).cell
    assert cell == f"{roll.faces[0]}-{roll.faces[1]}"
    assert ("The third die gives" in run_on(panel.html(desk))) == bool(turns_away(RULES, panel.state(RULES)))
    again = PanelView(WOUNDS)
    again.restore(panel.stored_state())
    assert again.state(RULES) == State(who="leader", turn=8, cell=cell, roll=None)
    again.restore(["leader", 8, cell])  # as 0.5 stored it
    for strange in (["king", 7, ""], ["leader", 99, ""], ["leader", 7, "7-7"]):
        again.restore(strange)
    assert again.state(RULES) == State(who="leader", turn=8, cell=cell, roll=None)
    panel.act("who", "bonaparte", desk)
    assert panel.state(RULES).roll is None
    assert ">Gr<" not in re.sub(r'<ul class="wounds-key".*?</ul>', "", panel.html(desk))
    for what, value in (("who", "king"), ("cell", "0-1"), ("turn", "5")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)


def test_the_third_die_brings_him_back() -> None:
    # D10: 3 and 5 on turn 7, 1D3 shows 2: back on turn 9. Seeds differ, so the throw is looked for.
    desk, panel = page().desk, PanelView(WOUNDS)
    for _ in range(200):
        panel.act("roll", "", desk)
        state = panel.state(RULES)
        if fate(RULES, "leader", *state.roll.faces[:2]) == "light" and turns_away(RULES, state) == 2:
            break
    assert "The third die gives 2 turns: he is back on turn 9." in run_on(panel.html(desk))


# -- nine ratios -------------------------------------------------------------------------------------------------------------------------


def test_a_leader_and_a_redoubt_weigh_about_the_same() -> None:
    # Units of 4, 3 and 3 against 3: A brings 10, B 7, C the best alone, 4; the redoubt adds 2, 1 or nothing. Ratios round down, T26.
    found = [[storm(RULES, letter, work) for work in WORKS] for letter in LETTERS]
    assert [[(each.attack, each.defence) for each in line] for line in found] == [[(n, 5), (n, 4), (n, 3)] for n in (10, 7, 4)]
    assert [[each.ratio for each in line] for line in found] == [["2:1", "2:1", "3:1"], ["1:1", "1:1", "2:1"], ["1:2", "1:1", "1:1"]]


def test_a_ratio_is_picked_and_told() -> None:
    desk, panel = page().desk, PanelView(STORM)
    assert "B combines 2 units, here 4 and 3: 7" in run_on(panel.html(desk))
    panel.act("cell", "C-removed", desk)
    assert "the strongest fights alone with 4" in run_on(panel.html(desk))
    assert storm_sentence(RULES, "C", "removed").endswith("the defender has 3 [6.8]. That is 1:1.")
    again = PanelView(STORM)
    again.restore("C-removed")  # as 0.5 stored it
    again.restore("D-normal")
    assert again.state(RULES) == panel.state(RULES)
    with pytest.raises(InputError):
        panel.act("cell", "C-lost", desk)
