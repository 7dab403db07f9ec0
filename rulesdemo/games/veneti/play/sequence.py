"""The sequence of play (rule 3.0): phases A to H as a list of steps, and every order with its check, effect and candidates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from rulesdemo.games.veneti.play import boarding, closing, fire, grappling, leaders, missiles, movement, opening, squadrons, victory
from rulesdemo.games.veneti.play import orders as o
from rulesdemo.games.veneti.play.events import GameEnded
from rulesdemo.games.veneti.play.state import SIDES, Exchange, Position, Result, Toll
from rulesdemo.play.engine import Decision, Outcome, Verb, cites
from rulesdemo.play.records import replace
from rulesdemo.play.sequence import Sequence, Step
from rulesdemo.words import N_

# One list for the whole segment, so that an order at a wrong moment of it is refused by its own chapter, which knows why.
MOVEMENT: Final = (o.BreakLoose, o.Announce, *movement.STEERS, o.Stop, o.UseScythes, o.Grapple, o.Fire, o.EndMovement)


@cites("3.0 E1", "6.17")
def decide_movement(position: Position) -> Decision | None:
    """The acting side, until it closes the segment; a ship in the middle of her move goes first [3.0 E1]."""
    activation = position.acting
    if activation.moved:
        return None
    moving = activation.moving
    if moving is not None:
        ship = position.ship(moving.ship)
        return Decision(
            activation.side, MOVEMENT, "6.23", N_("Spend the {left} PM that {ship} has left.").format(left=moving.left, ship=ship.name)
        )
    return Decision(activation.side, MOVEMENT, "3.0 E1", N_("Move the ships of this activation, fire, grapple; then end the movement."))


def after_choice(position: Position) -> str:
    """From the choice of a squadron to its move, by way of confusion if there is some; with none left, to the individual ships."""
    if position.turn.confused:
        return "confusion"
    return "move" if position.activation is not None else "individual"


def after_individual(position: Position) -> str:
    """From the choice of a ship to her move; with none left, to the status phase."""
    return "move" if position.activation is not None else "fires"


def after_passing(position: Position) -> str:
    """Back to the squadrons while any is left, then to the individual ships."""
    return "squadron" if squadrons.anyone_left(position) else "individual"


@cites("3.0 G1", "8.53")
def call_for_fires(position: Position) -> Outcome[Position]:
    """Every burning ship that may fight her fire [8.53]."""
    return Outcome(position.with_turn(due=fire.fires_to_fight(position)))


@cites("3.0 G1", "8.54")
def call_for_spread(position: Position) -> Outcome[Position]:
    """Every ship attached to a burning one [8.54]."""
    return Outcome(position.with_turn(due=fire.ships_to_test(position)))


def interrupt(position: Position) -> Decision | None:
    """Reaction fire and the choice of who bears a loss come before anything else."""
    if isinstance(position.pending, Exchange):
        return missiles.decide(position)
    return boarding.decide_toll(position) if isinstance(position.pending, Toll) else None


def with_result(position: Position, result: Result | None) -> Outcome[Position]:
    """The position with its result, if there is one."""
    return Outcome(position) if result is None else Outcome(replace(position, result=result), (GameEnded(result),))


@cites("3.0 H", "9.0")
def judge(position: Position) -> Outcome[Position]:
    """See whether the scenario is decided [3.0 H]."""
    return with_result(position, victory.judge(position))


ALWAYS_PLAYED: Final = ("leaders", "squadrons", "victory")
ACTIVATION: Final = ("move", "fatigue", "board", "pass")  # the steps of E that F goes through too


@cites("3.0", "3.0 F")
def is_left_out(position: Position, step: Step[Position]) -> bool:
    """A phase that the scenario does without; an individual ship goes through the steps of E even where no squadron does [3.0 F]."""
    phases = position.scenario.phases
    if step.name in ACTIVATION and "E" not in phases:
        return position.activation is None
    return step.phase not in phases and step.name not in ALWAYS_PLAYED


SEQUENCE: Final[Sequence[Position]] = Sequence(
    (
        # A. Wind: places of lost leaders first, then the wind.
        Step("leaders", "A", "6.76", enter=opening.begin_turn, decide=leaders.decide_vacancy),
        Step("wind", "A", "3.0 A", enter=opening.call_for_wind, decide=opening.decide_wind),
        # B. Squadrons.
        Step("squadrons", "B", "3.0 B", enter=squadrons.form_squadrons, decide=squadrons.decide_assignment),
        # C. Initiative.
        Step("initiative", "C", "3.0 C", enter=opening.call_for_roll, decide=opening.decide_initiative),
        Step("first", "C", "3.0 Initiative", enter=opening.call_for_roll, decide=opening.decide_first),
        # D. Speed of the galleys.
        Step("speed", "D", "3.0 D", enter=opening.rest_oars, decide=opening.decide_speed),
        # E. Squadrons, one at a time in turn: choose, move, tire, board, pass.
        Step("squadron", "E", "3.0 E", enter=squadrons.choose_side, decide=squadrons.decide_squadron, then=after_choice),
        Step("confusion", "E", "6.18", decide=squadrons.decide_confusion),
        Step("move", "E", "3.0 E1", decide=decide_movement),
        Step("fatigue", "E", "6.42", enter=closing.rowers_to_test, decide=closing.decide_fatigue),
        Step("board", "E", "3.0 E2", decide=closing.decide_boarding),
        Step("pass", "E", "3.0 E3", enter=closing.pass_play, then=after_passing),
        # F. Individual ships, through the same four steps.
        Step("individual", "F", "3.0 F", enter=squadrons.choose_individual_side, decide=squadrons.decide_individual, then=after_individual),
        # G. Status: fires, then their spread, then the rowers.
        Step("fires", "G", "3.0 G1", enter=call_for_fires, decide=fire.decide_fire),
        Step("spread", "G", "8.54", enter=call_for_spread, decide=fire.decide_spread),
        Step("recovery", "G", "3.0 G2", enter=closing.ease_fatigue),
        # H. Victory.
        Step("victory", "H", "3.0 H", enter=judge),
    ),
    at=lambda position: position.turn.step,
    go=lambda position, step: position.with_turn(step=step, due=()),
    over=lambda position: position.result is not None,
    memo=lambda position: position.memo,
    interrupt=interrupt,
    left_out=is_left_out,
)


def _goal(position: Position) -> Result | None:
    """The goal, once it is met or lost for good and nobody has an answer to give or a loss to bear first."""
    return (victory.goal_met(position) or victory.goal_lost(position)) if position.pending is None else None


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


def only(order: Any) -> Callable[[Position], Iterator[Any]]:  # noqa: ANN401 - an order without fields
    """Candidates of an order that says everything by its name."""
    return lambda _position: iter((order,))


def sides_to_name(_position: Position) -> Iterator[o.NameFirst]:
    """Either side."""
    return iter([o.NameFirst(side) for side in SIDES])


VERBS: Final[dict[type, Verb]] = {
    o.AppointLeader: Verb(leaders.check_appoint, leaders.appoint, leaders.appointments),
    o.DoWithoutLeader: Verb(leaders.check_do_without, leaders.do_without, leaders.omissions),
    o.RollWind: Verb(opening.nothing_bars, opening.roll_wind, only(o.RollWind())),
    o.Assign: Verb(squadrons.check_assign, squadrons.assign, squadrons.assignments),
    o.RollInitiative: Verb(opening.nothing_bars, opening.roll_initiative, only(o.RollInitiative())),
    o.NameFirst: Verb(opening.nothing_bars, opening.name_first, sides_to_name),
    o.SetSpeed: Verb(opening.check_set_speed, opening.set_speed, opening.speeds),
    o.EndSpeed: Verb(opening.nothing_bars, opening.end_speed, only(o.EndSpeed()), closes=True),
    o.Activate: Verb(squadrons.check_activate, squadrons.activate, squadrons.activations),
    o.ActivateTogether: Verb(squadrons.check_activate_together, squadrons.activate_together, squadrons.double_activations),
    o.RollConfusion: Verb(opening.nothing_bars, squadrons.roll_confusion, only(o.RollConfusion())),
    o.ActivateShip: Verb(squadrons.check_activate_ship, squadrons.activate_ship, squadrons.individual_activations),
    o.BreakLoose: Verb(grappling.check_break_loose, grappling.break_loose, grappling.breaks),
    o.Announce: Verb(movement.check_announce, movement.announce, movement.announcements),
    **{steer: Verb(movement.check_steer, movement.steer, partial(movement.steps, kinds=(steer,))) for steer in movement.STEERS},
    o.Stop: Verb(movement.check_stop, movement.stop, movement.stops),
    o.UseScythes: Verb(grappling.check_use_scythes, grappling.use_scythes, grappling.scythings),
    o.Grapple: Verb(grappling.check_grapple, grappling.grapple, grappling.grapples),
    o.Fire: Verb(missiles.check_fire, missiles.fire, missiles.shots),
    o.React: Verb(missiles.check_react, missiles.react, missiles.reactions),
    o.HoldFire: Verb(missiles.check_hold_fire, missiles.hold_fire, missiles.holds),
    o.EndMovement: Verb(closing.check_end_movement, closing.end_movement, only(o.EndMovement()), closes=True),
    o.RollFatigue: Verb(closing.check_roll_fatigue, closing.roll_fatigue, closing.fatigue_rolls),
    o.Board: Verb(boarding.check_board, boarding.board, boarding.boardings),
    o.TakeLoss: Verb(boarding.check_take_loss, boarding.take_loss, boarding.losses),
    o.EndBoarding: Verb(opening.nothing_bars, closing.end_boarding, only(o.EndBoarding()), closes=True),
    o.FightFire: Verb(fire.check_fight_fire, fire.fight_fire, fire.fights),
    o.RollSpread: Verb(fire.check_roll_spread, fire.roll_spread, fire.spreads),
    o.Transfer: Verb(leaders.check_transfer, leaders.try_transfer, leaders.transfers),
}


def owner(position: Position, order: Any) -> str:  # noqa: ANN401 - any of the orders
    """Who gives the order: a transfer is its leader's owner's, any other the side's that is to choose."""
    if isinstance(order, o.Transfer):
        return position.leader(order.leader).side
    decision = SEQUENCE.decision(position)
    return position.turn.active if decision is None else decision.side
