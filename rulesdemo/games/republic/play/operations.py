"""Operations: marching, cities, detaching, and passing. The frame is ours (R40): the source has no turn and no movement rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.attrition import halt_attrition
from rulesdemo.games.republic.play.events import Detached, GatesPassed, Halted, Marched, Passed, TurnBegan
from rulesdemo.games.republic.play.facts import STATUSES
from rulesdemo.games.republic.play.ground import friendly_city, read_hex
from rulesdemo.games.republic.play.losses import without_infantry
from rulesdemo.games.republic.play.state import SIDES, Force, Position, enemy_of
from rulesdemo.games.republic.status import status_effects
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled
from rulesdemo.play.records import replace
from rulesdemo.words import N_

ACTIONS = (
    *(o.March, o.Attack, o.Assault, o.TryTreachery, o.DemandSurrender, o.EnterCity, o.LeaveCity, o.Detach),
    *(o.Negotiate, o.PayRansom, o.Pass),
)


# -- turns -----------------------------------------------------------------------------------------------------------------------------


@cites("Pointers")
def begin_turn(position: Position) -> Outcome[Position]:
    """A new turn: everybody may march and act again [R40]."""
    number = position.turn.number + 1
    march = position.scenario.inputs.march
    fresh = [replace(force, left=march, attrition=0, entered=False, crossed=False, acted=False) for force in position.forces]
    rested = tuple(replace(each, acted=False) for each in position.ambassadors)
    position = replace(position.with_forces(fresh), ambassadors=rested)
    return Outcome(position.with_turn(number=number, side=position.scenario.first, passed=(), fought=()), (TurnBegan(number),))


def decide_operation(position: Position) -> Decision | None:
    """The side whose operations these are, until it passes or an attack is under way."""
    side = position.turn.side
    if position.clash is not None or side in position.turn.passed:
        return None
    return Decision(side, ACTIONS, "R-PRE-1", N_("March, attack, besiege or negotiate, or end your operations."))


@cites("Pointers")
def hand_over(position: Position) -> Outcome[Position]:
    """The other side's operations [R40]."""
    return Outcome(position.with_turn(side=enemy_of(position.turn.side)))


def both_passed(position: Position) -> bool:
    """Whether both sides have ended their operations."""
    return len(position.turn.passed) == len(SIDES)


def check_pass(_position: Position, _order: o.Pass) -> Refusal | None:
    """Nobody is made to act."""
    return None


def do_pass(_dice: Dice, position: Position, _order: o.Pass) -> Outcome[Position]:
    """End the operations of a side for this turn."""
    side = position.turn.side
    return Outcome(position.with_turn(passed=(*position.turn.passed, side)), (Passed(side),))


def passes(_position: Position) -> Iterator[o.Pass]:
    """The pass."""
    yield o.Pass()


# -- Forces --------------------------------------------------------------------------------------------------------------------------


def check_own(position: Position, name: str) -> Refusal | None:
    """Whether this is a Force of the side that acts."""
    force = position.find(name)
    if force is None or not force.sp:
        return Refusal(
            N_("There is no Force {name!r} with any points left.").format(name=name), "R-PRE-1", N_("Choose one of your own Forces.")
        )
    if force.side != position.turn.side:
        return Refusal(N_("{force} is the enemy's.").format(force=force.name), "R-PRE-1", N_("Choose one of your own Forces."))
    return None


def own(position: Position) -> Iterator[Force]:
    """The Forces of the side that acts."""
    return (force for force in position.there if force.side == position.turn.side)


def check_free(position: Position, name: str) -> Refusal | None:
    """The same, and it has neither attacked nor besieged anybody this turn [R40]."""
    refusal = check_own(position, name)
    if refusal is None and position.force(name).acted:
        return Refusal(
            N_("{name} has acted this turn.").format(name=position.force(name).name),
            "Pointers",
            N_("Choose another Force, or end your operations."),
        )
    return refusal


# -- marching --------------------------------------------------------------------------------------------------------------------------


@cites("R-PRE-1", "Pointers")
def check_march(position: Position, order: o.March) -> Refusal | None:
    """One hex at a time, as far as the scenario lets it; who has entered an enemy's hex has halted [R-PRE-1, R40]."""
    refusal = check_own(position, order.force)
    if refusal:
        return refusal
    force, to = position.force(order.force), read_hex(order.to)
    if force.in_city:
        return Refusal(N_("{force} is inside a city.").format(force=force.name), "Pointers", N_("Come out of the city first."))
    if force.entered:
        return Refusal(
            N_("{force} has entered an enemy's hex and halted there.").format(force=force.name),
            "R-PRE-1",
            N_("Attack, or go on with another Force."),
        )
    if not force.left:
        return Refusal(
            N_("{force} may march no farther: this scenario's march is {march} in a turn.").format(
                force=force.name, march=position.scenario.inputs.march
            ),
            "Pointers",
            N_("Choose another Force or another action."),
        )
    if to is None or to not in position.scenario.ground.around(force.at):
        return Refusal(
            N_("{to!r} is not a hex of the map next to {force}.").format(to=order.to, force=force.name),
            "Pointers",
            N_("Choose a hex next to it."),
        )
    return None


