"""The map, the points of sailing (IV.a) and the field of fire (V.b)."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.board.hexes import ORIGIN, Direction, Hex, ring, rotate
from rulesdemo.games.broadside.board import GRID, bearing_broadside, in_field_of_fire, point_index

NORTH = GRID.named("N")

directions = st.builds(Direction, st.integers(0, 5))
numbers = st.integers(-9, 9)
places = st.builds(Hex, numbers, numbers)


# -------------------------------------------------------------------------------------------------------------------- map


def test_t2_directions_are_compass_points_clockwise() -> None:
    assert GRID.names == ("N", "NE", "SE", "S", "SW", "NW")
    assert GRID.turning == "clockwise"
    assert GRID.top == "flat"


def test_the_map_is_numbered_by_column_and_row() -> None:
    north_east = GRID.neighbour(GRID.parse("0508"), GRID.named("NE"))
    assert GRID.label(north_east) == "0608"  # even columns stand half a hex higher
    assert GRID.label(GRID.neighbour(north_east, GRID.named("NE"))) == "0707"


# ------------------------------------------------------------------------------------------------------ points of sailing


@pytest.mark.parametrize(
    ("heading", "point"),
    [("NE", "A"), ("SE", "B"), ("N", "B"), ("S", "C"), ("NW", "C"), ("SW", "D")],
)
def test_iv_a_point_of_sailing(heading: str, point: str) -> None:
    rows = {0: "A", 1: "B", 5: "B", 2: "C", 4: "C", 3: "D"}  # section 2
    assert rows[point_index(GRID.named(heading), wind_from=GRID.named("NE"))] == point


@given(directions, directions, st.integers(0, 5))
def test_iv_a_only_the_angle_to_the_wind_counts(heading: Direction, wind_from: Direction, turn: int) -> None:
    index = point_index(heading, wind_from)
    assert index == (heading - wind_from) % 6
    assert point_index(GRID.turn(heading, turn), GRID.turn(wind_from, turn)) == index


def test_iv_f_a_tack_is_two_pivots_through_the_wind() -> None:
    headings = [GRID.named(name) for name in ("NW", "N", "NE")]
    assert [point_index(heading, wind_from=NORTH) for heading in headings] == [5, 0, 1]  # B, A, B


# ---------------------------------------------------------------------------------------------------------- field of fire


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (Hex(0, -1), None),  # ahead
        (Hex(1, -1), "starboard"),  # NE, the forward edge of the sector
        (Hex(1, 0), "starboard"),  # SE, its after edge
        (Hex(0, 1), None),  # astern
        (Hex(-1, 1), "port"),
        (Hex(-1, 0), "port"),
        (Hex(2, -1), "starboard"),  # abeam
        (Hex(-2, 1), "port"),
        (Hex(1, -2), None),  # between ahead and the forward edge
        (Hex(1, 1), None),  # between astern and the after edge
        (ORIGIN, None),
    ],
    ids=str,
)
def test_v_b_field_of_fire_of_a_ship_heading_north(target: Hex, expected: str | None) -> None:
    assert bearing_broadside(ORIGIN, NORTH, target) == expected
    assert in_field_of_fire(ORIGIN, NORTH, target) == (expected is not None)


@given(places, directions, st.integers(1, 7))
def test_v_b_each_broadside_bears_on_n_plus_1_hexes_at_range_n(place: Hex, heading: Direction, n: int) -> None:
    found = Counter(bearing_broadside(place, heading, target) for target in ring(place, n))
    assert found == {"starboard": n + 1, "port": n + 1, None: 4 * n - 2}


@given(places, directions, places, st.integers(0, 5))
def test_v_b_the_field_of_fire_turns_and_moves_with_the_ship(place: Hex, heading: Direction, target: Hex, turn: int) -> None:
    turned = bearing_broadside(place, GRID.turn_right(heading, turn), rotate(target, turn, place))
    assert turned == bearing_broadside(ORIGIN, heading, target - place)


@given(places, directions, places)
def test_v_b_a_ship_about_shows_the_other_broadside(place: Hex, heading: Direction, target: Hex) -> None:
    other = {"port": "starboard", "starboard": "port", None: None}
    assert bearing_broadside(place, GRID.turn(heading, 3), target) == other[bearing_broadside(place, heading, target)]
