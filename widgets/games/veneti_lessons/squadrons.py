"""Chapter 3: squadrons: who is in command range, and who lags behind."""

from __future__ import annotations

from typing import Final

from widgets.lesson import Lesson

SQUADRONS: Final = Lesson("squadrons")
