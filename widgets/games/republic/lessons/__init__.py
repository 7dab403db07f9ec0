"""The lessons of Republic: what each chapter adds to the board, and the words for everything that is thrown for."""

from __future__ import annotations

from typing import Final

from widgets.board.hex_guide import throws_of
from widgets.games.republic.lessons import adding, before, cost, envoys, leaders, siege
from widgets.play.lesson import Words, lessons_by_name

LESSONS: Final = lessons_by_name(
    before.REFUSAL,
    before.COORDINATION,
    before.WAYS,
    leaders.LEADERS,
    adding.MODIFIERS,
    adding.BATTLE,
    cost.LOSSES,
    cost.ELEPHANTS,
    cost.FATE,
    cost.STATUS,
    siege.ASSAULT,
    siege.TREACHERY,
    envoys.ENVOYS,
)
THROWS: Final[dict[type, Words]] = throws_of(LESSONS)
