"""Chapters 1 and 2 of Escadres: what each heading is worth, the ways to end a move, and the boards to try both on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulesdemo import odds
from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.play import scenarios
from rulesdemo.games.escadres.play.state import Activation
from rulesdemo.rules.ruleset import ruleset
from tests.games.escadres.play.given import position_of
from tests.support.markup import plain
from widgets.chapter.page import Chapter, chapter
from widgets.games.escadres.board.scene import scene
from widgets.games.escadres.guide import GUIDE
from widgets.games.escadres.lessons.sailing import reach_outlook, wind_outlook
from widgets.games.escadres.panels.reach import ends, worths
from widgets.games.escadres.try_out.helm import EndsBoard, HelmBoard, OpenWater
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene.shapes import Group, every_group

RULES = ruleset("escadres")


def group(picture: Any, name: str) -> Group:
    return next(each for each in every_group(picture) if each.id == name)


def made(lesson: str, scenario: str, ship: str) -> Chapter:
    page = chapter("escadres", scenario, lesson=lesson, ship=ship)
    page.play()
    return page


def choose(page: Chapter, *keys: str) -> None:
    for key in keys:
        page.hear([{"do": "choose", "name": key}])


# -- wind and speed --------------------------------------------------------------------------------------------------------------------


def test_every_heading_has_its_class_by_letter_and_name() -> None:
    position = scenarios.load("landfall")  # speed 5, wind to E
    outlook = wind_outlook(position, "sirene")
    assert outlook is not None
    assert [(line.name, line.number) for line in outlook.lines] == [
        ("E, running (B)", 4),
        ("NE, reaching (A)", 5),
        ("NW, close-hauled (C)", 3),
        ("W, head to wind (D)", 0),
        ("SW, close-hauled (C)", 3),
        ("SE, reaching (A)", 5),
    ]
    assert [line.name for line in outlook.lines if line.is_now] == ["E, running (B)"]
    assert outlook.words == "Wind from W. A move that begins on this heading has 4 steps. [E-MOVE-2]"
    assert GRID.parse("0705") in outlook.hexes  # four steps straight on
    assert GRID.parse("0805") not in outlook.hexes


def test_the_allowance_stays_what_it_was_when_the_move_began() -> None:
    page = made("wind", "landfall", "sirene")
    choose(page, "straight ship=sirene", "turn ship=sirene way=left")
    told = plain(page.view.parts()["odds"])
    assert "This move began with 4 steps, and 2 are left whichever way she turns." in told  # though reaching would give 5
    outlook = wind_outlook(page.desk.position, "sirene")
    assert outlook is not None
    assert [line.name for line in outlook.lines if line.is_now] == ["NE, reaching (A)"]


def test_the_headings_stand_around_a_ship_that_waits_and_not_around_one_that_moves() -> None:
    position = scenarios.load("landfall")
    picture = scene(position, Look(lesson="wind", selected="sirene"))
    assert group(picture, "heading-W").label == "Heading W Sirène is head to wind and has 0 steps"
    assert group(picture, "heading-NE").label == "Heading NE Sirène is reaching and has 5 steps"
    page = made("wind", "landfall", "sirene")
    assert not [each.id for each in every_group(page.scene) if each.id.startswith("heading-")]


def test_a_slow_ship_is_stuck_before_the_wind() -> None:
    # V2 of the rules: speed 1 running has 0; close-hauled half of 1 is rounded up.
    assert {each.wind: each.steps for each in worths(RULES, 1, GRID.named("E"))} == {"A": 1, "B": 0, "C": 1, "D": 0}


# -- turning ---------------------------------------------------------------------------------------------------------------------------


def test_a_stopped_ship_before_a_rock_can_end_in_four_ways() -> None:
    # As she lies; one hex on; there the rock is ahead, so a turn to the left or to the right.
    position = scenarios.load("wear")
    outlook = reach_outlook(position, "aurore")
    assert outlook is not None
    assert outlook.title == "Aurore can end this move in 4 ways"
    assert [(line.name, line.number) for line in outlook.lines] == [("as she lies", 1), ("after 1 step", 1), ("after 2 steps", 2)]
    assert "[E-WEAR-3]" in outlook.words
    assert outlook.hexes == {GRID.parse("0405")}


def test_another_ship_in_the_way_counts_like_a_rock() -> None:
    ships = ["aurore french seventy_four 1008 NE", "sirene french frigate 1107 E"]  # her stern fills 1007, right ahead
    alone, together = (position_of({"ships": each}, RULES).position for each in (ships[:1], ships))
    assert len(ends(alone, alone.ship("aurore"))) == 49  # by hand in tests/cases/escadres/movement.toml
    assert len(ends(together, together.ship("aurore"))) < 49
    assert not any(bow == GRID.parse("1007") for bow, _heading in ends(together, together.ship("aurore")))


def test_what_is_left_of_a_move_is_counted() -> None:
    position = position_of({"ships": ["aurore french seventy_four 1008 NE"]}, RULES).position
    ship = position.ship("aurore")
    assert len(ends(replace(position, activation=Activation("aurore", 4, 1, turned=2)), ship)) == 2  # stay, or go straight on
    assert len(ends(replace(position, activation=Activation("aurore", 4, 1, turned=1)), ship)) == 4
    assert ends(replace(position, activation=Activation("aurore", 4, 4, moved=True)), ship) == {ship.berth: 0}


def test_there_is_an_arrowhead_for_every_other_way_to_lie() -> None:
    picture = scene(scenarios.load("wear"), Look(lesson="reach", selected="aurore"))
    heads = group(picture, "ends")
    assert len(heads.items) == 3
    assert heads.label == "She can end in 0405 heading E, NE, SE"
    assert group(picture, "reach").label == "In reach: 0405"


def test_a_move_that_is_over_is_told_and_a_stop_is_named() -> None:
    position = scenarios.load("wear")
    over = replace(position, activation=Activation("aurore", 2, 2, moved=True))
    outlook = reach_outlook(over, "aurore")
    assert outlook is not None
    assert outlook.lines == ()
    assert outlook.words.endswith("She spent no step, and is marked as stopped. [E-MOVE-7]")
    assert not [each for each in every_group(scene(over, Look(lesson="reach", selected="aurore"))) if each.id == "ends"]


def test_a_refused_step_names_its_rule_and_the_way_out() -> None:
    page = made("reach", "wear", "aurore")
    assert "E-WEAR-3" in page.view.parts()["orders"]
    choose(page, "straight ship=aurore")
    page.hear([{"do": "press", "name": "0505"}])
    assert page.desk.message == "Refused. There is land in 0505. [E-OCC-1] Choose another step, or end her move."


# -- the way so far, and going back ----------------------------------------------------------------------------------------------------


def test_the_way_so_far_begins_where_she_lay_and_a_turn_adds_to_its_hex() -> None:
    desk = Desk(GUIDE, "landfall")
    assert desk.path() == ()
    for key in ("straight ship=sirene", "straight ship=sirene", "turn ship=sirene way=left"):
        desk.choose(key)
    assert [(GRID.label(place), cost) for place, cost in desk.path()] == [("0305", 0), ("0405", 1), ("0505", 3)]
    picture = scene(desk.position, desk.look(Look()))
    assert group(picture, "path").label == "The path so far: 0305, 0405, 0505, cost 3"
    desk.undo()
    assert [cost for _place, cost in desk.path()] == [0, 1, 2]


def test_the_last_chit_is_no_roll_to_make_again() -> None:
    desk = Desk(GUIDE, "landfall")
    assert desk.history.done[-1].faces == (1,)
    assert not desk.can_roll_again
    desk.choose("end_move ship=sirene")
    desk.choose("roll_drift ship=sirene")
    desk.use_dice((1,))
    assert desk.history.done[-1].faces == (1,)  # the chit of the second turn, drawn by itself
    assert not desk.can_roll_again


# -- boards to try it on ---------------------------------------------------------------------------------------------------------------


def beside(board: OpenWater) -> str:
    return plain(" ".join(board.beside().values()))


def do(board: OpenWater, act: str, name: str = "", value: str = "") -> dict[str, Any]:
    return board.hear([{"do": act, "name": name, "value": value}])


def test_ship_and_wind_are_turned_by_buttons_and_keys_and_the_reach_follows() -> None:
    board = HelmBoard()
    assert "She heads E, the wind blows from W: she is running (B). 4 steps of speed 5." in beside(board)
    reply = do(board, "turn", "-1")
    assert set(reply["parts"]) >= {"helm-told", "helm-table", "helm-said"}
    assert reply["patches"]
    assert "She heads NE, the wind blows from W: she is reaching (A). 5 steps of speed 5." in beside(board)
    do(board, "key", value="ArrowDown")
    assert "She heads NE, the wind blows from NW: she is close-hauled (C). 3 steps of speed 5." in beside(board)
    do(board, "wind", "1")
    told = beside(board)
    assert "the wind blows from NE: she is head to wind (D). 0 steps of speed 5." in told
    assert "She stays where she is until she drifts." in told
    assert group(board.scene, "wind")
    assert not [each for each in every_group(board.scene) if each.id == "reach"]
    do(board, "key", value="ArrowRight")
    assert (GRID.name(board.heading), GRID.name(board.wind)) == ("E", "SW")


@pytest.mark.parametrize("heading", GRID.names)
def test_a_pressed_hex_is_where_she_points(heading: str) -> None:
    board = HelmBoard()
    there = GRID.parse("0606") + GRID.vector(GRID.named(heading)) * 4
    do(board, "press", str(GRID.label(there)))
    assert GRID.name(board.heading) == heading


def test_what_means_nothing_changes_nothing() -> None:
    board = HelmBoard()
    for act, name, value in (("press", "0606", ""), ("press", "9999", ""), ("turn", "2", ""), ("kind", "raft", ""), ("key", "", "Enter")):
        assert do(board, act, name, value) == {"patches": {}}


def test_another_ship_has_her_own_sheet() -> None:
    board = HelmBoard()
    do(board, "kind", "three_decker")
    assert "2 steps of speed 3." in beside(board)
    assert board.ship.power == 12
    assert 'aria-pressed="true">Three-decker, speed 3' in str(board.beside()["helm-buttons"])


def test_a_phone_gets_a_board_that_fits() -> None:
    board = HelmBoard()
    board.hear([{"do": "hello", "page": {"width": 390}}])
    assert (board.scene.w, board.scene.h) == (358, 310)  # as high to its width as 520 to 600
    board.hear([{"do": "page", "page": {"width": 1280}}])
    assert (board.scene.w, board.scene.h) == (600, 520)


@pytest.mark.parametrize("stopped", [False, True])
@pytest.mark.parametrize("kind", ["three_decker", "seventy_four", "frigate"])
def test_the_engine_finds_as_many_ways_as_the_procedure_counts(kind: str, stopped: bool) -> None:
    board = EndsBoard()
    do(board, "kind", kind)
    if stopped:
        do(board, "stopped")
    for _turn in range(6):
        do(board, "turn", "1")
        found = ends(board.position, board.ship)
        steps = next(each.steps for each in board.worths() if each.heading == board.heading)
        counted = next(iter(odds("escadres.end_positions", allowance=steps, turns=board.ship.turns, stopped=stopped)))
        assert (len(found), len({bow for bow, _heading in found})) == counted


def test_a_stop_takes_ways_away_and_its_button_says_so() -> None:
    board = EndsBoard()
    assert "The two-decker can end this move in 49 ways" in beside(board)
    # By hand: she stays, 1; one of S, L, R; then S S, S L, S R, L S, R S, L L and R R.
    assert "as she lies 1 after 1 step 3 after 2 steps 7" in beside(board)
    do(board, "stopped")
    assert "her first step goes straight on." in beside(board)
    assert 'aria-pressed="true">She was stopped' in str(board.beside()["ends-buttons"])
