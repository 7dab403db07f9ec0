"""What lies around a ship on one hex: field of fire, where she is raked from, line to a target, sight, command, points of sailing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from rulesdemo.board.hexes import HEXSIDES, Direction, Hex
from rulesdemo.games.broadside.board import GRID, point_index
from rulesdemo.games.broadside.gunnery import gun_force, raking
from rulesdemo.games.broadside.play.command import in_command, lag_of
from rulesdemo.games.broadside.play.facts import clauses
from rulesdemo.games.broadside.play.gunnery import aim_of, bears, check_guns, check_shot, is_past_nearer, range_at, targets
from rulesdemo.games.broadside.play.helm import m_of, point_at
from rulesdemo.games.broadside.play.state import Chart, Position, Rank, Ship
from rulesdemo.games.broadside.play.weather import sight_of
from rulesdemo.play.engine import Refusal, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, cache_by_language, ngettext
from widgets.board import markers, sea_chart
from widgets.board.hex_notes import FAINT, note, note_at, note_size, saltire, washes
from widgets.board.lines import CLOSED, OPEN, abeam, banded, clear_of, hatched, stroke, with_room, words_beside
from widgets.games.broadside import names
from widgets.games.broadside.board.ships import SIDES, hull_spots
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import INK, MAG, PAPER, SHEET, TEAL
from widgets.scene.shapes import Disc, Group, Item, Label, Path, Point, Style, along
from widgets.web.position_cache import memo_of

NO_RAKE, NOT_PAST = 0, False
UNSEEN: Final = "4A5A64"  # the colour of what lies out of sight
LINK: Final = ((SHEET, 6.0, ()), (TEAL, 3.0, ()))
LATE_LINK: Final = ((SHEET, 6.0, ()), (TEAL, 3.0, (9.0, 5.0)))
SHORT: Final = 0.55  # radii from the middle of a ship to where a link begins
LETTER: Final = 0.34  # type of a point of sailing, of the radius
ROOMY: Final = 25.0  # radius of a hex with room for a letter below a number
WORDY: Final = 36.0  # and of one with room for some words above a ship


def _signed(number: int) -> str:
    return f"{number:+}".replace("-", "−")


def _hexes(count: int) -> str:
    return ngettext("{n} hex", "{n} hexes", count).format(n=count)


# -- field of fire -----------------------------------------------------------------------------------------------------------------------


class Band(NamedTuple):
    """Hexes in which her guns bear with one force, how far away they are, and what the distance does to the die."""

    hexes: tuple[Hex, ...]
    least: int
    most: int
    force: int
    drm: int


class Fields(NamedTuple):
    """The hexes that her broadsides reach, near to far, and those from which she is raked."""

    bands: tuple[Band, ...]
    raked: tuple[Hex, ...]


def fields_of(position: Position, ship: Ship) -> Fields:
    """Return her field of fire, as far as her guns reach and one sees, and the hexes from which she is raked [V.b, V.b enfilade]."""
    return memo_of(position, ("fields", ship.id), lambda: _fields(position, ship))


def _fields(position: Position, ship: Ship) -> Fields:
    return Fields(_bands(position, ship), () if ship.is_fort or ship.surrendered else _raked(position, ship))


def _bands(position: Position, ship: Ship) -> tuple[Band, ...]:
    if check_guns(position, ship) is not None:
        return ()
    hurt = ship.damage
    causes = (ship.sections_destroyed, hurt.guns_loose, ship.sail in ("on", "taking_in"), position.sky.force, hurt.leak == "small")
    bands = _reach(position.rules, position.scenario.chart, ship.place, ship.heading, sight_of(position).hexes, ship.is_fort)
    ratings = {"short": ship.short, "long": ship.long}
    forces = [_force(position.rules, ratings[rating], causes, fort=ship.is_fort) for rating, _band in bands]
    return tuple(band._replace(force=force) for (_rating, band), force in zip(bands, forces, strict=True) if force >= 0)


@lru_cache(maxsize=1000)
def _force(rules: Ruleset, base: int, causes: tuple[int, int, bool, int, bool], *, fort: bool) -> int:
    """Return the force of a shot that is neither raking nor past a nearer target; -1 where there is none."""
    sections, loose, sail, wind, leak = causes
    found = settled(gun_force, rules, base, sections, NO_RAKE, NOT_PAST, loose, sail, wind, leak, fort)
    return int(found.force) if found.fires else -1


@lru_cache(maxsize=200)
def _reach(rules: Ruleset, sea: Chart, place: Hex, heading: Direction, sight: int, fort: bool) -> tuple[tuple[str, Band], ...]:
    """Return bands of one rating and one effect on the die, with the rating that fires into each; their force is still open."""
    firer = _gun(place, heading, fort)
    away = {each: each.distance(place) for each in sorted(sea.hexes)}
    distances = sorted(far for far in set(away.values()) if far <= sight and range_at(rules, far, fort=fort).legal)
    near = [each for each in away if away[each] in distances and bears(rules, firer, each)]
    found = []
    for (rating, far), run in groupby(distances, key=lambda distance: _kind(rules, distance, fort)):
        lasts = list(run)
        hexes = tuple(each for each in near if lasts[0] <= away[each] <= lasts[-1])
        found.append((rating, Band(hexes, lasts[0], lasts[-1], 0, int(rules.table("die_modifiers").at("range_5_to_7")) if far else 0)))
    return tuple(found)


def _kind(rules: Ruleset, distance: int, fort: bool) -> tuple[str, bool]:
    reach = range_at(rules, distance, fort=fort)
    return str(reach.rating), bool(reach.far)


def _gun(place: Hex, heading: Direction, fort: bool) -> Ship:
    """Return a ship of whom only the place and the heading matter."""
    rank: Rank = "fort" if fort else "line"
    return Ship("", "", "", "french", rank, "none", 0, 0, 0, (), 0, False, 0, 0, 0, (1,), place, heading, 1)  # noqa: FBT003 - her card


def _raked(position: Position, ship: Ship) -> tuple[Hex, ...]:
    return _rakes(position.rules, position.scenario.chart, ship.place, ship.heading)


@lru_cache(maxsize=200)
def _rakes(rules: Ruleset, sea: Chart, place: Hex, heading: Direction) -> tuple[Hex, ...]:
    away = {each: each.distance(place) for each in sorted(sea.hexes - sea.land)}
    near = [each for each in away if away[each] and range_at(rules, away[each], fort=False).rake]
    steps = [(each, each - place) for each in near]
    return tuple(each for each, step in steps if settled(raking, rules, GRID.name(heading), step.q, step.r).rakes)


def fields(position: Position, board: BoardGrid, ship: Ship, taken: frozenset[Hex] = frozenset()) -> Group:
    """Draw her field of fire washed by distance inside a dotted line, each band with its force, and in diagonals whence she is raked.

    Words keep off the hexes that are taken, by ships or otherwise.
    """
    full = taken | position.scenario.chart.land | frozenset(each.place for each in position.there)
    refusal = check_guns(position, ship)
    return _fields_drawn(board, ship, fields_of(position, ship), full, "" if refusal is None else refusal.reason)


def raked(position: Position, board: BoardGrid, ship: Ship, taken: frozenset[Hex] = frozenset()) -> Group:
    """Draw the hexes from which she is raked, alone: as a firer sees her."""
    places = fields_of(position, ship).raked
    full = taken | frozenset(each.place for each in position.there)
    drawn: tuple[Item, ...] = (hatched(board, places), *_rake_notes(board, places, full)) if places else ()
    label = _("{ship} is raked from {count} hexes").format(ship=ship.name, count=len(places))
    return Group(drawn, id="raked", role="sector", label=label)


@cache_by_language(50)
def _fields_drawn(board: BoardGrid, ship: Ship, found: Fields, taken: frozenset[Hex], refusal: str) -> Group:
    items = banded(board, [band.hexes for band in found.bands], SIDES[ship.side].fill)
    if found.raked:
        items.append(hatched(board, found.raked))
    course = board.middle((ship.place,)), board.turn(ship.heading)
    notes: list[Label] = []
    for band in found.bands:
        words = _band_words(band)
        free = with_room(board, band.hexes, taken, words)
        notes += [note(board, place, words, INK) for place in abeam(board, *course, clear_of(board, free, words, notes))]
    items += notes
    items += _rake_notes(board, found.raked, taken, notes)
    return Group(tuple(items), id="fields", role="sector", label=_fields_words(ship, found, refusal))


def _rake_notes(board: BoardGrid, places: tuple[Hex, ...], taken: frozenset[Hex], notes: Sequence[Label] = ()) -> list[Label]:
    """Return the word at each end of the keel, as far off as the zone reaches."""
    words = _("raked from here")
    if not places:
        return []
    mid = board.middle(places)
    free = clear_of(board, with_room(board, places, taken, words), words, notes)
    found = []
    for above in (True, False):
        end = [place for place in free if (board.centre(place)[1] < mid[1] - 1) is above]
        if end:
            # Far off, where the zone is broad; of those equally far, the middle one.
            far = max(round(abs(board.centre(place)[1] - mid[1])) for place in end)
            row = [place for place in end if round(abs(board.centre(place)[1] - mid[1])) == far]
            found.append(note(board, sorted(row, key=board.centre)[len(row) // 2], words, INK))
    return found


def _band_words(band: Band) -> str:
    words = _("force {force}").format(force=band.force)
    return words + (_(", die {drm}").format(drm=_signed(band.drm)) if band.drm else "")


def _fields_words(ship: Ship, found: Fields, refusal: str) -> str:
    if refusal:
        label = refusal.rstrip(".")
    else:
        how = _("{ship} fires all round") if ship.is_fort else _("{ship} fires from both broadsides")
        label = how.format(ship=ship.name)
        for band in found.bands:
            span = _("{least} to {most} hexes").format(least=band.least, most=band.most) if band.least < band.most else _hexes(band.most)
            label += ", " + _("at {span} with {force}").format(span=span, force=_band_words(band))
    if found.raked:
        label += ". " + _("She is raked from {count} hexes ahead and astern").format(count=len(found.raked))
    return label


# -- a shot ----------------------------------------------------------------------------------------------------------------------------


def nearer(position: Position, ship: Ship, target: Ship) -> tuple[Ship, ...]:
    """Return every enemy who makes a shot at the target one past a nearer target."""
    others = [other for other in position.there if other.id not in (ship.id, target.id)]
    return tuple(other for other in others if is_past_nearer(replace(position, ships=(ship, target, other)), ship, target))


def nearest(position: Position, ship: Ship) -> Ship | None:
    """Return the nearest enemy whom she may fire at."""
    able = targets(position, ship)
    return min(able, key=lambda other: (ship.place.distance(other.place), GRID.label(other.place)), default=None)


def line_of_fire(position: Position, board: BoardGrid, ship: Ship, target: Ship, taken: Iterable[Hex] = ()) -> Group | None:
    """Draw the line to an enemy with the force and the die of the shot, or why there is none; None for a friend.

    A nearer ship is marked. Words keep off hulls and off the hexes that are taken.
    """
    if target.side == ship.side or target.gone or ship.gone or ship.place == target.place:
        return None
    hulls = [spot[:2] for each in position.there for spot in hull_spots(board, each.place, each.heading)]
    full = (*hulls, *map(board.centre, taken))
    ends = (_edge(board, ship, target), _edge(board, target, ship))
    refusal = check_guns(position, ship) or check_shot(position, ship, target)
    if refusal is not None:
        return _no_shot(board, ends, refusal, full)
    aimed = aim_of(position, ship, target)
    parts = [_("force {force}").format(force=aimed.force)]
    parts += [_("die {drm}").format(drm=_signed(aimed.drm))] if aimed.drm else []
    parts += [_("raking")] if aimed.raking else []
    words = ", ".join(map(str, parts))
    label = _("{ship} fires at {target}, {away} away: {how}").format(
        ship=ship.name, target=target.name, away=_hexes(aimed.distance), how=words
    )
    passed = nearer(position, ship, target) if aimed.past_nearer else ()
    if passed:
        label += ", " + _("past {others}, who is nearer").format(others=", ".join(each.name for each in passed))
    marks = [item for each in passed for item in _nearer_mark(board, each)]
    return Group((stroke(ends, OPEN), words_beside(board, ends, words, full), *marks), id="line of fire", role="line", label=label)


def _edge(board: BoardGrid, ship: Ship, other: Ship) -> Point:
    """Return where a line leaves her hex for another's."""
    return along(board.centre(ship.place), board.centre(other.place), 0.35 * board.radius)


