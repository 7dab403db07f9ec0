"""The siege as a scene: every zone, unit and leader shown and told, states on zones, chips side by side, and keys that reach every zone.

The golden pictures of this game are checked with all others, in test_veneti_scene.
"""

from __future__ import annotations

import re
import time
from dataclasses import replace
from math import hypot

import pytest

from rulesdemo.board.zones import KEYS
from rulesdemo.games.toulon.board import board
from rulesdemo.games.toulon.play import scenarios
from rulesdemo.rules.ruleset import ruleset
from widgets.board.zone_sheet import is_clear, outlines, words_in
from widgets.games.toulon.board.scene import scene, sheet_of, zone_words
from widgets.games.toulon.board.units import depot_size, stacks
from widgets.games.toulon.gallery import siege
from widgets.games.toulon.guide import GUIDE
from widgets.games.toulon.names import NATIONS
from widgets.games.toulon.panels.legend import LEGEND, signs
from widgets.kit.panel import State
from widgets.play.game_guide import Look
from widgets.scene.geometry import FINGER
from widgets.scene.shapes import Group, Label, Scene, bounds, every_group, groups
from widgets.scene.text_painter import label_of, words

DESK = Look(size=(600.0, 406.0))
PHONE = Look(size=(358.0, 340.0), is_narrow=True)
WALL = Look(size=(640.0, 480.0), projector=True)


def ids(picture: Scene, layer: str) -> list[str]:
    return [item.id for item in picture.layer(layer).items if isinstance(item, Group)]


def texts(picture: Scene, name: str) -> list[str]:
    found = next(group for group in every_group(picture) if group.id == name)
    return [item.text for group in (found, *groups(found.items)) for item in group.items if isinstance(item, Label)]


def luminance(colour: str) -> float:
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# -- who and where -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", scenarios.names())
def test_every_unit_and_leader_of_every_scenario_is_shown_and_told(name: str) -> None:
    position = scenarios.start(name).position
    picture = scene(position, DESK)
    spoken = words(picture)
    shown = ids(picture, "ships")
    for unit in position.units:
        if unit.place in position.board.zones:
            assert any(unit.name in label_of(picture, each) for each in shown), unit.name
    for leader in position.leaders:
        assert (leader.id in shown) == (leader.place in position.board.zones)
    for zone in position.board.zones.values():
        assert label_of(picture, f"zone {zone.id}").startswith(f"{zone.name}, ")
    assert "A demonstration map of ours" in spoken


def test_a_stack_is_counted_by_nation_and_by_fort() -> None:
    picture = scene(siege(), DESK)
    # Royals 3 and Cambridgeshires 5 less 3 permanent losses are in the fort of Toulon; the sailors 2 are outside.
    assert label_of(picture, "toulon british fort") == (
        "British in the fort of Toulon: British 2/1st, infantry 3, in the fort; 30th Cambridgeshires, infantry 2, in the fort, "
        "3 permanent losses; together 5 strength points"
    )
    assert label_of(picture, "toulon british") == "British in Toulon: Sailors at the guns, artillery 2, a gun crew"
    assert texts(picture, "toulon british fort") == ["Br", "5", "P3"]
    assert texts(picture, "la_seyne west") == ["W", "×2", "7"]
    assert texts(picture, "malbousquet west") == ["W", "2", "T2"]
    assert label_of(picture, "bonaparte") == "Bonaparte, leader of the West wing, efficiency A, in La Seyne"


def test_control_is_told_by_letter_and_ring_and_value_by_number() -> None:
    position = siege()
    picture = scene(position, DESK)
    assert texts(picture, "signs la_seyne") == ["R 2"]
    assert texts(picture, "signs toulon") == ["3", "A 5"]
    # Only a Neapolitan patrol is on Mont Faron: occupied, not controlled (4.5).
    assert texts(picture, "signs faron") == ["2"]
    assert zone_words(position, "faron") == "Mont Faron, land, value 2, an improved redoubt (Allied), no-man's land"
    assert zone_words(position, "la_garde") == "Fort La Garde, land, value 2, zone and fort at once, level 1, Republican"
    assert zone_words(position, "marguerite").endswith("a fort of level 1, a beach of the first landings, no-man's land")
    assert texts(picture, "hold petite_rade") == ["Petite Rade", "held tenuously"]


def test_the_ships_leave_with_the_evacuation() -> None:
    position = siege()
    before, after = (scene(each, DESK) for each in (position, replace(position, evacuated=True)))
    fleet = [next(group for group in every_group(picture) if group.id == "zone fleet") for picture in (before, after)]
    assert len(fleet[0].items) == len(fleet[1].items) + 2
    assert "The ships have gone" in words(after)


