"""Chapter 8: grapnels, scythes and breaking loose."""

from __future__ import annotations

from typing import Final

from widgets.lesson import Lesson

GRAPPLING: Final = Lesson("grappling")
