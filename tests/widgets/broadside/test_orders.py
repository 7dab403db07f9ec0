"""Chapter 4 of Broadside: a slate beside the board, orders counted and taken apart, and the window of inertia."""

import re
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.broadside.grammar import Parsed, read_order
from rulesdemo.games.broadside.play.helm import cost_of, helm_of, legal_orders
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.chapter.page import Chapter, chapter
from widgets.games.broadside.lessons import orders
from widgets.games.broadside.panels.inertia import INERTIA, Way, gathers, loses, spend_words, spends
from widgets.games.broadside.panels.reader import EXAMPLES, READER, sailing, signs
from widgets.games.broadside.slate import SLATE, course_of
from widgets.kit.panel import PanelView, State
from widgets.scene.shapes import every_group

RULES = ruleset("broadside")
NAME = "en/broadside/04_orders"
EXAMPLE = Way(m=5, inertia=1, speed=3)  # IV.d ex


@pytest.fixture
def page() -> Chapter:
    made = chapter("broadside", "narrows", name=NAME, lesson="orders", ship="aurore", slate=SLATE)
    made.extra(READER)
    made.extra(INERTIA)
    made.play()
    return made


def act(page: Chapter, do: str, name: str, value: str = "", part: str = "orders") -> str:
    page.hear([{"do": do, "name": name, "value": value}])
    return words(page.view.parts()[part])


def words(text: str) -> str:
    return " ".join(Marked(text).words.split())


def drawn(page: Chapter) -> list[str]:
    return [each.label for each in every_group(page.scene) if each.id.startswith(("plot", "window"))]


# -- the slate beside the board ----------------------------------------------------------------------------------------------------------


def test_an_order_is_read_while_it_is_typed(page: Chapter) -> None:
    # Before anything is written, the board shows what inertia leaves open.
    assert drawn(page) == ["Aurore went 3 last turn and has 5 M: she may spend 2 to 4 M"]
    told_ = act(page, "set", "extra:slate:at:aurore", "2d1")
    assert "3 M. To 0609, heading S, running." in told_
    assert drawn(page) == ["Aurore, order 2D1: 3 M, to 0609 heading S"]
    told_ = act(page, "set", "extra:slate:at:aurore", "2dd1")
    assert "Two pivots in one hex." in told_
    assert "1 order cannot be given as it is." in told_
    assert "<mark>d</mark>1</span>" in page.view.parts()["orders"]  # the second pivot is the third character
    # The track stands as far as the order does.
    assert drawn(page) == ["Aurore, order 2: 2 M, to 0608 heading SE. At character 3: Two pivots in one hex, rule IV.c"]


def test_when_the_set_piece_is_over_nothing_is_left_open(page: Chapter) -> None:
    for text in ("2D1", "1G2"):
        act(page, "set", "extra:slate:at:aurore", text)
        act(page, "extra", "slate:close")
    assert page.desk.position.result is not None
    assert drawn(page) == []


def test_the_page_is_told_which_fields_are_wrong(page: Chapter) -> None:
    assert page.hear([{"do": "set", "name": "extra:slate:at:aurore", "value": "2D"}])["wrong"] == ["extra:slate:at:aurore"]
    both = page.hear([{"do": "set", "name": "extra:reader:text", "value": "1GG1"}])["wrong"]
    assert both == ["extra:slate:at:aurore", "extra:reader:text"]
    page.hear([{"do": "set", "name": "extra:reader:text", "value": "1G1"}])
    assert "wrong" not in page.hear([{"do": "set", "name": "extra:slate:at:aurore", "value": "2D1"}])


def test_enter_goes_on_to_the_button_once_an_order_is_good(page: Chapter) -> None:
    field = re.search(r'<input[^>]*id="slate-aurore"[^>]*>', page.view.parts()["orders"])
    assert field is not None
    assert 'data-enter="extra next"' in field[0]
    focused = 'id="slate-close" data-do="extra" data-name="slate:close" data-focus'
    for text, is_good in (("2dd1", False), ("2d1", True)):
        reply = page.hear([{"do": "extra next", "name": "extra:slate:at:aurore", "value": text}])
        assert (focused in reply["parts"]["orders"]) is is_good
    assert page.desk.plots == (("aurore", "2d1"),)


def test_a_press_on_a_hex_writes_the_order_that_ends_there(page: Chapter) -> None:
    act(page, "press", "0508")  # a hex SE and one S: no other order of hers ends there
    assert page.desk.plots == (("aurore", "1D1"),)
    assert not page.desk.can_undo  # nothing is given before the logs are closed
    act(page, "press", "0706")  # a hex SE and two NE
    assert page.desk.plots == (("aurore", "1G2"),)


