"""The map of 5.3, the sides of a ship (5.0), her moves (5.1 to 5.3, 6.33), the wind's side (6.83), the way of a shot (8.41)."""

from collections import Counter
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.board.hexes import CLOCKWISE, COMPASS, Direction, Grid, Hex, Offset, distance
from rulesdemo.board.sectors import OneHex, TwoHex
from rulesdemo.errors import RulesError
from rulesdemo.games.veneti.board import (
    GRID,
    Step,
    about_turn,
    back,
    first_hexes,
    galley,
    is_flank_type,
    pivot_bow,
    pivot_stern,
    relation,
    sail,
    sailing_ship,
    veer,
    wind_side,
)

NORTH, NORTH_EAST, SOUTH_EAST, SOUTH = (GRID.named(name) for name in ("N", "NE", "SE", "S"))

Turn = Literal[-1, 1]

# Section 2 of the rules: (column, row) steps for directions 0 to 5.
ODD_COLUMN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
EVEN_COLUMN = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))

directions = st.builds(Direction, st.integers(0, 5))
numbers = st.integers(-9, 9)
places = st.builds(Hex, numbers, numbers)
galleys = st.builds(galley, places, directions)
one_turn: st.SearchStrategy[Turn] = st.sampled_from([-1, 1])


def hexes(ship: OneHex | TwoHex) -> list[str]:
    return [GRID.label(place) for place in ship.hexes]


# -------------------------------------------------------------------------------------------------------------------- map


@given(directions, st.integers(1, 60), st.integers(1, 40))
def test_a3_neighbours_by_column(heading: Direction, column: int, row: int) -> None:
    d_column, d_row = (EVEN_COLUMN if column % 2 == 0 else ODD_COLUMN)[heading]
    there = GRID.neighbour(GRID.from_offset(Offset(column, row)), heading)
    assert GRID.to_offset(there) == Offset(column + d_column, row + d_row)


@pytest.mark.parametrize(
    ("one", "other"),
    # VT02, then the pairs of ruling A3 that it leaves out.
    [("2319", "2318"), ("2319", "2419"), ("2419", "2518"), ("2419", "2519"), ("4022", "4023"), ("4122", "4023"), ("4121", "4022")],
)
def test_vt02_neighbours(one: str, other: str) -> None:
    assert distance(GRID.parse(one), GRID.parse(other)) == 1


@pytest.mark.parametrize(("one", "other"), [("2319", "2418"), ("2319", "2518")])
def test_vt02_not_neighbours(one: str, other: str) -> None:
    assert distance(GRID.parse(one), GRID.parse(other)) == 2


def test_a3_no_other_stagger_of_columns_fits() -> None:
    other = Grid(CLOCKWISE, COMPASS, "clockwise", "even columns down", numbered=True)
    assert distance(other.parse("2319"), other.parse("2418")) == 1
    assert distance(other.parse("2419"), other.parse("2518")) == 2


def test_directions_are_compass_points_clockwise() -> None:
    assert [GRID.name(Direction(i)) for i in range(6)] == ["N", "NE", "SE", "S", "SW", "NW"]


# ------------------------------------------------------------------------------------------------------------------ sides


def test_50_the_eight_hexes_around_a_galley() -> None:
    ship = galley(GRID.parse("4022"), NORTH)
    assert {GRID.label(place): relation(ship, place) for place in ship.sides} == {
        "4021": "bow",
        "4121": "bow-flank",
        "4122": "flank",
        "4123": "stern-flank",
        "4024": "stern",
        "3923": "stern-flank",
        "3922": "flank",
        "3921": "bow-flank",
    }


def test_50_the_six_hexes_around_a_square_ship() -> None:
    ship = sailing_ship(GRID.parse("2319"), SOUTH_EAST)
    assert {GRID.label(place): relation(ship, place) for place in ship.sides} == {
        "2420": "bow",
        "2320": "bow-flank",
        "2220": "stern-flank",
        "2219": "stern",
        "2318": "stern-flank",
        "2419": "bow-flank",
    }


