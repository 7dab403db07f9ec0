"""Properties of the engine, tried on positions from random melees: dice that fall, dice that are typed in and exact odds tell one story."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, replace
from fractions import Fraction
from functools import lru_cache
from itertools import islice, product
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesdemo.errors import FacesError
from rulesdemo.games.veneti.play import ENGINE
from rulesdemo.games.veneti.play import orders as o
from rulesdemo.games.veneti.play.state import Position
from rulesdemo.odds.dice import D6, FixedDice, RandomDice
from rulesdemo.play.engine import Outcome, apply, check, legal, prospects
from tests.games.veneti.play.melee import melee
from tests.support.random_play import Temper, random_play

FIERCE = Temper("fierce", {"fire": 4, "grapple": 8, "board": 8, "react": 3, "use_scythes": 8, "end_movement": 0.3}, by_kind=True)
MOST_DICE = 4  # more dice than this are not counted face by face


@lru_cache(maxsize=400)
def game(seed: int) -> tuple[Position, ...]:
    """The positions of a random melee in which somebody must choose."""
    rng = random.Random(seed)
    return tuple(deed.before for deed in islice(random_play(ENGINE, melee(rng), rng, FIERCE), 60))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position of one of many melees."""
    found = game(draw(st.integers(0, 99)))
    return found[draw(st.integers(0, len(found) - 1))]


@st.composite
def choices(draw: st.DrawFn) -> tuple[Position, Any]:
    """A position and a legal order in it; kinds of order are drawn before orders, so that the rare ones come up."""
    position = draw(positions())
    kinds: defaultdict[str, list[Any]] = defaultdict(list)
    for order in legal(ENGINE, position):
        kinds[type(order).__name__].append(order)
    return position, draw(st.sampled_from(kinds[draw(st.sampled_from(sorted(kinds)))]))


def every_throw(position: Position, order: Any, faces: tuple[int, ...] = ()) -> Iterator[tuple[Fraction, Outcome[Position]]]:
    """Every row of faces that the order can throw, with its chance and what comes of it, by typing in one die after the other."""
    try:
        outcome = apply(ENGINE, FixedDice(faces), position, order)
    except FacesError:
        if len(faces) == MOST_DICE:
            raise
        for face in D6.faces:
            yield from every_throw(position, order, (*faces, face))
    else:
        yield Fraction(1, 6 ** len(faces)), outcome


@given(choices(), st.integers(0, 2**32))
@settings(max_examples=150)
def test_what_falls_lies_in_the_odds_and_falls_again(choice: tuple[Position, Any], seed: int) -> None:
    position, order = choice
    dist = prospects(ENGINE, position, order)
    assert sum(dist.weights.values()) == dist.total
    dice = RandomDice(random.Random(seed))
    outcome = apply(ENGINE, dice, position, order)
    assert outcome in dist.weights
    again = FixedDice(dice.faces)
    assert apply(ENGINE, again, position, order) == outcome
    again.finish()


@given(choices())
@settings(max_examples=150)
def test_odds_are_those_of_all_faces_counted_one_by_one(choice: tuple[Position, Any]) -> None:
    position, order = choice
    if isinstance(order, o.RollInitiative):
        return  # ties are thrown again without end
    try:
        counted: defaultdict[Outcome[Position], Fraction] = defaultdict(Fraction)
        for chance, outcome in every_throw(position, order):
            counted[outcome] += chance
    except FacesError:
        return  # a volley of many shots
    dist = prospects(ENGINE, position, order)
    assert {outcome: Fraction(weight, dist.total) for outcome, weight in dist.weights.items()} == dict(counted)


