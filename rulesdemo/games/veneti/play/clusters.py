"""Ships tied together (rules 8.11, 8.54): who is in the same cluster, and how a position reads as the start of its burning."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rulesdemo.games.veneti.cluster import Cluster, Fate, Ties
from rulesdemo.games.veneti.play.state import Position, Ship
from rulesdemo.play.engine import cites

AFTER_ACTING: Final = ("fires", "spread", "recovery", "victory")


@cites("8.54")
def clusters(position: Position) -> tuple[tuple[str, ...], ...]:
    """The ships on the map, those that grapples join to each other together; a free ship is alone [8.54]."""
    found: list[tuple[str, ...]] = []
    left = {ship.id: ship for ship in position.afloat}
    while left:
        group: set[str] = set()
        todo = [next(iter(left))]
        while todo:
            name = todo.pop()
            if name in left:
                group.add(name)
                todo += left.pop(name).grappled
        found.append(tuple(ship.id for ship in position.afloat if ship.id in group))
    return tuple(found)


def ties_of(position: Position, names: tuple[str, ...]) -> Ties:
    """Who is grappled to whom among some ships."""
    return tuple(tuple(place for place, other in enumerate(names) if other in position.ship(name).grappled) for name in names)


@cites("8.53", "8.54", "8.54 note")
def standing(position: Position, names: tuple[str, ...], lit: Iterable[str] = ()) -> Cluster:
    """How a cluster stands now; the ships of `lit` are taken to be set alight by a missile at this moment [8.53, 8.54 note]."""
    fates = tuple(_fate(position, position.ship(name), is_lit=name in lit) for name in names)
    step = position.turn.step
    if step not in ("fires", "spread"):
        return Cluster(fates)
    due = tuple(names.index(name) for name in position.turn.due if name in names)
    # Who rolls next in another cluster changes nothing here: with nobody due in this one, its part of the step is over.
    if step == "spread" and not due:
        return Cluster(tuple("burning" if fate == "waiting" else fate for fate in fates))
    return Cluster(fates, "fires" if step == "fires" else "spread", due)


def _fate(position: Position, ship: Ship, *, is_lit: bool) -> Fate:
    if ship.on_fire:
        return "burning" if ship.barred_since is None or _acts_yet(position, ship, ship.barred_since) else "waiting"
    if not is_lit:
        return "untouched"
    waits = position.turn.step in AFTER_ACTING or position.rules.switch("fire_bar") == "any_new_fire"
    return "waiting" if waits and not _acts_yet(position, ship, position.activations) else "burning"


@cites("8.54 note")
def _acts_yet(position: Position, ship: Ship, since: int) -> bool:
    """Whether an activation of hers that began after this one will end before the status phase [8.54 note]."""
    turn, activation = position.turn, position.activation
    if turn.step in AFTER_ACTING:
        return False
    if activation is not None and activation.doing(ship.id) is not None:
        return activation.number > since
    leader = next((squadron.leader for squadron in turn.squadrons if ship.id in squadron.ships), ship.id)
    return leader not in turn.activated
