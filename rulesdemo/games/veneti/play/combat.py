"""Marine combat in general (rules 8.0, 8.41, 8.42, 8.46, 8.5): who may fight at all, and who can shoot at whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.board.sectors import ShipSide
from rulesdemo.games.veneti import board
from rulesdemo.games.veneti.missiles import fire_split, missile_range
from rulesdemo.games.veneti.play.places import around, sides_of
from rulesdemo.games.veneti.play.ships import check_acts, check_target, marines_of
from rulesdemo.games.veneti.play.state import Position, Sea, Ship
from rulesdemo.play.engine import Refusal, cites, settled
from rulesdemo.words import N_


@cites("6.16", "6.18", "8.0")
def check_fights(position: Position, name: str) -> Refusal | None:
    """Whether a ship may fire, grapple or board in this activation: one that holds back only if it began beside an enemy [6.16, 6.18]."""
    refusal = check_acts(position, name)
    if refusal or position.activation is None or position.activation.limit in ("free", "slow"):
        return refusal
    ship = position.ship(name).name
    if position.activation.limit == "idle":
        return Refusal(N_("{ship} lies idle in the confusion.").format(ship=ship), "6.18", N_("She may only answer enemy fire."))
    if not position.acting.of(name).began_beside:
        return Refusal(
            N_("{ship} holds back, and no enemy was beside her when she began.").format(ship=ship),
            "6.16",
            N_("She may only move, away from enemies."),
        )
    return None


@cites("8.21", "8.25", "8.64")
def check_manned(ship: Ship, marines: int, rule: str) -> Refusal | None:
    """Whether there is anybody aboard to fight [8.25, 8.64]."""
    if ship.captured:
        return Refusal(
            N_("{ship} is a prize: she may move, but not fight.").format(ship=ship.name),
            "8.25",
            N_("Choose a ship that was never captured."),
        )
    if not marines:
        return Refusal(
            N_("{ship} has no marines left and can only defend herself.").format(ship=ship.name),
            rule,
            N_("Choose a ship that has marines."),
        )
    return None


# -- reach and arcs --------------------------------------------------------------------------------------------------------------------


class Way(NamedTuple):
    """How far a hex lies from a ship, and the hexes one step nearer to her on a shortest way."""

    hexes: int
    nearer: tuple[Hex, ...]


@lru_cache(maxsize=10_000)
def reach_of(kind: str, bow: Hex, heading: Direction, hexes: int) -> Mapping[Hex, Way]:
    """Every hex within reach of a ship that lies there, nearest first."""
    lie = sides_of(kind, bow, heading)
    ways = {place: Way(1, ()) for place in lie.sides}
    edge = list(ways)
    for step in range(2, hexes + 1):
        found: dict[Hex, list[Hex]] = {}
        for place in edge:
            for beyond in around(place):
                if beyond not in ways and beyond not in lie.hexes:
                    found.setdefault(beyond, []).append(place)
        ways.update({beyond: Way(step, tuple(nearer)) for beyond, nearer in found.items()})
        edge = list(found)
    return ways


def ways_from(position: Position, ship: Ship, *, flaming: bool) -> Mapping[Hex, Way]:
    """Every hex that her missiles reach [8.41, 8.52]."""
    hexes = int(settled(missile_range, position.rules, flaming).hexes)
    return reach_of(ship.kind, ship.bow, ship.heading, min(hexes, _most_apart(position.scenario.sea)))


@lru_cache(maxsize=100)
def _most_apart(sea: Sea) -> int:
    """Return how far two hexes of a map lie apart at most: no range matters beyond that, even one that a reader patched."""
    return sum(max(each) - min(each) for each in zip(*sea.hexes, strict=True))


def sides_left_by(position: Position, ship: Ship, ways: Mapping[Hex, Way], place: Hex) -> Iterator[ShipSide]:
    """The sides by which a shot at that hex can leave her, along shortest ways with no ship on them [8.46, A25].

    Only ships stop a shot: the rule names nothing else, so it passes over the coast.
    """
    passed, waiting = {place}, [place]  # each hex once: there are many shortest ways
    while waiting:
        here = waiting.pop()
        if not ways[here].nearer:
            yield ship.around[here]
        onward = [each for each in ways[here].nearer if each not in position.occupied and each not in passed]
        passed.update(onward)
        waiting += onward


@cites("8.41", "8.46", "8.5", "8.51", "8.52", "8.64")
def check_shot(position: Position, firer: Ship, target: Ship, flaming: bool, *, marines: int) -> Refusal | None:
    """Whether this number of her marines can shoot at that ship from where both lie [8.41, 8.46, 8.51, 8.52]."""
    refusal = check_target(position, firer, target.id, "8.42") or check_manned(firer, marines, "8.44")
    if refusal:
        return refusal
    if flaming and not firer.flame:
        return Refusal(N_("{firer} carries no flaming missiles.").format(firer=firer.name), "8.51", N_("Fire ordinary missiles."))
    ways = ways_from(position, firer, flaming=flaming)
    reached = [place for place in target.hexes if place in ways]
    if not reached:
        flames = N_("{target} is out of reach of the flaming missiles of {firer}.")
        missiles = N_("{target} is out of reach of the missiles of {firer}.")
        return Refusal(
            (flames if flaming else missiles).format(target=target.name, firer=firer.name),
            "8.52" if flaming else "8.41",
            N_("Choose a nearer ship, or come closer."),
        )
    nearest = min(ways[place].hexes for place in reached)
    sides = [side for place in reached if ways[place].hexes == nearest for side in sides_left_by(position, firer, ways, place)]
    if not sides:
        return Refusal(
            N_("Another ship lies between {firer} and {target}.").format(firer=firer.name, target=target.name),
            "8.46",
            N_("Choose a target with open water before it."),
        )
    if flaming or any(board.is_flank_type(side) for side in sides):
        return None
    with_flames, without = N_("Bring a flank to bear, or fire flaming missiles from the next hex."), N_("Bring a flank to bear.")
    return Refusal(
        N_("{firer} can reach {target} only over her bow or stern.").format(firer=firer.name, target=target.name),
        "8.41",
        with_flames if firer.flame else without,
    )


def enemies_near(position: Position, ship: Ship, *, flaming: bool = False) -> tuple[Ship, ...]:
    """The enemies no farther than her missiles fly, nearest first, whether she can shoot at them or not."""
    found = {other.id: other for place in ways_from(position, ship, flaming=flaming) if (other := position.occupied.get(place)) is not None}
    return tuple(other for other in found.values() if other.controller != ship.controller)


def targets_of(position: Position, ship: Ship, *, flaming: bool, marines: int) -> tuple[Ship, ...]:
    """The enemies that she can shoot at, nearest first."""
    near = enemies_near(position, ship, flaming=flaming)
    return tuple(other for other in near if check_shot(position, ship, other, flaming, marines=marines) is None)


@cites("8.42")
def may_react(position: Position, target: Ship, at: Ship) -> bool:
    """Whether a ship may answer that one with reaction fire: once in an enemy activation, with a legal shot [8.42, A20]."""
    activation = position.activation
    if activation is None or target.controller == activation.side or target.id in activation.reacted:
        return False
    marines = marines_of(position, target)
    return any(check_shot(position, target, at, flaming, marines=marines) is None for flaming in (False, True))


def enough(position: Position, marines: int, targets: int) -> bool:
    """Whether the marines are enough to be shared among the targets [8.43]."""
    return bool(settled(fire_split, position.rules, marines, targets).legal)
