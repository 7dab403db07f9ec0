"""The captain: an opponent who takes zones and keeps them, attacks where the exact odds make it worth its price, and rallies.

He knows what his side may know of the map and nothing else; he throws no dice of his own. Every order is weighed in victory points, so far
as they can be counted; choices that cannot change much are made by rule of thumb.
"""

from __future__ import annotations

import random
from typing import Any, Final

from rulesdemo.games.toulon.play import ground, movement
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play.entry import price
from rulesdemo.games.toulon.play.state import Entry, Position, Side, Unit, enemy_of
from rulesdemo.games.toulon.play.valuation import (
    attack_worth,
    battle_chance,
    can_stack,
    cost_of_leaving,
    exposure,
    guns_gain,
    outlook,
    reward,
    strength,
)
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import Engine, apply, check, legal

PRICE: Final = 0.03  # of an operation point: what is kept can be spent later
LEAST: Final = 0.01  # an order that gains less is left undone
STORM: Final = 0.5  # the chance that makes it worth storming a fort
MOST: Final = 5  # units of a force; more seldom find room
WORTH: Final = {
    o.Bombard: 9.0,
    o.Pursue: 9.0,
    o.Rally: 8.0,
    o.PayWarSupply: 8.0,
    o.HoldCouncil: 7.0,
    o.Spy: 6.5,
    o.EnterBonaparte: 6.0,
    o.Agree: 5.0,
    o.Join: 3.0,
    o.Skip: 1.0,
    o.Delay: 0.4,
    o.Hasten: 0.4,
    o.Overrule: 0.3,
    o.EndMoves: 0.0,
    o.Garrison: -1.0,
    o.Evacuate: -9.0,
}


def captain(engine: Engine[Position], position: Position, orders: list[Any], _rng: random.Random) -> Any:  # noqa: ANN401 - one of the orders
    """Choose the order that promises most. Equal choices fall to the first."""
    if len(orders) == 1:
        return orders[0]
    if isinstance(position.pending, Entry) and not position.pending.asked:
        return _next_of_entry(engine, position, orders)
    plain = [order for order in orders if not isinstance(order, o.Declare)]
    best = max(plain, key=lambda order: worth(position, order))
    return _best_attack(engine, position, orders, worth(position, best)) or best


def worth(position: Position, order: Any) -> float:  # noqa: ANN401, PLR0911 - any order, one line for each kind
    """What an order promises."""
    if isinstance(order, o.PlaceUnit):
        return _placing(position, order)
    if isinstance(order, o.PlaceBattery):
        return 2.0 + order.redoubt - PRICE * (order.purse is not None)
    if isinstance(order, o.March):
        return _marching(position, order)
    if isinstance(order, o.TurnBack):
        return -LEAST
    if isinstance(order, o.Fortify):
        return exposure(position, position.turn.side, order.zone) / 5 - PRICE * position.number("redoubt_op")
    if isinstance(order, o.Fight):
        return _storming(position, order) if order.assault else 2.0
    if isinstance(order, o.Retreat):
        return reward(position, _beaten(position), order.zone)
    if isinstance(order, o.AdjustDie):
        return -float(order.by)
    return WORTH.get(type(order), 2.0)


def _placing(position: Position, order: o.PlaceUnit) -> float:
    """A zone that none of our units holds brings points; else the one that the enemy is nearest to. Letting it pass is worth 1."""
    thing = position.find(order.unit) or position.leader(order.unit)
    side = thing.side if thing else position.turn.side
    return 2.0 + 2.0 * reward(position, side, order.zone) + exposure(position, side, order.zone)


def _storming(position: Position, order: o.Fight) -> float:
    """Walls are stormed where that is likelier to succeed than not."""
    side = position.turn.side
    units = position.of(side, order.zone)
    walled = all(unit.fort for unit in position.of(enemy_of(side), order.zone))
    chance = battle_chance(position, side, order.zone, (strength(units), len(units)), walls=True)
    return 0.5 + walled * (chance > STORM)


def _beaten(position: Position) -> Side:
    """The side that retreats: the defender, since attackers only fall back."""
    battle: Any = position.pending
    return enemy_of(battle.attacker)


# -- marches ---------------------------------------------------------------------------------------------------------------------------


def _marching(position: Position, order: o.March) -> float:
    """What is taken, what is left, what may be taken from there, and what it costs."""
    unit = position.find(order.unit)
    if unit is None:
        return _leading(position, order)
    most = position.number("steps")
    left = most - unit.steps - (position.zone(order.to).kind == "land")
    gain = reward(position, unit.side, order.to) - cost_of_leaving(position, unit)
    gain += outlook(position, unit.side, order.to, left) - outlook(position, unit.side, unit.place, most - unit.steps)
    gain += guns_gain(position, unit, order.to)
    if position.zone(order.to).kind == "road":
        gain -= 0.2  # a scout may fail, and cannot stay
    return gain - PRICE * movement.cost(position, unit, order.to)


