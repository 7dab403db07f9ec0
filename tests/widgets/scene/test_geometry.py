"""Pixels, hexes and counters, there and back."""

from itertools import product
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.board.hexes import CLOCKWISE, COMPASS, Direction, Grid, Hex, disc
from widgets.scene.geometry import BoardGrid, View, counter_at
from widgets.scene.shapes import Group

FLAT = Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up", numbered=True)
POINTY = Grid(CLOCKWISE, ("a", "b", "c", "d", "e", "f"), "clockwise", "even rows left")
GRIDS = [FLAT, POINTY]
radii = st.floats(20, 80)
pixels = st.floats(-2000, 2000)


@pytest.mark.parametrize("grid", GRIDS, ids=["flat", "pointy"])
@given(pixels, pixels, radii)
def test_the_hex_under_a_point_is_the_nearest_one(grid: Grid, x: float, y: float, radius: float) -> None:
    board = BoardGrid(grid, radius, (13.0, -7.0))
    found = board.at(x, y)
    assert found is not None

    def far(place: Hex) -> float:
        cx, cy = board.centre(place)
        return hypot(cx - x, cy - y)

    assert far(found) <= min(far(place) for place in disc(found, 2)) + 1e-6
    assert far(found) <= radius + 1e-6


@pytest.mark.parametrize("grid", GRIDS, ids=["flat", "pointy"])
def test_every_centre_is_in_its_own_hex(grid: Grid) -> None:
    board = BoardGrid(grid, 47)
    for q, r in product(range(-8, 9), range(-8, 9)):
        assert board.at(*board.centre(Hex(q, r))) == Hex(q, r)


@pytest.mark.parametrize("grid", GRIDS, ids=["flat", "pointy"])
def test_a_direction_points_at_the_neighbour(grid: Grid) -> None:
    from math import cos, radians, sin

    board = BoardGrid(grid, 10)
    x, y = board.centre(Hex(3, 3))
    for direction in range(6):
        turn = radians(board.turn(direction))
        assert board.at(x + 17 * cos(turn), y + 17 * sin(turn)) == grid.neighbour(Hex(3, 3), Direction(direction))


def test_what_is_not_shown_is_no_hex() -> None:
    board, (w, h) = BoardGrid.fitted(FLAT, 30, [FLAT.parse("0101"), FLAT.parse("0202")], margin=12)
    assert board.at(*board.centre(FLAT.parse("0101"))) == FLAT.parse("0101")
    assert board.at(w + 500, h + 500) is None
    corners = [corner for place in board.visible or () for corner in board.corners(place)]
    assert min(x for x, _ in corners) == pytest.approx(12, abs=0.51)
    assert max(y for _, y in corners) == pytest.approx(h - 12, abs=1)


def test_neighbours_share_two_corners() -> None:
    board = BoardGrid(FLAT, 47)
    mine = {(round(x, 3), round(y, 3)) for x, y in board.corners(Hex(2, 2))}
    for place in FLAT.neighbours(Hex(2, 2)):
        assert len(mine & {(round(x, 3), round(y, 3)) for x, y in board.corners(place)}) == 2


def test_a_number_stands_inside_its_hex() -> None:
    board = BoardGrid(FLAT, 47)
    assert board.at(*board.label_place(Hex(4, 4))) == Hex(4, 4)


views = st.builds(View, st.floats(0.5, 3), st.floats(1, 4), st.tuples(pixels, pixels))


@given(views, pixels, pixels)
def test_a_view_leads_there_and_back(view: View, x: float, y: float) -> None:
    assert view.to_board(*view.to_canvas(x, y)) == pytest.approx((x, y), abs=1e-6)


@given(st.floats(0.5, 3), st.floats(0, 600), st.floats(0, 400), st.floats(1.05, 4))
def test_zooming_keeps_the_point_under_the_pointer(k: float, cx: float, cy: float, factor: float) -> None:
    before = View(k)
    after = before.zoom_at(cx, cy, factor)
    assert after.to_board(cx, cy) == pytest.approx(before.to_board(cx, cy), abs=1e-6)
    assert after.zoom_at(cx, cy, 0.01) == View(k)


def test_no_view_shows_an_empty_margin() -> None:
    kept = View(2, 2, (80, -900)).clamp(600, 400)
    assert kept.to_canvas(0, 0)[0] <= 0
    assert kept.to_canvas(600, 400)[1] >= 800


def test_the_topmost_counter_is_met_first_and_turned_ones_where_they_lie() -> None:
    def ship(name: str, at: tuple[float, float], turn: float) -> Group:
        return Group((Group((), turn=turn, scale=10, box=(-2, -0.5, 2, 0.5)),), at=at, id=name)

    ships = [ship("low", (100, 100), 0), ship("high", (100, 100), 90)]
    assert counter_at(ships, 100, 100) == "high"
    assert counter_at(ships, 118, 100) == "low"
    assert counter_at(ships, 100, 118) == "high"
    assert counter_at(ships, 118, 118) is None
    assert counter_at(ships, 122, 100) is None
    assert counter_at(ships, 122, 100, slack=4) == "low"
