"""Sentences of the engine and the command line are messages: no refusal or error is made of a bare text, and every field has its value."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from string import Formatter

import pytest

import rulesdemo

ROOT = Path(rulesdemo.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
# What is shown of a call, by the places of its arguments.
SHOWN = {
    "Refusal": (0, 2),
    "Fault": (1, 3),
    "Decision": (3,),
    **dict.fromkeys(("InputError", "DataError", "FacesError", "OddsError", "RulesError", "SaveError", "NeverEnds", "TooManyPaths"), (0,)),
}


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def is_bare(node: ast.expr) -> bool:
    """Whether it is a text with letters, or an f-string."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value != "")


def bare_texts(path: Path) -> Iterator[str]:
    """Every bare text that a refusal or an error shows, given in the call or as the `message` of the line before."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for place in SHOWN.get(node.func.id, ()):
                if place < len(node.args) and is_bare(node.args[place]):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node.args[place])}"
        body = getattr(node, "body", None)
        for line, following in pairwise(body if isinstance(body, list) else []):
            if (
                isinstance(line, ast.Assign)
                and is_bare(line.value)
                and isinstance(following, ast.Raise)
                and isinstance(following.exc, ast.Call)
                and isinstance(following.exc.func, ast.Name)
                and following.exc.func.id in SHOWN
            ):
                yield f"{path.relative_to(ROOT)}:{line.lineno}: {ast.unparse(line.value)}"


def unfilled(path: Path) -> Iterator[str]:
    """Every template that is filled on the spot and lacks a field."""
    for node in ast.walk(tree(path)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format"):
            continue
        made = node.func.value
        if not (isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id in ("N_", "Nn_", "_", "ngettext")):
            continue
        given = {each.arg for each in node.keywords}
        if None in given:  # a mapping
            continue
        for text in (each.value for each in made.args if isinstance(each, ast.Constant) and isinstance(each.value, str)):
            lacking = {field for _, field, _, _ in Formatter().parse(text) if field} - given
            if lacking - ({"n"} if made.func.id == "Nn_" else set()):
                yield f"{path.relative_to(ROOT)}:{node.lineno}: {sorted(lacking)} of {text!r}"


def quoted_at_once(path: Path) -> Iterator[str]:
    """Every template that quotes what somebody typed and is no message: only a message cuts what it quotes."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "ngettext"):
            texts = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
            yield from (f"{path.name}:{node.lineno}: {text}" for text in texts if "!r" in text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_refusals_and_errors_are_messages(path: Path) -> None:
    assert list(bare_texts(path)) == []


def test_what_is_quoted_is_cut() -> None:
    assert [each for path in FILES for each in quoted_at_once(path)] == []


def test_templates_get_all_their_fields() -> None:
    assert [each for path in FILES for each in unfilled(path)] == []
