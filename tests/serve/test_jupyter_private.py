"""Names of other packages that promise nothing: each is still there, each is listed, and private ones are used in one module a side."""

from __future__ import annotations

import ast
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import rulesdemo.serve
import widgets.scene
import widgets.web
from rulesdemo.serve import jupyter_private as of_server
from widgets.web import jupyter_private as of_pages

ROOT = Path(__file__).parents[2]
HOMES = (of_server, of_pages)
TABLES = ("PRIVATE", "HOOKS", "PARTS")
OURS = ("rulesdemo.", "widgets.")
# Promised by their packages: what anywidget and IPython document as ours to define.
PROMISED = frozenset({"_esm"})
# What a class of theirs is given by traitlets and abc whenever it is subclassed.
BY_METACLASS = frozenset(
    {
        "_abc_impl",
        "_all_trait_default_generators",
        "_anywidget_commands",
        "_descriptors",
        "_instance_inits",
        "_static_immutable_initial_values",
        "_trait_default_generators",
        "_traits",
    }
)


# ------------------------------------------------------------------------------------------------------- what is still there


def rows(*tables: str) -> list[tuple[str, str]]:
    return sorted({(owner, name) for home in HOMES for table in tables for owner, names in getattr(home, table).items() for name in names})


def owner_of(where: str) -> Any:
    module, _colon, name = where.partition(":")
    found = import_module(module)
    return getattr(found, name) if name else found


@cache
def set_on_self(kind: type) -> frozenset[str]:
    """The attributes that a class's own methods give to its objects."""
    try:
        tree = ast.parse(dedent(inspect.getsource(kind)))
    except (OSError, TypeError):
        return frozenset()
    stores = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))
    return frozenset(node.attr for node in stores if isinstance(node.value, ast.Name) and node.value.id == "self")


def is_there(owner: Any, name: str) -> bool:
    """Whether a module has a name, or a class or its objects."""
    if hasattr(owner, name):
        return True
    return isinstance(owner, type) and any(
        name in set_on_self(kind) or name in vars(kind).get("__annotations__", {}) for kind in owner.__mro__
    )


@pytest.mark.parametrize(("where", "name"), rows(*TABLES), ids=lambda text: text.rpartition(".")[2])
def test_the_name_is_still_there(where: str, name: str) -> None:
    package = where.partition(".")[0].partition(":")[0]
    assert is_there(owner_of(where), name), f"{package} has no {name} in {where} any more: see {uses(name)}"


def uses(name: str) -> list[str]:
    """The modules of the two packages that have a word in them."""
    return [path.relative_to(ROOT).as_posix() for path in sources() if name in path.read_text(encoding="utf-8")]


def test_a_name_that_an_upgrade_took_away_is_missed() -> None:
    class Upgraded:
        """As it was, without one."""

        other = 1

        def __init__(self) -> None:
            self.set_later = 2

    assert is_there(Upgraded, "other")
    assert is_there(Upgraded, "set_later")
    assert not is_there(Upgraded, "_close_control_socket")
    assert not is_there(SimpleNamespace(), "_instances")


# ------------------------------------------------------------------------------------------------------------ what is listed


def sources() -> list[Path]:
    return sorted(path for package in ("rulesdemo", "widgets") for path in (ROOT / package).rglob("*.py"))


def classes_of_ours() -> Iterator[type]:
    """Each of our classes whose parents may be another package's: those of the server, and of what pages are made with."""
    for package in (rulesdemo.serve, widgets.web, widgets.scene):
        for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            module: ModuleType = import_module(found.name)
            yield from (kind for kind in vars(module).values() if inspect.isclass(kind) and kind.__module__ == module.__name__)


def foreign(kind: type) -> list[type]:
    """The parents of a class that come from another package, and not with Python."""
    theirs = {owner.partition(".")[0] for owner, _name in rows(*TABLES)}
    return [parent for parent in kind.__mro__ if not parent.__module__.startswith(OURS) and parent.__module__.partition(".")[0] in theirs]


def overridden(kind: type) -> set[tuple[str, str]]:
    """The names that a class puts in the place of a parent's, each with the parent that had it."""
    own = {name for name in vars(kind) if not (name.startswith("__") or name in BY_METACLASS | PROMISED)}
    found = {(name, next((parent for parent in foreign(kind) if name in vars(parent)), None)) for name in own}
    return {(f"{parent.__module__}:{parent.__name__}", name) for name, parent in found if parent is not None}


def test_every_hook_is_listed_and_every_listed_hook_is_filled() -> None:
    """A hook that an upgrade renames is called no more, and nothing else would say so."""
    filled = {each for kind in classes_of_ours() for each in overridden(kind)}
    assert filled - set(rows("HOOKS")) == set(), "not listed"
    assert set(rows("HOOKS")) - filled == set(), "taken away, moved to another parent, or not filled any more"


def private_uses(tree: ast.AST) -> set[str]:
    """The private names, and those of the tables, that a module imports, reads or asks for by `getattr`."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.ImportFrom) and not (node.module or "").startswith(("rulesdemo", "widgets")):
            found |= {alias.name for alias in node.names if alias.name.startswith("_") and not alias.name.startswith("__")}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("_"):
            found.add(node.value)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
    return found


@pytest.mark.parametrize("home", HOMES, ids=lambda home: home.__name__)
def test_private_names_are_used_in_their_module_alone(home: ModuleType) -> None:
    listed = {name for names in home.PRIVATE.values() for name in names}
    others = [path for path in sources() if path not in {Path(str(each.__file__)) for each in HOMES}]
    found = {path.relative_to(ROOT).as_posix(): private_uses(ast.parse(path.read_text(encoding="utf-8"))) & listed for path in others}
    assert {path: names for path, names in found.items() if names} == {}
    assert listed <= private_uses(ast.parse(Path(str(home.__file__)).read_text(encoding="utf-8"))), "listed, and not used any more"


def test_no_private_name_is_used_that_is_not_listed() -> None:
    """Of every `x._name` in the server and in what pages are made with, the module itself has the `_name`, or a class of Python has."""
    python = {"_asdict", "_exit", "_fields", "_field_defaults", "_replace"}
    listed = {name for home in HOMES for names in home.PRIVATE.values() for name in names}
    folders = (ROOT / "rulesdemo" / "serve", ROOT / "widgets" / "web", ROOT / "widgets" / "scene")
    unlisted = {}
    for path in (path for folder in folders for path in folder.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
        own |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
        own |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        read |= {
            alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names if node.module != "__future__"
        }
        names = {name for name in read - own if name.startswith("_") and not name.startswith("__") and name != "_"}
        unlisted[path.relative_to(ROOT).as_posix()] = names - python - listed
    assert {path: names for path, names in unlisted.items() if names} == {}


@pytest.mark.parametrize(
    "code", ["kernels._kernel_ports", "from ipywidgets.widgets.widget import _kernel_ports", "getattr(x, '_kernel_ports', None)"]
)
def test_a_private_use_is_seen(code: str) -> None:
    assert "_kernel_ports" in private_uses(ast.parse(code))
