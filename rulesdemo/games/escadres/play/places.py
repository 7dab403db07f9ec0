"""Where ships lie and how they lie to each other, worked out once; what depends only on the step between them is kept by that step."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from rulesdemo.board.hexes import ORIGIN, Direction, Hex
from rulesdemo.board.sectors import TwoHex, gap
from rulesdemo.games.escadres import board
from rulesdemo.games.escadres.gunnery import zone
from rulesdemo.play.engine import cites, settled
from rulesdemo.rules.ruleset import Ruleset

Steps = tuple[tuple[Hex, ...], ...]  # of a line: each is one hex, or two where it runs between them


class Lie(NamedTuple):
    """A ship's outline, and the two hexes she fills, bow first."""

    shape: TwoHex
    hexes: tuple[Hex, Hex]


class Berth(NamedTuple):
    """Where a ship lies: the hex of her bow, and her heading."""

    bow: Hex
    heading: Direction


@lru_cache(maxsize=50_000)
def lie(bow: Hex, heading: Direction) -> Lie:
    """The outline of a ship with her bow there, heading so."""
    shape = board.ship_at(bow, heading)
    return Lie(shape, shape.hexes)


@lru_cache(maxsize=50_000)
def _apart(step: Hex, heading: Direction, other: Direction) -> int:
    return gap(lie(ORIGIN, heading).hexes, lie(step, other).hexes)


@cites("E-FIRE-3", "E-BLAST-1")
def apart(one: Berth, other: Berth) -> int:
    """The smallest distance between a hex of each; 0 for ships that would lie in each other [E-FIRE-3, E-BLAST-1]."""
    return _apart(other.bow - one.bow, one.heading, other.heading)


@lru_cache(maxsize=200_000)
def _bears(rules: Ruleset, step: Hex, heading: Direction, other: Direction) -> bool:
    return any(settled(zone, rules, heading, (place.q, place.r)).zone == "broadside" for place in lie(step, other).hexes)


@cites("E-FIRE-1")
def bears(rules: Ruleset, firer: Berth, target: Berth) -> bool:
    """Whether one hex of the target at least lies in the firer's fire zone [E-FIRE-1, E31]."""
    return _bears(rules, target.bow - firer.bow, firer.heading, target.heading)


@lru_cache(maxsize=200_000)
def _rakes(rules: Ruleset, step: Hex, heading: Direction, target: Direction) -> bool:
    return all(settled(zone, rules, target, (place.q, place.r)).zone != "broadside" for place in lie(step, heading).hexes)


@cites("E-ENF-1")
def rakes(rules: Ruleset, firer: Berth, target: Berth) -> bool:
    """Whether both hexes of the firer lie in the target's enfilade zone [E-ENF-1]."""
    return _rakes(rules, firer.bow - target.bow, firer.heading, target.heading)


@lru_cache(maxsize=50_000)
def _lines(step: Hex, heading: Direction, other: Direction) -> tuple[Steps, ...]:
    return board.lines_of_fire(lie(ORIGIN, heading).shape, lie(step, other).shape)


@cites("E-FIRE-2", "E-BLAST-1")
def lines(one: Berth, other: Berth) -> tuple[Steps, ...]:
    """The lines between the nearest pairs of hexes, step by step and without the ships' own hexes [E-FIRE-2, E32, E53]."""
    start = one.bow
    return tuple(
        tuple(tuple(start + place for place in places) for places in steps)
        for steps in _lines(other.bow - start, one.heading, other.heading)
    )


@cites("E-FIRE-2", "E-BLAST-1")
def is_open(one: Berth, other: Berth, blocks: Callable[[Hex], bool]) -> bool:
    """Whether some line between the two has at every step a hex that does not block [E-FIRE-2, E35, E51, E53]."""
    return any(all(any(not blocks(place) for place in places) for places in steps) for steps in lines(one, other))
