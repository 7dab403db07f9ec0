"""Columns full of chances, a bar of one of them, and the table behind: whatever the game that they are of."""

from fractions import Fraction

from tests.support.markup import Marked
from widgets.kit.outcome_columns import AMBER, Fate, bar, columns, folded

F = Fraction
FATES = {"good": Fate("saved", "best"), "hot": Fate("burning", "fire"), "bad": Fate("lost", "third")}
HALF = {"good": F(1, 2), "hot": F(0), "bad": F(1, 2)}
ALL = {"good": F(0), "hot": F(1), "bad": F(0)}


def test_a_bar_has_a_part_for_what_can_be_and_a_line_for_everything() -> None:
    html = Marked(bar("end", "In the end", FATES, HALF))
    assert html.faults == []
    assert html.all("svg")[0]["aria-label"] == "In the end: saved 50.0 %, lost 50.0 %"
    parts = [each for each in html.all("rect") if each.get("height") == "27"]
    assert [(each["x"], each["width"]) for each in parts] == [("0.000%", "50.000%"), ("50.000%", "50.000%")]
    assert len(html.all("dt")) == 3
    assert AMBER in [each.get("fill") for each in html.all("rect")]  # the key, though nothing burns


def test_columns_stand_on_the_best_and_fill_the_height() -> None:
    html = Marked(columns("By turns.", FATES, (ALL, HALF), 1))
    assert html.faults == []
    drawn = [(each["x"], each["y"], each["height"]) for each in html.all("rect")]
    assert drawn == [("2", "0.00", "100.00"), ("26", "50.00", "50.00"), ("26", "0.00", "50.00")]
    assert [each.get("class") for each in html.all("li")] == [None, "now"]
    assert html.all("svg")[0]["aria-label"] == "By turns. 0: burning 100.0 %; 1: saved 50.0 %, lost 50.0 %."


def test_every_chance_stands_in_the_table() -> None:
    html = Marked(folded("end", "Every chance", ("Turns", "saved"), [("0", (F(0),)), ("1", (F(19, 27),))]))
    assert html.faults == []
    assert html.words.endswith("Turns saved 0 0 1 19/27")