def test_a_hex_further_off_has_no_relation() -> None:
    with pytest.raises(RulesError, match="does not touch"):
        relation(galley(GRID.parse("4022"), NORTH), GRID.parse("4222"))


def test_flank_type_is_all_but_pure_bow_and_stern() -> None:
    around = galley(GRID.parse("4022"), NORTH).sides.values()
    assert Counter(is_flank_type(side) for side in around) == {True: 6, False: 2}
    around = sailing_ship(GRID.parse("4022"), NORTH).sides.values()
    assert Counter(is_flank_type(side) for side in around) == {True: 4, False: 2}


# ------------------------------------------------------------------------------------------------------------------- wind


@given(directions, directions)
def test_683_side_of_the_wind(heading: Direction, wind_to: Direction) -> None:
    # Section 2: k = (wind_to - heading) mod 6.
    expected = {0: "stern", 1: "stern-flank", 2: "bow-flank", 3: "bow", 4: "bow-flank", 5: "stern-flank"}
    assert wind_side(heading, wind_to) == expected[(wind_to - heading) % 6]


@pytest.mark.parametrize(("heading", "limit"), [("N", 4), ("NE", 6), ("SE", 5), ("S", 6), ("SW", 4), ("NW", 3)])
def test_vt13_wind_of_5_by_the_side_it_comes_through(heading: str, limit: int) -> None:
    change = {"stern-flank": +1, "stern": 0, "bow-flank": -1, "bow": -2}  # as 6.83 prints it
    assert 5 + change[wind_side(GRID.named(heading), wind_to=SOUTH_EAST)] == limit


# ------------------------------------------------------------------------------------------------------------------ moves


@pytest.mark.parametrize(
    ("heading", "bearing", "after"),
    [("NE", 0, "SE"), ("N", 1, "NE")],
    ids=["ahead, then a free turn", "bow-flank hex, then a free turn"],
)
def test_vt01_enter_2419_and_turn_one_step(heading: str, bearing: Step, after: str) -> None:
    moved = sail(sailing_ship(GRID.parse("2319"), GRID.named(heading)), bearing, turn=1)
    assert hexes(moved) == ["2419"]
    assert moved.heading == GRID.named(after)


@given(places, directions, st.sampled_from([-1, 0, 1]), st.sampled_from([-1, 0, 1]))
def test_a5_a_square_ship_enters_a_forward_hex_and_turns_at_most_once(bow: Hex, heading: Direction, bearing: Step, turn: Step) -> None:
    ship = sailing_ship(bow, heading)
    moved = sail(ship, bearing, turn)
    assert relation(ship, moved.bow) == ("bow-flank" if bearing else "bow")
    assert moved.heading == (heading + turn) % 6


def test_vt03_pivot_right_with_the_stern_fixed() -> None:
    moved = pivot_bow(galley(GRID.parse("4022"), NORTH), 1)
    assert hexes(moved) == ["4122", "4023"]
    assert moved.heading == 1


def test_vt04_veer_right() -> None:
    moved = veer(galley(GRID.parse("4022"), NORTH), 1)
    assert hexes(moved) == ["4121", "4022"]
    assert moved.heading == 1


def test_moves_to_port_mirror_those_to_starboard() -> None:
    ship = galley(GRID.parse("4022"), NORTH)
    assert hexes(veer(ship, -1)) == ["3921", "4022"]
    assert hexes(pivot_bow(ship, -1)) == ["3922", "4023"]
    assert hexes(pivot_stern(ship, -1)) == ["4022", "4122"]
    assert hexes(back(ship, -1)) == ["4023", "4123"]


@given(galleys, one_turn)
def test_52_ahead_and_a_free_turn_end_as_the_veer_does(ship: TwoHex, turn: Turn) -> None:
    assert veer(ship, turn) == pivot_bow(ship.ahead(), turn)


