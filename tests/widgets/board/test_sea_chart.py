"""The chart: every hexside once, coasts that go round the land, frame, rose and names of waters."""

from collections import Counter
from math import hypot

import pytest

from rulesdemo.board.hexes import CLOCKWISE, COMPASS, Grid, Hex, Offset, disc
from widgets.board import markers, sea_chart
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import COAST
from widgets.scene.shapes import Disc, Group, Label, Path, points_of, segs

GRID = Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up", numbered=True)
POINTY = Grid(CLOCKWISE, COMPASS, "clockwise", "even rows left")
MAP = frozenset(GRID.from_offset(Offset(column, row)) for column in range(1, 11) for row in range(1, 9))
BOARD, SIZE = BoardGrid.fitted(GRID, 30, MAP, 12)


def edges(d: object) -> Counter[tuple[tuple[float, float], ...]]:
    found: Counter[tuple[tuple[float, float], ...]] = Counter()
    last = (0.0, 0.0)
    for stroke in d:  # type: ignore[attr-defined]
        here = (float(stroke[1]), float(stroke[2]))
        if stroke[0] == "L":
            found[tuple(sorted((last, here)))] += 1
        last = here
    return found


@pytest.mark.parametrize("grid", [GRID, POINTY], ids=["flat", "pointy"])
def test_every_hexside_is_drawn_once(grid: Grid) -> None:
    board = BoardGrid(grid, 40)
    hexes = disc(Hex(5, 5), 3)
    drawn = edges(sea_chart.lattice(board, hexes))
    # Corners are rounded to tenths of a pixel, each time from another hex: look at them to the whole one.
    whole = Counter(tuple(sorted((round(x / 2), round(y / 2)) for x, y in edge)) for edge in drawn.elements())
    assert set(whole.values()) == {1}
    inner = sum(1 for place in hexes for step in CLOCKWISE if place + step in set(hexes)) // 2
    outer = sum(1 for place in hexes for step in CLOCKWISE if place + step not in set(hexes))
    assert sum(whole.values()) == inner + outer


def test_the_edge_of_an_area_is_closed_and_complete() -> None:
    area = disc(Hex(5, 3), 1)
    outline = sea_chart.outline(BOARD, area)
    assert sum(1 for stroke in outline if stroke[0] == "L") + 1 == 18
    assert [stroke[0] for stroke in outline].count("Z") == 1


def coast_of(land: set[Hex]) -> list[Path]:
    items = sea_chart.shore(BOARD, MAP, frozenset(land))
    return [item for item in items if isinstance(item, Path)]


def test_an_island_has_one_coast_around_it() -> None:
    island = GRID.parse("0504")
    *_, coast = coast_of({island})
    assert coast.style.line == COAST
    assert [stroke[0] for stroke in coast.d].count("M") == 1
    x, y = BOARD.centre(island)
    assert all(0.3 * 30 < hypot(px - x, py - y) < 1.1 * 30 for px, py in points_of(coast.d))


def test_a_bay_is_water_and_two_islands_have_two_coasts() -> None:
    *_, coast = coast_of({GRID.parse("0303"), GRID.parse("0806")})
    assert [stroke[0] for stroke in coast.d].count("M") == 2


def test_land_at_the_edge_goes_on_beyond_it() -> None:
    top = {GRID.from_offset(Offset(column, 1)) for column in range(1, 11)}
    *_, coast = coast_of(top)
    inside = [y for x, y in points_of(coast.d) if 12 < x < SIZE[0] - 12 and 12 < y < SIZE[1] - 12]
    assert inside
    # The coast runs along the lower hexsides of the first row only; nothing of it is drawn along the upper edge of the map.
    assert min(inside) > 12 + 30


def test_the_same_land_has_the_same_coast_wherever_the_board_is_cut() -> None:
    land = frozenset({GRID.parse("0504"), GRID.parse("0505")})
    shifted = BoardGrid(GRID, 30, (BOARD.origin[0] + 100, BOARD.origin[1] - 50))
    a, b = (sea_chart.shore(board, MAP, land)[2] for board in (BOARD, shifted))
    assert isinstance(a, Path)
    assert isinstance(b, Path)
    assert [(round(x + 100), round(y - 50)) for x, y in points_of(a.d)][:3] == [(round(x), round(y)) for x, y in points_of(b.d)][:3]


def numbers(layer: object) -> set[str]:
    ground = next(item for item in layer.items if isinstance(item, Group))  # type: ignore[attr-defined]
    return {item.text for item in ground.items if isinstance(item, Label) and item.text.isdigit()}


def test_numbers_are_those_of_the_map_but_for_the_hidden_ones() -> None:
    hidden = frozenset({GRID.parse("0303")})
    assert numbers(sea_chart.chart(BOARD, SIZE, MAP, frozenset(), unnumbered=hidden)) == {GRID.label(place) for place in MAP - hidden}
    assert numbers(sea_chart.chart(BOARD, SIZE, MAP, frozenset(), numbers=False)) == set()