@given(choices())
@settings(max_examples=150)
def test_an_order_has_the_odds_of_what_it_throws_for(choice: tuple[Position, Any]) -> None:
    """The chance that the log quotes beside a throw is the chance of that line of the story among all outcomes of the order."""
    position, order = choice
    dist = prospects(ENGINE, position, order)
    outcomes = list(dist.weights)
    throws = [[event.throw for event in outcome.events if event.throw is not None] for outcome in outcomes]
    if max(map(len, throws)) != 1:
        assert max(map(len, throws)) == 0 or isinstance(order, o.Fire | o.React | o.HoldFire | o.Grapple), "one procedure an order"
        return
    told: defaultdict[Any, Fraction] = defaultdict(Fraction)
    for outcome, (throw,) in zip(outcomes, throws, strict=True):
        told[throw] += Fraction(dist.weights[outcome], dist.total)
    assert all(chance == throw.chance for throw, chance in told.items())
    assert sum(told.values()) == 1


@given(positions())
@settings(max_examples=150)
def test_orders_belong_to_the_side_that_chooses_but_transfers_to_their_leaders(position: Position) -> None:
    decision = ENGINE.decision(position)
    assert decision is not None
    for order in legal(ENGINE, position):
        side = position.leader(order.leader).side if isinstance(order, o.Transfer) else decision.side
        assert ENGINE.owner(position, order) == side
        assert check(ENGINE, position, order) is None


@given(positions())
@settings(max_examples=100)
def test_a_copy_is_the_same_position(position: Position) -> None:
    copy = replace(position)
    assert copy == position
    assert hash(copy) == hash(position)
    assert list(legal(ENGINE, copy)) == list(legal(ENGINE, position))


@given(positions())
@settings(max_examples=100)
def test_the_side_that_does_not_choose_can_only_interrupt(position: Position) -> None:
    decision = ENGINE.decision(position)
    assert decision is not None
    others = [order for order in legal(ENGINE, position) if ENGINE.owner(position, order) != decision.side]
    assert all(isinstance(order, ENGINE.anytime) for order in others)


def every_order(position: Position, kind: Any) -> Iterator[Any]:
    """Every order of a kind that can be said of what is on the map, sensible or not; missiles and boarders from one ship at one."""
    ships, leaders = [ship.id for ship in position.ships], [leader.id for leader in position.leaders]
    few = range(-1, 8)
    if kind is o.Fire:
        return (o.Fire(ship, (o.Share(at, many),), on) for ship in ships for at in ships for many in few for on in (False, True))
    if kind is o.Board:
        return (o.Board(at, (o.Party(ship, many),)) for at in ships for ship in ships for many in few)
    if kind is o.SetSpeed:
        return (o.SetSpeed((ship,), "maximum") for ship in ships)  # Cruise may be said of a tired galley too, and changes nothing
    hints, known = get_type_hints(kind), {"leader": leaders, "lost": leaders}
    choices = {bool: (False, True), int: few, str: ships}
    values = [known.get(each.name) or choices.get(hints[each.name]) or get_args(hints[each.name]) for each in fields(kind)]
    return (kind(*row) for row in product(*values))


def simple(order: Any) -> bool:
    """Whether `every_order` says such orders."""
    return not (isinstance(order, o.SetSpeed) and order.level == "cruise") and all(
        len(getattr(order, many, (1,))) == 1 for many in ("shares", "parties", "ships")
    )


@given(positions())
@settings(max_examples=60)
def test_the_list_of_legal_orders_is_complete(position: Position) -> None:
    decision = ENGINE.decision(position)
    assert decision is not None
    kinds = (*decision.orders, *ENGINE.anytime)
    found = {order for kind in kinds for order in every_order(position, kind) if check(ENGINE, position, order) is None}
    assert found == {order for order in legal(ENGINE, position) if simple(order)}


def test_the_count_of_faces_sees_a_wrong_chance() -> None:
    """The brute force above by hand: two dice for the wind, and on a 7 a third."""
    position = next(each for seed in range(100) for each in game(seed) if each.turn.due == ("wind",))
    rows = list(every_throw(position, o.RollWind()))
    assert sum(chance for chance, _ in rows) == 1
    assert len(rows) == 30 + 6 * 6  # 36 pairs, of which the six that add up to 7 throw one die more
    with pytest.raises(FacesError):
        apply(ENGINE, FixedDice((7, 1)), position, o.RollWind())
