"""Small parts that panels of several games are made of: tiles, signs, limits, the fates of ships, cells that answer in words."""

from fractions import Fraction

from markupsafe import Markup

from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import Ruleset
from tests.support.markup import Marked
from widgets.kit.components import Custom, Press
from widgets.kit.limit_bar import heading_arrow, limit_bar
from widgets.kit.outcome_columns import Fate
from widgets.kit.panel import Panel, State
from widgets.kit.pick_table import answer_cell
from widgets.kit.ship_fates import Line, ShipFate, ShipFates, fates_bar, fates_name, question_row
from widgets.kit.sign import sign
from widgets.kit.tiles import Tile, Tiles
from widgets.play.lesson import either

F = Fraction


def nothing(_rules: Ruleset, _state: State, _seen: object) -> tuple[()]:
    return ()


PANEL = Panel("small", "veneti", "Small parts", nothing)
FATES = {"saved": Fate("saved", "best"), "burning": Fate("burning", "fire"), "lost": Fate("lost", "third")}


def test_tiles_are_drawings_or_parts_and_one_of_them_holds_now() -> None:
    tiles = Tiles([Markup("<b>1</b>"), Tile([Press("take", "2")], "is-now", is_now=True)], "track", is_ordered=True, label="Turns")
    html = Marked(tiles.html(PANEL))
    assert html.faults == []
    assert html.all("ol") == [{"class": "track", "role": "list", "aria-label": "Turns"}]
    assert html.all("li") == [{}, {"class": "is-now", "aria-current": "step"}]
    assert html.all("button")[0]["data-name"] == "small:take"


def test_tiles_that_listeners_hear_elsewhere_are_hidden_from_them() -> None:
    assert Tiles([], "axis", has_role=False, is_hidden=True).html(PANEL) == '<ul class="axis" aria-hidden="true"></ul>'


def test_a_sign_is_drawn_and_said() -> None:
    assert sign("<", "less") == '<span aria-hidden="true">&lt;</span><span class="sr">less</span>'
    assert sign("A", "the Allies", "letter", tag="b") == '<b class="letter" aria-hidden="true">A</b><span class="sr">the Allies</span>'


def test_a_limit_has_a_bar_by_the_largest_and_nought_has_words() -> None:
    bar = Marked(limit_bar(2, 3, "she cannot move"))
    assert bar.all("rect")[0]["width"] == "66.7%"
    assert limit_bar(0, 3, "she cannot move") == '<div class="limit-cell"><b>0</b><span class="no-way">she cannot move</span></div>'
    assert 'rotate(-60)"' in heading_arrow(-60.0)


def test_each_ship_has_her_bar_and_a_line_for_each_fate() -> None:
    chances = {"saved": F(1, 4), "burning": F(0), "lost": F(3, 4)}
    lines = {name: Line(fate.name, chances[name], "" if name == "burning" else "about", fate.sign) for name, fate in FATES.items()}
    ship = ShipFate("aquila", fates_name("Aquila"), fates_bar("Aquila", FATES, chances), lines)
    html = Marked(ShipFates([ship]).html(PANEL))
    assert html.faults == []
    assert html.all("svg")[0]["aria-label"] == "Aquila: saved 1/4, 25.0 %, lost 3/4, 75.0 %"  # what cannot be is not said
    assert (len(html.all("dt")), html.words.count("about")) == (3, 2)


def test_a_question_stands_before_its_buttons_and_names_them() -> None:
    html = Marked(question_row("Who bursts?", [Custom(Markup("<i>she</i>"))]).html(PANEL))
    assert html.all("div")[0]["aria-label"] == "Who bursts?"
    assert html.words == "Who bursts? she"


def test_a_cell_answers_with_a_sentence_that_cites() -> None:
    cell = answer_cell("veneti", "reach", "one-two", ("no", "one at two", "Out of range. [8.41]"), shade=2)
    assert (cell.value, cell.shown, cell.said, cell.shade) == ("one-two", "no", "one at two", 2)
    assert 'id="reach-0-8.41"' in cell.told


def test_a_label_follows_one_field_of_the_outcome() -> None:
    label = either("imag", "yes", "no")
    assert [label(Throw(None, (), outcome)) for outcome in (1j, 1)] == ["yes", "no"]  # type: ignore[arg-type]
