"""Chapter 6: wind and sail."""

from __future__ import annotations

from typing import Final

from widgets.lesson import Lesson

WIND: Final = Lesson("wind")
