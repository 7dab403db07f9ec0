"""Scenario files made into positions: what they may say, and what is refused.

The source has no scenario, no map, no leader and no unit lists, so all those here are reconstructed (R40); each file says what is our own.
What a rule needs and the source lacks stands under [inputs] and in the cities.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from rulesdemo.board.hexes import Hex
from rulesdemo.errors import nearest
from rulesdemo.games.republic.attrition import MOST_LINES
from rulesdemo.games.republic.board import GRID, Ground
from rulesdemo.games.republic.play import victory
from rulesdemo.games.republic.play.state import (
    MARKS,
    SIDES,
    Ambassador,
    City,
    Force,
    Inputs,
    Leader,
    Legion,
    Position,
    Scenario,
    Turn,
)
from rulesdemo.games.republic.status import FROM_BEST_TO_WORST
from rulesdemo.games.republic.treachery import ROMAN_RANKS
from rulesdemo.play.engine import Outcome, cites
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.rules.scenario_reader import Card, Entry, Shelf, card_of, goal_of
from rulesdemo.words import N_

GAME: Final = "republic"
MOST_POINTS: Final = 999
MOST_ELEPHANTS: Final = 9  # of one Force; the joint distribution of a charge has its limits
MOST_CUNNING: Final = 20
TENTHS: Final = 10
GROUND: Final = ("rough", "mountain", "marsh")
FRAME: Final = ("name", "title", "about", "source", "provenance", "chapter", "turns", "first", "others", "map", "inputs", "goal")


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
    from rulesdemo.games.republic.play import sequence  # here: the sequence leads back to scenarios

    return sequence.advance(load(name, rules))


def build(data: Mapping[str, Any], rules: Ruleset | None = None) -> Position:
    """The position that an inline scenario describes, before its first turn begins."""
    return _position(*SHELF.inline(data), rules or ruleset(GAME))


# -- the frame: words, map, inputs -----------------------------------------------------------------------------------------------------


def _frame(entry: Entry) -> tuple[Card, Scenario]:
    said, goal = card_of(entry, "R", _goal)
    turns, first, others = entry.whole("turns", 1), entry.word("first", SIDES, SIDES[0]), entry.text("others")
    ground, inputs = _ground(entry.entry("map")), _inputs(entry.entry("inputs", {}))
    return said, Scenario(said.name, said.title["en"], said.about, turns, first, others, ground, inputs, MappingProxyType(goal))


@cites("8.31-i", "8.26-C")
def _ground(entry: Entry) -> Ground:
    """Read the columns and rows, counted from 0101, flat where nothing else is said; rivers and roads lie on hexsides such as "0203 NE"."""
    terrain: dict[Hex, str] = dict.fromkeys(entry.expanse(), "flat")
    for kind in (*GROUND, "sea"):
        for said in entry.words(kind, default=()):
            for place in entry.stretch(kind, said):
                if place not in terrain:
                    entry.fault(N_("{kind}: {place} leaves the map, or is sea").format(kind=kind, place=GRID.label(place)))
                terrain[place] = kind
    land = {place: kind for place, kind in terrain.items() if kind != "sea"}
    rivers, roads = (frozenset(_hexside(entry, key, said, land) for said in entry.words(key, default=())) for key in ("rivers", "roads"))
    entry.end()
    return Ground(MappingProxyType(land), rivers, roads)


def _hexside(entry: Entry, key: str, said: str, land: Mapping[Hex, str]) -> frozenset[Hex]:
    label, _space, direction = said.partition(" ")
    if direction not in GRID.names:
        entry.fault(N_('{key}: write a hex and one of its sides, as in "0203 NE", not {said!r}').format(key=key, said=said))
    place = entry.place(key, label)
    other = GRID.neighbour(place, GRID.named(direction))
    if place not in land or other not in land:
        entry.fault(N_("{key}: {said!r} does not lie between two hexes of the map").format(key=key, said=said))
    return frozenset((place, other))


@cites("R-PRE-1", "R-PRE-3", "8.54", "8.55", "8.6", "8.23-A", "12.34")
def _inputs(entry: Entry) -> Inputs:
    """What the source lacks, as this scenario has it [R8, R18, R37, R39, R40, R46, R47, R57, R58]."""
    inputs = Inputs(
        successor=_leader(entry.entry("successor")) if "successor" in entry else None,
        continuation=entry.whole("continuation", 0, TENTHS) if "continuation" in entry else None,
        major=entry.word("major", ("no", "yes", "ask"), "ask"),
        leader_loss=entry.word("leader_loss", ("never", "battle", "pluto"), "never"),
        attrition=entry.whole("attrition", 0, default=0),
        march_losses=entry.wholes("march_losses", 0, MOST_POINTS, (1, MOST_LINES), ()),
        siege_losses=entry.wholes("siege_losses", 0, MOST_POINTS, (TENTHS, TENTHS), ()),
        march=entry.whole("march", 0, default=0),
        diplomacy_drm=entry.whole("diplomacy_drm", -TENTHS, TENTHS, 0),
        box_worth=entry.whole("box_worth", 0, default=0),
    )
    entry.end()
    if inputs.attrition and inputs.march_losses:
        entry.fault(N_("attrition and march_losses say the same in two ways: give one of them"))
    return inputs


def _goal(entry: Entry) -> dict[str, Any]:
    return goal_of(entry, victory.GOALS, SIDES, _goal_field)


def _goal_field(entry: Entry, field: str) -> Any:  # noqa: ANN401 - by field
    if field == "need":
        return entry.whole(field, -MOST_POINTS)
    if field == "hex":
        return entry.place(field, entry.text(field))
    return entry.word(field, FROM_BEST_TO_WORST) if field == "status" else entry.text(field)


# -- the position ----------------------------------------------------------------------------------------------------------------------


def _position(entry: Entry, scenario: Scenario, rules: Ruleset) -> Position:
    """Cities first, then Forces, some of them inside, then ambassadors."""
    entry.read_elsewhere(*FRAME)
    cities = tuple(_city(each, rules) for each in entry.entries("city"))
    forces = tuple(_force(each) for each in entry.entries("force"))
    envoys = tuple(_ambassador(each, rules) for each in entry.entries("ambassador"))
    alliance = entry.whole("alliance", -MOST_POINTS, MOST_POINTS, 0)
    entry.end()
    position = Position(rules, scenario, forces, cities, envoys, Turn(0, "end", scenario.first), alliance)
    _check_names(entry, position)
    _check_places(entry, position)
    _check_goal(entry, position)
    return position


@cites("8.32", "8.6", "9.6-R", "8.31-c / 5.42")
def _leader(entry: Entry) -> Leader:
    """A leader's counter, all ours [R7, R40]; a name such as "a tribune" is a message."""
    leader = Leader(
        name=N_(entry.text("name")),
        letter=entry.word("letter", ("A", "B", "C", "D", "E")),
        cv=entry.whole("cv", 0, TENTHS - 1),
        vm=entry.whole("vm", 0, TENTHS),
        cunning=entry.whole("cunning", 0, MOST_CUNNING, 0),
        rank=entry.word("rank", (*ROMAN_RANKS, "other"), "other"),
        subordinates=entry.whole("subordinates", 0, default=0),
    )
    entry.end()
    return leader


