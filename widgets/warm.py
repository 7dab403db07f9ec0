"""What pages need, loaded before a reader asks: importing this module imports what the notebooks of the book import.

A module with a function `warm` is asked to fill its caches too, and every set piece of the games is set out once.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final

from rulesdemo.catalogue import entries
from rulesdemo.datafiles import GAMES, folder, read_text
from rulesdemo.games import game
from rulesdemo.history import History
from rulesdemo.ruleset import ruleset

IMPORT: Final = re.compile(r"^(?:from|import) ((?:rulesdemo|widgets)[\w.]*)", re.MULTILINE)


def imported() -> list[str]:
    """The modules of ours that notebooks of the book import, each once."""
    found: dict[str, None] = {}
    for path in sorted(folder("book").glob("*/**/*.ipynb")):
        with suppress(ValueError, KeyError):
            cells = json.loads(read_text(path))["cells"]
            text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
            found.update(dict.fromkeys(IMPORT.findall(text)))
    return list(found)


def guides() -> list[str]:
    """The modules that show a game."""
    return [f"widgets.games.{path.stem}" for path in sorted(Path(__file__).parent.glob("games/*_guide.py"))]


def set_out() -> None:
    """Read the rules, tables and set pieces of every game that can be played."""
    for name in GAMES:
        entries(name)
        engine = game(name).play()
        if engine is not None:
            for scenario in engine.scenarios():
                History.start(engine, scenario, ruleset(name))


for _name in (*imported(), *guides()):
    with suppress(Exception):  # a page that needs it will say what is wrong with it
        getattr(import_module(_name), "warm", int)()
with suppress(Exception):
    set_out()
