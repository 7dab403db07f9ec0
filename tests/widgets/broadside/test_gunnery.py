"""Broadside 7: the sums of a shot, every target of a ship, the gun table's distribution found row by row, and what modifiers are worth.

Averages are those of questions 1 to 4 of the specification; a 74 has force 10 short and 6 long.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.broadside.play import ENGINE
from rulesdemo.games.broadside.play.gunnery import aim_of
from rulesdemo.games.broadside.play.state import Position
from rulesdemo.rules.ruleset import ruleset
from tests.games.broadside.play.melee import melee
from tests.support.markup import Marked, heard
from tests.support.random_play import Temper, random_play
from widgets.games.broadside.guide import GUIDE
from widgets.games.broadside.panels.aim import AIM, damage_view
from widgets.games.broadside.panels.gun_rows import GUN_ROWS, count_regular, faces_of, forces
from widgets.games.broadside.panels.gun_worth import FORCES, GUN_WORTH, ways
from widgets.games.broadside.panels.shots import aiming, die_terms, force_terms, mean_of, shot_of
from widgets.kit.panel import PanelView, State
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene.shapes import Label, every_group, text_width

F = Fraction
RULES = ruleset("broadside")
EXTENDED = ruleset("broadside", {"gun_table_above": "extended"})


@pytest.fixture
def desk() -> Desk:
    """Aurore heads N in 0807: Lion abeam and Ceres, whom she rakes, two hexes away; Orion five hexes away beyond Lion; Daphne ahead."""
    made = Desk(GUIDE, "choice_of_targets", seeds=range(100))
    made.select("aurore")
    return made


def sums(position: Position, ship: str, target: str) -> tuple[list[int], list[int]]:
    shot = shot_of(position, position.ship(ship), position.ship(target))
    return [term.number for term in shot.force], [term.number for term in shot.die]


# -- a shot ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "force", "die", "mean"),
    [
        ("lion", [10], [2], F(8, 3)),  # question 3
        ("ceres", [10, 6], [2], F(11, 3)),  # row 16 is 4, 4, 3, 3, 3, 0, read at 3, 4, 5, 6, 6, 6: 3, 3, 4, 4, 4, 4
        ("orion", [6, -6], [2, -2], F(1, 6)),  # long range, past Lion and Ceres; row 0
    ],
)
def test_the_sums_of_a_shot(desk: Desk, target: str, force: list[int], die: list[int], mean: Fraction) -> None:
    assert sums(desk.position, "aurore", target) == (force, die)
    assert shot_of(desk.position, desk.position.ship("aurore"), desk.position.ship(target)).mean == mean


def test_the_sums_come_to_what_the_engine_fires_with() -> None:
    met = set()
    for seed in range(5):
        rng = random.Random(seed)
        for deed in random_play(ENGINE, melee(rng), rng, Temper("fierce", {"aim": 8})):
            position = deed.before
            if position.turn.step != "aim":
                continue
            for ship in position.there:
                for target in position.there:
                    aimed = aim_of(position, ship, target)
                    if ship.side == target.side or not aimed.distance:
                        continue
                    force, die = force_terms(position, ship, aimed), die_terms(position, ship, target, aimed)
                    if shot_of(position, ship, target).refusal is None:
                        assert sum(term.number for term in force) == aimed.force
                        assert sum(term.number for term in die) == aimed.drm
                        met |= {term.name for term in (*force, *die)}
    assert {"short range", "long range", "raking", "past a nearer enemy", "first broadside", "far away"} <= met


def test_who_is_looked_at_is_the_target_or_the_firer(desk: Desk) -> None:
    position = desk.position
    assert [each.id for each in aiming(position, "") if each] == ["aurore", "ceres"]  # the goal names Ceres
    assert [each.id for each in aiming(position, "orion") if each] == ["aurore", "orion"]
    desk.choose("aim ship=aurore target=ceres")
    # Only Lion has somebody to fire at among the British.
    assert [each.id for each in aiming(desk.position, "aurore") if each] == ["lion", "aurore"]


def test_every_target_has_a_line_and_the_shot_may_be_practised(desk: Desk) -> None:
    found = desk.outlook("gunnery")
    assert found is not None
    assert [(line.name, line.text) for line in found.lines] == [
        ("Lion, force 10, die +2", "8/3"),
        ("Ceres, force 16, die +2, raking", "11/3"),
        ("Orion, force 0, not nearest", "1/6"),
        ("Daphne, no gun bears", ""),
    ]
    assert [line.is_now for line in found.lines] == [False, True, False, False]
    due = GUIDE.rehearsal(desk.position, "lion", "gunnery")
    assert due is not None
    assert (due.title, due.throw.args[1:]) == ("Aurore fires at Lion", (10, 2, False))
    assert GUIDE.rehearsal(desk.position, "daphne", "gunnery") is None
    looked = GUIDE.outlook(desk.position, "daphne", "gunnery")
    assert looked is not None
    assert looked.words.startswith("Daphne is not in the field of fire of Aurore. [V.b]")


def test_before_she_sails_there_is_no_shot_and_astern_she_rakes() -> None:
    desk = Desk(GUIDE, "across_her_stern")
    desk.select("aurore")
    assert GUIDE.rehearsal(desk.position, "aurore", "gunnery") is None
    for key in ("plot ship=aurore text=4", "ready"):
        desk.choose(key)
    shot = shot_of(desk.position, desk.position.ship("aurore"), desk.position.ship("lion"))
    assert shot.aimed.raking
    assert GUIDE.rehearsal(desk.position, "aurore", "gunnery") is None  # the set piece is over


# -- any shot on the board -------------------------------------------------------------------------------------------------------------


def test_a_pair_is_picked_and_the_board_draws_its_line(desk: Desk) -> None:
    panel = PanelView(AIM)
    html = panel.html(desk)
    assert Marked(html).faults == []
    assert "10 short range + 6 raking = 16 row of the table" in heard(html)
    panel.act("target", "orion", desk)
    assert "6 long range − 6 past a nearer enemy = 0 row of the table" in heard(panel.html(desk))
    assert "+2 first broadside − 2 far away = 0 columns" in heard(panel.html(desk))
    scene = GUIDE.scene(desk.position, desk.look(Look(lesson="gunnery")))
    assert any("Aurore fires at Orion" in group.label for group in every_group(scene))
    panel.act("ship", "lion", desk)
    assert "Lion at Aurore" in heard(panel.html(desk))
    panel.act("ship", "daphne", desk)
    assert "No shot. Aurore is not in the field of fire of Daphne." in heard(panel.html(desk))
    panel.act("ship", "aurore", desk)
    assert panel.current(desk).ship == "aurore"
    for what, value in (("ship", "nobody"), ("masts", "lion"), ("target", "aurore")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)


def test_another_press_on_the_board_brings_its_own_pair(desk: Desk) -> None:
    panel = PanelView(AIM)
    panel.act("target", "orion", desk)
    desk.choose("aim ship=aurore target=ceres")
    assert (panel.current(desk).ship, panel.current(desk).target) == ("lion", "aurore")


def test_the_bars_are_those_of_question_four() -> None:
    view = damage_view(RULES, 10, 0)
    assert [(row.key, row.chance) for row in view.rows] == [(0, F(1, 6)), (1, F(1, 6)), (2, F(1, 3)), (3, F(1, 3))]
    assert view.mean == F(11, 6)
    assert [row.chance for row in damage_view(RULES, 10, -2).rows] == [F(1, 2), F(1, 6), F(1, 3)]


# -- the distribution of the table ---------------------------------------------------------------------------------------------------------


def test_every_printed_row_keeps_the_distribution() -> None:
    assert faces_of(RULES, 10) == (3, 3, 2, 2, 1, 0)
    assert forces(RULES) == range(31)
    assert count_regular(RULES) == 31
    assert [mean_of(RULES, force) for force in range(31)] == [F(force + 1, 6) for force in range(31)]
    assert mean_of(RULES, -1) == 0


def test_the_distribution_is_found_by_adding_up_and_guessing(desk: Desk) -> None:
    panel = PanelView(GUN_ROWS)
    assert "(F + 1)/6" not in panel.html(desk)
    assert "Now guess" not in panel.html(desk)
    with pytest.raises(InputError):
        panel.act("check", "", desk)
    for force in (4, 10, 10, 13):
        panel.act("force.at", str(force), desk)
        panel.act("add", "", desk)
    html = panel.html(desk)
    assert Marked(html).faults == []
    assert "10 3 + 3 + 2 + 2 + 1 + 0 11" in heard(html)
    assert panel.state(RULES).rows == (4, 10, 13)
    asked = panel.state(RULES).secret
    assert asked not in (-1, 4, 10, 13)
    panel.act("guess.at", str(asked), desk)
    panel.act("check", "", desk)
    assert "Too low." in panel.html(desk)
    assert "(F + 1)/6" not in panel.html(desk)
    panel.act("guess", "1", desk)
    panel.act("check", "", desk)
    told = heard(panel.html(desk))
    assert "Each row adds up to its force plus 1: 31 of 31 printed rows do." in told
    assert "(F + 1)/6" in told


def test_a_row_that_was_to_be_guessed_and_is_added_up_is_asked_no_more(desk: Desk) -> None:
    panel = PanelView(GUN_ROWS)
    for force in (0, 1, 2):
        panel.act("force.at", str(force), desk)
        panel.act("add", "", desk)
    first = panel.state(RULES).secret
    panel.act("force.at", str(first), desk)
    panel.act("add", "", desk)
    assert panel.state(RULES).secret not in (-1, 0, 1, 2, first)
    panel.act("show", "", desk)
    assert "This is it." in panel.html(desk)


def test_the_rows_are_stored(desk: Desk) -> None:
    panel, other = PanelView(GUN_ROWS), PanelView(GUN_ROWS)
    for force in (0, 30, 15):
        panel.act("force.at", str(force), desk)
        panel.act("add", "", desk)
    other.restore(panel.stored_state())
    assert other.state(RULES) == panel.state(RULES)
    other.restore({"force": 7, "added": [2, 3], "asked": -1, "state": "open"})  # as 0.5 stored it
    assert other.state(RULES) == GUN_ROWS.initial(RULES).replace(force=7, rows=(2, 3))
    before, good = other.state(RULES), panel.stored_state()
    strange: Any
    for strange in ({**good, "rows": [31]}, {**good, "rows": [2, 2]}, {**good, "stage": "won"}, {**good, "secret": -2}):
        other.restore(strange)
        assert other.state(RULES) == before
    panel.act("force.at", "99", desk)
    assert panel.state(RULES).force == 30


# -- what it is worth --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("force", "first", "plain", "far"), [(10, "8/3", "11/6", "5/6"), (20, "14/3", "7/2", "11/6")])
def test_a_first_broadside_and_range_by_question_three(force: int, first: str, plain: str, far: str) -> None:
    found = ways(RULES, force)
    assert [found[key].mean for key in ("first", "plain", "far")] == [F(first), F(plain), F(far)]


@pytest.mark.parametrize("force", range(31))
def test_a_rake_is_worth_one_point_within_the_table_and_a_nearer_enemy_costs_one(force: int) -> None:
    found = ways(RULES, force)
    # Question 2; past row 30 the last row is read, and below row 0 there is no shot.
    assert found["rake"].mean - found["plain"].mean == (1 if force <= 24 else F(30 - force, 6))
    assert found["plain"].mean - found["past"].mean == (1 if force >= 6 else F(force + 1, 6))


def test_the_worth_is_told(desk: Desk) -> None:
    panel = PanelView(GUN_WORTH)
    html = panel.html(desk)
    assert "At force 12 a rake is worth exactly 1 hull point" in heard(html)
    panel.act("force.at", "26", desk)
    assert "A rake goes past the last row, and is read on row 30." in heard(panel.html(desk))
    panel.act("force.at", "5", desk)
    assert "Past a nearer enemy no force is left" in heard(panel.html(desk))
    panel.act("force", "1", desk)
    assert panel.state(RULES) == State(force=6)
    panel.act("force.at", "99", desk)
    assert panel.state(RULES) == State(force=30)
    other = PanelView(GUN_WORTH)
    other.restore(6)  # as 0.5 stored it
    for strange in (None, -1, 31, "7", True):
        other.restore(strange)
    assert other.state(RULES) == State(force=6)


def test_the_forces_are_those_of_the_printed_rows() -> None:
    rows = [int(label) for label in RULES.table("gun_table").rows.labels]
    assert (min(rows), max(rows)) == FORCES


def test_another_reading_has_rows_above_the_table() -> None:
    # Row 33 is 8, 7, 7, 6, 6, 0: 34/6.
    assert ways(EXTENDED, 27)["rake"].mean == F(34, 6)
    made = Desk(GUIDE, "choice_of_targets", {"gun_table_above": "extended"})
    panel = PanelView(GUN_WORTH, force=27)
    assert "Above row 30 our rebuilt rows count." in heard(panel.html(made))


@pytest.mark.parametrize(("wide", "high", "is_narrow"), [(600.0, 460.0, False), (358.0, 340.0, True), (1120.0, 640.0, False)])
@pytest.mark.parametrize(("battle", "window"), [("choice_of_targets", ("0404", "1410")), ("across_her_stern", ("0602", "1508"))])
def test_words_in_fields_of_fire_are_whole_and_apart(
    battle: str, window: tuple[str, str], wide: float, high: float, is_narrow: bool
) -> None:
    desk = Desk(GUIDE, battle, seeds=range(9))
    desk.select("aurore")
    scene = GUIDE.scene(desk.position, desk.look(Look(lesson="gunnery", window=window, size=(wide, high), is_narrow=is_narrow)))
    (fields,) = [group for group in every_group(scene) if group.id == "fields"]
    notes = [item for item in fields.items if isinstance(item, Label)]
    assert notes
    boxes = [(note.x, note.y, text_width(note.text, note.size, note.face) / 2, note.size / 2) for note in notes]
    for x, y, half, tall in boxes:
        assert half <= x <= scene.w - half
        assert tall <= y <= scene.h - tall
    for (x, y, half, tall), (other_x, other_y, other_half, _) in combinations(boxes, 2):
        assert abs(x - other_x) >= half + other_half or abs(y - other_y) >= 2 * tall
