"""Scenario files made into positions: what they may say, what they take from the demonstration ships, and what is refused.

The source has neither scenarios nor ship lists, so all those here are reconstructed (E14); each file says what is our own.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from rulesdemo.board.hexes import Hex
from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.damage import MANY_BOXES
from rulesdemo.games.escadres.hulks import hull as hull_points
from rulesdemo.games.escadres.play import victory
from rulesdemo.games.escadres.play.state import SIDES, Position, Scenario, Ship, Table, Turn
from rulesdemo.games.escadres.ships import demo_ship
from rulesdemo.play.engine import Outcome, cites, settled
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.rules.scenario_reader import Card, Entry, Shelf, card_of, check_fleet, check_goal_ships, goal_field, goal_of
from rulesdemo.words import N_

GAME: Final = "escadres"
MOST_FIRES: Final = 12  # more would burn down any ship in the book at once
MOST_DECKS: Final = 3
_TYPES: Final = "demo_ships"
BOW: Final = (N_("ship {ship}: her bow is off the table"), N_("ship {ship}: her bow is on land in {hex} [E-OCC-1]"))
STERN: Final = (N_("ship {ship}: her stern is off the table"), N_("ship {ship}: her stern is on land in {hex} [E-OCC-1]"))


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


@cites("E-DEP-2")
def start(name: str, rules: Ruleset | None = None) -> Outcome[Position]:
    """Set a scenario up and go on to the first decision."""
    from rulesdemo.games.escadres.play import sequence  # here: the sequence leads back to scenarios

    return sequence.advance(load(name, rules))


def build(data: Mapping[str, Any], rules: Ruleset | None = None) -> Position:
    """The position that an inline scenario describes, before its first turn begins."""
    return _position(*SHELF.inline(data), rules or ruleset(GAME))


# -- the frame: words, table, turns ----------------------------------------------------------------------------------------------------


def _frame(entry: Entry) -> tuple[Card, Scenario]:
    said, goal = card_of(entry, "E", _goal)
    first = entry.word("first", SIDES, SIDES[0])
    turns, storm = entry.whole("turns", 1), entry.flag("storm")
    return said, Scenario(said.name, said.title["en"], said.about, turns, _table(entry.entry("map")), first, storm, MappingProxyType(goal))


@cites("E-MAT-1")
def _table(entry: Entry) -> Table:
    """Lay out the columns and rows from 0101 on; land is where islands lie [E-MAT-1]."""
    return Table(*entry.water("land"))


def _goal(entry: Entry) -> dict[str, Any]:
    """A goal with its words and places read; the ships it names are checked when they are known."""
    return goal_of(entry, victory.GOALS, SIDES, goal_field)


# -- the position ----------------------------------------------------------------------------------------------------------------------


@cites("E-DEP-1", "E-DEP-2")
def _position(entry: Entry, scenario: Scenario, rules: Ruleset) -> Position:
    """The wind first, then the ships, each across two hexes [E-DEP-1, E-DEP-2]."""
    entry.read_elsewhere("name", "title", "about", "source", "provenance", "chapter", "first", "turns", "storm", "map", "goal")
    wind_to = entry.heading("wind")
    ship_entries = entry.entries("ship")
    entry.end()
    ships = [_ship(each, rules) for each in ship_entries]
    _check_ships(entry, ships, scenario)
    position = Position(rules, scenario, wind_to, tuple(ships), Turn(0, "victory"))
    _check_goal(entry, position)
    return position


@cites("E-INTRO-1", "E-MOVE-1", "E-WEAR-2", "E-TRN-1", "E-HULL-1", "E-BURN-1")
def _ship(entry: Entry, rules: Ruleset) -> Ship:
    """A ship with the sheet of her type, changed where the scenario says so, and with the losses she starts with [E-INTRO-1, E14]."""
    name = entry.slug("id")
    type_name = entry.word("type", rules.table(_TYPES).rows.labels)
    sheet = settled(demo_ship, rules, type_name)
    modifiers = rules.table("dice_modifiers")
    power = entry.whole("power", 1, MANY_BOXES, sheet.power)
    crew = entry.whole("crew", 1, MANY_BOXES, sheet.crew)
    speed, turns = entry.whole("speed", 0, default=sheet.speed), entry.whole("turns", 0, default=sheet.turns)
    left = entry.whole("power_left", 0, power, power)
    hull = int(settled(hull_points, rules, power).hull)
    ship = Ship(
        id=name,
        name=entry.text("name"),
        type_name=type_name,
        side=entry.word("side", SIDES),
        decks=entry.whole("decks", 1, MOST_DECKS, sheet.decks),
        guns=entry.whole("guns", 1) if "guns" in entry else sheet.guns,
        power_initial=power,
        crew_initial=crew,
        speed_initial=speed,
        turns_initial=turns,
        training=entry.whole("training", modifiers.at("training_least"), modifiers.at("training_most"), 0),
        bow=entry.place("at", entry.text("at")),
        heading=entry.heading("heading"),
        power=left,
        crew=entry.whole("crew_left", 0, crew, crew),
        speed=entry.whole("speed_left", 0, speed, speed),
        turns=entry.whole("turns_left", 0, turns, turns),
        hull=None if left else entry.whole("hull_left", 1, hull, hull),
        fires=entry.whole("fires", 0, MOST_FIRES, 0),
        stopped=entry.flag("stopped"),
        next_move_zero=entry.flag("next_move_zero"),
    )
    entry.end()
    return ship


def _check_ships(entry: Entry, ships: list[Ship], scenario: Scenario) -> None:
    """Nobody is called like another, and each lies whole on the table, in open water, alone; a battle has two sides [E-DEP-2]."""
    check_fleet(entry, ships, SIDES, scenario.goal)
    filled: dict[Hex, str] = {}
    for ship in ships:
        for place, (off_table, on_land) in zip(ship.hexes, (BOW, STERN), strict=True):
            if place not in scenario.table.hexes:
                entry.fault(off_table.format(ship=ship.id))
            if place in scenario.table.land:
                entry.fault(on_land.format(ship=ship.id, hex=GRID.label(place)))
            if place in filled:
                entry.fault(
                    N_("ship {ship}: {place} is filled by {filled} [E-OCC-1]").format(
                        ship=ship.id, place=GRID.label(place), filled=filled[place]
                    )
                )
            filled[place] = ship.id


def _check_goal(entry: Entry, position: Position) -> None:
    """The goal speaks of what is there, and has yet to be met."""
    goal = position.scenario.goal
    if not goal:
        return
    check_goal_ships(entry, goal, position.ships)
    if not goal.get("hexes", frozenset()) <= position.scenario.table.hexes - position.scenario.table.land:
        entry.fault(N_("goal: hexes must be open water on the table"))
    if victory.goal_met(position):
        entry.fault(N_("goal: it is met before anybody has moved"))


SHELF: Final = Shelf(GAME, GRID, _frame)
