"""Imports of 0.5 still work, with a warning that names the new place, and cost nothing to those who do not use them."""

import importlib
import subprocess
import sys

import pytest

import widgets  # noqa: F401 - adds its names
from rulesdemo import MOVED, moved_name

# Every public module at the root of rulesdemo 0.5, the command line's own parts aside, and what its notebooks and README name of widgets.
ENGINE = """
    arcs audit averages beyond bots branches catalogue chains contents coverage datafiles dice dist engine entries formulas game
    hexes history inputs later ledger log mix pools procedure questions recurrences refs report ruleset saves show spelling steps
    stretches surds tables terms trees turns walk why zones
"""
PAGES = """
    ask battle canvas desk drill glossary lesson live luck_panel replay rule_card rule_shelf svg track within your_reading
"""
NAMES = {"widgets.chapter": ("chapter", "Chapter"), "widgets.sandbox": ("sandbox", "Sandbox"), "widgets.home": ("home", "legend", "again")}


def test_every_public_module_of_0_5_has_its_new_place() -> None:
    assert set(MOVED) == {*(f"rulesdemo.{name}" for name in ENGINE.split()), *(f"widgets.{name}" for name in PAGES.split())}


@pytest.mark.parametrize("old", MOVED)
def test_an_old_name_is_the_same_module_and_warns(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, old, raising=False)
    with pytest.warns(DeprecationWarning, match=f"^{old} is {MOVED[old]} now;") as found:
        module = importlib.import_module(old)
    assert module is importlib.import_module(MOVED[old])
    assert module.__name__ == module.__spec__.name == MOVED[old]
    assert len(found) == 1


@pytest.mark.parametrize(("package", "name"), [(package, name) for package, names in NAMES.items() for name in names])
def test_an_old_name_of_what_is_a_package_now_warns(package: str, name: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"^{package}.{name} is {package}.page.{name} now;"):
        found = getattr(importlib.import_module(package), name)
    assert found is getattr(importlib.import_module(f"{package}.page"), name)


def test_what_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("rulesdemo.no_such_module")
    with pytest.raises(AttributeError, match=r"module 'widgets\.home' has no attribute 'no_such_name'"):
        moved_name("widgets.home", "no_such_name", {})


def test_the_warning_points_at_the_line_that_imports() -> None:
    code = "import rulesdemo\nfrom rulesdemo.dice import D6\nfrom widgets.chapter import chapter\nimport widgets.ask\n"
    done = subprocess.run(
        [sys.executable, "-W", "default::DeprecationWarning:__main__", "-c", code], capture_output=True, text=True, check=True
    )
    assert [line.partition(": ")[0] for line in done.stderr.splitlines() if "DeprecationWarning: " in line] == [
        "<string>:2",
        "<string>:3",
        "<string>:4",
    ]


def test_the_old_names_load_nothing_by_themselves() -> None:
    code = "import sys; before = set(sys.modules); import rulesdemo; print(*sorted(set(sys.modules) - before - {'typing'}))"
    done = subprocess.run([sys.executable, "-c", f"import typing; {code}"], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["__future__", "rulesdemo"]
