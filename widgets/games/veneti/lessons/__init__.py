"""The lessons of Veneti: a module for each chapter whose rules show something of their own on the board."""

from __future__ import annotations

from typing import Final

from widgets.board.hex_guide import throws_of
from widgets.games.veneti.lessons import (
    boarding,
    fire,
    first_steps,
    grappling,
    initiative,
    leaders,
    missiles,
    rowing,
    squadrons,
    turning,
    whole_turn,
    wind,
)
from widgets.play.lesson import Words, lessons_by_name

LESSONS: Final = lessons_by_name(
    first_steps.FIRST_STEPS,
    turning.SIDES,
    turning.REACH,
    squadrons.SQUADRONS,
    initiative.INITIATIVE,
    rowing.ROWING,
    wind.WIND,
    leaders.LEADERS,
    grappling.GRAPPLING,
    boarding.BOARDING,
    missiles.MISSILES,
    fire.FIRE,
    whole_turn.WHOLE_TURN,
)
THROWS: Final[dict[type, Words]] = throws_of(LESSONS)
