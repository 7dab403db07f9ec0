"""The zone map of the siege: our own schematic (T18), read from data, with what each zone is worth and what stands in it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from rulesdemo.board.zones import Place, ZoneMap, zone_map
from rulesdemo.rules.datafiles import game_file
from rulesdemo.words import N_

GAME: Final = "toulon"


class Zone(NamedTuple):
    """What the map prints in a zone."""

    id: str
    name: str
    kind: str  # land, road, roadstead, depot
    value: int = 0
    beach: bool = False
    turn1_landing: bool = False
    fort: int = 0  # its level; 0 for none
    whole_fort: bool = False  # Fort La Garde: zone and fort at once
    depot: str = ""  # whose: west, east or allied
    x: int = 0


class Board(NamedTuple):
    """The map, its zones by id, and the places that rules name."""

    chart: ZoneMap
    zones: Mapping[str, Zone]
    toulon: str
    la_malgue: str
    battery_zones: tuple[str, ...]
    beaches: tuple[str, ...]  # from west to east
    depots: Mapping[str, str]

    def west_of_la_malgue(self, zone: str) -> bool:
        """Whether it lies west of Fort La Malgue on the map."""
        return self.zones[zone].x < self.zones[self.la_malgue].x


@cache
def board() -> Board:
    """The demo map, once."""
    data: dict[str, Any] = game_file(GAME, "map")
    places, zones = [], {}
    for entry in data["zone"]:
        places.append(Place(entry["id"], entry["name"], entry["kind"], entry["x"], entry["y"]))
        printed = {**entry, "name": N_(entry["name"])}
        zones[entry["id"]] = Zone(**{name: value for name, value in printed.items() if name != "y"})
    chart = zone_map(places, [(one, other) for one, other in data["links"]])
    depots = {zone.depot: zone.id for zone in zones.values() if zone.depot}
    return Board(
        chart,
        zones,
        data["toulon"],
        data["la_malgue"],
        tuple(data["battery_zones"]),
        tuple(data["beaches_west_to_east"]),
        depots,
    )
