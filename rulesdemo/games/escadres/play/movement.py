"""Movement (E-MOVE, E-WEAR, E-OCC): the allowance, straight steps and turns, and ships that cannot or will not go on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulesdemo.board.hexes import Hex
from rulesdemo.games.escadres import board
from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.movement import allowance, turn_limit, wind_class
from rulesdemo.games.escadres.play.events import AllowanceSet, Hemmed, Moved, MoveEnded, MoveLost, Stopped
from rulesdemo.games.escadres.play.orders import EndMove, Straight, Turn
from rulesdemo.games.escadres.play.places import Berth, lie
from rulesdemo.games.escadres.play.state import Position, Ship
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled
from rulesdemo.play.records import replace
from rulesdemo.words import N_, Nn_

Step = Straight | Turn
STEPS: Final = (Straight, Turn)
_SIGNS: Final = {"left": 1, "right": -1}


# -- the allowance ---------------------------------------------------------------------------------------------------------------------


@cites("E-DEP-1", "E-MOVE-2")
def wind_on(position: Position, ship: Ship) -> str:
    """How the wind takes her: A reaching, B running, C close-hauled, D head to wind [E-MOVE-2, E2]."""
    return str(settled(wind_class, position.rules, ship.heading, position.wind_to).wind)


@cites("E-MOVE-1", "E-MOVE-2", "E-MOVE-3", "E-MOVE-4")
def allowance_of(position: Position, ship: Ship) -> int:
    """The steps of a move that would begin now [E-MOVE-2, E-MOVE-3]."""
    return int(settled(allowance, position.rules, ship.speed, wind_on(position, ship), ship.next_move_zero).steps)


@cites("E-TURN-2", "E-MOVE-3", "E-MOVE-4", "E-MOVE-6")
def begin_move(position: Position) -> Outcome[Position]:
    """Set the allowance for the whole turn; a ship without one, or hemmed in at this moment, stays where she is [E-MOVE-3, E-MOVE-6]."""
    ship = position.ship(position.acting.ship)
    steps = allowance_of(position, ship)
    aback: tuple[Any, ...] = (MoveLost(ship.id),) if ship.next_move_zero else ()
    events = (*aback, AllowanceSet(ship.id, wind_on(position, ship), steps))
    if ship.next_move_zero:
        position = position.with_ship(replace(ship, next_move_zero=False))
    position = position.with_activation(allowance=steps, left=steps)
    return _unless_stuck(position, events, "E-MOVE-6")


def _unless_stuck(position: Position, events: tuple[Any, ...], rule: str) -> Outcome[Position]:
    """The position as it is while she has a step to spend and a way to spend it; otherwise her move is over."""
    doing = position.acting
    if doing.left and any(check_step(position, order) is None for order in _tries(doing.ship)):
        return Outcome(position, events)
    if doing.left:
        events = (*events, Hemmed(rule, doing.ship))
    return _end_move(position, events)


@cites("E-MOVE-7")
def _end_move(position: Position, events: tuple[Any, ...]) -> Outcome[Position]:
    """Her move is over; a ship that spent no step gets the marker, whatever kept her, and one that did loses it [E-MOVE-7, E9, E10]."""
    doing = position.acting
    ship = position.ship(doing.ship)
    position = position.with_activation(moved=True)
    if doing.spent:
        return Outcome(position, events)
    return Outcome(position.with_ship(replace(ship, stopped=True)), (*events, Stopped(ship.id)))


def decide_move(position: Position) -> Decision | None:
    """The owner of the ship that plays, until her move is over."""
    doing = position.activation
    if doing is None or doing.moved:
        return None
    ship = position.ship(doing.ship)
    prompt = Nn_("Move {ship}: {n} step left, or end her move.", "Move {ship}: {n} steps left, or end her move.", doing.left)
    return Decision(ship.side, (*STEPS, EndMove), "E-TURN-2", prompt.format(ship=ship.name))


# -- steps -----------------------------------------------------------------------------------------------------------------------------


def check_plays(position: Position, name: str) -> Refusal | None:
    """Whether it is this ship that plays [E-TURN-2]."""
    doing = position.acting
    if name == doing.ship:
        return None
    playing = position.ship(doing.ship).name
    return Refusal(N_("It is {ship} who plays now.").format(ship=playing), "E-TURN-2", N_("Give the order to {ship}.").format(ship=playing))


def berth_after(ship: Ship, order: Step) -> Berth:
    """Where a step would take her."""
    shape = lie(ship.bow, ship.heading).shape
    after = board.straight(shape) if isinstance(order, Straight) else board.turn(shape, _SIGNS[order.way])  # type: ignore[arg-type]
    return Berth(after.bow, after.heading)


@cites("E-WEAR-1", "E-WEAR-2", "E-WEAR-3", "E-OCC-1", "E-MOVE-5")
def check_step(position: Position, order: Step) -> Refusal | None:
    """One step of a move: paid for, a turn only as often as the ship may, into a hex that is free [E-WEAR-2, E-WEAR-3, E-OCC-1]."""
    refusal = check_plays(position, order.ship)
    if refusal:
        return refusal
    ship = position.ship(order.ship)
    if isinstance(order, Turn):
        refusal = _check_turn(position, ship)
        if refusal:
            return refusal
    after = berth_after(ship, order)
    entered = next(place for place in lie(*after).hexes if place not in ship.hexes)
    return _check_entered(position, entered)


def _check_turn(position: Position, ship: Ship) -> Refusal | None:
    doing = position.acting
    if ship.stopped:
        return Refusal(
            N_("{ship} was stopped and must go one hex straight on before she turns.").format(ship=ship.name),
            "E-WEAR-3",
            N_("Go straight on first."),
        )
    if settled(turn_limit, position.rules, doing.left, max(0, ship.turns - doing.turned)).turns:
        return None
    if doing.turned >= ship.turns:
        return Refusal(
            Nn_("{ship} makes at most {n} turn in a move.", "{ship} makes at most {n} turns in a move.", ship.turns).format(ship=ship.name),
            "E-WEAR-2",
            N_("Go straight on, or end her move."),
        )
    return Refusal(
        N_("A turn costs more steps than the {left} left.").format(left=doing.left), "E-WEAR-1", N_("Go straight on, or end her move.")
    )


@cites("E-OCC-1")
def _check_entered(position: Position, place: Hex) -> Refusal | None:
    """She stops before a hex that holds a ship or land, and at the edge of the table [E-OCC-1, E52]."""
    if place not in position.scenario.table.hexes:
        return Refusal(N_("That leads off the table."), "E-OCC-1", N_("Choose another step, or end her move."))
    if place in position.scenario.table.land:
        return Refusal(
            N_("There is land in {place}.").format(place=GRID.label(place)), "E-OCC-1", N_("Choose another step, or end her move.")
        )
    other = position.occupied.get(place)
    if other is not None:
        return Refusal(
            N_("{other} lies in {place}.").format(other=other.name, place=GRID.label(place)),
            "E-OCC-1",
            N_("Choose another step, or end her move."),
        )
    return None


@cites("E-MOVE-1", "E-MOVE-7", "E-WEAR-1", "E-OCC-1")
def step(_dice: Dice, position: Position, order: Step) -> Outcome[Position]:
    """Make the step; the stopped marker comes off with it [E-WEAR-1, E22]."""
    ship, doing = position.ship(order.ship), position.acting
    after = berth_after(ship, order)
    position = position.with_ship(replace(ship, bow=after.bow, heading=after.heading, stopped=False))
    if isinstance(order, Turn):
        cost = int(position.rules.table("turning").at("turn_cost"))
        position = position.with_activation(left=doing.left - cost, turned=doing.turned + 1)
        moved = Moved("E-WEAR-1", ship.id, order.way, *after, cost)
    else:
        position = position.with_activation(left=doing.left - 1)
        moved = Moved("E-MOVE-1", ship.id, "straight", *after, 1)
    return _unless_stuck(position, (moved,), "E-OCC-1")


def _tries(name: str) -> tuple[Step, ...]:
    return (Straight(name), Turn(name, "left"), Turn(name, "right"))


def straights(position: Position) -> Iterator[Straight]:
    """The step straight on of the ship that plays."""
    yield Straight(position.acting.ship)


def turns(position: Position) -> Iterator[Turn]:
    """The turns of the ship that plays."""
    yield Turn(position.acting.ship, "left")
    yield Turn(position.acting.ship, "right")


@cites("E-MOVE-5")
def check_end_move(position: Position, order: EndMove) -> Refusal | None:
    """Nobody is made to move [E-MOVE-5]."""
    return check_plays(position, order.ship)


@cites("E-MOVE-5", "E-MOVE-7")
def end_move(_dice: Dice, position: Position, order: EndMove) -> Outcome[Position]:
    """Spend no more steps [E-MOVE-5]."""
    return _end_move(position, (MoveEnded(order.ship),))


def endings(position: Position) -> Iterator[EndMove]:
    """The ship that plays."""
    yield EndMove(position.acting.ship)
