"""Fights at close quarters, made up at random: what set pieces and open battles seldom show comes up in a few orders.

Ships of both sides lie in each other's way on a small map with rocks; some are hulks, burning, leaking, anchored, in irons or boarding.
"""

from __future__ import annotations

import random
from typing import Any

from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play import ENGINE, scenarios
from rulesdemo.games.broadside.play.state import Position
from rulesdemo.rules.rule_index import switches_of
from rulesdemo.rules.ruleset import Ruleset, ruleset

COLUMNS, ROWS = 12, 10
NAMES = {"french": ("Aurore", "Sirene", "Hardi", "Rock"), "british": ("Lion", "Daphne", "Bold", "Tower")}
TYPES = ("seventy_four", "frigate", "seventy_four", "fort")


def melee(rng: random.Random, rules: Ruleset | None = None) -> Position:
    """A position at its first decision."""
    while True:
        position = ENGINE.advance(scenarios.build(_scenario(rng), rules or _rules(rng))).position
        if position.result is None:
            return position


def _rules(rng: random.Random) -> Ruleset:
    chosen = {switch.name: rng.choice([value for value, _ in switch.choices]) for switch in switches_of("broadside").values()}
    return ruleset("broadside", {name: value for name, value in chosen.items() if rng.random() < 1 / 3})


def _scenario(rng: random.Random) -> dict[str, Any]:
    labels = [f"{column:02}{row:02}" for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)]
    free = rng.sample(labels, 2 + 2 * len(TYPES))
    land = [free.pop(), free.pop()]
    ships: list[dict[str, Any]] = []
    for side, names in NAMES.items():
        for number, (name, kind) in enumerate(zip(names, TYPES, strict=True)):
            at = {"id": name.lower(), "name": name, "side": side, "type": kind, "at": free.pop()}
            ships.append({**at, **_marks(rng, kind, number)})
    if rng.random() < 0.4:  # two of them board already
        ships[4]["at"] = ships[0]["at"]
        for ship in (ships[0], ships[4]):
            ship.update({"locked": True, "anchor": "none", "in_irons": False, "speed": 0})
    words = {"name": "melee", "title": {"en": "Melee", "fr": "Mêlée"}, "about": "Made up.", "provenance": "reconstructed"}
    made = {**words, "source": ["Ours."], "turns": 6, "time": rng.choice(("10:00", "19:50", "23:00")), "ship": ships}
    made["map"] = {"columns": COLUMNS, "rows": ROWS, "land": land}
    if rng.random() < 0.9:
        sky = rng.choice(("clear", "clear", "fog", "rain", "heavy_rain"))
        made["weather"] = {"wind_from": rng.choice(GRID.names), "force": rng.choice((0, 1, 2, 3, 3, 3, 4, 5, 6)), "sky": sky}
    return made


def _marks(rng: random.Random, kind: str, number: int) -> dict[str, Any]:
    if kind == "fort":
        return {"hull_left": rng.choice((12, 12, 5, 1)), "fire": rng.random() < 0.1}
    whole = 6 if kind == "frigate" else 12
    marks: dict[str, Any] = {"heading": rng.choice(GRID.names), "speed": rng.randrange(4)}
    marks["hull_left"] = rng.choice((whole, whole, whole // 2, 2, 1, 0))
    if number == 0 or rng.random() < 0.2:
        marks["admiral"] = "chief" if number == 0 else "second"
    for mark, values in (
        ("leak", ("small", "large")),
        ("anchor", ("down",)),
        ("rigging_m", (1,)),
        ("guns_loose", (1, 2)),
        ("crew", (3, 5)),
    ):
        if rng.random() < 0.15:
            marks[mark] = rng.choice(values)
    for flag in ("fire", "in_irons", "captain_dead", "officers_dead", "gunner_dead", "has_fired"):
        if rng.random() < 0.15:
            marks[flag] = True
    if marks.get("in_irons") or marks.get("anchor"):
        marks |= {"speed": 0, "in_irons": bool(marks.get("in_irons")) and "anchor" not in marks}
    if kind == "frigate" and rng.random() < 0.3:
        marks["sail"] = "on"
    if not marks["hull_left"] and rng.random() < 0.5:
        marks["surrendered"] = True
    return marks
