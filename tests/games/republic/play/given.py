"""How a rule case tells a position of republic, and how it asks about one.

A Force is a line: id, side, hex, battle letter, then whatever it has:
    fabius roman 0404 B I12 L10v L8 H4 E3 e2 cv5 vm7 k2 s1 g1 consul fatigued ambush in_city
I infantry outside legions, L a legion (v for Veteran), H cavalry, E elephants, e elite kinds, g siege engines; of its leader cv campaign
value, vm survival rating, k cunning points, s subordinate points. A city: id, owner, hex, CDI, then S strength, D siege defence, N naval
level, k cunning points inside, W worth, roma, port. An envoy: id, side, letter, k cunning points.

What a case leaves out: a map of 7 by 7 flat hexes; leaders of campaign value 5 and survival rating 7; no march, no leader loss, no major
victory, no continuation; a successor of letter D, campaign value 3 and rating 6; Rome acts first; nine turns. With Forces of one side only,
or none, there is a goal that nobody can meet.

The hexes around 0404, which lies in an even column: 0403 N, 0503 NE, 0504 SE, 0405 S, 0304 SW, 0303 NW.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.play import ENGINE, scenarios
from rulesdemo.games.republic.play.state import MARKS, City, Force, Position
from rulesdemo.games.republic.status import FROM_BEST_TO_WORST
from rulesdemo.games.republic.treachery import ROMAN_RANKS
from rulesdemo.play.engine import Outcome
from rulesdemo.rules.ruleset import Ruleset

KEYS = {"forces", "cities", "envoys", "map", "inputs", "turns", "first", "goal", "alliance"}
POINTS = {"I": "infantry", "H": "cavalry", "E": "elephants", "e": "elite", "g": "siege_engines"}
RATINGS = {"cv": "cv", "vm": "vm", "k": "cunning", "s": "subordinates"}
WALLS = {"S": "strength", "D": "siege_defence", "N": "naval", "k": "cunning", "W": "worth"}
MARK = re.compile(r"([A-Za-z]+?)([+-]?\d+)(v?)")
SUCCESSOR = {"name": "a tribune", "letter": "D", "cv": 3, "vm": 6}
NEVER = {"side": "roman", "kind": "costs", "need": 999}


# -- telling a position ----------------------------------------------------------------------------------------------------------------


def position_of(given: Mapping[str, Any], rules: Ruleset) -> Outcome[Position]:
    """The position that the case begins with, at its first decision."""
    return ENGINE.advance(scenarios.build(scenario_of(given), rules))


def scenario_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The same as a scenario file would have it."""
    assert set(given) <= KEYS, f"a position has no {set(given) - KEYS}"
    forces = [force_line(line) for line in given.get("forces", [])]
    data: dict[str, Any] = {
        "name": "case",
        "title": {"en": "Case", "fr": "Cas"},
        "about": "A rule case.",
        "provenance": "reconstructed",
        "source": ["Ours."],
        "others": "others",
        "turns": given.get("turns", 9),
        "first": given.get("first", "roman"),
        "map": {"columns": 7, "rows": 7, **given.get("map", {})},
        "inputs": {"successor": SUCCESSOR, "major": "no", **given.get("inputs", {})},
        "alliance": given.get("alliance", 0),
        "force": forces,
        "city": [city_line(line) for line in given.get("cities", [])],
        "ambassador": [envoy_line(line) for line in given.get("envoys", [])],
    }
    goal = given.get("goal") or (NEVER if len({force["side"] for force in forces}) < 2 else None)
    if goal:
        data |= {"chapter": "R1", "goal": {"task": {"en": "Do it.", "fr": "Faites-le."}, **goal}}
    return data


def force_line(line: str) -> dict[str, Any]:
    """A Force's line as the entry of a scenario file."""
    name, side, place, letter, *marks = line.split()
    leader: dict[str, Any] = {"name": f"Leader of {name}", "letter": letter, "cv": 5, "vm": 7}
    force: dict[str, Any] = {"id": name, "name": name.capitalize(), "side": side, "at": place, "leader": leader, "legion": [], "marks": []}
    for mark in marks:
        found = MARK.fullmatch(mark)
        if mark == "in_city":
            force["in_city"] = True
        elif mark in ROMAN_RANKS:
            leader["rank"] = mark
        elif mark in FROM_BEST_TO_WORST:
            force["status"] = mark
        elif mark in MARKS:
            force["marks"].append(mark)
        elif found and found[1] == "L":
            force["legion"].append({"infantry": int(found[2]), "veteran": bool(found[3])})
        elif found and found[1] in POINTS:
            force[POINTS[found[1]]] = int(found[2])
        else:
            assert found, f"{name}: what is {mark!r}?"
            leader[RATINGS[found[1]]] = int(found[2])
    if not force["marks"]:
        del force["marks"]
    return force


def city_line(line: str) -> dict[str, Any]:
    """A city's line as the entry of a scenario file."""
    name, owner, place, cdi, *marks = line.split()
    city: dict[str, Any] = {"id": name, "name": name.capitalize(), "owner": owner, "at": place, "cdi": int(cdi)}
    for mark in marks:
        found = MARK.fullmatch(mark)
        if found:
            city[WALLS[found[1]]] = int(found[2])
        else:
            assert mark in ("roma", "port"), f"{name}: what is {mark!r}?"
            city[mark] = True
    return city


def envoy_line(line: str) -> dict[str, Any]:
    """An ambassador's line as the entry of a scenario file."""
    name, side, letter, *marks = line.split()
    return {"id": name, "name": name.capitalize(), "side": side, "letter": letter, "cunning": int(marks[0][1:]) if marks else 0}


# -- asking about a position -----------------------------------------------------------------------------------------------------------

FORCES: dict[str, Callable[[Force], Any]] = {
    "at": lambda force: GRID.label(force.at),
    "legions": lambda force: [legion.infantry for legion in force.legions],
    "marks": lambda force: list(force.marks),
    "leader": lambda force: force.leader.name,
    "cunning": lambda force: force.leader.cunning,
    "wounded": lambda force: force.leader.wounded,
}


def value_of(position: Position, subject: str, field: str) -> Any:
    """What the position says about a Force, a city, an ambassador, the battle, the turn or the result."""
    force = position.find(subject)
    if force is not None:
        return FORCES[field](force) if field in FORCES else getattr(force, field)
    for each in (*position.cities, *position.ambassadors):
        if each.id == subject:
            value = getattr(each, field)
            return GRID.label(value) if field == "at" and isinstance(each, City) else "none" if value is None else value
    if subject == "battle":
        return battle_value(position, field)
    thing: Any = {"turn": position.turn, "result": position.result}[subject]
    return None if thing is None else plain(getattr(thing, field))


def battle_value(position: Position, field: str) -> Any:
    """A modifier of the battle by its name, or anything else that is known of it."""
    clash = position.clash
    if clash is None:
        return "none"
    part = clash.part(field)
    if part is not None:
        return part
    return "none" if getattr(clash, field) is None else plain(getattr(clash, field))


def plain(value: Any) -> Any:
    return [plain(each) for each in value] if isinstance(value, tuple) else value


def whole_of(position: Position, subject: str) -> Any:
    """What the position says about something that a case tells in one piece."""
    thing: Any = getattr(position, "clash" if subject == "battle" else subject)
    return "none" if thing is None else plain(thing)
