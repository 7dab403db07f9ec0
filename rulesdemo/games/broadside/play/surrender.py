"""Surrender (VI, SEQ 7): ships without hull sink, strike or lie as hulks, and prizes may be retaken."""

from __future__ import annotations

from typing import Any, Final

from rulesdemo.games.broadside.play.boarding import release
from rulesdemo.games.broadside.play.damage import off_map
from rulesdemo.games.broadside.play.events import Retaken, Sank, Surrendered
from rulesdemo.games.broadside.play.state import Position, Ship, Side, enemy_of
from rulesdemo.games.broadside.surrender import surrender
from rulesdemo.play.engine import Outcome, cites, settled
from rulesdemo.play.records import replace

ADJACENT: Final = 1  # hexes; the same hex counts too (B25)


@cites("VI")
def beside(position: Position, ship: Ship, side: Side) -> int:
    """How many ships of a side that have not surrendered are in her hex or the next, herself not counted [VI, B25]."""
    return sum(
        other.side == side and not other.surrendered and other.id != ship.id and ship.place.distance(other.place) <= ADJACENT
        for other in position.there
    )


@cites("SEQ", "VI")
def settle_surrenders(position: Position) -> Outcome[Position]:
    """Step 7: every ship without hull, all judged by how things stood when the step began [VI, B71]."""
    before, events = position, list[Any]()
    for ship in before.there:
        if ship.hull:
            continue
        changed, event = _judged(before, ship)
        if event is not None:
            position = position.with_ship(changed)
            events.append(event)
    position, more = release(position)
    return Outcome(position, (*events, *more))


def _judged(position: Position, ship: Ship) -> tuple[Ship, Any]:
    """What becomes of a ship without hull: for a prize her own side are the enemies who may take her [VI]."""
    own, foes = beside(position, ship, ship.side), beside(position, ship, enemy_of(ship.side))
    leaks = ship.damage.leak != "none"
    friends, enemies = (foes, own) if ship.surrendered else (own, foes)
    state = settled(surrender, position.rules, 0, enemies, friends, leaks).state
    if state == "sunk":
        return off_map(ship, "sunk"), Sank(ship.id)
    if state != "surrendered":
        return ship, None
    if ship.surrendered:
        return replace(ship, surrendered=False), Retaken(ship.id)
    return replace(ship, surrendered=True, speed=0, locked=False, log=(), in_irons=False), Surrendered(ship.id, enemies, friends)
