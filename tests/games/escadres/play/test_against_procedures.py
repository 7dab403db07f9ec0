"""The engine against the dice procedures of the chapters: steps played order by order have the distributions of whole procedures.

The numbers asked for at the end of each test are those of the specification, section 7.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.api import odds
from rulesdemo.games.escadres.play import ENGINE
from rulesdemo.games.escadres.play import orders as o
from rulesdemo.games.escadres.play.state import Position
from rulesdemo.play.engine import legal, prospects
from rulesdemo.rules.ruleset import Ruleset, ruleset
from tests.games.escadres.play.given import position_of

F = Fraction
RULES = ruleset("escadres")
ORDERS = [RULES, ruleset("escadres", {"end_order": "fire_first"})]


def start(*ships: str, rules: Ruleset = RULES) -> Position:
    made: Position = position_of({"ships": list(ships)}, rules).position
    return made


def dist(position: Position, ended: Callable[[Position], Any], choose: Callable[[list[Any]], Any]) -> dict[Any, Fraction]:
    """The exact distribution of what `ended` says when it says something, with every die followed and every choice made by `choose`."""
    found: dict[Any, Fraction] = defaultdict(Fraction)
    layer: dict[Position, Fraction] = {position: F(1)}
    while layer:
        following: dict[Position, Fraction] = defaultdict(Fraction)
        for here, chance in layer.items():
            said = ended(here)
            if said is not None:
                found[said] += chance
                continue
            for outcome, p in prospects(ENGINE, here, choose(list(legal(ENGINE, here)))).items():
                following[outcome.position] += chance * p
        layer = following
    return dict(found)


def first(orders: list[Any]) -> Any:
    return orders[0]


def named(procedure: str, rules: Ruleset = RULES, **inputs: Any) -> dict[Any, Fraction]:
    return {tuple(outcome): p for outcome, p in odds(procedure, rules=rules, **inputs).items()}


def end_of(position: Position) -> tuple[Any, ...] | None:
    """How Aurore stands once the first turn is over, in the words of the procedures."""
    ship = position.ship("aurore")
    if ship.gone:
        return (ship.gone, 0, 0, 0)
    if position.turn.number == 1:
        return None
    return ("burning" if ship.fires else "out", ship.power if ship.hull is None else ship.hull, ship.crew, ship.fires)


@pytest.mark.parametrize("rules", ORDERS, ids=["leak first", "fire first"])
@pytest.mark.parametrize(("crew", "training"), [(1, 0), (0, 0), (1, -2)])
def test_the_end_of_a_hulks_turn(rules: Ruleset, crew: int, training: int) -> None:
    hulk = start(f"aurore french seventy_four 1008 W P0 H2 C{crew} F1 R{training:+}", rules=rules)
    faces = 1 if training == 0 else 2  # bad training leaks on two
    found = dist(hulk, end_of, first)
    assert found == named("escadres.hulk_turn", rules, hull=2, crew=crew, fires=1, training=training, faces=faces)


@pytest.mark.parametrize(("power", "exploded"), [(10, F(7, 2592)), (1, F(43, 108)), (2, F(83, 1296))])
def test_the_end_of_a_burning_ships_turn(power: int, exploded: Fraction) -> None:
    ship = start(f"aurore french seventy_four 1008 E P{power} C8 F1 S0")
    found = dist(ship, end_of, first)
    assert found == named("escadres.fire_turn", power=power, crew=8, fires=1)
    assert found["exploded", 0, 0, 0] == exploded


def test_what_a_shot_leaves_of_its_target() -> None:
    ship = start("aurore french frigate 1005 E P2 S0", "lion british frigate 1006 E P3 C2 S0")

    def struck(position: Position) -> tuple[Any, ...] | None:
        fired = position.activation is None and "aurore" not in position.turn.bag
        lion = position.ship("lion")
        state = (lion.state, 0, 0) if lion.gone else (lion.state, lion.power, lion.crew)
        return state if fired or position.pending is not None else None

    drawn = next(outcome.position for outcome in prospects(ENGINE, ship, o.Draw()).weights if outcome.position.activation)
    assert drawn.acting.ship == "aurore"
    assert dist(drawn, struck, first) == named("escadres.shot", dice=2, power=3, crew=2)


def test_item_13_all_of_mine_before_any_of_theirs() -> None:
    french = [f"f{row} french brig 02{row:02} E S0" for row in (2, 4, 6)]
    british = [f"b{row} british brig 19{row:02} E S0" for row in (2, 4, 6)]

    def lead(position: Position) -> int | None:
        left = position.turn.bag
        theirs = sum(name.startswith("b") for name in left)
        mine = sum(name.startswith("f") for name in left)
        return 3 - mine if theirs < 3 or not mine else None

    found = dist(start(*french, *british), lead, first)
    assert {(key,): chance for key, chance in found.items()} == named("escadres.draw_order", mine=3, theirs=3)
    assert found[3] == F(1, 20)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_item_12_still_in_irons(turns: int) -> None:
    def stuck(position: Position) -> bool | None:
        free = position.ship("aurore").heading != start("aurore french frigate 1008 W").ship("aurore").heading
        return False if free else True if position.turn.number > turns else None

    def pay_off(orders: list[Any]) -> Any:
        return next((order for order in orders if isinstance(order, o.Drift) and order.way == "bow_pays_off_left"), orders[0])

    found = dist(start("aurore french frigate 1008 W"), stuck, pay_off)
    assert found[True] == F(1, 2) ** turns == odds("escadres.in_irons", turns=turns).p(stuck=True)
