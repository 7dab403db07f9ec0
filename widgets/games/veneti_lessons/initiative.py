"""Chapter 4: initiative, and two squadrons at once."""

from __future__ import annotations

from typing import Final

from widgets.lesson import Lesson

INITIATIVE: Final = Lesson("initiative")