def _nearer_mark(board: BoardGrid, ship: Ship) -> tuple[Item, ...]:
    x, y = board.centre(ship.place)
    ring = Disc(round(x, 1), round(y, 1), round(0.80 * board.radius, 1), Style("", MAG, 2.0, dash=(4.0, 4.0)))
    return ring, note(board, ship.place, _("nearer"), MAG, -1.02)


def nearest_mark(board: BoardGrid, ship: Ship, target: Ship) -> Group:
    """Draw the nearest enemy: a ring around her, and the word."""
    x, y = board.centre(target.place)
    ring = Disc(round(x, 1), round(y, 1), round(0.84 * board.radius, 1), Style("", TEAL, 2.0, dash=(8.0, 4.0)))
    label = _("The nearest target of {ship} is {target}").format(ship=ship.name, target=target.name)
    return Group((ring, note(board, target.place, _("nearest"), TEAL, -1.02)), id="nearest", role="mark", label=label)


def reason_words(refusal: Refusal) -> str:
    """Return why not, and the rule that says so, without a full stop."""
    return _("{reason}, rule {rule}").format(reason=refusal.reason.rstrip("."), rule=refusal.rule)


def _no_shot(board: BoardGrid, ends: tuple[Point, Point], refusal: Refusal, full: tuple[Point, ...]) -> Group:
    """Draw a line along which nobody may fire: dotted, crossed out in the middle."""
    notes = {"V.b": _("no gun bears"), "V.b forts": _("too near"), "T6": _("out of sight"), "VI": _("out of the fight")}
    (ax, ay), (bx, by) = ends
    middle = ((ax + bx) / 2, (ay + by) / 2)
    words = replace(words_beside(board, ends, notes.get(refusal.rule, _("no shot")), full), ink=INK)
    label = reason_words(refusal)
    return Group((stroke(ends, CLOSED), *saltire(board, middle), words), id="line of fire", role="line", label=label)


