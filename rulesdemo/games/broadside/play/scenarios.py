"""Scenario files made into positions: what they may say, what they take from the demonstration ships, and what is refused.

The source has neither scenarios nor ship cards, so all those here are reconstructed (B54, B55); each file says what is our own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.grammar import Fault, read_order
from rulesdemo.games.broadside.play import victory
from rulesdemo.games.broadside.play.state import SIDES, Chart, Damage, Position, Scenario, Ship, Turn, Weather, Written
from rulesdemo.games.broadside.play.weather import hexes_by_day
from rulesdemo.games.broadside.ships import crew_quality, demo_ship
from rulesdemo.play.engine import Outcome, cites, settled
from rulesdemo.play.records import replace
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.rules.scenario_reader import Card, Entry, Shelf, card_of, check_fleet, check_goal_ships, goal_field, goal_of
from rulesdemo.words import N_

GAME: Final = "broadside"
CLOCK: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d)\Z")
SECTIONS: Final = re.compile(r"[1-9]\d?(\+[1-9]\d?)*\Z")
MOST_RATING: Final = 99
SKIES: Final = ("clear", "fog", "rain", "heavy_rain")
PARTS: Final = ("weather", "fire")  # what a scenario may do without
FRAME: Final = ("name", "title", "about", "source", "provenance", "chapter", "first", "turns", "time", "without", "scripted", "map", "goal")
_TYPES: Final = "demo_ships"
CHIEFS: Final = {"french": N_("the french have two chief admirals [VII]"), "british": N_("the british have two chief admirals [VII]")}


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


def start(name: str, rules: Ruleset | None = None) -> Outcome[Position]:
    """Set a scenario up and go on to the first decision."""
    from rulesdemo.games.broadside.play import sequence  # here: the sequence leads back to scenarios

    return sequence.advance(load(name, rules))


def build(data: Mapping[str, Any], rules: Ruleset | None = None) -> Position:
    """The position that an inline scenario describes, before its first turn begins."""
    return _position(*SHELF.inline(data), rules or ruleset(GAME))


# -- the frame: words, map, turns ------------------------------------------------------------------------------------------------------


def _frame(entry: Entry) -> tuple[Card, Scenario]:
    said, goal = card_of(entry, "B", _goal, aims=True)
    scenario = Scenario(
        said.name,
        said.title["en"],
        said.about,
        entry.whole("turns", 1),
        _chart(entry.entry("map")),
        entry.word("first", SIDES, SIDES[0]),
        _minutes(entry),
        entry.words("without", PARTS, ()),
        entry.words("scripted", SIDES, ()),  # type: ignore[arg-type] # they are sides
        MappingProxyType(goal),
    )
    return said, scenario


def _minutes(entry: Entry) -> int:
    found = CLOCK.match(entry.text("time", "10:00"))
    if not found:
        entry.fault(N_('time must be written as in "09:30"'))
    return int(found[1]) * 60 + int(found[2])


@cites("I Matériel")
def _chart(entry: Entry) -> Chart:
    """Lay out the columns and rows from 0101 on; land is where the file says [I Matériel, B55]."""
    return Chart(*entry.water("land"))


def _goal(entry: Entry) -> dict[str, Any]:
    """A goal with its words and places read; the ships it names are checked when they are known."""
    return goal_of(entry, victory.GOALS, SIDES, _goal_field)


def _goal_field(entry: Entry, field: str) -> Any:  # noqa: ANN401 - by field
    return entry.word(field, "ABCD") if field == "point" else goal_field(entry, field)


# -- the position ----------------------------------------------------------------------------------------------------------------------


@cites("III", "T2", "T6")
def _position(entry: Entry, scenario: Scenario, rules: Ruleset) -> Position:
    """The weather, if the scenario gives it, and the ships [III]."""
    entry.read_elsewhere(*FRAME)
    weather = _weather(entry.entry("weather"), rules) if "weather" in entry else None
    if weather is None and "weather" in scenario.without:
        entry.fault(N_("a scenario without changes of weather must say what the weather is"))
    ship_entries = entry.entries("ship")
    entry.end()
    ships = [_ship(each, rules) for each in ship_entries]
    _check_ships(entry, ships, scenario)
    position = Position(rules, scenario, weather, tuple(ships), Turn(0, "victory"))
    _check_goal(entry, position)
    return position


def _weather(entry: Entry, rules: Ruleset) -> Weather:
    limits = rules.table("weather_limits")
    sky = entry.word("sky", SKIES, "clear")
    weather = Weather(
        entry.heading("wind_from"),
        entry.whole("force", limits.at("wind_force_bottom"), limits.at("wind_force_top")),
        sky,
        hexes_by_day(rules, sky),
    )
    entry.end()
    return weather


@cites("II Déplacement", "II Combat", "II Coque", "T10")
def _ship(entry: Entry, rules: Ruleset) -> Ship:
    """A ship with the card of her type, changed where the scenario says so, and with her crew [II Combat, T10, B49, B54, B75]."""
    name = entry.slug("id")
    type_name = entry.word("type", rules.table(_TYPES).rows.labels)
    sheet = settled(demo_ship, rules, type_name)
    fort = sheet.rank == "fort"
    ratings = {
        field: entry.whole(field, 0, MOST_RATING, getattr(sheet, field))
        for field in ("m_close_hauled", "m_reaching", "m_running", "inertia", "boarding", "short", "long")
    }
    sections = _sections(entry, "hull", sheet.hull)
    hull = entry.whole("hull_left", 0, sum(sections), sum(sections))
    masts = () if fort else _sections(entry, "masts", sheet.masts)
    ship = Ship(
        id=name,
        name=entry.text("name"),
        type_name=type_name,
        side=entry.word("side", SIDES),
        rank=sheet.rank if fort else entry.word("rank", ("line", "other"), sheet.rank),
        admiral=entry.word("admiral", ("none", "chief", "second"), "none"),
        masts=masts,
        has_full_sail=entry.flag("full_sail") if "full_sail" in entry else sheet.full_sail,
        sections=sections,
        place=entry.place("at", entry.text("at")),
        heading=entry.heading("heading", "N" if fort else entry.text("heading")),
        hull=hull,
        masts_lost=entry.whole("masts_lost", 0, len(masts), 0),
        speed=entry.whole("speed", 0, MOST_RATING, 0),
        sail=entry.word("sail", ("off", "on"), "off"),
        anchor=entry.word("anchor", ("none", "down"), "none"),
        in_irons=entry.flag("in_irons"),
        locked=entry.flag("locked"),
        has_fired=entry.flag("has_fired"),
        surrendered=entry.flag("surrendered"),
        damage=_damage(entry),
        log=_log(entry, rules),
        **_crewed(entry, rules, ratings),
    )
    entry.end()
    return replace(ship, masts_checked=ship.sections_destroyed)


@cites("T10")
def _crewed(entry: Entry, rules: Ruleset, ratings: dict[str, int]) -> dict[str, Any]:
    """Her ratings with the crew that the scenario gives her [T10, B49, B51]."""
    quality, light = entry.whole("crew", 1, 5, 1), entry.flag("under_two_decks")
    names = ("inertia", "m_close_hauled", "boarding", "short", "long")
    crew = settled(crew_quality, rules, quality, *(ratings[name] for name in names), light)
    return {
        **ratings,
        "inertia": crew.inertia,
        "m_close_hauled": crew.close_hauled,
        "boarding": crew.boarding,
        "short": crew.short,
        "long": crew.long,
    }


def _sections(entry: Entry, field: str, usual: tuple[int, ...]) -> tuple[int, ...]:
    """Sections as a file writes them: "4+4+4"."""
    said = entry.text(field, "+".join(map(str, usual)))
    if not SECTIONS.match(said):
        entry.fault(N_('{field} must be written as in "4+4+4", not {said!r}').format(field=field, said=said))
    return tuple(map(int, said.split("+")))


@cites("T12")
def _damage(entry: Entry) -> Damage:
    """Critical hits with which she starts; leaks and fires are of an earlier turn."""
    return Damage(
        gunner_dead=entry.flag("gunner_dead"),
        captain_dead=entry.flag("captain_dead"),
        officers_dead=entry.flag("officers_dead"),
        rigging_m=entry.whole("rigging_m", 0, MOST_RATING, 0),
        rigging_inertia=entry.whole("rigging_inertia", 0, MOST_RATING, 0),
        guns_loose=entry.whole("guns_loose", 0, MOST_RATING, 0),
        leak=entry.word("leak", ("none", "small", "large"), "none"),
        fire=entry.flag("fire"),
    )


@cites("VII", "T7")
def _log(entry: Entry, rules: Ruleset) -> tuple[Written, ...]:
    """Orders written before the battle, for turn 1, 2 and so on; a dash leaves a turn out [VII]."""
    found = []
    for turn, text in enumerate(entry.text("orders", "").split(), start=1):
        if text == "-":
            continue
        order = read_order(rules, text)
        if isinstance(order, Fault):
            entry.fault(
                N_("orders: {text}, character {at}: {reason} [{rule}]").format(text=text, at=order.at, reason=order.reason, rule=order.rule)
            )
        found.append(Written(turn, order.text))
    return tuple(found)


def _check_ships(entry: Entry, ships: list[Ship], scenario: Scenario) -> None:
    """Both sides, each id and name once, one chief a side, nobody on land, off the map or on top of another."""
    check_fleet(entry, ships, SIDES, scenario.goal)
    for side in SIDES:
        if sum(ship.side == side and ship.admiral == "chief" for ship in ships) > 1:
            entry.fault(CHIEFS[side])
    for ship in ships:
        _check_ship(entry, ship, ships, scenario)


def _check_ship(entry: Entry, ship: Ship, ships: list[Ship], scenario: Scenario) -> None:
    if ship.place not in scenario.chart.hexes:
        entry.fault(N_("ship {ship} is off the map").format(ship=ship.id))
    if ship.place in scenario.chart.land and not ship.is_fort:
        entry.fault(N_("ship {ship} is on land in {place}").format(ship=ship.id, place=GRID.label(ship.place)))
    if ship.surrendered and ship.hull:
        entry.fault(N_("ship {ship} has surrendered with hull left [VI]").format(ship=ship.id))
    beside = [other for other in ships if other.place == ship.place and other.id != ship.id]
    if beside and not (ship.locked and all(other.locked for other in beside)):
        entry.fault(
            N_("ship {ship}: {place} is filled by {beside} [IV]").format(ship=ship.id, place=GRID.label(ship.place), beside=beside[0].id)
        )
    if ship.locked and all(other.side == ship.side for other in beside):
        entry.fault(N_("ship {ship} is locked with nobody [V.a]").format(ship=ship.id))


def _check_goal(entry: Entry, position: Position) -> None:
    """The goal speaks of what is there, and has yet to be met."""
    goal = position.scenario.goal
    if not goal:
        return
    check_goal_ships(entry, goal, position.ships)
    if not goal.get("hexes", frozenset()) <= position.scenario.chart.hexes - position.scenario.chart.land:
        entry.fault(N_("goal: hexes must be open water on the map"))
    if victory.goal_met(position):
        entry.fault(N_("goal: it is met before anybody has moved"))


SHELF: Final = Shelf(GAME, GRID, _frame)
