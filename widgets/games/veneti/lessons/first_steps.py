"""The guided start: one galley, one prize, and the hex alongside marked as the goal."""

from __future__ import annotations

from typing import Any, Final

from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play.state import Position
from widgets.board.hex_notes import goal_mark
from widgets.play.lesson import Lesson
from widgets.scene.geometry import BoardGrid
from widgets.scene.shapes import Item

OURS: Final = "aquila"
PRIZE: Final = "gwennol"
BERTH: Final = GRID.parse("0404")  # where her flank touches the prize


def _overlay(position: Position, board: BoardGrid, _shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - what else is shown
    """Mark the berth until she lies there."""
    return () if position.ship(OURS).bow == BERTH else (goal_mark(board, BERTH, ""),)


FIRST_STEPS: Final = Lesson("first_steps", overlay=_overlay)
