"""What the solver needs to know of Toulon: which players are on one side. It sees what lies face down."""

from __future__ import annotations

from rulesdemo.games.toulon.play.state import side_of
from rulesdemo.play.solving import Solving

SOLVING = Solving(side=side_of)