# -- sight -----------------------------------------------------------------------------------------------------------------------------


def sight(position: Position, board: BoardGrid, ship: Ship, taken: frozenset[Hex] = frozenset()) -> Group:
    """Show how far one sees from a ship: a broken ring of hexes, and a veil over the rest of the map [T6]. Words keep off what is taken."""
    far = sight_of(position)
    hidden = tuple(place for place in sorted(position.scenario.chart.hexes) if place.distance(ship.place) > far.hexes)
    label = _("{ship} sees {far}").format(ship=ship.name, far=_hexes(far.hexes)) + (_(", as it is night") if far.night else "")
    if not hidden:
        return Group((), id="sight", role="sector", label=label + _(", the whole map"))
    full = taken | frozenset(each.place for each in position.there)
    return Group(_veil(board, hidden, ship.place, far.hexes, full), id="sight", role="sector", label=label)


@cache_by_language(20)
def _veil(board: BoardGrid, hidden: tuple[Hex, ...], eye: Hex, far: int, taken: frozenset[Hex]) -> tuple[Item, ...]:
    edge = sea_chart.outline(board, hidden)
    veil = Path(edge, Style(f"#{UNSEEN}2E", f"#{UNSEEN}", 1.6, dash=(9.0, 5.0), join="miter"))
    words = _("sight {far}").format(far=_hexes(far))
    close = sorted((place for place in hidden if place.distance(eye) == far + 1), key=lambda place: (board.centre(place)[1], place))
    free = with_room(board, close, taken, words) or close or [eye]
    # Above the ship where the map goes on there; a window on the map begins at 0, and what is less is out of view.
    in_view = [place for place in free if min(board.centre(place)) > 2 * board.radius]
    return veil, note_at(board, board.centre((in_view or free)[0]), words, INK)


