"""Coordination (R-PRE-4, 8.26): either side may call in further Forces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulesdemo.games.republic.board import Way, best_way
from rulesdemo.games.republic.coordination import coordination, coordination_check, coordination_value
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.events import CoordinationTried
from rulesdemo.games.republic.play.facts import STATUSES
from rulesdemo.games.republic.play.state import ATTACKER, ROLES, Clash, Force, Position
from rulesdemo.games.republic.status import status_drm
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_


class Call(NamedTuple):
    """How a further Force can come: without a roll, by a roll at or under a value, or not at all."""

    result: str
    way: Way | None = None
    value: int = 0


def role_now(position: Position, clash: Clash) -> int | None:
    """Whose turn it is to call in Forces, the attacker first; None when nobody is left who could."""
    for role in range(len(ROLES)):
        if position.side_of(role) not in clash.content and any(check_call(position, role, force) is None for force in position.there):
            return role
    return None


@cites("8.26", "8.26-C")
def call_of(position: Position, role: int, force: Force) -> Call:
    """Distance without Mountain and Marsh between, rivers off road, and the two campaign values [8.26, 8.26-C, R48]."""
    lead = position.leading(role)
    rules, place = position.rules, position.fight.place
    way = best_way(position.scenario.ground, force.at, place, rules.table("coordination").at("max_distance"))
    distance = force.at.distance(place) if way is None else len(way.hexes)
    result = settled(coordination_check, rules, distance, force.in_city, way is None).result
    if way is None or result != "roll":
        return Call(result, way)
    return Call(result, way, int(settled(coordination_value, rules, lead.leader.cv, force.leader.cv, distance, way.rivers).value))


@cites("8.26-C", "8.55")
def check_call(position: Position, role: int, force: Force) -> Refusal | None:
    """A further Force of the side, near enough, once; a Neutralised one joins no attack [8.26-C, 8.55, R48]."""
    clash = position.fight
    lead = position.leading(role)
    if force.side != lead.side or not force.sp:
        return Refusal(
            N_("{force} does not belong to {leader}'s side.").format(force=force.name, leader=lead.leader.name),
            "8.26",
            N_("Choose another Force, or fight alone."),
        )
    if force.id in (*clash.forces[role], *clash.tried):
        return Refusal(
            N_("{force} is in the battle or was called already.").format(force=force.name),
            "8.26",
            N_("Choose another Force, or fight alone."),
        )
    if role == ATTACKER and not settled(status_drm, position.rules, force.status).allowed:
        return Refusal(
            N_("{force} is {status} and may not attack.").format(force=force.name, status=STATUSES[force.status]),
            "8.55",
            N_("Choose another Force, or fight alone."),
        )
    if call_of(position, role, force).result == "barred":
        most = position.rules.table("coordination").at("max_distance")
        return Refusal(
            N_("{force} has no way of at most {most} hexes to the battle that keeps clear of Mountain and Marsh.").format(
                force=force.name, most=most
            ),
            "8.26-C",
            N_("Choose a nearer Force, or fight alone."),
        )
    return None


@cites("R-PRE-4")
def decide_coordinate(position: Position) -> Decision | None:
    """The attacker, then the defender, as long as there is anybody to call [R-PRE-4, R48]."""
    role = role_now(position, position.fight)
    if role is None:
        return None
    force = position.leading(role)
    prompt = N_("Call in a further Force to help {force}, or fight alone.").format(force=force.name)
    return Decision(force.side, (o.Coordinate, o.FightAlone), "R-PRE-4", prompt)


def check_coordinate(position: Position, order: o.Coordinate) -> Refusal | None:
    """A Force that may be called."""
    role, force = role_now(position, position.fight), position.find(order.force)
    if role is None or force is None:
        return Refusal(
            N_("There is no Force {force!r} to call.").format(force=order.force), "8.26", N_("Choose another Force, or fight alone.")
        )
    return check_call(position, role, force)


@cites("8.26", "8.26-C", "8.31-i")
def coordinate(dice: Dice, position: Position, order: o.Coordinate) -> Outcome[Position]:
    """From the same hex it joins in; from elsewhere, or out of a city, a die at or under the value brings it [8.26]."""
    role, force = role_now(position, position.fight), position.force(order.force)
    lead = position.leading(role or ATTACKER)
    call = call_of(position, role or ATTACKER, force)
    position = position.with_clash(tried=(*position.fight.tried, force.id))
    if call.way is None or call.result == "automatic":
        return Outcome(_joined(position, role or ATTACKER, force, call.way), (CoordinationTried(force.id, coordinated=True, value=None),))
    throw = throw_for(dice, coordination, position.rules, lead.leader.cv, force.leader.cv, len(call.way.hexes), call.way.rivers)
    if throw.outcome.coordinated:
        position = _joined(position, role or ATTACKER, force, call.way)
    return Outcome(position, (CoordinationTried(force.id, throw.outcome.coordinated, call.value, throw),))


def _joined(position: Position, role: int, force: Force, way: Way | None) -> Position:
    """The Force moves to the battle hex and takes part."""
    clash = position.fight
    crossed = way.river_last if way is not None and way.hexes else force.crossed
    position = position.with_forces((replace(force, at=clash.place, in_city=False, crossed=crossed),))
    names = (*clash.forces[role], force.id)
    return position.with_clash(attackers=names) if role == ATTACKER else position.with_clash(defenders=names)


def coordinations(position: Position) -> Iterator[o.Coordinate]:
    """Every Force."""
    yield from (o.Coordinate(force.id) for force in position.there)


def check_fight_alone(_position: Position, _order: o.FightAlone) -> Refusal | None:
    """Nobody is made to call anybody."""
    return None


@cites("R-PRE-4")
def fight_alone(_dice: Dice, position: Position, _order: o.FightAlone) -> Outcome[Position]:
    """Call in nobody else."""
    role = role_now(position, position.fight)
    return Outcome(position.with_clash(content=(*position.fight.content, position.side_of(role or ATTACKER))))


def fighting_alone(_position: Position) -> Iterator[o.FightAlone]:
    """Fighting alone."""
    yield o.FightAlone()
