"""The position as people see it, and the faults that no position may show: each is put in by hand, and found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.play import ENGINE
from rulesdemo.games.escadres.play.state import Activation, Adrift, Blast, Due, Hit, Position
from rulesdemo.rules.ruleset import ruleset
from tests.games.escadres.play.given import position_of

SHIPS = ["aurore french seventy_four 1008 E", "lion british seventy_four 1012 W P0 F1 R-1 stopped"]


def here() -> Position:
    made: Position = position_of({"ships": SHIPS, "land": ["0101"]}, ruleset("escadres")).position
    return made


def ship(**changes: Any) -> Callable[[Position], Position]:
    """Aurore changed in a way that no order can bring about."""
    return lambda position: position.with_ship(replace(position.ship("aurore"), **changes))


def turn(**changes: Any) -> Callable[[Position], Position]:
    return lambda position: position.with_turn(**changes)


def position(**changes: Any) -> Callable[[Position], Position]:
    return lambda before: replace(before, **changes)


FAULTS: dict[str, tuple[Callable[[Position], Position], str]] = {
    "two in a hex": (ship(bow=GRID.parse("1012")), "2 ships in 1012"),
    "off the table": (ship(bow=GRID.parse("2108")), "is off the table"),
    "on land": (ship(bow=GRID.parse("0201")), "is on land"),
    "too much power": (ship(power=11), "power that she cannot have"),
    "too little crew": (ship(crew=-1), "crew that she cannot have"),
    "too fast": (ship(speed=5), "speed that she cannot have"),
    "too handy": (ship(turns=3), "turns that she cannot have"),
    "fires": (ship(fires=-1), "fewer than no fires"),
    "hull with power": (ship(hull=3), "counts hull points with power left"),
    "no hull without power": (ship(power=0), "or none without"),
    "too much hull": (ship(power=0, hull=6), "hull points that she cannot have"),
    "sunk and burning": (ship(gone="sunk", fires=1), "is gone and burns"),
    "a chit twice": (turn(bag=("aurore", "aurore")), "the bag holds a chit twice"),
    "a chit of nobody": (turn(bag=("nobody",)), "or one of nobody"),
    "twice due": (turn(due=(Due("aurore"), Due("aurore"))), "must roll twice"),
    "plays with her chit in the bag": (position(activation=Activation("aurore")), "her chit is in the bag"),
    "more steps than allowed": (position(activation=Activation("lion", allowance=1, left=2)), "2 steps left of 1"),
    "debris for nobody": (position(pending=Blast("lion", ())), "strikes nobody"),
    "debris from a whole ship": (position(pending=Blast("lion", (Hit("aurore", 1),))), "has not exploded"),
    "a sunk ship drifts": (lambda before: replace(ship(gone="sunk")(before), pending=Adrift("aurore")), "drifts, and is gone"),
}


def test_a_sound_position_has_no_fault() -> None:
    assert list(ENGINE.faults(here())) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(fault: str) -> None:
    change, words = FAULTS[fault]
    assert any(words in found for found in ENGINE.faults(change(here())))


def test_a_line_for_every_ship() -> None:
    assert ENGINE.situation(here()).splitlines() == [
        "Turn 1, draw; wind from W.",
        "  Aurore (french seventy four): 1008 E, power 10/10, crew 8/8, speed 4, turns 2",
        "  Lion (british seventy four): 1012 W, hull 5, crew 8/8, speed 4, turns 2; struck, training -1, fires 1, stopped",
    ]


def test_names_and_figures() -> None:
    assert ENGINE.name(here(), "lion") == "Lion"
    assert ENGINE.name(here(), "nobody") == "nobody"
    assert ENGINE.figures(here(), "lion") == {"power": 0, "crew": 8, "speed": 4, "turns": 2, "fires": 1, "hull": 5}
    assert ENGINE.figures(here(), "nobody") == {}
