"""The lessons of Escadres: a module for each chapter whose rules throw dice, with the words for what comes of them."""

from __future__ import annotations

from typing import Final

from widgets.board_guide import throws_of
from widgets.games.escadres_lessons import bag, damage, drift, fire, hulks
from widgets.lesson import Lesson, Words

LESSONS: Final[dict[str, Lesson]] = {lesson.name: lesson for lesson in (bag.BAG, drift.DRIFT, damage.DAMAGE, fire.FIRE, hulks.HULKS)}
THROWS: Final[dict[type, Words]] = throws_of(LESSONS)
