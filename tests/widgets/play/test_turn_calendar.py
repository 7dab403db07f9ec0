"""The row of turns and the calendar ahead: what is over, what is now, and what each turn brings."""

from __future__ import annotations

import re

from tests.support.markup import plain
from widgets.play.turn_calendar import Entry, TurnCard, calendar

CARDS = (
    TurnCard(1, "29 August", "29 Aug", (Entry("Gone by already.", "1.11"),)),
    TurnCard(2, "5 September", "5 Sep", (Entry("Spies come.", "5a"),)),
    TurnCard(3, "12 September", "12 Sep", tuple(Entry(f"Thing {n}.", "5b") for n in range(6))),
    TurnCard(4, "19 September", "19 Sep"),
)


def boxes(text: str) -> list[tuple[str, str]]:
    """The state of every box of the row, and its words."""
    row = text[: text.index("</ol>")]
    return [(state, plain(words)) for state, words in re.findall(r'<li class="is-(\w+)"[^>]*>(.*?)</li>', row)]


def test_the_row_says_what_is_over_what_is_now_and_how_much_is_to_come() -> None:
    text = calendar("toulon", CARDS, 2, is_over=False)
    assert [state for state, _words in boxes(text)] == ["done", "now", "ahead", "ahead"]
    assert text.count('aria-current="step"') == 1
    words = [" ".join(words.split()) for _state, words in boxes(text)]
    assert words[0] == "Turn 1 29 Aug , over"
    assert words[1] == "Turn 2 5 Sep • , now , brings 1 thing"
    assert words[2] == "Turn 3 12 Sep •••• , brings 6 things"
    assert words[3] == "Turn 4 19 Sep"


def test_the_calendar_looks_ahead_and_not_back() -> None:
    text = plain(calendar("toulon", CARDS, 2, is_over=False))
    assert "The calendar ahead: 7 entries" in text
    assert "Gone by already." not in text
    assert "Turn 2, 5 September the present turn" in text
    assert "Thing 5." in text
    assert "Turn 4, 19 September Nothing is fixed for it." in text


def test_when_the_game_is_over_no_turn_is_the_present_one() -> None:
    text = calendar("toulon", CARDS, 3, is_over=True)
    assert [state for state, _words in boxes(text)] == ["done", "done", "done", "ahead"]
    assert "aria-current" not in text
    assert "calendar-ahead" not in text  # nothing comes any more


def test_a_game_without_a_calendar_shows_nothing() -> None:
    assert calendar("veneti", (), 1, is_over=False) == ""


def test_turns_need_no_days() -> None:
    text = calendar("toulon", (TurnCard(7),), 7, is_over=False)
    assert "calendar-day" not in text
    assert "Turn 7 the present turn" in plain(text)
