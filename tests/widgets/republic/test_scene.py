"""Forces as scenes: every Force, city and piece of ground in words, ways out and ways to come as the rules have them.

The golden pictures of this game are checked with all others, in test_veneti_scene.
"""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import combinations

import pytest

from rulesdemo.board.hexes import Hex
from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.play import ENGINE, scenarios
from rulesdemo.games.republic.play import orders as o
from widgets.board.counters import BADGE, SMALL, small_type
from widgets.board.land import hexside, sea_of
from widgets.board.sheet import CHAPTER, PROJECTOR, SANDBOX
from widgets.games.republic.board.forces import _badges, stacks
from widgets.games.republic.board.scene import Display, land_of, scene, sheet_of
from widgets.games.republic.gallery import after, ask_for_help, busy, declare_attack
from widgets.play.game_guide import Look
from widgets.scene.geometry import counter_at
from widgets.scene.shapes import Group, Label, Scene, every_group, groups
from widgets.scene.text_painter import label_of, words

LOOK = Look(radius=CHAPTER, size=(600.0, 440.0))


def ids(picture: Scene, layer: str) -> list[str]:
    return [item.id for item in picture.layer(layer).items if isinstance(item, Group)]


def texts(picture: Scene, name: str) -> list[str]:
    found = next(group for group in every_group(picture) if group.id == name)
    return [item.text for group in (found, *groups(found.items)) for item in group.items if isinstance(item, Label)]


@pytest.mark.parametrize("name", scenarios.names())
def test_every_force_and_city_of_every_scenario_is_shown_and_told(name: str) -> None:
    position = scenarios.start(name).position
    picture = scene(position, Look(radius=SANDBOX))
    assert set(ids(picture, "ships")) == {each.id for each in position.there}
    for force in position.there:
        assert label_of(picture, force.id).startswith(f"{force.name}, ")
        assert GRID.label(force.at) in label_of(picture, force.id)
    assert ids(picture, "cities") == [f"city {city.id}" for city in position.cities]


def test_forces_read_well() -> None:
    picture = scene(busy())
    assert label_of(picture, "first") == (
        "First, Roman, in 0503, 15 strength points, 12 infantry, 3 cavalry, led by Leader of first, letter B, campaign value 5, "
        "survival 7, no cunning points, 1 Double Legion, 1 of them Veteran"
    )
    assert label_of(picture, "second").startswith("Second, Roman, in Capua, 0504, 20 strength points")
    assert label_of(picture, "third").endswith("2 siege engines, fatigued")
    assert label_of(picture, "royal").endswith("2 elite kinds")
    assert label_of(picture, "city capua") == "Capua, a city in 0504, held by Rome, intrinsic defence 4, walls 6"
    assert label_of(picture, "city locri").endswith("held by the enemies of Rome, intrinsic defence 3, a port")


def test_strength_letter_and_badges_stand_on_the_counter() -> None:
    picture = scene(busy())
    assert texts(picture, "third") == ["E", "104", "F", "S2"]
    assert texts(picture, "royal") == ["A", "26", "E4"]
    assert texts(picture, "levy") == ["D", "7", "N"]
    assert texts(picture, "city capua") == ["4"]


def test_ground_is_told_by_pattern_and_word() -> None:
    picture = scene(busy())
    assert "Rough: 0203, 0302, 0605." in words(picture)
    assert "Mountain: 0402, 0403." in words(picture)
    assert "Marsh: 0304, 0604." in words(picture)
    assert "Rivers: between" in words(picture)
    assert "Roads: between" in words(picture)
    base = [label.text for group in groups(picture.layer("base").items) for label in group.items if isinstance(label, Label)]
    assert [base.count(word) for word in ("rough", "mountain", "marsh", "sea")] == [3, 2, 2, 1]
    keys = [group.key for group in groups(picture.layer("base").items)]
    assert [keys.count(f"terrain:{kind}") for kind in ("rough", "mountain", "marsh")] == [3, 2, 2]


def test_rivers_run_along_the_side_that_two_hexes_share() -> None:
    position = busy()
    board = sheet_of(land_of(position.scenario).hexes, CHAPTER, None, None).board
    one, other = GRID.parse("0503"), GRID.parse("0504")
    (ax, ay), (bx, by) = hexside(board, frozenset((one, other)))
    # 0504 lies south of 0503: their side is level, half a hex below the middle of the one, and as long as a radius.
    assert ay == pytest.approx(by)
    assert ay == pytest.approx(board.centre(one)[1] + CHAPTER * 3**0.5 / 2)
    assert abs(ax - bx) == pytest.approx(CHAPTER)
    assert {GRID.label(place) for place in sea_of(board, land_of(position.scenario))} == {"0701", "0702", "0801", "0802", "0803"}


