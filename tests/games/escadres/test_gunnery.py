"""Gunnery (E-FIRE, E-ENF, E-LOW, E-TRN): dice counted a second time, and the zones against those of the board."""

from fractions import Fraction
from math import ceil

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rulesdemo.analysis.catalogue import find
from rulesdemo.api import odds
from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.games.escadres import board
from rulesdemo.rules.ruleset import ruleset

LAST = ruleset("escadres", {"enfilade_order": "last"})

powers = st.integers(0, 40)
trainings = st.integers(-2, 2)
flags = st.booleans()
places = st.tuples(st.integers(-9, 9), st.integers(-9, 9))


def third(dice: int) -> int:
    return ceil(Fraction(dice, 3))


@given(powers, st.integers(0, 45), flags, flags, trainings)
def test_dice_counted_in_the_order_of_the_sections(power: int, between: int, enfilade: bool, low: bool, training: int) -> None:
    base = power - between
    count = base + (third(base) if enfilade else 0) - low + training
    expected = 0 if base <= 0 else max(0, count)
    dist = odds("escadres.number_of_dice", power=power, between=between, enfilade=enfilade, low=low, training=training)
    assert dist.p(dice=expected) == 1


@given(powers, st.integers(0, 45), flags, flags, trainings)
def test_dice_with_raking_last(power: int, between: int, enfilade: bool, low: bool, training: int) -> None:
    base = power - between
    count = max(0, base - low + training)
    expected = 0 if base <= 0 else count + (third(count) if enfilade else 0)
    dist = odds("escadres.number_of_dice", rules=LAST, power=power, between=between, enfilade=enfilade, low=low, training=training)
    assert dist.p(dice=expected) == 1


def test_the_extra_third_as_printed_and_beyond() -> None:
    printed = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4, 11: 4, 12: 4}  # 4.3
    for base in range(60):
        assert odds("escadres.enfilade_bonus", base=base).p(bonus=printed.get(base, third(base))) == 1


def test_training_cannot_open_a_shot_that_is_out_of_range() -> None:
    for between in (8, 9, 100):
        assert odds("escadres.number_of_dice", power=8, between=between, enfilade=True, training=2).p(dice=0) == 1


def test_only_a_limit_that_bites_weakens_the_answer() -> None:
    entry = find("escadres.number_of_dice")
    assert entry.answer({"power": 8, "between": 3}).provenance == "seed"
    assert entry.answer({"power": 8, "between": 3, "enfilade": True}).provenance == "ruling"
    assert {read.row for read in entry.answer({"power": 8, "between": 8}).rests_on} == {"base_least", "dice_least"}  # type: ignore[union-attr]
    assert {read.row for read in entry.answer({"power": 1, "between": 0, "training": -2}).rests_on} == {"dice_least"}  # type: ignore[union-attr]


@pytest.mark.parametrize("firer", [1, 2, 3])
@pytest.mark.parametrize("target", [1, 2, 3])
def test_low_targets(firer: int, target: int) -> None:
    assert odds("escadres.low_target", firer_decks=firer, target_decks=target).p(low=firer > 1 and target == 1) == 1


@given(places, st.integers(0, 5), places)
def test_zones_are_those_of_the_board(bow: tuple[int, int], heading: int, place: tuple[int, int]) -> None:
    ship = board.ship_at(Hex(*bow), Direction(heading))
    assume(Hex(*place) not in ship.hexes)
    names = {"ahead": "enfilade_ahead", "broadside": "broadside", "astern": "enfilade_astern"}
    assert odds("escadres.zone", heading=heading, place=tuple(Hex(*place) - ship.bow)).p(zone=names[board.zone(ship, Hex(*place))]) == 1
