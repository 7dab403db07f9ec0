"""Scenario files made into positions: what they may say, what they take from the demonstration tables, and what is refused.

The source lacks its scenario and its counters, so all those here are reconstructed (A49); each file says what comes from the ancient
authors and what is our own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from rulesdemo.board.hexes import Hex
from rulesdemo.errors import nearest
from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play import victory
from rulesdemo.games.veneti.play.places import sides_of
from rulesdemo.games.veneti.play.ships import beside, with_grapple
from rulesdemo.games.veneti.play.state import SIDES, Kind, Leader, Position, Scenario, Sea, Ship, Turn, Weather, enemy_of
from rulesdemo.games.veneti.ships import DemoSetup, demo_setup, demo_ship
from rulesdemo.play.engine import Outcome, cites, settled
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.rules.scenario_reader import Card, Entry, Shelf, card_of, goal_of
from rulesdemo.words import N_

GAME: Final = "veneti"
PHASES: Final = tuple("ABCDEFGH")
ALWAYS: Final = ("B", "H")  # squadrons are formed and victory is looked at in every turn of every scenario
SHIP_SIDES: Final = ("bow", "bow-flank", "flank", "stern-flank", "stern")
_TYPES: Final = "demo_ships"


# -- the files of the game -------------------------------------------------------------------------------------------------------------


def names() -> tuple[str, ...]:
    """Every scenario: battles first, then set pieces in the order of the chapters."""
    return SHELF.names()


def card(name: str) -> Card:
    """The title, the words and the sources of a scenario."""
    return SHELF.card(name)


def load(name: str, rules: Ruleset | None = None) -> Position:
    """The position of a scenario before its first turn begins."""
    return _position(*SHELF.opened(name), rules or ruleset(GAME))


@cites("9.0")
def start(name: str, rules: Ruleset | None = None) -> Outcome[Position]:
    """Set a scenario up and go on to the first decision."""
    from rulesdemo.games.veneti.play import sequence  # here: the sequence leads back to scenarios

    return sequence.advance(load(name, rules))


def build(data: Mapping[str, Any], rules: Ruleset | None = None) -> Position:
    """The position that an inline scenario describes, before its first turn begins."""
    return _position(*SHELF.inline(data), rules or ruleset(GAME))


# -- the frame: words, map, turns ------------------------------------------------------------------------------------------------------


def _frame(entry: Entry) -> tuple[Card, Scenario]:
    said, goal = card_of(entry, "V", _goal)
    phases = frozenset(entry.words("phases", PHASES, PHASES)) | frozenset(ALWAYS)
    first = entry.word("first", SIDES, SIDES[0])
    turns = entry.whole("turns", 1)
    return said, Scenario(said.name, said.title["en"], said.about, turns, _sea(entry.entry("map")), phases, first, MappingProxyType(goal))


@cites("6.31")
def _sea(entry: Entry) -> Sea:
    """Read the columns and rows, counted from 0101; coast is where ships run aground [6.31]."""
    return Sea(*entry.water("coast"))


def _goal(entry: Entry) -> dict[str, Any]:
    """A goal with its words and places read; the ships and leaders it names are checked when they are known."""
    goal = goal_of(entry, victory.GOALS, SIDES, _goal_field)
    if goal.get("need", 0) > len(goal.get("ships", ())) > 0:
        entry.fault(N_("need is {need}, but only {ships} ships are named").format(need=goal["need"], ships=len(goal["ships"])))
    return goal


def _goal_field(entry: Entry, field: str) -> Any:  # noqa: ANN401 - by field
    if field == "hexes":
        return frozenset(place for said in entry.words(field) for place in entry.stretch(field, said))
    if field == "heading":
        return entry.heading(field)
    if field == "need":
        return entry.whole(field, 1)
    if field == "sides":
        return entry.words(field, SHIP_SIDES)
    return entry.words(field) if field in ("ships", "leaders") else entry.text(field)


# -- the position ----------------------------------------------------------------------------------------------------------------------


@cites("9.0", "6.81", "8.51", "2.1")
def _position(entry: Entry, scenario: Scenario, rules: Ruleset) -> Position:
    """Ships, leaders and wind on the map; what the file leaves out comes from the demonstration tables [9.0, A49]."""
    entry.read_elsewhere("name", "title", "about", "source", "provenance", "chapter", "phases", "first", "turns", "map", "goal")
    setup: DemoSetup = settled(demo_setup, rules)
    wind = entry.entry("wind", {})
    calm, top = (rules.table("wind_strength_limits").at(limit) for limit in ("calm", "top"))
    weather = Weather(wind.whole("strength", calm, top, setup.wind_strength), wind.heading("to", setup.wind_to))
    wind.end()
    ship_entries, leader_entries = entry.entries("ship"), entry.entries("leader")
    entry.end()
    ships = [_ship(each, rules) for each in ship_entries]
    if not ships:
        entry.fault(N_("there is no ship"))
    _check_distinct(entry, ships)
    leaders = [_leader(each, setup, {ship.id: ship for ship in ships}) for each in leader_entries]
    _check_distinct(entry, [*ships, *leaders])
    _check_admirals(entry, leaders)
    _check_places(entry, ships, scenario.sea)
    turn = Turn(0, "victory", first=scenario.first, winner=scenario.first, active=scenario.first)
    position = Position(rules, scenario, tuple(ships), tuple(leaders), weather, turn)
    position = _grappled(position, ship_entries)
    _check_goal(entry, position)
    return position


@cites("2.1", "2.1 Type", "6.41", "8.5", "8.24")
def _ship(entry: Entry, rules: Ruleset) -> Ship:
    """A counter with the values of its type, changed where the scenario says so, and with the markers it starts with [2.1]."""
    name, side = entry.slug("id"), entry.word("side", SIDES)
    kind_of = entry.word("type", rules.table(_TYPES).rows.labels)
    values = settled(demo_ship, rules, kind_of)
    rowed = values.cruise is not None
    kind: Kind = "galley" if rowed else "sail"
    cruise = entry.whole("cruise", 1, default=values.cruise) if rowed else 0
    crews = rules.table("crew")
    captured = entry.word("captured", ("", "captured", "recaptured"), "")
    ship = Ship(
        id=name,
        name=entry.text("name"),
        type_name=kind_of,
        side=side,
        kind=kind,
        bow=entry.place("at", entry.text("at")),
        heading=entry.heading("heading"),
        crew_printed=entry.whole("crew", crews.at("least"), crews.at("most"), values.crew),
        marines_printed=entry.whole("marines", 0, default=values.marines),
        cruise=cruise,
        maximum=entry.whole("maximum", cruise, default=max(cruise, values.maximum)) if rowed else 0,
        height=entry.whole("height", 0, default=rules.table("height").at(kind)),
        flame=entry.flag("flame"),
        controller=enemy_of(side) if captured == "captured" else side,
        level=entry.word("level", ("cruise", "maximum") if rowed else ("cruise",), "cruise"),
        fatigue=entry.whole("fatigue", 0, None if rowed else 0, 0),
        depletion=entry.whole("depletion", 0, default=0),
        immobilised=entry.flag("immobilised"),
        crippled=entry.flag("crippled"),
        captured=captured,
        on_fire=entry.flag("on_fire"),
    )
    entry.read_elsewhere("grappled")  # when all ships are known
    entry.end()
    if ship.flame and (side != "roman" or not rowed):
        entry.fault(N_("only Roman galleys carry flaming missiles [8.5]"))
    if ship.immobilised and rowed:
        entry.fault(N_("only a sailing ship can be immobilised [8.12 note]"))
    if ship.level == "maximum" and (ship.fatigue or captured):
        entry.fault(N_("a galley that is tired or was captured has no Maximum [6.44, 8.25]"))
    return ship


@cites("2.1 CdE", "2.1 Amiral", "6.71", "6.72", "6.73")
def _leader(entry: Entry, setup: DemoSetup, ships: Mapping[str, Ship]) -> Leader:
    """A leader aboard a ship of his own side; only Admirals have an initiative [6.71, 6.72]."""
    name, side, admiral = entry.slug("id"), entry.word("side", SIDES), entry.flag("admiral")
    ship = ships[entry.word("ship", ships)]
    if ship.side != side or ship.captured:
        entry.fault(N_("{id} cannot be his ship: he needs one of his own side that was never captured").format(id=ship.id))
    if not admiral and "initiative" in entry:
        entry.fault(N_("only an Admiral has an initiative [6.71]"))
    usual = setup.roman_initiative if side == "roman" else setup.veneti_initiative
    leader = Leader(
        id=name,
        name=entry.text("name"),
        side=side,
        ship=ship.id,
        admiral=admiral,
        command_range=entry.whole("command_range", 0, default=setup.command_range),
        initiative=entry.whole("initiative", 0, default=usual) if admiral else 0,
    )
    entry.end()
    return leader


def _check_distinct(entry: Entry, things: Sequence[Ship | Leader]) -> None:
    """Nobody is called like another."""
    for what in ("id", "name"):
        seen: set[str] = set()
        for thing in things:
            called = getattr(thing, what)
            if called in seen:
                entry.fault(N_("two ships or leaders have the {what} {called!r}").format(what=what, called=called))
            seen.add(called)


def _check_admirals(entry: Entry, leaders: list[Leader]) -> None:
    """Nobody has two Admirals."""
    for side in SIDES:
        admirals = [leader.id for leader in leaders if leader.admiral and leader.side == side]
        if len(admirals) > 1:
            entry.fault(N_("the {side} side has more than one Admiral: {admirals}").format(side=side, admirals=", ".join(admirals)))


def _check_places(entry: Entry, ships: list[Ship], sea: Sea) -> None:
    """Every ship lies whole on the map, in open water, alone [6.31, 6.6]."""
    filled: dict[Hex, str] = {}
    for ship in ships:
        for place, part in zip(sides_of(ship.kind, ship.bow, ship.heading).hexes, ("bow", "stern"), strict=False):
            if place not in sea.hexes:
                entry.fault(N_("ship {id}: her {part} is off the map").format(id=ship.id, part=part))
            if place in sea.coast:
                entry.fault(N_("ship {id}: her {part} is aground in {place} [6.35]").format(id=ship.id, part=part, place=GRID.label(place)))
            if place in filled:
                where = GRID.label(place)
                entry.fault(N_("ship {id}: {place} is filled by {other} [6.6]").format(id=ship.id, place=where, other=filled[place]))
            filled[place] = ship.id


def _grappled(position: Position, entries: list[Entry]) -> Position:
    """Grapples hold both ways, whichever ship's entry names them; they need a common hexside [8.11]."""
    for ship, entry in zip(position.ships, entries, strict=True):
        others = [other.id for other in position.ships if other.id != ship.id]
        near = {other.id for other in beside(position, ship)}
        for other in entry.words("grappled", others, ()):
            if other not in near:
                entry.fault(N_("she cannot be grappled to {other}, who does not lie beside her [8.11]").format(other=other))
            position = with_grapple(position, ship.id, other, held=True)
    return position


def _check_goal(entry: Entry, position: Position) -> None:
    """The goal speaks of what is there, and has yet to be met."""
    goal = dict(position.scenario.goal)
    if not goal:
        return
    ships, leaders = [ship.id for ship in position.ships], [leader.id for leader in position.leaders]
    for field, known in (("ship", ships), ("target", ships), ("leader", leaders)):
        if field in goal and goal[field] not in known:
            hint = nearest(goal[field], known)
            entry.fault(N_("goal: {field} is {value!r}. {hint}").format(field=field, value=goal[field], hint=hint))
    for field, known in (("ships", ships), ("leaders", leaders)):
        for name in goal.get(field, ()):
            if name not in known:
                entry.fault(N_("goal: {field} names {name!r}. {hint}").format(field=field, name=name, hint=nearest(name, known)))
    if not goal.get("hexes", frozenset()) <= position.scenario.sea.hexes - position.scenario.sea.coast:
        entry.fault(N_("goal: hexes must be open water on the map"))
    if victory.goal_met(position):
        entry.fault(N_("goal: it is met before anybody has moved"))


SHELF: Final = Shelf(GAME, GRID, _frame)