def test_no_two_counters_of_a_hex_lie_on_one_another() -> None:
    position = busy()
    by_hex: dict[Hex, list[tuple[float, float]]] = {}
    for force, spot in stacks(position).items():
        by_hex.setdefault(force.at, []).append(spot)
    crowded = by_hex[GRID.parse("0604")]
    assert len(set(crowded)) == 3
    picture = scene(position)
    group = next(each for each in every_group(picture) if each.id == "horse")
    assert counter_at(picture.layer("ships").items, *group.at) == "horse"


def test_ways_out_are_shown_with_their_attrition() -> None:
    position = declare_attack("slip_away", "samnites", "romans")
    picture = scene(position, replace(LOOK, selected="romans", lesson="refusal"))
    # 8.23-A: a flat hex 1, two flat hexes 2, a marsh 2; nothing into the city.
    assert label_of(picture, "way out 0304").endswith("withdraw to 0304, 1 point")
    assert label_of(picture, "way out 0404").endswith("withdraw to 0404, 2 points")
    assert label_of(picture, "way out 0204").endswith("withdraw to 0204, no attrition")
    assert label_of(picture, "way out 0303") == ""
    assert label_of(picture, "battle") == "An attack in 0303: Samnite Host against Army of Rullianus"


def test_a_force_that_may_not_refuse_has_no_ways_out() -> None:
    position = declare_attack("slip_away", "samnites", "romans")
    (force,) = [each for each in position.forces if each.id == "romans"]
    caught = position.with_forces((replace(force, marks=("intercepted",)),))
    picture = scene(caught, replace(LOOK, lesson="refusal"))
    assert "withdraw" not in words(picture)


def test_ways_to_come_and_hexes_that_block_them() -> None:
    picture = scene(ask_for_help(), replace(LOOK, lesson="coordination"))
    # CV 7 and 6, three hexes, and the river is crossed by the road: 6 - 3 = 3 (8.26).
    assert label_of(picture, "way of decius").endswith("value 3")
    assert label_of(picture, "blocked 0304") == "0304 blocks ways: marsh"
    # Before any attack they are those of the attack that could be declared; where there is no enemy in the hex there is none.
    start = scenarios.start("come_to_us").position
    assert label_of(scene(start, replace(LOOK, lesson="coordination")), "way of decius").endswith("value 3")
    nobody = scene(after(start, o.March("fabius", "0502")), replace(LOOK, lesson="coordination"))
    assert "blocks ways" not in words(nobody)


def test_modifiers_of_a_battle_are_told() -> None:
    position = ask_for_help()
    while position.clash is not None and position.turn.step == "coordinate":
        position = after(position, o.FightAlone())
    assert ENGINE.decision(position) is not None
    assert "modifiers" in label_of(scene(position), "battle")


@pytest.mark.parametrize(
    "look", [Look(radius=PROJECTOR, size=(640.0, 520.0), projector=True), Look(radius=44.0, size=(358.0, 300.0), is_narrow=True)]
)
def test_small_and_large_boards_show_all_forces(look: Look) -> None:
    position = declare_attack("slip_away", "samnites", "romans")
    picture = scene(position, look)
    assert look.size is not None
    assert picture.w == look.size[0]
    assert set(ids(picture, "ships")) == {"romans", "samnites"}


def test_a_press_draws_the_board_quickly() -> None:
    position = scenarios.start("campaign").position
    scene(position, LOOK)
    begun = time.perf_counter()
    for _ in range(20):
        scene(position, LOOK)
    assert (time.perf_counter() - begun) / 20 < 0.05
    assert scene(position, Display(CHAPTER)).title == "A war in the south"


@pytest.mark.parametrize("radius", [CHAPTER, SANDBOX, PROJECTOR])
def test_two_forces_in_a_hex_hide_no_badge_of_each_other(radius: float) -> None:
    """Both tired, with elephants and engines, and done for the turn: at most the rims of two badges touch."""
    start = declare_attack("the_ruler", "romans", "samnites")
    pair = tuple(replace(force, status="fatigued", elephants=3, engines=1, acted=True) for force in start.there[:2])
    position = replace(start.with_forces(pair), forces=pair)
    standing = stacks(position)
    assert len({force.at for force in standing}) == 1
    scale = small_type(radius) / SMALL
    placed = [(spot[0] + x, spot[1] + y) for force, spot in standing.items() for _badge, (x, y) in _badges(force, is_alone=spot[0] == 0)]
    assert len(placed) == 8
    for one, other in combinations(placed, 2):
        assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= 1.7 * BADGE * scale
