"""Order rows: legal, chosen, refused and done; few, many and none."""

from rulesdemo.play.engine import Refusal
from tests.support.markup import Marked
from widgets.play.order_rows import MOST_ROWS, OrderRow, OrderRows

NO = Refusal("She is not grappled to the target.", "8.21", "End a move alongside and grapple first.")


def row(name: str, state: str = "legal", group: str = "", refusal: Refusal | None = None) -> OrderRow:
    return OrderRow(name, f"Board with {name}", "2 marines against 1", "8.23", state, refusal, group=group)  # type: ignore[arg-type]


def test_a_row_is_a_button_and_its_rule_another_control() -> None:
    read = Marked(OrderRows("veneti", (row("aquila"),)).html())
    assert read.all("button", do="choose") == [
        {"type": "button", "class": "order-face", "id": "orders-0", "data-do": "choose", "data-name": "aquila"}
    ]
    assert [each["id"] for each in read.all("details")] == ["orders-0-8.23"]
    assert read.words.startswith("Your move Board with aquila 2 marines against 1 Rule 8.23")


def test_the_chosen_row_says_so_to_eye_and_ear() -> None:
    read = Marked(OrderRows("veneti", (row("a"), row("b", "chosen"))).html())
    assert [each.get("aria-pressed") for each in read.all("button")] == [None, "true"]
    assert len(read.classed("is-chosen")) == 1


def test_a_refused_row_says_why_what_to_do_and_by_which_rule() -> None:
    read = Marked(OrderRows("veneti", (row("corvus", "refused", refusal=NO),)).html())
    assert "Refused. She is not grappled to the target. End a move alongside and grapple first." in read.words
    assert [each["id"] for each in read.all("details")] == ["orders-0-8.21"]  # the rule that says no, not that of the order
    assert read.classed("saltire")
    assert read.all("button", do="choose")  # it can be pressed: the board then shows where
    assert "2 marines" not in read.words


def test_a_done_row_is_no_button() -> None:
    read = Marked(OrderRows("veneti", (row("a", "done"),)).html())
    assert not read.all("button")
    assert "Done." in read.words


def test_the_hint_of_odds_is_shown() -> None:
    hinted = OrderRow("a", "Board", "2 against 1", "8.23", odds_hint="Captures with 7/12")
    assert "Captures with 7/12" in OrderRows("veneti", (hinted,)).html()


def test_a_rule_that_the_game_lacks_has_no_chip() -> None:
    read = Marked(OrderRows("veneti", (OrderRow("a", "Go", "", "99.9"),)).html())
    assert not read.all("details")


def test_none_says_what_to_do() -> None:
    assert "Pick a ship" in OrderRows("veneti", ()).html()
    assert "The set piece is over." in OrderRows("veneti", (), empty="The set piece is over.").html()


def test_few_rows_have_no_headings_and_many_of_one_ship_neither() -> None:
    assert not Marked(OrderRows("veneti", tuple(row(str(n), group="AB"[n % 2]) for n in range(5))).html()).all("h4")
    assert not Marked(OrderRows("veneti", tuple(row(str(n), group="A") for n in range(7))).html()).all("h4")


def test_many_rows_stand_by_ship_in_the_order_they_come() -> None:
    text = OrderRows("veneti", tuple(row(str(n), group=("Fides", "Aquila")[n % 2]) for n in range(6))).html()
    read = Marked(text)
    assert len(read.all("h4")) == 2
    assert text.index("Fides") < text.index("Aquila")
    assert [each["data-name"] for each in read.all("button")] == ["0", "2", "4", "1", "3", "5"]


def test_beyond_eight_the_rest_is_folded_but_never_what_answers_the_reader() -> None:
    rows = [row(str(n)) for n in range(12)]
    rows[9], rows[11] = row("9", "chosen"), row("11", "refused", refusal=NO)
    panel = OrderRows("veneti", tuple(rows))
    assert [each.key for each in panel.open_rows] == [*map(str, range(MOST_ROWS)), "9", "11"]
    assert [each.key for each in panel.folded_rows] == ["8", "10"]
    read = Marked(panel.html())
    assert "Show 2 more orders" in read.words
    assert len(read.all("button")) == 12
    assert "Show 1 more order " in Marked(OrderRows("veneti", tuple(row(str(n)) for n in range(9))).html()).words


def test_what_closes_a_segment_never_waits_behind_the_fold() -> None:
    many = tuple(OrderRow(f"row {n}", f"Row {n} PM", "", "6.23") for n in range(12))
    end = OrderRow("end_movement", "End the movement", "", "3.0 E1", is_closing=True)
    panel = OrderRows("veneti", (*many, end))
    assert end in panel.open_rows
    assert len(panel.open_rows) == 9  # eight rows, and the way on
    assert end not in panel.folded_rows
