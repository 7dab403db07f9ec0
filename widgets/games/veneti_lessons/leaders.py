"""Chapter 7: leaders who change ship."""

from __future__ import annotations

from typing import Final

from widgets.lesson import Lesson

LEADERS: Final = Lesson("leaders")
