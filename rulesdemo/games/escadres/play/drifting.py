"""Drift (E-DRIFT, E-CREW-1): the test of every stopped ship and wreck, and the ways in which their owners may let them go."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.drift import drift as drift_test
from rulesdemo.games.escadres.drift import drift_options
from rulesdemo.games.escadres.play.closing import after_roll, check_due, due_orders, first_due
from rulesdemo.games.escadres.play.events import DriftBarred, Drifted, DriftTested, LeftTable
from rulesdemo.games.escadres.play.movement import wind_on
from rulesdemo.games.escadres.play.orders import Drift, DriftWay, RollDrift
from rulesdemo.games.escadres.play.places import Berth, lie
from rulesdemo.games.escadres.play.state import Adrift, Due, Position, Ship
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_, alternatives

_WAYS: Final[dict[DriftWay, str]] = {
    "both": N_("both"),
    "stern_only": N_("stern only"),
    "bow_only": N_("bow only"),
    "bow_pays_off_left": N_("bow pays off left"),
    "bow_pays_off_right": N_("bow pays off right"),
}


@cites("E-TURN-3", "E-DRIFT-1", "E-CREW-1", "E-WRECK-1")
def call_for_drift(position: Position) -> Outcome[Position]:
    """Every stopped ship and every wreck [E-DRIFT-1, E20]."""
    return Outcome(position.with_turn(due=tuple(Due(ship.id) for ship in position.there if ship.stopped or ship.struck)))


def decide_drift(position: Position) -> Decision | None:
    """The owner of the first ship that may drift."""
    due = first_due(position)
    if due is None:
        return None
    ship = position.ship(due.ship)
    if ship.struck:
        prompt = N_("{ship} is a wreck: throw to see whether she drifts.")
    else:
        prompt = N_("{ship} was stopped: throw to see whether she drifts.")
    return Decision(ship.side, (RollDrift,), "E-DRIFT-1", prompt.format(ship=ship.name))


@cites("E-DRIFT-1", "E-DRIFT-2")
def roll_drift(dice: Dice, position: Position, order: RollDrift) -> Outcome[Position]:
    """One die; a ship that drifts and has but one way to go takes it, else her owner chooses [E-DRIFT-1, E24, E25]."""
    ship = position.ship(order.ship)
    throw = throw_for(dice, drift_test, position.rules)
    position = after_roll(position, ship.id)
    tested = DriftTested(ship.id, throw.outcome.drifts, throw)
    if not throw.outcome.drifts:
        return Outcome(position, (tested,))
    ways = open_ways(position, ship)
    if not ways:
        return Outcome(position, (tested, DriftBarred(ship.id)))
    if len(ways) > 1:
        return Outcome(replace(position, pending=Adrift(ship.id)), (tested,))
    position, events = _drift(position, ship, next(iter(ways)))
    return Outcome(position, (tested, *events))


# -- where to --------------------------------------------------------------------------------------------------------------------------


@cites("E-DRIFT-2", "E-MOVE-4")
def drifts_to(position: Position, ship: Ship, way: DriftWay) -> Berth:
    """Where she lies when these parts have moved one hex downwind; paying off, the bow slips to one side of that [E-DRIFT-2, E3]."""
    bow, stern = ship.hexes
    downwind = GRID.vector(position.wind_to)
    if way in ("both", "bow_only"):
        bow = bow + downwind
    if way in ("both", "stern_only"):
        stern = stern + downwind
    if way in ("bow_pays_off_left", "bow_pays_off_right"):
        bow = GRID.neighbour(bow, GRID.turn(position.wind_to, 1 if way == "bow_pays_off_left" else -1))
    return Berth(bow, GRID.direction_to(stern, bow))


@cites("E-DRIFT-2", "E-OCC-1")
def open_ways(position: Position, ship: Ship) -> dict[DriftWay, Berth]:
    """The ways to drift in which no moving part finds a ship or land before it; off the table all is free [E-DRIFT-2, E24]."""
    options: tuple[Any, ...] = settled(drift_options, position.rules, wind_on(position, ship)).options
    berths = {way: drifts_to(position, ship, way) for way in options}
    return {way: berth for way, berth in berths.items() if _is_free(position, ship, berth)}


def _is_free(position: Position, ship: Ship, berth: Berth) -> bool:
    for place in lie(*berth).hexes:
        other = position.occupied.get(place)
        if place in position.scenario.table.land or (other is not None and other.id != ship.id):
            return False
    return True


@cites("E-DRIFT-2", "E-CREW-1", "E-WRECK-1")
def _drift(position: Position, ship: Ship, way: DriftWay) -> Outcome[Position]:
    """Move her; with a part off the table she is removed [E-CREW-1, E26, E55]."""
    berth = drifts_to(position, ship, way)
    if not position.scenario.table.hexes.issuperset(lie(*berth).hexes):
        return Outcome(position.with_ship(replace(ship, gone="off_table", fires=0, hull=None)), (LeftTable(ship.id),))
    position = position.with_ship(replace(ship, bow=berth.bow, heading=berth.heading))
    return Outcome(position, (Drifted(ship.id, way, *berth),))


# -- the owner's choice ----------------------------------------------------------------------------------------------------------------


def decide_way(position: Position, adrift: Adrift) -> Decision:
    """The owner of the ship that drifts, a wreck's too [E25]."""
    ship = position.ship(adrift.ship)
    return Decision(ship.side, (Drift,), "E-DRIFT-2", N_("{ship} drifts: say which part of her moves downwind.").format(ship=ship.name))


@cites("E-DRIFT-2")
def check_drift(position: Position, order: Drift) -> Refusal | None:
    """One of the ways that are open to her [E-DRIFT-2, E23, E24]."""
    adrift: Any = position.pending
    ship = position.ship(adrift.ship)
    if order.ship != ship.id:
        return Refusal(
            N_("It is {ship} who drifts now.").format(ship=ship.name), "E-DRIFT-2", N_("Say how {ship} drifts.").format(ship=ship.name)
        )
    ways = open_ways(position, ship)
    if order.way in ways:
        return None
    known = alternatives(_WAYS[way] for way in ways)
    return Refusal(N_("{ship} cannot drift that way.").format(ship=ship.name), "E-DRIFT-2", N_("Choose {ways}.").format(ways=known))


@cites("E-DRIFT-2")
def drift(_dice: Dice, position: Position, order: Drift) -> Outcome[Position]:
    """Drift as her owner says."""
    return _drift(replace(position, pending=None), position.ship(order.ship), order.way)


def drifts(position: Position) -> Iterator[Drift]:
    """Every way that is open to the ship that drifts."""
    if isinstance(position.pending, Adrift):
        name = position.pending.ship
        yield from (Drift(name, way) for way in open_ways(position, position.ship(name)))


check_roll_drift = partial(check_due, rule="E-DRIFT-1")
drift_rolls = partial(due_orders, kind=RollDrift)
