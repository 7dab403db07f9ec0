"""Losses (8.34): who takes how many points off which Forces, and leaders who fall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulesdemo.games.republic.play.battle_events import LeaderSucceeded
from rulesdemo.games.republic.play.events import ForceDestroyed, LossesTaken
from rulesdemo.games.republic.play.facts import SIDES_FIRST, troops_text
from rulesdemo.games.republic.play.orders import TakeLosses
from rulesdemo.games.republic.play.state import Due, Force, Legion, Position, Side
from rulesdemo.games.republic.whole import Troops
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites
from rulesdemo.play.records import replace
from rulesdemo.words import N_, Nn_


def share(amount: int, holdings: Sequence[int]) -> tuple[int, ...]:
    """An amount in proportion to what each holds, whole points, odd ones to the largest remainders, then to the first.

    >>> share(5, (10, 5, 5))
    (3, 1, 1)
    """
    total = sum(holdings)
    if not total:
        return (0,) * len(holdings)
    parts = [divmod(amount * held, total) for held in holdings]
    over = amount - sum(whole for whole, _ in parts)
    first = sorted(range(len(parts)), key=lambda place: -parts[place][1])[:over]
    return tuple(whole + (place in first) for place, (whole, _) in enumerate(parts))


def troops_of(position: Position, names: tuple[str, ...]) -> Troops:
    """The points of several Forces by kind."""
    forces = [position.force(name).troops for name in names]
    return Troops(*(sum(kind) for kind in zip(*forces, strict=True)))


def without_infantry(force: Force, lost: int) -> Force:
    """Take infantry from outside legions first, then from legions that are not Veteran, then from the weakest [R45]."""
    loose = min(lost, force.troops_outside_legions)
    left = lost - loose
    legions = list(force.legions)
    for place in sorted(range(len(legions)), key=lambda each: (legions[each].veteran, legions[each].infantry)):
        part = min(left, legions[place].infantry)
        legions[place] = Legion(legions[place].infantry - part, legions[place].veteran)
        left -= part
    return replace(force, troops_outside_legions=force.troops_outside_legions - loose, legions=tuple(legions))


@cites("8.34")
def taken_off(position: Position, names: tuple[str, ...], lost: Troops, rule: str) -> Outcome[Position]:
    """Take points by kind off Forces of one side, in proportion to what each has of that kind [8.34, R45]."""
    forces = [position.force(name) for name in names]
    shares = [share(points, [force.troops[kind] for force in forces]) for kind, points in enumerate(lost)]
    after: list[Force] = []
    events: list[Any] = [LossesTaken(rule, forces[0].side, *lost)] if any(lost) else []
    for force, infantry, cavalry, elephants in zip(forces, *shares, strict=True):
        left = replace(without_infantry(force, infantry), cavalry=force.cavalry - cavalry, elephants=force.elephants - elephants)
        after.append(left)
        if force.sp and not left.sp:
            events.append(ForceDestroyed(rule, force.id))
    return Outcome(position.with_forces(after).with_loss(forces[0].side, sum(lost)), tuple(events))


# -- the owner's choice ----------------------------------------------------------------------------------------------------------------


def with_losses_owed(position: Position, side: Side, names: tuple[str, ...], lost: int, rule: str) -> Position:
    """The position with losses that the owner has yet to take."""
    most = sum(troops_of(position, names))
    due = Due(side, names, min(lost, most), rule)
    return replace(position, dues=(*position.dues, due)) if due.lost else position


def decide_losses(position: Position) -> Decision | None:
    """The owner of the first losses that are due."""
    if not position.dues:
        return None
    due = position.dues[0]
    prompt = Nn_("Take off {n} strength point: say of which kinds.", "Take off {n} strength points: say of which kinds.", due.lost)
    return Decision(due.side, (TakeLosses,), due.rule, prompt)


@cites("8.34")
def check_take_losses(position: Position, order: TakeLosses) -> Refusal | None:
    """Neither more nor less than is due, of troops that are there [8.34, R45]."""
    due = position.dues[0]
    there = troops_of(position, due.forces)
    asked = Troops(order.infantry, order.cavalry, order.elephants)
    if any(not 0 <= points <= held for points, held in zip(asked, there, strict=True)):
        has = troops_text(*there)
        return Refusal(
            N_("{side} have {has} to lose.").format(side=SIDES_FIRST[due.side], has=has),
            due.rule,
            N_("Take off no more of a kind than is there, and not less than 0."),
        )
    if sum(asked) != due.lost:
        return Refusal(
            Nn_("That is {n} strength point, and {due} must go.", "That is {n} strength points, and {due} must go.", sum(asked)).format(
                due=due.lost
            ),
            due.rule,
            N_("Take off exactly what is due."),
        )
    return None


@cites("8.34", "R-BAT-1..7")
def take_losses(_dice: Dice, position: Position, order: TakeLosses) -> Outcome[Position]:
    """Take the points off as their owner says [8.34, R45]."""
    due = position.dues[0]
    position = replace(position, dues=position.dues[1:])
    return taken_off(position, due.forces, Troops(order.infantry, order.cavalry, order.elephants), due.rule)


def losses(position: Position) -> Iterator[TakeLosses]:
    """Every split by kind."""
    due = position.dues[0]
    there = troops_of(position, due.forces)
    for elephants in range(min(there.elephants, due.lost) + 1):
        rest = due.lost - elephants
        for cavalry in range(max(0, rest - there.infantry), min(there.cavalry, rest) + 1):
            yield TakeLosses(rest - cavalry, cavalry, elephants)


# -- leaders who fall ------------------------------------------------------------------------------------------------------------------


def leaderless(position: Position, name: str, rule: str) -> Outcome[Position]:
    """A leader is dead; the scenario says who leads the Force from now on [R46]."""
    force, successor = position.force(name), position.scenario.inputs.successor
    if successor is None:  # the loader asks for one wherever there are Forces
        return Outcome(position)
    position = position.with_forces((replace(force, leader=successor),))
    position = replace(position, fallen=(*position.fallen, force.leader.name))
    return Outcome(position, (LeaderSucceeded(rule, force.leader.name, successor.name, name),))
