"""How a rule case tells a position of veneti, and how it asks about one.

A ship is a line: id, side, type, hex of the bow, heading, then whatever differs from her type or is marked on her:
    aquila roman galley 1010 N C3 M2 4/6 F2 D1 H0 maximum flame on_fire grappled:gull,tern
C crew, M marines, 4/6 Cruise and Maximum, F fatigue, D depletion, H height; the flags are those of a scenario file, `captured` and
`recaptured` too. A leader is a line: id, side, ship, then `admiral`, `range 4`, `initiative 3`.

What a case leaves out: the map has 42 columns and 24 rows; the wind and the values of ships and leaders are those of the demonstration
tables; the first ship of each side that is no prize carries its Admiral, brutus or vindomor; nine turns; of the phases only E, F, G and
H are played, so that the first decision is to activate a squadron; the Romans begin.

A galley with her bow in 1010 heading N fills 1010 and 1011. Around her lie 1009 (bow), 1109 and 0909 (bow/flank), 1110 and 0910 (flank),
1111 and 0911 (stern/flank) and 1012 (stern).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play import ENGINE, scenarios
from rulesdemo.games.veneti.play.movement import limit_now
from rulesdemo.games.veneti.play.ships import crew_of, marines_of, may_row_at_maximum, speed_limit
from rulesdemo.games.veneti.play.squadrons import ready_ships
from rulesdemo.games.veneti.play.state import Leader, Position, Ship
from rulesdemo.play.engine import Outcome
from rulesdemo.rules.ruleset import Ruleset

KEYS = {"ships", "leaders", "wind", "map", "coast", "phases", "first", "turns", "goal"}
ADMIRALS = {"roman": "brutus", "veneti": "vindomor"}
FLAGS = {"flame", "on_fire", "immobilised", "crippled"}
NUMBERS = {"C": "crew", "M": "marines", "F": "fatigue", "D": "depletion", "H": "height"}


# -- telling a position ----------------------------------------------------------------------------------------------------------------


def position_of(given: Mapping[str, Any], rules: Ruleset) -> Outcome[Position]:
    """The position that the case begins with, at its first decision."""
    assert set(given) <= KEYS, f"a position has no {set(given) - KEYS}"
    ships = [ship_line(line) for line in given["ships"]]
    leaders = [leader_line(line) for line in given["leaders"]] if "leaders" in given else admirals(ships)
    columns, rows = given.get("map", "42x24").split("x")
    data: dict[str, Any] = {
        "name": "case",
        "title": {"en": "Case", "fr": "Cas"},
        "about": "A rule case.",
        "provenance": "reconstructed",
        "source": ["Ours."],
        "turns": given.get("turns", 9),
        "phases": list(given.get("phases", "EFGH")),
        "first": given.get("first", "roman"),
        "map": {"columns": int(columns), "rows": int(rows)},
        "ship": ships,
        "leader": leaders,
    }
    if "coast" in given:
        data["map"]["coast"] = given["coast"]
    if "wind" in given:
        strength, to = given["wind"].split()
        data["wind"] = {"strength": int(strength), "to": to}
    if "goal" in given:
        data |= {"chapter": "V1", "goal": {"task": {"en": "Do it.", "fr": "Faites-le."}, **given["goal"]}}
    return ENGINE.advance(scenarios.build(data, rules))


def ship_line(line: str) -> dict[str, Any]:
    """A ship's line as the entry of a scenario file."""
    name, side, kind, place, heading, *marks = line.split()
    ship: dict[str, Any] = {"id": name, "name": name.capitalize(), "side": side, "type": kind, "at": place, "heading": heading}
    for mark in marks:
        if mark in FLAGS:
            ship[mark] = True
        elif mark in ("captured", "recaptured"):
            ship["captured"] = mark
        elif mark == "maximum":
            ship["level"] = mark
        elif mark.startswith("grappled:"):
            ship["grappled"] = mark.removeprefix("grappled:").split(",")
        elif found := re.fullmatch(r"(\d)/(\d)", mark):
            ship["cruise"], ship["maximum"] = int(found[1]), int(found[2])
        else:
            found = re.fullmatch(r"([CMFDH])(\d+)", mark)
            assert found, f"{name}: what is {mark!r}?"
            ship[NUMBERS[found[1]]] = int(found[2])
    return ship


def leader_line(line: str) -> dict[str, Any]:
    """A leader's line as the entry of a scenario file."""
    name, side, ship, *marks = line.split()
    leader: dict[str, Any] = {"id": name, "name": name.capitalize(), "side": side, "ship": ship}
    words = iter(marks)
    for word in words:
        assert word in ("admiral", "range", "initiative"), f"{name}: what is {word!r}?"
        leader["command_range" if word == "range" else word] = word == "admiral" or int(next(words))
    return leader


def admirals(ships: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """An Admiral aboard the first ship of each side that was never captured."""
    first: dict[str, str] = {}
    for ship in ships:
        if "captured" not in ship:
            first.setdefault(ship["side"], ship["id"])
    return [leader_line(f"{ADMIRALS[side]} {side} {ship} admiral") for side, ship in first.items()]


# -- asking about a position -----------------------------------------------------------------------------------------------------------

SHIPS: dict[str, Callable[[Position, Ship], Any]] = {
    "at": lambda _, ship: GRID.label(ship.bow),
    "heading": lambda _, ship: GRID.name(ship.heading),
    "hexes": lambda _, ship: [GRID.label(place) for place in ship.hexes],
    "around": lambda _, ship: {GRID.label(place): side for place, side in ship.around.items()},
    "crew": crew_of,
    "marines": marines_of,
    "limit": speed_limit,
    "may_announce": lambda position, ship: limit_now(position, ship, position.acting.of(ship.id)),
    "may_row_at_maximum": may_row_at_maximum,
    "left": lambda position, ship: position.acting.of(ship.id).left,
    "spent": lambda position, ship: position.acting.of(ship.id).spent,
    "stage": lambda position, ship: position.acting.of(ship.id).stage,
    "leaders": lambda position, ship: [leader.id for leader in position.aboard(ship.id)],
    "grappled": lambda _, ship: sorted(ship.grappled),
    "barred": lambda _, ship: ship.barred_since is not None,
}

LEADERS: dict[str, Callable[[Position, Leader], Any]] = {
    "reduced": lambda _, leader: leader.reduced_since is not None,
}


def value_of(position: Position, subject: str, field: str) -> Any:
    """What the position says about a ship, a leader, the turn, the activation or the result."""
    ship = position.find(subject)
    if ship is not None:
        return SHIPS[field](position, ship) if field in SHIPS else getattr(ship, field)
    for leader in position.leaders:
        if leader.id == subject:
            return LEADERS[field](position, leader) if field in LEADERS else getattr(leader, field)
    thing: Any = {"turn": position.turn, "activation": position.activation, "result": position.result}[subject]
    return None if thing is None else plain(getattr(thing, field))


def plain(value: Any) -> Any:
    """As TOML writes it."""
    return sorted(value) if isinstance(value, frozenset) else list(value) if isinstance(value, tuple) else value


def whole_of(position: Position, subject: str) -> Any:
    """What the position says about something that a case tells in one piece."""
    if subject == "wind":
        return f"{position.wind.strength} {GRID.name(position.wind.to)}"
    if subject == "squadrons":
        found = {leader: sorted(ready_ships(position, ships, position.leader(leader).side)) for leader, ships in position.turn.squadrons}
        return found | {"alone": sorted(position.turn.individuals)}
    thing = {"activation": position.activation, "result": position.result}[subject]
    return "none" if thing is None else thing
