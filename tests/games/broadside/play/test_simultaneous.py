"""The document of simultaneous movement, tests/cases/broadside/movement/simultaneous.toml: each case is played and compared whole."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play import ENGINE
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.games.broadside.play.events import Manoeuvred, OrderLapsed
from rulesdemo.games.broadside.play.state import SIDES, Contact, Place, Position
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import apply, check
from rulesdemo.rules.rule_index import rules_of, rulings_of
from rulesdemo.rules.ruleset import ruleset
from tests.games.broadside.play.given import position_of

DOCUMENT = Path(__file__).parents[3] / "cases" / "broadside" / "movement" / "simultaneous.toml"
CASES: list[dict[str, Any]] = tomllib.loads(DOCUMENT.read_text(encoding="utf-8"))["case"]
KEYS = {"number", "title", "rules", "rulings", "wind", "map", "land", "ships", "orders", "dice", "settled", "ends", "why"}
KEYS |= {"locked", "in_irons", "lapsed", "left", "speeds"}
THROWS = {"contact": o.RollContact(), "tie": o.RollTie()}


def moved(case: dict[str, Any]) -> tuple[Position, list[Any]]:
    """The position after the movement, and everything that happened in it; the logs hold the orders, so that nobody need write them."""
    lines = [f"{line} orders:{case['orders'][line.split()[0]]}" if line.split()[0] in case["orders"] else line for line in case["ships"]]
    given = {"ships": lines, "fire": False, "turns": 1, "scripted": list(SIDES)}
    given |= {key: case[key] for key in ("wind", "map", "land") if key in case}
    position, events = position_of(given, ruleset("broadside"))
    told = list(events)
    for said in case.get("dice", []):
        word, *faces = said.split()
        assert check(ENGINE, position, THROWS[word]) is None, f"{said} is not the next throw"
        dice = FixedDice(map(int, faces))
        position, events = apply(ENGINE, dice, position, THROWS[word])
        dice.finish()
        told += events
    return position, told


def settled(contact: Contact) -> str:
    """A contact as the document writes it."""
    where = GRID.label(contact.hex)
    if contact.how == "kept":
        return f"{where} {contact.keeper} over {contact.back}: {contact.why}"
    return f"{where} {contact.how.replace('_', ' ')}: {' '.join(contact.ships)}"


def at(place: Place) -> str:
    return f"{GRID.label(place.hex)} {GRID.name(place.heading)}"


@pytest.mark.parametrize("case", CASES, ids=[f"{case['number']} {case['title']}" for case in CASES])
def test_movement(case: dict[str, Any]) -> None:
    assert set(case) <= KEYS
    position, told = moved(case)
    (movement,) = [event for event in told if isinstance(event, Manoeuvred)]
    assert [settled(contact) for contact in movement.contacts] == case.get("settled", [])
    assert {track.ship: at(track.place) for track in movement.tracks if not track.left} == case["ends"]
    assert sorted(track.ship for track in movement.tracks if track.left) == sorted(case.get("left", []))
    assert [event.ship for event in told if isinstance(event, OrderLapsed)] == case.get("lapsed", [])
    assert {name: position.ship(name).speed for name in case.get("speeds", {})} == case.get("speeds", {})
    assert {ship.id for ship in position.there if ship.locked} == set(case.get("locked", []))
    assert {ship.id for ship in position.there if ship.in_irons} == set(case.get("in_irons", []))
    assert {name: at(Place(ship.place, ship.heading)) for name in case["ends"] if (ship := position.ship(name))} == case["ends"]


@pytest.mark.parametrize("case", CASES, ids=[case["number"] for case in CASES])
def test_the_pictures_of_slow_motion_lead_from_the_start_to_the_end(case: dict[str, Any]) -> None:
    _, told = moved(case)
    (movement,) = [event for event in told if isinstance(event, Manoeuvred)]
    pictures = list(movement.frames())
    starts = {line.split()[0]: line.split()[3] for line in case["ships"]}
    assert {name: GRID.label(place.hex) for name, place in pictures[0].items()} == starts
    assert {name: at(place) for name, place in pictures[-1].items() if name in case["ends"]} == case["ends"]
    for before, after in pairwise(pictures[:-1]):
        assert all(after[name].hex in (place.hex, GRID.neighbour(place.hex, place.heading)) for name, place in before.items())


def test_the_document_can_be_read() -> None:
    numbers = [case["number"] for case in CASES]
    assert len(set(numbers)) == len(numbers) >= 40
    assert len({case["title"] for case in CASES}) == len(CASES)
    for case in CASES:
        assert case["why"].endswith("."), case["number"]
        assert case["rules"]
        assert set(case["rules"]) <= set(rules_of("broadside"))
        assert set(case.get("rulings", ())) <= set(rulings_of("broadside"))
