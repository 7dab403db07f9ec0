"""Loads what pages need before a reader asks: importing this module imports what the notebooks of the book import.

A module with a function `warm` is asked to fill its caches too, and every set piece of the games is set out once.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final

import comm
from comm.base_comm import BaseComm

from rulesdemo.analysis.catalogue import entries
from rulesdemo.play.game import game
from rulesdemo.play.history import History
from rulesdemo.rules.datafiles import GAMES, folder, read_text
from rulesdemo.rules.ruleset import ruleset
from widgets.web.jupyter_private import open_widgets
from widgets.web.live import Live

IMPORT: Final = re.compile(r"^(?:from|import) ((?:rulesdemo|widgets)[\w.]*)", re.MULTILINE)


def imported() -> list[str]:
    """Return the modules of `widgets` and `rulesdemo` that notebooks of the book import, each once."""
    found: dict[str, None] = {}
    for path in sorted(folder("book").glob("*/**/*.ipynb")):
        with suppress(ValueError, KeyError):
            cells = json.loads(read_text(path))["cells"]
            text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
            found.update(dict.fromkeys(IMPORT.findall(text)))
    return list(found)


def guides() -> list[str]:
    """Return the modules that show a game."""
    return [f"widgets.games.{name}.guide" for name in GAMES]


def set_out() -> None:
    """Read the rules, tables and set pieces of every game that can be played."""
    for name in GAMES:
        entries(name)
        engine = game(name).play()
        if engine is not None:
            for scenario in engine.scenarios():
                History.start(engine, scenario, ruleset(name))


def pages() -> list[Path]:
    """Return the notebooks that hold something live; the others are written once and then kept."""
    found = sorted(path for path in folder("book").glob("*/**/*.ipynb") if not path.parent.name.startswith("."))
    return [path for path in found if path.stem[0].isdigit() or path.stem in ("sandbox", "start", "lab", "drills")]


def rehearse(page: Path) -> dict[str, str]:
    """Open a page and close it again, without a reader: what it works out, the same for everybody, is then at hand.

    The text of every live piece, by the cell that shows it.
    """
    widgets = open_widgets()
    before, create = set(widgets), comm.create_comm
    comm.create_comm = Nobody
    shown: dict[str, str] = {}
    try:
        names: dict[str, object] = {}
        for cell in json.loads(read_text(page))["cells"]:
            if cell["cell_type"] == "code" and "lab" not in cell["metadata"].get("tags", []):
                there = set(widgets)
                exec("".join(cell["source"]), names)  # noqa: S102 - the book's own cells
                made = [widgets[key] for key in widgets if key not in there]
                shown |= {cell.get("id", ""): str(each.first) for each in made if isinstance(each, Live)}
        for key in set(widgets) - before:
            widget = widgets[key]
            if isinstance(widget, Live):
                widget.greet()
        return shown
    finally:
        for key in set(widgets) - before:
            widgets[key].close()
        comm.create_comm = create


class Nobody(BaseComm):
    """What a rehearsed page says is heard by nobody."""

    def publish_msg(self, *_said: object, **_more: object) -> None:
        """Say nothing."""


for _name in (*imported(), *guides()):
    with suppress(Exception):  # a page that needs it will say what is wrong with it
        getattr(import_module(_name), "warm", int)()
with suppress(Exception):
    set_out()
