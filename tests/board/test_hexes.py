"""Hexes, directions, maps, lines, sectors and ships on hexes (rulesdemo.board.hexes and rulesdemo.board.sectors)."""

import copy
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.board.hexes import (
    CLOCKWISE,
    COMPASS,
    ORIGIN,
    Direction,
    Grid,
    Hex,
    Offset,
    Six,
    Stagger,
    direction,
    disc,
    distance,
    line,
    ring,
    rotate,
)
from rulesdemo.board.sectors import OneHex, TwoHex, gap, in_cone, in_sector, nearest_pairs
from rulesdemo.errors import InputError, RulesError

EVEN_UP = Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up", numbered=True)
EVEN_DOWN = Grid(CLOCKWISE, COMPASS, "clockwise", "even columns down", numbered=True)
EVEN_LEFT = Grid(
    (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1)),
    ("E", "NE", "NW", "W", "SW", "SE"),
    "counter-clockwise",
    "even rows left",
    numbered=True,
)
EVEN_RIGHT = Grid(EVEN_LEFT.vectors, EVEN_LEFT.names, "counter-clockwise", "even rows right", numbered=True)
BARE = Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up")

grids = st.sampled_from([EVEN_UP, EVEN_DOWN, EVEN_LEFT, EVEN_RIGHT])
numbers = st.integers(-12, 12)
places = st.builds(Hex, numbers, numbers)
directions = st.builds(Direction, st.integers(0, 5))
turns = st.integers(-20, 20)
labels = st.builds("{:02}{:02}".format, st.integers(0, 99), st.integers(0, 99))


def square(q: Fraction | int, r: Fraction | int) -> Fraction:
    """The square of the straight distance between centres, in units of the distance of two neighbours."""
    return Fraction(q * q + q * r + r * r)


# -------------------------------------------------------------------------------------------------------------------- Hex


@pytest.mark.parametrize("wrong", [True, 1.0, "1", None, Fraction(1)], ids=repr)
def test_a_hex_holds_whole_numbers_only(wrong: int) -> None:
    with pytest.raises(TypeError, match="two whole numbers"):
        Hex(wrong, 0)
    with pytest.raises(TypeError, match="two whole numbers"):
        Hex(0, wrong)
    with pytest.raises(TypeError, match="two whole numbers"):
        Hex(0, 0)._replace(r=wrong)


def test_a_hex_is_not_mixed_with_a_plain_pair() -> None:
    pair: Any = (1, 2)
    with pytest.raises(TypeError, match="Only hexes"):
        Hex(1, 2) + pair
    with pytest.raises(TypeError, match="Only hexes"):
        pair + Hex(1, 2)
    with pytest.raises(TypeError, match="Only hexes"):
        Hex(1, 2) - pair
    with pytest.raises(TypeError):
        pair - Hex(1, 2)


@pytest.mark.parametrize("wrong", [True, 0.5, "2", Hex(1, 1)], ids=repr)
def test_a_step_is_repeated_a_whole_number_of_times(wrong: int) -> None:
    with pytest.raises(TypeError):
        Hex(1, 2) * wrong
    with pytest.raises(TypeError):
        wrong * Hex(1, 2)


def test_a_hex_cannot_be_changed_and_carries_no_dictionary() -> None:
    place: Any = Hex(1, 2)
    with pytest.raises(AttributeError):
        place.q = 3
    with pytest.raises(AttributeError):
        place.colour = "blue"
    assert Hex.__hash__ is tuple.__hash__  # written in C: no Python code runs for a look-up in a set
    assert copy.deepcopy(place) == place


@given(places, places, st.integers(-5, 5))
def test_hexes_add_like_vectors(a: Hex, b: Hex, n: int) -> None:
    assert a + b == Hex(a.q + b.q, a.r + b.r)
    assert a - b + b == a
    assert -a == ORIGIN - a
    assert a * n == n * a == Hex(a.q * n, a.r * n)
    assert type(a + b) is type(a - b) is type(-a) is type(a * n) is type(n * a) is Hex
    assert a.q + a.r + a.s == 0


