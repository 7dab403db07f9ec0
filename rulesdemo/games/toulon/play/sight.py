"""The position as people see it, what one side may see of it, and what no position may ever show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from rulesdemo.games.toulon.play import ground
from rulesdemo.games.toulon.play.fortifications import sheltered_unit
from rulesdemo.games.toulon.play.names import ARMS, FACE_DOWN, MARKS, NATIONS, REDOUBTS, STEPS
from rulesdemo.games.toulon.play.state import AWAY, CROWDED, GONE, SEATS, Leader, Nation, Position, Unit, Units, enemy_of, side_of
from rulesdemo.play.engine import cites
from rulesdemo.words import _, local_figures

# -- fog of war ------------------------------------------------------------------------------------------------------------------------


def is_open(position: Position) -> bool:
    """Whether all units are face up: in a set piece, where one reader plays both sides, and when the game is over [T45]."""
    return bool(position.scenario.goal) or position.result is not None


def lies_face_down(position: Position, unit: Unit) -> bool:
    """Whether the enemy sees only that a unit is there: on the map, until it is revealed [1.11, 4.9h, T45]."""
    return not unit.revealed and unit.place in position.board.zones


@cites("1.11", "4.9h")
def view_of(position: Position, side: str) -> Position:
    """What a player, a side or nobody may see: of an enemy unit that lies face down, whose it is and where it stands [1.11, 4.9h]."""
    if is_open(position):
        return position
    own = side_of(side) if side in SEATS else ""
    key = ("view", own)
    if key not in position.memo:
        position.memo[key] = _view(position, own)
    view: Position = position.memo[key]
    return view


def _view(position: Position, own: str) -> Position:
    known, hidden, names = [], [], []
    count: Counter[tuple[str, str, bool]] = Counter()
    for unit in position.units:
        if unit.side == own or not lies_face_down(position, unit):
            known.append(unit)
            continue
        spot = (unit.nation, unit.place, unit.fort)
        count[spot] += 1
        seen = _back_of(unit.nation, unit.place, unit.fort, count[spot])
        hidden.append(seen)
        names.append((unit.id, seen.id))
    # In an order that tells nothing of the one in which the units are listed.
    hidden.sort(key=lambda unit: unit.id)
    units = Units((*known, *hidden))
    units.by_id = {**units.by_id, **{name: units.by_id[seen] for name, seen in names}}  # what was asked by an id that is hidden now
    return replace(position, units=units)


@lru_cache(maxsize=2_000)
def _back_of(nation: Nation, place: str, fort: bool, number: int) -> Unit:
    """The back of a counter; only its place and its number there tell it from others of its nation."""
    card = f"face_down-{nation}-{place}-{'fort-' if fort else ''}{number}"
    return Unit(card, FACE_DOWN[nation], nation, "infantry", 0, 0, place, fort=fort, is_face_down=True)


@cites("1.11", "4.9h")
def is_secret(_before: Position, order: Any, now: Position) -> bool:  # noqa: ANN401 - any of the orders
    """Whether an order names a unit that still lies face down, so that who reads it learns where the unit is [1.11, 4.9h]."""
    unit = None if is_open(now) else now.find(getattr(order, "unit", ""))
    return unit is not None and lies_face_down(now, unit)


# -- in words --------------------------------------------------------------------------------------------------------------------------


def name(position: Position, thing: str) -> str:
    """What players call the unit, leader or zone with this id."""
    if thing in position.board.zones:
        return position.zone(thing).name
    found = position.find(thing) or position.leader(thing)
    return thing if found is None else found.name


def situation(position: Position) -> str:
    """The turn, the markers, the purses, and a line for every zone with anybody in it."""
    turn = position.turn
    hold = _("Petite Rade {petite}, Grande Rade {grande}").format(petite=MARKS[position.petite], grande=MARKS[position.grande])
    marks = _("VP {vp:+}, losses {loss:+}, defeat {defeat}, stock {stock}, gauge {gauge}").format(
        vp=position.vp, loss=position.loss, defeat=MARKS[position.defeat], stock=position.stock, gauge=position.gauge
    )
    title = (
        _("Turn {turn}, {step}; {hold}; {marks}; the ships have gone.")
        if position.evacuated
        else _("Turn {turn}, {step}; {hold}; {marks}.")
    )
    lines = [title.format(turn=turn.number, step=STEPS[turn.step], hold=hold, marks=marks)]
    purses = ", ".join(f"{NATIONS[purse]} {op}" for purse, op in position.purses)
    lines.append("  " + _("Purses: {purses}").format(purses=purses))
    if position.has("2.2"):
        credits_ = ", ".join(f"{NATIONS[nation]} {local_figures(str(tenths / 10))}" for nation, tenths in position.personal)
        lines.append("  " + _("Personal VP: {credits}").format(credits=credits_))
    for zone in position.board.zones.values():
        things = [_unit_text(unit) for unit in position.at(zone.id)]
        things += [leader.name for leader in position.leaders if leader.place == zone.id]
        if things:
            text = "; ".join(map(str, [*things, *_works(position, zone.id)]))
            lines.append("  " + _("{zone}: {text}").format(zone=zone.name, text=text))
    return "\n".join(lines)


def _works(position: Position, zone: str) -> tuple[str, ...]:
    redoubt = next((each for each in position.redoubts if each.zone == zone), None)
    if redoubt is None:
        return ()
    inside = sheltered_unit(position, redoubt.builder, zone)
    words = REDOUBTS[redoubt.level, redoubt.builder]
    return (words if inside is None else _("{redoubt} with {unit}").format(redoubt=words, unit=inside.name),)


def _unit_text(unit: Unit) -> str:
    losses = " " + _("-{temp}t -{perm}p").format(temp=unit.temp, perm=unit.perm) if unit.temp or unit.perm else ""
    words = ((_("in the fort"), unit.fort), (_("patrol"), unit.patrol), (_("seen"), unit.revealed))
    marks = losses + "".join(f", {word}" for word, on in words if on)
    return _("{unit} ({nation} {arm} {strength}{marks})").format(
        unit=unit.name, nation=NATIONS[unit.nation], arm=ARMS[unit.arm], strength=unit.strength, marks=marks
    )


def figures(position: Position, thing: str) -> dict[str, int]:
    """The numbers of a unit as they stand; anything else has none."""
    unit = position.find(thing)
    return {} if unit is None else {"strength": unit.strength, "temporary": unit.temp, "permanent": unit.perm}


def faults(position: Position) -> Iterator[str]:
    """Whatever a position shows that the rules cannot lead to."""
    places = {*position.board.zones, AWAY, GONE}
    for unit in position.units:
        if unit.place not in places:
            yield f"{unit.name} is nowhere (1.13)"
        elif unit.place in position.board.zones:
            yield from (f"{unit.name} {fault}" for wrong, fault in _wrongs(position, unit) if wrong)
    yield from (f"{leader.name} is left among enemies (4.12d)" for leader in position.leaders if _is_stranded(position, leader))
    if position.grande == "lost" and position.petite != "lost":
        yield "the Grande Rade is lost and the Petite is not (4.6b)"
    if any(op < 0 for _, op in position.purses):
        yield "a purse is in debt (4.2g)"
    if position.stock < 0 or position.gauge < 0:
        yield "a marker stands below 0 (1.5)"
    if position.pending is None and position.turn.step not in CROWDED:
        yield from _crowds(position)


def _is_stranded(position: Position, leader: Leader) -> bool:
    """Whether the enemy controls his zone and nobody of his side is there, when nothing is open: he may follow while his side moves."""
    moves = position.turn.step == "move" and position.turn.side == leader.side
    if moves or position.pending is not None or leader.place not in position.board.zones or position.of(leader.side, leader.place):
        return False
    return ground.control(position, leader.place) == enemy_of(leader.side)


def _wrongs(position: Position, unit: Unit) -> tuple[tuple[bool, str], ...]:
    zone = position.zone(unit.place)
    return (
        (min(unit.temp, unit.perm) < 0, "has losses that it cannot have (4.12a)"),
        (unit.fort and (not zone.fort or zone.whole_fort), "is in a fort where there is none (4.1)"),
        (zone.kind == "roadstead", "stays at sea (4.9k)"),
        (zone.kind == "road" and position.turn.step != "move", "ends its turn on a road (4.9m)"),
        (unit.crew and position.evacuated, "is a gun crew and has not left with the ships (3.7)"),
    )


def _crowds(position: Position) -> Iterator[str]:
    for zone in position.board.chart.of_kind("land"):
        for side in ("allied", "republican"):
            for fort in (False, True):
                if not (fort and position.zone(zone).whole_fort) and not ground.stack(position, side, zone, fort=fort).legal:
                    yield f"{position.zone(zone).name} holds too many (4.1)"
        if len({unit.side for unit in position.at(zone) if not unit.fort}) > 1:
            yield f"both sides stand in {position.zone(zone).name} (4.12d)"
