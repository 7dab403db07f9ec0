"""Who hears a leader: what his signals reach around enemies, who follows in his line, and who is on her own, each with its rule."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import cos, hypot, radians, sin
from typing import Final, Literal, NamedTuple

from rulesdemo.board.hexes import Hex
from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play.places import around, sides_of
from rulesdemo.games.veneti.play.ships import crew_of
from rulesdemo.games.veneti.play.squadrons import FORMS, follows, hexes_in_range, leaders_of, line_of
from rulesdemo.games.veneti.play.state import Leader, Position, Ship
from rulesdemo.games.veneti.squadrons import straggler
from rulesdemo.odds.format import exact
from rulesdemo.words import _, listing, ngettext
from widgets.board import sea_chart
from widgets.games.veneti.board.ranges import command, hex_list, line_ahead
from widgets.games.veneti.board.ships import hull_spots
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import INK, MAG, SHEET, TEAL
from widgets.scene.shapes import Disc, Group, Item, Label, Path, Point, Style, hatch, poly, rect, text_width
from widgets.web.position_cache import memo_of

How = Literal["command", "range", "line", "alone"]
FARTHEST: Final = 40  # hexes; no map is wider
TAG: Final = (13.0, 0.3)  # the least size of a tag's type, and its size by the radius
FAR: Final = (0.95, 1.1, 1.25, 1.4, 1.6, 1.8, 2.0, 2.3, 2.6, 3.0)  # how far from her middle a tag may stand, by the radius
TURNS: Final = (90, -90, 70, -70, 110, -110, 45, -45, 135, -135, 180, 0)  # and in which direction from her bow
CLEAR: Final = 5.0  # pixels between a tag and a hull
EDGE: Final = 12.0  # pixels between a tag and the edge of the picture


class Hearing(NamedTuple):
    """How a ship stands to the leaders of her side."""

    ship: Ship
    how: How
    leaders: tuple[Leader, ...]  # to whose squadrons she may belong
    leader: Leader | None  # the one she is measured from: the first of those, or the nearest leader
    hexes: int | None  # from his ship, counted round enemies; None where there is no way
    straight: int | None  # the same if no enemy were there
    place: int  # in his line, from 1; 0 if she is not in it
    obeys: Fraction  # the chance that she does, on her own


def leaders_afloat(position: Position, side: str = "") -> tuple[Leader, ...]:
    """Return the leaders who are still there."""
    return tuple(leader for leader in position.leaders if not leader.lost and side in ("", leader.side))


def leader_for(position: Position, name: str) -> Leader | None:
    """Return the leader whose signals matter to a ship: aboard her, over her, nearest to her; the first of all where no ship is named."""
    ship = position.find(name) if name else None
    if ship is None or ship.gone or not leaders_afloat(position, ship.controller):
        return next(iter(leaders_afloat(position)), None)
    return hearing(position, ship).leader


def without_enemies(position: Position, leader: Leader) -> Position:
    """Return the same sea with his own side on it alone."""
    return replace(position, ships=tuple(ship for ship in position.ships if ship.controller == leader.side))


def cut_off(position: Position, leader: Leader) -> frozenset[Hex]:
    """Return the hexes that his signals would reach if no enemy were there, those under enemies left out [6.14]."""
    enemies = {place for place, ship in position.occupied.items() if ship.controller != leader.side}
    return hexes_in_range(without_enemies(position, leader), leader) - hexes_in_range(position, leader) - enemies


def way_to(position: Position, leader: Leader, ship: Ship) -> int | None:
    """Return how many hexes it is from his ship to another, counted as the rule does; None if no way leads there [6.14]."""
    before = 0
    for hexes in range(FARTHEST):
        area = hexes_in_range(position, replace(leader, command_range=hexes))
        if any(place in area for place in ship.hexes):
            return hexes
        if len(area) == before:
            return None
        before = len(area)
    return None


def hearing(position: Position, ship: Ship) -> Hearing:
    """Return how one ship stands; the engine says to whom she may belong, and this says why [6.15]."""
    return memo_of(position, ("hearing", ship.id), lambda: _hearing(position, ship))


def _hearing(position: Position, ship: Ship) -> Hearing:
    own = leaders_afloat(position, ship.controller)
    leaders = tuple(leader for leader in own if leader.id in leaders_of(position, ship))
    far = {leader.id: way_to(position, leader, ship) for leader in leaders or own}
    nearest = min(own, key=lambda leader: FARTHEST if (hexes := far.get(leader.id)) is None else hexes, default=None)
    leader = leaders[0] if leaders else nearest
    obeys = straggler.dist(position.rules, crew_of(position, ship)).p(obeys=True)
    if leader is None:
        return Hearing(ship, "alone", (), None, None, None, 0, obeys)
    hexes = far[leader.id]
    line = [each.id for each in line_of(position, leader)]
    place = line.index(ship.id) + 1 if ship.id in line and len(line) > 1 else 0
    how: How = "alone"
    if leaders:
        how = "command" if leader.ship == ship.id else "range" if hexes is not None and hexes <= leader.command_range else "line"
    return Hearing(ship, how, leaders, leader, hexes, way_to(without_enemies(position, leader), leader, ship), place, obeys)


def sentence(position: Position, found: Hearing) -> str:
    """Return how she stands and by which rule, without her name."""
    leader = found.leader
    if leader is None:
        return _("On her own: her side has no leader. [6.13]") + " " + _obedience(found)
    if len(found.leaders) > 1:
        names = listing(each.name for each in found.leaders)
        return _("In range of {leaders}: her owner picks one. [6.15]").format(leaders=names)
    if found.how == "command":
        words = _("Carries {leader}, who is heard {far} away. [6.11]")
        return words.format(leader=leader.name, far=_hexes(leader.command_range))
    flag = position.ship(leader.ship).name
    if found.how == "line":
        return _("In: number {place} in the line ahead of {leader}, however far off. [6.12]").format(place=found.place, leader=leader.name)
    if found.how == "range":
        words = _("In: {far} from {flag}, in range of {leader}. [6.14]")
        return words.format(far=_hexes(found.hexes or 0), flag=flag, leader=leader.name)
    return f"{_apart(found, leader, flag)} {_obedience(found)}"


def _apart(found: Hearing, leader: Leader, flag: str) -> str:
    """Return why she is on her own: too far, or shut off by enemies."""
    if found.straight is not None and found.straight <= leader.command_range:
        if found.hexes is None:
            return _("Out: enemies close every way from {flag}. [6.14] [6.13]").format(flag=flag)
        words = _("Out: {near} off, but enemies are in the way, and round them it is {n}. [6.14] [6.13]")
        return words.format(near=_hexes(found.straight), n=found.hexes)
    far = found.hexes if found.hexes is not None else found.straight
    words = _("Out: {far} from {flag}, and signals carry {n}. [6.14] [6.13]")
    return words.format(far=_hexes(far or 0), flag=flag, n=leader.command_range)


def _hexes(count: int) -> str:
    return ngettext("{n} hex", "{n} hexes", count).format(n=count)


def _obedience(found: Hearing) -> str:
    return _("Alone she obeys with {chance}. [6.16]").format(chance=exact(found.obeys))


# -- on the board ----------------------------------------------------------------------------------------------------------------------


def signals(position: Position, board: BoardGrid, leader: Leader, room: Point | None = None) -> tuple[Group, ...]:
    """Draw his halo, what enemies cut from it, his line with the place that is free in it, and a tag at every ship of his side."""
    found = [command(position, board, leader)]
    if cut := sorted(cut_off(position, leader)):
        found.append(_cut(board, cut))
    if len(line_of(position, leader)) > 1:
        found.append(line_ahead(position, board, leader))
        found += _free_places(position, board, leader)
    return (*found, *tags(position, board, leader.side, room))


def _cut(board: BoardGrid, hexes: list[Hex]) -> Group:
    """Draw crossed lines inside a broken one over hexes that are in range, but out of hearing."""
    items: list[Item] = []
    for place in hexes:
        (x, y), r = board.centre(place), board.radius
        box = (round(x - r, 1), round(y - r, 1), round(x + r, 1), round(y + r, 1))
        lines = Path((*hatch(box, r * 0.3), *hatch(box, r * 0.3, mirrored=True)), Style(line=f"{INK}40", width=1.0))
        items.append(Group((lines,), clip=poly(board.corners(place))))
    items.append(Path(sea_chart.outline(board, hexes), Style(line=INK, width=1.6, dash=(6.0, 4.0), join="miter")))
    label = _("Enemies cut off {hexes}: in range, but no signal goes through them").format(hexes=hex_list(hexes))
    return Group(tuple(items), id="cut", role="sector", label=label)


def next_places(position: Position, leader: Leader) -> tuple[Hex, ...]:
    """Return where a bow must lie, heading as the line, to be the next in it; the form of a line of two or more is settled [6.12]."""
    line = line_of(position, leader)
    last = line[-1]
    forms = [form for form in FORMS if len(line) == 1 or follows(line[-2], last, form)]
    sea = position.scenario.sea
    found = [place for place in around(last.hexes[-1]) for form in forms if follows(last, replace(last, bow=place), form)]
    return tuple(place for place in found if place in sea.hexes - sea.coast and place not in position.occupied)


def _free_places(position: Position, board: BoardGrid, leader: Leader) -> list[Group]:
    """Draw a dotted ring where the next bow goes."""
    found = []
    for place in next_places(position, leader):
        x, y = board.centre(place)
        ring = Disc(round(x, 1), round(y, 1), round(0.5 * board.radius, 1), Style(f"{MAG}12", MAG, 2.0, dash=(0.1, 6.0), cap="round"))
        heading = GRID.name(line_of(position, leader)[-1].heading)
        label = _("The next of the line has her bow in {hex}, heading {heading}").format(hex=GRID.label(place), heading=heading)
        found.append(Group((ring,), id=f"next {GRID.label(place)}", role="sector", label=label))
    return found


def tags(position: Position, board: BoardGrid, side: str, room: Point | None) -> tuple[Group, ...]:
    """Draw a word or two beside every ship of a side but the command ships, inside a picture of this size."""
    heard = [hearing(position, ship) for ship in position.afloat if ship.controller == side]
    others = [each for each in heard if each.how != "command"]
    return tuple(tag(position, board, each.ship, tag_words(each), room, is_good=each.how != "alone") for each in others)


def tag_words(found: Hearing) -> str:
    """Say whether she is in range, in line, or alone with the chance that she obeys."""
    if found.how == "alone":
        return _("alone: {chance}").format(chance=exact(found.obeys))
    return _("in line") if found.how == "line" else _("in range")


def tag(position: Position, board: BoardGrid, ship: Ship, words: str, room: Point | None, *, is_good: bool) -> Group:
    """Draw a few words on a plate beside a ship: teal in a plain line for yes, ink in a broken line for no."""
    size = max(TAG[0], TAG[1] * board.radius)
    wide, high = text_width(words, size) + size, 1.5 * size
    ink = TEAL if is_good else INK
    plate = Path(rect(-wide / 2, -high / 2, wide, high, high / 2 - 0.1), Style(SHEET, ink, 1.6, dash=() if is_good else (4.0, 3.0)))
    items: tuple[Item, ...] = (plate, Label(0, 0, words, size, weight=600, ink=ink))
    lying = tuple((other.kind, other.bow, other.heading) for other in (ship, *(each for each in position.afloat if each.id != ship.id)))
    at = _beside(board, lying, (wide, high), room)
    return Group(items, at=at, id=f"tag {ship.id}", role="note", label=_("{name}: {words}").format(name=ship.name, words=words))


@lru_cache(maxsize=500)
def _beside(board: BoardGrid, lying: tuple[tuple[str, Hex, int], ...], box: Point, room: Point | None) -> Point:
    """Return the point nearest to the first ship where a box covers no ship and stays in the picture; abeam before ahead and astern."""
    kind, bow, heading = lying[0]
    hulls = [spot for each in lying for spot in hull_spots(board, *each)]
    x, y = board.middle(sides_of(kind, bow, heading).hexes)
    ahead = board.turn(heading)
    spots = [
        (x + far * board.radius * cos(radians(ahead + turn)), y + far * board.radius * sin(radians(ahead + turn)))
        for far in FAR
        for turn in TURNS
    ]
    left, top = box[0] / 2 + EDGE, box[1] / 2 + EDGE

    def is_free(spot: Point) -> bool:
        inside = room is None or (left <= spot[0] <= room[0] - left and top <= spot[1] <= room[1] - top)
        return inside and not any(_covers(spot, box, hull) for hull in hulls)

    best = next(filter(is_free, spots), spots[0])
    return float(round(best[0])), float(round(best[1]))


def _covers(middle: Point, box: Point, hull: tuple[float, float, float]) -> bool:
    """Return whether a box touches a disc."""
    across, down = max(0.0, abs(middle[0] - hull[0]) - box[0] / 2), max(0.0, abs(middle[1] - hull[1]) - box[1] / 2)
    return hypot(across, down) < hull[2] + CLEAR
