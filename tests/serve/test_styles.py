"""Styles stand beside what they style: no rule styles nothing, and a page has the style of what it shows and no other game's."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulesdemo.rules.datafiles import GAMES, folder
from rulesdemo.serve.assets import code_of
from rulesdemo.serve.routes import Place, places
from rulesdemo.serve.styles import modules_of, sheets_of

ROOT = Path(__file__).parents[2]
STATIC = folder("book") / "template" / "static"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
BLOCK = re.compile(r"\{[^{}]*\}")
STRINGS = re.compile(r"\"[^\"]*\"|'[^']*'")
CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
TOKEN = re.compile(r"[A-Za-z_][\w-]*")
ELSEWHERE = {"highlight", "jp-LabShell"}  # classes that Pygments and JupyterLab write
PAGES = [place for address, place in places("en").items() if place.notebook is not None and address != "/"]


OURS = sorted((ROOT / "widgets").rglob("*.css"))


def named(paths: list[Path]) -> list[Any]:
    return [pytest.param(path, id=path.relative_to(ROOT).as_posix()) for path in paths]


@cache
def classes(sheet: Path) -> frozenset[str]:
    """Every class that a sheet names in a selector."""
    text = STRINGS.sub("", COMMENT.sub("", sheet.read_text(encoding="utf-8")))
    return frozenset(CLASS.findall(BLOCK.sub(" ", text)))


def strings(source: str) -> Iterator[str]:
    """The texts in a module that are no docstrings."""
    tree = ast.parse(source)
    blocks = [node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)]
    docs = {id(node.body[0].value) for node in blocks if node.body and isinstance(node.body[0], ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


@cache
def words() -> tuple[frozenset[str], tuple[str, ...], tuple[str, ...]]:
    """What the sources of pages may write as a class, whole, and the beginnings and ends of names that they put together."""
    whole: set[str] = set(ELSEWHERE)
    begun: set[str] = set()
    ended: set[str] = set()
    texts = [
        text for room in ("widgets", "rulesdemo/serve") for path in (ROOT / room).rglob("*.py") for text in strings(path.read_text("utf-8"))
    ]
    texts += [path.read_text("utf-8") for path in [*STATIC.glob("*.js"), *STATIC.parent.glob("*.html"), *STATIC.parent.glob("*.j2")]]
    texts += [path.read_text("utf-8") for path in (ROOT / "book" / "en").rglob("*.ipynb")]
    for text in texts:
        whole.update(TOKEN.findall(text))
        begun.update(re.findall(r"([a-z][\w-]*-)(?:\{|$)", text))
        ended.update(re.findall(r"\}(-[a-z][\w-]*)", text))
    return frozenset(whole), tuple(begun), tuple(ended)


def is_written(name: str) -> bool:
    whole, begun, ended = words()
    return name in whole or name.startswith(begun) or name.endswith(ended)


@pytest.mark.parametrize("sheet", named([*OURS, *STATIC.glob("*.css")]))
def test_no_rule_styles_nothing(sheet: Path) -> None:
    assert sorted(name for name in classes(sheet) if not is_written(name)) == []


def test_a_dead_class_would_be_found() -> None:
    assert not is_written("no-such-class")


@pytest.mark.parametrize("sheet", named(OURS))
def test_every_sheet_stands_beside_its_module(sheet: Path) -> None:
    assert sheet.with_suffix(".py").is_file() or sheet.stem == sheet.parent.name


@pytest.mark.parametrize("place", [pytest.param(place, id=place.address) for place in PAGES])
def test_a_page_has_no_style_of_another_game(place: Place) -> None:
    assert place.notebook is not None
    found = sheets_of(modules_of("\n".join(code_of(place.notebook)), place.kind, place.game))
    assert found
    games = {path.relative_to(ROOT / "widgets").parts[1] for path in found if path.relative_to(ROOT / "widgets").parts[0] == "games"}
    assert games <= {place.game or "veneti"}  # the guided start is a set piece of veneti; no other page without a game has any
    assert games <= set(GAMES)
