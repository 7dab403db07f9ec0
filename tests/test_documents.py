"""The documents for developers name only what is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "SECURITY.md")
PATH = re.compile(r"`((?:rulesdemo|widgets|tests|book|data)/[\w./-]*\w)`")
TARGET = re.compile(r"`make ([a-z-]+)")


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_file_that_a_document_names_exists(name: str) -> None:
    named = PATH.findall(text_of(name))
    assert named or name == "README.md"
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_target_that_a_document_names_exists(name: str) -> None:
    known = set(re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE))
    assert set(TARGET.findall(text_of(name))) <= known


def test_the_walks_name_every_package() -> None:
    """A package that no line of ARCHITECTURE.md names is a room without a door."""
    text = text_of("ARCHITECTURE.md")
    packages = [path.parent for root in ("rulesdemo", "widgets") for path in (ROOT / root).glob("*/__init__.py")]
    assert [path.name for path in packages if f"`{path.name}/" not in text] == []
