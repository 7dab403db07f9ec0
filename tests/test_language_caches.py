"""One process can show two languages: every cache whose values hold words asks for the language (`rulesdemo.words.cache_by_language`)."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.cached_words import PACKAGES, ROOT, blind_caches, functions
from tests.support.two_languages import COMMANDS, PAGES


def test_caches_of_words_ask_for_the_language() -> None:
    assert list(blind_caches(functions())) == []


def test_a_blind_cache_is_found(tmp_path: Path) -> None:
    (tmp_path / "rulesdemo").mkdir()
    (tmp_path / "rulesdemo" / "signs.py").write_text(
        "from functools import cache, cached_property\n"
        "from rulesdemo.words import N_, _, cache_by_language, language\n"
        "_SEEN: dict[str, str] = {}\n"
        "def words(name): return _('Beware of {name}').format(name=name)\n"
        "@cache\ndef blind(name): return [words(name)]\n"
        "@cache\ndef message(name): return N_('Beware of {name}').format(name=name)\n"
        "@cache_by_language(5)\ndef by_language(name): return words(name)\n"
        "@cache\ndef around(name): return by_language(name)\n"
        "def memo(name):\n    _SEEN[name] = words(name)\n    return _SEEN[name]\n"
        "def good_memo(name):\n    _SEEN[language(), name] = words(name)\n    return _SEEN[language(), name]\n"
        "class Sign:\n    @cached_property\n    def text(self): return self.worded()\n    def worded(self): return words('dogs')\n"
    )
    found = [each.split()[1].rstrip(":") for each in blind_caches(functions(tmp_path))]
    assert found == ["blind", "around", "memo", "Sign.text"]


@pytest.fixture(scope="module")
def report() -> dict[str, list[str]]:
    """What a fresh process shows, whose caches are watched."""
    command = [sys.executable, "-m", "tests.support.two_languages"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True)
    found: dict[str, list[str]] = json.loads(ran.stdout)
    return found


def test_english_is_the_same_after_another_language(report: dict[str, list[str]]) -> None:
    assert report["changed"] == []


def test_each_language_has_its_own_words(report: dict[str, list[str]]) -> None:
    assert len(PAGES) + len(COMMANDS) > 1
    assert report["bare"] == []
    assert report["english"] == {}


def test_no_cache_at_work_is_blind(report: dict[str, list[str]]) -> None:
    assert report["caches"] == []


# -- what is stored holds messages ---------------------------------------------------------------------------------------------------------

BUILDERS = {"build", "thought_position"}  # of positions, from the data of a scenario


def worded_positions(path: Path) -> Iterator[str]:
    """Every position or scenario that is made with the words of one language."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id if isinstance(node.func, ast.Name) else ""
        is_scenario = name == "replace" and bool(node.args) and ast.unparse(node.args[0]).endswith("scenario")
        if name in BUILDERS or is_scenario:
            calls = [each for each in ast.walk(node) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)]
            yield from (f"{path}:{each.lineno}" for each in calls if ast.unparse(each.func) in ("_", "ngettext"))


def test_positions_hold_messages() -> None:
    paths = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    assert [found for path in paths for found in worded_positions(path)] == []
