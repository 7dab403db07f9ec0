"""Battles of our own, as a scenario file would have them: for galleries, and for panels that put ships somewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def ship(name: str, side: str, kind: str, at: str, heading: str = "", /, **more: object) -> dict[str, Any]:
    """Return a ship as a scenario file has her; a fort has no heading."""
    course = {"heading": heading} if heading else {}
    return {"id": name, "name": name.title(), "side": side, "type": kind, "at": at, **course, **more}


def scenario(
    name: str, ships: Sequence[dict[str, Any]], size: tuple[int, int], land: tuple[str, ...] = (), **more: object
) -> dict[str, Any]:
    """Return a battle on a map of some columns and rows; `more` replaces or adds what a file may say."""
    columns, rows = size
    return {
        "name": name,
        "title": {"en": "A board to look at", "fr": "Un plateau à regarder"},
        "about": "Ours.",
        "provenance": "reconstructed",
        "source": ["Ours: everything."],
        "turns": 3,
        "map": {"columns": columns, "rows": rows, **({"land": list(land)} if land else {})},
        "ship": ships,
        **more,
    }
