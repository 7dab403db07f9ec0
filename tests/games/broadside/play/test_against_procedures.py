"""The engine against the dice procedures of the chapters: steps played order by order have the distributions of whole procedures.

The numbers asked for at the end of each test are those of the specification, section 8.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.api import odds
from rulesdemo.games.broadside.play import ENGINE
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.games.broadside.play.events import Exploded
from rulesdemo.games.broadside.play.state import Position
from rulesdemo.play.engine import legal, prospects
from rulesdemo.rules.ruleset import ruleset
from tests.games.broadside.play.given import position_of

F = Fraction
RULES = ruleset("broadside")
BOTH = ["french", "british"]


def start(*ships: str, **given: Any) -> Position:
    made: Position = position_of({"ships": list(ships), "scripted": BOTH, **given}, RULES).position
    return made


def dist(position: Position, ended: Callable[[Position], Any]) -> dict[Any, Fraction]:
    """The exact distribution of what `ended` says when it says something, with every die followed; every ship that may fire fires."""
    found: dict[Any, Fraction] = defaultdict(Fraction)
    layer: dict[Position, Fraction] = {position: F(1)}
    while layer:
        following: dict[Position, Fraction] = defaultdict(Fraction)
        for here, chance in layer.items():
            said = ended(here)
            if said is not None:
                found[said] += chance
                continue
            order = next(iter(legal(ENGINE, here)))
            for outcome, p in prospects(ENGINE, here, order).items():
                following[outcome.position] += chance * p
        layer = following
    return dict(found)


def test_item_13_one_turn_of_boarding() -> None:
    locked = start("aurore french seventy_four 1010 SE locked F10/9/9 h4+4", "lion british seventy_four 1010 SW locked F6/9/9 h3+3")
    found = dist(
        locked, lambda at: (at.ship("aurore").hull, at.ship("lion").hull) if at.turn.step != "boarding" or at.turn.number > 1 else None
    )
    fight = odds("broadside.boarding_turn", force_a=10, hull_a=(4, 4), force_b=6, hull_b=(3, 3))
    assert found == {(each.hull_a, each.hull_b): p for each, p in fight.items()}
    assert sum(p for (_, lion), p in found.items() if not lion) == F(41, 81)
    assert sum(p for (aurore, _), p in found.items() if not aurore) == 0
    assert sum(p * (8 - aurore) for (aurore, _), p in found.items()) == F(73, 27)
    assert sum(p * (6 - lion) for (_, lion), p in found.items()) == F(2413, 486)


def test_item_12_one_round_of_the_booklets_boarding() -> None:
    first = [f"{name} french seventy_four 1010 SE locked F{force}/9/9" for name, force in (("a", 10), ("b", 5))]
    second = [f"{name} british seventy_four 1010 SW locked F{force}/9/9" for name, force in (("c", 6), ("d", 4), ("e", 8))]
    position = start(*first, *second)
    found = dist(position, lambda at: _losses(at) if at.turn.rounds < 2 else None)
    losses = odds("broadside.boarding_round", side_a=(10, 5), side_b=(6, 4, 8))
    assert found == {tuple(each): p for each, p in losses.items()}
    assert sum(p * loss for (_, loss), p in found.items()) == 3
    assert sum(p * loss for (loss, _), p in found.items()) == F(10, 3)


def _losses(position: Position) -> tuple[int, int]:
    lost = [sum(ship.hull_initial - ship.hull for ship in position.ships if ship.side == side) for side in ENGINE.sides]
    return lost[0], lost[1]


@pytest.mark.parametrize(("hull", "saved"), [(2, F(1, 3)), (3, F(5, 9)), (4, F(19, 27))])
def test_item_9_a_small_leak_with_silent_guns(hull: int, saved: Fraction) -> None:
    # Another ship keeps the game going; one mast section and one hull section leave no mast to roll for before the end.
    ships = (f"aurore french seventy_four 1010 SE leak h{hull} w1 X1", "hardi french seventy_four 0303 SE")
    found = dist(start(*ships), lambda at: at.ship("aurore").gone or (at.ship("aurore").damage.leak == "none" and "repaired") or None)
    assert found["repaired"] == saved
    assert found["sunk"] == 1 - saved


@pytest.mark.parametrize(("hull", "saved"), [(4, F(1, 6)), (7, F(11, 36))])
def test_item_10_a_large_leak(hull: int, saved: Fraction) -> None:
    ships = (f"aurore french seventy_four 1010 SE flood h{hull} w1 X1", "hardi french seventy_four 0303 SE")
    found = dist(start(*ships), lambda at: at.ship("aurore").gone or (at.ship("aurore").damage.leak == "none" and "repaired") or None)
    assert found["repaired"] == saved


@pytest.mark.parametrize(("hull", "out", "exploded"), [(1, F(1, 3), F(1, 6)), (4, F(343, 648), F(343, 1296))])
def test_item_8_a_fire_with_hull_left(hull: int, out: Fraction, exploded: Fraction) -> None:
    ships = (f"aurore french seventy_four 1010 SE fire h{hull} w1 X1", "hardi french seventy_four 0303 SE")

    def ended(position: Position) -> str | None:
        ship = position.ship("aurore")
        if not ship.damage.fire:
            return "out"
        return "burnt" if not ship.hull else None

    # An explosion leaves her burning with less hull, so it is told by its event.
    found: dict[str, Fraction] = defaultdict(Fraction)
    layer = {start(*ships): F(1)}
    while layer:
        following: dict[Position, Fraction] = defaultdict(Fraction)
        for here, chance in layer.items():
            for outcome, p in prospects(ENGINE, here, next(iter(legal(ENGINE, here)))).items():
                burst = any(isinstance(event, Exploded) for event in outcome.events)
                said = "exploded" if burst else ended(outcome.position)
                if said is None:
                    following[outcome.position] += chance * p
                else:
                    found[said] += chance * p
        layer = following
    assert found["out"] == out
    assert found["exploded"] == exploded
    assert found["burnt"] == 1 - out - exploded


def test_item_4_force_10_with_and_without_the_first_broadside() -> None:
    for mark, expected in (("", {10: F(1, 3), 9: F(2, 3)}), ("fired", {12: F(1, 6), 11: F(1, 6), 10: F(1, 3), 9: F(1, 3)})):
        ships = (f"aurore french seventy_four 1010 SE {mark} F9/10/0".replace("  ", " "), "lion british seventy_four 1008 SE fire")
        position = start(*ships)
        aimed = next(iter(prospects(ENGINE, position, o.Aim("aurore", "lion")))).position
        found: dict[int, Fraction] = defaultdict(Fraction)
        for outcome, p in prospects(ENGINE, aimed, o.Fire("aurore")).items():
            shot = outcome.events[0]
            found[12 - shot.damage] += p
        assert found == expected


def test_item_16_masts_after_emptied_sections() -> None:
    # An explosion takes 3 of 6 points, three sections of one point each; each throws for one of two masts.
    ships = ("aurore french seventy_four 1010 SE fire h1+1+1+1+1+1 chief",)
    position = next(
        outcome.position
        for outcome in prospects(ENGINE, start(*ships), o.RollFire("aurore")).weights
        if any(isinstance(event, Exploded) for event in outcome.events)
    )
    found = dist(position, lambda at: at.ship("aurore").masts_lost if at.turn.step != "more_masts" else None)
    assert found[2] == F(1, 2)
    assert found[0] == F(1, 8)


def test_item_17_the_wind_reaches_force_4() -> None:
    position = start("aurore french seventy_four 1010 SE", wind="N 3", weather=True)
    found = dist(position, lambda at: True if at.sky.force == 4 else False if at.turn.number > 3 else None)
    assert found[True] == F(14, 27) == odds("broadside.wind_reaches", force=3, target=4, turns=3).p(reached=True)