# --------------------------------------------------------------------------------------------------------------- distance


@given(places, places, places)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a) == a.distance(b) == (a - b).length
    assert distance(a, c) <= distance(a, b) + distance(b, c)


def test_distance_counts_steps_between_neighbours() -> None:
    steps, edge = {ORIGIN: 0}, [ORIGIN]
    for walked in range(1, 7):
        edge = [there for here in edge for there in EVEN_UP.neighbours(here) if steps.setdefault(there, walked) == walked]
    assert {place: distance(ORIGIN, place) for place in steps} == steps
    assert len(steps) == 127  # 1 + 6 + 12 + 18 + 24 + 30 + 36


@given(places, st.integers(1, 7))
def test_a_ring_holds_6n_hexes_and_goes_round(centre: Hex, n: int) -> None:
    found = ring(centre, n)
    assert len(found) == len(set(found)) == 6 * n
    assert {distance(centre, place) for place in found} == {n}
    assert {distance(here, following) for here, following in pairwise((*found, found[0]))} == {1}
    assert found[0] == centre + Hex(0, -n)
    assert found[n] == centre + Hex(n, -n)  # clockwise


@given(places, st.integers(0, 6))
def test_a_disc_holds_all_that_is_near(centre: Hex, n: int) -> None:
    box = (centre + Hex(q, r) for q, r in product(range(-n, n + 1), repeat=2))
    found = disc(centre, n)
    assert set(found) == {place for place in box if distance(centre, place) <= n}
    assert len(found) == 1 + 3 * n * (n + 1)
    assert [distance(centre, place) for place in found] == sorted(distance(centre, place) for place in found)


@pytest.mark.parametrize("wrong", [-1, 1.0, True], ids=repr)
def test_a_radius_is_a_count(wrong: int) -> None:
    with pytest.raises(RulesError, match="radius"):
        ring(ORIGIN, wrong)
    with pytest.raises(RulesError, match="radius"):
        disc(ORIGIN, wrong)


# --------------------------------------------------------------------------------------------------------------- rotation


@given(places, places, turns, turns)
def test_rotation_turns_the_plane(place: Hex, about: Hex, m: int, n: int) -> None:
    assert rotate(place, 6, about) == place
    assert rotate(about, n, about) == about
    assert rotate(rotate(place, m, about), n, about) == rotate(place, m + n, about)
    assert rotate(place, 3, about) - about == about - place
    assert distance(about, rotate(place, n, about)) == distance(about, place)


@given(places, turns)
def test_rotation_by_one_goes_one_corner_clockwise(about: Hex, n: int) -> None:
    found = ring(about, 2)
    assert rotate(found[0], n, about) == found[2 * n % 12]


# ------------------------------------------------------------------------------------------------------------------- line


