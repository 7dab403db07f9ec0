"""Counters and marks: memoised, named apart, two sides that differ in form, and text that never turns with the ship."""

from itertools import combinations

import pytest

from widgets.board import counters, markers, sail_counters
from widgets.board.counters import ONE, TWO
from widgets.scene.shapes import Disc, Group, Item, Label, Path, bounds, groups

RIGS = ("two-decker", "three-decker", "frigate", "brig")


def pictures() -> list[Group]:
    found = [counters.galley(side) for side in (ONE, TWO)]
    found += [counters.square_ship(side, immobilised=fallen) for side in (ONE, TWO) for fallen in (False, True)]
    found += [
        sail_counters.sailer(rig, side, brace, struck=gone)
        for rig in RIGS
        for side in (ONE, TWO)
        for brace, gone in ((0, False), (15, False), (0, True))
    ]
    found += [
        counters.plate("M2", ONE),
        counters.plate("M2", TWO),
        counters.plate("M1", ONE),
        counters.plate("M2", ONE, 0.3),
        counters.figure("C3"),
    ]
    found += [counters.fire(), counters.fire(2), counters.captured(ONE, TWO), counters.captured(TWO, ONE)]
    found += [counters.leader(side, admiral=admiral) for side in (ONE, TWO) for admiral in (False, True)]
    found += [counters.acted(), counters.fatigued(1), counters.fatigued(2), counters.straggler(), counters.maximum()]
    found += [counters.fort(), counters.redoubt(), counters.battery(ONE), counters.battery(TWO)]
    found += [counters.provenance(mark) for mark in ("seed", "ruling", "reconstructed", "yours")]
    found += [counters.halo(counters.GALLEY_HULL, "galley"), counters.halo(counters.SQUARE, "square")]
    found += [markers.legal(47), markers.legal(47, empty=False), markers.legal(47, cost="2"), markers.legal(30)]
    found += [
        markers.selected(47),
        markers.hovered(47),
        markers.focused(47),
        markers.refused(47),
        markers.cost("2", 47),
    ]
    found += [markers.ropes(0.5), markers.ropes(0.6)]
    return found


def test_pictures_that_differ_have_different_keys() -> None:
    for one, other in combinations(pictures(), 2):
        assert one.key != other.key
        assert one.items != other.items or one.alpha != other.alpha


def test_a_struck_ship_is_the_same_picture_in_any_wind() -> None:
    assert sail_counters.sailer("brig", ONE, 15, struck=True) == sail_counters.sailer("brig", ONE, 0, struck=True)


def test_pictures_are_made_once() -> None:
    assert counters.galley(ONE) is counters.galley(ONE)
    assert counters.plate("M2", TWO) is counters.plate("M2", TWO)
    assert sail_counters.sailer("brig", TWO, 5) is sail_counters.sailer("brig", TWO, 5)


def flat(items: tuple[Item, ...]) -> list[Item]:
    return [item for each in items for item in (flat(each.items) if isinstance(each, Group) else [each])]


@pytest.mark.parametrize("hull", [counters.galley, counters.square_ship, lambda side: sail_counters.sailer("frigate", side)])
def test_hulls_carry_no_text_and_side_two_is_hatched(hull: object) -> None:
    one, two = hull(ONE), hull(TWO)  # type: ignore[operator]
    for picture in (one, two):
        assert not [item for item in flat(picture.items) if isinstance(item, Label)]
        assert picture.role == "hull"
        assert picture.box is not None
    assert not [group for group in groups(one.items) if group.clip]
    assert [group for group in groups(two.items) if group.clip]


def test_flags_of_the_two_sides_differ_in_form() -> None:
    # Side one flies a square ensign of four corners, side two a pennant of three.
    corners = []
    for side in (ONE, TWO):
        flag = sail_counters.sailer("brig", side).items[2]
        assert isinstance(flag, Path)
        corners.append(len(flag.d) - 1)
    assert corners == [4, 3]