def test_a_hex_with_several_orders_offers_them_and_one_is_chosen(page: Chapter) -> None:
    # Two hexes SE and one S, or SE, S and SE again.
    told_ = act(page, "press", "0609")
    assert "That hex Write 2D1 3 M. To 0609, heading S, running" in told_
    assert "Write 1D1G1 4 M. To 0609, heading SE, reaching" in told_
    told_ = act(page, "choose", "plot ship=aurore text=1D1G1")
    assert page.desk.plots == (("aurore", "1D1G1"),)
    assert "That hex" not in told_


def test_a_hex_that_no_order_reaches_is_refused_beside_the_slate(page: Chapter) -> None:
    told_ = act(page, "press", "1212")
    assert "Refused. No order of Aurore ends in 1212. She must spend 2 to 4 M." in told_
    assert page.desk.plots == ()


def test_two_orders_pass_the_rocks(page: Chapter) -> None:
    act(page, "set", "extra:slate:at:aurore", "2D1")
    act(page, "extra", "slate:close")
    assert page.desk.position.turn.number == 2
    act(page, "set", "extra:slate:at:aurore", "1G2")
    act(page, "extra", "slate:close")
    assert page.desk.history.result.winner == "french"
    assert "Right. That is the goal." in words(page.view.parts()["goal"])
    assert "The set piece is over." in words(page.view.parts()["orders"])


def test_a_new_start_forgets_the_draft_and_a_reload_keeps_it(page: Chapter) -> None:
    act(page, "set", "extra:slate:at:aurore", "2D1")
    kept = page.hear([{"do": "more", "name": ""}])["keep"]
    again = chapter("broadside", "narrows", name=NAME, lesson="orders", ship="aurore", slate=SLATE)
    again.play()
    again.hear([{"do": "hello", "value": kept, "page": {}}])
    assert again.desk.plots == (("aurore", "2D1"),)
    act(page, "restart", "")
    assert page.desk.plots == ()


# -- beside the board --------------------------------------------------------------------------------------------------------------------


def test_her_orders_are_counted_by_what_they_spend(page: Chapter) -> None:
    outlook = orders.outlook(page.desk.position, "aurore")
    assert outlook is not None
    # 2 M: 2, 1G1, 1D1. 3 M: 3, and one pivot after 1 or 2 hexes to either side. 4 M: 4, one pivot after 1, 2 or 3 hexes to either side,
    # and two pivots, of which one costs 1 M, with a hex before, between and after: GG, GD, DG, DD.
    assert [line.number for line in outlook.lines] == [0, 0, 3, 1 + 2 * 2, 1 + 3 * 2 + 4, 0]
    assert [line.name for line in outlook.lines if line.is_now] == ["3 M, as last turn"]
    assert outlook.words == ("Aurore crossed 3 hexes last turn. Her inertia is 1 and she has 5 M: she spends 2, 3 or 4 M. [IV.d] [B6]")
    assert orders.outlook(page.desk.position, "nobody") is None


# -- an order taken apart ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("3", [("3", 3)]),
        ("1G1", [("1", 1), ("G", 0), ("1", 1)]),  # BT03
        ("1G1D1", [("1", 1), ("G", 0), ("1", 1), ("D", 1), ("1", 1)]),  # BT04
        ("2D1D", [("2", 2), ("D1D", 3)]),  # T7: a tack is 3 M
        ("VH2", [("VH", 1), ("2", 2)]),  # T7: full sail costs 1 M
        ("G", [("G", 0)]),
        ("A", [("A", 0)]),
    ],
)
def test_each_part_has_its_price(text: str, parts: list[tuple[str, int]]) -> None:
    order = read_order(RULES, text)
    assert isinstance(order, Parsed)
    found = signs(RULES, order)
    assert [(each.text, each.m) for each in found] == parts
    assert sum(each.m for each in found) == cost_of(RULES, text)


def test_anchors_take_turns() -> None:
    found = [signs(RULES, order)[0].turns for text in ("A", "-A-") if isinstance(order := read_order(RULES, text), Parsed)]
    assert found == [1, 2]  # T7


@pytest.mark.parametrize("text", [*EXAMPLES, "9", "3X", ""])
def test_what_the_reader_says_stands_in_its_box(page: Chapter, text: str) -> None:
    act(page, "set", "extra:reader:text", text, "extra-reader")
    assert Marked(page.view.parts()["extra-reader"]).faults == []


def test_the_reader_says_where_an_order_goes_wrong(page: Chapter) -> None:
    told_ = act(page, "set", "extra:reader:text", "1gg1", "extra-reader")
    assert "At sign 3. Two pivots in one hex." in told_  # BT05
    told_ = act(page, "extra", "reader:text", "2D1D", "extra-reader")
    assert "A tack begins close-hauled, and she would be reaching." in told_  # IV.f
    assert "a tack to the right" in told_
    told_ = act(page, "set", "extra:reader:point", "B", "extra-reader")
    assert "A tack goes through the wind, and this turns away from it." in told_  # NE with the wind from N: G leads through it
    told_ = act(page, "set", "extra:reader:text", "VH2", "extra-reader")
    assert "She carries no full sail." in told_
    act(page, "set", "extra:reader:kind", "frigate", "extra-reader")
    told_ = act(page, "set", "extra:reader:text", "", "extra-reader")
    assert "Sirene crossed 3 hexes last turn: she may spend 1, 2, 3 or 4 M." in told_  # 4 M close-hauled, inertia 2


