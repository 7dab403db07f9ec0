"""The written orders of Broadside for a slate: who writes, where an order leads, why it fails, and what buttons write."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from rulesdemo.games.broadside.board import GRID, point_index
from rulesdemo.games.broadside.grammar import DROP_ANCHOR, FULL_SAIL, LEFT, RIGHT, WEIGH, Fault, Parsed, parse, read_order
from rulesdemo.games.broadside.movement import HEAD_TO_WIND
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.games.broadside.play.command import lag_of
from rulesdemo.games.broadside.play.facts import SIDES_FIRST
from rulesdemo.games.broadside.play.helm import CLOSE_HAULED, Walk, check_order, cost_of, helm_of, m_of, point_at, point_of, walk
from rulesdemo.games.broadside.play.sequence import SEQUENCE
from rulesdemo.games.broadside.play.state import SIDES, Place, Position, Ship
from rulesdemo.games.broadside.play.writing import check_ahead, turn_of, writers
from rulesdemo.play.engine import Refusal
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.broadside import names
from widgets.play.order_slate import Course, Line, Wrong

PIECES: Final = {
    "ahead": N_("Ahead"),
    "left": N_("↰ Left"),
    "right": N_("Right ↱"),
    "tack": N_("Tack"),
    "anchor": N_("Anchor"),
    "sail": N_("Full sail"),
    "erase": N_("Erase"),
}
_LAST: Final = re.compile(r"(?:[GD][0-9]*|VH|FS|-A-|[0-9]+|.)$")


def wind_of(position: Position, place: Place) -> str:
    """Return how the wind takes a ship on a heading, in words."""
    return names.POINTS[point_at(position.rules, point_index(place.heading, position.sky.wind_from))]


def course_of(position: Position, ship: Ship, text: str) -> Walk | None:
    """Return where an order leads her this turn; None where its turn is still to come."""
    order = parse(text)
    if isinstance(order, Fault) or lag_of(position, ship):
        return None
    start = Place(ship.place, ship.heading)
    return walk(position.rules, position.scenario.chart, position.sky.wind_from, start, order)


def ends(position: Position, walked: Walk) -> str:
    """Return where a ship ends, in words."""
    if walked.left:
        return _("She leaves the map")
    form = _("Stays in {hex}, heading {heading}, {wind}") if len(walked.steps) == 1 else _("To {hex}, heading {heading}, {wind}")
    return form.format(hex=GRID.label(walked.end.hex), heading=GRID.name(walked.end.heading), wind=wind_of(position, walked.end))


class BroadsideSlate:
    """The game's share in a slate."""

    pieces: Mapping[str, str] = PIECES
    unit: str = "M"

    def prompt(self, position: Position) -> str:
        """Return the wind, what the logs are for, and which sides have closed theirs."""
        closed = [SIDES_FIRST[side] for side in SIDES if side in position.turn.ready]
        sky = position.sky
        wind = (
            _("Wind from {direction}, force {n}.").format(direction=GRID.name(sky.wind_from), n=sky.force) if sky.force else _("No wind.")
        )
        secret = _("Both sides write in secret; all orders are opened together [IV].")
        return " ".join((wind, secret, *(_("{side} have closed their logs.").format(side=side) for side in closed)))

    def closing(self, position: Position) -> str:  # noqa: ARG002 - the words do not change
        """Return the words of the button."""
        return _("Close the logs")

    def lines(self, position: Position) -> tuple[Line, ...]:
        """Return a line for each ship of the side that writes."""
        decision = SEQUENCE.decision(position)
        if decision is None or o.Plot not in decision.orders:
            return ()
        side = next(side for side in SIDES if side == decision.side)
        return tuple(self._line(position, ship) for ship in writers(position, side))

    def _line(self, position: Position, ship: Ship) -> Line:
        ahead = lag_of(position, ship)
        written = ship.written_for(turn_of(position, ship)) or "" if ship.id in position.turn.wrote else ""
        if ahead:
            note = ngettext("for turn {turn}, {n} turn ahead", "for turn {turn}, {n} turns ahead", ahead)
            return Line(ship.id, ship.name, note.format(turn=turn_of(position, ship), n=ahead), written)
        helm, point = helm_of(position, ship), point_of(position, ship)
        note = _("{wind}, last speed {speed}, inertia {inertia}").format(wind=names.POINTS[point], speed=ship.speed, inertia=ship.inertia)
        if ship.in_irons:
            note = _("stopped head to wind: a pivot on the spot is all")
        elif ship.anchor in ("dropping", "down"):
            note = _("at anchor")
        return Line(ship.id, ship.name, note, written, helm.least, helm.most, max(helm.m, m_of(position, ship, "C")))

    def read(self, position: Position, ship: str, text: str) -> Course | Wrong:
        """Return where the order leads, or why it fails, as the engine reads it."""
        rules, found = position.rules, position.ship(ship)
        order = read_order(rules, text)
        if isinstance(order, Fault):
            return Wrong(*order)
        if lag_of(position, found):
            card = (found.m_close_hauled, found.m_reaching, found.m_running)
            refusal = check_ahead(rules, card, found.has_full_sail, text)
            words = _("{n} M. Carried out in turn {turn}, if she can do it then [VII].")
            return _wrong(rules, order, refusal, -1) or self._course(position, order, words, turn=turn_of(position, found))
        helm = helm_of(position, found)
        refusal = check_order(rules, helm, text)
        walked = course_of(position, found, text)
        words = f"{{n}} M. {ends(position, walked)}." if walked is not None else "{n} M."
        return _wrong(rules, order, refusal, helm.most) or self._course(position, order, _words_of(order) or words)

    @staticmethod
    def _course(position: Position, order: Parsed, words: str, **more: int) -> Course:
        spends = cost_of(position.rules, order.text)
        return Course(order.text, spends, words.format(n=spends, **more))

    def added(self, position: Position, ship: str, text: str, piece: str) -> str:
        """Return what a button writes: a hex more, a turn with the hexes it needs, a tack through the wind, an anchor, sail, or less."""
        found = position.ship(ship)
        text = text.strip().upper()
        if piece == "ahead":
            last = re.search(r"[0-9]+$", text)
            return f"{text}1" if last is None else f"{text[: last.start()]}{int(last[0]) + 1}"
        if piece in ("left", "right"):
            return _pivot(found, text, LEFT if piece == "left" else RIGHT)
        if piece == "tack":
            letter = _through_the_wind(position, found, text)
            return f"{text}{letter}1{letter}"
        if piece == "anchor":
            return WEIGH if found.anchor == "down" else DROP_ANCHOR
        if piece == "sail":
            return text.removeprefix(FULL_SAIL) if text.startswith(FULL_SAIL) else f"{FULL_SAIL}{text}"
        return _LAST.sub("", text)

    def entering(self, position: Position, drafts: Mapping[str, str]) -> Iterator[Any]:
        """Yield the orders that strike out what was written, and write."""
        for ship, text in drafts.items():
            if ship in position.turn.wrote:
                yield o.Erase(ship)
            if text:
                yield o.Plot(ship, text)

    def draft_of(self, order: Any) -> tuple[str, str] | None:  # noqa: ANN401 - any order of the game
        """Return what a Plot writes, and for which ship."""
        return (order.ship, order.text) if isinstance(order, o.Plot) else None

    def close(self) -> o.Ready:
        """Return the order that ends the writing."""
        return o.Ready()


