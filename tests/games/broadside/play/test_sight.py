"""The position as people see it, and the faults that no position may show: each is put in by hand, and found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play import ENGINE
from rulesdemo.games.broadside.play.state import Hit, Position, Settling, Shot, Written
from rulesdemo.rules.ruleset import ruleset
from tests.games.broadside.play.given import position_of

SHIPS = [
    "aurore french seventy_four 1008 SE v3 chief",
    "sirene french frigate 0606 SE sail leak",
    "lion british seventy_four 1012 SW H0 X1 fire gunner",
    "castle british fort 1014 -",
]


def here() -> Position:
    made: Position = position_of({"ships": SHIPS, "land": ["0101"]}, ruleset("broadside")).position
    return made


def ship(**changes: Any) -> Callable[[Position], Position]:
    """Aurore changed in a way that no order can bring about."""
    return lambda position: position.with_ship(replace(position.ship("aurore"), **changes))


def position(**changes: Any) -> Callable[[Position], Position]:
    return lambda before: replace(before, **changes)


FAULTS: dict[str, tuple[Callable[[Position], Position], str]] = {
    "off the map": (ship(place=GRID.parse("3008")), "is off the map"),
    "on land": (ship(place=GRID.parse("0101")), "is on land"),
    "too much hull": (ship(hull=13), "hull that she cannot have"),
    "too little hull": (ship(hull=-1), "hull that she cannot have"),
    "masts": (ship(masts_lost=3), "masts that she never had"),
    "sections": (ship(masts_checked=4), "sections that she does not have"),
    "speed": (ship(speed=-1), "a speed that she cannot have"),
    "irons": (ship(in_irons=True), "stopped head to wind and makes way"),
    "sail": (ship(sail="on"), "full sail that she does not have"),
    "struck": (ship(surrendered=True), "surrendered with hull left"),
    "locked": (ship(locked=True), "locked with nobody"),
    "gone with orders": (ship(gone="sunk", log=(Written(3, "1"),)), "is gone and burns or has orders"),
    "old orders": (ship(log=(Written(0, "1"),)), "orders for a turn that is past"),
    "shares a hex": (ship(place=GRID.parse("1012")), "a hex that is not hers alone"),
    "nobody rolls": (lambda before: before.with_turn(due=("nobody",)), "who is not there"),
    "settling": (position(settling=Settling(())), "settled out of their step"),
    "shots": (position(shots=(Shot("aurore", "lion"),)), "targets are chosen out of their step"),
    "hits": (position(hits=(Hit("lion", 1, 0),)), "hits wait"),
}


def test_a_sound_position_has_no_fault() -> None:
    assert list(ENGINE.faults(here())) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(fault: str) -> None:
    change, words = FAULTS[fault]
    assert any(words in found for found in ENGINE.faults(change(here())))


def test_a_line_for_every_ship() -> None:
    gone = here().with_ship(replace(here().ship("lion"), gone="left"))
    assert ENGINE.situation(here()).splitlines() == [
        "Turn 1 (10:00), orders; wind from N, force 3, clear.",
        "  Aurore (french seventy four): 1008 SE, speed 3, hull 12/12, masts 2/2; chief admiral",
        "  Sirene (french frigate): 0606 SE, speed 0, hull 6/6, masts 2/2; full sail on, small leak",
        "  Lion (british seventy four): 1012 SW, speed 0, hull 0/12, masts 1/2; hulk, gunner dead, on fire",
        "  Castle (british fort): 1014, hull 12/12",
    ]
    assert "Lion (british seventy four): left the map" in ENGINE.situation(gone)


def test_names_and_figures() -> None:
    assert ENGINE.name(here(), "lion") == "Lion"
    assert ENGINE.name(here(), "nobody") == "nobody"
    assert ENGINE.figures(here(), "lion") == {"hull": 0, "masts": 1, "speed": 0}
    assert ENGINE.figures(here(), "nobody") == {}
