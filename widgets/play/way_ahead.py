"""Finds the way of several steps to a hex that the reader has pressed, so that it is shown with its cost before it is taken.

It asks the engine for every step: what a way leads to is what the same orders lead to. Steps that would end the ship are never part of one.
"""

from __future__ import annotations

import heapq
import random
from itertools import count
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.odds.dice import RandomDice
from rulesdemo.play.engine import Engine, apply, check
from rulesdemo.words import _, ngettext
from widgets.play.game_guide import Guide, Place

if TYPE_CHECKING:
    from widgets.play.session import Desk

MOST: Final = 400  # positions to look at; a ship has a few dozen berths within reach
_PANEL: Final = Markup(
    '<div class="way-ahead"><p>{words}</p><div class="row"><button type="button" class="first" id="do-go" data-do="go">{go}</button>'
    '<button type="button" id="do-leave" data-do="leave">{leave}</button></div></div>'
)


class Way(NamedTuple):
    """A way to a hex: the orders, the hexes of the bow with the points spent by then, and the points left at its end."""

    ship: str
    place: Place
    orders: tuple[Any, ...]
    hexes: tuple[tuple[Place, int], ...]
    left: int

    @property
    def cost(self) -> int:
        """Return the points that it takes."""
        return self.hexes[-1][1]

    def text(self, guide: Guide, name: str) -> str:
        """Return it in a sentence."""
        hexes = ", ".join(guide.grid.label(place) for place, _cost in self.hexes[1:])
        here = guide.grid.label(self.place)
        words = ngettext(
            "{ship} can come to {hex} by {hexes}: {n} point, and {left} left to spend.",
            "{ship} can come to {hex} by {hexes}: {n} points, and {left} left to spend.",
            self.cost,
        )
        return words.format(ship=name, hex=here, hexes=hexes, n=self.cost, left=self.left)

    def html(self, guide: Guide, name: str) -> Markup:
        """Draw it with the buttons that take it or leave it."""
        go = _("Go to {hex}").format(hex=guide.grid.label(self.place))
        return _PANEL.format(words=self.text(guide, name), go=go, leave=_("Another way"))


def way_to(engine: Engine[Any], guide: Guide, position: Any, ship: str, place: Place) -> Way | None:  # noqa: ANN401 - the game's own position
    """Return the cheapest way of her bow to a hex; None where there is none within her points."""
    number = count()
    start = guide.place_of(position, ship)
    waiting: list[tuple[int, int, Any, tuple[Any, ...], tuple[tuple[Place, int], ...]]] = [(0, next(number), position, (), ((start, 0),))]
    known: set[Any] = set()
    while waiting and len(known) < MOST:
        spent, _order, here, orders, hexes = heapq.heappop(waiting)
        if orders and hexes[-1][0] == place:
            return Way(ship, place, orders, hexes, guide.points_left(here, ship))
        berth = guide.berth(here, ship)
        if berth in known:
            continue
        known.add(berth)
        for order in guide.steps(here, ship):
            if check(engine, here, order) is not None or guide.danger(here, order):
                continue
            cost = spent + max(1, guide.say(here, order).cost)
            after = apply(engine, RandomDice(random.Random(0)), here, order).position
            found = after.find(ship)
            if found is None or found.gone or guide.berth(after, ship) in known:
                continue
            bow = guide.place_of(after, ship)
            way = (*hexes, (bow, cost)) if bow != hexes[-1][0] else (*hexes[:-1], (bow, cost))
            heapq.heappush(waiting, (cost, next(number), after, (*orders, order), way))
    return None


class Ahead:
    """The way that a desk shows before it is taken."""

    def __init__(self, desk: Desk) -> None:
        """Begin without one."""
        self.desk = desk
        self.way: Way | None = None

    def is_at(self, place: Place) -> bool:
        """Return whether the way that is shown leads to a hex."""
        return self.way is not None and self.way.place == place

    def find(self, place: Place) -> bool:
        """Show the way of the ship in hand to a hex; return False where there is none."""
        desk = self.desk
        steps = desk.guide.steps(desk.position, desk.selected) if desk.selected else ()
        if next(iter(steps), None) is None or place not in desk.guide.hexes(desk.position):
            return False
        self.way = way_to(desk.engine, desk.guide, desk.position, desk.selected, place)
        if self.way is not None:
            form = _("{way} Press the hex again to go there.")
            desk.message = form.format(way=self.way.text(desk.guide, desk.name(self.way.ship)))
        return self.way is not None

    def go(self) -> None:
        """Take the way that is shown, as far as the rules let her."""
        way, self.way = self.way, None
        for order in way.orders if way is not None else ():
            if check(self.desk.engine, self.desk.position, order) is not None:
                return
            self.desk.give(order)

    def leave(self) -> None:
        """Let go of it."""
        self.way, self.desk.message = None, ""

    def html(self) -> Markup:
        """Draw it with its buttons; nothing where none is shown."""
        return Markup("") if self.way is None else self.way.html(self.desk.guide, self.desk.name(self.way.ship))
