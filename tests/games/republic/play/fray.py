"""Wars in a nutshell, made up at random: what battles seldom show comes up in a few orders.

Forces of both sides stand in one hex or next to it, on all kinds of ground, before cities, with elephants, marks and statuses; every
switch may stand either way.
"""

from __future__ import annotations

import random
from typing import Any

from rulesdemo.games.republic.play import ENGINE, scenarios
from rulesdemo.games.republic.play.state import MARKS, Position
from rulesdemo.games.republic.status import FROM_BEST_TO_WORST
from rulesdemo.rules.rule_index import switches_of
from rulesdemo.rules.ruleset import Ruleset, ruleset
from tests.games.republic.play.given import SUCCESSOR

PLACES = ("0202", "0202", "0202", "0201", "0302", "0203")
SIDES = ("N", "NE", "SE", "S", "SW", "NW")


def fray(rng: random.Random) -> Position:
    """A position at its first decision."""
    while True:
        position = ENGINE.advance(scenarios.build(_scenario(rng), _rules(rng))).position
        if position.result is None:
            return position


def _rules(rng: random.Random) -> Ruleset:
    chosen = {switch.name: rng.choice([value for value, _ in switch.choices]) for switch in switches_of("republic").values()}
    return ruleset("republic", {name: value for name, value in chosen.items() if rng.random() < 1 / 3})


def _scenario(rng: random.Random) -> dict[str, Any]:
    ground: dict[str, Any] = {"columns": 3, "rows": 3, "rivers": [f"0202 {side}" for side in SIDES if rng.random() < 0.4] or ["0202 N"]}
    for label, kind in zip(("0202", "0201", "0302"), rng.sample(("rough", "mountain", "marsh", ""), 3), strict=True):
        if kind:
            ground[kind] = [label]
    inputs: dict[str, Any] = {
        "successor": SUCCESSOR,
        "major": rng.choice(("no", "yes", "ask")),
        "leader_loss": rng.choice(("never", "battle", "pluto")),
        "attrition": rng.randrange(3),
        "march": rng.randrange(3),
    }
    if rng.random() < 0.8:
        inputs["continuation"] = rng.randrange(11)
    if rng.random() < 0.5:
        inputs |= {"attrition": 0, "march_losses": sorted(rng.randrange(9) for _ in range(rng.randrange(1, 6)))}
    if rng.random() < 0.5:
        inputs["siege_losses"] = sorted(rng.randrange(5) for _ in range(10))
    words = {"name": "fray", "title": {"en": "Fray", "fr": "Rixe"}, "about": "Made up.", "provenance": "reconstructed"}
    return {
        **words,
        "source": ["Ours."],
        "others": "others",
        "turns": 3,
        "first": rng.choice(("roman", "other")),
        "map": ground,
        "inputs": inputs,
        "force": [_force(rng, side, number) for side in ("roman", "other") for number in range(rng.choice((1, 2, 2)))],
        "city": _cities(rng),
        "ambassador": [
            {"id": f"envoy_{side}", "name": f"Envoy {side}", "side": side, "letter": rng.choice("ABCD"), "cunning": rng.randrange(3)}
            for side in ("roman", "other")
            if rng.random() < 0.5
        ],
    }


def _force(rng: random.Random, side: str, number: int) -> dict[str, Any]:
    name = f"{side}_{number}"
    leader = {
        "name": f"Leader {name}",
        "letter": rng.choice("ABCDE"),
        "cv": rng.randrange(1, 9),
        "vm": rng.randrange(3, 11),
        "cunning": rng.randrange(3),
        "rank": rng.choice(("consul", "other")),
        "subordinates": rng.randrange(4),
    }
    force: dict[str, Any] = {"id": name, "name": name.replace("_", " ").capitalize(), "side": side, "at": rng.choice(PLACES)}
    force |= {"leader": leader, "infantry": rng.choice((1, 3, 12, 30)), "cavalry": rng.choice((0, 1, 6)), "siege_engines": rng.randrange(2)}
    if side == "roman":
        force["legion"] = [{"infantry": rng.choice((2, 8)), "veteran": rng.random() < 0.5} for _ in range(rng.randrange(6))]
    else:
        force |= {"elephants": rng.choice((0, 0, 1, 3)), "elite": rng.randrange(3)}
    if rng.random() < 0.4:
        force["status"] = rng.choice(FROM_BEST_TO_WORST)
    if rng.random() < 0.3:
        force["marks"] = rng.sample(MARKS, rng.choice((1, 2)))
    return force


def _cities(rng: random.Random) -> list[dict[str, Any]]:
    cities = []
    for name, place in (("Alba", "0202"), ("Veii", "0203")):
        if rng.random() < 0.6:
            city: dict[str, Any] = {"id": name.lower(), "name": name, "at": place, "owner": rng.choice(("roman", "other"))}
            city |= {"cdi": rng.choice((1, 3, 4, 7, 10)), "worth": rng.randrange(9), "port": rng.random() < 0.3, "naval": -1}
            city |= {"strength": rng.choice((0, 2, 20))} if rng.random() < 0.8 else {}
            city |= {"siege_defence": rng.randrange(3)} if rng.random() < 0.8 else {}
            city["roma"] = rng.random() < 0.15
            cities.append(city)
    return cities
