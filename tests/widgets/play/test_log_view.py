"""The log and its buttons."""

from fractions import Fraction

from rulesdemo.play.log import Line
from tests.support.markup import Marked
from widgets.play.log_view import MOST_LINES, GameBar, LogView

LINES = (
    Line(0, 1, "Turn 1 begins.", "6.81"),
    Line(1, 1, "Aquila grapples Gull.", "8.12", (5,), Fraction(1, 2)),
    Line(2, 2, "Aquila takes Gull.", "8.23", (3, 4), Fraction(5, 9), 2),
)


def test_an_empty_log_says_how_to_begin() -> None:
    assert "Nothing has happened yet. Choose an order to begin." in Marked(LogView("veneti").html()).words


def test_newest_first_with_turn_dice_chance_and_rule() -> None:
    read = Marked(LogView("veneti", LINES).html())
    words = read.words
    assert words.index("Aquila takes Gull.") < words.index("Aquila grapples Gull.") < words.index("Turn 1 begins.")
    assert "T2 Turn 2. Aquila takes Gull. Dice 3 4, chance 5/9 5 9 Rolled again 2 times Rule 8.23" in words
    assert "T1 Turn 1. Turn 1 begins. Rule 6.81" in words
    assert len(read.classed("die")) == 3
    assert [each["id"] for each in read.all("details")] == ["log-2-8.23", "log-1-8.12", "log-0-6.81"]


def test_older_lines_are_folded() -> None:
    read = Marked(LogView("veneti", tuple(Line(n, 1, f"Event {n}.", "6.81") for n in range(MOST_LINES + 3))).html())
    assert len(read.all("li")) == MOST_LINES + 3
    assert "3 earlier lines" in read.words
    assert len(read.all("ol")) == 2


def test_many_dice_and_long_fractions_fit() -> None:
    read = Marked(LogView("veneti", (Line(1, 1, "A volley.", "8.44", (6,) * 20, Fraction(1, 6**20)),)).html())
    assert len(read.classed("die")) == 8
    assert "and 12 more" in read.words
    assert f"exact 1/{6**20}" in read.words


def test_an_unknown_rule_has_no_chip() -> None:
    assert not Marked(LogView("veneti", (Line(1, 1, "It happened.", "99.9"),)).html()).all("details")


def test_a_longer_log_keeps_the_keys_of_its_lines() -> None:
    before = {each["id"] for each in Marked(LogView("veneti", LINES[:2]).html()).all("details")}
    after = {each["id"] for each in Marked(LogView("veneti", LINES).html()).all("details")}
    assert before < after  # so that an open rule stays open


def test_the_bar_sleeps_where_nothing_can_be_done() -> None:
    def asleep(bar: GameBar) -> set[str]:
        return {each["id"] for each in Marked(bar.html()).all("button") if "disabled" in each}

    assert asleep(GameBar()) == {"bar-undo", "bar-redo", "bar-again", "bar-restart"}
    assert asleep(GameBar(can_undo=True, can_redo=True, can_roll_again=True, has_begun=True)) == set()


def test_the_bar_says_what_its_buttons_do() -> None:
    read = Marked(GameBar().html())
    assert [each.get("data-do") for each in read.all("button")] == ["undo", "redo", "roll again", "restart", "save", None, "copy link"]
    assert [each["id"] for each in read.all("button", open="game")] == ["bar-open"]
