"""The map around a battle (rules 8.23, 8.26, 8.31-i): hexes with terrain, rivers and roads on their sides, and ways between them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rulesdemo.board.hexes import CLOCKWISE, COMPASS, Grid, Hex

# The source shows no map, so flat tops, the names of the directions and the numbers of the hexes are our choice.
GRID = Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up", numbered=True)
CLOSED = ("mountain", "marsh")  # hexes through which no distance is traced, and in which a refusal is easier

Side = frozenset[Hex]  # the two hexes that share a hexside


class Ground(NamedTuple):
    """The hexes that there are with their terrain, and the hexsides that a river or a road crosses."""

    terrain: Mapping[Hex, str]
    rivers: frozenset[Side]
    roads: frozenset[Side]

    def around(self, place: Hex) -> tuple[Hex, ...]:
        """The neighbours that are on the map."""
        return tuple(other for other in GRID.neighbours(place) if other in self.terrain)

    def river(self, one: Hex, other: Hex) -> bool:
        """Whether a river runs between two neighbours."""
        return frozenset((one, other)) in self.rivers

    def road(self, one: Hex, other: Hex) -> bool:
        """Whether a road joins two neighbours."""
        return frozenset((one, other)) in self.roads


class Way(NamedTuple):
    """A way from one hex to another: its hexes without the first, the rivers crossed off road, and whether the last step crosses one."""

    hexes: tuple[Hex, ...]
    rivers: int
    river_last: bool


def best_way(ground: Ground, start: Hex, end: Hex, most: int) -> Way | None:
    """Return the way of at most `most` hexes that costs coordination least; none when each one leads through Mountain or Marsh.

    >>> plain = {place: "flat" for place in (Hex(0, 0), Hex(0, 1), Hex(0, 2))}
    >>> best_way(Ground(plain, frozenset(), frozenset()), Hex(0, 0), Hex(0, 2), 3).rivers
    0
    >>> best_way(Ground({**plain, Hex(0, 1): "marsh"}, frozenset(), frozenset()), Hex(0, 0), Hex(0, 2), 3) is None
    True
    """
    ways = [measure(ground, start, hexes) for hexes in _ways(ground, start, end, most)]
    return min(ways, key=lambda way: (len(way.hexes) + way.rivers, way.river_last, way.hexes), default=None)


def _ways(ground: Ground, start: Hex, end: Hex, most: int) -> Iterator[tuple[Hex, ...]]:
    if start == end:
        yield ()
        return
    for step in ground.around(start) if most else ():
        # A detour that can no longer arrive is not followed; the ends themselves may be Mountain or Marsh.
        if step.distance(end) < most and (step == end or ground.terrain[step] not in CLOSED):
            yield from ((step, *rest) for rest in _ways(ground, step, end, most - 1))


def measure(ground: Ground, start: Hex, hexes: tuple[Hex, ...]) -> Way:
    """A way from hex to hex with what it crosses."""
    steps = list(zip((start, *hexes), hexes, strict=False))
    off_road = sum(ground.river(*step) and not ground.road(*step) for step in steps)
    return Way(hexes, off_road, bool(steps) and ground.river(*steps[-1]))
