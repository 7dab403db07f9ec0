"""Chapters 1 and 2: the sides of a ship, and where she can end her move."""

from __future__ import annotations

from typing import Final

from widgets.games.veneti.panels import outlook as veneti_outlook
from widgets.play.lesson import Lesson

SIDES: Final = Lesson("sides", outlook=veneti_outlook.sides, regards=True)
REACH: Final = Lesson("reach", outlook=veneti_outlook.reach)
