"""How a rule case tells a position of broadside, and how it asks about one.

A ship is a line: id, side, type, hex, heading, then whatever differs from her type or is marked on her:
    aurore french seventy_four 1008 SE v3 H8 h4+4 X1 chief anchor irons sail locked fired leak flood fire struck orders:3,1G1,-
v speed, H hull left, h hull sections, X mast sections lost, w mast sections (w3+2), I inertia, m3/5/4 the M of the card, F9/10/6 the
forces of boarding, short and long range, c3 the quality of the crew; `other` and `line` are ranks, `chief` and `second` admirals, `leak`
a small one and `flood` a large one, `struck` has surrendered; `gunner`, `captain` and `officers` are dead; `rig1`, `torn1` and `loose1`
count critical hits 9, 11 and 12. A fort has no heading: write a dash.

What a case leaves out: 24 columns and 20 rows, the wind comes from N with force 3 under a clear sky and does not change, so that N is head
to wind, NE and NW close-hauled, SE and SW reaching and S running; ten in the morning, nine turns. Ships of one side only have a goal that
nobody can meet, so that nobody wins before the last turn. With `weather = true` the weather is thrown for every turn, and with no `wind`
at the start too.

The hexes around 1008, in an even column: 1007 N, 1107 NE, 1108 SE, 1009 S, 0908 SW, 0907 NW. Around 1108, in an odd one: 1107 N, 1208 NE,
1209 SE, 1109 S, 1009 SW, 1008 NW.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play import ENGINE, scenarios
from rulesdemo.games.broadside.play.boarding import force_of, share_on
from rulesdemo.games.broadside.play.command import in_command, lag_of
from rulesdemo.games.broadside.play.gunnery import aim_of, targets
from rulesdemo.games.broadside.play.helm import helm_of, point_of
from rulesdemo.games.broadside.play.state import Damage, Position, Ship
from rulesdemo.games.broadside.play.weather import clock_of, sight_of
from rulesdemo.play.engine import Outcome
from rulesdemo.rules.ruleset import Ruleset

KEYS = {"ships", "wind", "sky", "weather", "fire", "map", "land", "first", "turns", "time", "goal", "scripted"}
NUMBERS = {"v": "speed", "H": "hull_left", "X": "masts_lost", "I": "inertia", "c": "crew"}
COUNTS = {"rig": "rigging_m", "torn": "rigging_inertia", "loose": "guns_loose"}
WORDS: dict[str, dict[str, Any]] = {
    "chief": {"admiral": "chief"},
    "second": {"admiral": "second"},
    "line": {"rank": "line"},
    "other": {"rank": "other"},
    "anchor": {"anchor": "down"},
    "irons": {"in_irons": True},
    "sail": {"sail": "on"},
    "locked": {"locked": True},
    "fired": {"has_fired": True},
    "leak": {"leak": "small"},
    "flood": {"leak": "large"},
    "fire": {"fire": True},
    "struck": {"surrendered": True, "hull_left": 0},
    "gunner": {"gunner_dead": True},
    "captain": {"captain_dead": True},
    "officers": {"officers_dead": True},
    "light": {"under_two_decks": True},
}
MARK = re.compile(r"(v|H|X|I|c|rig|torn|loose)(\d+)")
SECTIONS = re.compile(r"([hw])(\d+(?:\+\d+)*)")
TRIPLE = re.compile(r"([mF])(\d+)/(\d+)/(\d+)")
FIELDS = {"m": ("m_close_hauled", "m_reaching", "m_running"), "F": ("boarding", "short", "long")}


# -- telling a position ----------------------------------------------------------------------------------------------------------------


def data_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The scenario that the case describes."""
    assert set(given) <= KEYS, f"a position has no {set(given) - KEYS}"
    ships = [ship_line(line) for line in given["ships"]]
    columns, rows = given.get("map", "24x20").split("x")
    changes = given.get("weather", False)
    data: dict[str, Any] = {
        "name": "case",
        "title": {"en": "Case", "fr": "Cas"},
        "about": "A rule case.",
        "provenance": "reconstructed",
        "source": ["Ours."],
        "turns": given.get("turns", 9),
        "time": given.get("time", "10:00"),
        "first": given.get("first", "french"),
        "map": {"columns": int(columns), "rows": int(rows)},
        "ship": ships,
    }
    if "wind" in given or not changes:
        wind_from, force = given.get("wind", "N 3").split()
        data["weather"] = {"wind_from": wind_from, "force": int(force), "sky": given.get("sky", "clear")}
    without = [*([] if changes else ["weather"]), *([] if given.get("fire", True) else ["fire"])]
    data |= {"without": without} if without else {}
    data |= {"scripted": given["scripted"]} if "scripted" in given else {}
    if "land" in given:
        data["map"]["land"] = given["land"]
    never = {"side": "french", "kind": "hurt", "target": ships[0]["id"], "need": 99}
    goal = given.get("goal") or (never if len({ship["side"] for ship in ships}) == 1 else None)
    if goal:
        data |= {"chapter": "B1", "goal": {"task": {"en": "Do it.", "fr": "Faites-le."}, **goal}}
    return data