@cites("9.4", "9.52-C", "9.4-M")
def _city(entry: Entry, rules: Ruleset) -> City:
    """A city; strength and siege_defence may be left out, and then the rules that need them are refused [R9, R32]."""
    levels = rules.table("surrender").rows.labels
    cdi, owner = entry.whole("cdi", 0), entry.word("owner", SIDES)
    if str(cdi) not in levels:
        entry.fault(N_("cdi is {cdi}, not one of {levels}").format(cdi=cdi, levels=", ".join(levels)))
    city = City(
        id=entry.slug("id"),
        name=entry.text("name"),
        at=entry.place("at", entry.text("at")),
        owner=owner,
        cdi=cdi,
        strength=entry.whole("strength", 0, MOST_POINTS) if "strength" in entry else None,
        siege_defence=entry.whole("siege_defence", 0, MOST_POINTS) if "siege_defence" in entry else None,
        roma=entry.flag("roma"),
        port=entry.flag("port"),
        naval=entry.whole("naval", -TENTHS, TENTHS, 0),
        cunning=entry.whole("cunning", 0, MOST_CUNNING, 0),
        worth=entry.whole("worth", 0, default=0),
        home=owner,
    )
    entry.end()
    return city


@cites("8.31-k", "8.31-l", "8.36", "8.55")
def _force(entry: Entry) -> Force:
    """A Force, whose name is a message: only Romans have legions, only others have elite units [8.31-k, 8.31-l]."""
    side = entry.word("side", SIDES)
    legions = tuple(Legion(each.whole("infantry", 1, MOST_POINTS), each.flag("veteran")) for each in _ended(entry.entries("legion")))
    force = Force(
        id=entry.slug("id"),
        name=N_(entry.text("name")),
        side=side,
        at=entry.place("at", entry.text("at")),
        leader=_leader(entry.entry("leader")),
        troops_outside_legions=entry.whole("infantry", 0, MOST_POINTS, 0),
        cavalry=entry.whole("cavalry", 0, MOST_POINTS, 0),
        elephants=entry.whole("elephants", 0, MOST_ELEPHANTS, 0),
        legions=legions,
        elite=entry.whole("elite", 0, default=0),
        status=entry.word("status", FROM_BEST_TO_WORST, "fresh"),
        engines=entry.whole("siege_engines", 0, default=0),
        marks=entry.words("marks", MARKS, ()),
        in_city=entry.flag("in_city"),
    )
    entry.end()
    if not force.infantry:
        entry.fault(N_("a Force has some infantry"))
    if (legions and not force.roman) or (force.elite and force.roman):
        entry.fault(N_("only Romans have legions, and only others have elite units"))
    return force