# -- command ---------------------------------------------------------------------------------------------------------------------------


class Link(NamedTuple):
    """A ship through whom another is in command, and whether that is only through a second admiral."""

    above: Ship
    below: Ship
    late: bool


def chain_of(position: Position, chief: Ship) -> tuple[Link, ...]:
    """Return how a side's command reaches each ship: the fewest links from the chief, then from second admirals in command [VII]."""
    through = in_command(position, chief.side)
    ships = {ship.id: ship for ship in position.there if through.get(ship.id, "none") != "none"}
    reach = position.rules.table("command")
    found: list[Link] = []
    reached = [ship for ship in ships.values() if ship.admiral == "chief"]
    left = [ship for ship in ships.values() if ship.admiral != "chief"]
    for late in (False, True):
        if late:
            seconds = [ship for ship in left if ship.admiral == "second"]
            found += [Link(lord, second, late=False) for lord in reached[:1] for second in seconds]
            left = [ship for ship in left if ship not in seconds]
            waiting = seconds
        else:
            waiting = list(reached)
        while waiting:
            above = waiting.pop(0)
            far = int(reach.at("chief_reach" if above.admiral == "chief" else "friend_reach"))
            near = [ship for ship in left if above.place.distance(ship.place) <= far and (through[ship.id] == "second_admiral") is late]
            found += [Link(above, ship, late) for ship in near]
            left = [ship for ship in left if ship not in near]
            waiting += near
            reached += near
    return tuple(found)


def command(position: Position, board: BoardGrid, ship: Ship) -> tuple[Group, ...]:
    """Draw the chain of command of a ship's side: a line along every link, and how far ahead a ship writes that skips turns."""
    ships = [each for each in position.there if each.side == ship.side and not each.is_fort and not each.surrendered]
    chief = next((each for each in ships if each.admiral == "chief"), None)
    links = () if chief is None else chain_of(position, chief)
    found = [_reach_of_chief(position, board, chief)] if chief is not None else []
    found += [_linked(board, link) for link in links]
    found += [_lag_mark(board, each, lag, alone=_is_alone(position, each)) for each in ships if (lag := lag_of(position, each))]
    return tuple(found)


