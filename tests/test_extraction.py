"""`make words` extracts every message that pages ask for, be it in code, in a template or in the data."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
PAGES = (
    "home",
    "glossary",
    "veneti/09_boarding",
    "veneti/rules",
    "republic/05_the_battle_table",
    "toulon/08_battle_bookkeeping",
    "escadres/06_one_die",
    "broadside/07_gunnery",
)
NAMES = {"You"}  # given by a notebook, and translated with it


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The ids of the messages that the command of the Makefile extracts."""
    path = tmp_path_factory.mktemp("words") / "messages.pot"
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8")
    folders = recipe.partition("--output-file data/words/messages.pot ")[2].partition(")")[0].split()
    keywords = "_ N_ ngettext:1,2 Nn_:1,2"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        options = ["--mapping-file", "pyproject.toml", "--no-default-keywords", "--keywords", keywords, "--output-file", str(path)]
        CommandLineInterface().run(["pybabel", "--quiet", "extract", *options, *folders])
    with path.open("rb") as file:
        return {each.id[0] if isinstance(each.id, tuple) else each.id for each in read_po(file)}


def has_words(message: str) -> bool:
    """Whether there is a letter outside of the fields."""
    try:
        return any(letter.isalpha() for text, *_field in Formatter().parse(message) for letter in text)
    except ValueError:
        return True


def test_every_message_of_pages_is_in_the_template(template: set[str]) -> None:
    command = [sys.executable, "-m", "tests.support.message_ids", *PAGES]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True)
    asked = set(filter(has_words, json.loads(ran.stdout)))
    assert len(asked) > 1000
    assert asked - template <= NAMES


def test_data_of_every_kind_is_in_the_template(template: set[str]) -> None:
    assert {"Boarding", "Those of the body.", "marines", "attacker loss", "Capture Morwen within two turns.", "big critical"} <= template
