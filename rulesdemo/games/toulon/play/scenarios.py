"""Scenario files made into positions: players, options, what is supplied, units and leaders, and what is refused.

Units, leaders and all numbers that the main rulebook would give are ours (T18, T38); each file says what is our own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final, cast

from rulesdemo.board.hexes import Grid
from rulesdemo.errors import nearest
from rulesdemo.games.toulon.board import board
from rulesdemo.games.toulon.operations import NATIONS, op_scale
from rulesdemo.games.toulon.play import ground, victory
from rulesdemo.games.toulon.play.state import AWAY, PURSES, Leader, Position, Rade, Redoubt, Scenario, Turn, Unit, Units, side_of
from rulesdemo.games.toulon.play.supplied import MOST, MOST_QUALITY, MOST_SP, demo
from rulesdemo.games.toulon.players import cooperation_option, player_split
from rulesdemo.games.toulon.setup import start_turn, starting_markers
from rulesdemo.games.toulon.throws import is_amount
from rulesdemo.play.engine import Outcome, cites, settled
from rulesdemo.rules.datafiles import game_file
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.rules.scenario_reader import Card, Entry, Shelf, card_of, goal_of
from rulesdemo.words import N_

GAME: Final = "toulon"
OPTIONS: Final = ("2.2", "3.4", "6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7", "6.8", "6.9", "6.9a", "6.9b", "6.9c")
NATIONALITIES: Final = (*NATIONS, "west", "east", "reserve")
ARMS: Final = ("infantry", "cavalry", "artillery", "battery")
HOLDS: Final = ("allied", "tenuous", "lost")
SIDES: Final = ("allied", "republican")
Lists = tuple[tuple[tuple[str, tuple[int, int]], ...], tuple[tuple[str, str], ...]]  # units and leaders, each with what is printed on it


def names() -> tuple[str, ...]:
    """Every scenario: games first, then set pieces in the order of the chapters."""
    return SHELF.names()


def card(name: str) -> Card:
    """The title, the words and the sources of a scenario."""
    return SHELF.card(name)


def load(name: str, rules: Ruleset | None = None) -> Position:
    """The position of a scenario before anything happens."""
    return _position(*SHELF.opened(name), rules or ruleset(GAME))


def start(name: str, rules: Ruleset | None = None) -> Outcome[Position]:
    """Set a scenario up and go on to the first decision."""
    from rulesdemo.games.toulon.play import sequence  # here: the sequence leads back to scenarios

    return sequence.advance(load(name, rules))


def build(data: Mapping[str, Any], rules: Ruleset | None = None) -> Position:
    """The position that an inline scenario describes."""
    return _position(*SHELF.inline(data), rules or ruleset(GAME))


# -- the frame -------------------------------------------------------------------------------------------------------------------------


def _frame(entry: Entry) -> tuple[Card, Scenario]:
    said, goal = card_of(entry, "T", _goal)
    return said, _scenario(entry, said, goal)


def _scenario(entry: Entry, said: Card, goal: dict[str, Any]) -> Scenario:
    kind = entry.word("kind", ("setup", "late", "turns"))
    first = entry.whole("turn", 1, default=0) if "turn" in entry else 0
    given = entry.entry("supplied", {})
    values = demo()
    numbers = {each: given.whole(each, -99, 99, value) for each, value in values["numbers"].items()}
    chances = {each: given.text(each, value) for each, value in values["chances"].items()}
    random_op = given.text("random_op", values["random_op"]["amount"])
    if not is_amount(random_op, MOST):
        entry.fault(N_("random_op must be a number or dice such as 1d3, not {random_op!r}").format(random_op=random_op))
    own = given.entry("op_scale", {})
    scale = {purse: (own.whole(purse, 0, 99, values["op_scale"][purse]),) for purse in PURSES}
    own.end()
    given.end()
    return Scenario(
        name=said.name,
        title=said.title["en"],
        about=said.about,
        players=entry.whole("players", 2, 7),
        short=entry.flag("short"),
        first_turn=first,
        last_turn=entry.whole("last_turn", 1),
        kind=kind,
        options=frozenset(entry.words("options", OPTIONS, ())),
        numbers=MappingProxyType(numbers),
        chances=MappingProxyType(chances),
        scale=MappingProxyType(scale),
        random_op=random_op,
        combat=MappingProxyType({column: tuple(line) for column, line in values["combat"].items()}),
        rades=tuple(_rade(each) for each in entry.entries("rade")),
        steps=frozenset(entry.words("steps", default=())),
        is_campaign=entry.flag("campaign"),
        goal=MappingProxyType(goal),
    )


@lru_cache(maxsize=200)
@cites("1.11", "1.17")
def _with_tables(scenario: Scenario, rules: Ruleset, arrivals: tuple[tuple[str, int], ...], lists: Lists) -> Scenario:
    """The scenario with OP by turn, reinforcements and units; one object for the same tables: positions are compared by it [T63, T64]."""
    turns = range(1, int(rules.table("op_by_turn").rows.labels[-1]) + 1)
    scale = {purse: tuple(settled(op_scale, rules, purse, turn).op for turn in turns) for purse in PURSES}
    counters, efficiencies = lists
    return replace(
        scenario,
        scale=MappingProxyType(scale),
        arrivals=MappingProxyType(dict(arrivals)),
        counters=MappingProxyType(dict(counters)),
        efficiencies=MappingProxyType(dict(efficiencies)),
    )


@cites("4.6a", "4.6b")
def _rade(entry: Entry) -> Rade:
    """When the hold on the roadsteads changes: its causes are not in the source [4.6a]."""
    rade = Rade(entry.whole("turn", 1), entry.word("petite", HOLDS), entry.word("grande", HOLDS))
    entry.end()
    return rade


def _goal(entry: Entry) -> dict[str, Any]:
    return goal_of(entry, victory.GOALS, SIDES, _goal_field)


def _goal_field(entry: Entry, field: str) -> Any:  # noqa: ANN401 - by field
    if field == "need":
        return entry.whole(field, 1)
    if field == "zone":
        return entry.word(field, board().zones)
    return entry.word(field, NATIONS) if field == "nation" else entry.text(field)


# -- the position ----------------------------------------------------------------------------------------------------------------------

READ: Final = (
    *("name", "title", "about", "source", "provenance", "chapter", "goal", "kind", "turn", "supplied", "players", "short"),
    *("last_turn", "options", "rade", "steps", "campaign"),
)


@cites("1.2", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "1.11", "1.12", "2.1", "2.2", "3.1-3.3")
def _position(entry: Entry, scenario: Scenario, rules: Ruleset) -> Position:
    """Players by their number, markers where they begin, units and leaders as the scenario has them [1.2 to 1.12, 2.1]."""
    entry.read_elsewhere(*READ)
    if "2.2" in scenario.options and not settled(cooperation_option, rules, scenario.players).allowed:
        entry.fault(N_("option 2.2 is for more than two players"))
    late = settled(start_turn, rules, scenario.players, scenario.short)
    if scenario.kind != "turns" and not late.late:
        entry.fault(N_("with {players} players a late start is the short game: write short = true").format(players=scenario.players))
    number = scenario.first_turn or late.turn
    if scenario.last_turn < number:
        entry.fault(N_("last_turn {last_turn} comes before the first turn {number}").format(last_turn=scenario.last_turn, number=number))
    marks = settled(starting_markers, rules)
    opening = number if number == marks.game_turn else 0
    units, leaders = _units(entry, number, opening), _leaders(entry, number, opening)
    purses = _purses(entry, marks.op_tracks)
    side = entry.word("first", SIDES, SIDES[0])
    if scenario.is_campaign:
        things: list[Unit | Leader] = [*units, *leaders]
        arrivals = tuple((each.id, each.due) for each in things if each.place == AWAY and each.due)
        counters = tuple((unit.id, (unit.sp, unit.quality)) for unit in units)
        scenario = _with_tables(scenario, rules, arrivals, (counters, tuple((leader.id, leader.efficiency) for leader in leaders)))
    position = Position(
        rules,
        scenario,
        settled(player_split, rules, scenario.players).seats,
        Turn(number, "start", side=side, first=side),
        Units(units),
        leaders,
        purses,
        petite=entry.word("petite", HOLDS, "allied"),
        grande=entry.word("grande", HOLDS, "allied"),
        defeat=entry.word("defeat", ("none", *SIDES), marks.significant_defeat),
        vp=marks.victory_differential,
        loss=marks.loss_differential,
        stock=entry.whole("stock", 0, default=marks.ammunition_stockpile),
        gauge=marks.evacuation_trigger,
        evacuated=entry.flag("evacuated"),
        personal=tuple((nation, 0) for nation in NATIONS) if "2.2" in scenario.options else (),
        redoubts=tuple(_redoubt(each) for each in entry.entries("redoubt")),
        roads=tuple(
            sorted((road, entry.word("road_side", SIDES, SIDES[0])) for road in entry.words("roads", board().chart.of_kind("road"), ()))
        ),
    )
    entry.read_elsewhere("road_side")
    entry.end()
    return _checked(entry, _held(position))


def _held(position: Position) -> Position:
    """A side that stands alone in a zone at the start holds it, without points for it."""
    held = [(zone, side) for zone in position.board.chart.of_kind("land") if (side := ground.control(position, zone)) is not None]
    return replace(position, held=tuple(sorted(held)))


def _checked(entry: Entry, position: Position) -> Position:
    names = [*(unit.id for unit in position.units), *(leader.id for leader in position.leaders)]
    for twice in {each for each in names if names.count(each) > 1}:
        entry.fault(N_("two units or leaders have the id {twice!r}").format(twice=twice))
    goal = position.scenario.goal
    if "unit" in goal and position.find(goal["unit"]) is None:
        hint = nearest(goal["unit"], names)
        entry.fault(N_("goal: there is no unit {unit!r}. {hint}").format(unit=goal["unit"], hint=hint))
    if "leader" in goal and position.leader(goal["leader"]) is None:
        hint = nearest(goal["leader"], names)
        entry.fault(N_("goal: there is no leader {leader!r}. {hint}").format(leader=goal["leader"], hint=hint))
    if victory.goal_met(position):
        entry.fault(N_("goal: it is met before anybody has done anything"))
    return position


def _purses(entry: Entry, op: int) -> tuple[tuple[str, int], ...]:
    own = entry.entry("op", {})
    purses = tuple((purse, own.whole(purse, 0, 99, op)) for purse in PURSES)
    own.end()
    return purses


@cites("4.7a", "4.7b")
def _redoubt(entry: Entry) -> Redoubt:
    """A redoubt that stands at the start; one without a builder is old and helps only the Allies [4.7a]."""
    zone, level = entry.word("zone", board().chart.of_kind("land")), entry.word("level", ("normal", "improved"), "normal")
    redoubt = Redoubt(zone, level, entry.word("builder", SIDES, "allied"))
    entry.end()
    return redoubt


# -- units and leaders -----------------------------------------------------------------------------------------------------------------


@cache
def roster() -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """The demonstration units and leaders, by id."""
    data = game_file(GAME, "units")
    return {each["id"]: each for each in data["unit"]}, {each["id"]: each for each in data["leader"]}


@cites("1.11", "1.13")
def _units(entry: Entry, turn: int, opening: int) -> tuple[Unit, ...]:
    """The units of the scenario; `all_units` brings the whole roster, those due before the first turn in their depots [1.11, 1.13]."""
    known, _ = roster()
    own = entry.entries("unit")
    found = [_unit(each, known) for each in own]
    if entry.flag("all_units"):
        there = {unit.id for unit in found}
        grid = cast("Grid", board().chart)
        found += [
            _unit(Entry(each, f"data/{GAME}/units.toml, {name}", grid), {}, turn, opening)
            for name, each in known.items()
            if name not in there
        ]
    return tuple(found)


def _unit(entry: Entry, known: Mapping[str, Mapping[str, Any]], turn: int = 0, opening: int = 0) -> Unit:
    name = entry.slug("id")
    base = known.get(name, {})
    nation = entry.word("nation", NATIONALITIES, base.get("nation", ""))
    due = entry.whole("due", 0, default=base.get("due", 0))
    place = _place(entry, nation, due, turn, opening)
    unit = Unit(
        id=name,
        name=N_(entry.text("name", base.get("name", name))),
        nation=nation,
        arm=entry.word("arm", ARMS, base.get("arm", "infantry")),
        sp=entry.whole("sp", 0, MOST_SP, base.get("sp", 0)),
        quality=entry.whole("quality", 0, MOST_QUALITY, base.get("quality", 0)),
        place=place,
        due=due if place == AWAY else 0,
        temp=entry.whole("temp", 0, MOST_SP, 0),
        perm=entry.whole("perm", 0, MOST_SP, 0),
        fort=_flag(entry, base, "fort"),
        patrol=_flag(entry, base, "patrol"),
        revealed=_flag(entry, base, "revealed"),
        crew=_flag(entry, base, "crew"),
        landed=_flag(entry, base, "landed"),
        check=_flag(entry, base, "check"),
    )
    entry.end()
    return unit


@cites("1.11", "1.13")
def _place(entry: Entry, nation: str, due: int, turn: int, opening: int) -> str:
    """Where it is at the start: of the opening turn on the map, due before a late start in the depot, otherwise away [1.11, 1.13, T61]."""
    enters = entry.word("enters", board().zones, depot(nation))
    waits = depot(nation) if due < turn else AWAY
    return str(entry.word("at", (*board().zones, AWAY), enters if due and due == opening else waits))


def _flag(entry: Entry, base: Mapping[str, Any], name: str) -> bool:
    return entry.flag(name) or bool(base.get(name))


def depot(nation: str) -> str:
    """The depot of a nation or wing."""
    return board().depots["allied" if side_of(nation) == "allied" else "east" if nation == "east" else "west"]


def _leaders(entry: Entry, turn: int, opening: int) -> tuple[Leader, ...]:
    _, known = roster()
    found = [_leader(each, known) for each in entry.entries("leader")]
    if entry.flag("all_leaders"):
        there = {leader.id for leader in found}
        grid = cast("Grid", board().chart)
        found += [
            _leader(Entry(each, f"data/{GAME}/units.toml, {name}", grid), {}, turn, opening)
            for name, each in known.items()
            if name not in there
        ]
    return tuple(found)


def _leader(entry: Entry, known: Mapping[str, Mapping[str, Any]], turn: int = 0, opening: int = 0) -> Leader:
    name = entry.text("id")
    base = known.get(name, {})
    nation = entry.word("nation", NATIONALITIES, base.get("nation", ""))
    due = entry.whole("due", 0, default=base.get("due", 0))
    place = _place(entry, nation, due, turn, opening)
    leader = Leader(
        name,
        N_(entry.text("name", base.get("name", name))),
        nation,
        entry.word("efficiency", ("A", "B", "C"), base.get("efficiency", "C")),
        place,
        due if place == AWAY else 0,
    )
    entry.end()
    return leader


SHELF: Final = Shelf(GAME, cast("Grid", board().chart), _frame)
