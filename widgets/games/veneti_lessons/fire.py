"""Chapter 11: fire."""

from __future__ import annotations

from typing import Final

from widgets.lesson import Lesson

FIRE: Final = Lesson("fire")
