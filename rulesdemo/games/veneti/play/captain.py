"""The captain: an opponent who weighs his choices by the exact odds of the procedures that his orders will throw.

He knows what is on the board and nothing else: no dice to come, no memory of former orders. Where an order is thrown for he takes the mean
of what it may lead to; where ships move he plans the whole move (see `helm`) and follows the plan step by step.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, Final

from rulesdemo.games.veneti.play import orders as o
from rulesdemo.games.veneti.play.boarding import default_loser
from rulesdemo.games.veneti.play.combat import check_shot
from rulesdemo.games.veneti.play.helm import Helm
from rulesdemo.games.veneti.play.movement import STEERS
from rulesdemo.games.veneti.play.ships import crew_of, distance, marines_of, opponents
from rulesdemo.games.veneti.play.state import Exchange, Position, Side, Toll, enemy_of
from rulesdemo.games.veneti.play.valuation import peril, worth
from rulesdemo.games.veneti.rowing import sprint_cost
from rulesdemo.play.bots import mean_worth
from rulesdemo.play.engine import Engine

Choice = Callable[[Engine[Position], Position, list[Any]], Any]

WON: Final = 1000.0  # a battle that is won or lost outweighs all that is left afloat
WORTH_DOING: Final = 0.3  # an order that gains less is left undone
TOO_HOT: Final = 0.3  # a leader leaves a ship that is lost with this chance
SAFER: Final = 0.5  # and only for one whose danger is at most so much of it
OUT_OF_REACH: Final = 3  # turns of rowing at Cruise to the nearest enemy; nearer than that rowers are kept fresh


def captain(engine: Engine[Position], position: Position, orders: list[Any], _rng: random.Random) -> Any:  # noqa: ANN401 - one of the orders, or None to pass
    """Choose one of the legal orders of our side; None passes an interrupt. Equal choices fall to the first."""
    leaving = _leader_to_safety(position, orders)
    if leaving is not None:
        return leaving
    orders = [order for order in orders if not isinstance(order, o.Transfer)]
    if len(orders) <= 1:
        return orders[0] if orders else None
    kinds = {type(order) for order in orders}
    choose = next((choose for kind, choose in _CHOICES.items() if kind in kinds), _best)
    return choose(engine, position, orders)


# -- weighing orders by what they lead to ----------------------------------------------------------------------------------------------


def expectation(engine: Engine[Position], position: Position, order: Any, side: Side) -> float:  # noqa: ANN401 - any order
    """The mean worth of what an order leads to, by its exact odds; an answer that is due is reckoned with."""
    return mean_worth(engine, position, order, lambda after: _settled_worth(engine, after, side))


def _settled_worth(engine: Engine[Position], position: Position, side: Side) -> float:
    """The worth of a position once reaction fire has been given, losses are borne and confusion has been thrown for."""
    pending = position.pending
    if position.result is not None:
        return worth(position, side) + WON * ((position.result.winner == side) - (position.result.winner == enemy_of(side)))
    if isinstance(pending, Exchange) and pending.waiting:
        return expectation(engine, position, _likely_answer(position, pending), side)
    if isinstance(pending, Toll):
        return expectation(engine, position, o.TakeLoss(default_loser(position, pending.ships)), side)
    if position.turn.confused:
        return expectation(engine, position, o.RollConfusion(), side)
    return worth(position, side)


def _likely_answer(position: Position, exchange: Exchange) -> o.React:
    """The first ship that may answer does so, with flames only where she has no other shot."""
    ship = position.ship(exchange.waiting[0])
    at = position.ship(exchange.grapple[0] if exchange.grapple else exchange.shots[0].firer)
    plain = check_shot(position, ship, at, False, marines=marines_of(position, ship)) is None  # noqa: FBT003 - ordinary missiles
    return o.React(ship.id, at.id, flaming=not plain)


def _best(engine: Engine[Position], position: Position, orders: Iterable[Any]) -> Any:  # noqa: ANN401 - one of the orders
    """The order with the highest expectation."""
    side = _chooser(engine, position)
    return max(orders, key=lambda order: expectation(engine, position, order, side))


def _chooser(engine: Engine[Position], position: Position) -> Side:
    """The side that must choose now."""
    decision = engine.decision(position)
    side: Any = decision.side if decision else position.turn.active
    return side  # type: ignore[no-any-return]


# -- the movement segment --------------------------------------------------------------------------------------------------------------


def _between_moves(engine: Engine[Position], position: Position, orders: list[Any]) -> Any:  # noqa: ANN401 - one of the orders
    """Nobody is moving: first what ships can do that will not move, then the ships that may, those nearest to an enemy first."""
    deeds = [order for order in orders if isinstance(order, o.Fire | o.Grapple | o.BreakLoose)]
    waiting = [order.ship for order in orders if isinstance(order, o.Announce) and order.pm == 0]
    deed = _worth_doing(engine, position, [order for order in deeds if order.ship not in waiting])
    if deed is not None:
        return deed
    for name in sorted(waiting, key=lambda name: _to_enemy(position, name)):
        plan = Helm(position, position.ship(name), position.acting.of(name)).plan()
        announcement = o.Announce(name, plan.points)
        if plan.points and plan.worth > WORTH_DOING and announcement in orders:
            return announcement
        deed = _worth_doing(engine, position, [order for order in deeds if order.ship == name])
        if deed is not None:
            return deed
    return next(order for order in orders if isinstance(order, o.EndMovement))


def _to_enemy(position: Position, name: str) -> int:
    """The hexes to the nearest enemy; none when there is no enemy."""
    ship = position.ship(name)
    return min((distance(ship, other) for other in opponents(position, ship)), default=0)


def _worth_doing(engine: Engine[Position], position: Position, deeds: list[Any]) -> Any:  # noqa: ANN401 - one of the orders, or None
    """The shot, grapple or break that gains most over leaving it; shots first, since they never make a grapple harder."""
    for kind in (o.Fire, o.BreakLoose, o.Grapple):
        gain, deed = _best_gain(engine, position, (order for order in deeds if isinstance(order, kind)))
        if gain > WORTH_DOING:
            return deed
    return None


def _best_gain(engine: Engine[Position], position: Position, deeds: Iterable[Any]) -> tuple[float, Any]:
    """The order that gains most, and how much; nothing gains nothing."""
    gains = ((_gain(engine, position, order), order) for order in deeds)
    return max(gains, key=lambda each: each[0], default=(0.0, None))


def _gain(engine: Engine[Position], position: Position, order: Any) -> float:  # noqa: ANN401 - a shot, a grapple or a break
    """What an order gains over leaving it.

    A ship that does not throw her grapnels now will not throw them later in this activation. One that breaks loose does it to be free, and
    not for what she might attack then: whom she holds she can board at once.
    """
    side = position.acting.side
    if isinstance(order, o.Grapple):
        return expectation(engine, position, order, side) - worth(position.with_doing(order.ship, threw=True, stage="moved"), side)
    if isinstance(order, o.BreakLoose):
        after = mean_worth(engine, position, order, lambda after: worth(after.with_doing(order.ship, stage="moved"), side))
        return after - worth(position, side)
    return expectation(engine, position, order, side) - worth(position, side)


def _under_way(engine: Engine[Position], position: Position, orders: list[Any]) -> Any:  # noqa: ANN401 - one of the orders
    """A ship is moving: follow the plan; a shot on the way is fired when the berth will offer none."""
    moving = position.acting.moving
    if moving is None:
        return orders[0]
    helm = Helm(position, position.ship(moving.ship), moving)
    plan = helm.course()
    if plan is None or plan.order not in orders:
        return _harmless(engine, position, orders)
    gain, shot = _best_gain(engine, position, (order for order in orders if isinstance(order, o.Fire)))
    return shot if gain > max(WORTH_DOING, helm.lookout.shot(plan.berth)) else plan.order


def _harmless(engine: Engine[Position], position: Position, orders: list[Any]) -> Any:  # noqa: ANN401 - one of the orders
    """No way to spend the points as planned: give them up, or make the step that costs least, be it a collision (6.6)."""
    for order in orders:
        if isinstance(order, o.Stop):
            return order
    return _best(engine, position, [order for order in orders if isinstance(order, STEERS)] or orders)


def _answer(engine: Engine[Position], position: Position, orders: list[Any]) -> Any:  # noqa: ANN401 - one of the orders
    """Reaction fire that may hurt is given; fire that cannot is kept for the next who comes."""
    side = _chooser(engine, position)
    hold = next(order for order in orders if isinstance(order, o.HoldFire))
    best = _best(engine, position, orders)
    gain = expectation(engine, position, best, side) - expectation(engine, position, hold, side)
    return best if gain > WORTH_DOING else hold


# -- leaders, squadrons and speed ------------------------------------------------------------------------------------------------------


def _leader_to_safety(position: Position, orders: list[Any]) -> Any:  # noqa: ANN401 - a transfer, or None
    """A leader leaves a ship that is about to be taken or burnt for one that is not."""
    for order in orders:
        if isinstance(order, o.Transfer):
            leader = position.leader(order.leader)
            ship = position.ship(leader.ship)
            held = any(position.ship(other).controller != ship.controller for other in ship.grappled)
            if not held and not ship.on_fire and not _is_attacked(position, ship.id):
                continue
            danger = peril(position, ship.id)
            if danger > TOO_HOT and peril(position, order.ship) < SAFER * danger:
                return order
    return None


def _is_attacked(position: Position, name: str) -> bool:
    """Whether somebody is throwing grapnels at her right now."""
    return isinstance(position.pending, Exchange) and position.pending.grapple is not None and position.pending.grapple[1] == name


def _leader(_engine: Engine[Position], position: Position, orders: list[Any]) -> Any:  # noqa: ANN401 - one of the orders
    """A ship that several leaders reach follows the nearest."""
    return min(orders, key=lambda order: distance(position.ship(order.ship), position.ship(position.leader(order.leader).ship)))


def _successor(_engine: Engine[Position], position: Position, orders: list[Any]) -> Any:  # noqa: ANN401 - one of the orders
    """A lost leader is always replaced, aboard the ship that is least in danger."""
    return min((order for order in orders if isinstance(order, o.AppointLeader)), key=lambda order: peril(position, order.ship))


def _speed(_engine: Engine[Position], position: Position, orders: list[Any]) -> Any:  # noqa: ANN401 - one of the orders
    """Sprint only where it pays: far from every enemy, with rowers who on average lose fewer points later than they gain now."""
    for order in orders:
        if isinstance(order, o.SetSpeed) and order.level == "maximum" and all(_should_sprint(position, name) for name in order.ships):
            return order
    return next(order for order in orders if isinstance(order, o.EndSpeed))


def _should_sprint(position: Position, name: str) -> bool:
    ship = position.ship(name)
    if _to_enemy(position, name) <= OUT_OF_REACH * ship.cruise:
        return False
    cost = sprint_cost.dist(position.rules, crew_of(position, ship), ship.cruise, ship.maximum).mean("pm_lost")
    return bool(ship.maximum - ship.cruise > cost)


_CHOICES: Final[dict[type, Choice]] = {
    o.AppointLeader: _successor,
    o.Assign: _leader,
    o.EndSpeed: _speed,
    o.EndMovement: _between_moves,
    o.HoldFire: _answer,
    **dict.fromkeys((*STEERS, o.Stop), _under_way),
}
