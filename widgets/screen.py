"""The one screen at which a battle is played: who looks at it, which moment he looks at, and what he may see.

`Battle` is what is played; what only hides or shows is here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

from rulesdemo.errors import InputError
from rulesdemo.hexes import Hex
from rulesdemo.history import History
from rulesdemo.spelling import said
from widgets.desk import Desk
from widgets.sandbox_guide import SandboxGuide
from widgets.secrecy import Curtain, Moment
from widgets.slow_motion import SlowMotion
from widgets.words import _

HUMAN: Final = "you"


class Screen(ABC):
    """A desk, and the readers before it."""

    desk: Desk

    def __init__(self, guide: SandboxGuide, seats: dict[str, str]) -> None:
        """Seat the readers, HUMAN, and the bots."""
        self.seats = seats
        self.curtain = Curtain.of(guide, guide.guide.game)
        self.slow = SlowMotion()
        self.replay: int | None = None  # the step that is looked at instead of the game
        self._seen: tuple[Any, str, Any] = (None, "", None)  # a position, a side, and what that side sees of it

    # -- what the battle says --------------------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def can_order(self) -> bool:
        """Whether orders can be given."""

    @abstractmethod
    def check_turn(self) -> None:
        """Say why no order can be given, if none can."""

    @abstractmethod
    def after(self) -> None:
        """What follows an order."""

    @abstractmethod
    def _pick_ship(self) -> None:
        """Take a ship in hand that may act."""

    # -- what is seen --------------------------------------------------------------------------------------------------------------------

    @property
    def history(self) -> History[Any]:
        """The record as far as it is looked at."""
        return self.desk.history if self.replay is None else self.desk.history.at(self.replay)

    @property
    def position(self) -> Any:  # noqa: ANN401 - the game's own
        """The position that is looked at, as far as whoever looks may see it."""
        whole, viewer = self.history.position, self.curtain.viewer(self.desk.history, self.readers)
        if self._seen[0] is not whole or self._seen[1] != viewer:
            self._seen = (whole, viewer, self.desk.engine.sight(whole, viewer))
        return self._seen[2]

    @property
    def readers(self) -> tuple[str, ...]:
        """The sides that people play."""
        return tuple(side for side, seat in self.seats.items() if seat == HUMAN)

    @property
    def covered(self) -> str:
        """The side that must come to the screen before it can decide in secret; nobody where the page is open."""
        return self.curtain.covers(self.desk.history, self.readers) if self.replay is None else ""

    @property
    def is_writing(self) -> bool:
        """Whether orders are written now, on the slate."""
        slate = self.curtain.slate
        return self.can_order and slate is not None and bool(slate.lines(self.desk))

    def moments(self) -> tuple[Moment, ...]:
        """The last move that all made together, up to where one looks."""
        return self.curtain.secrecy.moments(self.history) if self.curtain.secrecy is not None else ()

    # -- what is secret --------------------------------------------------------------------------------------------------------------------

    def uncover(self) -> None:
        """The side that decides in secret sits at the screen."""
        self.curtain.draw_back(self.desk.history)
        self._pick_ship()

    def write(self, what: str, value: str) -> None:
        """Something was done on the slate."""
        self.check_turn()
        slate, before = self.curtain.slate, self.desk.history
        if slate is None:
            message = _("Nothing is written in this game.")
            raise InputError(message)
        slate.act(what, value, self.desk)
        if self.desk.history is not before:
            self.after()

    def write_by(self, order: Any) -> bool:  # noqa: ANN401 - the game's own
        """An order was chosen in another way: while orders are written it goes on the slate. False where it is to be given at once."""
        slate, desk = self.curtain.slate, self.desk
        if slate is None or not self.is_writing or not slate.put(desk, order):
            return False
        desk.narrowed = frozenset()
        desk.said = _("{order} stands on the slate.").format(order=desk.guide.say(desk.position, order).title)
        return True

    def press_written(self, place: Hex) -> bool:
        """A press on a hex while orders are written: the one that leads there is written, or those that do are offered."""
        slate, desk = self.curtain.slate, self.desk
        if slate is None or not self.is_writing or not desk.selected:
            return False
        meant = list(desk.guide.pressed(desk.position, desk.selected, place))
        known = {row.order for row in desk.choices()}
        rows = [order for order in meant if order in known]
        if len(rows) > 1:
            desk.narrowed = frozenset(map(said, rows))
            desk.said = _("Several orders fit that hex. Choose one.")
            return True
        return bool(meant) and self.write_by((rows or meant)[0])

    def enter_drafts(self) -> None:
        """Put what has been written so far into the logs, so that a save holds it; what fails stays on the slate."""
        if self.is_writing and self.curtain.slate is not None:
            self.curtain.slate.enter(self.desk, only_good=True)