def test_counters_stay_on_their_hexes() -> None:
    # A galley fills two hexes in a row: 1.74 from her middle to either end. A square ship's corners stay within 0.93 of hers.
    left, _, right, _ = bounds(counters.galley(ONE).items)
    assert (left > -1.74, right < 1.74) == (True, True)
    assert max(map(abs, bounds(counters.square_ship(TWO).items))) < 0.93


def test_oars_are_eleven_a_side_and_raked_back() -> None:
    oars = counters.galley(ONE).items[0]
    assert isinstance(oars, Path)
    starts, ends = oars.d[::2], oars.d[1::2]
    assert len(starts) == 22
    assert all(float(end[1]) < float(start[1]) for start, end in zip(starts, ends, strict=True))


def test_hulls_are_alike_to_port_and_starboard() -> None:
    points = {(round(float(stroke[-2]), 6), round(float(stroke[-1]), 6)) for stroke in counters.GALLEY_HULL if len(stroke) > 1}
    assert {(x, -y) for x, y in points} == {(x, y) for x, y in points}


@pytest.mark.parametrize(("rig", "bars"), [("two-decker", 2), ("three-decker", 3), ("frigate", 1), ("brig", 1)])
def test_decks_are_counted_in_bars_and_struck_ships_lose_their_sails(rig: sail_counters.Rig, bars: int) -> None:
    sailing, struck = sail_counters.sailer(rig, ONE), sail_counters.sailer(rig, ONE, struck=True)
    decks = [item for item in sailing.items if isinstance(item, Path) and len(item.d) == 2 * bars and item.style.width == 0.055]
    assert len(decks) == 1
    masts = len([item for item in sailing.items if isinstance(item, Disc)])
    assert masts == (2 if rig == "brig" else 3)
    assert len(sailing.items) - len(struck.items) == masts
    assert struck.alpha == 0.55


@pytest.mark.parametrize(("angle", "brace"), [(0, 0), (7, 5), (8, 10), (90, 25), (-90, -25), (-12, -10)])
def test_yards_are_braced_in_steps(angle: float, brace: int) -> None:
    assert sail_counters.braced(angle) == brace


def test_small_boards_drop_the_letter() -> None:
    assert counters.compact("M2", 30) == "M2"
    assert counters.compact("M2", 27) == "2"
    assert counters.compact("C3", 20) == "3"
    assert counters.small_type(70) == counters.SMALL
    assert counters.small_type(30) * 30 >= 9.9


def test_fires_are_counted_from_two_on() -> None:
    assert not [item for item in counters.fire().items if isinstance(item, Label)]
    assert [item.text for item in counters.fire(3).items if isinstance(item, Label)] == ["3"]


def test_names_keep_clear_of_hulls_and_of_each_other() -> None:
    hulls = [[(100.0, 100.0, 30.0)], [(190.0, 100.0, 30.0)], [(100.0, 170.0, 30.0)]]
    places = markers.name_places(hulls, ["Aquila", "Fides", "Corvus"], 16, (600, 400))
    for (x, y), name in zip(places, ("Aquila", "Fides", "Corvus"), strict=True):
        wide = markers.name_width(name, 16) / 2
        assert wide <= x <= 600 - wide
        assert 8 <= y <= 392
        for hull in hulls:
            for hx, hy, r in hull:
                assert abs(hx - x) >= r * 0.6 + wide * 0.5 or abs(hy - y) >= r + 3
    assert places == markers.name_places(hulls, ["Aquila", "Fides", "Corvus"], 16, (600, 400))


def test_ropes_reach_from_hull_to_hull() -> None:
    rope = markers.grapple((100, 100), (130, 140), 50)
    inner = rope.items[0]
    assert isinstance(inner, Group)
    assert rope.at == (100, 100)
    assert inner.turn == pytest.approx(53.1)
    assert inner.key == "ropes:1.00"


def test_a_path_has_dots_between_its_rings() -> None:
    dots = markers.trail((0, 0), (81, 0), 47)
    assert dots
    assert all(0.3 * 47 < dot.x < 81 - 0.3 * 47 for dot in dots)
