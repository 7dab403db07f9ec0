"""Every way to be refused: illegal orders of all kinds thrown at random positions, and hand-made positions for what chance never finds.

Each refusal must name a rule that exists and be made of whole sentences; an order that is not refused must be among the legal ones.
Which lines of the source made the refusals is noted, and a line that nobody can reach is a failure.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from rulesdemo.games.escadres.play import ENGINE
from rulesdemo.games.escadres.play import orders as o
from rulesdemo.games.escadres.play.state import Position, Result
from rulesdemo.play.engine import check
from rulesdemo.rules.ruleset import ruleset
from tests.games.escadres.play.given import position_of
from tests.games.escadres.play.melee import melee
from tests.support.random_play import Temper, note_refusals
from tests.support.refusals import check_orders, refused, tried, unprovoked, walk

JUNK = ("", "nobody", "Aurore", "aurore ")
FIERCE = Temper("fierce", {"fire_at": 3, "end_move": 0.5}, by_kind=True)


def drawn(rng: random.Random, position: Position, kind: type) -> Any:
    """An order of this kind with any fields at all."""
    hints = get_type_hints(kind)
    return kind(**{each.name: value(rng, position, hints[each.name]) for each in fields(kind)})


def value(rng: random.Random, position: Position, hint: Any) -> Any:
    """Something for a field: of the right type, but seldom right."""
    if get_origin(hint) is Literal:
        return rng.choice(get_args(hint)) if rng.random() < 0.9 else rng.choice(JUNK)
    return rng.choice([ship.id for ship in position.ships]) if rng.random() < 0.9 else rng.choice(JUNK)


# -- the walk --------------------------------------------------------------------------------------------------------------------------

PROVOKED: set[tuple[str, int]] = set()
WALKS = 30


@pytest.fixture(autouse=True)
def noted(monkeypatch: pytest.MonkeyPatch) -> None:
    note_refusals(monkeypatch, PROVOKED)


def positions(seed: int) -> Iterator[Position]:
    """Positions of a random game; every third is a scenario, the others are melees."""
    rng, scenarios = random.Random(seed), ENGINE.scenarios()
    start = melee(rng) if seed % 3 else ENGINE.start(scenarios[seed // 3 % len(scenarios)], None).position
    return walk(ENGINE, start, rng, FIERCE, 100)


@pytest.mark.parametrize("block", range(3))
def test_an_order_is_refused_in_words_or_it_is_legal(block: int) -> None:
    for seed in range(block, WALKS, 3):
        rng = random.Random(f"orders {seed}")
        for position in positions(seed):
            check_orders(ENGINE, position, tried(ENGINE, position, rng, drawn, 8))


# -- hand-made positions ---------------------------------------------------------------------------------------------------------------

AURORE, LION = "aurore french seventy_four 1005 E", "lion british seventy_four 1006 E"


def after(*orders: Any, ships: tuple[str, ...] = (AURORE, LION), patches: dict[tuple[str, str, str], str] | None = None) -> Position:
    """The position after Aurore was drawn and has been given these orders."""
    position: Position = position_of({"ships": ships}, ruleset("escadres", None, patches)).position
    position = ENGINE.advance(ENGINE.verbs[o.Draw].do(_First(), position, o.Draw()).position).position
    for order in orders:
        assert check(ENGINE, position, order) is None
        position = ENGINE.advance(ENGINE.verbs[type(order)].do(_First(), position, order).position).position
    return position


class _First:
    """A hand that draws the first chit."""

    def do(self, proc: Any, *args: Any) -> Any:
        return next(iter(proc.dist(*args).weights))


def test_the_game_is_over() -> None:
    position = replace(after(), result=Result("draw", "it is late", (0, 0)))
    refusal = refused(ENGINE, position, o.Draw())
    assert refusal is not None
    assert refusal.rule == "E-VIC-1"


def test_a_word_that_no_order_knows() -> None:
    refusal = refused(ENGINE, after(), o.Turn("aurore", "about"))  # type: ignore[arg-type]
    assert refusal is not None
    assert refusal.way_out == "Choose left or right as way."


def test_a_turn_that_costs_more_than_is_left() -> None:
    dear = after(ships=(f"{AURORE} S2", LION), patches={("turning", "turn_cost", "value"): "2"})
    refusal = refused(ENGINE, dear, o.Turn("aurore", "left"))
    assert refusal is not None
    assert refusal.rule == "E-WEAR-1"


def test_a_ship_that_is_gone_is_not_fired_at() -> None:
    position = after(o.EndMove("aurore"), ships=(AURORE, LION, "bold british seventy_four 1003 E"))
    sunk = position.with_ship(replace(position.ship("bold"), gone="sunk"))
    refusal = refused(ENGINE, sunk, o.FireAt("aurore", "bold"))
    assert refusal is not None
    assert refusal.rule == "E-WRECK-1"


def test_every_refusal_of_the_source_has_been_provoked() -> None:
    """Last in the file: by now all of them have been."""
    assert unprovoked("escadres", PROVOKED) == []
