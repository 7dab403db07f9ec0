"""Scenes as plain data: shapes, frames and bounds."""

from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from widgets.scene.shapes import (
    Disc,
    Group,
    Label,
    Layer,
    Path,
    Scene,
    Style,
    arc,
    bounds,
    every_group,
    from_frame,
    hatch,
    hexpts,
    points_of,
    poly,
    rect,
    segs,
    to_frame,
)

small = st.floats(-500, 500)


def test_equal_scenes_are_equal_and_can_be_hashed() -> None:
    def made() -> Scene:
        return Scene(10, 10, (Layer("base", (Path(rect(0, 0, 10, 10), Style("#FFFFFF")),)),), "One")

    assert made() == made()
    assert hash(made()) == hash(made())


@given(small, small, small, small, st.floats(0.1, 90), st.floats(-360, 360))
def test_a_frame_leads_there_and_back(x: float, y: float, ax: float, ay: float, scale: float, turn: float) -> None:
    group = Group((), at=(ax, ay), scale=scale, turn=turn)
    there = from_frame(group, *to_frame(group, x, y))
    assert there == pytest.approx((x, y), abs=1e-6)


def test_a_frame_turns_clockwise_as_the_page_sees_it() -> None:
    assert from_frame(Group((), turn=90), 1, 0) == pytest.approx((0, 1))


def test_a_rounded_rectangle_stays_inside_the_plain_one() -> None:
    assert bounds([Path(rect(1, 2, 30, 20, 5), Style("#000000"))]) == (1, 2, 31, 22)


def test_a_hexagon_has_its_corners_at_one_distance() -> None:
    for top in ("flat", "pointy"):
        assert [round(hypot(x - 3, y - 4), 9) for x, y in hexpts(3, 4, 7, top)] == [7.0] * 6
    assert max(y for _, y in hexpts(0, 0, 10, "pointy")) == pytest.approx(10)


@pytest.mark.parametrize("mirrored", [False, True])
def test_hatching_covers_its_box_at_even_distances(mirrored: bool) -> None:
    lines = list(points_of(hatch((0, 0, 10, 4), 1.0, mirrored=mirrored)))
    pairs = list(zip(lines[::2], lines[1::2], strict=True))
    sign = -1 if mirrored else 1
    drops = sorted(a[1] - sign * a[0] for a, _ in pairs)
    assert [round(after - before, 6) for before, after in pairwise(drops)] == [round(2**0.5, 6)] * (len(drops) - 1)
    # 10 + 4 wide along the diagonal, a line every root of 2.
    assert len(pairs) in (9, 10)
    assert all(abs(abs(b[0] - a[0]) - abs(b[1] - a[1])) < 1e-9 for a, b in pairs)


def test_an_arc_starts_and_ends_where_it_should_and_keeps_its_distance() -> None:
    strokes = arc(1, 1, 2, -90, 90)
    assert strokes[0][1:] == pytest.approx((1, -1))
    assert strokes[-1][-2:] == pytest.approx((1, 3))


def test_bounds_follow_groups_lines_and_text() -> None:
    turned = Group((Path(segs([((0, 0), (10, 0))]), Style(line="#000000", width=2)),), at=(5, 5), turn=90, scale=2)
    left, top, right, bottom = bounds([turned])
    assert (left, right) == pytest.approx((3, 7))
    assert top <= 5
    assert bottom >= 25
    assert bounds([Label(0, 0, "2319", 10)])[2] > 10
    assert bounds([]) == (0, 0, 0, 0)


def test_groups_are_found_inside_groups() -> None:
    inner = Group((Disc(0, 0, 1, Style("#000000")),), id="inner")
    scene = Scene(1, 1, (Layer("ships", (Group((inner,), id="outer"),)),), "Two")
    assert [group.id for group in every_group(scene)] == ["outer", "inner"]
    assert scene.layer("ships").items
    assert scene.layer("nothing").items == ()


def test_a_polygon_is_closed_and_a_line_is_not() -> None:
    assert poly([(0, 0), (1, 1)])[-1] == ("Z",)
    assert poly([(0, 0), (1, 1)], closed=False)[-1] == ("L", 1, 1)