def _is_alone(position: Position, ship: Ship) -> bool:
    return in_command(position, ship.side).get(ship.id, "none") == "none"


def _reach_of_chief(position: Position, board: BoardGrid, chief: Ship) -> Group:
    far = int(position.rules.table("command").at("chief_reach"))
    near = tuple(place for place in sorted(position.scenario.chart.hexes) if place.distance(chief.place) <= far)
    line = Path(sea_chart.outline(board, near), Style(line=f"{TEAL}B3", width=1.6, dash=(0.1, 5.0), cap="round"))
    label = _("{ship} commands every friend within {far}").format(ship=chief.name, far=_hexes(far))
    return Group((*washes(board, near, f"{TEAL}{FAINT}"), line), id="command", role="sector", label=label)


def _linked(board: BoardGrid, link: Link) -> Group:
    a, b = board.centre(link.above.place), board.centre(link.below.place)
    ends = (along(a, b, SHORT * board.radius), along(b, a, SHORT * board.radius))
    strokes = tuple(stroke(ends, Style(line=line, width=width, dash=dash)) for line, width, dash in (LATE_LINK if link.late else LINK))
    how = _("{ship} is in command through {above}") if not link.late else _("{ship} is in command through {above}, under a second admiral")
    label = how.format(ship=link.below.name, above=link.above.name)
    return Group(strokes, id=f"command {link.below.id}", role="link", label=label)


def _lag_mark(board: BoardGrid, ship: Ship, lag: int, *, alone: bool) -> Group:
    x, y = board.centre(ship.place)
    ring = (Disc(round(x, 1), round(y, 1), round(0.82 * board.radius, 1), Style("", INK, 2.0, dash=(3.0, 5.0))),) if alone else ()
    words = ngettext("{n} turn ahead", "{n} turns ahead", lag).format(n=lag)
    why = _(", out of command") if alone else ""
    label = _("{ship} writes {words}").format(ship=ship.name, words=words) + why
    # In small hexes the words would lie across the ships next to her.
    drawn = note(board, ship.place, words if board.radius >= WORDY else f"+{lag}", INK, -1.12)
    return Group((*ring, drawn), id=f"lag {ship.id}", role="mark", label=label)


# -- points of sailing -------------------------------------------------------------------------------------------------------------------


def points(position: Position, board: BoardGrid, ship: Ship, lit: frozenset[Hex] = frozenset()) -> Group:
    """Draw around a ship what each heading means in this wind: the letter of the point of sailing, and her M there [IV.a].

    In hexes that are lit the middle belongs to what can be pressed: the letter stands below it, and the number is only told.
    """
    items: list[Item] = []
    told = []
    for side in range(HEXSIDES):
        heading = Direction(side)
        point = point_at(position.rules, point_index(heading, position.sky.wind_from))
        m = m_of(position, ship, point)
        place = GRID.neighbour(ship.place, heading)
        is_now = heading == ship.heading
        items += _point_below(board, place, point) if place in lit else _point(board, place, point, m, is_now=is_now)
        words = _("{direction} {point}, {m} M").format(direction=GRID.name(heading), point=names.POINTS[point], m=m)
        told.append(words + (_(" (now)") if heading == ship.heading else ""))
    label = _("{ship} by heading: {all}").format(ship=ship.name, all=clauses(told))
    return Group(tuple(items), id="points", role="sector", label=label)


def _point_below(board: BoardGrid, place: Hex, point: str) -> list[Item]:
    """Draw the letter under what is in the middle of a lit hex, if the hex is large enough for both."""
    x, y = board.centre(place)
    return [note_at(board, (x, y + 0.62 * board.radius), point, MAG)] if board.radius >= ROOMY else []


def _point(board: BoardGrid, place: Hex, point: str, m: int, *, is_now: bool) -> list[Item]:
    x, y = (round(number, 1) for number in board.centre(place))
    r, size = board.radius, max(markers.SMALLEST_TYPE + 2, LETTER * board.radius)
    ring = Style(MAG if is_now else SHEET, MAG, 2.0)
    letter = Label(x, round(y - 0.20 * r, 1), point, size, weight=700, ink=PAPER if is_now else MAG)
    under = note_at(board, (x, y + 0.36 * r + 0.2 * note_size(r)), _("{m} M").format(m=m), MAG)
    return [Disc(x, round(y - 0.20 * r, 1), round(0.80 * size, 1), ring), letter, under]
