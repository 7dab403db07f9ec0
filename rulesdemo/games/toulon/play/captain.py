"""The captain: an opponent who takes zones, attacks at good odds, keeps his guns firing and rallies; he looks one order ahead.

He knows what his side may know of the map and nothing else: strengths of enemies that he has not seen he takes for an average.
"""

from __future__ import annotations

import random
from typing import Any, Final

from rulesdemo.games.toulon.play import ground
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play.state import Entry, Position, enemy_of
from rulesdemo.play.engine import Engine

UNSEEN: Final = 3.0  # strength points that an enemy unit is taken for before it is seen
GOOD: Final = 1.5  # times the enemy's strength that make an attack worth its price
WORTH: Final = {
    o.Bombard: 9.0,
    o.Pursue: 9.0,
    o.Rally: 8.0,
    o.PayWarSupply: 8.0,
    o.HoldCouncil: 7.0,
    o.Spy: 6.5,
    o.EnterBonaparte: 6.0,
    o.Agree: 5.0,
    o.GoIn: 3.5,  # once all are declared
    o.Join: 3.0,
    o.EndMoves: 1.0,
    o.Skip: 1.0,
    o.CallOff: 0.5,
    o.Delay: 0.4,
    o.Hasten: 0.4,
    o.Overrule: 0.3,
    o.Evacuate: -9.0,
}


def captain(_engine: Engine[Position], position: Position, orders: list[Any], rng: random.Random) -> Any:  # noqa: ANN401 - one of the orders
    """Choose the order that promises most; equal ones by lot."""
    return max(orders, key=lambda order: (worth(position, order), rng.random()))


def worth(position: Position, order: Any) -> float:  # noqa: ANN401, PLR0911 - any order, one line for each kind
    """What an order promises, in rough points."""
    if isinstance(order, o.PlaceUnit | o.Overrule):
        return _placing(position, order.zone) if isinstance(order, o.PlaceUnit) else WORTH[o.Overrule]
    if isinstance(order, o.PlaceBattery):
        return 2.0 + order.redoubt
    if isinstance(order, o.March):
        return _marching(position, order)
    if isinstance(order, o.Declare):
        return 3.6 if _ratio(position, order) >= GOOD else 0.2
    if isinstance(order, o.Fortify):
        return 0.9
    if isinstance(order, o.Fight):
        return 2.0 - order.assault
    if isinstance(order, o.Garrison):
        return 0.8 if order.inside else 0.1
    if isinstance(order, o.AdjustDie):
        return -float(order.by)
    return WORTH.get(type(order), 2.0)


def _placing(position: Position, zone: str) -> float:
    """A zone that nobody holds brings points; the dearer the better."""
    fresh = zone not in dict(position.held)
    return 2.0 + 2.0 * fresh + position.zone(zone).value / 10


def _marching(position: Position, order: o.March) -> float:
    """Zones that are not ours yet are worth the walk; anything else is not."""
    zone = position.zone(order.to)
    side = position.turn.side
    if zone.kind != "land" or position.find(order.unit) is None:
        return 0.5
    start = position.unit(order.unit).place
    leaves = position.zone(start).kind == "land" and len(position.of(side, start)) == 1
    takes = dict(position.held).get(order.to) != side
    return 3.0 + zone.value / 10 if takes and not leaves else 2.0 if position.zone(start).depot else 0.6


def _ratio(position: Position, order: o.Declare) -> float:
    """Our strength in the zone where it starts against what is seen, or guessed, of the enemy's."""
    side = position.turn.side
    entry = position.pending if isinstance(position.pending, Entry) else None
    if entry is not None:
        return GOOD
    own = sum(unit.strength for unit in position.of(side, position.unit(order.unit).place))
    enemies = position.of(enemy_of(side), order.to)
    theirs = sum(unit.strength if unit.revealed else UNSEEN for unit in enemies)
    shut = ground.is_no_mans_land(position, order.to) and position.unit(order.unit).is_gun
    return 0.0 if shut else own / max(1.0, theirs)