# -- inside ----------------------------------------------------------------------------------------------------------------------------


def _pivot(ship: Ship, text: str, letter: str) -> str:
    """Return a pivot with the hexes before and after it; on the spot where that is all she can do."""
    if ship.in_irons or ship.anchor != "none":
        return letter
    return f"{text}{letter}1" if text[-1:].isdigit() else f"{text}1{letter}1"


def _through_the_wind(position: Position, ship: Ship, text: str) -> str:
    """Return the hand to which a tack goes through the wind, from where the order has brought her; left where neither does."""
    pivots = text.count(RIGHT) - text.count(LEFT)
    relative = point_index(ship.heading, position.sky.wind_from) + pivots
    round_ = len(GRID.names)
    is_close = point_at(position.rules, relative % round_) == CLOSE_HAULED
    return RIGHT if is_close and point_at(position.rules, (relative + 1) % round_) == HEAD_TO_WIND else LEFT


def _words_of(order: Parsed) -> str:
    """Return what orders do that are no moves."""
    words = {
        "anchor": _("She drops anchor, and lies at it from next turn [T7]."),
        "weigh": _("She weighs anchor: two turns without moving [T7]."),
    }
    return words.get(order.kind, "")


def _wrong(rules: Ruleset, order: Parsed, refusal: Refusal | None, most: int) -> Wrong | None:
    """Return a refusal, with the character at which the order goes wrong; 0 where all of it does."""
    if refusal is None:
        return None
    at = 0
    if order.sail and refusal.rule in ("IV.g", "T3"):
        at = 1
    elif order.tack and refusal.rule == "IV.f":
        at = order.tack[0].at
    elif refusal.rule == "IV.d" and order.kind == "moves":
        at = _too_far(rules, order, most)
    return Wrong(at, *refusal)


def _too_far(rules: Ruleset, order: Parsed, most: int) -> int:
    """Return the character with which an order spends more than she may; the one after its end where it spends too little."""
    for token in sorted((*order.ahead, *order.pivots, *order.tack), key=lambda each: each.at):
        # A pivot needs the hex after it to be an order at all, and costs nothing or as much as that.
        if token.text.isdigit() and cost_of(rules, order.text[: token.at - 1 + len(token.text)]) > most:
            return token.at
    return len(order.text) + 1


SLATE: Final = BroadsideSlate()
