"""Maps of zones: named places with links between them, walked by steps or by arrow keys. The kit's other map is the hex grid.

A zone is known by its id, a plain word; its label is what players call it. Positions on the picture are whole numbers, x to the right and
y downwards, so that a page can draw the map and an arrow key can find the next zone in its direction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rulesdemo.errors import DataError, InputError, nearest
from rulesdemo.words import N_

KEYS: Final = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}


class Place(NamedTuple):
    """A zone on the picture: its id, its name, its kind and where it is drawn."""

    id: str
    name: str
    kind: str
    x: int
    y: int


@dataclass(frozen=True, eq=False)
class ZoneMap:
    """The zones of a map and the links between them; a link goes both ways.

    >>> places = Place("a", "Apt", "land", 0, 0), Place("b", "Bar", "land", 9, 0), Place("c", "Cor", "sea", 9, 9)
    >>> chart = ZoneMap(places, (("a", "b"), ("b", "c")))
    >>> chart.neighbours("b"), chart.distance("a", "c"), chart.walked("a", "ArrowRight")
    (('a', 'c'), 2, 'b')
    """

    places: tuple[Place, ...]
    links: tuple[tuple[str, str], ...]
    _near: Mapping[str, tuple[str, ...]] = field(init=False, repr=False)
    _by_id: Mapping[str, Place] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Note who is next to whom; refuse links to nowhere and ids that stand twice."""
        by_id = {place.id: place for place in self.places}
        if len(by_id) != len(self.places) or len({place.name for place in self.places}) != len(self.places):
            message = N_("two zones of a map have the same id or the same name")
            raise DataError(message)
        near: dict[str, list[str]] = {place.id: [] for place in self.places}
        for one, other in self.links:
            for name in (one, other):
                if name not in by_id:
                    message = N_("a link names the zone {name!r}. {hint}").format(name=name, hint=nearest(name, by_id))
                    raise DataError(message)
            if one == other or other in near[one]:
                message = N_("the link of {one} and {other} stands twice, or leads nowhere").format(one=one, other=other)
                raise DataError(message)
            near[one].append(other)
            near[other].append(one)
        object.__setattr__(self, "_by_id", by_id)
        object.__setattr__(self, "_near", {name: tuple(sorted(others, key=list(by_id).index)) for name, others in near.items()})

    def __contains__(self, zone: object) -> bool:
        """Whether there is such a zone."""
        return zone in self._by_id

    def place(self, zone: str) -> Place:
        """A zone by its id."""
        return self._by_id[zone]

    def label(self, zone: str) -> str:
        """What players call it."""
        return self._by_id[zone].name

    def parse(self, label: str) -> str:
        """The id of a zone from its id or its name.

        >>> ZoneMap((Place("a", "Apt", "land", 0, 0),), ()).parse("apt")
        'a'
        """
        said = label.strip().casefold()
        for place in self.places:
            if said in (place.id.casefold(), place.name.casefold()):
                return place.id
        message = N_("there is no zone {label!r}. {hint}").format(label=label, hint=nearest(label, [place.name for place in self.places]))
        raise InputError(message)

    def of_kind(self, *kinds: str) -> tuple[str, ...]:
        """Every zone of these kinds, in the order of the map."""
        return tuple(place.id for place in self.places if place.kind in kinds)

    def neighbours(self, zone: str) -> tuple[str, ...]:
        """The zones next to it, in the order of the map."""
        return self._near[zone]

    def distance(self, start: str, end: str, through: Callable[[str], bool] = lambda _zone: True) -> int | None:
        """The fewest steps between two zones; those between must let one through. None when there is no way."""
        way = self.path(start, end, through)
        return None if way is None else len(way) - 1

    def path(self, start: str, end: str, through: Callable[[str], bool] = lambda _zone: True) -> tuple[str, ...] | None:
        """A shortest way, both ends included, through zones that let one through; None when there is none."""
        ways: dict[str, tuple[str, ...]] = {start: (start,)}
        layer = [start]
        while layer:
            if end in ways:
                return ways[end]
            following: list[str] = []
            for here in layer:
                for there in self._near[here]:
                    if there not in ways and (there == end or through(there)):
                        ways[there] = (*ways[here], there)
                        following.append(there)
            layer = following
        return None

    def within(self, zone: str, steps: int, through: Callable[[str], bool] = lambda _zone: True) -> frozenset[str]:
        """Return every zone from one step to `steps` steps away."""
        found, layer = {zone}, [zone]
        for _ in range(steps):
            layer = [there for here in layer if here == zone or through(here) for there in self._near[here] if there not in found]
            found.update(layer)
        return frozenset(found - {zone})

    def walked(self, zone: str, key: str) -> str:
        """The zone that an arrow key leads to: the nearest that lies more in that direction than across it; else the same one."""
        if key not in KEYS:
            return zone
        right, down = KEYS[key]
        here = self._by_id[zone]

        def reach(place: Place) -> tuple[int, int]:
            across, along = place.x - here.x, place.y - here.y
            ahead = across * right + along * down
            aside = abs(across * down) + abs(along * right)
            return ahead, aside

        ahead = [place for place in self.places if 0 < reach(place)[0] >= reach(place)[1]]
        return min(ahead, key=lambda place: (sum(reach(place)), place.id)).id if ahead else zone


def zone_map(places: Iterable[Place], links: Iterable[tuple[str, str]]) -> ZoneMap:
    """A map from what a data file lists."""
    return ZoneMap(tuple(places), tuple(links))
