"""The one screen at which a battle is played: who looks at it, which moment he looks at, and what he may see.

`Battle` is what is played; what only hides or shows is here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from rulesdemo.board.hexes import Hex
from rulesdemo.errors import InputError
from rulesdemo.play.bots import Bot
from rulesdemo.play.history import History
from rulesdemo.words import _, commas, ngettext
from widgets.play.desk_parts import Choice
from widgets.play.session import Desk
from widgets.play.slow_motion import SlowMotion
from widgets.play.unit_picker import take
from widgets.sandbox.guide import SandboxGuide, sides_of, team_of
from widgets.sandbox.secrecy import Curtain, Moment

HUMAN: Final = "you"


class Question(NamedTuple):
    """Something to be settled before the game goes on: a sentence, and buttons for what can be done."""

    words: str
    buttons: tuple[tuple[str, str], ...]  # what is done, and the words for it; the first is the safe one
    order: Any = None  # that it is about, where it is about one


class Screen(ABC):
    """A desk, and the readers before it."""

    desk: Desk
    bots: dict[str, Bot]

    def __init__(self, guide: SandboxGuide) -> None:
        """Seat the readers, HUMAN, and the bots."""
        self.guide = guide
        self.question: Question | None = None
        self.is_waiting = False  # while the card before the battle lies on the table
        self.last_told: tuple[Any, int, tuple[str, ...]] = (None, 0, ())  # what was decided in a turn of a record
        self.seats: dict[str, str] = {}
        self.sat: dict[str, str] = {}  # who sat where in other games, with other players
        self._take_seats()
        self.curtain = Curtain.of(guide, guide.guide.game)
        self.slow = SlowMotion()
        self.inspected = ""  # the ship whose sheet is shown
        self.hovered = ""  # the row that the pointer or the keys rest on
        self.pointed: Hex | None = None  # the hex that the pointer rests on
        self.sight = ""  # the hex that the reader must see
        self.replay: int | None = None  # the step that is looked at instead of the game
        self.plays_back = False  # whether the steps go on by themselves
        self._seen: tuple[Any, str, Any] = (None, "", None)  # a position, a side, and what that side sees of it

    # -- what the battle says --------------------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def can_order(self) -> bool:
        """Return whether orders can be given."""

    @abstractmethod
    def check_turn(self) -> None:
        """Say why no order can be given, if none can."""

    @abstractmethod
    def after(self) -> None:
        """Go on after an order."""

    @abstractmethod
    def _pick_ship(self) -> None:
        """Take a ship in hand that may act."""

    # -- who plays ---------------------------------------------------------------------------------------------------------------------

    def _take_seats(self) -> None:
        """Seat the players of this game: as they sat before, or else the reader first, and the best bot there is in the other seats."""
        sides = sides_of(self.guide, self.desk.position)
        if tuple(self.seats) == sides:
            return
        self.sat.update(self.seats)
        best = next(reversed(self.bots))
        self.seats = {side: self.sat.get(side, best if place else HUMAN) for place, side in enumerate(sides)}

    def seat(self, side: str, seat: str) -> None:
        """Seat a reader or a bot; where the side does not play now, for a game in which it does."""
        (self.seats if side in self.seats else self.sat)[side] = seat

    def seat_all(self, who: str) -> None:
        """Seat readers everywhere, or in the seats of one team only."""
        best = next(reversed(self.bots))
        for side in self.seats:
            self.seats[side] = HUMAN if who in ("all", str(team_of(self.guide, side))) else best
        self.after()

    def sit(self, seats: Mapping[str, str]) -> None:
        """Seat everybody."""
        self.seats = dict(seats)
        self.after()

    # -- what is seen --------------------------------------------------------------------------------------------------------------------

    @property
    def history(self) -> History[Any]:
        """Return the record as far as it is looked at."""
        return self.desk.history if self.replay is None else self.desk.history.at(self.replay)

    @property
    def position(self) -> Any:  # noqa: ANN401 - the game's own
        """Return the position on the board, as far as the reader at the screen may see it."""
        return self.seen(self.history.position)

    @property
    def viewer(self) -> str:
        """Return the side through whose eyes the page is seen; empty for nobody's."""
        return self.curtain.viewer(self.desk.history, self.readers)

    def seen(self, whole: Any) -> Any:  # noqa: ANN401 - the game's own
        """Return a position as far as the reader at the screen may see it."""
        if self.desk.history.result is not None:
            return whole
        viewer = self.viewer
        if self._seen[0] is not whole or self._seen[1] != viewer:
            self._seen = (whole, viewer, self.desk.engine.sight(whole, viewer))
        return self._seen[2]

    @property
    def readers(self) -> tuple[str, ...]:
        """Return the sides that people play."""
        return tuple(side for side, seat in self.seats.items() if seat == HUMAN)

    @property
    def covered(self) -> str:
        """Return the side that must come to the screen before it can decide in secret; nobody where the page is open."""
        return self.curtain.covers(self.desk.history, self.readers) if self.replay is None else ""

    @property
    def is_writing(self) -> bool:
        """Return whether orders are written now, on the slate."""
        slate = self.curtain.slate
        return self.can_order and slate is not None and bool(slate.lines(self.desk))

    def moments(self) -> tuple[Moment, ...]:
        """Return the last move that all made together, up to where one looks."""
        return self.curtain.secrecy.moments(self.history) if self.curtain.secrecy is not None else ()

    def see(self, ship: str) -> None:
        """Have a ship brought into the reader's sight."""
        place = self.guide.place(self.position, ship) if ship else None
        if place is not None:
            self.sight = self.desk.guide.grid.label(place)

    def take(self, ship: str) -> None:
        """Take one of many in hand, or let it go."""
        self.check_turn()
        take(self.desk, ship)
        self.inspected = ""
        self.see(self.desk.selected)

    def look_back(self, name: str) -> None:
        """Look at the first step, the one before or after, or the last; or play them one after the other."""
        last = len(self.desk.history.done)
        here = last if self.replay is None else self.replay
        begin = 0 if here == last else here
        steps = {"first": 0, "before": here - 1, "after": here + 1, "next": here + 1, "last": last, "play": begin}
        self.look_at(max(0, min(last, steps.get(name, here))))
        self.plays_back = name in ("play", "next") and self.replay is not None

    def look_at(self, step: int | None) -> None:
        """Look at the game as it stood after some orders; the last of them, or None, leads back into the game."""
        self.replay = None if step == len(self.desk.history.done) else step
        self.plays_back = False
        self.hovered = self.inspected = ""
        self.see(self.last_ship())

    @property
    def looked_at(self) -> str:
        """Return the ship under the pointer, or where the keys have come to, or that was pressed last."""
        place = self.pointed or (self.desk.focus if self.desk.is_keyed else None)
        return (self.desk.guide.ship_at(self.position, place) if place is not None else "") or self.inspected

    def last_ship(self) -> str:
        """Return the ship that the last order was for."""
        history = self.history
        if not history.done:
            return ""
        before = history.done[-2].outcome.position if len(history.done) > 1 else history.opening.position
        ship = self.desk.guide.say(before, history.done[-1].order).ship
        return ship if ship and self.guide.place(history.position, ship) is not None else ""

    def look_slowly(self, name: str) -> None:
        """Go to another moment of the last move, and have the ship in hand seen in it, or else the first."""
        moments = self.moments()
        self.slow.go(name, len(moments) - 1)
        if self.slow.step is not None and moments:
            places = moments[min(self.slow.step, len(moments) - 1)].places
            ship = next((each for each in (self.desk.selected, self.last_ship()) if each in places), next(iter(places), ""))
            self.sight = self.desk.guide.grid.label(places[ship]) if ship else ""

    def on_desk(self, do: Callable[[], None]) -> None:
        """Do something on the desk, and go on where it was an order."""
        self.check_turn()
        before = self.desk.history
        do()
        if self.desk.history is not before:
            self.after()

    def asks_first(self, row: Choice) -> bool:
        """Ask whether an order is meant that ends what ships could still do; return whether it was asked."""
        names = self.guide.forgotten(self.desk.position, row.order) if row.refusal is None else ()
        if names:
            words = ngettext("{ships} can still move.", "{ships} can still move.", len(names)).format(ships=commas(names))
            self.question = Question(words, (("dismiss", _("Go back")), ("end anyway", _("End it all the same"))), row.order)
        return bool(names)

    def end_anyway(self) -> None:
        """Give the order that was asked about."""
        self.check_turn()
        order, self.question = self.question.order if self.question is not None else None, None
        if order is None:
            message = _("That order is no longer there.")
            raise InputError(message)
        self.desk.give(order)
        self.after()

    # -- what is secret --------------------------------------------------------------------------------------------------------------------

    def uncover(self) -> None:
        """Open the page to the side that decides in secret and sits at the screen."""
        self.curtain.draw_back(self.desk.history)
        self._pick_ship()

    def write(self, what: str, value: str) -> None:
        """Do something on the slate."""
        self.check_turn()
        slate, before = self.curtain.slate, self.desk.history
        if slate is None:
            message = _("Nothing is written in this game.")
            raise InputError(message)
        slate.act(what, value, self.desk)
        if self.desk.history is not before:
            self.after()

    def write_by(self, order: Any) -> bool:  # noqa: ANN401 - the game's own
        """Write a chosen order on the slate while orders are written; return False where it is to be given at once."""
        slate = self.curtain.slate
        return slate is not None and self.is_writing and slate.choose(self.desk, order)

    def press_written(self, place: Hex) -> bool:
        """Write the order that leads to a hex, or offer those that do; return False while none are written."""
        slate = self.curtain.slate
        return slate is not None and self.is_writing and slate.press(self.desk, place)

    def enter_drafts(self) -> None:
        """Put what has been written so far into the logs, so that a save holds it; what fails stays on the slate."""
        if self.is_writing and self.curtain.slate is not None:
            self.curtain.slate.enter(self.desk, only_good=True)
