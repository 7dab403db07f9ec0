"""Who gives way in a battle, as bars."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from widgets.games.republic.lessons.battle import RETREATS
from widgets.kit.chances import chance_view
from widgets.kit.odds_rows import View

ORDER: Final = tuple(RETREATS)
FILLS: Final = {"defender": "best", "none": "sixth", "attacker": "third"}


def retreat_view(chances: Mapping[str, Fraction], title: str = "") -> View:
    """Return the chance of every end of a battle."""
    return chance_view(((RETREATS[who], chances[who], FILLS[who]) for who in ORDER), title)


def former_chances(now: Mapping[str, Fraction], before: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Return what the chances that are others now were before, by the names of their bars."""
    return {RETREATS[who]: before[who] for who in ORDER if now[who] != before[who]}
