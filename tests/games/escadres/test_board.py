"""The table, the steps (E-MOVE-1, E-WEAR-1), the wind (E-MOVE-2), the zones and the line of fire (E-FIRE, E-ENF)."""

from collections import Counter
from typing import Literal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rulesdemo.board.hexes import ORIGIN, Direction, Hex, disc, distance, ring, rotate
from rulesdemo.board.sectors import TwoHex
from rulesdemo.errors import RulesError
from rulesdemo.games.escadres.board import (
    GRID,
    bears,
    hexes_between,
    lines_of_fire,
    rakes,
    ship_at,
    straight,
    turn,
    wind_index,
    zone,
)

EAST = GRID.named("E")
Turn = Literal[-1, 1]

directions = st.builds(Direction, st.integers(0, 5))
numbers = st.integers(-7, 7)
places = st.builds(Hex, numbers, numbers)
ships = st.builds(ship_at, places, directions)
one_turn: st.SearchStrategy[Turn] = st.sampled_from([-1, 1])


def around(ship: TwoHex, n: int) -> list[Hex]:
    """Every hex whose distance to the nearer half of the ship is n."""
    near = {place for half in ship.hexes for place in disc(half, n)}
    return [place for place in near if min(distance(place, half) for half in ship.hexes) == n]


def apart(one: TwoHex, other: TwoHex) -> int:
    return min(distance(a, b) for a in one.hexes for b in other.hexes)


# ------------------------------------------------------------------------------------------------------------------ table


def test_directions_as_in_section_2_counter_clockwise() -> None:
    assert GRID.vectors == ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    assert GRID.turning == "counter-clockwise"
    assert GRID.top == "pointy"
    assert GRID.names == ("E", "NE", "NW", "W", "SW", "SE")


def test_a_turn_to_starboard_counts_down() -> None:
    assert GRID.turn_right(EAST) == 5


# ------------------------------------------------------------------------------------------------------------------ steps


def test_v9_turn() -> None:
    moved = turn(ship_at(Hex(0, 0), Direction(0)), 1)
    assert (moved.bow, moved.stern, moved.heading) == (Hex(0, 0), Hex(-1, 1), 1)


def test_v10_straight() -> None:
    moved = straight(ship_at(Hex(0, 0), Direction(2)))
    assert (moved.bow, moved.stern, moved.heading) == (Hex(0, -1), Hex(0, 0), 2)


@given(ships, one_turn)
def test_e_wear_1_the_stern_shifts_by_one_hex(ship: TwoHex, e: Turn) -> None:
    moved = turn(ship, e)
    # 4.1: the stern moves by dir[h-e], to bow - dir[h+e].
    assert moved.stern - ship.stern == GRID.vectors[(ship.heading - e) % 6]
    assert moved.stern == ship.bow - GRID.vectors[(ship.heading + e) % 6]
    assert moved.bow == ship.bow
    assert turn(moved, 1 if e == -1 else -1) == ship


@pytest.mark.parametrize("wrong", [-2, 0, 2])
def test_e_wear_1_one_hex_at_a_time(wrong: Turn) -> None:
    with pytest.raises(RulesError, match="one hex"):
        turn(ship_at(ORIGIN, EAST), wrong)


# ------------------------------------------------------------------------------------------------------------------- wind


@pytest.mark.parametrize(("heading", "expected"), [("NE", "B"), ("NW", "A"), ("E", "A"), ("W", "C"), ("SE", "C"), ("SW", "D")])
def test_e_move_2_wind_class(heading: str, expected: str) -> None:
    rows = {0: "B", 1: "A", 5: "A", 2: "C", 4: "C", 3: "D"}  # 4.1
    assert rows[wind_index(GRID.named(heading), wind_to=GRID.named("NE"))] == expected


@given(directions, directions)
def test_e_move_2_index_is_heading_less_wind(heading: Direction, wind_to: Direction) -> None:
    assert wind_index(heading, wind_to) == (heading - wind_to) % 6


# ------------------------------------------------------------------------------------------------------------------ zones


def test_v11_enfilade_ahead() -> None:
    assert zone(ship_at(Hex(0, 0), Direction(0)), Hex(1, 0)) == "ahead"


def test_v12_broadside() -> None:
    assert zone(ship_at(Hex(0, 0), Direction(0)), Hex(0, 1)) == "broadside"


@pytest.mark.parametrize("heading", range(6))
@pytest.mark.parametrize(("n", "ahead", "broadside", "astern"), [(1, 1, 6, 1), (2, 3, 8, 3), (3, 3, 14, 3), (4, 5, 16, 5)])
def test_count_check_of_4_3(heading: int, n: int, ahead: int, broadside: int, astern: int) -> None:
    ship = ship_at(Hex(2, -1), Direction(heading))
    found = Counter(zone(ship, place) for place in around(ship, n))
    assert found == {"ahead": ahead, "broadside": broadside, "astern": astern}


