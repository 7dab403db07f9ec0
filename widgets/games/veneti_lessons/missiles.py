"""Chapter 10: missiles."""

from __future__ import annotations

from typing import Final

from widgets.lesson import Lesson

MISSILES: Final = Lesson("missiles")
