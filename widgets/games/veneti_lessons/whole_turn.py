"""Chapter 12: a whole turn."""

from __future__ import annotations

from typing import Final

from widgets.lesson import Lesson

WHOLE_TURN: Final = Lesson("whole_turn")
