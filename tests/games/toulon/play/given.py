"""How a rule case tells a position of Toulon, and how it asks about one.

A unit is a line: id, nation or wing, arm, strength points, zone, then marks: q4 quality in sixths (3 unless told), t1 temporary and p1
permanent losses, d7 due on turn 7, and the words fort, patrol, revealed, crew, landed, check:
    royals british infantry 3 toulon q5 t1 fort
A leader is a line: id, nation, efficiency, zone, and d7 if he is away. A redoubt: zone, level, builder.

What a case leaves out: two players, turn 5, the Allies first, one more turn, empty purses, no options, values of data/toulon/demo.toml. All
optional steps of the turn are left out but those that `steps` names, so that a case begins with the moves of the first side. Tests at a
supplied chance show a 1 for a success and a 0 for a failure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesdemo.games.toulon.play import ENGINE, combat, ground, scenarios, setup
from rulesdemo.games.toulon.play.calendar import first_day
from rulesdemo.games.toulon.play.fortifications import sheltered_unit
from rulesdemo.games.toulon.play.movement import last_beaches
from rulesdemo.games.toulon.play.state import Battle, Position
from rulesdemo.games.toulon.play.supply import in_war_supply
from rulesdemo.play.engine import Outcome
from rulesdemo.rules.ruleset import Ruleset

COPIED = {
    "players",
    "turn",
    "first",
    "options",
    "op",
    "supplied",
    "rade",
    "petite",
    "grande",
    "defeat",
    "stock",
    "evacuated",
    "goal",
    "campaign",
    "short",
}
KEYS = COPIED | {"units", "leaders", "redoubts", "roads", "road_side", "steps", "last", "kind", "all"}
NUMBERS = {"q": "quality", "t": "temp", "p": "perm", "d": "due"}
SEEN = ("fort", "patrol", "revealed", "crew", "landed", "check")


# -- telling a position ----------------------------------------------------------------------------------------------------------------


def position_of(given: Mapping[str, Any], rules: Ruleset) -> Outcome[Position]:
    """The position that the case begins with, at its first decision."""
    return ENGINE.advance(unopened(given, rules))


def unopened(given: Mapping[str, Any], rules: Ruleset) -> Position:
    """The same before anything has happened."""
    assert set(given) <= KEYS, f"a position has no {set(given) - KEYS}"
    turn = given.get("turn", 5)
    data: dict[str, Any] = {
        "name": "case",
        "title": {"en": "Case", "fr": "Cas"},
        "about": "A rule case.",
        "provenance": "reconstructed",
        "source": ["Ours."],
        "kind": given.get("kind", "turns"),
        "players": 2,
        "last_turn": given.get("last", turn + 1),
        "steps": given.get("steps", ["nothing"]),
        "unit": [unit_line(line) for line in given.get("units", ())],
        "leader": [leader_line(line) for line in given.get("leaders", ())],
        "redoubt": [dict(zip(("zone", "level", "builder"), line.split(), strict=True)) for line in given.get("redoubts", ())],
        **{key: given[key] for key in COPIED if key in given},
    }
    if data["kind"] == "turns" or "turn" in given:
        data["turn"] = turn
    if data["steps"] == ["all"]:
        del data["steps"]
    if given.get("all"):
        data |= {"all_units": True, "all_leaders": True}
    if "roads" in given:
        data |= {"roads": given["roads"], "road_side": given.get("road_side", "republican")}
    if "goal" in given:
        data |= {"chapter": "T1", "goal": {"task": {"en": "Do it.", "fr": "Faites-le."}, **given["goal"]}}
    return scenarios.build(data, rules)


def unit_line(line: str) -> dict[str, Any]:
    """A unit's line as the entry of a scenario file."""
    name, nation, arm, sp, zone, *marks = line.split()
    unit: dict[str, Any] = {"id": name, "name": name.capitalize(), "nation": nation, "arm": arm, "sp": int(sp), "at": zone, "quality": 3}
    return {**unit, **marked(marks)}


def leader_line(line: str) -> dict[str, Any]:
    """A leader's line as the entry of a scenario file."""
    name, nation, efficiency, zone, *marks = line.split()
    return {"id": name, "name": name.capitalize(), "nation": nation, "efficiency": efficiency, "at": zone, **marked(marks)}


def marked(marks: list[str]) -> dict[str, Any]:
    """What is written after a line."""
    found: dict[str, Any] = {}
    for mark in marks:
        if mark in SEEN:
            found[mark] = True
        else:
            found[NUMBERS[mark[0]]] = int(mark[1:])
    return found


# -- asking about a position -----------------------------------------------------------------------------------------------------------


def value_of(position: Position, subject: str, field: str) -> Any:  # noqa: PLR0911 - one for each kind of thing
    """What the position says about a unit, a leader, a zone, the purses, the markers, the turn, the combat or the result."""
    unit, leader = position.find(subject), position.leader(subject)
    if unit is not None:
        return {"at": unit.place, "in_war_supply": in_war_supply(position, unit)}[field] if field in ASKED else getattr(unit, field)
    if leader is not None:
        return leader.place if field == "at" else getattr(leader, field)
    if subject in position.board.zones:
        return zone_value(position, subject, field)
    if subject == "purse":
        return position.op(field)
    if subject == "personal":
        return str(dict(position.personal)[field] / 10)
    if subject == "battle":
        return battle_value(position, field)
    if (subject, field) == ("turn", "day"):
        return first_day(position.turn.number).isoformat()
    thing: Any = {"turn": position.turn, "markers": position, "result": position.result}[subject]
    value = None if thing is None else getattr(thing, field)
    return list(value) if isinstance(value, tuple) else value


ASKED = ("at", "in_war_supply")


def zone_value(position: Position, zone: str, field: str) -> Any:
    """What stands in a zone."""
    if field == "control":
        return ground.control(position, zone) or "none"
    if field == "redoubt":
        return next((f"{each.level} {each.builder}" for each in position.redoubts if each.zone == zone), "none")
    if field == "in_redoubt":
        inside = sheltered_unit(position, "republican", zone) or sheltered_unit(position, "allied", zone)
        return inside.id if inside else "none"
    if field == "road":
        return dict(position.roads).get(zone, "none")
    return {"units": [unit.id for unit in position.at(zone)]}[field]


def battle_value(position: Position, field: str) -> Any:
    """How a combat stands."""
    battle = position.pending
    assert isinstance(battle, Battle)
    if field in ("attack", "defence"):
        return (combat.attack_strength if field == "attack" else combat.defence_strength)(position, battle)
    odds = combat.odds_of(position, battle)
    return getattr(odds, field) if field in odds._fields else getattr(battle, field)


def whole_of(position: Position, subject: str) -> Any:
    """What the position says about something that a case tells in one piece."""
    if subject.startswith("eligible_"):
        return sorted(setup.eligible(position, subject.removeprefix("eligible_")))
    if subject == "beaches":
        return list(last_beaches(position))
    if subject == "seats":
        return [list(seat) for seat in position.seats]
    return {"result": position.result, "pending": position.pending}[subject] or "none"
