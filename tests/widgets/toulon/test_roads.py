"""Roads and no-man's land: lines of supply and tests on the map, who may go where, and many tests at once."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import run_on
from widgets.chapter.page import Chapter, chapter
from widgets.games.toulon.lessons.roads import line_of, outlook, rehearsal, steps_with_test, supply_words
from widgets.games.toulon.panels.quality import QUALITY, all_in, all_pass, chance_of, rides
from widgets.games.toulon.panels.quality import sentence as quality_sentence
from widgets.games.toulon.panels.ways import MOVERS, TARGETS, WAYS, sentence, way, way_text
from widgets.kit.panel import PanelView
from widgets.scene.text_painter import label_of as spoken

RULES = ruleset("toulon")
F = Fraction


def page(scenario: str = "open_road") -> Chapter:
    return chapter("toulon", scenario, lesson="roads", ship="west_dragoons", at_once=True)


# -- the map -----------------------------------------------------------------------------------------------------------------------------


def test_a_scout_sees_the_test_before_it_rides_and_the_road_is_friendly_after_it() -> None:
    table = page()
    desk = table.desk
    # 4.9n: the road of no-man's land takes a test; open land takes none.
    assert steps_with_test(desk.position, desk.position.unit("west_dragoons")) == ("west_road_1",)
    assert spoken(table.scene, "test west_road_1") == "West dragoons takes a quality test to go to The Ollioules road, at 4/6"
    assert table.is_rehearsing
    table.hear([{"do": "press", "name": "The Ollioules road"}])
    assert desk.chosen == o.RollQuality("west_dragoons")
    desk.use_dice((1,))
    # 4.9q: friendly now, and left for Malbousquet without a test; the next section takes one.
    assert desk.position.friendly_road("west_road_1", "republican")
    assert steps_with_test(desk.position, desk.position.unit("west_dragoons")) == ("west_road_2",)
    found = outlook(desk.position, "west_dragoons")
    assert found is not None
    assert [line.text for line in found.lines][:2] == ["2 of 2", "2 of 3"]


def test_a_failed_scout_goes_back_and_is_done() -> None:
    table = page()
    table.hear([{"do": "press", "name": "The Ollioules road"}])
    table.desk.use_dice((0,))
    unit = table.desk.position.unit("west_dragoons")
    assert unit.place == "ollioules"  # 4.9r
    assert steps_with_test(table.desk.position, unit) == ()
    assert rehearsal(table.desk.position, "west_dragoons") is None


def test_guns_are_refused_on_the_road_and_alone_in_no_mans_land() -> None:
    table = page()
    for place, rule in (("The Ollioules road", "4.9l"), ("Six-Fours", "4.9e")):
        table.hear([{"do": "take", "name": "west_guns"}] if table.desk.selected != "west_guns" else [])
        table.hear([{"do": "press", "name": place}])
        assert table.desk.refusal is not None
        assert table.desk.refusal.rule == rule


def test_the_line_of_supply_is_drawn_and_needs_no_throw_once_malbousquet_is_held() -> None:
    table = page("supply_line")
    desk = table.desk
    unit = desk.position.unit("allobroges")
    # Mont Faron to Ollioules by Malbousquet, which nobody holds: turn 8, so it is thrown for (5g).
    assert line_of(desk.position, unit) == (("faron", "malbousquet", "ollioules"), ("malbousquet",))
    assert spoken(table.scene, "supply") == "Supply of Allobroges from Ollioules by Malbousquet and Mont Faron"
    assert spoken(table.scene, "crossed malbousquet") == "The line of supply crosses no-man's land at Malbousquet"
    assert desk.chosen == o.TraceSupply("faron")
    assert "5 or 6 fails. [5g]" in supply_words(desk.position, unit, line_of(desk.position, unit))
    desk.use_dice((5,))
    assert desk.position.turn.cut == ("allobroges",)
    desk.give(o.March("bourgogne", "malbousquet", "west"))
    table.hear([])
    assert line_of(desk.position, desk.position.unit("allobroges")).wild == ()
    assert table.goals == {"supply_line"}


def test_before_turn_8_a_line_through_no_mans_land_is_not_thrown_for() -> None:
    position = page("supply_line").desk.position.with_turn(number=7)
    unit = position.unit("allobroges")
    assert "needs a throw from turn 8 on" in supply_words(position, unit, line_of(position, unit))
    landed = position.with_unit("allobroges", landed=True)
    assert supply_words(landed, landed.unit("allobroges"), line_of(landed, unit)).endswith("[4.8d]")
    # With the Allies in Malbousquet every way is theirs (La Seyne does not touch Mont Faron).
    shut = position.with_unit("hibernia", place="malbousquet")
    assert line_of(shut, unit) == ((), ())
    assert supply_words(shut, unit, line_of(shut, unit)).endswith("[4.8e]")


# -- who may go where --------------------------------------------------------------------------------------------------------------------


def test_every_cell_of_who_may_go_where() -> None:
    # 3 OP into an enemy zone (6.3), 1 for no-man's land (ours); 4.9c-4.9q say who is tested and who may not.
    found = {target: [way_text(way(mover, target)) for mover in MOVERS] for target in TARGETS}
    assert found == {
        "own": ["free"] * 5,
        "empty": ["1 OP", "1 OP", "no", "1 OP", "1 OP"],
        "patrol": ["3 OP, test", "3 OP, test", "no", "3 OP, test", "3 OP, test"],
        "seen": ["1 OP, test", "1 OP, test", "no", "1 OP, test", "1 OP, test"],
        "enemy": ["3 OP, test"] * 5,
        "road": ["1 OP, test", "free, test", "no", "1 OP, test", "no"],
        "friendly": ["free"] * 5,
        "leaves": ["1 OP, test", "1 OP, test", "no", "1 OP, test", "1 OP, test"],
        "scouted": ["1 OP", "1 OP", "no", "1 OP", "1 OP"],
    }
    assert "[4.9o]" in sentence("worn", "road")
    assert "[4.9l]" in sentence("guns", "road")
    assert "[4.9e]" in sentence("guns", "patrol")
    assert "[4.9n]" in sentence("cavalry", "road")
    assert way("infantry", "leaves").test == "4.9p"


def test_a_cell_is_picked_and_kept() -> None:
    table, ways = page(), PanelView(WAYS)
    assert "Cavalry, road of no-man's land: free, test." in run_on(ways.html(table.desk)).replace("&#39;", "'")
    ways.act("cell", "guns-road", table.desk)
    assert re.search(r'id="ways-cell-guns-road"[^>]* checked', ways.html(table.desk))
    again = PanelView(WAYS)
    again.restore("guns-road")  # as 0.5 stored it
    for strange in ("guns", "ships-road"):
        again.restore(strange)
    assert again.state(RULES) == ways.state(RULES)
    with pytest.raises(InputError):
        ways.act("cell", "guns", table.desk)


# -- many tests -------------------------------------------------------------------------------------------------------------------------


def test_question_12_of_the_specification() -> None:
    # All of n pass: 2/3, 4/9, 8/27, 16/81; in by round 1 or 2: 8/9. A scout's sections are the same powers.
    assert [all_pass(RULES, "2/3", n) for n in range(1, 5)] == [F(2, 3), F(4, 9), F(8, 27), F(16, 81)]
    assert [rides(RULES, "2/3", n) for n in range(1, 4)] == [F(2, 3), F(4, 9), F(8, 27)]
    assert (all_in(RULES, "2/3", 1), all_in(RULES, "2/3", 2)) == (F(8, 9), F(64, 81))


def test_the_panel_of_tests() -> None:
    table, tests = page(), PanelView(QUALITY)
    html = run_on(tests.html(table.desk))
    assert "The chance that all 2 are in for round 1 is 2/3 to the power of 2, 4/9" in html
    tests.act("leader", "1", table.desk)
    # One sixth more with a leader, ours (T38): 5/6, and 25/36 for two.
    assert chance_of(4, led=True) == "5/6"
    assert "5/6 to the power of 2, 25/36" in run_on(tests.html(table.desk))
    tests.act("quality", "6", table.desk)
    assert "1 to the power of 2, 1 " in run_on(tests.html(table.desk))
    tests.act("units", "-1", table.desk)
    tests.act("units", "-1", table.desk)
    assert tests.state(RULES).units == 1
    assert "The chance to be in for round 1 is 2/3 [4.9c], and by round 2 8/9" in quality_sentence(RULES, "4/6", 1, led=False)
    again = PanelView(QUALITY)
    again.restore([6, 1, 1])  # as 0.5 stored it
    for strange in ([4, 0], [7, 0, 2], [4, 2, 2], [4, 0, 9]):
        again.restore(strange)
    assert again.state(RULES) == tests.state(RULES)
    for what, value in (("quality", "7"), ("leader", "2"), ("units", "2")):
        with pytest.raises(InputError):
            tests.act(what, value, table.desk)