def test_a_plain_chart_has_no_coast() -> None:
    layer = sea_chart.chart(BOARD, SIZE, MAP, frozenset({GRID.parse("0504")}), plain=True)
    ground = next(item for item in layer.items if isinstance(item, Group))
    assert not [item for item in ground.items if isinstance(item, Path) and item.style.line == COAST]


def test_covers_lie_on_the_numbers_and_not_on_the_grid() -> None:
    place = GRID.parse("0504")
    cover = sea_chart.covers(BOARD, [place])[0]
    assert isinstance(cover, Path)
    ys = [y for _, y in points_of(cover.d)]
    top = min(y for _, y in BOARD.corners(place))
    label = BOARD.label_place(place)[1]
    assert top + 0.5 < min(ys) < label < max(ys)


@pytest.mark.parametrize("length", [300, 394, 586, 1200])
def test_bars_are_odd_in_number_and_about_forty_pixels_long(length: float) -> None:
    bars = sea_chart._bars(length)
    assert bars[0][0] == 0
    assert bars[-1][1] == pytest.approx(length, abs=0.1)
    assert all(30 < b - a < 60 for a, b in bars)


def test_the_rose_has_six_points_and_an_arrow_only_when_the_wind_blows() -> None:
    calm, windy = sea_chart.rose(-90, None), sea_chart.rose(-90, 30)
    assert calm.key != windy.key
    assert len(windy.items) == len(calm.items) + 1
    assert len([item for item in calm.items if isinstance(item, Path) and len(item.d) == 4]) == 12
    lettered = sea_chart.rose(-90, 30, ("A", "B", "C", "D", "C", "B"))
    assert [item.text for item in lettered.items if isinstance(item, Label)] == ["A", "B", "C", "D", "C", "B"]
    assert isinstance(windy.items[0], Disc)


def test_the_arrow_stands_to_windward_and_points_the_way_the_wind_blows() -> None:
    arrow = sea_chart.rose(-90, 0).items[-1]
    assert isinstance(arrow, Group)
    head = arrow.items[1]
    assert isinstance(head, Path)
    xs = [x for x, _ in points_of(head.d)]
    # Wind to the right: the arrow is on the left, and its tip is the rightmost point.
    assert max(xs) < -1
    assert [x for x, y in points_of(head.d) if y == 0] == [max(xs)]


def test_a_name_bends_over_its_middle_and_keeps_its_letters() -> None:
    letters = sea_chart.arched(sea_chart.Water("Mare Veneticum", 300, 200, 20))
    labels = [item for item in letters if isinstance(item, Label)]
    assert "".join(label.text for label in labels) == "MareVeneticum"
    assert labels == sorted(labels, key=lambda label: label.x)
    assert labels[0].turn < labels[-1].turn
    straight = sea_chart.arched(sea_chart.Water("Sea", 300, 200, 20, slope=0, bend=0))
    assert {item.y for item in straight if isinstance(item, Label)} == {200}


def test_segments_of_the_frame_are_lines() -> None:
    outer, inner, bars = sea_chart.neatline(600, 408)
    assert isinstance(bars, Path)
    assert all(stroke[0] in "ML" for stroke in bars.d)
    assert isinstance(inner, Path)
    assert inner.d == sea_chart.inside(600, 408)
    assert outer
    assert segs([]) == ()


def numbers_on(radius: float) -> list[Label]:
    board, size = BoardGrid.fitted(GRID, radius, MAP, 12)
    layer = sea_chart.chart(board, size, MAP, frozenset())
    (ground,) = [item for item in layer.items if isinstance(item, Group) and item.clip]
    return [item for item in ground.items if isinstance(item, Label)]


@pytest.mark.parametrize("radius", [22.0, 27.0, 35.0])
def test_in_a_small_hex_the_line_of_a_lit_one_passes_over_its_number(radius: float) -> None:
    board, _ = BoardGrid.fitted(GRID, radius, MAP, 12)
    place = GRID.parse("0504")
    x, y = board.centre(place)
    (number,) = [each for each in numbers_on(radius) if each.text == "0504"]
    line = 0.866 * (radius - markers.INSET - 1) - markers.LEGAL_LINE / 2  # its inner edge, above the middle
    assert number.x == pytest.approx(x, abs=0.1)
    assert y - number.y + 0.36 * number.size <= line
    # Above the ring of the cost, which hides what it covers.
    ring = max(markers.RING * radius, 0.8 * markers.SMALLEST_TYPE)
    assert y - number.y - 0.36 * number.size >= ring - 2.2


def test_hexes_too_small_for_numbers_have_none() -> None:
    assert numbers_on(sea_chart.NUMBERED - 0.1) == []
    assert len(numbers_on(sea_chart.NUMBERED)) == len(MAP)
