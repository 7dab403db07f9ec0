"""What the solver needs to know of Republic: nothing but its fields."""

from __future__ import annotations

from rulesdemo.play.solving import Solving

SOLVING = Solving()