def position_of(given: Mapping[str, Any], rules: Ruleset) -> Outcome[Position]:
    """The position that the case begins with, at its first decision."""
    return ENGINE.advance(scenarios.build(data_of(given), rules))


def ship_line(line: str) -> dict[str, Any]:
    """A ship's line as the entry of a scenario file."""
    name, side, kind, place, heading, *marks = line.split()
    ship: dict[str, Any] = {"id": name, "name": name.capitalize(), "side": side, "type": kind, "at": place}
    ship |= {} if heading == "-" else {"heading": heading}
    for mark in marks:
        ship |= _marked(name, mark)
    return ship


def _marked(name: str, mark: str) -> dict[str, Any]:
    if mark in WORDS:
        return WORDS[mark]
    if mark.startswith("orders:"):
        return {"orders": mark.removeprefix("orders:").replace(",", " ")}
    if found := MARK.fullmatch(mark):
        return {(NUMBERS | COUNTS)[found[1]]: int(found[2])}
    if found := SECTIONS.fullmatch(mark):
        return {"hull" if found[1] == "h" else "masts": found[2]}
    found = TRIPLE.fullmatch(mark)
    assert found, f"{name}: what is {mark!r}?"
    return dict(zip(FIELDS[found[1]], map(int, found.groups()[1:]), strict=True))


# -- asking about a position -----------------------------------------------------------------------------------------------------------

SHIPS: dict[str, Callable[[Position, Ship], Any]] = {
    "at": lambda _, ship: GRID.label(ship.place),
    "heading": lambda _, ship: GRID.name(ship.heading),
    "point": point_of,
    "m": lambda position, ship: helm_of(position, ship).m,
    "may_spend": lambda position, ship: list(helm_of(position, ship)[1:3]),
    "lag": lag_of,
    "command": lambda position, ship: in_command(position, ship.side)[ship.id],
    "targets": lambda position, ship: sorted(other.id for other in targets(position, ship)),
    "boarding_force": force_of,
    "struck_by": share_on,
    "log": lambda _, ship: [f"{line.turn}: {line.text}" for line in ship.log],
}


def value_of(position: Position, subject: str, field: str) -> Any:
    """What the position says about a ship, the turn, the result, the weather or a shot."""
    ship = position.find(subject)
    if ship is not None:
        if field in SHIPS:
            return SHIPS[field](position, ship)
        return getattr(ship.damage if field in Damage._fields else ship, field)
    if subject == "shot":
        firer, target = map(position.ship, field.split())
        aimed = aim_of(position, firer, target)
        return f"force {aimed.force}, die {aimed.drm:+}" if aimed.fires else "none"
    thing: Any = {"turn": position.turn, "result": position.result}[subject]
    value = None if thing is None else getattr(thing, field)
    return list(value) if isinstance(value, tuple) else value


def whole_of(position: Position, subject: str) -> Any:
    """What the position says about something that a case tells in one piece."""
    if subject == "weather":
        sky = position.sky
        return f"{GRID.name(sky.wind_from)} {sky.force} {sky.sky}"
    if subject == "sight":
        return sight_of(position).hexes
    if subject == "clock":
        return f"{clock_of(position) // 60:02}:{clock_of(position) % 60:02}"
    return {"result": "none" if position.result is None else position.result.winner}[subject]
