"""Points of sailing: what each of the six headings is to a ship in this wind, and the M that she has on it."""

from __future__ import annotations

from typing import Final, NamedTuple

from rulesdemo.board.hexes import HEXSIDES, Direction
from rulesdemo.games.broadside.board import GRID, point_index
from rulesdemo.games.broadside.play.helm import m_of, point_at
from rulesdemo.games.broadside.play.state import Position, Ship
from rulesdemo.words import _
from widgets.games.broadside import names
from widgets.play.game_guide import Count, Outlook
from widgets.play.lesson import Lesson


class Heading(NamedTuple):
    """One heading: its name, its point of sailing, the M on it, and whether she has it now."""

    name: str
    point: str
    m: int
    is_now: bool


def headings(position: Position, ship: Ship) -> tuple[Heading, ...]:
    """Return the six headings of a ship in the wind there is [IV.a, T3]."""
    found = []
    for side in map(Direction, range(HEXSIDES)):
        point = point_at(position.rules, point_index(side, position.sky.wind_from))
        found.append(Heading(GRID.name(side), point, m_of(position, ship, point), side == ship.heading))
    return tuple(found)


def heading_words(position: Position, ship: Ship) -> str:
    """Return how the wind takes her now, and what that leaves her."""
    now = next(each for each in headings(position, ship) if each.is_now)
    wind = position.sky
    if not wind.force:
        return _("There is no wind: no heading moves her. [T3] [B28]")
    form = _("{ship} heads {heading}, the wind comes from {wind} with force {n}: she is {point} ({letter}) and has {m} M. [IV.a] [T3]")
    return form.format(
        ship=ship.name,
        heading=now.name,
        wind=GRID.name(wind.wind_from),
        n=wind.force,
        point=names.POINTS[now.point],
        letter=now.point,
        m=now.m,
    )


def outlook(position: Position, name: str) -> Outlook | None:
    """Return her M on each of the six headings; the one that she has is marked."""
    ship = position.find(name)
    if ship is None or ship.gone or position.weather is None or position.result is not None:
        return None
    lines = tuple(Count(f"{each.name} {each.point}", each.m, "bar", is_now=each.is_now) for each in headings(position, ship))
    return Outlook(_("What each heading gives {ship}, in M").format(ship=ship.name), lines, heading_words(position, ship))


POINTS: Final = Lesson("points", outlook=outlook, rose="sw")
