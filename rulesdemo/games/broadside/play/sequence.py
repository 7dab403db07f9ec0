"""The sequence of play (SEQ): weather, command, orders, movement, combat, damage, surrender; and every order with its check and effect."""

from __future__ import annotations

from typing import Any, Final

from rulesdemo.games.broadside.play import (
    boarding,
    command,
    contact,
    damage,
    gunnery,
    movement,
    surrender,
    tending,
    victory,
    weather,
    writing,
)
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.games.broadside.play.events import GameEnded
from rulesdemo.games.broadside.play.state import Position, Result
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Outcome, Verb, cites
from rulesdemo.play.records import replace
from rulesdemo.play.sequence import Sequence, Step

# Which steps a scenario leaves out with a word of its own.
WITHOUT: Final = {"weather": ("weather",), "fire": ("aim", "fire")}
BEFORE_REVEAL: Final = ("begin", "start", "weather", "command", "orders")


def roll_contact(dice: Dice, position: Position, order: o.RollContact) -> Outcome[Position]:
    """Throw for contact, and go on settling."""
    return _settled_on(contact.roll_contact(dice, position, order))


def roll_tie(dice: Dice, position: Position, order: o.RollTie) -> Outcome[Position]:
    """Throw for a hex, and go on settling."""
    return _settled_on(contact.roll_tie(dice, position, order))


def _settled_on(rolled: Outcome[Position]) -> Outcome[Position]:
    position, events = movement.settle(rolled.position)
    return Outcome(position, rolled.events + events)


def with_result(position: Position, result: Result | None) -> Outcome[Position]:
    """The position with its result, if there is one."""
    return Outcome(position) if result is None else Outcome(replace(position, result=result), (GameEnded(result),))


@cites("VI")
def judge(position: Position) -> Outcome[Position]:
    """See at the end of the turn whether the game is decided [VI, B73]."""
    return with_result(position, victory.judge(position))


SEQUENCE: Final[Sequence[Position]] = Sequence(
    steps=(
        Step("begin", "1 weather", "SEQ", enter=weather.begin_turn),
        Step("start", "1 weather", "III", decide=weather.decide_start),
        Step("weather", "1 weather", "III", decide=weather.decide_weather),
        Step("command", "2 command", "VII", enter=command.settle_command),
        Step("orders", "3 orders", "IV", decide=writing.decide_orders),
        Step("move", "4 movement", "IV", enter=movement.reveal, decide=contact.decide_settling),
        Step("boarding", "5-1 boarding", "V.a", enter=boarding.begin_boarding, decide=boarding.decide_boarding),
        Step("aim", "5-2 broadsides", "V.b", decide=gunnery.decide_aim),
        Step("fire", "5-2 broadsides", "V.b", enter=gunnery.call_for_fire, decide=gunnery.decide_fire),
        # Step 6 in the order of B42; what explosions, leaks and fires empty costs masts too.
        Step("hits", "6 damage", "V.b", enter=damage.mark_hits),
        Step("masts", "6 damage", "V.b sections", enter=damage.call_for_masts, decide=damage.decide_mast),
        Step("blasts", "6 damage", "T12", enter=damage.blow_up),
        Step("leaks", "6 damage", "T12", enter=tending.call_for_leaks, decide=tending.decide_leak),
        Step("fires", "6 damage", "T12", enter=tending.call_for_fires, decide=tending.decide_fire),
        Step("more_masts", "6 damage", "V.b sections", enter=damage.call_for_masts, decide=damage.decide_mast),
        Step("surrender", "7 surrender", "VI", enter=surrender.settle_surrenders),
        Step("victory", "7 surrender", "VI", enter=judge),
    ),
    at=lambda position: position.turn.step,
    go=lambda position, step: position.with_turn(step=step, due=()),
    over=lambda position: position.result is not None,
    memo=lambda position: position.memo,
    left_out=lambda position, step: any(step.name in WITHOUT[word] for word in position.scenario.without),
)


def _goal(position: Position) -> Result | None:
    """The goal, once it is met or lost for good and nothing is being settled."""
    if not position.scenario.goal or position.settling is not None:
        return None
    return victory.goal_met(position) or victory.goal_lost(position)


def advance(position: Position) -> Outcome[Position]:
    """All that happens by itself until the next decision; a set piece ends as soon as its goal is met or cannot be."""
    goal = _goal(position)
    if goal is not None:
        return with_result(position, goal)
    position, events = SEQUENCE.advance(position)
    if position.result is not None:
        return Outcome(position, events)
    position, last = with_result(position, _goal(position))
    return Outcome(position, events + last)


VERBS: Final[dict[type, Verb]] = {
    o.RollStart: Verb(weather.check_roll_start, weather.roll_start, weather.starts),
    o.RollWeather: Verb(weather.check_roll_weather, weather.roll_weather, weather.weathers),
    o.Plot: Verb(writing.check_plot, writing.plot, writing.plots, sure=True),
    o.Erase: Verb(writing.check_erase, writing.erase, writing.erasures),
    o.Ready: Verb(writing.check_ready, writing.ready, writing.readies),
    o.RollContact: Verb(contact.check_roll, roll_contact, contact.contacts),
    o.RollTie: Verb(contact.check_roll, roll_tie, contact.ties),
    o.RollBoarding: Verb(boarding.check_roll_boarding, boarding.roll_boarding, boarding.boardings),
    o.Aim: Verb(gunnery.check_aim, gunnery.aim, gunnery.aims),
    o.HoldFire: Verb(gunnery.check_hold_fire, gunnery.hold_fire, gunnery.holds),
    o.Fire: Verb(gunnery.check_fire, gunnery.fire, gunnery.broadsides),
    o.RollMast: Verb(damage.check_roll_mast, damage.roll_mast, damage.masts),
    o.RollLeak: Verb(tending.check_roll_leak, tending.roll_leak, tending.leaks),
    o.RollFire: Verb(tending.check_roll_fire, tending.roll_fire, tending.fires),
}


def owner(position: Position, _order: Any) -> str:  # noqa: ANN401 - any of the orders
    """Who gives the order: the side that is to choose."""
    decision = SEQUENCE.decision(position)
    return position.scenario.first if decision is None else decision.side
