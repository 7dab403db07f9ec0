"""The lessons of Broadside: a module for each chapter whose rules throw dice, with the words for what comes of them."""

from __future__ import annotations

from typing import Final

from widgets.board_guide import throws_of
from widgets.games.broadside_lessons import contact, damage, gunnery, points, weather
from widgets.lesson import Lesson, Words

_EVERY: Final = (weather.WEATHER, points.POINTS, contact.CONTACT, gunnery.GUNNERY, damage.DAMAGE)
LESSONS: Final[dict[str, Lesson]] = {lesson.name: lesson for lesson in _EVERY}
THROWS: Final[dict[type, Words]] = throws_of(LESSONS)
