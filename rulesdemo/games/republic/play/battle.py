"""The battle (R-BAT-1 to 3, 8.3, 8.4, 8.32, 8.36): tactics, devotio, elephants, the roll, and the second roll of an X."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesdemo.games.republic.battle import Battle, battle_roll, unpredictable
from rulesdemo.games.republic.elephants import Charge, elephant_charge
from rulesdemo.games.republic.leaders import tactical
from rulesdemo.games.republic.modifiers import devotio
from rulesdemo.games.republic.play import modifiers
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.attack import check_cunning, spend_points
from rulesdemo.games.republic.play.battle_events import (
    BattleJoined,
    BattleRolled,
    Devoted,
    ElephantsCharged,
    ElephantsCounted,
    RolledAgain,
    TacticsRolled,
)
from rulesdemo.games.republic.play.facts import capital
from rulesdemo.games.republic.play.losses import leaderless, taken_off, troops_of
from rulesdemo.games.republic.play.state import ATTACKER, DEFENDER, ROLES, Part, Position
from rulesdemo.games.republic.whole import Troops, cost_of
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.words import N_, Nn_

# -- the modifiers ---------------------------------------------------------------------------------------------------------------------


@cites("R-PRE-5", "R-BAT-1..7", "8.31")
def join(position: Position) -> Outcome[Position]:
    """The battle is on: find the modifiers, which then stand [R-PRE-5, 8.31, R14]."""
    clash = position.fight
    parts = modifiers.all_modifiers(position, clash)
    ours, theirs = (sum(troops_of(position, names)) for names in clash.forces)
    position = position.with_clash(parts=parts, strengths=(ours, theirs))
    return Outcome(position, (BattleJoined(clash.attackers, clash.defenders, (ours, theirs), parts),))


def decide_tactics(position: Position) -> Decision | None:
    """The attacker throws for both leaders."""
    if position.fight.part("tactics") is not None:
        return None
    ours, theirs = (position.leading(role).leader for role in (ATTACKER, DEFENDER))
    prompt = N_("Throw for tactics: {leader} ({letter}) against {other} ({other_letter}).").format(
        leader=ours.name, letter=ours.letter, other=theirs.name, other_letter=theirs.letter
    )
    return Decision(position.side_of(ATTACKER), (o.RollTactics,), "8.32", prompt)


@cites("8.32", "8.31-a / 8.32")
def roll_tactics(dice: Dice, position: Position, _order: o.RollTactics) -> Outcome[Position]:
    """One die for each leading leader [8.32, R16, R54]."""
    ours, theirs = (position.leading(role).leader for role in (ATTACKER, DEFENDER))
    throw = throw_for(dice, tactical, position.rules, ours.letter, theirs.letter)
    position = _with_part(position, Part("tactics", "8.31-a / 8.32", throw.outcome.drm))
    return Outcome(position, (TacticsRolled((ours.name, theirs.name), throw.outcome.drm, throw),))


def _with_part(position: Position, part: Part) -> Position:
    return position.with_clash(parts=(*position.fight.parts, part))


def tactics_rolls(_position: Position) -> Iterator[o.RollTactics]:
    """The throw."""
    yield o.RollTactics()


# -- devotio ---------------------------------------------------------------------------------------------------------------------------


@cites("8.31-o")
def decide_devotio(position: Position) -> Decision | None:
    """The Roman, once tactics are known; a leader who stands in for a dead one makes no devotio [8.31-o, R46, R49]."""
    force = position.leading(modifiers.roman_role(position))
    if position.fight.devotio is not None or force.leader == position.scenario.inputs.successor:
        return None
    drm = _devotio_drm(position)
    words = N_("{leader} may give his life for a modifier of {drm:+}, or live.")
    prompt = words.format(leader=capital(force.leader.name), drm=drm)
    return Decision(force.side, (o.Devote, o.Live), "8.31-o", prompt)


def _devotio_drm(position: Position) -> int:
    role = modifiers.roman_role(position)
    return int(settled(devotio, position.rules, position.leading(role).leader.cv, role == ATTACKER).drm)


def check_devotio(_position: Position, _order: o.Devote | o.Live) -> Refusal | None:
    """The choice is his own."""
    return None


@cites("8.31-o")
def devote(_dice: Dice, position: Position, _order: o.Devote) -> Outcome[Position]:
    """Half his campaign value in Rome's favour; the leader is dead, and his tactical value stands [8.31-o, R49]."""
    force, drm = position.leading(modifiers.roman_role(position)), _devotio_drm(position)
    position = _with_part(position.with_clash(devotio=True), Part("devotio", "8.31-o", drm))
    position, events = leaderless(position, force.id, "8.31-o")
    return Outcome(position, (Devoted(force.leader.name, drm), *events))


