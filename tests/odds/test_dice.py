"""Dice and the hands that hold them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.errors import FacesError, OddsError
from rulesdemo.odds.dice import D2, D3, D6, D10, Dice, Die, FixedDice, RandomDice, Source, Step, gap_of
from rulesdemo.odds.procedure import odds, play, procedure, replay

small_dice = st.builds(
    lambda faces, modulus: Die("die", faces, value=lambda face: face % modulus),
    st.lists(st.integers(0, 9), min_size=1, max_size=5, unique=True),
    st.integers(1, 4),
)


def by_faces(source: Source[Any]) -> dict[Any, Fraction]:
    """The distribution of a source from every way its physical dice can fall."""
    dist: dict[Any, Fraction] = {}
    for thrown in product(*(zip(die.faces, die.weights, strict=True) for die in source.dice)):
        chance = Fraction(1)
        for (_, weight), die in zip(thrown, source.dice, strict=True):
            chance *= Fraction(weight, sum(die.weights))
        value = source.value(tuple(face for face, _ in thrown))
        dist[value] = dist.get(value, Fraction(0)) + chance
    return dist


def by_branches(source: Source[Any]) -> dict[Any, Fraction]:
    assert sum(weight for _, weight in source.branches) == source.total
    return {value: Fraction(weight, source.total) for value, weight in source.branches}


# -- sources -----------------------------------------------------------------------------------------------------------


def test_the_four_dice() -> None:
    assert D6.values == (1, 2, 3, 4, 5, 6)
    assert D10.values == tuple(range(10))
    assert D2.values == (1, 2)
    assert D3.faces == D6.faces
    assert D3.branches == ((1, 2), (2, 2), (3, 2))
    assert [D3.value((face,)) for face in D3.faces] == [1, 1, 2, 2, 3, 3]
    assert [repr(source) for source in (D6, D10, D3, D2, D6.sum_of(2), gap_of(D6, D10))] == ["d6", "d10", "d3", "coin", "2d6", "d6 - d10"]


def test_a_loaded_die() -> None:
    loaded = Die("loaded", (1, 2, 3), weights=(1, 2, 3))
    assert by_branches(loaded) == {1: Fraction(1, 6), 2: Fraction(1, 3), 3: Fraction(1, 2)}
    assert by_branches(loaded.sum_of(2)) == by_faces(loaded.sum_of(2))


def test_two_dice_added() -> None:
    assert D6.sum_of(2).branches == ((2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 5), (9, 4), (10, 3), (11, 2), (12, 1))
    assert D6.sum_of(2).total == 36
    assert D6.sum_of(2) is D6.sum_of(2)
    assert D6.sum_of(0).branches == ((0, 1),)


@given(small_dice, st.integers(0, 3))
def test_sums_face_by_face(die: Die, n: int) -> None:
    assert by_branches(die.sum_of(n)) == by_faces(die.sum_of(n))
    assert len(die.sum_of(n).dice) == n


@given(small_dice, small_dice, st.integers(1, 2))
def test_gaps_face_by_face(own: Die, other: Die, n: int) -> None:
    assert by_branches(gap_of(own, other)) == by_faces(gap_of(own, other))
    several = gap_of(own.sum_of(n), other)
    assert by_branches(several) == by_faces(several)
    assert list(several.values) == sorted(several.values)


@given(small_dice, st.data())
def test_columns_face_by_face(die: Die, data: st.DataObject) -> None:
    column = tuple(data.draw(st.sampled_from(["none", "D", "DF"])) for _ in die.values)
    read = die.through(column)
    assert by_branches(read) == by_faces(read)
    assert set(read.values) == set(column)
    assert die.through(column) is read


def test_a_column_must_fit() -> None:
    with pytest.raises(OddsError, match=r"^d6 has 6 values but the column has 5 entries$"):
        D6.through((1, 2, 3, 4, 5))
    with pytest.raises(OddsError, match=r"^a column read by d6 must be a tuple of hashable entries$"):
        D6.through(([1], 2, 3, 4, 5, 6))
    with pytest.raises(OddsError, match="must be a tuple of hashable entries"):
        D6.through([1, 2, 3, 4, 5, 6])  # type: ignore[arg-type]


# -- verbs -------------------------------------------------------------------------------------------------------------

COLUMN = ("none", "none", "none", "D", "D", "DF")


@procedure
def inner(dice: Dice, plus: int) -> int:
    return dice.roll(D6, "a die inside") + plus


VERBS: dict[str, tuple[Callable[[Dice], Any], tuple[int, ...], Any]] = {
    "roll": (lambda dice: dice.roll(D6), (4,), 4),
    "roll a die read by halves": (lambda dice: dice.roll(D3), (5,), 3),
    "read": (lambda dice: dice.read(D6, COLUMN), (6,), "DF"),
    "total": (lambda dice: dice.total(3, D6), (1, 2, 6), 9),
    "total of none": (lambda dice: dice.total(0, D6), (), 0),
    "gap": (lambda dice: dice.gap(D6, D10), (2, 9), -7),
    "gap of sums": (lambda dice: dice.gap(D6.sum_of(2), D6), (2, 3, 6), -1),
    "each": (lambda dice: dice.each(3, D3), (1, 6, 3), (1, 3, 2)),
    "do": (lambda dice: dice.do(inner, 10), (3,), 13),
    "last": (lambda dice: dice.last(inner, 10), (3,), 13),
    "do by name": (lambda dice: dice.do(inner, plus=1), (3,), 4),
}


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_under_fixed_faces(verb: str) -> None:
    body, faces, value = VERBS[verb]
    played = replay(procedure(body), faces)
    assert played.value == value
    assert played.faces == faces


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_has_the_odds_of_its_faces(verb: str) -> None:
    body, faces, _ = VERBS[verb]
    ten = {"gap": 1}.get(verb)
    thrown = Counter(
        replay(procedure(body), dice).value for dice in product(*(D10.faces if place == ten else D6.faces for place in range(len(faces))))
    )
    assert dict(odds(procedure(body)).items()) == {value: Fraction(count, thrown.total()) for value, count in thrown.items()}


def test_each_verb_opens_as_few_branches_as_it_can() -> None:
    assert len(D6.through(COLUMN).branches) == 3
    assert len(D6.sum_of(2).branches) == 11
    assert len(gap_of(D6, D6).branches) == 11


# -- hands -------------------------------------------------------------------------------------------------------------


@procedure(title="a sortie")
def sortie(dice: Dice, guns: int) -> tuple[int, ...]:
    first = dice.roll(D6, "wind")
    hits = dice.total(guns, D3)
    return first, hits, dice.do(inner, 1)


def test_a_story_is_a_tree_of_what_was_thrown() -> None:
    played = replay(sortie, (2, 5, 6, 4), 2)
    assert played.value == (2, 6, 5)
    assert played.story == (Step("wind", (2,), 2), Step("2d3", (5, 6), 6), Step("inner", (4,), 5, (Step("a die inside", (4,), 4),)))


def test_a_note_adds_a_line_without_dice() -> None:
    dice = FixedDice(())
    dice.note("boarded from below", -1)
    assert dice.story() == (Step("boarded from below", (), -1),)


@given(st.integers(0, 2**32), st.integers(0, 8))
def test_the_same_seed_gives_the_same_faces(seed: int, guns: int) -> None:
    played = play(sortie, random.Random(seed), guns)
    assert play(sortie, random.Random(seed), guns) == played
    assert replay(sortie, played.faces, guns) == played


def test_random_dice_fall_on_printed_faces_in_fair_shares() -> None:
    dice = RandomDice(random.Random(1))
    for _ in range(6000):
        dice.roll(D3)
    shares = Counter(dice.faces)
    assert set(shares) == set(D6.faces)
    assert all(900 < count < 1100 for count in shares.values())


def test_a_loaded_die_falls_by_its_weights() -> None:
    loaded = Die("loaded", (1, 2, 3), weights=(0, 1, 3))
    dice = RandomDice(random.Random(1))
    shares = Counter(dice.roll(loaded) for _ in range(4000))
    assert shares[1] == 0
    assert 900 < shares[2] < 1100


def test_faces_that_run_out() -> None:
    with pytest.raises(FacesError, match=r"^the dice run out: 2 faces given, but throw 3 needs another d3$"):
        replay(sortie, (1, 2), 2)
    with pytest.raises(FacesError, match=r"^the dice run out: 3 faces given, but throw 4 needs another d6$"):
        replay(sortie, (1, 2, 3), 2)


@pytest.mark.parametrize("face", [0, 7, -1, True, "3", None, 2.0])
def test_faces_that_are_not_on_the_die(face: Any) -> None:
    with pytest.raises(FacesError, match=r" at place 2 is not on a d3, which shows 1 to 6$"):
        replay(sortie, (1, face, 2, 3), 2)


def test_faces_left_over() -> None:
    with pytest.raises(FacesError, match=r"^2 faces left over after the roll was complete: 5, 6$"):
        replay(sortie, (1, 2, 3, 5, 6), 1)
