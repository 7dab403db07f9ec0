"""Boarding (V.a): three rounds a turn for every hex where enemies are locked; a round strikes everybody before anybody weakens."""

from __future__ import annotations

from functools import partial
from typing import Any

from rulesdemo.board.hexes import Hex
from rulesdemo.games.broadside.boarding import NO_ATTACK, boarding_force, boarding_shares
from rulesdemo.games.broadside.gunnery import damage_roll
from rulesdemo.games.broadside.play.damage import hurt
from rulesdemo.games.broadside.play.events import BoardersStruck, BoardingEnded
from rulesdemo.games.broadside.play.orders import RollBoarding
from rulesdemo.games.broadside.play.rolling import after_roll, check_due, due_orders, first_due
from rulesdemo.games.broadside.play.state import Position, Ship
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_

# -- forces ----------------------------------------------------------------------------------------------------------------------------


def group_of(position: Position, place: Hex) -> tuple[Ship, ...]:
    """The ships that are locked together in a hex."""
    return tuple(ship for ship in position.there if ship.locked and ship.place == place)


@cites("V.a", "IV.g", "T9", "II Combat")
def force_of(position: Position, ship: Ship) -> int:
    """What she brings to a boarding [V.a, T9, B5]; below 0 for a ship that cannot fight."""
    if not ship.can_fight:
        return NO_ATTACK
    return int(settled(boarding_force, position.rules, ship.boarding, ship.sections_destroyed, ship.sail in ("on", "taking_in")).force)


@cites("V.a", "V.a ex")
def share_on(position: Position, ship: Ship) -> int:
    """The force that strikes her in a round: the enemies' sum spread over her and her friends; below 0, nobody strikes [V.a, B10, B70]."""
    group = group_of(position, ship.place)
    forces = [force_of(position, other) for other in group if other.side != ship.side]
    struck = [other for other in group if other.side == ship.side and other.hull]
    if not struck or not forces:
        return NO_ATTACK
    return int(settled(boarding_shares, position.rules, tuple(forces), (0,) * len(struck)).on_each_of_b)


# -- rounds ----------------------------------------------------------------------------------------------------------------------------


def _ships_struck(position: Position) -> tuple[str, ...]:
    """Every ship that is struck in a round that begins now: one die each [B11]."""
    return tuple(ship.id for ship in position.there if ship.locked and ship.hull and share_on(position, ship) >= 0)


@cites("SEQ", "V.a")
def begin_boarding(position: Position) -> Outcome[Position]:
    """Step 5-1: the first of three rounds for all who are locked [SEQ, V.a, B12]."""
    rounds = int(position.rules.table("boarding").at("rounds_per_turn")) if any(ship.locked for ship in position.there) else 0
    return _next_round(position.with_turn(rounds=rounds))


def _next_round(position: Position) -> Outcome[Position]:
    """Begin a round, if one is left and somebody is struck in it."""
    position, events = release(position)
    rounds, due = position.turn.rounds, _ships_struck(position)
    if not rounds or not due:
        return Outcome(position.with_turn(rounds=0, due=()), events)
    return Outcome(position.with_turn(rounds=rounds - 1, due=due, struck=()), events)


def decide_boarding(position: Position) -> Decision | None:
    """The owner of the next ship that boarders strike."""
    due = first_due(position)
    if due is None:
        return None
    ship = position.ship(due)
    return Decision(
        ship.side,
        (RollBoarding,),
        "V.a",
        N_("Boarders strike {ship} with force {force}: throw.").format(ship=ship.name, force=share_on(position, ship)),
    )


@cites("V.a", "T1")
def roll_boarding(dice: Dice, position: Position, order: RollBoarding) -> Outcome[Position]:
    """One die on the gun table, no modifiers, no criticals; losses are taken when the round is over [V.a, B11, B40]."""
    ship = position.ship(order.ship)
    force = share_on(position, ship)
    throw = throw_for(dice, damage_roll, position.rules, force, 0)
    events: tuple[Any, ...] = (BoardersStruck(ship.id, force, throw.outcome, throw),)
    position = after_roll(position, ship.id).with_turn(struck=(*position.turn.struck, (ship.id, throw.outcome)))
    if position.turn.due:
        return Outcome(position, events)
    for name, points in position.turn.struck:
        position, more = hurt(position, name, points)
        events += more
    position, more = _next_round(position.with_turn(struck=()))
    return Outcome(position, events + more)


@cites("V.a")
def release(position: Position) -> Outcome[Position]:
    """A boarding is over once one side in the hex has no ship that can fight [V.a, B12]."""
    events: list[Any] = []
    for place in dict.fromkeys(ship.place for ship in position.there if ship.locked):
        group = group_of(position, place)
        if len({ship.side for ship in group if ship.can_fight}) > 1:
            continue
        for ship in group:
            position = position.with_ship(replace(ship, locked=False))
        events.append(BoardingEnded(tuple(ship.id for ship in group)))
    return Outcome(position, tuple(events))


check_roll_boarding = partial(check_due, rule="V.a")
boardings = partial(due_orders, kind=RollBoarding)
