"""French words: one notebook in two languages, games with words of their own, numbers, and what stands in no catalogue."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesdemo.catalogues import catalogue, coverage
from rulesdemo.odds.format import percent
from rulesdemo.rules.datafiles import folder
from rulesdemo.rules.prose import notebook_in_words, source_in_words
from rulesdemo.words import N_, _, cache_by_language, language, ngettext, speak, speak_of
from tests.support.catalogues import forms, stored, words
from tests.support.french import FRACTION, lint

NOTEBOOKS = sorted((folder("book") / "en").rglob("*.ipynb"))
CHIP = re.compile(r"\[[^\[\]]+\]")


@pytest.fixture
def french() -> Iterator[None]:
    before = language()
    speak("fr")
    yield
    speak_of("")
    speak(before)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[f"{path.parent.name}-{path.stem}" for path in NOTEBOOKS])
@pytest.mark.usefixtures("french")
def test_a_french_notebook_has_the_cells_tags_and_code_of_the_english_one(path: Path) -> None:
    english = json.loads(path.read_text(encoding="utf-8"))
    made = notebook_in_words(english)
    assert made["metadata"].keys() == english["metadata"].keys()
    for cell, other in zip(english["cells"], made["cells"], strict=True):
        assert {**cell, "source": None} == {**other, "source": None}
        one, two = "".join(cell["source"]), "".join(other["source"])
        if cell["cell_type"] == "code":
            assert one == two
            continue
        assert sorted(CHIP.findall(one)) == sorted(CHIP.findall(two))
        assert sorted(FRACTION.findall(one)) == sorted(FRACTION.findall(two))
        assert [line.count("|") for line in one.split("\n")] == [line.count("|") for line in two.split("\n")]
        assert re.findall(r"^(#+|- |\d+\.)", one, re.MULTILINE) == re.findall(r"^(#+|- |\d+\.)", two, re.MULTILINE)


@pytest.mark.usefixtures("french")
def test_prose_without_french_is_english_and_says_so() -> None:
    assert source_in_words("## The rule\n\nNobody has put this into French.") == (
        '## La règle\n\n<span lang="en">Nobody has put this into French.</span>'
    )


@pytest.mark.usefixtures("french")
def test_names_and_numbers_are_written_as_french_does() -> None:
    from fractions import Fraction

    assert percent(Fraction(23, 36)) == "63,9\u202f%"
    assert [ngettext("{n} turn", "{n} turns", n).format(n=n) for n in (0, 1, 2)] == ["0 tour", "1 tour", "2 tours"]
    assert str(N_("{most} and {last}").format(most="Aquila", last="Lupa")) == "Aquila et Lupa"


@pytest.mark.usefixtures("french")
def test_a_game_has_words_of_its_own() -> None:
    own = {(message.context, forms(message)[0]): words(message)[0] for _area, message in stored("fr") if message.context}
    assert own
    for (game, message), expected in own.items():
        speak_of(game)
        assert str(_(message)) == expected
        speak_of("")
    (game, message), expected = next((key, text) for key, text in own.items() if "{" not in text)
    shown = cache_by_language(10)(lambda: _(message))
    plain = shown()
    speak_of(game)
    assert (shown(), plain != expected) == (expected, True)


def test_every_message_counts_and_nothing_is_rounded_up() -> None:
    (messages, there), french = coverage()["en"], coverage()["fr"]
    assert messages == there == french[0] > 10_000
    assert french[1] == messages  # make words-check names what is missing
    assert catalogue("fr") is catalogue("fr")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("C'est bon.", "L1"),
        ("Vraiment ?", "L2"),
        ("Un mot : deux.", "L4"),
        ("Il y a 0.5 point.", "L6"),
        ("Tu lances.", "L9"),
        ("Lancez the dice.", "L10"),
        ("Si il passe.", "L12"),
        ("Le tour de {ship}.", "L13"),
        ("Une mélée.", "L16"),
    ],
)
def test_the_lint_finds(text: str, fault: str) -> None:
    assert [each[: len(fault)] for each in lint(text)][:1] == [fault]
    assert list(lint("L’équipage d’Aquila rame\u00a0: 63,9\u202f%, «\u202foui\u202f» [8.23]\u202f; c’est tout\u202f!")) == []