@cites("8.31-o")
def live(_dice: Dice, position: Position, _order: o.Live) -> Outcome[Position]:
    """He does not."""
    force = position.leading(modifiers.roman_role(position))
    return Outcome(position.with_clash(devotio=False), (Devoted(force.leader.name, None),))


def devotions(_position: Position) -> Iterator[o.Devote]:
    """The devotio."""
    yield o.Devote()


def living(_position: Position) -> Iterator[o.Live]:
    """No devotio."""
    yield o.Live()


# -- elephants -------------------------------------------------------------------------------------------------------------------------


def _charging(position: Position) -> int | None:
    """The side whose elephants have yet to charge, the attacker first."""
    clash = position.fight
    waiting = (role for role in range(len(ROLES)) if clash.charges[role] is None and troops_of(position, clash.forces[role]).elephants)
    return next(waiting, None)


def decide_charge(position: Position) -> Decision | None:
    """Each owner of elephants throws for them."""
    role = _charging(position)
    if role is None:
        return None
    count = troops_of(position, position.fight.forces[role]).elephants
    prompt = Nn_("Throw {n} die for your elephants.", "Throw {n} dice for your elephants.", count)
    return Decision(position.side_of(role), (o.ChargeElephants,), "8.36", prompt)


@cites("8.36")
def charge_elephants(dice: Dice, position: Position, _order: o.ChargeElephants) -> Outcome[Position]:
    """One die for each elephant point; what they do counts when both sides have thrown [8.36, R23, R24]."""
    role = _charging(position) or ATTACKER
    clash = position.fight
    mine, enemy = troops_of(position, clash.forces[role]), troops_of(position, clash.forces[1 - role])
    troops = enemy.infantry, enemy.cavalry, mine.infantry, mine.cavalry
    throw = throw_for(dice, elephant_charge, position.rules, mine.elephants, *troops)
    charges = (throw.outcome, clash.charges[DEFENDER]) if role == ATTACKER else (clash.charges[ATTACKER], throw.outcome)
    return Outcome(position.with_clash(charges=charges), (ElephantsCharged(position.side_of(role), throw.outcome, throw),))


def charges(_position: Position) -> Iterator[o.ChargeElephants]:
    """The throw."""
    yield o.ChargeElephants()


@cites("8.36", "8.31-n / 8.36", "R-BAT-1..7")
def engage(position: Position) -> Outcome[Position]:
    """Take off what the elephants of both sides cost, and add their modifier; the others stand [8.36, R14, R23, R24]."""
    clash = position.fight
    if clash.charges == (None, None):
        return Outcome(position)
    ours, theirs = (charge or Charge(0, 0, 0, 0, 0, 0) for charge in clash.charges)
    costs = tuple(
        Troops(*cost_of(own, enemy, troops_of(position, names)))
        for own, enemy, names in zip((ours, theirs), (theirs, ours), clash.forces, strict=True)
    )
    drm = ours.drm - theirs.drm
    events: list[Any] = [ElephantsCounted((sum(costs[ATTACKER]), sum(costs[DEFENDER])), drm)]
    position = position.with_clash(trampled=(sum(costs[ATTACKER]), sum(costs[DEFENDER])))
    for names, cost in zip(clash.forces, costs, strict=True):
        position, more = taken_off(position, names, cost, "8.36")
        events += more
    return Outcome(_with_part(position, Part("elephants", "8.31-n / 8.36", drm)), tuple(events))


