"""Chapter 5: rowing and fatigue."""

from __future__ import annotations

from typing import Final

from widgets.lesson import Lesson

ROWING: Final = Lesson("rowing")
