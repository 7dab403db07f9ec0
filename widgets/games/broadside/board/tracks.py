"""Moves over the hexes: an order that is being written, what inertia leaves open, swings on the spot, and a turn moment by moment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice, pairwise
from math import cos, degrees, radians, sin
from typing import Final, NamedTuple

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.grammar import FULL_SAIL, LEFT, RIGHT, Fault, Parsed, parse, read_order
from rulesdemo.games.broadside.play.contact import NOWHERE
from rulesdemo.games.broadside.play.events import Manoeuvred
from rulesdemo.games.broadside.play.helm import check_order, cost_of, heading_after, helm_of, spelling_refusal, walk
from rulesdemo.games.broadside.play.state import Contact, DiceRequest, Gone, Place, Position, Ship, Track
from rulesdemo.play.engine import Refusal
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.board import markers, sail_counters
from widgets.board.hex_notes import hex_list, note_at, note_size, saltire
from widgets.board.highlights import on_hex
from widgets.board.lines import CLOSED, stroke
from widgets.board.sail_counters import ONE_HEX
from widgets.board.ship_labels import Hull, ghost
from widgets.games.broadside.board.ranges import reason_words
from widgets.games.broadside.board.ships import SIDES, berths, hull_spots, rig_of
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import INK, MAG, SHEET, TEAL
from widgets.scene.shapes import Disc, Group, Item, Label, Path, Point, Style, along, arc, poly

PIVOT: Final = 0.56  # radii from the middle of a hex to the arrow of a pivot
SWING: Final = 1.02  # and to that of a ship that turns where she lies, outside her hull
HEAD: Final = 0.19  # of the radius
LEAST_HEAD: Final = 6.0
BAR: Final = 0.46  # half the length of the mark where a move may end
NUMBER: Final = 0.30  # type in the rings of a track
LEAST_NUMBER: Final = 12.0
WHY: Final = {NOWHERE: N_("the other cannot go back")}  # shorter than the engine's own words


# -- signs -----------------------------------------------------------------------------------------------------------------------------


def _numbered(board: BoardGrid, place: Hex, text: str, colour: str, *, strong: bool = False) -> Group:
    """Draw a number in a ring, on a hex; filled where it matters most."""
    size = max(LEAST_NUMBER, NUMBER * board.radius)
    ring = Disc(0.0, 0.0, round(0.78 * size, 1), Style(colour if strong else SHEET, colour, 2.0))
    label = Label(0.0, 0.0, text, size, weight=700, ink=SHEET if strong else colour)
    return on_hex(board, place, Group((ring, label), key=f"numbered:{text}:{colour}:{size:g}:{strong:d}"))


def _turned(board: BoardGrid, place: Hex, before: Direction, after: Direction, words: str, far: float = PIVOT) -> tuple[Item, ...]:
    """Draw an arrow around the middle of a hex, from one heading to the next, and a word outside it."""
    (x, y), r = board.centre(place), far * board.radius
    start = board.turn(before)
    swing = (board.turn(after) - start + 180.0) % 360.0 - 180.0
    head = max(LEAST_HEAD, HEAD * board.radius)
    # The point of the arrow takes the last part of the way.
    base = start + swing - (1.0 if swing > 0 else -1.0) * degrees(1.2 * head / r)

    def at(turn: float, out: float) -> Point:
        return round(x + out * cos(radians(turn)), 1), round(y + out * sin(radians(turn)), 1)

    curve = tuple((pen[0], *(round(float(number), 1) for number in pen[1:])) for pen in arc(x, y, r, start, base))
    outside = note_at(board, at(start + swing / 2, r + 1.1 * note_size(board.radius)), words, MAG)
    point = poly((at(start + swing, r), at(base, r - 0.7 * head), at(base, r + 0.7 * head)))
    return (
        Path(curve, Style(line=SHEET, width=7.0, cap="round")),
        Path(point, Style(SHEET, SHEET, 4.0)),
        Path(curve, Style(line=MAG, width=3.0)),
        Path(point, Style(MAG)),
        replace(outside, face="sans", weight=600, italic=False),
    )


def _bar(board: BoardGrid, place: Hex, heading: Direction) -> tuple[Item, ...]:
    """Draw the mark of a hex where a move may end: a bar across the track."""
    (x, y), turn, far = board.centre(place), radians(board.turn(heading) + 90.0), BAR * board.radius
    ends = ((x - far * cos(turn), y - far * sin(turn)), (x + far * cos(turn), y + far * sin(turn)))
    return stroke(ends, Style(line=SHEET, width=8.0, cap="round")), stroke(ends, Style(line=TEAL, width=4.5, cap="round"))


def _shadow(board: BoardGrid, ship: Ship, place: Place) -> Group:
    return ghost(sail_counters.hull(rig_of(ship)), board.middle((place.hex,)), board.turn(place.heading), board.radius * ONE_HEX)


# -- an order that is being written ----------------------------------------------------------------------------------------------------


def _spent(rules: Ruleset, order: Parsed) -> Iterator[int]:
    text = FULL_SAIL if order.sail else ""
    for leg, hexes in enumerate(order.hexes):
        yield from (cost_of(rules, f"{text}{number}") for number in range(1, hexes + 1))
        text += f"{hexes}{order.turns[leg] if leg < len(order.turns) else ''}"
    if order.tack:
        yield cost_of(rules, order.text)


def spent_after(rules: Ruleset, order: Parsed, hexes: int) -> tuple[int, ...]:
    """Return the M spent when each of some hexes is reached: pivots count where they are made, setting sail at the start [T7]."""
    return tuple(islice(_spent(rules, order), hexes))


def plot(position: Position, board: BoardGrid, ship: Ship, text: str) -> Group | None:
    """Draw the track of an order: M spent on each hex, a bar where inertia lets it end, pivots, her hull at the end; None without sense.

    An order that is refused is drawn too, and one that is not well formed as far as it is, with a cross at its end and the reason in words.
    """
    helm = helm_of(position, ship)
    read = read_order(position.rules, text)
    order = _so_far(position.rules, text, read) if isinstance(read, Fault) else read
    if order is None:
        return None
    refusal = spelling_refusal(read) if isinstance(read, Fault) else check_order(position.rules, helm, order.text)
    start = Place(ship.place, ship.heading)
    way = walk(position.rules, position.scenario.chart, position.sky.wind_from, start, order)
    spent = spent_after(position.rules, order, len(way.steps) - 1) if order.kind == "moves" else ()
    items: list[Item] = []
    for one, other in pairwise(way.steps):
        items += markers.trail(board.centre(one.hex), board.centre(other.hex), board.radius)
    headings = (ship.heading, *(step.heading for step in way.steps))
    for number, (step, came) in enumerate(zip(way.steps, headings, strict=False)):
        if step.heading != came:
            more = spent[number] - (spent[number - 1] if number else 0) - 1 if number < len(spent) and not order.tack else 0
            words = f"{_letter(came, step.heading)} +{more}" if more else _letter(came, step.heading)
            items += _turned(board, step.hex, came, step.heading, words, PIVOT if number else SWING)
        if number:
            done = spent[number - 1]
            is_open = helm.least <= done <= helm.most
            items += _bar(board, step.hex, came) if is_open else ()
            items.append(_numbered(board, step.hex, str(done), TEAL if is_open else MAG))
    if way.end.heading != way.steps[-1].heading:
        before, after = way.steps[-1].heading, way.end.heading
        items += _turned(board, way.end.hex, before, after, _letter(before, after))
    if len(way.steps) > 1 or way.end.heading != ship.heading:
        items.insert(0, _shadow(board, ship, way.end))
    if refusal is not None:
        x, y = board.centre(way.end.hex)
        items += saltire(board, (x + 0.5 * board.radius, y - 0.5 * board.radius))
    return Group(tuple(items), id=f"plot {ship.id}", role="path", label=_plot_words(position, ship, order, way.end, refusal))


def _so_far(rules: Ruleset, text: str, fault: Fault) -> Parsed | None:
    """Return the moves before the character at which an order goes wrong, without pivots that lead nowhere; None without any."""
    found = read_order(rules, text[: fault.at - 1].upper().rstrip(LEFT + RIGHT))
    return found if isinstance(found, Parsed) and found.kind == "moves" else None


def _letter(before: Direction, after: Direction) -> str:
    """Return the letter of a pivot, as orders have it."""
    return RIGHT if GRID.turns_between(before, after) == 1 else LEFT


def _plot_words(position: Position, ship: Ship, order: Parsed, end: Place, refusal: Refusal | None) -> str:
    m = cost_of(position.rules, order.text) if order.kind == "moves" else 0
    label = _("{ship}, order {order}: {m} M, to {hex} heading {direction}").format(
        ship=ship.name, order=order.text, m=m, hex=GRID.label(end.hex), direction=GRID.name(end.heading)
    )
    return label if refusal is None else f"{label}. {reason_words(refusal)}"


def window(position: Position, board: BoardGrid, ship: Ship) -> Group:
    """Draw what inertia leaves open ahead: every hex that her M reach, numbered, with a bar across those where she may end [IV.d]."""
    helm = helm_of(position, ship)
    items: list[Item] = []
    here = ship.place
    for number in range(1, helm.m + 1):
        here = GRID.neighbour(here, ship.heading)
        if here in position.scenario.chart.land or here not in position.scenario.chart.hexes:
            break
        is_open = helm.least <= number <= helm.most
        items += _bar(board, here, ship.heading) if is_open else ()
        items.append(_numbered(board, here, str(number), TEAL if is_open else INK, strong=is_open))
    open_span = _("{least} to {most} M") if helm.least < helm.most else _("exactly {most} M")
    span = open_span.format(least=helm.least, most=helm.most)
    label = _("{ship} went {speed} last turn and has {m} M: she may spend {span}")
    label = label.format(ship=ship.name, speed=helm.speed, m=helm.m, span=span)
    return Group(tuple(items), id="window", role="path", label=label)


def swings(position: Position, board: BoardGrid, ship: Ship) -> Group | None:
    """Draw the pivots that a ship may make where she lies, at anchor or in irons; None for one who may not."""
    helm = helm_of(position, ship)
    if check_order(position.rules, helm, LEFT) is not None:
        return None
    items: list[Item] = []
    for letter in (LEFT, RIGHT):
        after = heading_after(position.rules, ship.heading, letter)
        items += _turned(board, ship.place, ship.heading, after, letter, SWING)
    label = _("{ship} may pivot once where she lies, to the left or to the right").format(ship=ship.name)
    return Group(tuple(items), id="swings", role="path", label=label)


# -- a turn, moment by moment ----------------------------------------------------------------------------------------------------------


class Moment(NamedTuple):
    """One moment of a turn's movement: where each ship stands on her track, which hexes were settled so far, and who has left the map.

    The first moments are as ordered, hex by hex; then each contact is settled, one a moment. `asked` is a hex that waits for dice.
    """

    number: int
    last: int
    hexes: int  # crossed so far at most
    tracks: tuple[Track, ...]
    contacts: tuple[Contact, ...] = ()
    left: frozenset[str] = frozenset()
    asked: DiceRequest | None = None


@lru_cache(maxsize=20)
def moments(event: Manoeuvred) -> tuple[Moment, ...]:
    """Return every moment of a recorded movement, from before it to how the contacts left it."""
    # A ship that leaves the map does so a step after her last hex.
    longest = max((len(track.steps) + track.left for track in event.tracks), default=1)
    last = longest + len(event.contacts) - 1
    found = []
    for hexes in range(longest):
        tracks = tuple(track._replace(at=min(hexes, len(track.steps) - 1)) for track in event.tracks)
        left = frozenset(track.ship for track in event.tracks if track.left and hexes >= len(track.steps))
        found.append(Moment(hexes, last, hexes, tracks, (), left))
    for number, contact in enumerate(event.contacts, start=1):
        before = found[-1]
        tracks = tuple(track._replace(at=track.at - 1) if track.ship == contact.back else track for track in before.tracks)
        found.append(before._replace(number=longest + number - 1, tracks=tracks, contacts=event.contacts[:number]))
    return tuple(found)


def live(position: Position) -> Moment | None:
    """Return the moment at which moves wait to be settled; None while nothing is being settled."""
    settling = position.settling
    if settling is None:
        return None
    hexes = max((len(track.steps) - 1 for track in settling.tracks), default=0)
    left = frozenset(track.ship for track in settling.tracks if track.left)
    return Moment(0, 0, hexes, settling.tracks, settling.contacts, left, settling.asked)


def at_moment(position: Position, moment: Moment) -> Position:
    """Return the position with every ship where she is at that moment, whether it is from before the movement or from after it."""
    tracks = {track.ship: track for track in moment.tracks}
    boarding = {name for contact in moment.contacts if contact.how == "boarding" for name in contact.ships}
    ships = tuple(_at(ship, tracks[ship.id], moment, boarding) if ship.id in tracks else ship for ship in position.ships)
    return replace(position, ships=ships, settling=None)


def _at(ship: Ship, track: Track, moment: Moment, boarding: set[str]) -> Ship:
    # A ship that was locked before had no order.
    locked = ship.id in boarding or (ship.locked and not track.order)
    gone: Gone = "left" if ship.id in moment.left else ""
    # A ship that has sailed was not in irons before; if she is now, the end of her move brought her there.
    in_irons = ship.in_irons and (len(track.steps) == 1 or moment.number == moment.last)
    return replace(ship, place=track.place.hex, heading=track.place.heading, locked=locked, in_irons=in_irons, gone=gone, log=())


def tracks(position: Position, board: BoardGrid, moment: Moment) -> tuple[Group, ...]:
    """Draw the hexes that each ship has crossed so far, numbered; dotted and crossed out what she was put back from."""
    found = []
    for track in moment.tracks:
        ship = position.find(track.ship)
        if ship is not None and (track.at or track.ship in _put_back(moment)):
            found.append(_tracked(board, ship, track, after=moment.hexes, is_back=track.ship in _put_back(moment)))
    return tuple(found)


def _put_back(moment: Moment) -> frozenset[str]:
    return frozenset(contact.back for contact in moment.contacts if contact.back)


def _tracked(board: BoardGrid, ship: Ship, track: Track, *, after: int, is_back: bool) -> Group:
    colour, dash = SIDES[ship.side].fill, (10.0, 5.0) if SIDES[ship.side].striped else ()
    way = [board.centre(step.hex) for step in track.steps[: track.at + 1]]
    items: list[Item] = []
    if len(way) > 1:
        line = poly(((round(x, 1), round(y, 1)) for x, y in way), closed=False)
        items += [Path(line, Style(line=SHEET, width=6.5, cap="round")), Path(line, Style(line=colour, width=3.0, dash=dash))]
    items += [_numbered(board, step.hex, str(number), colour) for number, step in enumerate(track.steps[: track.at]) if number]
    items.append(_origin(board, track.steps[0].hex, colour))
    if is_back:
        lost = track.steps[track.at : min(after, len(track.steps) - 1) + 1]
        for one, other in pairwise(lost):
            ends = board.centre(one.hex), board.centre(other.hex)
            items += [stroke(ends, CLOSED), *saltire(board, along(*ends, 0.87 * board.radius))]
    label = _track_words(ship, track, is_back=is_back)
    return Group(tuple(items), id=f"track {ship.id}", role="path", label=label)


def _origin(board: BoardGrid, place: Hex, colour: str) -> Disc:
    x, y = board.centre(place)
    return Disc(round(x, 1), round(y, 1), round(0.12 * board.radius, 1), Style(colour, SHEET, 1.5))


def _track_words(ship: Ship, track: Track, *, is_back: bool) -> str:
    hexes = [GRID.label(step.hex) for step in track.steps[: track.at + 1]]
    label = _("{ship} has come by {hexes}").format(ship=ship.name, hexes=", ".join(hexes))
    return label + (_(", and was put back") if is_back else "")


# -- contested hexes -------------------------------------------------------------------------------------------------------------------


def contested(position: Position, board: BoardGrid, moment: Moment) -> tuple[Group, ...]:
    """Draw every hex that was settled so far, with a word on why it ended so, and the one that waits for dice."""
    by_hex = {contact.hex: contact for contact in moment.contacts}
    passed = ((*board.centre(step.hex), 0.4 * board.radius) for track in moment.tracks for step in track.steps[: track.at + 1])
    full = (*_hulls(position, board), *passed)
    said = [(contact.hex, _short(position, contact), contact_words(position, contact)) for contact in by_hex.values()]
    if moment.asked is not None and moment.asked.hex not in by_hex:
        said.append((moment.asked.hex, _("dice decide"), question_words(position, moment.asked)))
    # As ordered, two ships may end in one hex before anybody has settled it.
    meeting = _meetings(moment) - set(by_hex) - ({moment.asked.hex} if moment.asked else set())
    for place in sorted(meeting):
        label = _("More than one ship ends in {hex}").format(hex=GRID.label(place))
        said.append((place, _("contested"), label))
    return tuple(_contested(board, place, words, label, full) for place, words, label in said)


def clashing(position: Position, board: BoardGrid, plots: Iterable[tuple[str, str]]) -> tuple[Group, ...]:
    """Draw the hexes in which more than one of the orders that are being written ends."""
    ends: defaultdict[Hex, list[str]] = defaultdict(list)
    for name, text in plots:
        ship, order = position.find(name), parse(text)
        if ship is not None and not ship.gone and isinstance(order, Parsed):
            start = Place(ship.place, ship.heading)
            way = walk(position.rules, position.scenario.chart, position.sky.wind_from, start, order)
            ends[way.end.hex] += [] if way.left else [name]
    found = []
    for place, ships in ends.items():
        if len(ships) > 1:
            label = _("More than one order ends in {hex}: {ships}").format(ships=_names(position, ships), hex=GRID.label(place))
            words = _("{n} ships end here").format(n=len(ships))
            found.append(_contested(board, place, words, label, _hulls(position, board)))
    return tuple(found)


def _hulls(position: Position, board: BoardGrid) -> Hull:
    """Return everything that ships cover."""
    lying = berths(position.there)
    return tuple(spot for ship in position.there for spot in hull_spots(board, ship.place, ship.heading, lying[ship.id]))


def _meetings(moment: Moment) -> set[Hex]:
    """Return the hexes where two tracks have come to their end, as far as they have got."""
    back = _put_back(moment)
    there = [track for track in moment.tracks if track.ship not in moment.left]
    done = [track for track in there if track.at == len(track.steps) - 1 or track.ship in back]
    hexes = [track.place.hex for track in done]
    moved = {track.place.hex for track in done if track.at}
    return {place for place in hexes if hexes.count(place) > 1 and place in moved}


def _contested(board: BoardGrid, place: Hex, words: str, label: str, full: Hull) -> Group:
    corners = poly((round(x, 1), round(y, 1)) for x, y in board.corners(place, 2.0))
    styles = Style(line=SHEET, width=6.0, join="miter"), Style(f"{MAG}14", MAG, 3.0, dash=(9.0, 5.0), join="miter")
    lines = tuple(Path(corners, style) for style in styles)
    return Group((*lines, _near(board, place, words, full)), id=f"contested {GRID.label(place)}", role="mark", label=label)


def _near(board: BoardGrid, place: Hex, words: str, full: Hull) -> Label:
    """Draw words around a hex, wherever they hide the least."""
    (x, y), size = board.centre(place), note_size(board.radius)
    middles = [board.centre(each) for each in board.visible or (place,)]
    room = max(x for x, _y in middles) + board.radius, max(y for _x, y in middles) + board.radius
    around = ((x, y, 0.9 * board.radius),)
    return note_at(board, markers.name_places([around], [words], size, room, full)[0], words, MAG)


def _names(position: Position, ships: Iterable[str]) -> str:
    *most, last = (position.ship(name).name for name in ships)
    return _("{names} and {last}").format(names=", ".join(most), last=last) if most else last


def _short(position: Position, contact: Contact) -> str:
    why = WHY.get(contact.why, contact.why)
    if contact.how == "kept":
        return _("{ship} keeps it: {why}").format(ship=position.ship(contact.keeper).name, why=why)
    return _("boarding: {why}").format(why=why) if contact.how == "boarding" else _("no boarding: {why}").format(why=why)


def contact_words(position: Position, contact: Contact) -> str:
    """Return how a hex was settled, in a sentence."""
    why, where = WHY.get(contact.why, contact.why), GRID.label(contact.hex)
    if contact.how == "kept" and contact.to is not None:
        keeper, back = (position.ship(name).name for name in (contact.keeper, contact.back))
        words = _("{keeper} keeps {hex}: {why}. {back} goes back to {to}")
        return words.format(keeper=keeper, hex=where, why=why, back=back, to=GRID.label(contact.to.hex))
    how = _("{ships} meet in {hex} and board: {why}") if contact.how == "boarding" else _("{ships} meet in {hex} and do not board: {why}")
    return how.format(ships=_names(position, contact.ships), hex=where, why=why)


def question_words(position: Position, asked: DiceRequest) -> str:
    """Return which dice a hex waits for, in a sentence."""
    how = _("{ships} meet in {hex}: a die decides whether they board")
    how = how if asked.kind == "contact" else _("{ships} are equal in {hex}: a die each decides who keeps it")
    return how.format(ships=_names(position, asked.ships), hex=GRID.label(asked.hex))


def moment_words(position: Position, moment: Moment) -> str:
    """Return what a moment shows, in a sentence or two."""
    if moment.asked is not None:
        return question_words(position, moment.asked)
    if moment.contacts:
        return contact_words(position, moment.contacts[-1])
    if not moment.hexes:
        return _("Before the move")
    words = ngettext("After {n} hex, all ships at once", "After {n} hexes, all ships at once", moment.hexes).format(n=moment.hexes)
    meeting = _meetings(moment)
    return _("{words}. Contested: {hexes}").format(words=words, hexes=hex_list(GRID, meeting)) if meeting else words
