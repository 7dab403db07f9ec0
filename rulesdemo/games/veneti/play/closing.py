"""The end of an activation and of a turn (rules 3.0 E1 to E4, G2, 6.42 to 6.45): fatigue, passing play, recovery."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesdemo.games.veneti.play import boarding, fire, leaders
from rulesdemo.games.veneti.play.events import FatigueEased, FatigueTested
from rulesdemo.games.veneti.play.orders import Board, EndBoarding, EndMovement, RollFatigue
from rulesdemo.games.veneti.play.ships import crew_of
from rulesdemo.games.veneti.play.state import Position, enemy_of
from rulesdemo.games.veneti.rowing import fatigue, fatigue_recovery
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_

# -- end of the movement segment -------------------------------------------------------------------------------------------------------


@cites("3.0 E1", "6.17", "6.23")
def check_end_movement(position: Position, _order: EndMovement) -> Refusal | None:
    """Nobody may be left in the middle of a move [6.23]."""
    moving = position.acting.moving
    if moving is None:
        return None
    ship = position.ship(moving.ship).name
    return Refusal(
        N_("{ship} has {left} PM left to spend.").format(ship=ship, left=moving.left),
        "6.23",
        N_("Finish the move of {ship}.").format(ship=ship),
    )


@cites("3.0 E1", "6.17")
def end_movement(_dice: Dice, position: Position, _order: EndMovement) -> Outcome[Position]:
    """Ships that did nothing stay where they are [6.17]."""
    return Outcome(position.with_activation(moved=True))


@cites("6.22", "6.42", "6.42 note")
def rowers_to_test(position: Position) -> Outcome[Position]:
    """Every galley of the activation that is on her Maximum side, however little she moved [6.22, 6.42]."""
    ships = [position.ship(doing.ship) for doing in position.acting.doings]
    tired = [ship.id for ship in ships if ship.level == "maximum" and not ship.gone and ship.controller == position.acting.side]
    return Outcome(position.with_turn(due=tuple(tired)))


def decide_fatigue(position: Position) -> Decision | None:
    """The owner of the first galley that must test."""
    if not position.turn.due:
        return None
    ship = position.ship(position.turn.due[0])
    return Decision(ship.controller, (RollFatigue,), "6.42", N_("Throw for the rowers of {ship}.").format(ship=ship.name))


def check_roll_fatigue(position: Position, order: RollFatigue) -> Refusal | None:
    """Galleys test one after the other [6.42]."""
    if order.ship == position.turn.due[0]:
        return None
    ship = position.ship(position.turn.due[0]).name
    return Refusal(N_("Another galley tests first."), "6.42", N_("Throw for {ship}.").format(ship=ship))


@cites("6.22", "6.42", "6.43", "6.43 ex", "6.43 note", "2.3 DRM")
def roll_fatigue(dice: Dice, position: Position, order: RollFatigue) -> Outcome[Position]:
    """The points spent above printed Cruise weigh on the die [6.42, A11]."""
    ship = position.ship(order.ship)
    throw = throw_for(dice, fatigue, position.rules, crew_of(position, ship), ship.cruise, position.acting.of(ship.id).spent)
    level = throw.outcome.level
    if level:
        # Tired rowers cannot go on at Maximum (6.44), whether or not a speed phase follows.
        position = position.with_ships(replace(ship, fatigue=level, fatigue_fresh=True, level="cruise"))
    return Outcome(position.with_turn(due=position.turn.due[1:]), (FatigueTested(ship.id, level, throw),))


def fatigue_rolls(position: Position) -> Iterator[RollFatigue]:
    """The first galley that must test."""
    yield from (RollFatigue(name) for name in position.turn.due[:1])


# -- boarding segment and passing play -------------------------------------------------------------------------------------------------


@cites("3.0 E2", "8.2")
def decide_boarding(position: Position) -> Decision | None:
    """The acting side, as long as it can board."""
    activation = position.acting
    if activation.done or not boarding.any_boarding(position):
        return None
    return Decision(activation.side, (Board, EndBoarding), "3.0 E2", N_("Board a ship that you hold, or end the activation."))


@cites("3.0 E2", "6.17")
def end_boarding(_dice: Dice, position: Position, _order: EndBoarding) -> Outcome[Position]:
    """Close the activation."""
    return Outcome(position.with_activation(done=True))


@cites("3.0 E3", "6.17", "6.75", "8.54 note")
def pass_play(position: Position) -> Outcome[Position]:
    """The activation is over: its leaders recover, its ships may fight their fires, and the other side is to choose [3.0 E3]."""
    activation = position.acting
    position, events = leaders.recover(fire.lift_bars(position))
    acted = activation.leaders or tuple(doing.ship for doing in activation.doings)
    position = replace(position, activation=None)
    return Outcome(position.with_turn(activated=position.turn.activated | set(acted), active=enemy_of(activation.side)), events)


# -- recovery --------------------------------------------------------------------------------------------------------------------------


@cites("3.0 G", "3.0 G2", "6.43", "6.44", "6.44 ex", "6.45")
def ease_fatigue(position: Position) -> Outcome[Position]:
    """Every marker drops by one, but not one placed this turn unless the switch says so [6.45, A12]."""
    events: list[Any] = []
    for ship in position.afloat:
        if ship.fatigue:
            level = settled(fatigue_recovery, position.rules, ship.fatigue, ship.fatigue_fresh).level
            position = position.with_ships(replace(ship, fatigue=level, fatigue_fresh=False))
            if level != ship.fatigue:
                events.append(FatigueEased(ship.id, level))
    return Outcome(position, tuple(events))