def test_nations_differ_in_letters_and_can_be_read() -> None:
    assert len({nation.letters for nation in NATIONS.values()}) == len(NATIONS)
    for nation in NATIONS.values():
        light, dark = sorted((luminance(nation.fill), luminance(nation.ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, nation


# -- states ------------------------------------------------------------------------------------------------------------------------------


def test_chosen_refused_and_walked_zones_are_marked_and_told() -> None:
    look = replace(
        DESK, selected="royals", legal={"la_valette": "march"}, costs={"la_valette": 1}, refused="petite_rade", focus="marguerite"
    )
    picture = scene(scenarios.start("full_fort").position, look)
    assert label_of(picture, "legal la_valette") == "La Valette can be chosen, march, cost 1"
    assert label_of(picture, "selected") == "British 2/1st is selected"
    assert label_of(picture, "refused") == "Refused: The Petite Rade"
    assert label_of(picture, "focus") == "The keys are at Fort Marguerite"
    assert label_of(picture, "goal la_malgue") == "The goal is about Fort La Malgue"
    tinted = scene(scenarios.start("full_fort").position, replace(DESK, tint=frozenset(("toulon", "faron"))))
    assert label_of(tinted, "reach") == "In reach: Mont Faron, Toulon"


def test_a_state_of_a_depot_goes_around_its_box() -> None:
    picture = scene(scenarios.start("late").position, replace(DESK, selected="royals"))
    ring = next(group for group in every_group(picture) if group.id == "selected")
    wide, high = depot_size(sheet_of(DESK), "fleet")
    assert bounds(ring.items)[2] > wide + 5
    assert bounds(ring.items)[3] > high + 5


def test_states_lie_under_plates_and_chips_but_a_refusal_above_all() -> None:
    names = [layer.name for layer in scene(siege(), DESK).layers]
    assert names.index("marks") < names.index("cities") < names.index("ships") < names.index("hover")


# -- on every page -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", [DESK, PHONE, WALL, replace(PHONE, size=(288.0, 340.0)), replace(DESK, zoom=2.0)])
def test_no_zone_lies_on_another_and_none_leaves_the_frame(look: Look) -> None:
    sheet = sheet_of(look)
    middles = {zone: sheet.centre(zone) for zone in board().zones}
    for zone, (x, y) in middles.items():
        assert sheet.radius <= x <= sheet.w - sheet.radius
        assert sheet.radius <= y <= sheet.h - sheet.radius
        for other, (ox, oy) in middles.items():
            if other != zone:
                assert hypot(x - ox, y - oy) > sheet.reach(zone) + sheet.reach(other) - 2, (zone, other)


@pytest.mark.parametrize("look", [DESK, PHONE, WALL])
def test_every_zone_can_be_pressed_by_a_finger(look: Look) -> None:
    for name, outline in outlines(sheet_of(look)):
        wide, high = (max(each[axis] for each in outline) - min(each[axis] for each in outline) for axis in (0, 1))
        # A section of road may be narrower one way, where zones are close on both sides of it.
        assert max(wide, high) >= FINGER - 1, (name, wide, high)
        assert min(wide, high) >= 0.75 * FINGER, (name, wide, high)


@pytest.mark.parametrize("look", [DESK, PHONE, WALL])
def test_no_text_is_smaller_than_13_pixels(look: Look) -> None:
    for layer in scene(siege(), look).layers:
        for item in layer.items:
            for group in groups([item]):
                for label in group.items:
                    if isinstance(label, Label):
                        assert label.size * group.scale >= 13, label


def test_arrow_keys_reach_every_zone() -> None:
    reached, waiting = {"toulon"}, ["toulon"]
    while waiting:
        here = waiting.pop()
        for key in KEYS:
            there = GUIDE.neighbour(here, key)
            if there not in reached:
                reached.add(there)
                waiting.append(there)
    assert reached == set(board().zones)


def test_chips_of_a_zone_do_not_lie_on_one_another() -> None:
    position = siege()
    picture = scene(position, DESK)
    chips = {group.id: group for group in picture.layer("ships").items if isinstance(group, Group)}
    for zone in ("toulon", "cepet", "fleet"):
        found = [chips[stack.id] for stack in stacks(position, zone)]
        assert len(found) >= 4
        for place, one in enumerate(found):
            for other in found[place + 1 :]:
                assert one.box is not None
                apart_x, apart_y = abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1])
                assert apart_x >= one.box[2] * 1.5 or apart_y >= one.box[3] * 2


def test_a_map_is_drawn_quickly() -> None:
    position = siege()
    scene(position, DESK)
    best = min(_seconds(position) for _ in range(5))
    assert best < 0.05, f"{best * 1000:.0f} ms"


def _seconds(position: object) -> float:
    start = time.perf_counter()
    scene(position, replace(DESK, selected="royals"))  # type: ignore[arg-type]
    return time.perf_counter() - start


# -- the legend --------------------------------------------------------------------------------------------------------------------------


def test_every_sign_of_the_map_is_in_the_legend() -> None:
    text = LEGEND.html(ruleset("toulon"), State())
    assert text.count("<li>") == len(signs()) == 15
    names = [name for name, _items, _words in signs()]
    assert len(set(names)) == len(names)
    drawn = re.findall(r' id="([^"]+)"', text)
    assert len(set(drawn)) == len(drawn)
    assert {"allied", "republican", "nobody", "fort", "redoubt", "improved", "beach", "landing", "friendly", "wild"} <= set(names)


# -- words on the map --------------------------------------------------------------------------------------------------------------------

OPENINGS = {
    "table_2": "around",
    "table_7": "around",
    "two_steps": "eligible",
    "hoard": "savings",
    "ships_leave": "departure",
    "full_fort": "stacking",
    "whose_purse": "purse",
    "open_road": "roads",
    "supply_line": "roads",
    "assault": "ledger",
    "ringed": "ledger",
    "two_wings": "wings",
    "in_haste": "haste",
    "redoubt_down": "leaders",
    "four_beaches": "leaders",
}


def hidden_words(picture: Scene) -> list[tuple[str, str]]:
    """Pairs of words of which one lies over the other."""
    found = []
    for layer in picture.layers:
        for item in layer.items:
            if isinstance(item, Group) and layer.name in ("cities", "names"):
                found += [(f"{item.id}", box) for box in words_in([item])]
    return [
        (one, other)
        for place, (one, a) in enumerate(found)
        for other, b in found[place + 1 :]
        if a[0] < b[2] - 1 and b[0] < a[2] - 1 and a[1] < b[3] - 1 and b[1] < a[3] - 1
    ]


@pytest.mark.parametrize("name", OPENINGS)
@pytest.mark.parametrize("look", [DESK, WALL], ids=["desk", "wall"])
def test_no_word_of_an_opening_hides_another(name: str, look: Look) -> None:
    position = scenarios.start(name).position
    assert hidden_words(scene(position, replace(look, lesson=OPENINGS[name]))) == []


def test_a_word_that_finds_no_room_would_be_seen() -> None:
    position = scenarios.start("full_fort").position
    sheet = sheet_of(DESK)
    taken = [(0.0, 0.0, sheet.w, sheet.h)]
    assert not is_clear(sheet, "la_malgue", (0.0, -40.0), 20.0, taken)
    assert not is_clear(sheet, "la_malgue", (0.0, -1000.0), 20.0, [])  # off the map
    assert not is_clear(sheet, "la_malgue", (sheet.centre("toulon")[0] - sheet.centre("la_malgue")[0], 0.0), 400.0, [])
    over = replace(
        next(item for item in scene(position, DESK).layer("cities").items if isinstance(item, Group) and item.id == "name toulon")
    )
    picture = scene(position, DESK)
    moved = replace(over, at=(over.at[0] + 4.0, over.at[1]), id="twin")
    layers = tuple(replace(layer, items=(*layer.items, moved)) if layer.name == "names" else layer for layer in picture.layers)
    assert ("name toulon", "twin") in hidden_words(replace(picture, layers=layers))


def test_a_plate_of_losses_hides_no_strength_and_stays_on_the_map() -> None:
    position = scenarios.start("late").position
    for unit, zone in (("royals", "toulon"), ("malaga", "toulon"), ("italie", "carqueiranne"), ("allobroges", "faron")):
        position = position.with_unit(unit, place=zone, temp=2, perm=1)
    for look in (DESK, PHONE, WALL, Look(size=(838.0, 620.0))):
        picture = scene(position, look)
        found = {item.id: item for item in picture.layer("ships").items if isinstance(item, Group)}
        for name in ("toulon british", "toulon spanish", "carqueiranne east", "faron west"):
            chip, plate = found[name].items[-2:]
            half = found[name].box[2]
            assert texts(picture, name)[-1] == "T2 P1"
            (box,) = words_in([plate])
            assert box[0] >= half or box[2] <= -half, f"{name} on {look.size}: the plate lies over {chip}"
            assert found[name].at[0] + box[0] > 0
            assert found[name].at[0] + box[2] < picture.w
