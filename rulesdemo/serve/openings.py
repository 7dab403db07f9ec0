"""Openings: how the first board of a page looks before anybody has touched it, shown with the head until the reader's own has come.

A page that was written once tells how it opens; so does the fork server, which opens every page once for itself. What is shown meanwhile
can be looked at and not pressed, and has other names inside than the board that takes its place.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Final

FOLDER: Final = "RULESDEMO_OPENINGS"  # where the fork server leaves what it saw
LIVE: Final = "data-live="
BOARD: Final = "data-surface"
_CELL: Final = re.compile(r'<(div|details) class="cell ')
_TIES: Final = re.compile(r'\s(?:data-live|for|list|aria-(?:labelledby|describedby|controls|owns|activedescendant))="[^"]*"')
_NAMES: Final = re.compile(r'(?<=\s)((?:id|name|(?:xlink:)?href)=")(#?)(?=[\w-])|(url\(#)')


def part(cells: list[str]) -> int:
    """How many of the cells make the opening: down to the first board, or where there is none, to the first live piece.

    >>> part(["words", "data-live= track", "data-live= data-surface", "data-live="]), part(["words", "data-live="]), part(["words"])
    (3, 2, 0)
    """
    for mark in (BOARD, LIVE):
        found = [number for number, text in enumerate(cells, 1) if mark in text]
        if found:
            return found[0]
    return 0


def looked_at(cells: list[str]) -> str:
    """Cells that can only be looked at.

    >>> looked_at(['<div class="cell shown" id="play"><div data-live="7"><use href="#k"/><a href="/en">x</a></div></div>'])
    '<div inert aria-hidden="true" class="opening cell shown" id="was-play"><div><use href="#was-k"/><a href="/en">x</a></div></div>'
    """
    still = _NAMES.sub(_renamed, _TIES.sub("", "".join(cells)))
    return _CELL.sub(r'<\1 inert aria-hidden="true" class="opening cell ', still)


def _renamed(found: re.Match[str]) -> str:
    if found[3]:
        return f"{found[3]}was-"
    return found[0] if "href" in found[1] and not found[2] else f"{found[0]}was-"


# -- what the fork server saw --------------------------------------------------------------------------------------------------


def leave(notebook: Path, pieces: dict[str, str]) -> None:
    """Leave the live pieces of a page, by their cells, for the server to find."""
    place = _place(notebook)
    if place is None or not pieces:
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_suffix(".draft")
    draft.write_text(json.dumps(pieces), encoding="utf-8")
    draft.replace(place)


def left(notebook: Path) -> dict[str, str]:
    """The live pieces of a page by their cells; none where nobody has looked yet."""
    place = _place(notebook)
    if place is None or not place.is_file():
        return {}
    pieces: dict[str, str] = json.loads(place.read_text(encoding="utf-8"))
    return pieces


def _place(notebook: Path) -> Path | None:
    """Where it is left; whoever changes a chapter gets another."""
    folder = os.environ.get(FOLDER)
    name = "-".join((*notebook.parts[-3:-1], notebook.stem, str(notebook.stat().st_mtime_ns)))
    return Path(folder) / f"{name}.json" if folder else None
