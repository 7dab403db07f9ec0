"""Asking again, driven without a browser: what a browser says was missed goes in, questions and what came of them come out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesdemo.errors import InputError
from tests.support.markup import Marked
from widgets.chapter.challenge import Challenge
from widgets.chapter.missed_questions import Again, DrillPage, drill
from widgets.chapter.page import Chapter, chapter
from widgets.chapter.question_file import challenge

BOARDING, TURNING, FACING = "veneti/09_boarding", "veneti/02_turning", "veneti/01_facing"
FREE = "again-veneti-09_boarding-free"  # 23/36, as section 9 of the rules page works out
ABOUT = "again-veneti-02_turning-about"  # 2 PM, as rule 5.3 says
SEVEN = "again-veneti-01_facing-seven"  # 6 ways of 36


def missed(*names: str, later: bool = False) -> list[dict[str, Any]]:
    return [{"chapter": name.rpartition("/")[0], "key": name.rpartition("/")[2], "later": later} for name in names]


def questions(*names: str, most: int = 3, later: bool = False) -> Again:
    again = Again(most)
    again.hear_of(missed(*names, later=later))
    return again


# ------------------------------------------------------------------------------------------------------------ what is believed


@pytest.mark.parametrize(
    "said",
    [
        None,
        "free",
        7,
        {"chapter": BOARDING},
        [None, 7, "free", [], {}],
        [{"chapter": BOARDING}],
        [{"chapter": 3, "key": "free"}],
        [{"chapter": BOARDING, "key": ["free"]}],
        [{"chapter": "veneti/77_nothing", "key": "free"}],
        [{"chapter": "../../etc", "key": "passwd"}],
        [{"chapter": "", "key": ""}],
        [{"chapter": BOARDING, "key": "no such question"}],
    ],
)
def test_what_the_book_lacks_is_not_asked(said: object) -> None:
    again = Again(3)
    again.hear_of(said)
    assert again.cards_now == {}
    assert again.html() == ""


def test_a_question_is_asked_once_however_often_it_is_named() -> None:
    assert list(questions(f"{BOARDING}/free", f"{BOARDING}/free").cards_now) == [FREE]


def test_a_browser_cannot_bring_a_right_answer_along() -> None:
    again = Again(3)
    again.hear_of([{"chapter": BOARDING, "key": "free", "later": True, "state": "right", "text": "23/36", "result": "right"}])
    assert again.tasks[FREE].state == "open"
    assert again.drilled == []


def test_a_file_that_cannot_be_read_costs_only_its_own_questions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "en" / "veneti").mkdir(parents=True)
    (tmp_path / "en" / "veneti" / "09_boarding.toml").write_text("[[question", encoding="utf-8")
    sound = '[[question]]\nkey = "about"\nwords = "?"\nprocedure = "veneti.two_dice"\nchance = { total = 7 }\n'
    (tmp_path / "en" / "veneti" / "02_turning.toml").write_text(sound, encoding="utf-8")
    from widgets.chapter import question_file as files

    monkeypatch.setattr(files, "folder", lambda _name: tmp_path)
    files.questions.cache_clear()
    again = questions(f"{BOARDING}/free", f"{TURNING}/about")
    files.questions.cache_clear()
    assert list(again.cards_now) == [ABOUT]


# --------------------------------------------------------------------------------------------------------------- what counts


def test_right_at_the_first_try_counts_and_says_what_becomes_of_it() -> None:
    for later, words in ((True, "It leaves the list."), (False, "It rests until tomorrow.")):
        again = questions(f"{BOARDING}/free", later=later)
        again.act("check", FREE, "23/36")
        assert again.drilled == [[BOARDING, "free", True]]
        read = Marked(again.html())
        assert words in read.words
        assert "Read chapter 9 again" in read.words


def test_only_the_first_try_counts() -> None:
    again = questions(f"{BOARDING}/free", later=True)
    again.act("check", FREE, "1/2")
    again.act("check", FREE, "1/3")
    again.act("check", FREE, "23/36")
    assert again.tasks[FREE].state == "right"
    assert again.drilled == [[BOARDING, "free", False]]
    assert "It stays on the list." in Marked(again.html()).words


def test_right_at_whatever_try_counts_for_the_chapter() -> None:
    again = questions(f"{BOARDING}/free", f"{TURNING}/about")
    again.act("check", FREE, "1/2")
    assert again.settled == {}
    again.act("show", FREE, "")
    again.act("retry", FREE, "")  # 3 marines against 1: 20 ways of 36
    again.act("check", FREE, "23/36")
    assert again.settled == {}
    again.act("check", FREE, "5/9")
    again.act("check", FREE, "5/9")
    assert again.settled == {BOARDING: ["free"]}
    assert again.drilled == [[BOARDING, "free", False]]


def test_giving_up_counts_as_a_miss_and_what_cannot_be_read_counts_as_nothing() -> None:
    again = questions(f"{BOARDING}/free", f"{TURNING}/about")
    again.act("check", FREE, "many")
    again.act("check", FREE, "")
    assert again.drilled == []
    again.act("hint", FREE, "")
    again.act("show", FREE, "")
    assert again.drilled == [[BOARDING, "free", False]]
    again.act("set", ABOUT, "2")
    again.act("check", ABOUT, "")
    assert again.drilled == [[BOARDING, "free", False], [TURNING, "about", True]]


def test_a_question_that_is_not_asked_cannot_be_answered() -> None:
    again = questions(f"{TURNING}/about")
    with pytest.raises(InputError, match="no longer here"):
        again.act("check", FREE, "23/36")
    assert again.drilled == []


# ----------------------------------------------------------------------------------------------------------- several at once


def test_so_many_at_once_and_the_wanted_one_first() -> None:
    again = Again(2)
    again.hear_of(missed(f"{BOARDING}/free", f"{TURNING}/about", f"{FACING}/seven"), f"{FACING}/seven")
    assert list(again.cards_now) == [SEVEN, FREE]
    assert again.left == 1
    again.go_on()
    assert list(again.cards_now) == [ABOUT]
    assert (again.left, again.is_over) == (0, False)


def test_two_of_one_chapter_have_titles_of_their_own() -> None:
    again = questions(f"{BOARDING}/free", f"{BOARDING}/height")
    assert [task.title for task in again.tasks.values()] == ["1. Veneti 9, Boarding", "2. Veneti 9, Boarding"]
    assert Marked(again.html()).faults == []


# ------------------------------------------------------------------------------------------------------------- a page of its own


def say(drills: DrillPage, /, do: str, name: str = "", value: object = None, **more: object) -> dict[str, Any]:
    return drills.hear([{"do": do, "name": name, "value": value, **more}])


def test_the_page_asks_three_and_then_the_next() -> None:
    page = DrillPage()
    assert Marked(page.first()).faults == []
    names = [f"{BOARDING}/free", f"{TURNING}/about", f"{FACING}/seven", f"{FACING}/eight"]
    text = say(page, "hello", page={"missed": missed(*names), "fragment": f"{FACING}/seven"})["parts"]["again"]
    assert Marked(text).faults == []
    assert list(page.again.cards_now) == [SEVEN, FREE, ABOUT]
    assert 'data-do="next"' not in text
    say(page, "next")  # not before these are settled
    assert FREE in page.again.cards_now
    say(page, "check", f"answer:{FREE}", "1/2")
    say(page, "show", f"answer:{FREE}")
    say(page, "check", f"answer:{ABOUT}", "2")
    reply = say(page, "check", f"answer:{SEVEN}", "1/6")
    words = Marked(reply["parts"]["again"]).words
    assert "2 of 3 right at the first try." in words
    assert "Ask me one more" in words
    assert reply["progress"] == {
        "drilled": [[BOARDING, "free", False], [TURNING, "about", True], [FACING, "seven", True]],
        "settled": {TURNING: ["about"], FACING: ["seven"]},
    }
    say(page, "next")
    assert list(page.again.cards_now) == ["again-veneti-01_facing-eight"]


def test_a_second_greeting_changes_nothing() -> None:
    page = DrillPage()
    say(page, "hello", page={"missed": missed(f"{TURNING}/about")})
    say(page, "set", f"answer:{ABOUT}", "3")
    assert "again" not in say(page, "hello", page={"missed": missed(f"{BOARDING}/free")}).get("parts", {})
    assert page.again.tasks[ABOUT].text == "3"


def test_with_nothing_to_ask_the_page_says_how_questions_come_here() -> None:
    for told in ({}, {"missed": []}, None, "nonsense"):
        text = say(DrillPage(), "hello", page=told)["parts"]["again"]
        assert "Nothing to ask again" in text
        assert "on a later day than you missed it" in text


def test_what_means_nothing_is_said_and_harms_nothing() -> None:
    page = DrillPage()
    say(page, "hello", page={"missed": missed(f"{TURNING}/about")})
    assert "Nothing here is called" in say(page, "dance")["parts"]["trouble"]
    assert "no longer here" in say(page, "check", "answer:free", "1")["parts"]["trouble"]
    assert say(page, "check", f"answer:{ABOUT}", 2)["parts"]["trouble"] == ""
    assert page.again.tasks[ABOUT].state == "open"  # a number is no text: nothing was written


def test_it_is_a_live_piece() -> None:
    assert 'data-part="again"' in drill().first


# ------------------------------------------------------------------------------------------------------- at the end of a chapter


@pytest.fixture
def page() -> Chapter:
    made = chapter("veneti", "boarders", name=f"en/{BOARDING}")
    made.ask("free")
    return made


def hear(made: Chapter, /, do: str, name: str = "", value: object = None, **more: object) -> dict[str, Any]:
    return made.hear([{"do": do, "name": name, "value": value, **more}])


def test_a_later_chapter_asks_two_of_the_earlier_ones(page: Chapter) -> None:
    assert 'data-part="again"' in page.reading().first
    names = [f"{BOARDING}/free", f"{FACING}/seven", f"{TURNING}/about", f"{TURNING}/cheapest"]
    reply = hear(page, "hello", value="", page={"missed": missed(*names, later=True)})
    assert list(page.again.cards_now) == [SEVEN, ABOUT]  # its own question stands above
    assert "You missed these before." in reply["parts"]["again"]
    reply = hear(page, "check", f"answer:{ABOUT}", "2")
    assert "It leaves the list." in reply["parts"]["again"]
    assert reply["progress"]["drilled"] == [[TURNING, "about", True]]
    assert reply["progress"]["right"] == []  # it is no answer of this chapter
    hear(page, "set", f"answer:{SEVEN}", "1/6")
    assert hear(page, "check", f"answer:{SEVEN}")["progress"]["drilled"][1] == [FACING, "seven", True]


def test_an_early_chapter_asks_nothing_of_later_ones() -> None:
    made = chapter("veneti", "veer", name=f"en/{TURNING}")
    made.reading()
    hear(made, "hello", value="", page={"missed": missed(f"{BOARDING}/free", f"{TURNING}/about")})
    assert made.again.cards_now == {}


def test_a_chapter_tells_how_often_each_question_was_missed(page: Chapter) -> None:
    assert hear(page, "set", "answer:free", "1/2")["progress"]["missed"] == {}
    assert hear(page, "check", "answer:free")["progress"]["missed"] == {"free": 1}
    hear(page, "set", "answer:free", "nothing to read")
    assert hear(page, "check", "answer:free")["progress"]["missed"] == {"free": 1}
    assert hear(page, "check", "answer:free", "23/36")["progress"]["missed"] == {"free": 1}  # right in the end, missed all the same


def test_misses_are_counted_and_survive_a_reload() -> None:
    def one() -> Challenge:
        return challenge(f"en/{BOARDING}", "free")

    task = one()
    task.write("23/36")
    task.check()
    assert task.misses == 0
    task = one()
    for text in ("1/2", "1/3"):
        task.write(text)
        task.check()
    assert task.misses == 2
    task.show()
    assert task.misses == 3
    again = one()
    again.restore(task.report())
    assert again.misses == 3
    forged = one()
    forged.restore({"key": "free", "state": "right", "text": "23/36", "tries": 0})
    assert forged.misses == 0
