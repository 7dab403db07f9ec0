"""What lies around a sailing ship: her fire and enfilade zones, lines of fire, debris, and where she may drift."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.board.sectors import nearest_pairs
from rulesdemo.games.escadres.blast import blast_dice
from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.gunnery import number_of_dice, zone
from rulesdemo.games.escadres.play.damage import ships_reached, stops_debris
from rulesdemo.games.escadres.play.drifting import open_ways
from rulesdemo.games.escadres.play.gunnery import aim, blocks_fire, check_shot
from rulesdemo.games.escadres.play.places import Berth, Steps, apart, lie, lines
from rulesdemo.games.escadres.play.state import Blast, Position, Ship
from rulesdemo.play.engine import Refusal, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, cache_by_language, ngettext
from widgets.board import sail_counters
from widgets.board.hex_notes import note, note_at, note_size, saltire
from widgets.board.lines import (
    BAND_WASH,
    CLOSED,
    OPEN,
    abeam,
    banded,
    hatched,
    off_keel,
    ring,
    stroke,
    with_room,
    words_beside,
)
from widgets.board.ship_labels import ghost
from widgets.games.escadres.board.ships import SIDES, rig_of
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import INK, TEAL
from widgets.scene.shapes import Group, Label, Path, Point, Style, along, placed

DEBRIS: Final = Style(line=INK, width=3.0, dash=(12.0, 5.0))
SHORT: Final = 0.75  # radii before the middle of a hex that closes a line
WORDS_AT: Final = 4.3  # radii from her middle
OFF_KEEL: Final = 0.55  # radii, for the word beside a drifting hull


# -- zones -----------------------------------------------------------------------------------------------------------------------------


class Band(NamedTuple):
    """Hexes of the fire zone at about one distance, and the most and the fewest dice that reach them."""

    hexes: tuple[Hex, ...]
    most: int
    least: int


class Zones(NamedTuple):
    """The hexes abeam that her guns reach, near to far, and the hexes along her keel from which she is raked."""

    bands: tuple[Band, ...]
    ahead: tuple[Hex, ...]
    astern: tuple[Hex, ...]


@lru_cache(maxsize=50_000)
def _zone(rules: Ruleset, place: Hex, heading: Direction) -> str:
    return str(settled(zone, rules, heading, (place.q, place.r)).zone)


def zones_of(position: Position, ship: Ship) -> Zones:
    """Return her zones over open water, as far as her guns reach; a ship that has struck has none [E-FIRE-1, E-ENF-1, E-MARK-2]."""
    table = position.scenario.table
    return _zones(position.rules, table.hexes - table.land, ship.berth, 0 if ship.struck else ship.power, ship.training)


@lru_cache(maxsize=50)
def _zones(rules: Ruleset, water: frozenset[Hex], berth: Berth, power: int, training: int) -> Zones:
    def dice(away: int) -> int:
        """Return the dice of a shot at a target at a distance, neither raked nor low."""
        return int(settled(number_of_dice, rules, power, away - 1, False, False, training).dice)  # noqa: FBT003 - as the procedure has them

    bow, heading = berth
    hexes = lie(bow, heading).hexes
    # Each hex between costs a die of her power [E-FIRE-3].
    far = max(0, power - int(rules.table("dice_modifiers").at("base_least")) + 1)
    away = {place: min(place.distance(end) for end in hexes) for place in sorted(water)}
    near = [place for place, distance in away.items() if 0 < distance <= far]
    lying = {place: _zone(rules, place - bow, heading) for place in near}
    edges = [-(-far * share // len(BAND_WASH)) for share in range(len(BAND_WASH) + 1)]
    bands = (
        Band(
            tuple(place for place in near if lying[place] == "broadside" and first < away[place] <= last),
            dice(first + 1),
            dice(last),
        )
        for first, last in pairwise(edges)
        if first < last
    )
    ends = (tuple(place for place in near if lying[place] == end) for end in ("enfilade_ahead", "enfilade_astern"))
    return Zones(tuple(bands), *ends)


def zones(position: Position, board: BoardGrid, ship: Ship, taken: frozenset[Hex] = frozenset()) -> Group:
    """Draw the fire zone washed by distance inside a dotted line, the enfilade zone in diagonals inside a broken one, all of it named.

    Names keep off the hexes that are taken, by ships or otherwise.
    """
    return _zones_drawn(board, ship, zones_of(position, ship), taken | position.scenario.table.land | frozenset(position.occupied))


def cones(position: Position, board: BoardGrid, ship: Ship) -> Group:
    """Draw her enfilade zone alone, as a firer sees her: from where she is raked."""
    found = zones_of(position, ship)
    ends = [places for places in (found.ahead, found.astern) if places]
    rooms = [with_room(board, places, frozenset(position.occupied), _("raked from here")) for places in ends]
    notes = [label for room in rooms for label in _keel_notes(board, ship, room)[1:]]
    label = _("{ship} is raked from {ahead} hexes ahead and {astern} astern, as far as her own guns reach")
    words = label.format(ship=ship.name, ahead=len(found.ahead), astern=len(found.astern))
    return Group((*(hatched(board, places) for places in ends), *notes), id="cones", role="sector", label=words)


@cache_by_language(50)
def _zones_drawn(board: BoardGrid, ship: Ship, found: Zones, taken: frozenset[Hex]) -> Group:
    colour = SIDES[ship.side].fill
    items = banded(board, [band.hexes for band in found.bands], colour)
    items += [hatched(board, places) for places in (found.ahead, found.astern) if places]
    for band in found.bands:
        free = with_room(board, band.hexes, taken, _band_words(band))
        spots = abeam(board, *_course(board, ship), free)
        items += [note(board, place, _band_words(band), INK) for place in spots]
        # The next band's words keep off these.
        taken = taken.union(spots, *(GRID.neighbours(place) for place in spots))
    for places in (found.ahead, found.astern):
        items += _keel_notes(board, ship, with_room(board, places, taken, _("raked from here")))
    return Group(tuple(items), id="zones", role="sector", label=_zone_words(ship, found))


def _dice(count: int) -> str:
    return ngettext("{n} die", "{n} dice", count).format(n=count)


def _band_words(band: Band) -> str:
    return _("{least} to {most} dice").format(least=band.least, most=band.most) if band.least < band.most else _dice(band.most)


def _course(board: BoardGrid, ship: Ship) -> tuple[Point, float]:
    """Return her middle, and which way she points."""
    return board.middle(ship.hexes), board.turn(ship.heading)


def _keel_notes(board: BoardGrid, ship: Ship, places: list[Hex]) -> list[Label]:
    """Return the words along the keel for what the zone means: she has no shot there, and is raked from it."""
    if not places:
        return []
    # A little way off, where the zone is broad enough for words.
    off = {place: off_keel(board, *_course(board, ship), place) for place in places}
    spot = min(places, key=lambda place: (round(abs(abs(off[place][0]) - WORDS_AT * board.radius) + abs(off[place][1]), 1), place))
    (x, y), drop = board.centre(spot), 0.55 * note_size(board.radius)
    return [note_at(board, (x, y - drop), _("no shot,"), INK), note_at(board, (x, y + drop), _("raked from here"), INK)]


def _zone_words(ship: Ship, found: Zones) -> str:
    if not found.bands:
        return _("{ship} has struck: she fires no more, and nobody fires at her").format(ship=ship.name)
    abeam = sum(len(band.hexes) for band in found.bands)
    label = _("{ship} fires abeam, into {count} hexes").format(ship=ship.name, count=abeam)
    for band in found.bands:
        label += ", " + _("{dice} into {count}").format(dice=_band_words(band), count=len(band.hexes))
    keel = _("Her enfilade zone, as far as her guns reach: {ahead} hexes ahead, {astern} astern. She is raked from there, and has no shot")
    return f"{label}. {keel.format(ahead=len(found.ahead), astern=len(found.astern))}"


# -- lines of fire and of debris -------------------------------------------------------------------------------------------------------


class Line(NamedTuple):
    """A straight line between the nearest hexes of two ships, step by step, and the hexes of the step that closes it, if one does."""

    start: Hex
    end: Hex
    steps: Steps
    stop: tuple[Hex, ...] = ()


def line_between(one: Ship, other: Ship, blocks: Callable[[Hex], bool]) -> Line:
    """Return the line that counts: the first that is open, or the first of all where none is."""
    pairs = nearest_pairs(one.hexes, other.hexes)
    found = []
    for (start, end), steps in zip(pairs, lines(one.berth, other.berth), strict=True):
        stop = next((places for places in steps if all(blocks(place) for place in places)), ())
        found.append(Line(start, end, steps, stop))
    return next((line for line in found if not line.stop), found[0])


def _between(board: BoardGrid, places: tuple[Hex, ...]) -> Point:
    """Return the middle of a step, which may lie on a hexside."""
    centres = [board.centre(place) for place in places]
    return sum(x for x, _y in centres) / len(centres), sum(y for _x, y in centres) / len(centres)


def _end(board: BoardGrid, line: Line) -> Point:
    """Return where a line ends: in the target, or just before whatever closes it, where a hull does not hide it."""
    if not line.stop:
        return board.centre(line.end)
    start, stop = board.centre(line.start), _between(board, line.stop)
    return along(stop, start, SHORT * board.radius)


def _stroke(board: BoardGrid, line: Line, style: Style) -> Path:
    return stroke((board.centre(line.start), _end(board, line)), style)


def names_at(position: Position, places: tuple[Hex, ...]) -> str:
    """Return who or what lies in these hexes."""
    return ", ".join(sorted({position.occupied[place].name if place in position.occupied else _("land") for place in places}))


def line_of_fire(position: Position, board: BoardGrid, ship: Ship, target: Ship, taken: Iterable[Hex] = ()) -> Group | None:
    """Draw the line to an enemy: dashes with a ringed −1 on each hex between, or as far as what is in the way; None for a friend.

    Its words keep off hulls and off the hexes that are taken.
    """
    full = (*_hulls(board, position.there), *map(board.centre, taken))
    if target.side == ship.side or target.gone or ship.gone or not apart(ship.berth, target.berth):
        return None
    line = line_between(ship, target, lambda place: blocks_fire(position, ship, place))
    refusal = check_shot(position, ship, target)
    if refusal is not None:
        return _no_shot(position, board, line, refusal, full)
    aimed = aim(position, ship, target)
    rings = [ring(board, _between(board, places), "−1") for places in line.steps]
    words = _dice(aimed.dice) + (_(", raking") if aimed.raking else "") + (_(", low target") if aimed.low else "")
    beside = _beside(board, line, full, words)
    between = ngettext("{n} hex", "{n} hexes", aimed.between).format(n=aimed.between)
    label = _("{ship} fires at {target} with {dice}: power {power}, {between} between").format(
        ship=ship.name, target=target.name, dice=words, power=ship.power, between=between
    )
    return Group((_stroke(board, line, OPEN), *rings, beside), id="line of fire", role="line", label=label)


def _no_shot(position: Position, board: BoardGrid, line: Line, refusal: Refusal, full: tuple[Point, ...]) -> Group:
    """Draw a line that nobody may fire along: dotted, with a cross where it ends."""
    notes = {"E-FIRE-1": _("not abeam"), "E-FIRE-3": _("out of range"), "E-MARK-2": _("has struck")}
    is_blocked = refusal.rule == "E-FIRE-2"
    by = names_at(position, line.stop)
    words = _("blocked: {by}").format(by=by) if is_blocked else notes.get(refusal.rule, _("no shot"))
    shut = line if is_blocked else line._replace(stop=())
    items = (_stroke(board, shut, CLOSED), *saltire(board, _end(board, shut) if is_blocked else _middle(board, shut)))
    beside = replace(_beside(board, shut, full, words), ink=INK)
    told = f"{refusal.reason} {_('In the way: {by}.').format(by=by)}" if is_blocked else refusal.reason
    label = f"{told.rstrip('.')}, {_('rule {rule}').format(rule=refusal.rule)}"
    return Group((*items, beside), id="line of fire", role="line", label=label)


def _middle(board: BoardGrid, line: Line) -> Point:
    (ax, ay), (bx, by) = board.centre(line.start), _end(board, line)
    return (ax + bx) / 2, (ay + by) / 2


def _hulls(board: BoardGrid, ships: Iterable[Ship]) -> tuple[Point, ...]:
    """Return both ends and the middle of every ship."""
    return tuple(spot for ship in ships for spot in (*map(board.centre, ship.hexes), board.middle(ship.hexes)))


def _beside(board: BoardGrid, line: Line, full: tuple[Point, ...], words: str) -> Label:
    """Draw words beside a line."""
    past = (_between(board, line.stop), board.centre(line.end)) if line.stop else None
    # A line that is stopped has no rings.
    rings = [] if line.stop else [_between(board, each) for each in line.steps]
    return words_beside(board, (board.centre(line.start), _end(board, line)), words, full, rings, past)


def blast(position: Position, board: BoardGrid, source: Ship) -> tuple[Group, ...]:
    """Draw where debris of a ship flies, or would: a line to every ship that it strikes with its dice, and to those in shelter."""
    pending = position.pending
    under_way = isinstance(pending, Blast) and pending.source == source.id
    hits = dict(pending.hits if isinstance(pending, Blast) and under_way else ships_reached(position, source))
    found = []
    if source.gone:
        picture = placed(sail_counters.burst(), board.middle(source.hexes), board.radius, board.turn(source.heading))
        found.append(replace(picture, id="burst", role="mark", label=_("{ship} has exploded").format(ship=source.name)))
    for ship in position.there:
        if ship.id != source.id:
            line = line_between(source, ship, lambda place: stops_debris(position, source, place))
            if ship.id in hits:
                found.append(_debris(board, source, ship, line, hits[ship.id]))
            elif line.stop and not under_way and _dice_of(position, source, ship):
                found.append(_sheltered(position, board, ship, line))
    return tuple(found)


def _dice_of(position: Position, source: Ship, ship: Ship) -> int:
    return int(settled(blast_dice, position.rules, source.power_initial, apart(source.berth, ship.berth)).dice)


def _debris(board: BoardGrid, source: Ship, ship: Ship, line: Line, dice: int) -> Group:
    dice_ring = ring(board, _middle(board, line), str(dice))
    label = _("Debris of {source} strikes {ship} with {dice}").format(source=source.name, ship=ship.name, dice=_dice(dice))
    return Group((_stroke(board, line, DEBRIS), dice_ring), id=f"debris {ship.id}", role="line", label=label)


def _sheltered(position: Position, board: BoardGrid, ship: Ship, line: Line) -> Group:
    """Show what is left of a line past whatever stops it: dotted from a cross there to the ship, who is spared."""
    label = _("{by} shelters {ship} from debris, rule E-BLAST-1").format(by=names_at(position, line.stop), ship=ship.name)
    end = board.centre(line.end)
    cross = along(_between(board, line.stop), end, SHORT * board.radius)
    rest = stroke((cross, end), CLOSED)
    others = [position.occupied[place] for place in line.stop if place in position.occupied]
    past = line._replace(start=line.stop[0], stop=())
    words = replace(_beside(board, past, _hulls(board, (ship, *others)), _("sheltered")), ink=INK)
    return Group((rest, *saltire(board, cross), words), id=f"debris {ship.id}", role="line", label=label)


# -- where she drifts -------------------------------------------------------------------------------------------------------------------


_WAYS: Final = {
    "both": lambda: _("whole ship"),
    "stern_only": lambda: _("stern"),
    "bow_only": lambda: _("bow"),
    "bow_pays_off_left": lambda: _("bow pays off"),
    "bow_pays_off_right": lambda: _("bow pays off"),
}


def drift_hex(position: Position, ship: Ship, berth: Berth) -> Hex:
    """Return the hex that stands for a way to drift: one that she enters this way and no other, where there is one."""
    entered = [place for place in lie(*berth).hexes if place not in ship.hexes]
    others = {place for other in open_ways(position, ship).values() if other != berth for place in lie(*other).hexes}
    return next((place for place in entered if place not in others), entered[0])


def drift(position: Position, board: BoardGrid, ship: Ship) -> tuple[Group, ...]:
    """Show where she lies when she drifts, for every way that is open to her: a hull in broken lines, named where it moves to."""
    outline = sail_counters.hull(rig_of(ship))
    found = []
    for way, berth in open_ways(position, ship).items():
        hexes = lie(*berth).hexes
        shadow = ghost(outline, board.middle(hexes), board.turn(berth.heading), board.radius)
        entered = drift_hex(position, ship, berth)
        # Off the keel of the ghost, on the side away from the ship herself, whose hull lies above it.
        down = -OFF_KEEL if board.centre(entered)[1] < board.middle(ship.hexes)[1] - 1 else OFF_KEEL
        words = _WAYS[way]()
        label = _("{ship} may drift: {part}, to bow {bow}, heading {heading}").format(
            ship=ship.name, part=words, bow=GRID.label(berth.bow), heading=GRID.name(berth.heading)
        )
        found.append(Group((shadow, note(board, entered, words, TEAL, down)), id=f"drift {way}", role="sector", label=label))
    return tuple(found)
