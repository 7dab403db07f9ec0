"""The end of a turn (E-TURN-3): leaks, fire damage and fire-fighting (E-LEAK, E-BURN, E-HULL-2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rulesdemo.games.escadres.burning import blows_up, burn_on, fire_fighting
from rulesdemo.games.escadres.hulks import leak, leak_faces
from rulesdemo.games.escadres.play.damage import explode, mark
from rulesdemo.games.escadres.play.events import FiresBurnt, FiresFought, LeakTested, Sank
from rulesdemo.games.escadres.play.orders import FightFires, RollFires, RollLeak
from rulesdemo.games.escadres.play.state import Due, Position, Ship
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_, Nn_

# -- who must roll ---------------------------------------------------------------------------------------------------------------------


def first_due(position: Position) -> Due | None:
    """The first ship that must roll and is still there."""
    return next((due for due in position.turn.due if not position.ship(due.ship).gone), None)


def check_due(position: Position, order: Any, rule: str) -> Refusal | None:  # noqa: ANN401 - an order with a ship
    """Ships roll one after the other."""
    due = first_due(position)
    if due is None or order.ship == due.ship:
        return None
    name = position.ship(due.ship).name
    return Refusal(N_("It is {ship} who rolls now.").format(ship=name), rule, N_("Throw for {ship}.").format(ship=name))


def due_orders(position: Position, kind: Callable[[str], Any]) -> Iterator[Any]:
    """The order of the first ship that must roll."""
    due = first_due(position)
    if due is not None:
        yield kind(due.ship)


def after_roll(position: Position, name: str) -> Position:
    """The position once this ship has rolled."""
    return position.with_turn(due=tuple(due for due in position.turn.due if due.ship != name))


# -- leaks -----------------------------------------------------------------------------------------------------------------------------


@cites("E-LEAK-1")
def call_for_leaks(position: Position) -> Outcome[Position]:
    """Every ship without power, crewed or not [E-LEAK-1, E11]."""
    return Outcome(position.with_turn(due=tuple(Due(ship.id) for ship in position.there if ship.hull is not None)))


def decide_leak(position: Position) -> Decision | None:
    """The owner of the first ship that may leak."""
    due = first_due(position)
    if due is None:
        return None
    ship = position.ship(due.ship)
    return Decision(
        ship.side, (RollLeak,), "E-LEAK-1", N_("{ship} has no power left: throw to see whether she leaks.").format(ship=ship.name)
    )


@cites("E-LEAK-1", "E-TRN-1")
def faces_of(position: Position, ship: Ship) -> int:
    """How many faces leak: more for a small or badly trained ship, and in a storm [E-LEAK-1, E44, E45, E46]."""
    # A sheet without guns is of a ship with more than a small one has.
    guns = ship.guns or int(position.rules.table("leak").at("small_ship_guns")) + 1
    return int(settled(leak_faces, position.rules, guns, ship.training, position.scenario.storm).faces)


@cites("E-LEAK-1", "E-LEAK-2", "E-WRECK-1")
def roll_leak(dice: Dice, position: Position, order: RollLeak) -> Outcome[Position]:
    """One die; with her last hull point she sinks, and her fires go out [E-LEAK-1, E-LEAK-2]."""
    ship = position.ship(order.ship)
    before = ship.hull or 0
    throw = throw_for(dice, leak, position.rules, before, 1, faces_of(position, ship))
    after: int = throw.outcome.hull
    position = after_roll(position, ship.id)
    tested = LeakTested(ship.id, before - after, after, throw)
    if after:
        return Outcome(position.with_ship(replace(ship, hull=after)), (tested,))
    return Outcome(position.with_ship(replace(ship, hull=None, fires=0, gone="sunk")), (tested, Sank(ship.id)))


# -- fire damage -----------------------------------------------------------------------------------------------------------------------


@cites("E-BURN-2", "E-CREW-2", "E-HULL-2")
def call_for_fires(position: Position) -> Outcome[Position]:
    """Every burning ship, with as many dice as fires she has now: those lit from here on burn next turn [E-BURN-2, E41]."""
    return Outcome(position.with_turn(due=tuple(Due(ship.id, ship.fires) for ship in position.there if ship.fires)))


def decide_fires(position: Position) -> Decision | None:
    """The owner of the first ship whose fires do their damage."""
    due = first_due(position)
    if due is None:
        return None
    ship = position.ship(due.ship)
    prompt = Nn_("{ship} is on fire: throw {n} damage die.", "{ship} is on fire: throw {n} damage dice.", due.dice)
    return Decision(ship.side, (RollFires,), "E-BURN-2", prompt.format(ship=ship.name))


@cites("E-BURN-2", "E-BURN-4", "E-HULL-2", "E-CREW-2", "E-DMG-1", "E-DMG-2", "E-DMG-3")
def roll_fires(dice: Dice, position: Position, order: RollFires) -> Outcome[Position]:
    """A damage die for each fire; on a hulk it strikes the hull, and the last point lost to fire blows her up [E-BURN-4, E42, E43]."""
    ship = position.ship(order.ship)
    count = next(due.dice for due in position.turn.due if due.ship == ship.id)
    left = ship.power if ship.hull is None else ship.hull
    throw = throw_for(dice, burn_on, position.rules, count, left, ship.crew, ship.hull is not None)
    damage = throw.outcome
    position = after_roll(position, ship.id)
    burnt = FiresBurnt(ship.id, count, ship.hull is not None, damage, throw)
    if blows_up(damage, left):
        rule = "E-DMG-3" if damage.exploded else "E-BURN-4" if ship.hull is None else "E-HULL-2"
        position, events = explode(position, ship.id, rule)
    elif ship.hull is None:
        position, events = mark(position, ship, replace(ship, power=left - damage.power), damage)
    else:
        position, events = mark(position, ship, replace(ship, hull=left - damage.power), damage)
    return Outcome(position, (burnt, *events))


# -- fire-fighting ---------------------------------------------------------------------------------------------------------------------


@cites("E-BURN-3", "E-CREW-2", "E-HULL-2")
def call_for_fighting(position: Position) -> Outcome[Position]:
    """Every burning ship with crew left, a hulk too; fires lit a moment ago may be fought [E-BURN-3, E-HULL-2, E41]."""
    return Outcome(position.with_turn(due=tuple(Due(ship.id, ship.fires) for ship in position.there if ship.fires and ship.crew)))


def decide_fighting(position: Position) -> Decision | None:
    """The owner of the first ship that fights her fires."""
    due = first_due(position)
    if due is None:
        return None
    ship = position.ship(due.ship)
    prompt = Nn_("The crew of {ship} fights the flames: throw {n} die.", "The crew of {ship} fights the flames: throw {n} dice.", due.dice)
    return Decision(ship.side, (FightFires,), "E-BURN-3", prompt.format(ship=ship.name))


@cites("E-BURN-3", "E-TRN-1")
def fight_fires(dice: Dice, position: Position, order: FightFires) -> Outcome[Position]:
    """A die for each fire: 4 or more with training puts it out, a rolled 1 never does [E-BURN-3]."""
    ship = position.ship(order.ship)
    throw = throw_for(dice, fire_fighting, position.rules, ship.fires, ship.training)
    left: int = throw.outcome.left
    position = after_roll(position, ship.id).with_ship(replace(ship, fires=left))
    return Outcome(position, (FiresFought(ship.id, ship.fires, left, throw),))


check_roll_leak = partial(check_due, rule="E-LEAK-1")
check_roll_fires = partial(check_due, rule="E-BURN-2")
check_fight_fires = partial(check_due, rule="E-BURN-3")
leaks = partial(due_orders, kind=RollLeak)
burnings = partial(due_orders, kind=RollFires)
fightings = partial(due_orders, kind=FightFires)
