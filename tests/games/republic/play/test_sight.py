"""What people see of a position, and the faults that no position may show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulesdemo.board.hexes import Hex
from rulesdemo.games.republic.play import ENGINE
from rulesdemo.games.republic.play.state import Ambassador, Due, Legion, Part, Position
from rulesdemo.rules.ruleset import ruleset
from tests.games.republic.play.given import position_of
from tests.play.test_play_cases import carried_out, read

GIVEN = {
    "cities": ["luceria roman 0405 3 S6 D3"],
    "envoys": ["fab roman B k2"],
    "forces": ["rome roman 0404 B I4 L10v H3 k2 g1 consul", "sam other 0404 C I20 E2 e1 fatigued ambush"],
}


def start() -> Position:
    return position_of(GIVEN, ruleset("republic")).position


def joined() -> Position:
    position = start()
    for said in ("attack rome sam", "stand"):
        position = carried_out(ENGINE, position, read(ENGINE, said)).position
    return position


def test_the_situation_tells_everything_on_the_map() -> None:
    rome = "14 infantry and 3 cavalry; legions of 10 veteran; 1 siege engine; fresh; Leader of rome (B, CV 5, VM 7, 2 cunning points)"
    sam = "20 infantry and 2 elephants; 1 elite kind; fatigued; ambush; Leader of sam (C, CV 5, VM 7, 0 cunning points)"
    assert ENGINE.situation(start()).splitlines() == [
        "Turn 1, operate; the Romans to act. Lost: 0 Roman, 0 other.",
        f"  Rome (roman) at 0404: {rome}",
        f"  Sam (other) at 0404: {sam}",
        "  Luceria (roman) at 0405: CDI 3, strength 6, siege defence 3",
        "  Fab (roman): letter B, ready, 2 cunning points",
        "  Alliance track +0 for Rome.",
    ]


def test_names_and_figures() -> None:
    position = start()
    assert [ENGINE.name(position, each) for each in ("rome", "luceria", "fab", "nobody")] == ["Rome", "Luceria", "Fab", "nobody"]
    assert ENGINE.figures(position, "rome")["sp"] == 17
    assert ENGINE.figures(position, "luceria") == {"cdi": 3, "strength": 6}
    assert ENGINE.figures(position, "fab") == {"cunning": 2, "ransom": 0}
    assert ENGINE.figures(position, "nobody") == {}


def changed(name: str, **changes: Any) -> Position:
    position = start()
    return position.with_forces((replace(position.force(name), **changes),))


BROKEN: dict[str, tuple[Position, str]] = {
    "off the map": (changed("rome", at=Hex(50, 50)), "is off the map"),
    "fewer than none": (changed("rome", cavalry=-1), "fewer points than none"),
    "a legion of fewer than none": (changed("rome", legions=(Legion(-1),)), "fewer points than none"),
    "in no city": (changed("rome", in_city=True), "inside a city that is not its own"),
    "elite Romans": (changed("rome", elite=1), "has elite units"),
    "legions of others": (changed("sam", legions=(Legion(3),)), "has legions and is not Roman"),
    "walls": (start().with_city(replace(start().cities[0], strength=-1)), "less than no strength"),
    "an envoy": (start().with_ambassador(Ambassador("fab", "Fab", "roman", "B", -1)), "points that he cannot have"),
    "losses": (replace(start(), dues=(Due("roman", ("rome",), 18, "8.34"),)), "losses are due that nobody can take"),
    "twice in a battle": (joined().with_clash(attackers=("rome", "rome")), "fights twice"),
    "on the wrong side": (joined().with_clash(attackers=("rome", "sam")), "enemies fight on one side"),
    "against itself": (joined().with_clash(attackers=("rome",), defenders=("rome",)), "attacks itself"),
    "a modifier twice": (joined().with_clash(parts=(Part("ratio", "8.31-d", 1), Part("ratio", "8.31-d", 1))), "counts twice"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_fault_is_found(what: str) -> None:
    position, words = BROKEN[what]
    assert any(words in fault for fault in ENGINE.faults(position))


def test_sound_positions_show_none() -> None:
    assert list(ENGINE.faults(start())) == []
    assert list(ENGINE.faults(joined())) == []
