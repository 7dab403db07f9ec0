"""Fights at close quarters, made up at random: what set pieces and open battles seldom show comes up in a few orders.

Ships of both sides lie in each other's way on a small map with a ragged coast; some are tied together, burning, tired, taken or crippled,
and leaders' voices do not carry far.
"""

from __future__ import annotations

import random
from typing import Any

from rulesdemo.board.hexes import Hex
from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play import ENGINE, scenarios
from rulesdemo.games.veneti.play.places import sides_of
from rulesdemo.games.veneti.play.state import Position
from rulesdemo.rules.ruleset import Ruleset, ruleset

COLUMNS, ROWS = 11, 10
NAMES = {
    "roman": ("Aquila", "Lupa", "Ursa", "Celer", "Victrix", "Fulmen"),
    "veneti": ("Tarvos", "Gwennol", "Branos", "Morwen", "Steren", "Dervo"),
}
LEADERS = {"roman": ("Brutus", "Sura", "Crassus"), "veneti": ("Vindomor", "Talmor", "Katuvel")}
# Every way to read the rules that the engine leaves open; a melee draws one of each now and then.
SWITCHES = {
    "boarding_bands": ("natural", "modified"),
    "fatigue_recovery": ("skip_fresh", "all"),
    "fire_bar": ("recovery", "any_new_fire"),
    "grapple_side": ("own_flank", "any", "both_flank"),
    "transfer_nearest": ("legal", "strict"),
}


def melee(rng: random.Random, rules: Ruleset | None = None) -> Position:
    """A position at its first decision."""
    while True:
        position = ENGINE.advance(scenarios.build(_scenario(rng), rules or _rules(rng))).position
        if position.result is None:
            return position


def _rules(rng: random.Random) -> Ruleset:
    return ruleset("veneti", {name: rng.choice(values) for name, values in SWITCHES.items() if rng.random() < 1 / 3})


def _scenario(rng: random.Random) -> dict[str, Any]:
    coast = rng.sample([f"{column:02}{row:02}" for column in (1, COLUMNS) for row in range(1, ROWS + 1)], 4)
    sea = {GRID.parse(f"{column:02}{row:02}") for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)}
    free = sea - {GRID.parse(label) for label in coast}
    ships: list[dict[str, Any]] = []
    places: dict[str, tuple[Hex, ...]] = {}
    for side in ("roman", "veneti"):
        for name in NAMES[side][: rng.randint(2, 6)]:
            ship = _ship(rng, side, name, free)
            if ship is not None:
                ships.append(ship)
                places[ship["id"]] = _lie(ship)
                free -= set(places[ship["id"]])
    _tie(rng, ships, places)
    return {
        "name": "melee",
        "title": {"en": "Melee", "fr": "Mêlée"},
        "about": "A fight at close quarters.",
        "provenance": "reconstructed",
        "source": ["Ours."],
        "turns": rng.randint(2, 4),
        "first": rng.choice(("roman", "veneti")),
        "map": {"columns": COLUMNS, "rows": ROWS, "coast": coast},
        "wind": {"strength": rng.choice((0, 1, 2, 3, 4, 6)), "to": rng.choice(GRID.names)},
        "ship": ships,
        "leader": [leader for side in ("roman", "veneti") for leader in _leaders(rng, side, ships)],
    }


def _ship(rng: random.Random, side: str, name: str, free: set[Hex]) -> dict[str, Any] | None:
    rowed = (side == "roman") != (rng.random() < 0.1)  # a few galleys and sailing ships are on the wrong side
    ship: dict[str, Any] = {
        "id": name.lower(),
        "name": name,
        "side": side,
        "type": rng.choice(("galley", "strong_galley")) if rowed else "sail",
        "heading": rng.choice(GRID.names),
        "depletion": rng.choice((0, 0, 0, 1, 2)),
        "on_fire": rng.random() < 0.12,
        "crippled": rng.random() < 0.05,
    }
    if rng.random() < 0.12:
        ship["captured"] = rng.choice(("captured", "recaptured"))
    if rowed:
        ship["fatigue"] = rng.choice((0, 0, 0, 1, 2))
        ship["flame"] = side == "roman" and rng.random() < 0.5
    else:
        ship["immobilised"] = rng.random() < 0.2
    for _ in range(40):
        ship["at"] = f"{rng.randint(1, COLUMNS):02}{rng.randint(1, ROWS):02}"
        if set(_lie(ship)) <= free:
            return ship
    return None


def _lie(ship: dict[str, Any]) -> tuple[Hex, ...]:
    kind = "sail" if ship["type"] == "sail" else "galley"
    return sides_of(kind, GRID.parse(ship["at"]), GRID.named(ship["heading"])).hexes


def _tie(rng: random.Random, ships: list[dict[str, Any]], places: dict[str, tuple[Hex, ...]]) -> None:
    for one in ships:
        around = {place for here in places[one["id"]] for place in GRID.neighbours(here)}
        near = [other for other in ships if other is not one and around & set(places[other["id"]])]
        tied = [other["id"] for other in near if rng.random() < (0.1 if other["side"] == one["side"] else 0.45)]
        if tied:
            one["grappled"] = tied


def _leaders(rng: random.Random, side: str, ships: list[dict[str, Any]]) -> list[dict[str, Any]]:
    able = [ship["id"] for ship in ships if ship["side"] == side and "captured" not in ship]
    rng.shuffle(able)
    found: list[dict[str, Any]] = []
    for name, ship in zip(LEADERS[side][: rng.randint(0, 3)], able, strict=False):
        leader = {"id": name.lower(), "name": name, "side": side, "ship": ship, "command_range": rng.choice((0, 1, 2, 4))}
        found.append({**leader, "admiral": not found and rng.random() < 0.8})
    return found
