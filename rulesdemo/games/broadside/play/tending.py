"""Leaks and fires (T12, SEQ 6): what those of earlier turns cost, and whether they are put right."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from rulesdemo.games.broadside.criticals import Fire, burn_turn, large_leak, small_leak
from rulesdemo.games.broadside.play.damage import explode, off_map
from rulesdemo.games.broadside.play.events import Burnt, Leaked, Sank
from rulesdemo.games.broadside.play.orders import RollFire, RollLeak
from rulesdemo.games.broadside.play.rolling import after_roll, check_due, due_orders, first_due
from rulesdemo.games.broadside.play.state import Position, Ship
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.procedure import Procedure
from rulesdemo.play.engine import Decision, Outcome, Throw, cites, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_

_LEAKS: Final = {
    "small": N_("{ship} has a small leak: throw to see whether it is repaired."),
    "large": N_("{ship} has a large leak: throw to see whether it is repaired."),
}

# -- leaks -----------------------------------------------------------------------------------------------------------------------------


@cites("T12")
def _leak(position: Position, ship: Ship) -> tuple[Procedure[..., Any], tuple[Any, ...]]:
    """The procedure of a turn of her leak, and what it is asked: a small one is repaired only while the guns are silent [T12]."""
    if ship.damage.leak == "large":
        return large_leak, (position.rules, ship.hull, 1)
    return small_leak, (position.rules, ship.hull, 1, not ship.fired)


@cites("SEQ", "T12", "VI")
def call_for_leaks(position: Position) -> Outcome[Position]:
    """Leaks of earlier turns; where nothing can be repaired the loss is simply taken [T12, B19, B42]."""
    due: list[str] = []
    events: tuple[Any, ...] = ()
    for ship in position.there:
        if ship.damage.leak == "none" or ship.damage.leak_since >= position.turn.number:
            continue
        proc, args = _leak(position, ship)
        dist: Dist[Any] = proc.dist(*args)
        if len(dist) > 1:
            due.append(ship.id)
        else:
            position, more = _leaked(position, ship, next(iter(dist)), None)
            events += more
    return Outcome(position.with_turn(due=tuple(due)), events)


def decide_leak(position: Position) -> Decision | None:
    """The owner of the next ship that leaks."""
    due = first_due(position)
    if due is None:
        return None
    ship = position.ship(due)
    return Decision(
        ship.side,
        (RollLeak,),
        "T12",
        _LEAKS[ship.damage.leak].format(ship=ship.name),
    )


@cites("T12")
def roll_leak(dice: Dice, position: Position, order: RollLeak) -> Outcome[Position]:
    """The loss first, then the repair [T12, B19]."""
    ship = position.ship(order.ship)
    proc, args = _leak(position, ship)
    throw = throw_for(dice, proc, *args)
    return _leaked(after_roll(position, ship.id), ship, throw.outcome, throw)


@cites("T12", "VI")
def _leaked(position: Position, ship: Ship, leak: Any, throw: Throw | None) -> Outcome[Position]:  # noqa: ANN401 - a Leak
    """Mark a turn of a leak; with no hull left she sinks [VI, B19]."""
    told = Leaked(ship.id, leak.state, ship.hull - leak.hull, leak.hull, throw)
    if leak.state == "sunk":
        return Outcome(position.with_ship(off_map(ship, "sunk")), (told, Sank(ship.id)))
    damage = ship.damage._replace(leak="none", leak_since=0) if leak.state == "repaired" else ship.damage
    return Outcome(position.with_ship(replace(ship, hull=leak.hull, damage=damage)), (told,))


check_roll_leak = partial(check_due, rule="T12")
leaks = partial(due_orders, kind=RollLeak)


# -- fires -----------------------------------------------------------------------------------------------------------------------------


@cites("SEQ", "T12")
def call_for_fires(position: Position) -> Outcome[Position]:
    """Every fire of an earlier turn [T12, B19]."""
    due = (ship.id for ship in position.there if ship.damage.fire and ship.damage.fire_since < position.turn.number)
    return Outcome(position.with_turn(due=tuple(due)))


def decide_fire(position: Position) -> Decision | None:
    """The owner of the next ship that burns."""
    due = first_due(position)
    if due is None:
        return None
    ship = position.ship(due)
    return Decision(ship.side, (RollFire,), "T12", N_("{ship} is on fire: throw.").format(ship=ship.name))


@cites("T12")
def roll_fire(dice: Dice, position: Position, order: RollFire) -> Outcome[Position]:
    """Out on 4 or 5, blown up on 6, else it costs hull; after an explosion it burns on [T12, B20]."""
    ship = position.ship(order.ship)
    throw = throw_for(dice, burn_turn, position.rules, Fire("burning", ship.hull))
    state, left = throw.outcome
    told = Burnt(ship.id, state, ship.hull - left, left, throw)
    position = after_roll(position, ship.id)
    if state == "out":
        return Outcome(position.with_ship(replace(ship, damage=ship.damage._replace(fire=False, fire_since=0))), (told,))
    if state == "exploded":
        position, events = explode(position, ship.id)
        return Outcome(position, (told, *events))
    return Outcome(position.with_ship(replace(ship, hull=left)), (told,))


check_roll_fire = partial(check_due, rule="T12")
fires = partial(due_orders, kind=RollFire)
