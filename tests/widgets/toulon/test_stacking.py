"""Who fits where: how full zones and forts are told to be, the crowd of one's own, and whose a zone or a work is."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import run_on
from widgets.chapter.page import Chapter, chapter
from widgets.games.toulon.guide import GUIDE
from widgets.games.toulon.lessons.stacking import no_room, outlook, used_of
from widgets.games.toulon.panels.crowd import CROWD, MOST, TRIES
from widgets.games.toulon.panels.crowd import sentence as crowd_sentence
from widgets.games.toulon.panels.works import WHO, WORKS_PANEL, control, helps, sentence
from widgets.kit.panel import PanelView
from widgets.scene.text_painter import label_of as spoken

RULES = ruleset("toulon")
NAME = "en/toulon/05_who_fits_where"


def page() -> Chapter:
    return chapter("toulon", "full_fort", name=NAME, lesson="stacking", ship="royals")


# -- the map -----------------------------------------------------------------------------------------------------------------------------


def test_the_outlook_counts_zone_and_fort_apart() -> None:
    desk = page().desk
    # Royals 3 and the 25th 2 before Fort La Malgue: value 2 holds 6, the fort 7 (4.1).
    found = outlook(desk.position, "royals")
    assert found is not None
    assert [(line.name, line.text) for line in found.lines] == [("in the zone", "5 of 6"), ("in its fort", "0 of 7")]
    desk.give(o.Garrison("royals", inside=True))
    found = outlook(desk.position, "royals")
    assert found is not None
    assert [line.text for line in found.lines] == ["2 of 6", "3 of 7"]
    assert used_of(desk.position, "allied", "toulon") == (5, 15)
    assert used_of(desk.position, "allied", "la_garde") == (0, 7)


def test_plates_on_the_map_say_how_full_a_place_is() -> None:
    table = page()
    assert spoken(table.scene, "room la_malgue") == "Fort La Malgue holds 5 of 6 strength points"
    assert spoken(table.scene, "room malbousquet") == "Malbousquet holds 4 of 9 strength points"
    table.hear([{"do": "press", "name": "Fort La Malgue"}])
    assert spoken(table.scene, "room la_malgue") == "Fort La Malgue holds 2 of 6 strength points, its fort 3 of 7"


def test_the_excess_is_shown_before_anybody_is_refused() -> None:
    table = page()
    # The marines cannot join 3 and 2 in a zone that holds 6: 7 is 1 over. The Córdoba regiment, 3, would be 2 over.
    table.hear([{"do": "take", "name": "cordoba"}])
    assert spoken(table.scene, "over la_malgue") == "Spanish Córdoba would be 2 too many for Fort La Malgue"
    assert no_room(table.desk.position, table.desk.position.unit("marines")) == [("la_malgue", False, 1)]
    table.hear([{"do": "press", "name": "Fort La Malgue"}])
    assert table.desk.refusal is not None
    assert (table.desk.refusal.rule, table.desk.refused_at) == ("4.1", "la_malgue")


def test_seven_in_the_fort_is_the_goal_and_eight_is_refused() -> None:
    table = page()
    table.hear([{"do": "press", "name": "Fort La Malgue"}])
    table.hear([{"do": "take", "name": "foot_25"}, {"do": "press", "name": "Fort La Malgue"}])
    # 3 and 2 are inside; Córdoba, 3, marches up and would make 8.
    table.hear([{"do": "take", "name": "cordoba"}, {"do": "press", "name": "Fort La Malgue"}])
    assert table.desk.position.unit("cordoba").place == "la_malgue"
    assert spoken(table.scene, "over la_malgue") == "Spanish Córdoba would be 1 too many inside Fort La Malgue"
    table.hear([{"do": "press", "name": "Fort La Malgue"}])
    assert table.desk.refusal is not None
    assert table.desk.refusal.rule == "4.1"
    assert table.goals == set()
    table.hear([{"do": "take", "name": "marines"}, {"do": "press", "name": "Fort La Malgue"}])
    table.hear([{"do": "press", "name": "Fort La Malgue"}])
    assert table.goals == {"full_fort"}


def test_nobody_in_hand_tells_of_the_goal() -> None:
    desk = page().desk
    found = GUIDE.outlook(desk.position, "", "stacking")
    assert found is not None
    assert found.title == "Fort La Malgue"


# -- a crowd of one's own ----------------------------------------------------------------------------------------------------------------


# D4 to D7 of the specification.
@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("full", "All fit, and the place is full."),
        ("over", "1 over: 1 temporary loss."),
        ("big", "One unit alone may be bigger, so it stays."),
        ("two", "1 over: 1 temporary loss."),
    ],
)
def test_the_vectors_of_the_specification(name: str, end: str) -> None:
    assert crowd_sentence(RULES, **TRIES[name].fields).endswith(f"[4.1]. {end}")


def test_units_go_in_and_out() -> None:
    table, crowd = page(), PanelView(CROWD)
    text = crowd.html(table.desk)
    assert "All fit, with room for 1 strength point more." in run_on(text)
    crowd.act("add", "2", table.desk)
    assert crowd.state(RULES).units == (5, 3, 2)
    text = crowd.html(table.desk)
    # 10 in a zone for 9: nine boxes stay, the tenth is crossed out.
    assert (text.count('class="over"'), text.count('class="saltire"'), text.count('class="free"')) == (1, 1, 0)
    assert 'aria-label="5, 3 and 2 in a place for 9"' in text
    crowd.act("out", "0", table.desk)
    assert crowd.state(RULES).units == (3, 2)
    assert crowd.html(table.desk).count('class="free"') == 4
    crowd.act("place", "fortress", table.desk)
    assert "Value of the zone" not in crowd.html(table.desk)
    crowd.act("value", "-1", table.desk)
    assert crowd.state(RULES).value == 2
    for what, value in (("add", "10"), ("out", "2"), ("place", "sea"), ("try", "none"), ("value", "7")):
        with pytest.raises(InputError):
            crowd.act(what, value, table.desk)
    for _ in range(MOST - 2):
        crowd.act("add", "1", table.desk)
    with pytest.raises(InputError, match="room for 8 units"):
        crowd.act("add", "1", table.desk)
    again = PanelView(CROWD)
    again.restore(["fortress", 2, [3, 2, 1, 1, 1, 1, 1, 1]])  # as 0.5 stored it
    for strange in (["sea", 3, []], ["zone", 99, []], ["zone", 3, [5, "x"]], ["zone", 3, [1] * 9]):
        again.restore(strange)
    assert again.state(RULES) == crowd.state(RULES)


# -- whose zone, whose walls -------------------------------------------------------------------------------------------------------------


def test_a_patrol_never_controls() -> None:
    # 4.5: rows are the Allies, columns the Republicans; nobody, a patrol, a regiment.
    found: list[list[Any]] = [[control(own, other) for other in WHO] for own in WHO]
    assert found == [[None, None, "republican"], [None, None, "republican"], ["allied", "allied", None]]
    assert sentence("unit", "patrol").startswith("The Republican patrol only makes the zone occupied")
    assert sentence("unit", "unit").startswith("Both sides stand there")


def test_works_help_those_who_built_them() -> None:
    # 4.7a and 4.7b.
    assert [(helps(work, "allied"), helps(work, "republican")) for work in ("old", "allied", "republican")] == [
        (True, False),
        (True, False),
        (False, True),
    ]


def test_a_cell_is_picked_and_kept() -> None:
    table, works = page(), PanelView(WORKS_PANEL)
    assert 'id="works-patrol-nobody"' in works.html(table.desk)
    works.act("pick", "unit-unit", table.desk)
    assert re.search(r'id="works-unit-unit"[^>]*aria-pressed="true"', works.html(table.desk))
    again = PanelView(WORKS_PANEL)
    again.restore("unit-unit")  # as 0.5 stored it
    assert again.state(RULES) == works.state(RULES)
    with pytest.raises(InputError):
        works.act("pick", "unit", table.desk)
