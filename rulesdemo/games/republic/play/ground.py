"""Where Forces can go: ways out of a battle hex, ways to it, and the cities on them (8.23, 8.26-C, 8.37)."""

from __future__ import annotations

from typing import NamedTuple

from rulesdemo.board.hexes import Hex
from rulesdemo.errors import InputError
from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.play.state import City, Force, Position, Side, enemy_of
from rulesdemo.play.engine import cites


class WayOut(NamedTuple):
    """The hexes of a withdrawal, and whether it ends inside the city in the last of them."""

    route: tuple[Hex, ...]
    city: bool


def read_hex(label: str) -> Hex | None:
    """The hex with this number, None if there is no such number."""
    try:
        return GRID.parse(label)
    except InputError:
        return None


def friendly_city(position: Position, place: Hex, side: Side) -> City | None:
    """The side's own city in a hex."""
    city = position.city_at(place)
    return city if city is not None and city.owner == side else None


@cites("8.23-C")
def exits(position: Position, place: Hex, side: Side) -> tuple[Hex, ...]:
    """The hexes next door that hold no enemy Force [8.23-C, R42]."""
    foe = enemy_of(side)
    return tuple(other for other in position.scenario.ground.around(place) if not position.outside(other, foe))


@cites("8.23", "8.23-C")
def ways_out(position: Position, force: Force) -> tuple[WayOut, ...]:
    """Every way to withdraw: into the city in the hex, or one or two hexes, each farther off than the last [8.23, R42]."""
    key = ("ways out", force.id)
    if key in position.memo:
        return position.memo[key]  # type: ignore[no-any-return]
    here, side = force.at, force.side
    limits = position.rules.table("refusal")
    least, most = limits.at("withdraw_least_hexes"), limits.at("withdraw_most_hexes")
    found = [WayOut((), city=True)] if friendly_city(position, here, side) else []
    routes: list[tuple[Hex, ...]] = [] if "cannot_leave" in force.marks else [(step,) for step in exits(position, here, side)]
    while routes and len(routes[0]) <= most:
        for route in routes if len(routes[0]) >= least else ():
            found.append(WayOut(route, city=False))
            if friendly_city(position, route[-1], side):
                found.append(WayOut(route, city=True))
        routes = [(*route, step) for route in routes for step in exits(position, route[-1], side) if step.distance(here) == len(route) + 1]
    position.memo[key] = tuple(found)
    return tuple(found)


@cites("8.23-M")
def only_over_river(position: Position, force: Force) -> bool:
    """Whether every way out crosses a river at its first step, road or no road [8.23-M, R43]."""
    ground = position.scenario.ground
    return not friendly_city(position, force.at, force.side) and all(
        ground.river(force.at, step) for step in exits(position, force.at, force.side)
    )


@cites("8.37")
def retreats(position: Position, place: Hex, side: Side) -> tuple[WayOut, ...]:
    """Where a beaten side may go: its city in the hex, or one hex without an enemy Force [8.37, R44]."""
    found = [WayOut((), city=True)] if friendly_city(position, place, side) else []
    for step in exits(position, place, side):
        found.append(WayOut((step,), city=False))
        if friendly_city(position, step, side):
            found.append(WayOut((step,), city=True))
    return tuple(found)
