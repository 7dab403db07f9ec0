"""What damage does to a ship (E-MARK, E-HULL-1, E-WRECK-1), and what becomes of the others when she explodes (E-BLAST)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesdemo.board.hexes import Hex
from rulesdemo.games.escadres.blast import blast_dice, blast_on
from rulesdemo.games.escadres.damage import Damage
from rulesdemo.games.escadres.hulks import hull as hull_points
from rulesdemo.games.escadres.play.events import DebrisFlew, DebrisStruck, Exploded, HullCounted, Struck
from rulesdemo.games.escadres.play.orders import RollDebris
from rulesdemo.games.escadres.play.places import apart, is_open
from rulesdemo.games.escadres.play.state import Blast, Hit, Position, Ship
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_, Nn_

# -- losses ----------------------------------------------------------------------------------------------------------------------------


@cites("E-MARK-1", "E-MARK-2", "E-MARK-3", "E-BURN-1", "E-HULL-1", "E-DMG-3")
def suffer(position: Position, name: str, damage: Damage) -> Outcome[Position]:
    """Mark what a shot or debris cost; without power or crew she strikes, and without power her hull counts [E-MARK-2, E-HULL-1]."""
    if damage.exploded:
        return explode(position, name, "E-DMG-3")
    was = position.ship(name)
    return mark(position, was, replace(was, power=was.power - damage.power), damage)


@cites("E-MARK-1", "E-MARK-2", "E-BURN-1", "E-HULL-1", "E-WRECK-1", "E-CREW-1")
def mark(position: Position, was: Ship, now: Ship, damage: Damage) -> Outcome[Position]:
    """All but power, which the caller has marked: crew, fires, masts, helm and the next move; speed and turns stop at 0 [E38, E39]."""
    now = replace(
        now,
        crew=was.crew - damage.crew,
        fires=was.fires + damage.fires,
        speed=max(0, was.speed - damage.speed),
        turns=max(0, was.turns - damage.turns),
        next_move_zero=was.next_move_zero or bool(damage.stopped),
    )
    events: list[Any] = []
    if was.power and not now.power:
        now = replace(now, hull=int(settled(hull_points, position.rules, was.power_initial).hull))
        events += (Struck(now.id, "power"), HullCounted(now.id, now.hull or 0))
    if was.crew and not now.crew:
        events.append(Struck(now.id, "crew"))
    return Outcome(position.with_ship(now), tuple(events))


# -- explosions ------------------------------------------------------------------------------------------------------------------------


@cites("E-WRECK-1", "E-BURN-4", "E-BLAST-1")
def explode(position: Position, name: str, rule: str) -> Outcome[Position]:
    """Take her off the table; her debris flies when those of earlier explosions have struck [E-WRECK-1, E50]."""
    position = position.with_ship(replace(position.ship(name), gone="exploded", fires=0, hull=None))
    burst = Exploded(rule, name)
    if isinstance(position.pending, Blast):
        return Outcome(replace(position, pending=position.pending._replace(queue=(*position.pending.queue, name))), (burst,))
    position, events = _next_blast(position, (name,))
    return Outcome(position, (burst, *events))


def _next_blast(position: Position, queue: tuple[str, ...]) -> Outcome[Position]:
    """The first ship in the queue whose debris reaches anybody, first in, first out [E50]."""
    events: list[Any] = []
    while queue:
        source, *rest = queue
        queue = tuple(rest)
        hits = ships_reached(position, position.ship(source))
        events.append(DebrisFlew(source, tuple(hit.ship for hit in hits)))
        if hits:
            return Outcome(replace(position, pending=Blast(source, hits, queue)), tuple(events))
    return Outcome(replace(position, pending=None), tuple(events))


@cites("E-BLAST-1")
def stops_debris(position: Position, source: Ship, place: Hex) -> bool:
    """Whether a hex is not empty: land, or a ship of either side [E-BLAST-1, E51]."""
    other = position.occupied.get(place)
    return place in position.scenario.table.land or (other is not None and other.id != source.id)


@cites("E-BLAST-1")
def ships_reached(position: Position, source: Ship) -> tuple[Hit, ...]:
    """Every ship to which a straight line runs over empty hexes, friends and wrecks too, with her dice of debris [E-BLAST-1, E48, E51]."""
    hits: list[Hit] = []
    for ship in position.there:
        if ship.id == source.id:
            continue
        dice = int(settled(blast_dice, position.rules, source.power_initial, apart(source.berth, ship.berth)).dice)
        if dice and is_open(source.berth, ship.berth, lambda place: stops_debris(position, source, place)):
            hits.append(Hit(ship.id, dice))
    return tuple(hits)


def decide_blast(position: Position, blast: Blast) -> Decision:
    """The owner of the next ship that debris strikes."""
    name, dice = blast.hits[0]
    ship = position.ship(name)
    prompt = Nn_(
        "{source} has exploded: throw {n} die for the debris that strikes {ship}.",
        "{source} has exploded: throw {n} dice for the debris that strikes {ship}.",
        dice,
    )
    return Decision(ship.side, (RollDebris,), "E-BLAST-1", prompt.format(source=position.ship(blast.source).name, ship=ship.name))


@cites("E-BLAST-1")
def check_roll_debris(position: Position, order: RollDebris) -> Refusal | None:
    """Debris strikes one ship after the other [E-BLAST-1]."""
    blast = position.pending
    first = blast.hits[0].ship if isinstance(blast, Blast) else ""
    if order.ship == first:
        return None
    name = position.ship(first).name
    return Refusal(N_("It is {ship} whom debris strikes now.").format(ship=name), "E-BLAST-1", N_("Throw for {ship}.").format(ship=name))


@cites("E-BLAST-1", "E-BLAST-2", "E-MARK-2", "E-DMG-2", "E-DMG-3")
def roll_debris(dice: Dice, position: Position, order: RollDebris) -> Outcome[Position]:
    """Throw her dice of debris together, then go on to the next ship, and to the next explosion [E-BLAST-2, E7, E49]."""
    blast: Any = position.pending
    ship, count = position.ship(order.ship), blast.hits[0].dice
    throw = throw_for(dice, blast_on, position.rules, count, ship.power, ship.crew)
    position = replace(position, pending=blast._replace(hits=blast.hits[1:]))
    position, events = suffer(position, ship.id, throw.outcome)
    events = (DebrisStruck(ship.id, blast.source, count, throw.outcome, throw), *events)
    pending: Any = position.pending
    if pending.hits:
        return Outcome(position, events)
    position, more = _next_blast(position, pending.queue)
    return Outcome(position, events + more)


def debris(position: Position) -> Iterator[RollDebris]:
    """The next ship that debris strikes."""
    if isinstance(position.pending, Blast):
        yield RollDebris(position.pending.hits[0].ship)
