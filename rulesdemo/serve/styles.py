"""The style of a page: the sheets beside the modules that its notebook imports, joined.

`widgets/kit/table_view.css` styles what `widgets/kit/table_view.py` draws; what several modules of a package draw is in the sheet named
after the package, `widgets/games/toulon/toulon.css`. A page gets the sheets of every module that its notebook leads to, and so no style of
another game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from rulesdemo.rules.datafiles import folder, read_text

# Sheets of packages come in this order, then those of single modules in theirs: a later sheet may change what an earlier one says, and
# so what is made of parts comes after its parts.
ROOMS: Final = ("web", "play", "games", "home", "scene", "kit", "board", "chapter", "odds_form", "sandbox")
LAYERS: Final = ("web", "scene", "kit", "play", "board", "chapter", "odds_form", "sandbox", "home", "games")
_IMPORT: Final = re.compile(r"^[\s\"]*(?:from (widgets[\w.]*) import ([\w, ]+|\([^)]*\)))", re.MULTILINE)
_NAME: Final = re.compile(r"\w+")
# Pages that name a game load its pages by that name, and no import says so.
_BY_NAME: Final = {"chapter": "widgets.games.{game}.guide", "sandbox": "widgets.games.{game}.sandbox"}
ALWAYS: Final = {"widgets.web", "widgets.play", "widgets.kit"}  # what pages of all kinds are made of


@cache
def _files() -> dict[str, Path]:
    """Return every module of widgets by its name."""
    root = folder("widgets")
    return {
        ".".join(("widgets", *path.relative_to(root).with_suffix("").parts)).removesuffix(".__init__"): path for path in root.rglob("*.py")
    }


def _leads_to(source: str) -> set[str]:
    """Return the modules that a source names in its imports, and the packages around them."""
    found = set()
    for package, names in _IMPORT.findall(source):
        for module in (package, *(f"{package}.{name}" for name in _NAME.findall(names))):
            if module in _files():
                parts = module.split(".")
                found |= {".".join(parts[:count]) for count in range(1, len(parts) + 1)}
    return found


@cache
def _imports(module: str) -> set[str]:
    return _leads_to(read_text(_files()[module]))


def modules_of(source: str, kind: str = "", game: str = "") -> frozenset[str]:
    """Return every module of widgets that a notebook's source leads to."""
    found: set[str] = set()
    waiting = _leads_to(source) | ALWAYS
    if game and kind in _BY_NAME:
        waiting.add(_BY_NAME[kind].format(game=game))
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting |= _imports(module) if module != "widgets" else set()  # which names every old module, to warn of it
    return frozenset(found)


def _sheet(module: str) -> Path:
    path = _files()[module]
    return path.with_name(f"{path.parent.name}.css") if path.name == "__init__.py" else path.with_suffix(".css")


def _rank(module: str) -> tuple[bool, int, str]:
    """Sort the sheets of packages before those of single modules."""
    _widgets, room, *_rest = (*module.split("."), "")
    is_single = _files()[module].name != "__init__.py"
    order = LAYERS if is_single else ROOMS
    return is_single, order.index(room) if room in order else -1, module


def sheets_of(modules: Iterable[str]) -> list[Path]:
    """Return the sheets beside some modules, in their order."""
    found = (_sheet(module) for module in sorted(set(modules) & _files().keys(), key=_rank))
    return [path for path in found if path.is_file()]


def join_sheets(modules: Iterable[str]) -> str:
    """Return one sheet with the style of some modules."""
    return "\n".join(map(read_text, sheets_of(modules)))
