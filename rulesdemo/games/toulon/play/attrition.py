"""Attrition (1.16 F, 4.9t, 4.10, 4.11): tests of units that have marched far or been pushed out, at a chance that the scenario supplies."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdemo.games.toulon.movement import attrition_tests
from rulesdemo.games.toulon.play.events import Notice
from rulesdemo.games.toulon.play.orders import RollAttrition
from rulesdemo.games.toulon.play.state import GONE, Position
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, throw_for
from rulesdemo.words import N_


@cites("1.16 F")
def call_deployed(position: Position) -> Outcome[Position]:
    """Every unit placed for a late start is tested, the batteries apart [1.16 F]."""
    due = tuple(name for name in position.deployed if position.unit(name).arm != "battery")
    return Outcome(position.with_turn(due=due))


@cites("4.10", "4.11")
def call_marked(position: Position) -> Outcome[Position]:
    """In a side's attrition phase its own units with a marker are tested, and enemy patrols that it has pushed out [4.10, 4.11]."""
    side = position.turn.side
    due = tuple(unit.id for unit in position.units if unit.check and unit.place != GONE and (unit.side == side or unit.patrol))
    return Outcome(position.with_turn(due=due))


def decide_attrition(position: Position) -> Decision | None:
    """The owner of the next unit to be tested."""
    if not position.turn.due:
        return None
    unit = position.unit(position.turn.due[0])
    rule = "1.16 F" if position.turn.step == "setup_attrition" else "4.11"
    return Decision(position.seat(unit.nation), (RollAttrition,), rule, N_("Test {unit} for movement attrition.").format(unit=unit.name))


def check_roll_attrition(position: Position, order: RollAttrition) -> Refusal | None:
    """One unit after the other."""
    if order.unit == position.turn.due[0]:
        return None
    unit = position.unit(position.turn.due[0])
    return Refusal(N_("It is {unit} that is tested now.").format(unit=unit.name), "4.11", N_("Test {unit}.").format(unit=unit.name))


@cites("1.16 F", "4.9t", "4.11")
def roll_attrition(dice: Dice, position: Position, order: RollAttrition) -> Outcome[Position]:
    """A unit that suffers takes one temporary loss, also at 0 SP, where it bars it from scouting [4.9t, 4.11, T11]."""
    unit = position.unit(order.unit)
    throw = throw_for(dice, attrition_tests, position.rules, position.chance("attrition"), 1)
    suffers = bool(throw.outcome.suffering)
    position = position.with_unit(unit.id, temp=unit.temp + suffers, check=False)
    rule = "1.16 F" if position.turn.step == "setup_attrition" else "4.11" if unit.strength else "4.9t"
    words = (
        (N_("{unit} suffers on the march: 1 temporary loss."), N_("{unit} suffer on the march: 1 temporary loss."))
        if suffers
        else (N_("{unit} marches well."), N_("{unit} march well."))
    )
    return Outcome(position.with_turn(due=position.turn.due[1:]), (Notice("attrition", rule, words, (unit.id,), throw),))


def attritions(position: Position) -> Iterator[RollAttrition]:
    """The next unit."""
    yield RollAttrition(position.turn.due[0])
