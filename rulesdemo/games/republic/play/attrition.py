"""Attrition in play (R-PRE-1, 8.23-A, 8.55): at a Halt, after a withdrawal, and at the end of a turn before a city."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdemo.games.republic.attrition import movement_attrition, siege_attrition
from rulesdemo.games.republic.play.events import HaltChecked, SiegeTested
from rulesdemo.games.republic.play.losses import with_losses_owed
from rulesdemo.games.republic.play.orders import RollSiege
from rulesdemo.games.republic.play.state import Force, Position
from rulesdemo.games.republic.status import effect
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_

# -- a march ---------------------------------------------------------------------------------------------------------------------------


@cites("8.23-A", "8.55")
def attrition_loss(position: Position, force: Force, points: int) -> int:
    """The strength points that attrition points cost a Force, by the scenario's lines or at its price for each [8.55, R47, R57]."""
    inputs = position.scenario.inputs
    if not inputs.march_losses:
        return points * inputs.attrition
    return int(settled(movement_attrition, position.rules, points, inputs.march_losses, force.status).lost)


@cites("R-PRE-1", "8.55")
def halt_attrition(position: Position, force: Force) -> Outcome[Position]:
    """What the march of a Force that has halted costs it, where the scenario gives lines [R-PRE-1, R57]."""
    if not position.scenario.inputs.march_losses:
        return Outcome(position)
    lost = min(attrition_loss(position, force, force.attrition), force.sp)
    checked = HaltChecked(force.id, force.attrition, lost)
    position = position.with_forces((replace(force, attrition=0),))
    return Outcome(with_losses_owed(position, force.side, (force.id,), lost, "R-PRE-1"), (checked,))


# -- a siege ---------------------------------------------------------------------------------------------------------------------------


@cites("8.55")
def call_for_sieges(position: Position) -> Outcome[Position]:
    """Every Force outside the walls in the hex of an enemy city is tested, where the scenario says what it costs [8.55, R58]."""
    if not position.scenario.inputs.siege_losses:
        return Outcome(position)
    cities = {city.at: city.owner for city in position.cities}
    before = [force.id for force in position.there if not force.in_city and cities.get(force.at, force.side) != force.side]
    return Outcome(position.with_turn(sieges=tuple(before)))


def decide_siege(position: Position) -> Decision | None:
    """The owner throws for the first Force before a city that still has points."""
    force = _next(position)
    if force is None:
        return None
    drm = effect(position.rules, "siege_attrition", force.status)
    return Decision(
        force.side, (RollSiege,), "8.55", N_("Throw for the siege attrition of {force}, with {drm:+}.").format(force=force.name, drm=drm)
    )


def _next(position: Position) -> Force | None:
    return next((position.force(name) for name in position.turn.sieges if position.force(name).sp), None)


def check_roll_siege(position: Position, order: RollSiege) -> Refusal | None:
    """Forces are tested one after the other."""
    force = _next(position)
    if force is None or order.force == force.id:
        return None
    return Refusal(N_("{force} is tested first.").format(force=force.name), "8.55", N_("Throw for {force}.").format(force=force.name))


@cites("8.55")
def roll_siege(dice: Dice, position: Position, order: RollSiege) -> Outcome[Position]:
    """One die, with a plus for a Force that is worn out [8.55, R58]."""
    force = position.force(order.force)
    throw = throw_for(dice, siege_attrition, position.rules, position.scenario.inputs.siege_losses, force.status)
    lost = min(throw.outcome.lost, force.sp)
    left = tuple(name for name in position.turn.sieges if name != force.id)
    position = with_losses_owed(position.with_turn(sieges=left), force.side, (force.id,), lost, "8.55")
    return Outcome(position, (SiegeTested(force.id, lost, throw),))


def siege_rolls(position: Position) -> Iterator[RollSiege]:
    """The next Force."""
    force = _next(position)
    if force is not None:
        yield RollSiege(force.id)
