"""The lessons of Escadres: a module for each chapter whose rules throw dice, with the words for what comes of them."""

from __future__ import annotations

from typing import Final

from widgets.board.hex_guide import throws_of
from widgets.games.escadres.lessons import bag, blast, damage, drift, fire, gunnery, hulks, sailing
from widgets.play.lesson import Words, lessons_by_name

LESSONS: Final = lessons_by_name(
    sailing.WIND,
    sailing.REACH,
    bag.BAG,
    drift.DRIFT,
    gunnery.CAN_FIRE,
    damage.DAMAGE,
    gunnery.RAKING,
    fire.FIRE,
    hulks.HULKS,
    blast.BLAST,
)
THROWS: Final[dict[type, Words]] = throws_of(LESSONS)
