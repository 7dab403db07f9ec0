"""A page inside a browser's worker: which one is shown, its cells one by one, and what the page says to its pieces.

The script beside us (`engine.js`) calls `open_page`, then `run_next` until nothing is left, and `hear` whenever the page says something.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from rulesdemo.catalogues import languages
from rulesdemo.serve.log import PAGE
from rulesdemo.words import speak, speak_of
from widgets.web import page_cells
from widgets.web.live import Live
from widgets.web.worker_line import listen

__all__ = ["hear", "listen", "open_page", "run_next"]

_cells: Iterator[tuple[str, Any]] = iter(())
_pieces: dict[str, Live] = {}


def open_page(page: str, lang: str) -> None:
    """Begin a page in a language; the one before is over."""
    global _cells  # noqa: PLW0603 - a worker shows one page
    for piece in _pieces.values():
        piece.close()
    _pieces.clear()
    os.environ[PAGE] = f"/{lang}/{page}"
    languages.cache_clear()  # the words of a language come with its first page
    speak(lang)
    speak_of("")
    _cells = page_cells.run(page)


def run_next() -> str | None:
    """Run the next cell and return its name; None after the last."""
    name, shown = next(_cells, (None, None))
    if name is not None and isinstance(shown, Live):
        shown.name = name
        _pieces[name] = shown
    return name


def hear(name: str, text: str) -> bool:
    """Hand what the page says to one of its pieces; whether that piece is there yet."""
    if name not in _pieces:
        return False
    _pieces[name].hear(text)
    return True
