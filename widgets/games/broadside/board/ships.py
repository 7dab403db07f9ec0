"""Ships on one hex as counters: hull and sails, boxes for hull and masts, flags and markers, several in one hex, and each in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from math import cos, hypot, radians, sin
from typing import Final, NamedTuple

from rulesdemo.board.hexes import HEXSIDES, Direction, Hex
from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play.state import Position, Ship
from rulesdemo.words import N_, _, cache_by_language, ngettext
from widgets.board import counters, sail_counters
from widgets.board import markers as marks_board
from widgets.board.counters import ONE, TWO
from widgets.board.sail_counters import ONE_HEX, Rig
from widgets.board.ship_labels import Hull, Placer, brace, type_size
from widgets.games.broadside import names
from widgets.scene.geometry import BoardGrid
from widgets.scene.shapes import Group, Item, Point

SIDES: Final = {"british": ONE, "french": TWO}
MASTS: Final = 3  # that are drawn; a card may have fewer sections

BOX_SIZES: Final = (0.28, 0.46)  # type in the boxes of sections, of the radius
# Where things stand, in radii: for ships that point up or down the page, and for the others, who lean to one side or the other.
UPRIGHT_BOXES: Final = (0.66, 0.0)  # right of the middle, down; the hull's stand on the left, the masts' on the right
LEANING_BOXES: Final = (0.20, 0.60)  # the hull's below, the masts' above, both toward the side that the hull leaves free
FORT_BOXES: Final = (0.0, 0.64)
FIRE: Final = (0.30, 0.62)  # ahead of the middle, and its size
FLAG: Final = 0.54  # the size of a flag
FLAG_ROOM: Final = 0.12  # how much further off the boxes of masts stand beside one
UP_END: Final = 0.60  # from the middle to the end of a leaning hull where a flag is planted, the upper one
BADGE_SPOTS: Final = (-0.40, 0.62, 0.05, 0.30)  # ahead of the middle, on the keel
PAIR: Final = 2
ROOM_ABREAST: Final = 1.62  # radii that ships side by side may fill
MOST_APART: Final = 0.36  # and from one to the next at most
ABREAST: Final = 1.55  # their size, by what lies between two of them
AHEAD: Final = -0.12  # a line abreast lies a little up the page, for the boxes below it
ASTERN: Final = 1.06  # from the middle of such a ship down to her box, in radii of her size
CROWDED: Final = (0.84, 0.62)  # the size of a counter that shares its hex with one other, or with more
_KEEL: Final = ((-0.80, 0.16), (-0.4, 0.30), (0.0, 0.38), (0.4, 0.30), (0.80, 0.14))  # discs along a hull: how far ahead, how large


_SAILS: Final = {"on": N_("full sail set"), "setting": N_("setting full sail"), "taking_in": N_("taking in full sail")}
_ANCHORS: Final = {
    "dropping": N_("dropping anchor"),
    "down": N_("at anchor"),
    "weighing_2": N_("weighing anchor, two turns to go"),
    "weighing_1": N_("weighing anchor, one turn to go"),
}
_ADMIRALS: Final = {"chief": N_("chief admiral"), "second": N_("second admiral")}
_LEAKS: Final = {"small": N_("small leak"), "large": N_("large leak")}


class Berth(NamedTuple):
    """Where in her hex a ship is drawn, in radii from its middle, and how large; of a shared hex her box stands on the outer side."""

    x: float = 0.0
    y: float = 0.0
    size: float = 1.0
    is_abreast: bool = False  # ships lie to her right and left

    @property
    def box(self) -> Point:
        """Return where her box stands: toward the outside of the hex, or over her stern where she has neighbours on both sides."""
        if self.is_abreast:
            return 0.0, ASTERN
        far = hypot(self.x, self.y) or 1.0
        return self.x / far * UPRIGHT_BOXES[0], self.y / far * LEANING_BOXES[1]


ALONE: Final = Berth()


def rig_of(ship: Ship) -> Rig:
    """Return what she looks like: a ship of the line, or anything lighter."""
    return "short two-decker" if ship.rank == "line" else "short frigate"


def berths(ships: Iterable[Ship]) -> dict[str, Berth]:
    """Return a berth for every ship: those that share a hex lie beside each other, and smaller."""
    by_hex: defaultdict[Hex, list[Ship]] = defaultdict(list)
    for ship in ships:
        by_hex[ship.place].append(ship)
    found: dict[str, Berth] = {}
    for sharing in by_hex.values():
        # Sides apart, so that friends lie together; two that lean lie one above the other.
        ordered = sorted(sharing, key=lambda ship: (ship.side, ship.id))
        leaning = sum(not is_upright(ship.heading) for ship in ordered)
        if leaning or len(ordered) <= PAIR:
            places = _around(len(ordered), 90.0 if leaning * 2 > len(ordered) else 0.0)
        else:
            ordered.sort(key=lambda ship: ship.side, reverse=True)  # France on the left, as where the two are told beside each other
            places = _abreast(len(ordered))
        found.update(zip((ship.id for ship in ordered), places, strict=True))
    return found


@lru_cache(maxsize=50)
def _around(count: int, start: float) -> tuple[Berth, ...]:
    """Return places in a hex for a number of ships: one in the middle, two side by side, more in a ring from an angle on."""
    if count == 1:
        return (ALONE,)
    far, size = (0.40, CROWDED[0]) if count == PAIR else (0.50, CROWDED[1])
    turns = [radians(start + 360.0 * place / count) for place in range(count)]
    return tuple(Berth(round(far * cos(turn), 3), round(far * sin(turn), 3), size) for turn in turns)


@lru_cache(maxsize=50)
def _abreast(count: int) -> tuple[Berth, ...]:
    """Return places for more than two ships that all stand up or down the page: side by side, as close as they must."""
    apart = min(ROOM_ABREAST / count, MOST_APART)
    size = apart * ABREAST
    return tuple(Berth(round((place - (count - 1) / 2) * apart, 3), AHEAD, round(size, 3), is_abreast=True) for place in range(count))


def is_upright(heading: Direction) -> bool:
    """Return whether a hull on that heading stands up or down the page; the others lean."""
    return heading % (HEXSIDES // 2) == 0


def middle(board: BoardGrid, place: Hex, berth: Berth = ALONE) -> Point:
    """Return where on the page a ship lies, on a whole pixel."""
    x, y = board.centre(place)
    return float(round(x + berth.x * board.radius)), float(round(y + berth.y * board.radius))


def ship_group(position: Position, board: BoardGrid, ship: Ship, berth: Berth = ALONE) -> Group:
    """Draw a ship with everything on her, and her words; never a word of what stands in her log."""
    # The wind blows away from where it comes from; before it is known, yards are square.
    braced = brace(board, ship.heading, GRID.turn_right(position.weather.wind_from, HEXSIDES // 2)) if position.weather else 0
    return _counter(replace(ship, log=()) if ship.log else ship, board, braced, berth)


@cache_by_language(5000)
def _counter(ship: Ship, board: BoardGrid, braced: int, berth: Berth) -> Group:
    r = board.radius * berth.size
    put = Placer(r, board.turn(ship.heading))
    size = type_size(r, BOX_SIZES[0], BOX_SIZES[1] / berth.size)
    if ship.is_fort:
        put.on_page(counters.fort(SIDES[ship.side]), 0.0, -0.06, 0.98)
    else:
        put.on_hull(replace(_sailer(ship, braced), turn=put.turn), 0.0, 0.0, ONE_HEX)
    _boxes(put, ship, size, berth)
    if ship.damage.fire:
        put.on_hull(counters.fire(), FIRE[0], 0.0, FIRE[1])
    if (flag := _flag(ship)) is not None:
        # At the upper end of a hull that leans, off the boxes of her masts.
        ahead = 0.0 if is_upright(ship.heading) else UP_END if sin(radians(put.turn)) < 0 else -UP_END
        put.on_hull(flag, ahead, 0.0, FLAG)
    for badge, ahead in zip(_badges(ship), BADGE_SPOTS, strict=False):
        put.on_hull(badge, ahead, 0.0, counters.small_type(r) / counters.SMALL)
    return Group(tuple(put.items), at=middle(board, ship.place, berth), id=ship.id, role="ship", label=ship_words(ship))


def _flag(ship: Ship) -> Group | None:
    """Draw her captor's flag over her own, or her admiral's."""
    side = SIDES[ship.side]
    if ship.surrendered:
        return counters.captured(TWO if side is ONE else ONE, side)
    return None if ship.admiral == "none" else counters.leader(side, admiral=ship.admiral == "chief")


def _sailer(ship: Ship, braced: int) -> Group:
    """Draw her hull with the sails that she has left; all of them are gone with her last mast section."""
    sections = len(ship.masts) or 1
    fallen = -(-MASTS * ship.masts_lost // sections)
    return sail_counters.sailer(
        rig_of(ship),
        SIDES[ship.side],
        0 if fallen == MASTS else braced,
        struck=ship.surrendered,
        fallen=0 if ship.surrendered else fallen,
        canvas="full" if ship.sail in ("on", "taking_in") and not ship.surrendered else "plain",
    )


def _boxes(put: Placer, ship: Ship, size: float, berth: Berth) -> None:
    """Draw her sections on the water beside her, off the hull; one box for all of the hull where ships share a hex."""
    hull = hull_left(ship)
    if berth != ALONE:
        put.on_page(sail_counters.sections((ship.hull,), size), *berth.box)
        return
    if ship.is_fort:
        put.on_page(sail_counters.sections(hull, size), *FORT_BOXES)
        return
    upright = is_upright(ship.heading)
    boxes = sail_counters.sections(hull, size, upright=upright)
    masts = sail_counters.sections(masts_left(ship), size, kind="mast", upright=upright) if ship.masts else None
    if upright:
        x, y = UPRIGHT_BOXES
    else:
        # A hull whose bow or stern is up on the right leaves room below on the right, and above on the left.
        rises = sin(radians(put.turn)) * cos(radians(put.turn)) < 0
        x, y = (-1 if rises else 1) * LEANING_BOXES[0], -LEANING_BOXES[1]
    put.on_page(boxes, -x, -y)
    if masts is not None:
        room = FLAG_ROOM if _flag(ship) is not None and not upright else 0.0
        put.on_page(masts, x + (room if x > 0 else -room), y)


def hull_left(ship: Ship) -> tuple[int, ...]:
    """Return the points left in each hull section; they empty in order."""
    return _left(ship.sections, ship.hull_initial - ship.hull)


def masts_left(ship: Ship) -> tuple[int, ...]:
    """Return the points of each mast section, 0 for those that have fallen."""
    return tuple(0 if place < ship.masts_lost else points for place, points in enumerate(ship.masts))


def _left(sections: tuple[int, ...], lost: int) -> tuple[int, ...]:
    found = []
    for points in sections:
        gone = min(points, lost)
        lost -= gone
        found.append(points - gone)
    return tuple(found)


def _badges(ship: Ship) -> list[Group]:
    hurt = ship.damage
    shown = (
        (ship.state == "hulk", sail_counters.hulk()),
        (ship.anchor == "dropping", sail_counters.anchor("dropping")),
        (ship.anchor == "down", sail_counters.anchor("down")),
        (ship.anchor in ("weighing_1", "weighing_2"), sail_counters.anchor("weighing")),
        (ship.in_irons, sail_counters.irons()),
        (hurt.leak == "small", sail_counters.leak()),
        (hurt.leak == "large", sail_counters.leak(large=True)),
        (ship.sail != "off", sail_counters.pill("VH", under_way=ship.sail != "on")),
    )
    return [badge for on, badge in shown if on]


# -- locked together -------------------------------------------------------------------------------------------------------------------


def ropes(board: BoardGrid, ships: Iterable[Ship], lying: dict[str, Berth]) -> tuple[Item, ...]:
    """Draw grapples between enemies who are locked in one hex."""
    locked = [ship for ship in ships if ship.locked]
    found: list[Item] = []
    for one, other in combinations(locked, 2):
        if one.place == other.place and one.side != other.side:
            (ax, ay), (bx, by) = middle(board, one.place, lying[one.id]), middle(board, other.place, lying[other.id])
            # From side to side, so that the hulls stay clear.
            a, b = ((ax + (bx - ax) * share, ay + (by - ay) * share) for share in (0.24, 0.76))
            label = _("{one} and {other} are locked together").format(one=one.name, other=other.name)
            rope = marks_board.grapple(a, b, board.radius * 0.62)
            found.append(replace(rope, id=f"ropes {one.id} {other.id}", role="link", label=label))
    return tuple(found)


# -- in words --------------------------------------------------------------------------------------------------------------------------


def ship_words(ship: Ship) -> str:
    """Return a ship, where she lies, what is left of her, and every marker on her."""
    where = _("in {hex}").format(hex=GRID.label(ship.place))
    course = () if ship.is_fort else (_("heading {direction}").format(direction=GRID.name(ship.heading)),)
    speed = () if ship.is_fort else (_("speed {number}").format(number=ship.speed),)
    hull = _("hull {left} of {all}").format(left=ship.hull, all=ship.hull_initial)
    parts = [ship.name, names.SHIPS.get((ship.side, ship.type_name), ship.type_name), where, *course, *speed, hull]
    if ship.masts:
        standing = len(ship.masts) - ship.masts_lost
        parts.append(_("{left} of {all} mast sections").format(left=standing, all=len(ship.masts)))
    return ", ".join(map(str, [*parts, *_states(ship)]))


def _states(ship: Ship) -> list[str]:
    hurt = ship.damage
    told = (
        (ship.admiral != "none", _ADMIRALS.get(ship.admiral, "")),
        (ship.surrendered, _("surrendered")),
        (ship.state == "hulk", _("a hulk, she cannot fight")),
        (ship.locked, _("locked in a boarding")),
        (ship.in_irons, _("in irons")),
        (ship.sail != "off", _SAILS.get(ship.sail, "")),
        (ship.anchor != "none", _ANCHORS.get(ship.anchor, "")),
        (hurt.fire, _("on fire")),
        (hurt.leak != "none", _LEAKS.get(hurt.leak, "")),
        (hurt.gunner_dead, _("gunner dead")),
        (hurt.captain_dead and not hurt.officers_dead, _("captain dead")),
        (hurt.officers_dead, _("officers dead")),
        (bool(hurt.rigging_m), _("rigging hit, {number} M less").format(number=hurt.rigging_m)),
        (bool(hurt.rigging_inertia), _("rigging torn, inertia {number} less").format(number=hurt.rigging_inertia)),
        (bool(hurt.guns_loose), ngettext("guns loose", "guns loose {count} times", hurt.guns_loose).format(count=hurt.guns_loose)),
    )
    return [words for said, words in told if said]


# -- room for names --------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2000)
def hull_spots(board: BoardGrid, place: Hex, heading: Direction, berth: Berth = ALONE) -> Hull:
    """Return discs along a ship and over her boxes."""
    (x, y), r, turn = middle(board, place, berth), board.radius * berth.size, radians(board.turn(heading))
    across, down = (UPRIGHT_BOXES[0], 0.0) if is_upright(heading) else (0.0, LEANING_BOXES[1])
    boxes = ((across, down, 0.28), (-across, -down, 0.28))
    keel = tuple((far * cos(turn), far * sin(turn), wide) for far, wide in _KEEL)
    return tuple((x + dx * r, y + dy * r, wide * r) for dx, dy, wide in (*keel, *boxes))
