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
from widgets.play.lesson import Lesson, Words

LESSONS: Final[dict[str, Lesson]] = {
    lesson.name: lesson
    for lesson in (
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
}
THROWS: Final[dict[type, Words]] = {**throws.EVERY.throws, **throws_of(LESSONS)}
