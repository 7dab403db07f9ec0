"""Every way to be refused: illegal orders of all kinds thrown at random positions, and hand-made positions for what chance never finds.

Each refusal must name a rule that exists and be made of whole sentences; an order that is not refused must be among the legal ones.
Which lines of the source made the refusals is noted, and a line that nobody can reach is a failure.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, get_origin, get_type_hints

import pytest

from rulesdemo.games.republic.play import ENGINE
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.state import Position, Result
from rulesdemo.rules.ruleset import ruleset
from tests.games.republic.play.fray import fray
from tests.games.republic.play.given import position_of
from tests.play.test_play_cases import carried_out, read
from tests.support.random_play import Temper, note_refusals
from tests.support.refusals import check_orders, refused, tried, unprovoked, walk

JUNK = ("", "nobody", "Rome", "9999")
PLACES = ("0101", "0201", "0202", "0203", "0302", "0303")
FIERCE = Temper("fierce", {"attack": 5, "pass": 0.4, "detach": 0.2}, by_kind=True)
# A word that no order knows can be said in no order of this game: it has no fields of a few words.
NEVER_HERE = ("There is no",)


def drawn(rng: random.Random, position: Position, kind: type) -> Any:
    """An order of this kind with any fields at all."""
    hints = get_type_hints(kind)
    return kind(**{each.name: value(rng, position, hints[each.name]) for each in fields(kind)})


def value(rng: random.Random, position: Position, hint: Any) -> Any:
    """Something for a field: of the right type, but seldom right."""
    if hint is bool:
        return rng.random() < 0.5
    if hint is int:
        return rng.choice((-1, 0, 1, 2, 3, 99))
    if get_origin(hint) is tuple:
        return tuple(rng.choice(PLACES) for _ in range(rng.randrange(3)))
    ids = [each.id for each in (*position.forces, *position.cities, *position.ambassadors)]
    return rng.choice(JUNK) if rng.random() < 0.1 else rng.choice((*ids, *PLACES))


# -- the walk --------------------------------------------------------------------------------------------------------------------------

PROVOKED: set[tuple[str, int]] = set()
WALKS = 60


@pytest.fixture(autouse=True)
def noted(monkeypatch: pytest.MonkeyPatch) -> None:
    note_refusals(monkeypatch, PROVOKED)


def positions(seed: int) -> Iterator[Position]:
    """Positions of a random game; every third is a scenario, the others are frays."""
    rng, scenarios = random.Random(seed), ENGINE.scenarios()
    start = fray(rng) if seed % 3 else ENGINE.start(scenarios[seed // 3 % len(scenarios)], None).position
    return walk(ENGINE, start, rng, FIERCE, 60)


@pytest.mark.parametrize("block", range(3))
def test_an_order_is_refused_in_words_or_it_is_legal(block: int) -> None:
    for seed in range(block, WALKS, 3):
        rng = random.Random(f"orders {seed}")
        for position in positions(seed):
            check_orders(ENGINE, position, tried(ENGINE, position, rng, drawn, 8))


# -- hand-made positions ---------------------------------------------------------------------------------------------------------------

ROME, SAM, SECOND = "rome roman 0404 C I3 L20 k1", "sam other 0404 C I20 k1", "second roman 0403 C L20"


def after(*orders: str, forces: tuple[str, ...] = (ROME, SAM), **given: Any) -> Position:
    """The position after these orders."""
    position: Position = position_of({"forces": forces, **given}, ruleset("republic")).position
    for each in orders:
        position = carried_out(ENGINE, position, read(ENGINE, each)).position
    return position


CITY = {"cities": ["bovianum other 0404 3 S5 D1"]}
OWN = {"cities": ["luceria roman 0404 3 S5"]}
FOUGHT = ("attack rome sam", "stand", "roll_tactics dice 4 4", "live", "roll_battle dice 0", "take_losses 5", "take_losses 2")
BY_HAND: dict[str, tuple[Position, Any, str]] = {
    "no such Force": (after(), o.Attack("nobody", "sam"), "R-PRE-1"),
    "the enemy's Force": (after(), o.Attack("sam", "rome"), "R-PRE-1"),
    "has acted": (after("detach rome 1", **OWN), o.Attack("rome", "sam"), "Pointers"),
    "inside a city": (after(forces=(f"{ROME} in_city", SAM), **OWN), o.March("rome", "0403"), "Pointers"),
    "attack out of a city": (after(forces=(f"{ROME} in_city", SAM), **OWN), o.Attack("rome", "sam"), "R-PRE-1"),
    "halted": (
        after("march rome 0404", forces=("rome roman 0403 C L20", SAM), inputs={"march": 2}),
        o.March("rome", "0405"),
        "R-PRE-1",
    ),
    "no march": (after(), o.March("rome", "0403"), "Pointers"),
    "off the map": (after(inputs={"march": 1}), o.March("rome", "0101"), "Pointers"),
    "no city to enter": (after(), o.EnterCity("rome"), "Pointers"),
    "not in a city": (after(), o.LeaveCity("rome"), "Pointers"),
    "no city to leave men in": (after(), o.Detach("rome", 1), "Pointers"),
    "neutralised": (after(forces=(f"{ROME} neutralised", SAM), **OWN), o.Detach("rome", 1), "8.55"),
    "too many detached": (after(**OWN), o.Detach("rome", 4), "Pointers"),
    "no target": (after(), o.Attack("rome", "nobody"), "R-PRE-1"),
    "another hex": (after(forces=("rome roman 0403 C L20", SAM)), o.Attack("rome", "sam"), "R-PRE-1"),
    "behind walls": (after(forces=(ROME, f"{SAM} in_city"), **CITY), o.Attack("rome", "sam"), "R-PRE-1"),
    "a neutralised attacker": (after(forces=(f"{ROME} neutralised", SAM)), o.Attack("rome", "sam"), "8.55"),
    "too much cunning": (after("attack rome sam"), o.Refuse(("0405",), city=False, cunning=2), "8.23-M"),
    "no way out": (after("attack rome sam"), o.Refuse(("0402",)), "8.23"),
    "no continuation": (
        after("march rome 0404", "attack rome sam", "stand", forces=("rome roman 0403 C L20", SAM), inputs={"march": 1}),
        o.RollContinuation(),
        "R-PRE-3",
    ),
    "nobody to call": (after("attack rome sam", "stand", forces=(ROME, SECOND, SAM)), o.Coordinate("nobody"), "8.26"),
    "calling the enemy": (after("attack rome sam", "stand", forces=(ROME, SECOND, SAM)), o.Coordinate("sam"), "8.26"),
    "calling him twice": (after("attack rome sam", "stand", forces=(ROME, SECOND, SAM)), o.Coordinate("rome"), "8.26"),
    "calling a worn-out Force": (
        after("attack rome sam", "stand", forces=(ROME, SECOND, "tired roman 0403 C L9 neutralised", SAM)),
        o.Coordinate("tired"),
        "8.55",
    ),
    "calling from afar": (
        after("attack rome sam", "stand", forces=(ROME, SECOND, "far roman 0707 C L9", SAM)),
        o.Coordinate("far"),
        "8.26-C",
    ),
    "more losses than troops": (after(*FOUGHT[:-2]), o.TakeLosses(5, 1, -1), "8.34"),
    "too few losses": (after(*FOUGHT[:-2]), o.TakeLosses(1), "8.34"),
    "no way to retreat": (after(*FOUGHT), o.Retreat("0101"), "8.37"),
    "another leader": (after(*FOUGHT, "retreat 0403", inputs={"leader_loss": "battle"}), o.RollLeader("sam"), "8.6"),
    "no city to storm": (after(), o.Assault("rome"), "9.4"),
    "a neutralised stormer": (after(forces=(f"{ROME} neutralised", SAM), **CITY), o.Assault("rome"), "8.55"),
    "a city of no known strength": (after(cities=["bovianum other 0404 3"]), o.Assault("rome"), "9.4"),
    "treachery in Roma": (after(cities=["roma other 0404 3 roma"]), o.TryTreachery("rome"), "9.6-R"),
    "a low rank": (after(**CITY), o.TryTreachery("rome"), "9.6-R"),
    "an impossible gate": (after(forces=(f"{ROME} consul", SAM), cities=["bovianum other 0404 10"]), o.TryTreachery("rome"), "9.6"),
    "a point too few": (after(forces=(f"{ROME} consul", SAM), **CITY), o.TryTreachery("rome", 1), "9.6-R"),
    "no known siege defence": (after(cities=["bovianum other 0404 3"]), o.DemandSurrender("rome"), "9.52-C"),
    "never surrenders": (after(cities=["bovianum other 0404 10 D1"]), o.DemandSurrender("rome"), "9.52"),
    "too few infantry": (after(cities=["bovianum other 0404 3 D9"]), o.DemandSurrender("rome"), "9.52-C"),
    "not your ambassador": (after(envoys=["cineas other B"]), o.Negotiate("cineas"), "12.34"),
    "twice a turn": (after("negotiate fab dice 0", envoys=["fab roman B"]), o.Negotiate("fab"), "12.34"),
    "not at hand": (after("negotiate fab dice 9 0", "pass", "pass", envoys=["fab roman B"]), o.Negotiate("fab"), "12.34-D"),
    "no point for an audience": (after("negotiate fab dice 9 8", "pass", "pass", envoys=["fab roman B"]), o.Negotiate("fab"), "12.34-D"),
    "another ambassador": (after("negotiate fab dice 9 6", envoys=["fab roman B", "gab roman B"]), o.Recall("gab"), "12.34-D"),
    "no point to come back": (after("negotiate fab dice 9 6", envoys=["fab roman B"]), o.Recall("fab"), "12.34-D"),
    "no ransom": (after(envoys=["fab roman B k1"]), o.PayRansom("fab", 1), "12.34-D"),
    "too much ransom": (
        after("negotiate fab dice 9 2", "roll_ransom fab dice 0", "pass", "pass", envoys=["fab roman B k5"]),
        o.PayRansom("fab", 2),
        "12.34-D",
    ),
}


@pytest.mark.parametrize("what", BY_HAND)
def test_by_hand(what: str) -> None:
    position, order, rule = BY_HAND[what]
    refusal = refused(ENGINE, position, order)
    assert refusal is not None
    assert refusal.rule == rule


def test_the_game_is_over() -> None:
    position = replace(after(), result=Result("draw", "it is late", (0, 0)))
    refusal = refused(ENGINE, position, o.Pass())
    assert refusal is not None
    assert refusal.rule == "Pointers"


def test_every_refusal_of_the_source_has_been_provoked() -> None:
    """Last in the file: by now all of them have been."""
    assert [text for text in unprovoked("republic", PROVOKED) if not any(words in text for words in NEVER_HERE)] == []
