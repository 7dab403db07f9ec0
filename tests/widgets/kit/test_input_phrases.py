"""The inputs of questions in words: none by the name that code has for it."""

from __future__ import annotations

import re

import pytest

from rulesdemo.analysis.catalogue import find
from rulesdemo.rules.toc import contents
from widgets.chapter.expected_answer import nearby
from widgets.chapter.question_file import questions, versions
from widgets.kit.input_phrases import input_phrase

SIDES = re.compile(
    "“(?:Roman|Veneti)”"
)  # an admiral's initiative stands in the form under the name of his side, and shared modules name no game
CHAPTERS = [each.path for each in contents().chapters if each.is_there and questions(each.path)]


def test_words_for_flags_choices_figures_and_counts() -> None:
    assert input_phrase("boarder", "sail") == "with “Boarder” at sail"
    assert input_phrase("kind", "sail") == "for a sailing ship"
    assert input_phrase("full_sail", False) == "without full sail"
    assert input_phrase("full_sail", True) == "under full sail"
    assert input_phrase("attackers", 1) == "with 1 marine attacking"
    assert input_phrase("attackers", 0) == "with 0 marines attacking"
    assert input_phrase("drm", 2) == "with a die modifier of +2"
    assert input_phrase("training", -1) == "with a training of −1"
    assert input_phrase("roman", True) == "for a Roman"
    assert input_phrase("roman", "both") == "with Romans on both sides"
    assert input_phrase("roman", 3) == "with “Roman” at 3"


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_no_question_is_told_a_name_and_a_value(chapter: str) -> None:
    words = set()
    for question in questions(chapter).values():
        for each in versions(question):
            if "procedure" in each and {"chance", "whole", "mean"} & set(each) and "over" not in each:
                entry = find(each["procedure"])
                words |= {phrase for _given, phrase in nearby(entry, entry.answer(each.get("inputs", {})).inputs)}
    assert {phrase for phrase in words if re.search("[“_{]", SIDES.sub("", phrase))} == set()