# -- the roll --------------------------------------------------------------------------------------------------------------------------


def decide_roll(position: Position) -> Decision | None:
    """The attacker throws the battle roll."""
    if position.fight.first is not None:
        return None
    return Decision(
        position.side_of(ATTACKER), (o.RollBattle,), "8.3", N_("Throw for the battle, with {drm:+} in all.").format(drm=position.fight.drm)
    )


@cites("8.3", "8.31", "R-BAT-1..7")
def roll_battle(dice: Dice, position: Position, _order: o.RollBattle) -> Outcome[Position]:
    """One die with all modifiers finds a result or an X [8.3, R2, R3, R13]."""
    drm = position.fight.drm
    throw = throw_for(dice, battle_roll, position.rules, drm)
    first = throw.outcome
    result = None if first.x is not None else Battle(first.attacker_loss, first.defender_loss, first.retreat)
    return Outcome(position.with_clash(first=first, result=result), (BattleRolled(drm, first.x, result, throw),))


def battle_rolls(_position: Position) -> Iterator[o.RollBattle]:
    """The throw."""
    yield o.RollBattle()


# -- an X ------------------------------------------------------------------------------------------------------------------------------


def _spender(position: Position) -> int | None:
    """The side that has yet to say what it spends on the second roll, the attacker first; a side without points is not asked."""
    clash = position.fight
    if clash.result is not None:
        return None
    return next((role for role in range(len(ROLES)) if clash.cunning[role] is None and position.leading(role).leader.cunning), None)


@cites("8.4")
def decide_spend(position: Position) -> Decision | None:
    """Each leading leader with cunning points, the attacker first [8.4, R50]."""
    role = _spender(position)
    if role is None:
        return None
    leader = position.leading(role).leader
    words = Nn_(
        "An X: {leader} has {n} cunning point to spend on the second roll; say how many.",
        "An X: {leader} has {n} cunning points to spend on the second roll; say how many.",
        leader.cunning,
    )
    prompt = words.format(leader=leader.name)
    return Decision(position.side_of(role), (o.Spend,), "8.4", prompt)


def check_spend(position: Position, order: o.Spend) -> Refusal | None:
    """Points that he has."""
    return check_cunning(position.leading(_spender(position) or ATTACKER), order.cunning, "8.4")


@cites("8.4")
def spend(_dice: Dice, position: Position, order: o.Spend) -> Outcome[Position]:
    """Spend them; the attacker's are added, the defender's taken off [8.4, R21]."""
    role = _spender(position) or ATTACKER
    position, events = spend_points(position, position.leading(role), order.cunning, "8.4", N_("the second roll"))
    ours, theirs = position.fight.cunning
    return Outcome(position.with_clash(cunning=(order.cunning, theirs) if role == ATTACKER else (ours, order.cunning)), events)


def spendings(position: Position) -> Iterator[o.Spend]:
    """Every number of points."""
    role = _spender(position)
    if role is not None:
        yield from (o.Spend(points) for points in range(position.leading(role).leader.cunning + 1))


def decide_again(position: Position) -> Decision | None:
    """The attacker throws again."""
    if position.fight.result is not None:
        return None
    return Decision(position.side_of(ATTACKER), (o.RollAgain,), "8.4", N_("Throw the second roll of the X."))


@cites("8.4")
def roll_again(dice: Dice, position: Position, _order: o.RollAgain) -> Outcome[Position]:
    """The second roll with its shift and both sides' points finds a result, never another X [8.4, R3, R21]."""
    clash: Any = position.fight
    throw = throw_for(dice, unpredictable, position.rules, clash.first.x, *(points or 0 for points in clash.cunning))
    return Outcome(position.with_clash(result=throw.outcome), (RolledAgain(throw.outcome, throw),))


def second_rolls(_position: Position) -> Iterator[o.RollAgain]:
    """The throw."""
    yield o.RollAgain()