@given(ships, places)
def test_zones_are_thirty_degrees_about_the_keel(ship: TwoHex, place: Hex) -> None:
    assume(place not in ship.hexes)

    def drawn(step: Hex) -> tuple[int, int]:
        return 2 * step.q + step.r, step.r  # x in halves of a hex, y in units that are the root of 3 as long

    (x, y), (u, v) = drawn(place + place - ship.bow - ship.stern), drawn(ship.bow - ship.stern)
    dot = x * u + 3 * y * v
    near_the_keel = 4 * dot * dot >= 3 * (x * x + 3 * y * y) * (u * u + 3 * v * v)
    expected = "broadside" if not near_the_keel else "ahead" if dot > 0 else "astern"
    assert zone(ship, place) == expected


@given(ships, places, st.integers(0, 5))
def test_zones_turn_with_the_ship(ship: TwoHex, place: Hex, steps: int) -> None:
    assume(place not in ship.hexes)
    turned = ship_at(rotate(ship.bow, steps), GRID.turn_right(ship.heading, steps))
    assert zone(turned, rotate(place, steps)) == zone(ship, place)


def test_a_ship_lies_in_none_of_her_zones() -> None:
    ship = ship_at(ORIGIN, EAST)
    for place in ship.hexes:
        with pytest.raises(RulesError, match="own hexes"):
            zone(ship, place)


# ---------------------------------------------------------------------------------------------------- bearing and raking


def test_e_fire_1_one_hex_in_the_zone_is_enough() -> None:
    firer = ship_at(ORIGIN, EAST)
    target = ship_at(Hex(2, 0), GRID.named("NW"))  # bow dead ahead, stern in (2, 1)
    assert [zone(firer, place) for place in target.hexes] == ["ahead", "ahead"]
    assert not bears(firer, target)
    target = ship_at(Hex(1, 0), GRID.named("NE"))  # bow dead ahead, stern in (0, 1)
    assert [zone(firer, place) for place in target.hexes] == ["ahead", "broadside"]
    assert bears(firer, target)


def test_e_enf_1_the_firer_must_be_wholly_in_the_zone() -> None:
    target = ship_at(ORIGIN, EAST)
    assert rakes(ship_at(Hex(2, 0), GRID.named("NW")), target)
    assert not rakes(ship_at(Hex(1, 0), GRID.named("NE")), target)
    assert rakes(ship_at(Hex(-4, 0), GRID.named("NW")), target)  # from astern as well
    assert not rakes(ship_at(Hex(0, 3), EAST), target)


@given(ships, ships)
def test_raking_and_bearing_from_the_target_exclude_each_other(firer: TwoHex, target: TwoHex) -> None:
    assume(apart(firer, target) > 0)
    assert rakes(firer, target) != bears(target, firer)


# ----------------------------------------------------------------------------------------------------------- line of fire


@given(ships, ships)
def test_e_fire_3_hexes_between(firer: TwoHex, target: TwoHex) -> None:
    assume(apart(firer, target) > 0)
    assert hexes_between(firer, target) == hexes_between(target, firer) == apart(firer, target) - 1


def test_e_fire_3_neighbours_have_nothing_between_them() -> None:
    target = ship_at(Hex(0, 1), EAST)
    assert hexes_between(ship_at(ORIGIN, EAST), target) == 0
    assert set(lines_of_fire(ship_at(ORIGIN, EAST), target)) == {()}


def test_ships_in_one_hex_are_refused() -> None:
    with pytest.raises(RulesError, match="share a hex"):
        hexes_between(ship_at(ORIGIN, EAST), ship_at(ORIGIN, GRID.named("W")))


def test_a_line_of_fire_between_two_hexes_shows_both() -> None:
    firer = ship_at(ORIGIN, EAST)
    target = ship_at(Hex(1, 1), GRID.named("W"))  # stern in (2, 1): the nearest pair is bow to bow, along a hexside
    assert lines_of_fire(firer, target) == (((Hex(0, 1), Hex(1, 0)),),)


def test_ships_abreast_have_a_line_for_each_nearest_pair() -> None:
    firer, target = ship_at(ORIGIN, EAST), ship_at(Hex(0, 2), EAST)  # sterns in (-1, 0) and (-1, 2)
    # Bow to bow, bow to stern and stern to stern are 2 apart; stern to bow is 3.
    assert lines_of_fire(firer, target) == (((Hex(0, 1),),), ((Hex(-1, 1), Hex(0, 1)),), ((Hex(-1, 1),),))


@given(ships, ships)
def test_lines_of_fire_keep_clear_of_both_ships(firer: TwoHex, target: TwoHex) -> None:
    assume(apart(firer, target) > 0)
    own = {*firer.hexes, *target.hexes}
    for way in lines_of_fire(firer, target):
        assert len(way) == hexes_between(firer, target)
        assert not own & {place for step in way for place in step}


def test_the_ring_of_a_ship_grows_by_six() -> None:
    # Guards the count check above: 8, 14, 20, 26 hexes about a ship, where a single hex has 6, 12, 18, 24.
    ship = ship_at(ORIGIN, EAST)
    assert [len(around(ship, n)) for n in range(1, 5)] == [8, 14, 20, 26]
    assert [len(ring(ORIGIN, n)) for n in range(1, 5)] == [6, 12, 18, 24]