@pytest.mark.parametrize("kind", ["frigate", "seventy_four"])
@pytest.mark.parametrize("point", "BCD")
def test_no_order_to_try_leads_off_the_map(kind: str, point: str) -> None:
    position = sailing(RULES, kind, point)
    (ship,) = position.ships
    courses = [course_of(position, ship, text) for text in legal_orders(RULES, helm_of(position, ship))]
    assert courses
    assert not any(course is not None and course.left for course in courses)


def test_the_orders_to_try_are_of_every_kind() -> None:
    kinds = {order.kind if isinstance(order := read_order(RULES, text), Parsed) else order.rule for text in EXAMPLES}
    assert kinds == {"moves", "anchor", "weigh", "IV.c"}


@pytest.mark.parametrize("stored", [None, [], ["3", "fort", "C"], ["3", "frigate", "A"], ["3" * 61, "frigate", "C"], [3, "frigate", "C"]])
def test_only_what_can_be_read_is_restored(stored: Any) -> None:
    panel = PanelView(READER)
    panel.restore(stored)
    assert panel.state(RULES) == State(text="1G1D1", kind="seventy_four", point="C")
    panel.restore(["2", "frigate", "B"])  # as 0.5 stored it
    assert panel.state(RULES) == State(text="2", kind="frigate", point="B")


# -- inertia -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "may", "why"),
    [
        (EXAMPLE, (2, 3, 4), "Her last speed, less and more her inertia."),
        (Way(m=2, inertia=1, speed=5), (2,), "she spends them all."),  # B6: 4 is the least, and she has 2
        (Way(m=3, inertia=2, speed=3), (1, 2, 3), "she has no more M."),
        (Way(m=5, inertia=2, speed=1), (0, 1, 2, 3), "Nobody spends less than nothing."),
        (Way(m=4, inertia=0, speed=4), (4,), "Her last speed, less and more her inertia."),
    ],
)
def test_the_window(way: Way, may: tuple[int, ...], why: str) -> None:
    assert spends(RULES, way) == may
    assert why in spend_words(RULES, way)


def test_how_long_she_takes_to_gather_way_and_to_stop() -> None:
    assert gathers(RULES, EXAMPLE) == (1, 2, 3, 4, 5)
    assert loses(RULES, EXAMPLE) == (2, 1, 0)
    assert gathers(RULES, Way(6, 2, 0)) == (2, 4, 6)
    assert gathers(RULES, Way(5, 0, 0)) == ()  # without inertia she never starts
    assert loses(RULES, Way(5, 0, 3)) == ()  # nor stops


def test_the_picture_follows_the_board_until_it_is_changed(page: Chapter) -> None:
    text = page.view.parts()["extra-inertia"]
    assert re.findall(r'class="box is-(\w+)"><b>(\d)</b>', text) == [
        ("slow", "0"),
        ("slow", "1"),
        ("open", "2"),
        ("open", "3"),
        ("open", "4"),
        ("fast", "5"),
    ]
    act(page, "set", "extra:slate:at:aurore", "2")
    told_ = act(page, "extra", "slate:close", part="extra-inertia")
    assert "She spends 1, 2 or 3 M." in told_
    for _press in range(3):
        told_ = act(page, "extra", "inertia:m", "-1", "extra-inertia")
    assert "She spends 1 or 2 M." in told_
    assert '"box is-beyond"><b>3</b>' in page.view.parts()["extra-inertia"]
    told_ = act(page, "extra", "inertia:board", "", "extra-inertia")
    assert "She spends 1, 2 or 3 M." in told_


@pytest.mark.parametrize(("what", "value"), [("m", "5"), ("mast", "1"), ("speed", "")])
def test_what_the_window_does_not_know_changes_nothing(page: Chapter, what: str, value: str) -> None:
    panel = PanelView(INERTIA)
    with pytest.raises(InputError):
        panel.act(what, value, page.desk)
    assert panel.current(page.desk).own is None


@pytest.mark.parametrize("stored", [None, [5, 1], [10, 1, 3], [5, 5, 3], [5, 1, -1], [True, 1, 3]])
def test_only_a_window_that_can_be_is_restored(page: Chapter, stored: Any) -> None:
    panel = PanelView(INERTIA)
    panel.restore(stored)
    assert panel.current(page.desk).own is None
    panel.restore([6, 2, 4])  # as 0.5 stored it
    assert panel.current(page.desk) == State(m=6, inertia=2, speed=4, own="")
    again = PanelView(INERTIA)
    again.restore(panel.stored_state())
    assert again.current(page.desk) == panel.current(page.desk)
