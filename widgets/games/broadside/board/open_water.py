"""Open water for boards and panels: a map of some columns and rows, without land."""

from __future__ import annotations

from collections.abc import Iterable

from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play.state import Chart


def open_chart(columns: Iterable[int], rows: Iterable[int]) -> Chart:
    """Return the map of all hexes in these columns and rows."""
    down = tuple(rows)
    return Chart(frozenset(GRID.parse(f"{column:02}{row:02}") for column in columns for row in down), frozenset())
