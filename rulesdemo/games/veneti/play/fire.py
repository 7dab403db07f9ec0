"""Fire aboard (rules 3.0 G1, 8.53, 8.54): fighting it, and its spread along the grapples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesdemo.games.veneti.fire import extinguish, spread
from rulesdemo.games.veneti.play.combat_events import CaughtFire, FireFought, SpreadTested
from rulesdemo.games.veneti.play.orders import FightFire, RollSpread
from rulesdemo.games.veneti.play.ships import deplete, eliminate
from rulesdemo.games.veneti.play.state import Position, Ship
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_

# -- fighting it -----------------------------------------------------------------------------------------------------------------------


@cites("3.0 G1", "8.53", "8.54 note")
def fires_to_fight(position: Position) -> tuple[str, ...]:
    """Every burning ship that may roll: not those lit in the status phase before their next activation [8.53, 8.54 note]."""
    return tuple(ship.id for ship in position.afloat if ship.on_fire and ship.barred_since is None)


def decide_fire(position: Position) -> Decision | None:
    """The owner of the first ship that must fight her fire."""
    if not position.turn.due:
        return None
    ship = position.ship(position.turn.due[0])
    return Decision(ship.controller, (FightFire,), "8.53", N_("{ship} is on fire: throw to put it out.").format(ship=ship.name))


@cites("8.53")
def check_fight_fire(position: Position, order: FightFire) -> Refusal | None:
    """Burning ships roll one after the other, each once a turn [8.53]."""
    return _check_due(position, order.ship, "8.53")


def _check_due(position: Position, name: str, rule: str) -> Refusal | None:
    due = position.turn.due
    if not due:
        return Refusal(N_("No ship has to roll for fire now."), rule, N_("Go on with the turn."))
    if name == due[0]:
        return None
    first = position.ship(due[0]).name
    return Refusal(N_("It is {first} who rolls now.").format(first=first), rule, N_("Throw for {first}.").format(first=first))


@cites("3.0 G1", "8.53", "8.61", "8.54 note")
def fight_fire(dice: Dice, position: Position, order: FightFire) -> Outcome[Position]:
    """Out, burning on, gaining on the crew, or the end of the ship; the last two light all that is grappled to her [8.53, A46]."""
    ship = position.ship(order.ship)
    throw = throw_for(dice, extinguish, position.rules)
    result, marines_lost, neighbours_burn = throw.outcome
    position = position.with_turn(due=position.turn.due[1:])
    position = position.with_ships(replace(deplete(ship, marines_lost), on_fire=result != "out"))
    events: tuple[Any, ...] = (FireFought(ship.id, result, throw),)
    if neighbours_burn:
        position, lit = _light_neighbours(position, ship)
        events += lit
    if result == "lost":
        position, more = eliminate(position, ship.id, "burnt")
        events += more
    return Outcome(position, events)


@cites("8.53", "8.54 note")
def _light_neighbours(position: Position, source: Ship) -> Outcome[Position]:
    """Every unburnt ship grappled to her catches fire, and may not fight it before her next activation is over [8.53, 8.54 note]."""
    caught = [ship for ship in position.afloat if ship.id in source.grappled and not ship.on_fire]
    position = position.with_ships(*(_lit(position, ship) for ship in caught))
    return Outcome(position, tuple(CaughtFire(ship.id, source.id) for ship in caught))


def _lit(position: Position, ship: Ship) -> Ship:
    return replace(ship, on_fire=True, barred_since=position.activations)


def fights(position: Position) -> Iterator[FightFire]:
    """The first ship that must fight her fire."""
    yield from (FightFire(name) for name in position.turn.due[:1])


# -- spread ----------------------------------------------------------------------------------------------------------------------------


@cites("3.0 G1", "8.54")
def ships_to_test(position: Position) -> tuple[str, ...]:
    """Every unburnt ship attached to a burning one, once however many burn beside her [8.54, A10]."""
    burning = {ship.id for ship in position.afloat if ship.on_fire}
    return tuple(ship.id for ship in position.afloat if not ship.on_fire and not burning.isdisjoint(ship.grappled))


def decide_spread(position: Position) -> Decision | None:
    """The owner of the first ship that may catch fire."""
    if not position.turn.due:
        return None
    ship = position.ship(position.turn.due[0])
    return Decision(
        ship.controller,
        (RollSpread,),
        "8.54",
        N_("{ship} is grappled to a burning ship: throw to see whether she catches fire.").format(ship=ship.name),
    )


@cites("8.54")
def check_roll_spread(position: Position, order: RollSpread) -> Refusal | None:
    """Ships roll one after the other [8.54]."""
    return _check_due(position, order.ship, "8.54")


@cites("3.0 G1", "8.54", "8.54 note")
def roll_spread(dice: Dice, position: Position, order: RollSpread) -> Outcome[Position]:
    """One die; a ship that catches fire may not fight it before her next activation is over [8.54, 8.54 note]."""
    ship = position.ship(order.ship)
    throw = throw_for(dice, spread, position.rules)
    position = position.with_turn(due=position.turn.due[1:])
    if throw.outcome.burns:
        position = position.with_ships(_lit(position, ship))
    return Outcome(position, (SpreadTested(ship.id, throw.outcome.burns, throw),))


def spreads(position: Position) -> Iterator[RollSpread]:
    """The first ship that may catch fire."""
    yield from (RollSpread(name) for name in position.turn.due[:1])


# -- the bar on fighting it ------------------------------------------------------------------------------------------------------------


@cites("8.54 note")
def lift_bars(position: Position) -> Position:
    """At the end of an activation its ships may fight fires that were lit before it began [8.54 note, A26]."""
    activation = position.activation
    if activation is None:
        return position
    acted = (position.ship(doing.ship) for doing in activation.doings)
    free = [replace(ship, barred_since=None) for ship in acted if ship.barred_since is not None and ship.barred_since < activation.number]
    return position.with_ships(*free) if free else position
