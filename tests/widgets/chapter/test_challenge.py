"""Challenges: what is right, what a wrong answer is told, and what cannot be read at all."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.analysis.catalogue import answer
from rulesdemo.analysis.inverse import smallest
from rulesdemo.errors import InputError
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.chapter.challenge import Challenge, Wording
from widgets.chapter.expected_answer import Chance, Choice, ExpectedAnswer, Least, Option, Whole, fixed_value
from widgets.kit.number_input import nearest, read

LEVEL = {"attackers": 4, "defenders": 1}
FREE = Chance("veneti.boarding", LEVEL, {"captured": True, "attacker_loss": 0})  # 23/36
WITHIN = Chance("veneti.boarding", LEVEL, {"captured": False})  # 1/12
TURN = Whole("veneti.move_cost", {"move": "about_turn", "speed": "cruise"}, "pm")
TIRED = Choice(
    (Option("true", "Yes"), Option("false", "No", "Tired crews stay at Cruise.")), "veneti.maximum_allowed", {"fatigue": 0}, "allowed"
)


def task(wanted: ExpectedAnswer = FREE, **more: str) -> Challenge:
    return Challenge("free", "veneti", "What is the chance? [8.28]", wanted, **more)  # type: ignore[arg-type]


def verdict(text: str, wanted: ExpectedAnswer = FREE) -> tuple[str, str]:
    asked = task(wanted)
    asked.write(text)
    asked.check()
    return asked.state, asked.feedback


# --------------------------------------------------------------------------------------------------------------- right


FORMS = ["23/36", "23 / 36", " 23/36 ", "46/72", "+23/36", "23/36.", "23\u204436", "23 in 36", "23 out of 36", "23 of 36"]
ROUNDED = ["0.639", "0,639", ".639", "0.639.", "63.9 %", "63.9%", "63,9 %", "0.64", "64 %", "64%", "0.63889", "63.89 percent"]


@pytest.mark.parametrize("text", [*FORMS, *ROUNDED])
def test_right_in_every_form(text: str) -> None:
    assert verdict(text) == ("right", "Right, 23/36.")


@pytest.mark.parametrize(("text", "wanted"), [("1/12", WITHIN), ("8.3 %", WITHIN), ("0.083", WITHIN), ("0.0833", WITHIN)])
def test_small_chances(text: str, wanted: Chance) -> None:
    assert verdict(text, wanted)[0] == "right"


def test_certain_and_impossible() -> None:
    certain = Chance("veneti.height_advantage", {"boarder": "galley", "target": "sail"}, {"height": -1})
    for text in ("1", "100 %", "1/1", "1.0"):
        assert verdict(text, certain)[0] == "right"
    never = Chance("veneti.height_advantage", {"boarder": "galley", "target": "sail"}, {"height": 1})
    for text in ("0", "0 %", "0/6"):
        assert verdict(text, never)[0] == "right"


# --------------------------------------------------------------------------------------------------------------- wrong


@pytest.mark.parametrize("text", ["0.6", "60 %", "0.638", "0.65", "63 %", "0.6388", "0.640", "2/3", "23/37", "1/2", "0", "1", "0.5"])
def test_wrong(text: str) -> None:
    assert verdict(text)[0] == "wrong"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("5/18", "5/18 is the chance of: captured, attacker loss 1, defender loss 0."),
        ("11/12", "11/12 is the chance of: captured, whatever else comes."),
        ("13/36", "13/36 is the chance that it does not happen."),
        ("1/12", "1/12 is the chance of: not captured, attacker loss 1, defender loss 1."),
        ("5/9", "5/9 is what it would be with 3 marines attacking."),
        ("0.28", "0.28 is the chance of: captured, attacker loss 1, defender loss 0."),
        ("91.7 %", "91.7 % is the chance of: captured, whatever else comes."),
        ("0.6", "0.6 is right as far as it goes. Give at least 2 figures, or the fraction."),
        ("0.638", "0.638 is cut off. Round the last figure, or give the fraction."),
        ("1/2", "Too low, by more than ten percent points."),
        ("2/3", "Too high, by less than ten percent points."),
        ("0.645", "Too high, by less than one percent point. Count again, or give the fraction."),
        ("1", "1 would be certain, and it is not."),
        ("0 %", "0 % would be impossible, and it is not."),
    ],
)
def test_a_wrong_answer_is_told_what_it_would_mean(text: str, words: str) -> None:
    assert verdict(text) == ("wrong", words)


def test_a_chance_that_rounds_to_nothing_is_not_nothing() -> None:
    rare = Chance("veneti.boarding_within", {"attackers": 12, "defenders": 0, "tries": 4}, {"captured": False})
    assert 0 < rare.exact < Fraction(1, 2000)
    assert verdict("0.00", rare)[0] == "wrong"
    assert verdict("0 %", rare)[0] == "wrong"
    assert verdict(str(rare.exact), rare)[0] == "right"


def test_figures_can_be_asked_for() -> None:
    rough = Chance("veneti.boarding", LEVEL, {"captured": True, "attacker_loss": 0}, figures=1)
    assert verdict("0.6", rough)[0] == "right"
    fine = Chance("veneti.boarding", LEVEL, {"captured": True, "attacker_loss": 0}, figures=3)
    assert verdict("0.64", fine)[0] == "wrong"
    assert verdict("0.639", fine)[0] == "right"


def test_the_games_own_names_tell_what_it_would_mean() -> None:
    named = Chance("veneti.boarding", LEVEL, FREE.when, label=lambda outcome: "Taken at a price" if outcome.attacker_loss else "Taken")
    assert verdict("5/18", named)[1] == "5/18 is the chance of: taken at a price."


def test_an_answer_follows_the_readers_rules() -> None:
    modified = ruleset("veneti", {"boarding_bands": "modified"})
    wanted = Chance("veneti.boarding", {**LEVEL, "height": -1}, FREE.when, rules=modified)
    printed = Chance("veneti.boarding", {**LEVEL, "height": -1}, FREE.when)
    assert wanted.exact == answer("veneti.boarding", rules=modified, **LEVEL, height=-1).dist.p(captured=True, attacker_loss=0)
    assert wanted.exact != printed.exact


# ---------------------------------------------------------------------------------------------------- what cannot be read


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Type an answer first, as in 1/2, 0.5 or 50 %."),
        ("   ", "Type an answer first, as in 1/2, 0.5 or 50 %."),
        ("a lot", "This cannot be read as a number. Write it as in 1/2, 0.5 or 50 %."),
        ("1/2/3", "This cannot be read as a number. Write it as in 1/2, 0.5 or 50 %."),
        ("1e-3", "This cannot be read as a number. Write it as in 1/2, 0.5 or 50 %."),
        ("%", "This cannot be read as a number. Write it as in 1/2, 0.5 or 50 %."),
        ("nan", "This cannot be read as a number. Write it as in 1/2, 0.5 or 50 %."),
        ("__import__('os')", "This cannot be read as a number. Write it as in 1/2, 0.5 or 50 %."),
        ("9" * 400, "This cannot be read as a number. Write it as in 1/2, 0.5 or 50 %."),
        ("\u0661/\u0662", "This cannot be read as a number. Write it as in 1/2, 0.5 or 50 %."),
        ("1/0", "Nothing can be divided by 0. Write the ways that count over all ways, as in 1/2."),
        ("63.9", "63.9 is more than certain. If you mean percent, write 63.9 %."),
        ("120 %", "120 % is more than certain. A chance is at most 1, or 100 %."),
        ("36/23", "36/23 is more than certain. The ways that count stand on top, all ways below."),
        ("5000", "5000 is more than certain. A chance is at most 1, or 100 %."),
        ("-1/2", "A chance is never under 0."),
        ("\u22120.5", "A chance is never under 0."),
    ],
)
def test_what_cannot_be_used_gets_a_sentence_and_is_no_try(text: str, words: str) -> None:
    asked = task()
    asked.write(text)
    assert not asked.check()
    assert (asked.state, asked.feedback, asked.tries) == ("open", words, 0)


@given(st.text(max_size=60))
def test_anything_can_be_typed(text: str) -> None:
    asked = task()
    asked.write(text)
    asked.check()
    assert asked.feedback.endswith(".")
    assert Marked(asked.html()).faults == []


@given(st.fractions(min_value=0, max_value=1, max_denominator=10**6), st.integers(1, 9))
def test_a_rounded_number_rounds(exact: Fraction, places: int) -> None:
    text = f"{nearest(exact, places).numerator * 10**places // nearest(exact, places).denominator:0{places + 1}d}"
    typed = read(f"{text[:-places]}.{text[-places:]}")
    assert typed.rounds(exact)
    assert typed.places == places
    assert abs(typed.value - exact) <= Fraction(1, 2 * 10**places)


# ----------------------------------------------------------------------------------------------------- numbers and choices


def test_whole_numbers() -> None:
    assert TURN.exact == fixed_value("veneti.move_cost", TURN.inputs, "pm", None) == 2
    assert verdict("2", TURN) == ("right", "Right, 2.")
    assert verdict("2.0", TURN)[0] == "right"
    assert verdict("3", TURN) == ("wrong", "Too high.")
    assert verdict("1", TURN) == ("wrong", "Too low. 1 is what it would be for a hex straight ahead.")
    for text in ("2 %", "1/2", "200 %"):
        assert verdict(text, TURN) == ("open", "The answer is a whole number.")


def test_the_least_that_is_enough() -> None:
    least = Least("veneti.boarding", "attackers", {"captured": True}, Fraction(1, 2), {"defenders": 3})
    assert least.exact == smallest("veneti.boarding", "attackers", {"captured": True}, Fraction(1, 2), defenders=3).value
    assert verdict(str(least.exact), least)[0] == "right"
    fewer = answer("veneti.boarding", attackers=1, defenders=3).dist.p(captured=True)
    assert verdict("1", least) == ("wrong", f"Too low. 1 is enough for {fewer} only.")
    assert verdict(str(least.exact + 1), least)[1].endswith("is enough, but so is less.")
    assert verdict("0", least) == ("wrong", "Too low.")  # the procedure takes none
    with pytest.raises(InputError, match="is enough for"):
        _ = Least("veneti.boarding", "attackers", {"captured": True}, Fraction(1), {"defenders": 8, "height": -1}).exact


def test_choices() -> None:
    asked = task(TIRED)
    assert not asked.check()
    assert (asked.feedback, asked.tries) == ("Choose one first.", 0)
    read_back = Marked(asked.html())
    assert [each["value"] for each in read_back.all("input")] == ["true", "false"]
    asked.write("false")
    asked.check()
    assert (asked.state, asked.feedback) == ("wrong", "Tired crews stay at Cruise.")
    asked.write("true")
    assert asked.check()
    assert asked.feedback == "Right."
    asked = task(TIRED)
    asked.show()
    assert asked.feedback == "The answer is Yes."


def test_a_question_without_an_answer_is_a_fault_of_the_chapter() -> None:
    with pytest.raises(InputError, match="depends on the dice"):
        _ = Whole("veneti.boarding", LEVEL, "attacker_loss").exact
    with pytest.raises(InputError, match="which is no option here"):
        _ = Choice((Option("maybe", "Maybe"),), "veneti.maximum_allowed", {}, "allowed").exact


# -------------------------------------------------------------------------------------------------------------- the card


def buttons(asked: Challenge) -> list[str]:
    return [each["data-do"] for each in Marked(asked.html()).all("button")]


def test_the_card_goes_from_open_to_right() -> None:
    asked = task(hint="Count from 4 up. [8.23]", explanation="Only 4 to 8 is free. [8.28]")
    assert buttons(asked) == ["check", "hint"]
    assert "Only 4 to 8" not in asked.html()
    asked.write("1/2")
    asked.check()
    assert buttons(asked) == ["check", "hint", "show"]
    assert [each["aria-invalid"] for each in Marked(asked.html()).all("input")] == ["true"]
    asked.give_hint()
    assert "Hint. Count from 4 up." in Marked(asked.html()).words
    assert buttons(asked) == ["check", "show"]
    asked.write("23/36")
    assert asked.check()
    words = Marked(asked.html()).words
    assert "Right, 23/36. Only 4 to 8 is free." in words
    assert "Hint" not in words
    assert buttons(asked) == []
    assert asked.report() == {"key": "free", "state": "right", "tries": 2, "hinted": True, "text": "23/36"}
    asked.write("1/2")
    assert asked.check()  # what was right stays so
    asked.show()
    assert asked.state == "right"


def test_the_answer_can_be_shown() -> None:
    asked = task(explanation="Only 4 to 8 is free. [8.28]")
    asked.show()
    assert asked.feedback == "The answer is 23/36, 63.9 %."
    assert "Only 4 to 8" in asked.html()
    assert not asked.check()
    assert asked.state == "shown"
    assert buttons(asked) == ["retry"]
    whole = task(TURN)
    whole.show()
    assert whole.feedback == "The answer is 2."


FRESH = Wording("And with 3 marines?", Chance("veneti.boarding", {**LEVEL, "attackers": 3}, FREE.when), "Count from 5 up.", "5/9. [8.28]")


def test_after_the_answer_was_shown_it_is_asked_again_with_fresh_numbers() -> None:
    asked = replace(task(hint="Count from 4 up. [8.23]", explanation="Only 4 to 8 is free. [8.28]"), fresh=(FRESH,))
    asked.try_again()  # not before the answer was shown
    assert (asked.version, asked.state) == (0, "open")
    asked.write("1/2")
    asked.check()
    asked.show()
    asked.try_again()
    assert (asked.question, asked.state, asked.text, asked.feedback) == ("And with 3 marines?", "open", "", "")
    assert buttons(asked) == ["check", "hint", "show"]
    assert asked.misses == 2  # a wrong answer and a surrender
    asked.write("23/36")
    assert not asked.check()  # what was shown is no longer right
    asked.write("5/9")
    assert asked.check()
    assert "Right, 5/9. 5/9." in Marked(asked.html()).words
    assert asked.misses == 3


def test_with_all_numbers_shown_the_first_come_again() -> None:
    asked = replace(task(), fresh=(FRESH,))
    first = asked.question
    for version in (1, 0):
        asked.show()
        asked.try_again()
        assert asked.version == version
    assert (asked.question, asked.expected) == (first, FREE)


def test_a_question_that_counts_already_says_so_until_it_is_answered() -> None:
    asked = replace(task(), is_settled=True)
    assert asked.counts
    assert "answered this one right before" in Marked(asked.html()).words
    asked.write("1/2")
    asked.check()
    assert asked.counts
    assert not task().counts


def test_fields_and_buttons_name_the_question() -> None:
    read_back = Marked(task(hint="x").html())
    assert [(each["data-set"], each["data-enter"]) for each in read_back.all("input")] == [("answer:free", "check")]
    assert {each["data-name"] for each in read_back.all("button")} == {"answer:free"}


# --------------------------------------------------------------------------------------------------------------- keeping


@pytest.mark.parametrize("text", ["23/36", "5/18"])
def test_a_report_brings_it_back(text: str) -> None:
    before = task(hint="x")
    before.write(text)
    before.check()
    before.give_hint()
    after = task(hint="x")
    after.restore(before.report())
    assert after == before


def test_a_report_brings_fresh_numbers_back() -> None:
    before = replace(task(), fresh=(FRESH,))
    before.show()
    before.try_again()
    before.write("5/9")
    before.check()
    for was in (0, 1):  # a page that is new, and one that stands at other numbers
        after = replace(task(), fresh=(FRESH,))
        if was:
            after.show()
            after.try_again()
        after.restore(before.report())
        assert after == before


@pytest.mark.parametrize("version", [2, -1, "1", None, [1], 10**30])
def test_numbers_that_are_not_there_are_not_asked(version: object) -> None:
    asked = replace(task(), fresh=(FRESH,))
    asked.restore({"key": "free", "state": "open", "tries": 0, "hinted": False, "text": "", "version": version})
    assert asked == replace(task(), fresh=(FRESH,))


def test_shown_stays_shown() -> None:
    before = task()
    before.show()
    after = task()
    after.restore(before.report())
    assert (after.state, after.feedback) == ("shown", before.feedback)


def test_nobody_is_right_by_saying_so() -> None:
    asked = task()
    asked.restore({"key": "free", "state": "right", "tries": 1, "hinted": False, "text": "1/2"})
    assert asked.state == "wrong"


@pytest.mark.parametrize(
    "kept",
    [None, [], "x", {}, {"key": "other", "state": "right"}, {"key": "free", "state": "won"}, {"key": "free", "state": ["right"]}],
)
def test_what_is_no_report_changes_nothing(kept: object) -> None:
    asked = task()
    asked.restore(kept)
    assert asked == task()


@pytest.mark.parametrize("tries", [-1, 10**9, "3", None, True, 2.5])
def test_bad_counts_are_none(tries: object) -> None:
    asked = task()
    asked.restore({"key": "free", "state": "open", "tries": tries, "hinted": 1, "text": 5})
    assert asked == task()
