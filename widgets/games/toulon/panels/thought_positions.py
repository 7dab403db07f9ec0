"""Positions made up for a panel: some units on the map, so that the engine can be asked about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rulesdemo.games.toulon.play import scenarios
from rulesdemo.games.toulon.play.state import Position
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_

_FRAME: Final[dict[str, Any]] = {
    "name": "thought",
    "title": {"en": N_("In thought"), "fr": "En pensée"},
    "about": "A position in thought.",
    "provenance": "reconstructed",
    "source": ["Ours."],
    "kind": "turns",
    "players": 2,
}


def thought_position(turn: int, units: Sequence[dict[str, Any]], rules: Ruleset | None = None, **more: Any) -> Position:  # noqa: ANN401 - plain data
    """Return the position of some units on a turn; `more` are further parts of a scenario."""
    return scenarios.build({**_FRAME, "turn": turn, "last_turn": turn + 1, "unit": units, **more}, rules)
