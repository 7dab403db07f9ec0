"""Ships as counters: hull, plates, flags, fires and markers, with ropes between them and names beside them, and each ship in words."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import cos, hypot, radians, sin
from typing import Final, Literal, NamedTuple

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play.facts import TYPES
from rulesdemo.games.veneti.play.ships import crew_of, marines_of
from rulesdemo.games.veneti.play.state import Position, Ship
from rulesdemo.words import _, cache_by_language, ngettext
from widgets.board import counters
from widgets.board import markers as marks_board
from widgets.board.counters import ONE, TWO
from widgets.board.ship_labels import Placer
from widgets.scene.geometry import BoardGrid
from widgets.scene.shapes import Group, Point, placed

SIDES: Final = {"roman": ONE, "veneti": TWO}
AXIS: Final = {"galley": 1.0, "sail": 0.0}  # how far from her middle a hull goes straight, for ropes
HALF_BEAM: Final = {"galley": 0.31, "sail": 0.63}
# Where small markers go: beside a galley's hull (ahead, to starboard), on the corners of a square counter (right, down).
GALLEY_SPOTS: Final = ((-0.98, 0.60), (-0.98, -0.60), (0.30, 0.62), (0.30, -0.62))
SQUARE_SPOTS: Final = ((-0.58, -0.58), (-0.58, 0.58), (0.58, 0.58), (0.58, -0.58))
GALLEY_FLAG: Final = (0.98, 0.0)  # where a staff is planted: ahead, to starboard
SQUARE_FLAG: Final = (0.44, -0.28)  # right, down
FLAG: Final = 0.9


class Markers(NamedTuple):
    """What is on a counter beside its printed values."""

    marines: int
    crew: int
    flag: Literal["", "leader", "admiral"]
    acted: bool
    straggler: bool


def _markers(position: Position, ship: Ship) -> Markers:
    aboard = position.aboard(ship.id)
    turn = position.turn
    squadron = next((squadron.leader for squadron in turn.squadrons if ship.id in squadron.ships), ship.id)
    flag: Literal["", "leader", "admiral"] = "" if not aboard else "admiral" if any(leader.admiral for leader in aboard) else "leader"
    return Markers(marines_of(position, ship), crew_of(position, ship), flag, squadron in turn.activated, ship.id in turn.individuals)


def ship_group(position: Position, board: BoardGrid, ship: Ship) -> Group:
    """Draw a ship with everything on her, and her words."""
    markers = _markers(position, ship)
    friends = tuple(sorted(position.ship(other).name for other in ship.grappled))
    leaders = tuple(_leader(leader.name, admiral=leader.admiral) for leader in position.aboard(ship.id))
    return _counter(ship, board, markers, friends, leaders)


def _leader(name: str, *, admiral: bool) -> str:
    return _("{name}, Admiral, aboard").format(name=name) if admiral else _("{name}, leader, aboard").format(name=name)


@cache_by_language(5000)
def _counter(ship: Ship, board: BoardGrid, markers: Markers, friends: tuple[str, ...], leaders: tuple[str, ...]) -> Group:
    put = Placer(board.radius, board.turn(ship.heading))
    (_galley if ship.kind == "galley" else _square)(put, ship, markers)
    return Group(tuple(put.items), at=board.middle(ship.hexes), id=ship.id, role="ship", label=_ship_words(ship, markers, friends, leaders))


def _galley(put: Placer, ship: Ship, markers: Markers) -> None:
    put.items.append(placed(counters.galley(SIDES[ship.side]), (0.0, 0.0), put.r, put.turn))
    put.on_hull(counters.figure(counters.compact(f"C{markers.crew}", put.r), counters.small_type(put.r)), counters.GALLEY_CREW)
    put.on_hull(counters.plate(counters.compact(f"M{markers.marines}", put.r), SIDES[ship.controller]), counters.GALLEY_PLATE)
    for badge, (x, y) in zip(_badges(ship, markers, put.turn), GALLEY_SPOTS, strict=False):
        put.on_hull(badge, x, y, counters.small_type(put.r) / counters.SMALL)
    if ship.on_fire:
        put.on_hull(counters.fire(), 0.16, 0.0, 0.8)


def _square(put: Placer, ship: Ship, markers: Markers) -> None:
    put.items.append(placed(counters.square_ship(SIDES[ship.side], immobilised=ship.immobilised), (0.0, 0.0), put.r, put.turn))
    put.on_page(
        counters.plate(counters.compact(f"M{markers.marines}", put.r), SIDES[ship.controller], 0.38), 0.0, counters.SQUARE_PLATE_DOWN
    )
    for badge, (x, y) in zip(_badges(ship, markers, put.turn), SQUARE_SPOTS, strict=False):
        put.on_page(badge, x, y, counters.small_type(put.r) / counters.SMALL)
    if ship.on_fire:
        put.on_page(counters.fire(), 0.04, -0.28, 0.8)


def flags(position: Position, board: BoardGrid, ships: tuple[Ship, ...]) -> tuple[Group, ...]:
    """Draw flags of leaders and prizes, above every hull, since they rise into the next hex."""
    found = (_flag(ship, board, _markers(position, ship).flag) for ship in ships)
    return tuple(flag for flag in found if flag is not None)


@lru_cache(maxsize=1000)
def _flag(ship: Ship, board: BoardGrid, kind: str) -> Group | None:
    if ship.captured == "captured":
        picture = counters.captured(SIDES[ship.controller], SIDES[ship.side])
    elif kind:
        picture = counters.leader(SIDES[ship.side], admiral=kind == "admiral")
    else:
        return None
    put = Placer(board.radius, board.turn(ship.heading))
    if ship.kind == "galley":
        put.on_hull(picture, *GALLEY_FLAG, FLAG)
    else:
        put.on_page(picture, *SQUARE_FLAG, FLAG)
    return Group(tuple(put.items), at=board.middle(ship.hexes), id=f"{ship.id} flag", role="flag")


def flag_spots(flown: tuple[Group, ...], radius: float) -> tuple[marks_board.Spot, ...]:
    """Return where flags fly, for names to keep away from."""
    planted = [(flag.at[0] + item.at[0], flag.at[1] + item.at[1]) for flag in flown for item in flag.items if isinstance(item, Group)]
    return tuple((x + 0.28 * radius, y - 0.58 * radius, 0.36 * radius) for x, y in planted)


def _badges(ship: Ship, markers: Markers, turn: float) -> list[Group]:
    """Draw the small markers; the one for Maximum points ahead, so it turns with her."""
    badges = (
        (markers.acted, counters.acted()),
        (bool(ship.fatigue), counters.fatigued(ship.fatigue)),
        (ship.level == "maximum", replace(counters.maximum(), turn=turn)),
        (markers.straggler, counters.straggler()),
    )
    return [badge for on, badge in badges if on]


def _ship_words(ship: Ship, markers: Markers, friends: tuple[str, ...], leaders: tuple[str, ...]) -> str:
    where = _("bow in {hex}") if ship.kind == "galley" else _("in {hex}")
    parts = [
        ship.name,
        TYPES[ship.side, ship.kind],
        where.format(hex=GRID.label(ship.bow)),
        _("heading {direction}").format(direction=GRID.name(ship.heading)),
        ngettext("{count} marine", "{count} marines", markers.marines).format(count=markers.marines),
        _("crew {number}").format(number=markers.crew),
    ]
    states = (
        (ship.level == "maximum", _("at Maximum speed")),
        (bool(ship.fatigue), _("tired, F-{level}").format(level=ship.fatigue)),
        (ship.immobilised, _("immobilised")),
        (ship.crippled, _("crippled")),
        (ship.on_fire, _("on fire")),
        (ship.captured == "captured", _("captured")),
        (ship.captured == "recaptured", _("recaptured")),
        (markers.straggler, _("in no squadron")),
        (markers.acted, _("has acted")),
    )
    parts += [*leaders, *(words for on, words in states if on)]
    if friends:
        parts.append(_("grappled to {ships}").format(ships=_and(friends)))
    return ", ".join(map(str, parts))


def _and(words: tuple[str, ...]) -> str:
    return words[0] if len(words) == 1 else _("{most} and {last}").format(most=", ".join(words[:-1]), last=words[-1])


# -- ropes, and room for names ---------------------------------------------------------------------------------------------------------


def links(position: Position, board: BoardGrid, ships: tuple[Ship, ...]) -> tuple[Group, ...]:
    """Draw one pair of ropes for two ships that hold each other; drawn from the galley, or from the first of two alike."""
    found = []
    for ship in ships:
        for other in (position.ship(name) for name in sorted(ship.grappled)):
            first, second = sorted((ship, other), key=lambda each: (each.kind != "galley", each.id))
            if first is ship:
                found.append(_link(board, first.id, _axis(board, first), second.id, _axis(board, second), (first.kind, second.kind)))
    return tuple(found)


Axis = tuple[Point, Point]


def _axis(board: BoardGrid, ship: Ship) -> Axis:
    x, y = board.middle(ship.hexes)
    far, turn = AXIS[ship.kind] * board.radius, radians(board.turn(ship.heading))
    return (x - far * cos(turn), y - far * sin(turn)), (x + far * cos(turn), y + far * sin(turn))


@lru_cache(maxsize=1000)
def _link(board: BoardGrid, one: str, a: Axis, other: str, b: Axis, kinds: tuple[str, str]) -> Group:
    p, q = _closest(a, b)
    length, r = hypot(q[0] - p[0], q[1] - p[1]) or 1.0, board.radius
    ux, uy = (q[0] - p[0]) / length, (q[1] - p[1]) / length
    near, far = HALF_BEAM[kinds[0]] * r, HALF_BEAM[kinds[1]] * r
    ropes = marks_board.grapple((p[0] + ux * near, p[1] + uy * near), (q[0] - ux * far * 0.96, q[1] - uy * far * 0.96), r)
    return replace(ropes, id=f"ropes {one} {other}", role="rope")


def _closest(a: Axis, b: Axis) -> tuple[Point, Point]:
    """Return the points of two hulls where ropes would be thrown: nearest to each other, and in the middle of what lies side by side."""
    steps = [step / 8 for step in range(9)]
    pairs = [(_part(a, s), _part(b, t)) for s in steps for t in steps]
    nearest = min(hypot(p[0] - q[0], p[1] - q[1]) for p, q in pairs)
    near = [(p, q) for p, q in pairs if hypot(p[0] - q[0], p[1] - q[1]) < nearest + 1.5]
    return near[len(near) // 2]


def _part(axis: Axis, share: float) -> Point:
    (ax, ay), (bx, by) = axis
    return ax + (bx - ax) * share, ay + (by - ay) * share


@lru_cache(maxsize=2000)
def ahead_spots(board: BoardGrid, bow: Hex, heading: Direction) -> tuple[marks_board.Spot, ...]:
    """Return the middles of the three hexes before a ship, where her moves are marked: names keep off them, so as not to jump."""
    places = (GRID.neighbour(bow, GRID.turn(heading, turn)) for turn in (-1, 0, 1))
    return tuple((*board.centre(place), marks_board.RING * board.radius) for place in places)


@lru_cache(maxsize=2000)
def hull_spots(board: BoardGrid, kind: str, bow: Hex, heading: int) -> tuple[marks_board.Spot, ...]:
    """Return five discs along a galley, one on a square ship."""
    r = board.radius
    x, y = board.centre(bow)
    if kind != "galley":
        return ((x, y, 0.68 * r),)
    turn = radians(board.turn(heading))
    x, y = x - 0.866 * r * cos(turn), y - 0.866 * r * sin(turn)
    return tuple((x + far * r * cos(turn), y + far * r * sin(turn), 0.5 * r) for far in (-1.05, -0.55, 0.0, 0.55, 1.05))
