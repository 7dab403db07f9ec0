"""The sequence of play (E-TURN): one chit after the other, then the end of the turn; and every order with its check, effect, candidates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulesdemo.games.escadres.play import closing, damage, drifting, gunnery, movement, victory
from rulesdemo.games.escadres.play import orders as o
from rulesdemo.games.escadres.play.events import ChitDrawn, GameEnded, TurnBegan
from rulesdemo.games.escadres.play.state import Activation, Adrift, Blast, Position, Result, Turn
from rulesdemo.games.escadres.turn import chit
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, Verb, cites, throw_for
from rulesdemo.play.records import replace
from rulesdemo.play.sequence import Sequence, Step
from rulesdemo.words import N_

# -- the bag ---------------------------------------------------------------------------------------------------------------------------


@cites("E-TURN-1", "E-TURN-3", "E-MARK-2")
def begin_turn(position: Position) -> Outcome[Position]:
    """The chits of all ships that still fight go into the bag [E-TURN-1, E-TURN-3]."""
    number = position.turn.number + 1
    bag = tuple(ship.id for ship in position.there if not ship.struck)
    return Outcome(replace(position, turn=Turn(number, "begin", bag)), (TurnBegan(number, len(bag)),))


@cites("E-TURN-1", "E-MARK-2", "E-CREW-1", "E-HULL-1")
def chits(position: Position) -> tuple[str, ...]:
    """The chits that count: those of ships that have struck or gone since are skipped [E-TURN-1, E15]."""
    return tuple(name for name in position.turn.bag if not position.ship(name).lost)


@cites("E-TURN-1")
def decide_draw(position: Position) -> Decision | None:
    """Somebody draws while there are chits; it makes no difference who."""
    if position.activation is not None or not chits(position):
        return None
    return Decision(position.scenario.first, (o.Draw,), "E-TURN-1", N_("Draw a chit: the ship that it names plays now."))


def check_draw(_position: Position, _order: o.Draw) -> Refusal | None:
    """Nothing bars a draw when it is due."""
    return None


@cites("E-TURN-1")
def draw(dice: Dice, position: Position, _order: o.Draw) -> Outcome[Position]:
    """One chit, each as likely as the next [E-TURN-1, E15]."""
    bag = chits(position)
    throw = throw_for(dice, chit, position.rules, bag)
    name: str = throw.outcome.ship
    position = position.with_turn(bag=tuple(each for each in bag if each != name))
    return Outcome(replace(position, activation=Activation(name)), (ChitDrawn(name, throw),))


def draws(_position: Position) -> Iterator[o.Draw]:
    """The draw."""
    yield o.Draw()


@cites("E-TURN-2")
def end_activation(position: Position) -> Outcome[Position]:
    """All of a ship's turn is over before the next draw [E-TURN-2]."""
    return Outcome(replace(position, activation=None))


# -- the sequence ----------------------------------------------------------------------------------------------------------------------


def after_draw(position: Position) -> str:
    """To the move of the ship that was drawn; with no chit left, to the end of the turn."""
    return "drift" if position.activation is None else "move"


def _leaks_first(position: Position) -> bool:
    return position.rules.switch("end_order") == "leak_first"


def interrupt(position: Position) -> Decision | None:
    """Debris, and the choice of how a ship drifts, come before anything else."""
    if isinstance(position.pending, Blast):
        return damage.decide_blast(position, position.pending)
    return drifting.decide_way(position, position.pending) if isinstance(position.pending, Adrift) else None


def with_result(position: Position, result: Result | None) -> Outcome[Position]:
    """The position with its result, if there is one."""
    return Outcome(position) if result is None else Outcome(replace(position, result=result), (GameEnded(result),))


@cites("E-VIC-1", "E-TURN-3")
def judge(position: Position) -> Outcome[Position]:
    """See at the end of the whole turn who has lost [E-VIC-1, E17]."""
    return with_result(position, victory.judge(position))


SEQUENCE: Final[Sequence[Position]] = Sequence(
    steps=(
        Step("begin", "ships", "E-TURN-1", enter=begin_turn),
        # The turn of one ship after the other.
        Step("draw", "ships", "E-TURN-1", decide=decide_draw, then=after_draw),
        Step("move", "ships", "E-TURN-2", enter=movement.begin_move, decide=movement.decide_move),
        Step("fire", "ships", "E-TURN-2", decide=gunnery.decide_fire),
        Step("pass", "ships", "E-TURN-2", enter=end_activation, then=lambda _position: "draw"),
        # The end of the turn: drift, then leaks before fires, or after them (E16).
        Step(
            "drift",
            "end",
            "E-TURN-3",
            enter=drifting.call_for_drift,
            decide=drifting.decide_drift,
            then=lambda position: "leak" if _leaks_first(position) else "fires",
        ),
        Step(
            "leak",
            "end",
            "E-LEAK-1",
            enter=closing.call_for_leaks,
            decide=closing.decide_leak,
            then=lambda position: "fires" if _leaks_first(position) else "victory",
        ),
        Step("fires", "end", "E-BURN-2", enter=closing.call_for_fires, decide=closing.decide_fires),
        Step(
            "fight",
            "end",
            "E-BURN-3",
            enter=closing.call_for_fighting,
            decide=closing.decide_fighting,
            then=lambda position: "victory" if _leaks_first(position) else "leak",
        ),
        Step("victory", "end", "E-VIC-1", enter=judge),
    ),
    at=lambda position: position.turn.step,
    go=lambda position, step: position.with_turn(step=step, due=()),
    over=lambda position: position.result is not None,
    memo=lambda position: position.memo,
    interrupt=interrupt,
)


def _goal(position: Position) -> Result | None:
    """The goal, once it is met or lost for good and nothing is up in the air."""
    if not position.scenario.goal or position.pending is not None:
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
    o.Draw: Verb(check_draw, draw, draws),
    o.Straight: Verb(movement.check_step, movement.step, movement.straights),
    o.Turn: Verb(movement.check_step, movement.step, movement.turns),
    o.EndMove: Verb(movement.check_end_move, movement.end_move, movement.endings, closes=True),
    o.FireAt: Verb(gunnery.check_fire_at, gunnery.fire_at, gunnery.shots),
    o.HoldFire: Verb(gunnery.check_hold_fire, gunnery.hold_fire, gunnery.holds),
    o.RollDrift: Verb(drifting.check_roll_drift, drifting.roll_drift, drifting.drift_rolls),
    o.Drift: Verb(drifting.check_drift, drifting.drift, drifting.drifts),
    o.RollLeak: Verb(closing.check_roll_leak, closing.roll_leak, closing.leaks),
    o.RollFires: Verb(closing.check_roll_fires, closing.roll_fires, closing.burnings),
    o.FightFires: Verb(closing.check_fight_fires, closing.fight_fires, closing.fightings),
    o.RollDebris: Verb(damage.check_roll_debris, damage.roll_debris, damage.debris),
}


def owner(position: Position, _order: Any) -> str:  # noqa: ANN401 - any of the orders
    """Who gives the order: the side that is to choose."""
    decision = SEQUENCE.decision(position)
    return position.scenario.first if decision is None else decision.side