@cites("R-PRE-1", "8.23-A", "8.31-i")
def march(_dice: Dice, position: Position, order: o.March) -> Outcome[Position]:
    """One step; an enemy Force outside a city makes it halt and check the attrition of its march [R-PRE-1, R40, R57]."""
    force, to = position.force(order.force), GRID.parse(order.to)
    ground = position.scenario.ground
    river, halts = ground.river(force.at, to), bool(position.outside(to, enemy_of(force.side)))
    points = force.attrition + position.rules.table("refusal_attrition").at(ground.terrain[to])
    moved = replace(force, at=to, left=force.left - 1, attrition=points, crossed=river, entered=halts)
    position, events = position.with_forces((moved,)), (Marched(force.id, to, river),)
    if not halts:
        return Outcome(position, events)
    position, more = halt_attrition(position, moved)
    return Outcome(position, (*events, Halted(force.id), *more))


def marches(position: Position) -> Iterator[o.March]:
    """Every step of every Force of the side that acts."""
    for force in own(position):
        if force.left and not force.entered:
            yield from (o.March(force.id, GRID.label(to)) for to in position.scenario.ground.around(force.at))


# -- cities ----------------------------------------------------------------------------------------------------------------------------


def check_enter_city(position: Position, order: o.EnterCity) -> Refusal | None:
    """Into a city of its own side, in the same hex [R40]."""
    refusal = check_free(position, order.force)
    if refusal:
        return refusal
    force = position.force(order.force)
    if force.in_city or not friendly_city(position, force.at, force.side):
        return Refusal(
            N_("There is no friendly city for {force} to enter.").format(force=force.name), "Pointers", N_("Go to the hex of one first.")
        )
    return None


def check_leave_city(position: Position, order: o.LeaveCity) -> Refusal | None:
    """Out of the city it is in [R40]."""
    refusal = check_free(position, order.force)
    if refusal is None and not position.force(order.force).in_city:
        return Refusal(
            N_("{force} is not inside a city.").format(force=position.force(order.force).name), "Pointers", N_("Choose another action.")
        )
    return refusal


def _through_gates(position: Position, name: str, *, into: bool) -> Outcome[Position]:
    force = position.force(name)
    city: Any = position.city_at(force.at)
    return Outcome(position.with_forces((replace(force, in_city=into),)), (GatesPassed(name, city.id, into),))


def enter_city(_dice: Dice, position: Position, order: o.EnterCity) -> Outcome[Position]:
    """Go in; that is all for this turn, or a Force could go in and out without end [R40]."""
    position, events = _through_gates(position, order.force, into=True)
    return Outcome(position.with_forces((replace(position.force(order.force), acted=True, left=0),)), events)


def leave_city(_dice: Dice, position: Position, order: o.LeaveCity) -> Outcome[Position]:
    """Come out, among whatever enemies stand before the gates [R40]."""
    return _through_gates(position, order.force, into=False)


def entering(position: Position) -> Iterator[o.EnterCity]:
    """Every Force of the side that acts."""
    yield from (o.EnterCity(force.id) for force in own(position) if not force.in_city)


def leaving(position: Position) -> Iterator[o.LeaveCity]:
    """Every Force of the side that acts that is in a city."""
    yield from (o.LeaveCity(force.id) for force in own(position) if force.in_city)


# -- detaching -------------------------------------------------------------------------------------------------------------------------


@cites("8.55")
def check_detach(position: Position, order: o.Detach) -> Refusal | None:
    """A Neutralised Force detaches nobody; others may leave infantry in a friendly city [8.55, R40]."""
    refusal = check_free(position, order.force)
    if refusal:
        return refusal
    force = position.force(order.force)
    city = friendly_city(position, force.at, force.side)
    if city is None or city.strength is None:
        return Refusal(
            N_("{force} has no friendly city of known strength here.").format(force=force.name),
            "Pointers",
            N_("Go to the hex of one first."),
        )
    if not settled(status_effects, position.rules, force.status).may_detach:
        return Refusal(
            N_("{force} is {status} and may not detach strength points.").format(force=force.name, status=STATUSES[force.status]),
            "8.55",
            N_("Choose another Force."),
        )
    if not 0 < order.infantry <= force.troops_outside_legions or order.infantry == force.sp:
        return Refusal(
            N_("{force} has {troops_outside_legions} infantry points outside legions, and some point must stay with its leader.").format(
                force=force.name, troops_outside_legions=force.troops_outside_legions
            ),
            "Pointers",
            N_("Choose fewer points, but one at least."),
        )
    return None


@cites("8.55")
def detach(_dice: Dice, position: Position, order: o.Detach) -> Outcome[Position]:
    """The points become part of the city's own strength; the Force has acted [8.55, R40]."""
    force = position.force(order.force)
    city: Any = position.city_at(force.at)
    position = position.with_forces((replace(without_infantry(force, order.infantry), acted=True, left=0),))
    position = position.with_city(replace(city, strength=city.strength + order.infantry))
    return Outcome(position, (Detached(force.id, city.id, order.infantry),))


def detachments(position: Position) -> Iterator[o.Detach]:
    """Every number of points of every Force in the hex of a friendly city."""
    for force in own(position):
        if not force.acted and friendly_city(position, force.at, force.side):
            yield from (o.Detach(force.id, points) for points in range(1, force.troops_outside_legions + 1))