def _ended(entries: list[Entry]) -> Iterable[Entry]:
    for each in entries:
        each.read_elsewhere("infantry", "veteran")
        each.end()
        yield each


@cites("12.34")
def _ambassador(entry: Entry, rules: Ruleset) -> Ambassador:
    """An ambassador, and the cunning points that may be spent on him [12.34, R53]."""
    envoy = Ambassador(
        id=entry.slug("id"),
        name=entry.text("name"),
        side=entry.word("side", SIDES),
        letter=entry.word("letter", rules.table("ambassador").columns.labels),
        cunning=entry.whole("cunning", 0, MOST_CUNNING, 0),
    )
    entry.end()
    return envoy


def _check_names(entry: Entry, position: Position) -> None:
    """Nobody is called like another."""
    things = (*position.forces, *position.cities, *position.ambassadors)
    for what in ("id", "name"):
        called = [getattr(each, what) for each in things]
        for twice in sorted({each for each in called if called.count(each) > 1}):
            entry.fault(N_("two things have the {what} {twice!r}").format(what=what, twice=twice))


def _check_places(entry: Entry, position: Position) -> None:
    """Everybody is on the map, and inside a city only if it is his own; a battle has two sides, and Forces have a successor for leaders."""
    placed: tuple[Force | City, ...] = (*position.forces, *position.cities)
    for each in placed:
        if each.at not in position.scenario.ground.terrain:
            entry.fault(N_("{id} is off the map").format(id=each.id))
    places = [city.at for city in position.cities]
    if len(set(places)) != len(places):
        entry.fault(N_("two cities share a hex"))
    for force in position.forces:
        city = position.city_at(force.at)
        if force.in_city and (city is None or city.owner != force.side):
            entry.fault(N_("{id} is inside a city that is not its own").format(id=force.id))
    if not position.scenario.goal and {force.side for force in position.forces} != set(SIDES):
        entry.fault(N_("a battle needs Forces on both sides"))
    if not position.forces and not position.ambassadors:
        entry.fault(N_("a scenario needs somebody to act"))
    if position.forces and position.scenario.inputs.successor is None:
        entry.fault(N_("inputs: successor is missing, and the source does not say who leads a Force after its leader's death"))


def _check_goal(entry: Entry, position: Position) -> None:
    """The goal speaks of what is there, and has yet to be met."""
    goal = position.scenario.goal
    if not goal:
        return
    known = {
        "force": [force.id for force in position.forces],
        "target": [force.id for force in position.forces],
        "city": [city.id for city in position.cities],
        "ambassador": [each.id for each in position.ambassadors],
    }
    for field, ids in known.items():
        if field in goal and goal[field] not in ids:
            hint = nearest(goal[field], ids) if ids else N_("There is none.")
            entry.fault(N_("goal: there is no {field} {value!r}. {hint}").format(field=field, value=goal[field], hint=hint))
    if victory.goal_met(position):
        entry.fault(N_("goal: it is met before anybody has acted"))


SHELF: Final = Shelf(GAME, GRID, _frame)
