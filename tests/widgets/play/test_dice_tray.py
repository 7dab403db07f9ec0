"""The dice tray: empty, rolled, typed, not your roll; what readers type; a thousand rolls."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.analysis.catalogue import answer
from rulesdemo.errors import InputError
from tests.support.markup import Marked
from widgets.kit.odds_rows import views
from widgets.play.dice_tray import Count, DiceTray, read_faces, read_name
from widgets.play.many_rolls import ManyRolls

SENTENCE = "7 − 1 [8.24] = 6. You need 4. She is yours."


def tray(**more: object) -> DiceTray:
    return DiceTray("veneti", need=2, **more)  # type: ignore[arg-type]


def doings(read: Marked) -> list[str]:
    return [each["data-do"] for each in read.all("button")]


def test_an_empty_tray_has_places_for_the_dice_and_offers_to_roll() -> None:
    read = Marked(tray().html())
    assert len(read.classed("die-place")) == 2
    assert doings(read) == ["roll", "type dice", "practise", "roll many"]
    assert "Roll when you are ready" in read.words


def test_a_roll_shows_faces_the_sum_and_what_follows() -> None:
    rolled = tray()
    rolled.show((3, 4), SENTENCE)
    read = Marked(rolled.html())
    assert len(read.classed("die")) == 2
    assert [each["aria-label"] for each in read.classed("dice")] == ["Dice: 3, 4."]
    assert [each["id"] for each in read.all("details")] == ["tray-said-0-8.24"]
    assert "She is yours." in read.words
    assert doings(read) == ["roll", "type dice", "practise", "roll many"]


def test_practice_throws_stand_apart_from_those_that_count() -> None:
    rolled = tray()
    rolled.show((3, 4), SENTENCE)
    rolled.show_practice((1, 2), "3. She holds.")
    rolled.count = Count(12, 10, Fraction(5, 6), "capture", "captures")
    read = Marked(rolled.html())
    assert [each["aria-label"] for each in read.classed("dice")] == ["Dice: 3, 4.", "Dice: 1, 2."]
    practice = Marked(rolled.html().split('class="tray-practice"')[1])
    assert "Practice throws change nothing" in practice.words
    assert "She holds." in practice.words
    assert "10 captures in 12 rolls. 10.0 expected." in practice.words
    assert doings(practice) == ["practise", "roll many"]


def test_dice_that_belong_to_no_order_are_all_for_practice() -> None:
    free = tray(is_practice=True)
    free.count = Count(12, 10, Fraction(5, 6), "capture", "captures")
    free.show((3, 4), SENTENCE)
    read = Marked(free.html())
    assert doings(read) == ["roll", "type dice", "roll many"]
    assert "10 captures in 12 rolls. 10.0 expected." in read.words


def test_a_throw_whose_order_was_given_offers_no_other() -> None:
    over = tray(can_order=False)
    over.show((3, 4), SENTENCE)
    assert doings(Marked(over.html())) == []


def test_a_game_without_a_sentence_for_it_still_points_to_the_bars() -> None:
    rolled = tray()
    rolled.show((3, 4), "")
    assert "Your roll is marked at its bar." in rolled.html()


def test_dice_fall_once() -> None:
    rolled = tray()
    rolled.show((3, 4), SENTENCE)
    assert Marked(rolled.html()).classed("fresh")
    rolled.settle()
    assert not Marked(rolled.html()).classed("fresh")


def test_one_roll_is_no_count_yet() -> None:
    rolled = tray()
    rolled.show_practice((3, 4), SENTENCE)
    rolled.count = Count(1, 1, Fraction(5, 6))
    assert "expected" not in rolled.html()


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (Count(1, 1), "1 success in 1 roll."),
        (Count(3, 0, Fraction(1, 3), "capture", "captures"), "0 captures in 3 rolls. 1.0 expected."),
        (Count(7, 2, Fraction(1, 6), "hit", "hits"), "2 hits in 7 rolls. 1.2 expected."),
    ],
)
def test_counts_in_words(count: Count, words: str) -> None:
    assert str(count) == words


def test_the_field_opens_and_closes() -> None:
    open_tray = tray()
    open_tray.toggle_typing()
    read = Marked(open_tray.html())
    assert [(each["data-set"], each["data-enter"]) for each in read.all("input")] == [("dice", "use dice")]
    assert [each["aria-expanded"] for each in read.all("button", do="type dice")] == ["true"]
    open_tray.toggle_typing()
    assert not Marked(open_tray.html()).all("input")


def test_typed_dice_are_said_to_be_the_readers_own() -> None:
    typed = tray()
    typed.write("34")
    assert typed.take() == (3, 4)
    typed.show((3, 4), SENTENCE, typed=True)
    assert typed.state == "typed"
    assert "Your own dice." in Marked(typed.html()).words


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Write only the faces of your dice, as in 3 4."),
        ("three", "Write only the faces of your dice, as in 3 4."),
        ("3 x 4", "Write only the faces of your dice, as in 3 4."),
        ("-3 4", "Write only the faces of your dice, as in 3 4."),
        ("<b>3</b> 4", "Write only the faces of your dice, as in 3 4."),
        ("\u0663 \u0664", "Write only the faces of your dice, as in 3 4."),
        ("3" * 300, "Write only the faces of your dice, as in 3 4."),
        ("3 9", "There is no 9 on these dice. They show 1 to 6."),
        ("0 4", "There is no 0 on these dice. They show 1 to 6."),
        ("3", "This roll takes 2 dice. You wrote 1."),
        ("345", "This roll takes 2 dice. You wrote 3."),
    ],
)
def test_bad_dice_get_a_sentence_and_lose_nothing(text: str, sentence: str) -> None:
    typed = tray()
    typed.show((5, 5), SENTENCE)
    typed.write(text)
    assert typed.take() is None
    assert typed.wrong == sentence
    assert typed.faces == (5, 5)
    read = Marked(typed.html())
    assert [each["value"] for each in read.all("input")] == [text[:201]]
    assert [each["aria-invalid"] for each in read.all("input")] == ["true"]
    typed.write("3 4")
    assert typed.wrong == ""
    assert typed.take() == (3, 4)


@pytest.mark.parametrize("text", ["3 4", "3,4", "34", "3, 4", "3;4", "3+4", "3/4", "3-4", "  3   4  ", "3\n4"])
def test_ways_to_write_two_dice(text: str) -> None:
    assert read_faces(text, 2) == (3, 4)


def test_other_dice() -> None:
    assert read_faces("09", 2, 0, 9) == (0, 9)
    assert read_faces("12 3", None, 1, 12) == (12, 3)
    assert read_faces("6" * 60) == (6,) * 60
    with pytest.raises(InputError, match=r"at most 60 dice\. You wrote 61"):
        read_faces("6" * 61)


@given(st.text(max_size=250))
def test_whatever_is_typed_is_faces_or_a_sentence(text: str) -> None:
    typed = DiceTray("veneti")
    typed.write(text)
    faces = typed.take()
    assert typed.wrong.endswith(".") if faces is None else all(1 <= face <= 6 for face in faces)
    assert Marked(typed.html()).faults == []


def test_what_the_rules_refuse_is_said_at_the_field() -> None:
    typed = tray()
    typed.refuse("The dice run out.")
    assert "The dice run out." in Marked(typed.html()).words


def test_somebody_elses_roll() -> None:
    waiting = tray()
    waiting.show((3, 4), SENTENCE)
    waiting.toggle_typing()
    waiting.wait("Veneti")
    read = Marked(waiting.html())
    assert "Veneti rolls now." in read.words
    assert not read.all("button")
    assert not read.all("input")
    waiting.wait()
    assert "This is not your roll." in waiting.html()


def test_clearing_keeps_what_was_being_typed() -> None:
    cleared = tray()
    cleared.write("3")
    cleared.show((3, 4), SENTENCE)
    cleared.clear()
    assert (cleared.state, cleared.faces, cleared.text) == ("empty", (), "3")


def test_many_faces_are_not_all_drawn() -> None:
    full = DiceTray("veneti")
    full.show((6,) * 30, "Many.")
    read = Marked(full.html())
    assert len(read.classed("die")) == 24
    assert "and 6 more" in read.words


# ---------------------------------------------------------------------------------------------------------- many rolls


def rolls(times: int = 1000) -> ManyRolls:
    asked = answer("veneti.boarding", attackers=4, defenders=1)
    return ManyRolls.of(asked.entry.procedure, (asked.rules, 4, 1, 0), views(asked), seed=5, times=times)


def test_a_thousand_rolls_come_in_slices_and_agree_with_the_odds() -> None:
    many = rolls()
    slices = 0
    while not many.is_over:
        many.go_on(0)
        slices += 1
    assert slices == many.done == 1000  # no time at all still makes one roll a slice
    counts = many.tallied().counts
    assert sum(counts.values()) == 1000
    for row in many.views[0].rows:
        assert abs(Fraction(counts[row.label], 1000) - row.chance) < Fraction(6, 100)
    again = rolls()
    again.go_on(60)
    assert again.counts == many.counts  # one seed, one result


def test_rolls_can_be_stopped() -> None:
    many = rolls()
    many.go_on(0)
    with_tray = tray()
    with_tray.rolls = many
    read = Marked(with_tray.html())
    assert doings(read) == ["roll", "type dice", "practise", "stop rolls"]
    assert [(each["max"], each["value"]) for each in read.all("progress")] == [("1000", "1")]
    many.stop()
    assert many.is_over
    many.go_on(1)
    assert many.done == 1
    words = Marked(with_tray.html()).words
    assert "Stopped. Rolled 1 times, seed 5." in words
    assert doings(Marked(with_tray.html())) == ["roll", "type dice", "practise", "roll many"]


# -- chits -----------------------------------------------------------------------------------------------------------------------------

SHIPS = ("Sirène", "Sirius", "Daphne")


@pytest.mark.parametrize(
    ("text", "place"), [("Sirène", 1), ("SIRENE", 1), (" sirène ", 1), ("sirius", 2), ("siri", 2), ("d", 3), ("3", 3), ("Sire", 1)]
)
def test_a_chit_is_named_as_one_writes_in_haste(text: str, place: int) -> None:
    assert read_name(text, SHIPS) == place


@pytest.mark.parametrize("text", ["", " ", "sir", "victory", "0", "4", "-1", "1.5", "31", "0" * 300 + "1", "9" * 300])
def test_a_name_that_fits_no_chit_or_several_is_answered_with_all(text: str) -> None:
    with pytest.raises(InputError, match=r"Name one of the chits in the bag: Sirène, Sirius, Daphne\."):
        read_name(text, SHIPS)


def test_a_bag_speaks_of_chits_and_has_a_button_for_each() -> None:
    bag = DiceTray("escadres", names=SHIPS)
    assert doings(Marked(bag.html())) == ["roll", "type dice", "practise", "roll many"]
    assert "Draw when you are ready" in Marked(bag.html()).words
    bag.toggle_typing()
    read = Marked(bag.html())
    assert [each.get("data-by") for each in read.all("button") if each["data-do"] == "use dice"] == ["Sirène", "Sirius", "Daphne", None]
    bag.write("daphne")
    assert bag.take() == (3,)
    bag.show((3,), "The chit of Daphne.", typed=True)
    read = Marked(bag.html())
    assert [each["aria-label"] for each in read.classed("dice")] == ["Chit: Daphne."]
    assert read.classed("die") == []
    bag.write("victory")
    assert bag.take() is None
    assert "Sirius" in bag.wrong