@given(galleys, one_turn)
def test_veer_and_pivots_by_the_hexes_they_touch(ship: TwoHex, turn: Turn) -> None:
    assert relation(ship, veer(ship, turn).bow) == "bow-flank"
    assert veer(ship, turn).stern == ship.bow
    assert relation(ship, pivot_bow(ship, turn).bow) == "flank"
    assert pivot_bow(ship, turn).stern == ship.stern
    assert relation(ship, pivot_stern(ship, turn).stern) == "flank"
    assert pivot_stern(ship, turn).bow == ship.bow
    assert {moved.heading for moved in (veer(ship, turn), pivot_bow(ship, turn), pivot_stern(ship, turn))} == {(ship.heading + turn) % 6}


@given(galleys)
def test_53_about_turn(ship: TwoHex) -> None:
    assert about_turn(ship).hexes == ship.hexes[::-1]
    assert about_turn(ship).heading == (ship.heading + 3) % 6
    assert about_turn(about_turn(ship)) == ship


@given(galleys, one_turn)
def test_633_backing_undoes_going_forward(ship: TwoHex, turn: Turn) -> None:
    assert back(ship.ahead(), 0) == ship
    assert back(veer(ship, turn), 1 if turn == -1 else -1) == ship
    assert relation(ship, back(ship, 0).stern) == "stern"
    assert relation(ship, back(ship, turn).stern) == "stern-flank"
    assert back(ship, turn).bow == ship.stern


@pytest.mark.parametrize("wrong", [-2, 0, 2])
def test_a_galley_turns_by_one_hexside(wrong: Turn) -> None:
    ship = galley(GRID.parse("4022"), NORTH)
    for move in (veer, pivot_bow, pivot_stern):
        with pytest.raises(RulesError, match="one hexside at a time"):
            move(ship, wrong)


@pytest.mark.parametrize("wrong", [-2, 2])
def test_forward_and_backward_hexes_are_at_most_one_hexside_off(wrong: Step) -> None:
    with pytest.raises(RulesError, match="one hexside at a time"):
        back(galley(GRID.parse("4022"), NORTH), wrong)
    with pytest.raises(RulesError, match="one hexside at a time"):
        sail(sailing_ship(GRID.parse("4022"), NORTH), wrong)
    with pytest.raises(RulesError, match="one hexside at a time"):
        sail(sailing_ship(GRID.parse("4022"), NORTH), 0, wrong)


# ------------------------------------------------------------------------------------------------------------------ shots


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("4021", {"4021": "bow"}),
        ("4122", {"4122": "flank"}),
        ("4020", {"4021": "bow"}),  # straight ahead: only through the bow side, so no normal shot (8.41)
        ("4120", {"4021": "bow", "4121": "bow-flank"}),  # a way round by the flank makes it legal (A25)
        ("4221", {"4121": "bow-flank"}),
        ("4222", {"4121": "bow-flank", "4122": "flank"}),
        ("4223", {"4122": "flank", "4123": "stern-flank"}),
        ("4025", {"4024": "stern"}),
    ],
)
def test_a25_first_hexes_from_a_galley(target: str, expected: dict[str, str]) -> None:
    firer = galley(GRID.parse("4022"), NORTH)
    found = first_hexes(firer, sailing_ship(GRID.parse(target), NORTH))
    assert {GRID.label(place): side for place, side in found.items()} == expected


def test_a25_first_hexes_to_both_halves_of_a_galley() -> None:
    firer = sailing_ship(GRID.parse("4022"), NORTH)
    found = first_hexes(firer, galley(GRID.parse("4222"), NORTH))  # her stern is in 4223
    assert {GRID.label(place): side for place, side in found.items()} == {"4121": "bow-flank", "4122": "stern-flank"}


@given(galleys, galleys)
def test_a25_first_hexes_lie_between_at_two_hexes(firer: TwoHex, target: TwoHex) -> None:
    apart = min(distance(a, b) for a in firer.hexes for b in target.hexes)
    found = first_hexes(firer, target)
    if apart == 1:
        assert set(found) == set(firer.sides) & set(target.hexes)
    if apart == 2:
        assert set(found) == set(firer.sides) & set(target.sides)
    assert bool(found) == (apart > 0)
