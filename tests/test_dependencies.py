"""What the code imports is declared in pyproject.toml, with bounds; nothing comes in only because something else needs it."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
BENCH = ROOT / "tests" / "bench"
OURS = frozenset({"rulesdemo", "widgets", "tests"})
DISTRIBUTIONS = packages_distributions()
# A module named in a string, as the fork server names what it loads.
DOTTED = re.compile(r"[A-Za-z]\w*(?:\.\w+)+")
# Imported by no module, but run as commands.


def names_in(source: str) -> Iterator[str]:
    """The top-level packages that a module imports, or names in a string as `package.module`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module.partition(".")[0]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and DOTTED.fullmatch(node.value):
            top = node.value.partition(".")[0]
            if top in DISTRIBUTIONS:
                yield top


def third_party(source: str) -> set[str]:
    return {name for name in names_in(source) if name not in sys.stdlib_module_names and name not in OURS}


@cache
def imported_by(path: Path) -> set[str]:
    """The packages of others that a file imports; the scripts of the benchmark import each other."""
    siblings = {each.stem for each in path.parent.glob("*.py")} if path.parent == BENCH else set()
    return third_party(path.read_text(encoding="utf-8")) - siblings


def modules(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def declared(*extras: str) -> dict[str, Requirement]:
    lines = [*PROJECT["dependencies"], *(line for extra in extras for line in PROJECT["optional-dependencies"][extra])]
    return {canonicalize_name(each.name): each for each in map(Requirement, lines)}


def undeclared(folders: tuple[str, ...], known: dict[str, Requirement]) -> dict[str, list[str]]:
    """The packages that no requirement names, each with the modules that import it."""
    found: dict[str, list[str]] = {}
    for path in modules(*folders):
        for name in sorted(imported_by(path)):
            distributions = {canonicalize_name(each) for each in DISTRIBUTIONS.get(name, [name])}
            if not distributions & known.keys():
                found.setdefault(name, []).append(path.relative_to(ROOT).as_posix())
    return found


def test_every_import_of_the_packages_is_declared() -> None:
    assert undeclared(("rulesdemo", "widgets"), declared()) == {}


def test_every_import_of_the_tests_is_declared() -> None:
    assert undeclared(("tests",), declared("test", "bench")) == {}


def test_whatever_is_declared_is_imported() -> None:
    """A requirement that no module imports any more is a package that readers download for nothing."""
    imported = {name for path in modules("rulesdemo", "widgets") for name in imported_by(path)}
    used = {canonicalize_name(each) for name in imported for each in DISTRIBUTIONS.get(name, [])}
    assert declared().keys() <= used


@pytest.mark.parametrize("name", sorted(declared()))
def test_a_dependency_has_both_bounds(name: str) -> None:
    operators = {each.operator for each in declared()[name].specifier}
    assert operators >= {">=", "<"}, f"{declared()[name]} lacks a bound"


@pytest.mark.parametrize(
    "code",
    [
        "import tornado.web",
        "from tornado import web",
        "def f():\n    from tornado.web import HTTPError",
        "if TYPE_CHECKING:\n    import tornado",
        "import_module('tornado.web')",
        "LOADED = ('tornado.platform.asyncio',)",
    ],
)
def test_an_import_is_seen(code: str) -> None:
    assert third_party(code) == {"tornado"}


@pytest.mark.parametrize("code", ["import os.path", "from . import web", "import rulesdemo.serve", "x = 'en.veneti'", "'tornado'"])
def test_what_is_no_import_of_another_package_is_not_seen(code: str) -> None:
    assert third_party(code) == set()
