"""The chapters as files: each has its nine parts, and its questions, keys, sources and outputs are such as a reader can rely on."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from rulesdemo.rules.datafiles import folder, read_toml
from rulesdemo.rules.rule_index import rules_of, rulings_of
from rulesdemo.rules.toc import Chapter as Listed
from rulesdemo.rules.toc import contents
from tests.support.golden import notebook
from widgets.chapter.challenge import Challenge
from widgets.chapter.expected_answer import Choice
from widgets.chapter.page import Chapter
from widgets.chapter.question_file import challenge, lesson_learnt, questions, versions
from widgets.web.rule_links import is_known

F = Fraction
CHAPTERS = [each for each in contents().chapters if each.is_there]
CITED = re.compile(r"\[([^\[\]]+)\](?!\()")
BULLET = re.compile(r"^- \*\*(?P<name>[^*]+)\*\*: (?P<words>.+)$", re.MULTILINE)
# A work with its place in it, as `*Gallic War* III.14` or `<i>Gallic War</i> III.14`.
WORK = re.compile(r"(?:(?<!\*)\*[^*]+\*|<i>[^<]+</i>),? (?:[IVXLC]+|\d+)\.\d+")
AMERICAN = re.compile(
    r"\b(?:colors?|centers?|harbors?|armor|gray|meters?|maneuver\w*|defense|favor\w*|honor\w*|labor\w*|traveled)\b", re.IGNORECASE
)
WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

# What the plan of chapters asks in each and answers there, rules/veneti.md section 9 and rules/escadres.md section 8; chapter 12 of Veneti
# replays a record instead.
PLANNED_ANSWERS: dict[tuple[str, int], set[Fraction | str]] = {
    ("veneti", 1): {F(8), F(6)},
    ("veneti", 2): {F(1)},
    ("veneti", 3): {F(1, 27)},
    ("veneti", 4): {F(13, 16)},
    ("veneti", 5): {F(5, 2)},
    ("veneti", 6): {F(0), F(4651, 7776)},
    ("veneti", 7): {F(8, 9)},
    ("veneti", 8): {F(1)},
    ("veneti", 9): {F(23, 36)},
    ("veneti", 10): {F(1, 6)},
    ("veneti", 11): {F(4, 7)},
    ("escadres", 1): {F(20)},
    ("escadres", 2): {"straight"},
    ("escadres", 3): {F(1, 8)},
    ("escadres", 4): {F(1, 20)},
    ("escadres", 5): {F(7)},
    ("escadres", 6): {F(1, 432)},
    ("escadres", 7): {F(4)},
    ("escadres", 8): {F(14)},
    ("escadres", 9): {F(1, 3)},
    ("escadres", 10): {F(30)},
    ("escadres", 11): {F(3)},
    ("broadside", 1): {F(463, 2)},
    ("broadside", 4): {"2,3,4"},
    ("broadside", 5): {F(0)},
    ("broadside", 6): {"b"},
    ("broadside", 7): {F(1)},
    ("broadside", 8): {F(19, 27)},
    ("broadside", 9): {F(5)},
    ("broadside", 10): {F(2)},
    ("broadside", 11): {F(16, 729)},
    ("republic", 1): {F(2)},
    ("republic", 2): {F(3, 5)},
    ("republic", 4): {F(-5)},
    ("republic", 5): {F(3)},
    ("republic", 6): {F(4)},
    ("republic", 8): {"disorganised", F(-5)},
    ("republic", 9): {"2-1", F(1, 2)},
    ("republic", 10): {F(2)},
    ("republic", 11): {"D"},
    ("toulon", 1): {F(5)},
    ("toulon", 2): {F(20)},
    ("toulon", 3): {"0.8"},
    ("toulon", 4): {F(8, 27)},
    ("toulon", 5): {F(1)},
    ("toulon", 6): {F(1)},
    ("toulon", 7): {F(1)},
    ("toulon", 8): {"temporary,permanent,temporary"},
    ("toulon", 9): {F(12)},
    ("toulon", 10): {F(2)},
    ("toulon", 11): {F(14)},
}


@dataclass(frozen=True)
class Cell:
    id: str
    kind: str
    tags: tuple[str, ...]
    text: str
    outputs: tuple[Any, ...]
    count: int | None


@cache
def cells(path: str) -> tuple[Cell, ...]:
    found = json.loads((folder("book") / f"{path}.ipynb").read_text(encoding="utf-8"))["cells"]
    return tuple(
        Cell(
            each["id"],
            each["cell_type"],
            tuple(each["metadata"].get("tags", ())),
            "".join(each["source"]),
            tuple(each.get("outputs", ())),
            each.get("execution_count"),
        )
        for each in found
    )


def cell(chapter: Listed, name: str) -> Cell:
    return next(each for each in cells(chapter.path) if each.id == name)


def tagged(chapter: Listed, tag: str) -> list[Cell]:
    return [each for each in cells(chapter.path) if tag in each.tags]


@cache
def page(path: str) -> Chapter:
    """The chapter as its own set-up cell makes it."""
    made: dict[str, Any] = {}
    exec(next(each.text for each in cells(path) if each.id == "set-up"), made)  # noqa: S102 - the book's own cell
    assert isinstance(made["page"], Chapter)
    return made["page"]


def bullets(chapter: Listed) -> dict[str, str]:
    (box,) = tagged(chapter, "teachers")
    return {found["name"]: found["words"] for found in BULLET.finditer(box.text)}


def rules_in(game: str, text: str) -> list[str]:
    """The rules of the game that a text cites; our own rulings are not among them."""
    return [name for name in CITED.findall(text) if name in rules_of(game)]


def question_at(chapter: Listed, key: str, version: int = 0) -> Challenge:
    """A question, with its own numbers or with fresh ones."""
    task = challenge(chapter.path, key)
    for _ in range(version):
        task.show()
        task.try_again()
    return task


def right(chapter: Listed, key: str, version: int = 0) -> Fraction | str:
    """The right answer: a number, or the value of the right option."""
    wanted = question_at(chapter, key, version).expected
    return wanted.exact if isinstance(wanted, Choice) else F(wanted.exact)


def wrong(chapter: Listed, key: str, version: int) -> str:
    """An answer that is not right."""
    wanted, exact = question_at(chapter, key, version).expected, right(chapter, key, version)
    if isinstance(wanted, Choice):
        return next(option.value for option in wanted.options if option.value != exact)
    assert isinstance(exact, Fraction)
    return str(exact / 2 if exact else 1)


def has_source(game: str, text: str) -> bool:
    """Whether a text names a work and a place in it; where the rules document is all there is, the rules that are printed there."""
    return bool(WORK.search(text)) or (game != "veneti" and bool(rules_in(game, text)))


def names(text: str, value: Fraction | str) -> bool:
    """Whether a text has a number in it: in figures that are not part of another number, or a small one as a word; or that very word."""
    if isinstance(value, str):
        return re.search(rf"\b{re.escape(value)}\b", text) is not None
    figures = re.search(rf"(?<![\d/.-]){re.escape(str(value))}(?![\d/]|\.\d)", text) is not None
    return figures or (value.denominator == 1 and 0 <= value < len(WORDS) and re.search(rf"\b{WORDS[int(value)]}\b", text) is not None)


all_chapters = pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda each: each.path)
all_questions = pytest.mark.parametrize(
    ("chapter", "key"),
    [pytest.param(each, key, id=f"{each.path}-{key}") for each in CHAPTERS for key in questions(each.path)],
)


all_versions = pytest.mark.parametrize(
    ("chapter", "key", "version"),
    [
        pytest.param(each, key, version, id=f"{each.path}-{key}-{version}")
        for each in CHAPTERS
        for key, question in questions(each.path).items()
        for version in range(len(versions(question)))
    ],
)


# -- the helpers can say no ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value", "found"),
    [
        ("the other idle 1/12.", F(1, 12), True),
        ("the other idle 1/12.", F(1, 2), False),
        ("the other idle 1/12.", F(12), False),
        ("99 in 100 takes five turns", F(5), True),
        ("a fifth", F(5), False),
        ("it needs 5.", F(5), True),
        ("it needs 5.5 or -5", F(5), False),
        ("she goes straight on", "straight", True),
        ("she goes straightaway", "straight", False),
    ],
)
def test_a_number_is_found_only_by_itself(text: str, value: Fraction | str, found: bool) -> None:
    assert names(text, value) is found


def test_a_source_needs_a_work_and_a_place_in_it() -> None:
    assert WORK.search("Caesar, *Gallic War* III.14-15.")
    assert WORK.search("Caesar, <i>Gallic War</i> III.15, for the hours.")
    assert not WORK.search("Caesar, *Gallic War*, tells it.")
    assert not WORK.search("- **Source**: Caesar III.14.")
    assert has_source("escadres", "The wind table is printed. [E-MOVE-2]")
    assert not has_source("escadres", "The wind table is printed.")
    assert not has_source("veneti", "The table is printed. [6.83]")


# -- the nine parts --------------------------------------------------------------------------------------------------------------


def test_there_are_chapters() -> None:
    assert [each.number for each in contents().of("veneti") if each.is_there] == list(range(1, 13))


@all_chapters
def test_the_cells_stand_in_the_order_of_a_chapter(chapter: Listed) -> None:
    order = ["title", "set-up", "play", "rule", "reading", "teachers", "code-words", "code-odds", "lab-board"]
    assert [each.id for each in cells(chapter.path) if each.id in order] == order


@all_chapters
def test_1_the_header_has_the_title_and_the_aim_of_the_contents(chapter: Listed) -> None:
    title = cell(chapter, "title")
    assert title.tags == ("title",)
    assert title.text.startswith(f"# {chapter.title('en')}\n\n{chapter.aim('en')} [")
    assert set(rules_in(chapter.game, title.text)) & {*chapter.rules, *chapter.sections}


@all_chapters
def test_2_there_is_something_to_try_with_a_goal(chapter: Listed) -> None:
    assert cell(chapter, "play").text == "page.play()"
    for name in page(chapter.path).scenarios:
        scenario = read_toml(folder("data") / chapter.game / "scenarios" / f"{name}.toml")
        assert scenario["chapter"] == f"{chapter.game[0].upper()}{chapter.number}"
        assert scenario["goal"]["task"]["en"].endswith(".")


@all_chapters
def test_3_every_paragraph_of_the_rule_cites_a_rule_and_the_source_has_a_place(chapter: Listed) -> None:
    heading, *paragraphs = cell(chapter, "rule").text.split("\n\n")
    assert heading == "## The rule"
    sources = [each for each in paragraphs if each.startswith('<p class="source">')]
    assert [each for each in paragraphs if each not in sources and not rules_in(chapter.game, each)] == []
    assert len(sources) == 1
    assert has_source(chapter.game, sources[0])


@all_chapters
def test_4_odds_or_a_count_stand_beside_the_board_and_every_table_is_shown(chapter: Listed) -> None:
    made = page(chapter.path)
    parts = made.view.parts()
    assert re.search(r"\d", re.sub(r"<[^>]+>", " ", parts["odds"]))  # without dice and without a count there is only the heading
    assert bool(made.tables) == bool(parts["table"])
    assert cell(chapter, "reading").text == "page.reading()"


@all_chapters
def test_5_there_is_a_what_if(chapter: Listed) -> None:
    assert [each.id for each in tagged(chapter, "what-if") if each.kind == "code"] != []
    # A form tells what its inputs are worth only to an event that it is given, so a page that promises it must name one.
    words = "".join(each.text for each in cells(chapter.path) if each.id == "what-if-words")
    assert "worth" not in words or "when={" in cell(chapter, "what-if").text


@all_chapters
def test_6_the_page_asks_every_question_of_its_file(chapter: Listed) -> None:
    assert 2 <= len(questions(chapter.path)) <= 3
    assert list(page(chapter.path).challenges) == list(questions(chapter.path))


@all_chapters
def test_7_every_ruling_that_the_chapter_names_is_shown(chapter: Listed) -> None:
    made = page(chapter.path)
    assert made.rulings
    texts = [each.text for each in cells(chapter.path) if each.kind == "markdown"]
    texts += [version["because"] for each in questions(chapter.path).values() for version in versions(each)]
    named = {name for text in texts for name in CITED.findall(text) if name in rulings_of(chapter.game)}
    shown = made.view.parts()["rulings"]
    assert {name for name in named if not re.search(rf"\b{name}\b", shown)} == set()


@all_chapters
def test_8_the_box_for_teachers_is_whole(chapter: Listed) -> None:
    found = bullets(chapter)
    assert [name for name in found if name != "Watch for"] == ["Aim", "Ask first", "Key", "Source"]
    assert found["Aim"].endswith(f"About {chapter.minutes} minutes.")
    assert found["Ask first"].count("?") == 3
    assert has_source(chapter.game, found["Source"])


@all_chapters
def test_9_the_code_has_an_output_that_is_checked(chapter: Listed) -> None:
    (code,) = tagged(chapter, "in-code")
    assert code.text.splitlines()[0] == "# NBVAL_CHECK_OUTPUT"
    assert code.count is not None
    (output,) = code.outputs
    assert output["output_type"] == "execute_result"
    assert re.search(r"\d", "".join(output["data"]["text/plain"]))


@all_chapters
def test_9_the_code_gives_that_output(chapter: Listed) -> None:
    """Without a kernel; nbval runs the pages and the first chapter of each game in one."""
    path = chapter.notebook
    assert notebook(path) == path.read_text(encoding="utf-8")


# -- questions and keys ----------------------------------------------------------------------------------------------------------


@all_versions
def test_a_question_has_a_hint_and_an_explanation_that_cites_a_rule(chapter: Listed, key: str, version: int) -> None:
    each = versions(questions(chapter.path)[key])[version]
    assert "?" in each["words"]
    assert each["hint"]
    assert rules_in(chapter.game, each["because"])


@all_versions
def test_the_right_answer_can_be_worked_out_and_no_other_is_taken(chapter: Listed, key: str, version: int) -> None:
    task = question_at(chapter, key, version)
    task.write(str(right(chapter, key, version)))
    assert task.check()
    task = question_at(chapter, key, version)
    task.write(wrong(chapter, key, version))
    assert not task.check()


@all_questions
def test_fresh_numbers_have_an_answer_of_their_own(chapter: Listed, key: str) -> None:
    """Once an answer was shown, typing it again is not right; nor is the question the same."""
    each = questions(chapter.path)[key]
    answers = [right(chapter, key, version) for version in range(len(versions(each)))]
    assert len(set(answers)) == len(answers) > 1
    assert len({version["words"] for version in versions(each)}) == len(answers)
    for fresh in each["fresh"]:
        assert isinstance(question_at(chapter, key, 1).expected, Choice) or names(fresh["because"], right(chapter, key, 1))


@all_versions
def test_a_hint_does_not_give_the_answer_away(chapter: Listed, key: str, version: int) -> None:
    exact = right(chapter, key, version)
    hint = versions(questions(chapter.path)[key])[version]["hint"]
    assert str(exact) not in re.findall(r"\d+/\d+|\w+", hint)


@all_questions
def test_the_key_names_every_answer(chapter: Listed, key: str) -> None:
    assert names(bullets(chapter)["Key"], right(chapter, key))


@all_chapters
def test_the_questions_of_the_plan_are_asked(chapter: Listed) -> None:
    planned = PLANNED_ANSWERS.get((chapter.game, chapter.number), set())
    assert planned <= {right(chapter, key) for key in questions(chapter.path)}


@all_chapters
def test_a_chapter_says_what_its_reader_can_do_now(chapter: Listed) -> None:
    assert re.fullmatch(r"You can now [a-z].*\.", lesson_learnt(chapter.path))


# -- words -----------------------------------------------------------------------------------------------------------------------


def sentences(chapter: Listed) -> dict[str, str]:
    found = {each.id: each.text for each in cells(chapter.path) if each.kind == "markdown"}
    for key, each in questions(chapter.path).items():
        for number, version in enumerate(versions(each)):
            found |= {f"{key} {number} {part}": version[part] for part in ("words", "hint", "because")}
    return found | {"can": lesson_learnt(chapter.path)}


@all_chapters
def test_whatever_stands_in_brackets_is_a_rule_or_a_ruling(chapter: Listed) -> None:
    strange = {
        where: [name for name in CITED.findall(text) if not is_known(chapter.game, name)] for where, text in sentences(chapter).items()
    }
    assert {where: wrong for where, wrong in strange.items() if wrong} == {}


@all_chapters
def test_the_words_are_plain_british_english(chapter: Listed) -> None:
    assert {where for where, text in sentences(chapter).items() if "!" in text or AMERICAN.search(text)} == set()