def nearest_by_fractions(a: Hex, b: Hex) -> list[set[Hex]]:
    """For each step, measure the straight distance to every hex about the point of the line, and keep the nearest."""
    length = max(abs(b.q - a.q), abs(b.r - a.r), abs(b.q - a.q + b.r - a.r))
    found = []
    for i in range(length + 1):
        q = a.q + Fraction(i * (b.q - a.q), max(length, 1))
        r = a.r + Fraction(i * (b.r - a.r), max(length, 1))
        near = {
            Hex(q0, r0): square(q0 - q, r0 - r)
            for q0, r0 in product(range(int(q // 1) - 1, int(q // 1) + 3), range(int(r // 1) - 1, int(r // 1) + 3))
        }
        found.append({place for place, apart in near.items() if apart == min(near.values())})
    return found


@given(places, places)
def test_a_line_holds_the_nearest_hexes_of_each_step(a: Hex, b: Hex) -> None:
    assert [set(step) for step in line(a, b)] == nearest_by_fractions(a, b)


@pytest.mark.parametrize("b", disc(ORIGIN, 6), ids=str)
def test_every_short_line_agrees_with_fractions(b: Hex) -> None:
    assert [set(step) for step in line(ORIGIN, b)] == nearest_by_fractions(ORIGIN, b)


@given(places, places)
def test_a_line_is_unbroken_and_the_same_both_ways(a: Hex, b: Hex) -> None:
    steps = line(a, b)
    assert len(steps) == distance(a, b) + 1
    assert steps[0] == (a,)
    assert steps[-1] == (b,)
    assert {len(step) for step in steps} <= {1, 2}
    for here, following in pairwise(steps):
        assert {distance(one, other) for one in here for other in following} == {1}
    for step in steps:
        assert distance(step[0], step[-1]) == len(step) - 1
    assert line(b, a)[::-1] == steps


def test_a_line_along_hexsides_has_a_pair_at_every_second_step() -> None:
    assert [len(step) for step in line(ORIGIN, Hex(3, 3))] == [1, 2, 1, 2, 1, 2, 1]
    assert line(ORIGIN, Hex(-1, 2))[1] == (Hex(-1, 1), Hex(0, 1))
    assert line(ORIGIN, Hex(2, -1))[1] == (Hex(1, -1), Hex(1, 0))


def test_a_line_along_a_row_has_no_pair() -> None:
    assert line(Hex(1, 1), Hex(1, 4)) == ((Hex(1, 1),), (Hex(1, 2),), (Hex(1, 3),), (Hex(1, 4),))
    assert line(Hex(1, 1), Hex(1, 1)) == ((Hex(1, 1),),)


# ------------------------------------------------------------------------------------------------------------------- Grid


@given(grids, places, directions)
def test_direction_to_inverts_neighbour(grid: Grid, place: Hex, heading: Direction) -> None:
    there = grid.neighbour(place, heading)
    assert grid.direction_to(place, there) == heading
    assert grid.direction_to(there, place) == grid.turn(heading, 3)
    assert grid.neighbours(place)[heading] == there
    assert grid.named(grid.name(heading)) == heading


@given(grids, places, places)
def test_direction_to_wants_neighbours(grid: Grid, a: Hex, b: Hex) -> None:
    if distance(a, b) == 1:
        assert grid.neighbour(a, grid.direction_to(a, b)) == b
    else:
        with pytest.raises(RulesError, match="does not touch"):
            grid.direction_to(a, b)


@given(grids, directions, directions, turns)
def test_turning_goes_round(grid: Grid, start: Direction, end: Direction, steps: int) -> None:
    assert grid.turn(start, 6) == start
    assert grid.turn(grid.turn(start, steps), -steps) == start
    assert grid.turn(start, grid.turns_between(start, end)) == end
    assert grid.turns_between(start, end) in range(6)
    assert grid.vector(grid.turn_right(start, steps)) == rotate(grid.vector(start), steps)


def test_right_is_right_whichever_way_the_map_counts() -> None:
    assert EVEN_UP.name(EVEN_UP.turn_right(EVEN_UP.named("N"))) == "NE"
    assert EVEN_LEFT.name(EVEN_LEFT.turn_right(EVEN_LEFT.named("NW"))) == "NE"
    assert EVEN_LEFT.name(EVEN_LEFT.turn(EVEN_LEFT.named("NW"), 1)) == "W"


@pytest.mark.parametrize("wrong", [-1, 6])
def test_a_map_has_six_directions(wrong: int) -> None:
    with pytest.raises(RulesError, match="from 0 to 5"):
        EVEN_UP.vector(Direction(wrong))
    with pytest.raises(RulesError, match="from 0 to 5"):
        EVEN_UP.neighbour(ORIGIN, Direction(wrong))
    with pytest.raises(RulesError, match="from 0 to 5"):
        EVEN_UP.name(Direction(wrong))


@pytest.mark.parametrize("wrong", [-1, 6, True, 1.0, "N"], ids=repr)
def test_a_direction_from_outside_is_checked(wrong: int) -> None:
    with pytest.raises(InputError, match="from 0 to 5"):
        direction(wrong)


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(InputError, match='"E" is no direction of this map: use one of N, NE, SE, S, SW, NW'):
        EVEN_UP.named("E")


@pytest.mark.parametrize(
    ("vectors", "names"),
    [
        (EVEN_LEFT.vectors, COMPASS),
        (CLOCKWISE[:5], COMPASS),
        (tuple(step * 2 for step in CLOCKWISE), COMPASS),
        ((*CLOCKWISE[:4], CLOCKWISE[5], CLOCKWISE[4]), COMPASS),
        (CLOCKWISE, ("N", "NE", "SE", "S", "SW", "N")),
    ],
    ids=["other way round", "five", "too long", "out of order", "one name twice"],
)
def test_a_map_whose_directions_do_not_go_round_is_refused(vectors: Six[Hex], names: Six[str]) -> None:
    with pytest.raises(RulesError):
        Grid(vectors, names, "clockwise", "even columns up")


@given(grids, st.integers(-20, 20), st.integers(-20, 20))
def test_columns_and_rows_come_back(grid: Grid, column: int, row: int) -> None:
    place = grid.from_offset(Offset(column, row))
    assert grid.to_offset(place) == Offset(column, row)


@given(grids, places)
def test_hexes_come_back_from_columns_and_rows(grid: Grid, place: Hex) -> None:
    assert grid.from_offset(grid.to_offset(place)) == place


@given(grids, labels)
def test_labels_come_back(grid: Grid, label: str) -> None:
    assert grid.label(grid.parse(label)) == label


@pytest.mark.parametrize("stagger", get_args(Stagger))
@pytest.mark.parametrize(("column", "row"), [(4, 4), (5, 5), (4, 5), (5, 4)])
def test_every_stagger_puts_hexes_where_a_picture_has_them(stagger: Stagger, column: int, row: int) -> None:
    # Centres as a person draws them, in half hexes along the staggered axis: (line, place in it).
    def drawn(offset: Offset) -> tuple[int, int]:
        counted, along = (offset.column, offset.row) if "columns" in stagger else (offset.row, offset.column)
        back = (counted % 2 == 0) == (stagger in ("even columns up", "even rows left"))
        return counted, 2 * along + (0 if back else 1)

    grid = Grid(CLOCKWISE, COMPASS, "clockwise", stagger)
    counted, along = drawn(Offset(column, row))
    found = {drawn(grid.to_offset(place)) for place in grid.neighbours(grid.from_offset(Offset(column, row)))}
    # Two neighbours in the same line, a whole hex off; two in each line beside it, half a hex off.
    beside = {(counted + side, along + half) for side in (-1, 1) for half in (-1, 1)}
    assert found == beside | {(counted, along - 2), (counted, along + 2)}


def test_tops_follow_the_stagger() -> None:
    assert [grid.top for grid in (EVEN_UP, EVEN_DOWN, EVEN_LEFT, EVEN_RIGHT)] == ["flat", "flat", "pointy", "pointy"]


@pytest.mark.parametrize("wrong", ["", "231", "23199", "23x9", "-319", " 319", "+319", "2³19", "٢٣١٩", 2319, None], ids=repr)
def test_a_bad_hex_number_is_answered_with_a_good_one(wrong: str) -> None:
    with pytest.raises(InputError, match="is no hex number: write two digits for the column and two for the row, such as 0412"):
        EVEN_UP.parse(wrong)


@pytest.mark.parametrize("offset", [Offset(100, 5), Offset(-1, 5), Offset(5, 100), Offset(5, -1)], ids=str)
def test_a_hex_off_the_sheet_has_no_number(offset: Offset) -> None:
    with pytest.raises(RulesError, match=f"Column {offset.column}, row {offset.row} has no number"):
        EVEN_UP.label(EVEN_UP.from_offset(offset))


def test_a_map_without_numbers_says_so() -> None:
    with pytest.raises(RulesError, match="no hex numbers"):
        BARE.label(ORIGIN)
    with pytest.raises(RulesError, match="no hex numbers"):
        BARE.parse("0412")


def test_labels_offsets_and_hexes_are_never_equal() -> None:
    values: list[object] = [Hex(4, 12), Offset(4, 12), "0412"]
    assert all(one != other for i, one in enumerate(values) for other in values[:i])


# ------------------------------------------------------------------------------------------------------- sectors and cones


def test_six_sectors_cover_the_board_and_share_only_their_edges() -> None:
    for place in disc(ORIGIN, 5)[1:]:
        hits = sum(in_sector(place, one, other) for one, other in pairwise((*CLOCKWISE, CLOCKWISE[0])))
        on_an_edge = 0 in (place.q, place.r, place.s)
        assert hits == (2 if on_an_edge else 1)


@given(directions, st.integers(0, 6), st.integers(0, 6))
def test_a_sector_holds_the_sums_of_its_edges(heading: Direction, a: int, b: int) -> None:
    e1, e2 = EVEN_UP.vector(heading), EVEN_UP.vector(EVEN_UP.turn(heading, 1))
    vector = e1 * a + e2 * b
    assert in_sector(vector, e1, e2) == in_sector(vector, e2, e1) == (a + b > 0)
    assert not in_sector(-vector, e1, e2)


@pytest.mark.parametrize("e2", [Hex(1, 0), Hex(-1, 1), Hex(-1, 0), Hex(2, -1), ORIGIN], ids=str)
def test_a_sector_lies_between_neighbouring_directions(e2: Hex) -> None:
    with pytest.raises(RulesError, match="two neighbouring directions"):
        in_sector(Hex(1, 1), Hex(1, 0), e2)


@given(places, directions)
def test_a_cone_is_thirty_degrees_to_each_side(vector: Hex, heading: Direction) -> None:
    axis = CLOCKWISE[heading]
    # Twice the scalar product is |v + u|^2 - |v|^2 - |u|^2; within 30 degrees its cosine is at least half the root of 3.
    twice = square(*(vector + axis)) - square(*vector) - square(*axis)
    inside = twice > 0 and twice * twice >= 3 * square(*vector) * square(*axis)
    assert in_cone(vector, axis) == inside


def test_the_edge_of_a_cone_counts_in() -> None:
    assert in_cone(Hex(1, 1), Hex(1, 0))  # 30 degrees exactly
    assert in_cone(Hex(1, 1), Hex(0, 1))
    assert not in_cone(Hex(4, 5), Hex(1, 0))
    assert not in_cone(ORIGIN, Hex(1, 0))


# ------------------------------------------------------------------------------------------------------------------ ships


@given(grids, places, directions)
def test_a_two_hex_ship_is_touched_by_eight_hexes(grid: Grid, bow: Hex, heading: Direction) -> None:
    ship = TwoHex(bow, heading, grid)
    assert ship.hexes == (bow, ship.stern)
    assert grid.direction_to(ship.stern, bow) == heading
    touching = {place for half in ship.hexes for place in ring(half, 1)} - set(ship.hexes)
    assert set(ship.sides) == touching
    assert Counter(ship.sides.values()) == {"bow": 1, "bow-flank": 2, "flank": 2, "stern-flank": 2, "stern": 1}
    for place, side in ship.sides.items():
        touched = [half for half in ship.hexes if distance(place, half) == 1]
        assert (len(touched) == 2) == (side == "flank")
        if side.startswith("bow"):
            assert touched == [ship.bow]
        if side.startswith("stern"):
            assert touched == [ship.stern]
    keel = ship.bow - ship.stern
    assert ship.side(ship.bow + keel) == "bow"
    assert ship.side(ship.stern - keel) == "stern"


@given(grids, places, directions)
def test_a_one_hex_ship_is_touched_by_six_hexes(grid: Grid, bow: Hex, heading: Direction) -> None:
    ship = OneHex(bow, heading, grid)
    ahead = grid.neighbour(bow, heading)
    expected = {0: "bow", 1: "bow-flank", 2: "stern-flank", 3: "stern", 4: "stern-flank", 5: "bow-flank"}
    assert ship.sides == {rotate(ahead, steps, bow): side for steps, side in expected.items()}
    assert ship.hexes == (bow,)


@given(grids, places, directions)
def test_the_hexes_around_a_ship_are_listed_clockwise_from_the_bow(grid: Grid, bow: Hex, heading: Direction) -> None:
    for ship in (OneHex(bow, heading, grid), TwoHex(bow, heading, grid)):
        around = list(ship.sides)
        assert around[:2] == [grid.neighbour(bow, heading), rotate(grid.neighbour(bow, heading), 1, bow)]
        assert {distance(here, following) for here, following in pairwise((*around, around[0]))} == {1}


def test_a_hex_that_does_not_touch_has_no_side() -> None:
    for ship in (OneHex(ORIGIN, Direction(0), EVEN_UP), TwoHex(ORIGIN, Direction(0), EVEN_UP)):
        for place in (ORIGIN, Hex(3, 3)):
            with pytest.raises(RulesError, match="does not touch the ship"):
                ship.side(place)


@given(grids, places, directions, st.integers(-6, 6))
def test_going_ahead_and_swinging_the_stern(grid: Grid, bow: Hex, heading: Direction, steps: int) -> None:
    ship = TwoHex(bow, heading, grid)
    assert ship.ahead().hexes == (grid.neighbour(bow, heading), bow)
    swung = ship.swing_stern(steps)
    assert swung.bow == bow
    assert swung.heading == grid.turn(heading, steps)
    sense = 1 if grid.turning == "clockwise" else -1
    assert swung.stern == rotate(ship.stern, sense * steps, bow)


def test_ships_are_values() -> None:
    ship = TwoHex(Hex(1, 2), Direction(3), EVEN_UP)
    same = TwoHex(Hex(1, 2), Direction(3), copy.deepcopy(EVEN_UP))
    assert ship == same
    assert hash(ship) == hash(same)
    assert len({ship, same, TwoHex(Hex(1, 2), Direction(4), EVEN_UP), TwoHex(Hex(2, 2), Direction(3), EVEN_UP)}) == 3
    assert ship == TwoHex(Hex(1, 2), Direction(3), EVEN_DOWN)  # the map takes no part, so that a ship hashes quickly
    assert OneHex(Hex(1, 2), Direction(3), EVEN_UP) == OneHex(Hex(1, 2), Direction(3), EVEN_DOWN)
    shorter: object = OneHex(Hex(1, 2), Direction(3), EVEN_UP)
    assert ship != shorter


@given(places, directions, places, directions)
def test_the_gap_is_the_smallest_distance(a: Hex, a_heading: Direction, b: Hex, b_heading: Direction) -> None:
    one, other = TwoHex(a, a_heading, EVEN_LEFT), TwoHex(b, b_heading, EVEN_LEFT)
    apart = {(x, y): distance(x, y) for x in one.hexes for y in other.hexes}
    assert gap(one.hexes, other.hexes) == gap(other.hexes, one.hexes) == min(apart.values())
    assert set(nearest_pairs(one.hexes, other.hexes)) == {pair for pair, n in apart.items() if n == min(apart.values())}


def test_two_ships_side_by_side_have_several_nearest_pairs() -> None:
    one, other = TwoHex(ORIGIN, Direction(0), EVEN_UP), TwoHex(Hex(3, 0), Direction(0), EVEN_UP)
    # Bow to bow, stern to bow and stern to stern: 3, 3 and 3; only bow to stern is 4.
    assert one.hexes == (Hex(0, 0), Hex(0, 1))
    assert other.hexes == (Hex(3, 0), Hex(3, 1))
    assert gap(one.hexes, other.hexes) == 3
    assert len(nearest_pairs(one.hexes, other.hexes)) == 3
