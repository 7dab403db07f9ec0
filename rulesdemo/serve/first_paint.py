"""Openings: how a page looks down to its first board, sent with the head while a kernel makes the reader's own.

A page that was written once tells how it opens; so does the fork server, which opens every page once for itself. What is shown meanwhile
can be read and not pressed. Where the reader's own turns out the same, as it nearly always does, only the names of its models are
sent, and what stands there already wakes up (page.js); where not, the reader's own takes its place.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Final, NamedTuple

FOLDER: Final = "RULESDEMO_OPENINGS"  # where the fork server leaves what it saw
LIVE: Final = "data-live="
BOARD: Final = "data-surface"
_CELL: Final = re.compile(r'<(div|details) class="cell ')
_MODEL: Final = re.compile(r'data-live="([^"]*)"')


class Opening(NamedTuple):
    """The number of a page's cells, and how they look."""

    cells: int = 0
    text: str = ""


UNKNOWN: Final = Opening()


def part(cells: list[str]) -> int:
    """Return how many of the cells make the opening: down to the first board, or where there is none, to the first live piece.

    >>> part(["words", "data-live= track", "data-live= data-surface", "data-live="]), part(["words", "data-live="]), part(["words"])
    (3, 2, 0)
    """
    for mark in (BOARD, LIVE):
        found = [number for number, text in enumerate(cells, 1) if mark in text]
        if found:
            return found[0]
    return 0


def opening(cells: list[str]) -> Opening:
    """Return how a page with these cells opens."""
    count = part(cells)
    return Opening(count, looked_at(cells[:count]))


def looked_at(cells: list[str]) -> str:
    """Return cells as every reader sees them, marked so that scripts block presses until the kernel is there.

    >>> looked_at(['<div class="cell shown" id="play"><div data-live="7">x</div></div>'])
    '<div class="opening cell shown" id="play"><div data-live="">x</div></div>'
    """
    return _CELL.sub(r'<\1 class="opening cell ', _MODEL.sub('data-live=""', "".join(cells)))


def models(cells: list[str]) -> str:
    """Return the names of the models behind the live pieces of some cells, in their order.

    >>> models(['<div data-live="7">x</div>', '<div data-live="9">y</div>'])
    '7 9'
    """
    return " ".join(_MODEL.findall("".join(cells)))


# -- what the fork server saw --------------------------------------------------------------------------------------------------


def leave(notebook: Path, lang: str, pieces: dict[str, str]) -> None:
    """Leave the live pieces of a page, by their cells, for the server to find."""
    place = _place(notebook, lang)
    if place is None or not pieces:
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_suffix(".draft")
    draft.write_text(json.dumps(pieces), encoding="utf-8")
    draft.replace(place)


def stored_pieces(notebook: Path, lang: str) -> dict[str, str]:
    """Return the live pieces of a page by their cells; none where nobody has looked yet."""
    place = _place(notebook, lang)
    if place is None or not place.is_file():
        return {}
    pieces: dict[str, str] = json.loads(place.read_text(encoding="utf-8"))
    return pieces


def _place(notebook: Path, lang: str) -> Path | None:
    """Return where the opening of a notebook is stored; a chapter that changes gets another place."""
    folder = os.environ.get(FOLDER)
    name = "-".join((lang, *notebook.parts[-3:-1], notebook.stem, str(notebook.stat().st_mtime_ns)))
    return Path(folder) / f"{name}.json" if folder else None
