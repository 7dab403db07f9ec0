"""The lessons of Toulon 1793: what each chapter adds to the map, and the words for everything that is thrown for."""

from __future__ import annotations

from typing import Final

from widgets.board.hex_guide import throws_of
from widgets.games.toulon.lessons import (
    around,
    departure,
    eligible,
    haste,
    leaders,
    ledger,
    purses,
    roads,
    savings,
    stacking,
    throws,
    wings,
)
from widgets.play.lesson import Words, lessons_by_name

LESSONS: Final = lessons_by_name(
    around.AROUND,
    eligible.ELIGIBLE,
    savings.SAVINGS,
    stacking.STACKING,
    purses.PURSE,
    roads.ROADS,
    ledger.LEDGER,
    departure.DEPARTURE,
    wings.WINGS,
    haste.HASTE,
    leaders.LEADERS,
)
THROWS: Final[dict[type, Words]] = {**throws.EVERY.throws, **throws_of(LESSONS)}
