"""Movement (IV, SEQ 4): all orders revealed and carried out together, then what the move leaves each ship with."""

from __future__ import annotations

from typing import Any, NamedTuple

from rulesdemo.games.broadside.board import point_index
from rulesdemo.games.broadside.movement import HEAD_TO_WIND
from rulesdemo.games.broadside.orders import order_cost
from rulesdemo.games.broadside.play import contact
from rulesdemo.games.broadside.play.events import LeftMap, Manoeuvred, OrderLapsed, OrdersRevealed, Stopped
from rulesdemo.games.broadside.play.helm import check_order, helm_of, m_of, parse_well_formed, point_at, point_of, straight_on, walk
from rulesdemo.games.broadside.play.state import Place, Position, Settling, Ship, Track
from rulesdemo.play.engine import Outcome, cites, settled
from rulesdemo.play.records import replace


class Given(NamedTuple):
    """The order that a ship carries out, what stood in her log, and why that came to nothing, if it did."""

    text: str
    written: str | None
    lapsed: str = ""


def moves(ship: Ship) -> bool:
    """Whether she moves by orders at all: no fort, no prize, not locked, not weighing."""
    return not (ship.is_fort or ship.surrendered or ship.locked or ship.anchor in ("weighing_1", "weighing_2"))


@cites("IV", "VI", "VII")
def given(position: Position, ship: Ship) -> Given:
    """Her order for this turn; without a legal one she sails straight on [VII, B26, B58]."""
    helm, written = helm_of(position, ship), ship.written_for(position.turn.number)
    if written is None:
        return Given(straight_on(helm), None)
    refusal = check_order(position.rules, helm, written)
    return Given(written, written) if refusal is None else Given(straight_on(helm), written, refusal.rule)


@cites("SEQ", "IV", "IV.b", "IV.c", "IV.e", "IV.f")
def reveal(position: Position) -> Outcome[Position]:
    """Step 4: open all logs, carry out every order at once, and begin to settle the hexes where moves end [SEQ, IV]."""
    tracks: list[Track] = []
    shown: list[tuple[str, str]] = []
    lapsed: list[Any] = []
    for ship in position.there:
        if not moves(ship):
            here = Place(ship.place, ship.heading)
            tracks.append(Track(ship.id, "", 0, 0, ship.hull, (here,), 0, here))
            continue
        order = given(position, ship)
        tracks.append(_track(position, ship, order))
        if order.written is not None:
            shown.append((ship.id, order.written))
        if order.lapsed:
            lapsed.append(OrderLapsed(order.lapsed, ship.id, order.written or "", order.text))
    position = replace(position, settling=Settling(tuple(tracks)))
    position, events = settle(position)
    return Outcome(position, (OrdersRevealed(tuple(shown)), *lapsed, *events))


@cites("IV", "IV.a", "IV.d")
def _track(position: Position, ship: Ship, order: Given) -> Track:
    """Her move, hex by hex; the M that she could have spent are those of her point of sailing at the start [IV.a, B59]."""
    start = Place(ship.place, ship.heading)
    done = walk(position.rules, position.scenario.chart, position.sky.wind_from, start, parse_well_formed(order.text))
    cost = settled(order_cost, position.rules, order.text).m
    potential = m_of(position, ship, point_of(position, ship))
    return Track(ship.id, order.text, cost, potential, ship.hull, done.steps, len(done.steps) - 1, done.end, done.left)


def settle(position: Position) -> Outcome[Position]:
    """Settle shared hexes until dice are asked for; when all is stable, end the movement."""
    position, events = contact.settle(position)
    if position.settling is None or position.settling.asked is not None:
        return Outcome(position, events)
    position, more = _finish(position, position.settling)
    return Outcome(position, events + more)


@cites("IV", "IV.d", "IV.e", "IV.f", "IV.g", "T7", "T11", "V.a")
def _finish(position: Position, settling: Settling) -> Outcome[Position]:
    """Mark where every ship ended, her speed, and what her order set going [IV.d, IV.e, T7]."""
    locked = contact.boarders(settling)
    events: list[Any] = [Manoeuvred(settling.tracks, settling.contacts)]
    turn = position.turn.number
    for track in settling.tracks:
        ship = position.ship(track.ship)
        ship = replace(ship, log=tuple(line for line in ship.log if line.turn > turn))
        if track.left:
            position = position.with_ship(replace(ship, gone="left", speed=0, log=(), damage=ship.damage._replace(fire=False)))
            events.append(LeftMap(ship.id))
            continue
        after = _end_move(position, ship, track, locked=track.ship in locked)
        if after.in_irons and (not ship.in_irons or track.at):
            events.append(Stopped(ship.id))
        position = position.with_ship(after)
    return Outcome(replace(position, settling=None), tuple(events))


def _end_move(position: Position, ship: Ship, track: Track, *, locked: bool) -> Ship:
    """A ship at the end of her move; put back in the middle of a tack she lies head to wind [IV.e, B67]."""
    place = track.place
    speed = track.at
    changes: dict[str, Any] = {}
    if track.order:
        order = parse_well_formed(track.order)
        if order.tack and track.at == len(track.steps) - 1:
            speed = int(settled(order_cost, position.rules, track.order).speed_after)
        if order.sail:
            changes["sail"] = "setting" if ship.sail == "off" else "taking_in"
        if order.kind in ("anchor", "weigh"):
            changes["anchor"] = "dropping" if order.kind == "anchor" else "weighing_2"
    locked = locked or ship.locked
    anchored = changes.get("anchor", ship.anchor) != "none"
    head_to_wind = point_at(position.rules, point_index(place.heading, position.sky.wind_from)) == HEAD_TO_WIND
    in_irons = head_to_wind and not anchored and not locked and moves(ship)
    return replace(
        ship, place=place.hex, heading=place.heading, speed=0 if in_irons or locked else speed, in_irons=in_irons, locked=locked, **changes
    )
