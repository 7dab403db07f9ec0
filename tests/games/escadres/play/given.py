"""How a rule case tells a position of escadres, and how it asks about one.

A ship is a line: id, side, type, hex of the bow, heading, then whatever differs from her type or is marked on her:
    aurore french seventy_four 1008 E P6/10 C3/8 S2/4 T1/2 H3 F2 G18 D2 R+1 stopped aback
P power, C crew, S speed and T turns, each left / on the sheet (P6 is 6 left of her type's); H hull points left, F fires, G guns, D decks,
R training; `aback` has no next move.

What a case leaves out: the table has 20 columns and 14 rows, the wind blows toward E, so that E is running, NE and SE reaching, NW and SW
close-hauled and W head to wind; nine turns; the French are named first. With ships of one side only there is a goal that nobody can meet,
so that nobody wins before the last turn.

The hexes around 1008, which lies in an even row: 1108 E, 1007 NE, 0907 NW, 0908 W, 0909 SW, 1009 SE. Around 1007, in an odd row: 1107 E,
1106 NE, 1006 NW, 0907 W, 1008 SW, 1108 SE.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.play import ENGINE, scenarios
from rulesdemo.games.escadres.play.drifting import open_ways
from rulesdemo.games.escadres.play.gunnery import targets
from rulesdemo.games.escadres.play.movement import allowance_of, wind_on
from rulesdemo.games.escadres.play.state import Blast, Position, Ship
from rulesdemo.play.engine import Outcome
from rulesdemo.rules.ruleset import Ruleset

KEYS = {"ships", "wind", "map", "land", "storm", "first", "turns", "goal"}
BOXES = {"P": "power", "C": "crew", "S": "speed", "T": "turns"}
NUMBERS = {"H": "hull_left", "F": "fires", "G": "guns", "D": "decks", "R": "training"}
FLAGS = {"stopped": "stopped", "aback": "next_move_zero"}
MARK = re.compile(r"([A-Z])([+-]?\d+)(?:/(\d+))?")
NEVER = {"side": "french", "kind": "lead", "need": 99}


# -- telling a position ----------------------------------------------------------------------------------------------------------------


def position_of(given: Mapping[str, Any], rules: Ruleset) -> Outcome[Position]:
    """The position that the case begins with, at its first decision."""
    assert set(given) <= KEYS, f"a position has no {set(given) - KEYS}"
    ships = [ship_line(line) for line in given["ships"]]
    columns, rows = given.get("map", "20x14").split("x")
    data: dict[str, Any] = {
        "name": "case",
        "title": {"en": "Case", "fr": "Cas"},
        "about": "A rule case.",
        "provenance": "reconstructed",
        "source": ["Ours."],
        "turns": given.get("turns", 9),
        "wind": given.get("wind", "E"),
        "storm": given.get("storm", False),
        "first": given.get("first", "french"),
        "map": {"columns": int(columns), "rows": int(rows)},
        "ship": ships,
    }
    if "land" in given:
        data["map"]["land"] = given["land"]
    goal = given.get("goal") or (NEVER if len({ship["side"] for ship in ships}) == 1 else None)
    if goal:
        data |= {"chapter": "E1", "goal": {"task": {"en": "Do it.", "fr": "Faites-le."}, **goal}}
    return ENGINE.advance(scenarios.build(data, rules))


def ship_line(line: str) -> dict[str, Any]:
    """A ship's line as the entry of a scenario file."""
    name, side, kind, place, heading, *marks = line.split()
    ship: dict[str, Any] = {"id": name, "name": name.capitalize(), "side": side, "type": kind, "at": place, "heading": heading}
    for mark in marks:
        if mark in FLAGS:
            ship[FLAGS[mark]] = True
            continue
        found = MARK.fullmatch(mark)
        assert found, f"{name}: what is {mark!r}?"
        letter, number, whole = found.groups()
        if letter in BOXES:
            ship[f"{BOXES[letter]}_left"] = int(number)
            if whole:
                ship[BOXES[letter]] = int(whole)
        else:
            ship[NUMBERS[letter]] = int(number)
    return ship


# -- asking about a position -----------------------------------------------------------------------------------------------------------

SHIPS: dict[str, Callable[[Position, Ship], Any]] = {
    "at": lambda _, ship: GRID.label(ship.bow),
    "heading": lambda _, ship: GRID.name(ship.heading),
    "hexes": lambda _, ship: [GRID.label(place) for place in ship.hexes],
    "wind": wind_on,
    "would_have": allowance_of,
    "targets": lambda position, ship: sorted(other.id for other in targets(position, ship)),
    "ways": lambda position, ship: sorted(open_ways(position, ship)),
    "hull": lambda _, ship: "none" if ship.hull is None else ship.hull,
}


def value_of(position: Position, subject: str, field: str) -> Any:
    """What the position says about a ship, the turn, the activation, the result or the debris in the air."""
    ship = position.find(subject)
    if ship is not None:
        return SHIPS[field](position, ship) if field in SHIPS else getattr(ship, field)
    if subject == "debris":
        return hits_of(position).get(field, 0)
    thing: Any = {"turn": position.turn, "activation": position.activation, "result": position.result}[subject]
    value = None if thing is None else getattr(thing, field)
    return list(value) if isinstance(value, tuple) else value


def hits_of(position: Position) -> dict[str, int]:
    """The ships that debris has yet to strike, with their dice."""
    return {hit.ship: hit.dice for hit in position.pending.hits} if isinstance(position.pending, Blast) else {}


def whole_of(position: Position, subject: str) -> Any:
    """What the position says about something that a case tells in one piece."""
    if subject == "debris":
        return hits_of(position) or "none"
    thing = {"activation": position.activation, "result": position.result}[subject]
    return "none" if thing is None else thing
