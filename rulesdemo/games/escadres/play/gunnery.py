"""Gunnery (E-FIRE, E-ENF, E-LOW, E-TRN): who may be fired at, along which line, with how many dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulesdemo.board.hexes import Hex
from rulesdemo.games.escadres.damage import volley
from rulesdemo.games.escadres.gunnery import low_target, number_of_dice
from rulesdemo.games.escadres.play.damage import suffer
from rulesdemo.games.escadres.play.events import FireHeld, ShotFired
from rulesdemo.games.escadres.play.movement import check_plays
from rulesdemo.games.escadres.play.orders import FireAt, HoldFire
from rulesdemo.games.escadres.play.places import apart, bears, is_open, rakes
from rulesdemo.games.escadres.play.state import Position, Ship
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.words import N_


class Aim(NamedTuple):
    """What makes the dice of a shot: the hexes between, and whether it rakes or is at a low target."""

    between: int
    raking: bool
    low: bool
    dice: int


@cites("E-FIRE-3", "E-ENF-1", "E-LOW-1", "E-TRN-1")
def aim(position: Position, ship: Ship, target: Ship) -> Aim:
    """The number of dice with which a ship fires at another: distance, raking, low target and training [E-FIRE-3]."""
    rules = position.rules
    between = apart(ship.berth, target.berth) - 1
    raking = rakes(rules, ship.berth, target.berth)
    low = bool(settled(low_target, rules, ship.decks, target.decks).low)
    return Aim(between, raking, low, int(settled(number_of_dice, rules, ship.power, between, raking, low, ship.training).dice))


# -- may she fire ----------------------------------------------------------------------------------------------------------------------


@cites("E-FIRE-1", "E-FIRE-2", "E-FIRE-3", "E-LOW-1", "E-TRN-1", "E-MARK-2")
def check_shot(position: Position, ship: Ship, target: Ship) -> Refusal | None:  # noqa: PLR0911 - one for each reason
    """An enemy who has not struck, in the fire zone, within reach, no friend in the way, and a die to throw [E-FIRE-1 to 3, E57]."""
    if target.gone:
        return Refusal(N_("{target} is no longer on the table.").format(target=target.name), "E-WRECK-1", N_("Choose an enemy who is."))
    if target.side == ship.side:
        return Refusal(N_("{target} is on your own side.").format(target=target.name), "E-FIRE-1", N_("Choose an enemy ship."))
    if target.struck:
        return Refusal(
            N_("{target} has struck and is no longer fired at.").format(target=target.name),
            "E-MARK-2",
            N_("Choose an enemy who still fights."),
        )
    if not bears(position.rules, ship.berth, target.berth):
        return Refusal(
            N_("{target} lies along the keel of {ship}, outside her fire zone.").format(target=target.name, ship=ship.name),
            "E-FIRE-1",
            N_("Choose an enemy abeam, or hold fire."),
        )
    between = apart(ship.berth, target.berth) - 1
    if ship.power - between < position.rules.table("dice_modifiers").at("base_least"):
        return Refusal(
            N_("{target} is out of range: {between} hexes between, and {ship} has {power} power.").format(
                target=target.name, between=between, ship=ship.name, power=ship.power
            ),
            "E-FIRE-3",
            N_("Choose a nearer enemy, or hold fire."),
        )
    refusal = _check_line(position, ship, target)
    if refusal is None and not aim(position, ship, target).dice:
        return Refusal(
            N_("{ship} has no die left for a shot at {target}: {power} power, and {between} hexes between.").format(
                ship=ship.name, target=target.name, power=ship.power, between=between
            ),
            "E-FIRE-3",
            N_("Choose another enemy, or hold fire."),
        )
    return refusal


@cites("E-FIRE-2")
def blocks_fire(position: Position, ship: Ship, place: Hex) -> bool:
    """Whether a hex stops her fire: a friend lies in it, or it is land [E-FIRE-2, E35]."""
    other = position.occupied.get(place)
    if other is not None and other.side == ship.side and other.id != ship.id:
        return True
    return place in position.scenario.table.land and position.rules.switch("land_blocks_fire") == "yes"


@cites("E-FIRE-2")
def _check_line(position: Position, ship: Ship, target: Ship) -> Refusal | None:
    """One line between nearest hexes must be open, at every step on one side at least [E-FIRE-2, E35, E53]."""
    if is_open(ship.berth, target.berth, lambda place: blocks_fire(position, ship, place)):
        return None
    return Refusal(
        N_("A friend or land stands in the line of fire to {target}.").format(target=target.name),
        "E-FIRE-2",
        N_("Choose a target with a clear line, or hold fire."),
    )


@cites("E-TURN-2", "E-FIRE-1")
def check_fire_at(position: Position, order: FireAt) -> Refusal | None:
    """One shot at one target [E-FIRE-1, E8]."""
    refusal = check_plays(position, order.ship)
    if refusal:
        return refusal
    target = position.find(order.target)
    if target is None:
        return Refusal(N_("There is no ship {target!r}.").format(target=order.target), "E-FIRE-1", N_("Choose an enemy ship on the table."))
    return check_shot(position, position.ship(order.ship), target)


def targets(position: Position, ship: Ship) -> tuple[Ship, ...]:
    """Every ship that she may fire at."""
    return tuple(other for other in position.there if other.side != ship.side and check_shot(position, ship, other) is None)


@cites("E-TURN-2")
def decide_fire(position: Position) -> Decision | None:
    """The owner of the ship that plays, if there is anybody to fire at [E-TURN-2]."""
    doing = position.activation
    if doing is None or doing.fired:
        return None
    ship = position.ship(doing.ship)
    if "targets" not in position.memo:
        position.memo["targets"] = targets(position, ship)
    if not position.memo["targets"]:
        return None
    return Decision(ship.side, (FireAt, HoldFire), "E-TURN-2", N_("Fire with {ship}, or hold her fire.").format(ship=ship.name))


# -- the shot --------------------------------------------------------------------------------------------------------------------------


@cites("E-FIRE-1", "E-FIRE-3", "E-DMG-1", "E-DMG-2", "E-DMG-3", "E-ENF-1", "E-LOW-1", "E-TRN-1")
def fire_at(dice: Dice, position: Position, order: FireAt) -> Outcome[Position]:
    """Throw all the dice of the shot together, and mark what they cost [E-DMG-1, E36]."""
    ship, target = position.ship(order.ship), position.ship(order.target)
    aimed = aim(position, ship, target)
    throw = throw_for(dice, volley, position.rules, aimed.dice, target.power, target.crew)
    position = position.with_activation(fired=True)
    shot = ShotFired(ship.id, target.id, aimed.dice, aimed.raking, throw.outcome, throw)
    position, events = suffer(position, target.id, throw.outcome)
    return Outcome(position, (shot, *events))


def shots(position: Position) -> Iterator[FireAt]:
    """A shot at every ship of the other side that is on the table."""
    ship = position.ship(position.acting.ship)
    yield from (FireAt(ship.id, other.id) for other in position.there if other.side != ship.side)


def check_hold_fire(position: Position, order: HoldFire) -> Refusal | None:
    """Nobody is made to fire [E-TURN-2]."""
    return check_plays(position, order.ship)


@cites("E-TURN-2")
def hold_fire(_dice: Dice, position: Position, order: HoldFire) -> Outcome[Position]:
    """Do not fire."""
    return Outcome(position.with_activation(fired=True), (FireHeld(order.ship),))


def holds(position: Position) -> Iterator[HoldFire]:
    """The ship that plays."""
    yield HoldFire(position.acting.ship)
