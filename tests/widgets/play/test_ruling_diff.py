"""Another reading of the rules: which chances moved, what they were, and the sentence; on pages of two games."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from tests.support.markup import Marked
from widgets.chapter.page import Chapter, chapter
from widgets.kit.bars import bars
from widgets.kit.odds_rows import REST, Row, View
from widgets.odds_form.form import Ask
from widgets.odds_form.results import odds
from widgets.play import ruling_diff
from widgets.play.ruling_diff import Move
from widgets.play.ruling_diff_odds import our_views

F = Fraction
BOARDING: dict[str, Any] = {
    "begin": ("end_movement",),
    "chosen": "board target=morwen parties=aquila:2,lupa:2",
    "rules": ("8.28",),
}
VOLLEY: dict[str, Any] = {
    "begin": ("draw", "straight ship=furet", "end_move ship=furet"),
    "chosen": "fire_at ship=furet target=lion",
    "rules": ("E-DMG-1",),
}


def view(*rows: tuple[str, Fraction], rest: str = "") -> View:
    return View("", tuple(Row(REST if label == rest else label, label, label, chance, "best") for label, chance in rows))


def words(text: str) -> str:
    """What a listener hears."""
    heard_of = re.sub(r'<(span|svg)\b[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", text)
    return " ".join(Marked(heard_of).words.split()).replace("\N{NO-BREAK SPACE}", " ")


@pytest.fixture
def boarding() -> Chapter:
    made = chapter("veneti", "boarders", **BOARDING)
    made.play()
    made.reading()
    return made


def switched(page: Chapter, name: str, value: str) -> dict[str, str]:
    found: dict[str, str] = page.hear([{"do": "set", "name": f"switch:{name}", "value": value}])["parts"]
    return found


# -- which moved -----------------------------------------------------------------------------------------------------------------------


def test_rows_that_moved_say_what_they_were() -> None:
    old, new = view(("hit", F(1, 3)), ("miss", F(2, 3))), view(("hit", F(1, 2)), ("miss", F(1, 2)))
    assert ruling_diff.was(new, old) == {"hit": F(1, 3), "miss": F(2, 3)}
    assert ruling_diff.was(new, new) == {}
    assert ruling_diff.was(new, None) == {}


def test_what_is_new_was_nothing_and_what_is_gone_is_told() -> None:
    old, new = view(("hit", F(1, 3)), ("miss", F(2, 3))), view(("hit", F(1, 3)), ("fire", F(2, 3)))
    assert ruling_diff.was(new, old) == {"fire": F(0)}
    assert ruling_diff.moves((new,), (old,)) == (Move("fire", F(0), F(2, 3)), Move("miss", F(2, 3), F(0)))


def test_rows_that_add_up_others_are_compared_only_with_the_same() -> None:
    old = view(("0", F(1, 2)), ("1 or more", F(1, 2)), rest="1 or more")
    new = view(("0", F(1, 4)), ("1", F(1, 4)), ("2 or more", F(1, 2)), rest="2 or more")
    assert ruling_diff.was(new, old) == {"0": F(1, 2)}
    assert [move.label for move in ruling_diff.moves((new,), (old,))] == ["0"]


def test_the_sentence_names_the_farthest_moves() -> None:
    moved = [Move("a", F(1, 2), F(1, 4)), Move("b", F(0), F(1, 5)), Move("c", F(1, 9), F(1, 8)), Move("d", F(1, 90), F(1, 91))]
    said = ruling_diff.moves_text(moved).replace("\N{NO-BREAK SPACE}", " ")
    assert said.startswith("Your reading moves 4 chances. a: was 1/2, 50.0 %, now 1/4, 25.0 %; b: was 0.0 %, now 1/5, 20.0 %;")
    assert said.endswith("1 more moved less.")
    assert ruling_diff.moves_text([]) == "Your reading changes none of the chances above."


def test_bars_mark_where_they_ended() -> None:
    text = bars(view(("hit", F(1, 2)), ("miss", F(1, 2))), "k", was={"hit": F(1, 3)})
    assert text.count("was-line") == 1
    assert 'x1="33.333%"' in text
    assert "hit 1/2 50.0 % more than before: was 1/3 33.3 %" in words(text)


# -- on a page -------------------------------------------------------------------------------------------------------------------------


def test_a_switch_shows_at_once_what_it_moved(boarding: Chapter) -> None:
    assert our_views(boarding.desk) is None
    parts = switched(boarding, "boarding_bands", "modified")
    # Level decks would leave it alone; from below the natural 9 to 12 (10 ways of 36) become 10 to 12 (6 ways).
    said = words(parts["odds"])
    assert "Your reading is in force." in said
    assert "Captured, you lose 1 M 1/6 16.7 % less than before: was 5/18 27.8 %" in said
    assert "Repelled, both lose 1 M 5/18 27.8 %" in said
    told = words(parts["rulings"])
    assert "Your reading moves 2 chances. Captured, no loss: was 4/9, 44.4 %, now 5/9, 55.6 %;" in told
    back = switched(boarding, "boarding_bands", "")
    assert "was" not in words(back["odds"]).split()
    assert "Your reading moves" not in words(back["rulings"])


def test_hidden_odds_are_not_given_away(boarding: Chapter) -> None:
    boarding.hear([{"do": "hide odds"}])
    parts = switched(boarding, "boarding_bands", "modified")
    assert "4/9" not in parts["rulings"]
    assert "odds" not in parts or "4/9" not in parts["odds"]


def test_parts_of_a_long_distribution_say_that_they_moved() -> None:
    page = chapter("escadres", "one_gun", **VOLLEY)
    page.play()
    page.reading()
    said = words(switched(page, "table_reading", "B")["odds"])
    # Reading B costs crew on a 6 as well: power stays as it was.
    assert "Crew lost average 11/24, about 0.46 moved" in said
    assert "Power lost average about 0.48 moved" not in said
    assert "1 13/48 27.1 % more than before: was 217/1296" in said


def test_a_reading_that_changes_nothing_here_says_so() -> None:
    page = chapter("escadres", "one_gun", **VOLLEY)
    page.play()
    parts = switched(page, "bad_training", "minus_2")
    assert "Your reading changes none of the chances above." in words(parts["odds"])


def test_at_least_is_compared_with_at_least() -> None:
    page = chapter("escadres", "one_gun", **VOLLEY)
    page.play()
    switched(page, "table_reading", "B")
    parts = page.hear([{"do": "set", "name": "odds:crew", "value": "least"}])["parts"]
    # Some crew: 49/216 by hand in the chapter's question; under B one face in six more, less the explosion, 1/432.
    assert "1 or more 143/432 33.1 % more than before: was 49/216 22.7 %" in words(parts["odds"])


def test_the_table_in_force_is_the_one_that_is_shown() -> None:
    page = chapter("escadres", "one_gun", **{**VOLLEY, "tables": ("damage", "critical")})
    page.play()
    page.reading()
    parts = switched(page, "table_reading", "B")
    assert "Damage, reading B" in words(parts["table"])
    assert "Critical, reading B" in words(parts["table"])
    assert "Damage, reading B" not in words(switched(page, "table_reading", "")["table"])


def test_a_form_tells_it_too() -> None:
    form = Ask("escadres.gun")
    form.set("switch:table_reading", "C")
    # Reading C: one face more of six costs power, so none is lost with 29/48 - 1/6.
    assert "0 7/16 43.8 % less than before: was 29/48 60.4 %" in words(odds(form))
    form.set("switch:table_reading", "A")
    assert "before" not in words(odds(form))
