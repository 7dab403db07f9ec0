"""Fights at close quarters, made up at random: what set pieces and open battles seldom show comes up in a few orders.

Ships of both sides lie in each other's way on a small table with rocks; some are hulks, crewless, burning, stopped or taken aback.
"""

from __future__ import annotations

import random
from typing import Any

from rulesdemo.board.hexes import Direction
from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.play import ENGINE, scenarios
from rulesdemo.games.escadres.play.places import lie
from rulesdemo.games.escadres.play.state import Position
from rulesdemo.rules.rule_index import switches_of
from rulesdemo.rules.ruleset import Ruleset, ruleset

COLUMNS, ROWS = 10, 9
NAMES = {"french": ("Aurore", "Sirene", "Furet", "Hardi"), "british": ("Lion", "Daphne", "Gnat", "Bold")}
TYPES = ("frigate", "frigate", "brig", "seventy_four")


def melee(rng: random.Random, rules: Ruleset | None = None) -> Position:
    """A position at its first decision."""
    while True:
        position = ENGINE.advance(scenarios.build(_scenario(rng), rules or _rules(rng))).position
        if position.result is None:
            return position


def _rules(rng: random.Random) -> Ruleset:
    chosen = {switch.name: rng.choice([value for value, _ in switch.choices]) for switch in switches_of("escadres").values()}
    return ruleset("escadres", {name: value for name, value in chosen.items() if rng.random() < 1 / 3})


def _scenario(rng: random.Random) -> dict[str, Any]:
    labels = [f"{column:02}{row:02}" for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)]
    land = rng.sample(labels, 3)
    free = {GRID.parse(label) for label in labels} - {GRID.parse(label) for label in land}
    ships = []
    for side, names in NAMES.items():
        for name, kind in zip(names, TYPES, strict=True):
            bow, heading = GRID.parse(rng.choice(labels)), Direction(rng.randrange(6))
            hexes = set(lie(bow, heading).hexes)
            if hexes <= free:
                free -= hexes
                at = {"id": name.lower(), "name": name, "side": side, "type": kind, "at": GRID.label(bow), "heading": GRID.name(heading)}
                ships.append({**at, **_marks(rng)})
    if len({ship["side"] for ship in ships}) < len(NAMES):
        return _scenario(rng)
    words = {"name": "melee", "title": {"en": "Melee", "fr": "Mêlée"}, "about": "Made up.", "provenance": "reconstructed"}
    table = {"columns": COLUMNS, "rows": ROWS, "land": land}
    return {
        **words,
        "source": ["Ours."],
        "turns": 6,
        "wind": rng.choice(GRID.names),
        "storm": rng.random() < 0.3,
        "map": table,
        "ship": ships,
    }


def _marks(rng: random.Random) -> dict[str, Any]:
    marks: dict[str, Any] = {"power": 6, "crew": 5, "training": rng.choice((-2, -1, 0, 0, 0, 1, 2))}  # boxes few enough for quick odds
    if rng.random() < 0.5:
        marks["power_left"] = rng.choice((0, 1, 1, 2, 3))
    if rng.random() < 0.4:
        marks["crew_left"] = rng.choice((0, 1, 1, 2))
    if rng.random() < 0.4:
        marks["fires"] = rng.choice((1, 1, 2))
    for flag in ("stopped", "next_move_zero"):
        if rng.random() < 0.2:
            marks[flag] = True
    return marks
