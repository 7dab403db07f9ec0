"""Damage (SEQ 6, V.b sections, T12): hull, critical hits, masts and explosions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from rulesdemo.games.broadside.criticals import explosion
from rulesdemo.games.broadside.hull import hull_damage, mast_roll
from rulesdemo.games.broadside.play.events import CriticalTaken, Exploded, HullLost, MastTested, SailTakenIn
from rulesdemo.games.broadside.play.orders import RollMast
from rulesdemo.games.broadside.play.rolling import after_roll, check_due, due_orders, first_due
from rulesdemo.games.broadside.play.state import Damage, Position, Ship
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_

# -- hull ------------------------------------------------------------------------------------------------------------------------------


@cites("II Coque", "V.b sections")
def hurt(position: Position, name: str, points: int) -> Outcome[Position]:
    """Take hull points off, section after section [V.b sections, B35]."""
    ship = position.ship(name)
    after = settled(hull_damage, position.rules, ship.sections, points, ship.hull_initial - ship.hull)
    if after.hull == ship.hull:
        return Outcome(position)
    lost = HullLost(ship.id, ship.hull - after.hull, after.hull, after.emptied)
    return Outcome(position.with_ship(replace(ship, hull=after.hull)), (lost,))


# -- critical hits ---------------------------------------------------------------------------------------------------------------------


def _gunner(damage: Damage, _turn: int) -> Damage:
    return damage._replace(gunner_dead=True)


def _captain(damage: Damage, _turn: int) -> Damage:
    return damage._replace(captain_dead=True)


def _rigging(damage: Damage, _turn: int) -> Damage:
    return damage._replace(rigging_m=damage.rigging_m + 1)


def _officers(damage: Damage, _turn: int) -> Damage:
    return damage._replace(officers_dead=True)


def _torn(damage: Damage, _turn: int) -> Damage:
    return damage._replace(rigging_inertia=damage.rigging_inertia + 1)


def _guns(damage: Damage, _turn: int) -> Damage:
    return damage._replace(guns_loose=damage.guns_loose + 1)


def _small_leak(damage: Damage, turn: int) -> Damage:
    return damage if damage.leak != "none" else damage._replace(leak="small", leak_since=turn)


def _large_leak(damage: Damage, turn: int) -> Damage:
    return damage if damage.leak == "large" else damage._replace(leak="large", leak_since=turn)


def _fire(damage: Damage, turn: int) -> Damage:
    return damage if damage.fire else damage._replace(fire=True, fire_since=turn)


EFFECTS: Final[dict[str, Callable[[Damage, int], Damage]]] = {
    "gunner_dead": _gunner,
    "captain_dead": _captain,
    "rigging_m": _rigging,
    "officers_dead": _officers,
    "rigging_inertia": _torn,
    "guns_loose": _guns,
    "small_leak": _small_leak,
    "large_leak": _large_leak,
    "fire": _fire,
}
ON_FORTS: Final = ("gunner_dead", "guns_loose", "fire")  # a fort has no rigging and cannot leak


@cites("V.b critique", "T12")
def critical(position: Position, name: str, line: int) -> Outcome[Position]:
    """Mark a critical hit: people die once, material adds up, a large leak replaces a small one [T12, B18, B69]."""
    ship = position.ship(name)
    effect = str(position.rules.table("critical").at(line))
    if effect == "explosion":
        position = position.with_turn(bursting=(*position.turn.bursting, name))
        return Outcome(position, (CriticalTaken(name, line, effect, tells=True),))
    damage = EFFECTS[effect](ship.damage, position.turn.number)
    if ship.is_fort and effect not in ON_FORTS:
        damage = ship.damage
    position = position.with_ship(replace(ship, damage=damage))
    position, events = _rig(position, name)
    return Outcome(position, (CriticalTaken(name, line, effect, damage != ship.damage), *events))


@cites("IV.g", "T12")
def _rig(position: Position, name: str) -> Outcome[Position]:
    """Full sail comes in when the rig is hurt [IV.g, T12, B63]."""
    ship = position.ship(name)
    hit = ship.masts_lost or ship.damage.rigging_m or ship.damage.rigging_inertia
    if not hit or ship.sail == "off":
        return Outcome(position)
    return Outcome(position.with_ship(replace(ship, sail="off")), (SailTakenIn("IV.g", name),))


@cites("SEQ", "V.b", "V.b critique")
def mark_hits(position: Position) -> Outcome[Position]:
    """Step 6 begins: all that the broadsides did, at once [SEQ, B41, B42]."""
    events: tuple[Any, ...] = ()
    for hit in position.hits:
        position, more = hurt(position, hit.target, hit.damage)
        events += more
        if hit.critical:
            position, more = critical(position, hit.target, hit.critical)
            events += more
    return Outcome(replace(position, hits=(), shots=()), events)


# -- masts -----------------------------------------------------------------------------------------------------------------------------


@cites("V.b sections", "T12")
def call_for_masts(position: Position) -> Outcome[Position]:
    """A die for every hull section emptied since the last time, while a mast stands [V.b sections, B68]."""
    due: list[str] = []
    for ship in position.there:
        new = ship.sections_destroyed - ship.masts_checked
        if new:
            position = position.with_ship(replace(ship, masts_checked=ship.sections_destroyed))
            due += [ship.id] * new if ship.masts_lost < len(ship.masts) else []
    return Outcome(position.with_turn(due=tuple(due)))


def decide_mast(position: Position) -> Decision | None:
    """The owner of the next ship whose masts may fall."""
    due = first_due(position)
    if due is None:
        return None
    return Decision(
        position.ship(due).side,
        (RollMast,),
        "V.b sections",
        N_("{ship} has lost a hull section: throw for her masts.").format(ship=position.ship(due).name),
    )


@cites("V.b sections", "T12", "II Déplacement")
def roll_mast(dice: Dice, position: Position, order: RollMast) -> Outcome[Position]:
    """A die under 4 costs a mast section, in the order of the card [V.b sections, B14, B31, B68]."""
    ship = position.ship(order.ship)
    standing = len(ship.masts) - ship.masts_lost
    throw = throw_for(dice, mast_roll, position.rules, standing)
    lost = throw.outcome < standing
    position = after_roll(position, ship.id)
    tested = MastTested(ship.id, lost, throw)
    if not lost:
        return Outcome(position, (tested,))
    position = position.with_ship(replace(ship, masts_lost=ship.masts_lost + 1))
    if ship.masts_lost + 1 == len(ship.masts):  # nothing left to fall
        position = position.with_turn(due=tuple(name for name in position.turn.due if name != ship.id))
    position, events = _rig(position, ship.id)
    return Outcome(position, (tested, *events))


check_roll_mast = partial(check_due, rule="V.b sections")
masts = partial(due_orders, kind=RollMast)


# -- explosions ------------------------------------------------------------------------------------------------------------------------


@cites("T12")
def explode(position: Position, name: str) -> Outcome[Position]:
    """Half her own hull and a quarter of every ship's nearby; with no hull left she is gone [T12, B14, B15, B20]."""
    ship = position.ship(name)
    removed = not ship.hull
    events: tuple[Any, ...] = (Exploded(name, removed),)
    if removed:
        position = position.with_ship(off_map(ship, "exploded"))
    else:
        position, more = hurt(position, name, settled(explosion, position.rules, ship.hull_initial).own_loss)
        events += more
    for other in position.there:
        if other.id == name or other.is_fort:
            continue
        near = settled(explosion, position.rules, ship.hull_initial, other.hull_initial, ship.place.distance(other.place)).near_loss
        if near:
            position, more = hurt(position, other.id, near)
            events += more
    return Outcome(position, events)


def off_map(ship: Ship, how: Any) -> Ship:  # noqa: ANN401 - one of the words of Gone
    """A ship that is off the map for good."""
    return replace(ship, gone=how, hull=0, locked=False, speed=0, log=(), damage=ship.damage._replace(fire=False, leak="none"))


@cites("SEQ", "T12")
def blow_up(position: Position) -> Outcome[Position]:
    """Every magazine that was hit this turn goes up, one after the other [SEQ, T12, B42]."""
    events: tuple[Any, ...] = ()
    for name in position.turn.bursting:
        if not position.ship(name).gone:
            position, more = explode(position, name)
            events += more
    return Outcome(position.with_turn(bursting=()), events)
