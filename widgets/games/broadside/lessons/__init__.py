"""The lessons of Broadside: a module for each chapter whose rules throw dice, with the words for what comes of them."""

from __future__ import annotations

from typing import Final

from widgets.board.hex_guide import throws_of
from widgets.games.broadside.lessons import boarders, command, contact, damage, gunnery, orders, points, pumps, scale, tack, weather
from widgets.play.lesson import Words, lessons_by_name

LESSONS: Final = lessons_by_name(
    scale.SCALE,
    weather.WEATHER,
    points.POINTS,
    orders.ORDERS,
    tack.TACKING,
    contact.CONTACT,
    gunnery.GUNNERY,
    damage.DAMAGE,
    command.COMMAND,
    pumps.PUMPS,
    boarders.BOARDERS,
)
THROWS: Final[dict[type, Words]] = throws_of(LESSONS)