def _leading(position: Position, order: o.March) -> float:
    """A leader goes where more of his nation are, and stays with them."""
    leader = position.leader(order.unit)
    if leader is None:
        return -1.0
    here, there = (sum(unit.nation == leader.nation for unit in position.of(leader.side, zone)) for zone in (leader.place, order.to))
    return 0.02 * (there - here) if there else -1.0


# -- entering a zone of the enemy's ----------------------------------------------------------------------------------------------------


def _best_attack(engine: Engine[Position], position: Position, orders: list[Any], least: float) -> Any:  # noqa: ANN401 - a declaration, or None
    """The first declaration of the attack that is worth most, if that is more than what else there is to do."""
    hopes = {}
    for order in orders:
        if isinstance(order, o.Declare):
            force = _hoped_for(position, position.unit(order.unit), order.to)
            hopes[order] = attack_worth(position, force, order.to) - PRICE if force else -1.0
    for order, hope in sorted(hopes.items(), key=lambda pair: -pair[1]):
        if hope <= max(least, LEAST):
            return None
        if _carried_through(engine, position, order) > max(least, LEAST):
            return order
    return None


def _hoped_for(position: Position, first: Unit, zone: str) -> tuple[Unit, ...]:
    """The strongest force of the player's units that stand with the first, as far as there is room."""
    force: tuple[Unit, ...] = (first,) if can_stack(position, first.side, zone, (first,)) else ()
    for unit in sorted(position.movers, key=lambda unit: -unit.strength) if force else ():
        if (
            unit.place == first.place
            and unit.id != first.id
            and not unit.fort
            and len(force) < MOST
            and "land" in movement.open_to(position, unit)
        ):
            force = (*force, unit) if can_stack(position, first.side, zone, (*force, unit)) else force
    return force


def _carried_through(engine: Engine[Position], position: Position, order: Any) -> float:  # noqa: ANN401 - a declaration
    """What the attack is worth as it will be declared and paid for in fact; nothing if it cannot be paid."""
    while True:
        position = apply(engine, FixedDice(()), position, order).position
        entry = position.pending
        if not isinstance(entry, Entry) or entry.asked:
            return -1.0
        order = _next_of_entry(engine, position, list(legal(engine, position)))
        if isinstance(order, o.CallOff):
            return -1.0
        if isinstance(order, o.GoIn):
            paid = price(position, entry, hasty=order.hasty)
            return _force_worth(position, entry.units, entry.zone) - PRICE * paid if _is_certain(position, entry) else -1.0


def _is_certain(position: Position, entry: Entry) -> bool:
    """Whether it will be legal to go in whatever the enemies are that lie face down: guns alone, or the surrounded, may be refused."""
    side = position.turn.side
    if not any(unit.is_face_down for unit in position.of(enemy_of(side), entry.zone)):
        return True
    return not ground.is_surrounded(position, side, entry.origin) and any(not position.unit(name).is_gun for name in entry.units)


def _next_of_entry(engine: Engine[Position], position: Position, orders: list[Any]) -> Any:  # noqa: ANN401 - one of the orders
    """One more of his own units, if the force is worth more with it and can still be paid for; or else it goes in."""
    entry: Any = position.pending
    going = [order for order in orders if isinstance(order, o.GoIn)]
    best, chosen = _force_worth(position, entry.units, entry.zone) + LEAST if going else -1.0, None
    for order in orders:
        if (
            isinstance(order, o.Declare)
            and position.seat(position.unit(order.unit).nation) == position.turn.seats[0]
            and len(entry.units) < MOST
        ):
            more = _force_worth(position, (*entry.units, order.unit), entry.zone)
            if more > best and _can_go_in(engine, position, order):
                best, chosen = more, order
    if chosen is None and going:
        return max(going, key=lambda order: (not order.hasty, position.op(order.purse)))
    return chosen or next(order for order in orders if isinstance(order, o.CallOff))


def _can_go_in(engine: Engine[Position], position: Position, order: Any) -> bool:  # noqa: ANN401 - a declaration
    after = apply(engine, FixedDice(()), position, order).position
    return any(check(engine, after, going) is None for going in engine.verbs[o.GoIn].candidates(after))


def _force_worth(position: Position, names: tuple[str, ...], zone: str) -> float:
    return attack_worth(position, tuple(map(position.unit, names)), zone)
