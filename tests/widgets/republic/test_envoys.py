"""Chapter 11 of Republic without a browser: the track as a board, four letters beside each other, and the die of a disaster."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.republic.play import ENGINE, scenarios
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.state import Position
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import apply
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.games.republic.board.scene import scene
from widgets.games.republic.board.track import TRACK, is_track, next_envoy, plan_of, shifts
from widgets.games.republic.guide import GUIDE
from widgets.games.republic.panels.alliance import ALLIANCE, better
from widgets.games.republic.panels.disasters import DISASTERS, mends, of_face, what_of
from widgets.kit.panel import PanelView
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene.shapes import Group, Label, Scene, every_group, groups

F = Fraction
RULES = ruleset("republic")
LOOK = Look(size=(600.0, 406.0), lesson="envoys")


@pytest.fixture
def desk() -> Desk:
    return Desk(GUIDE, "the_envoy", seeds=range(100))


def start() -> Position:
    found: Position = scenarios.start("the_envoy").position
    return found


def heard(position: Position, *faces: int) -> Position:
    """After an audience with these dice."""
    found: Position = apply(ENGINE, FixedDice(faces), position, o.Negotiate("fabricius")).position
    return found


def label_of(picture: Scene, name: str) -> str:
    return next((group.label for group in every_group(picture) if group.id == name), "")


def words(text: str) -> str:
    """What a listener hears."""
    kept = re.sub(r'<(span|svg)\b[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", text)
    return " ".join(Marked(kept).words.split())


# -- the board -------------------------------------------------------------------------------------------------------------------------


def test_only_a_board_without_forces_is_a_track() -> None:
    assert is_track(start())
    assert not is_track(scenarios.start("campaign").position)  # envoys, and Forces too


def test_the_board_shows_marker_goal_envoy_and_where_the_audience_lands() -> None:
    picture = scene(start(), LOOK)
    assert label_of(picture, "marker") == "The marker stands at 0"
    assert label_of(picture, "goal") == "The goal: box +3 or beyond"
    assert label_of(picture, "fabricius") == "Fabricius, letter B, 2 cunning points, at hand"
    # Table D, letter B: -3 1/50, -1 3/25, 0 7/50, +1 8/25, +2 2/5.
    dist = label_of(picture, "law")
    assert "box −3 with 1/50" in dist
    assert "box +2 with 2/5" in dist
    assert "box +3" not in dist
    assert "Alliance track: 0 boxes for Rome" in picture.desc


def test_the_marker_moves_and_the_columns_with_it() -> None:
    position = heard(start(), 0)  # letter B, face 0: +2
    picture = scene(position, LOOK)
    assert label_of(picture, "marker") == "The marker stands at +2"
    assert label_of(picture, "law") == ""  # he has been heard this turn
    again = replace(position, ambassadors=tuple(replace(each, acted=False) for each in position.ambassadors))
    assert "box +4 with 2/5" in label_of(scene(again, LOOK), "law")


def test_past_its_end_the_track_shows_the_last_box() -> None:
    picture = scene(replace(start(), alliance=9), LOOK)
    plan = plan_of(LOOK.size)
    marker = next(group for group in every_group(picture) if group.id == "marker")
    assert marker.at == plan.box(TRACK[1])[:2]
    assert "box +6 with " in label_of(picture, "law")


def test_a_lost_envoy_is_crossed_out_and_told() -> None:
    position = heard(start(), 9, 2)  # D, then 2: held for ransom
    assert next_envoy(position) is None
    picture = scene(position, LOOK)
    assert label_of(picture, "fabricius") == "Fabricius, letter B, 2 cunning points, held for ransom"
    owing = apply(ENGINE, FixedDice((7,)), position, o.RollRansom("fabricius")).position  # half of 7, rounded down
    assert label_of(scene(owing, LOOK), "fabricius").endswith("held for ransom, 3 points still to pay")


@pytest.mark.parametrize("size", [(358.0, 340.0), (600.0, 406.0), (960.0, 720.0)])
def test_everything_stays_on_the_board_and_can_be_read(size: tuple[float, float]) -> None:
    picture = scene(start(), replace(LOOK, size=size, is_narrow=size[0] < 400))
    plan = plan_of(size)
    assert all(0 < plan.box(number)[0] < plan.box(number)[2] < size[0] for number in range(TRACK[0], TRACK[1] + 1))
    left, top, right, bottom = plan.card(0, 1)
    assert 0 < left < right < size[0]
    assert plan.box(0)[3] < top < bottom < size[1]
    sizes = [item.size for group in every_group(picture) for item in group.items if isinstance(item, Label)]
    assert min(sizes) >= 13


def test_a_press_on_the_card_tells_of_him(desk: Desk) -> None:
    ((label, corners),) = GUIDE.outlines(desk.position, LOOK)
    (place,) = GUIDE.hexes(desk.position)
    assert GUIDE.grid.parse(label) == place
    assert len(corners) == 4
    assert GUIDE.place_text(desk.position, place) == "Fabricius, letter B, 2 cunning points, at hand. The marker stands at 0."


def test_groups_of_the_board_have_names_of_their_own() -> None:
    names = [group.id for layer in scene(start(), LOOK).layers for group in groups(layer.items) if isinstance(group, Group) and group.id]
    assert len(names) == len(set(names))
    assert set(names) >= {"track", "marker", "goal", "law", "fabricius"}


# -- the letters -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letter", "chance"),
    # Table D: what stands under +1, +2 and +3.
    [("A", F(31, 100) + F(2, 5) + F(1, 10)), ("B", F(8, 25) + F(2, 5)), ("C", F(13, 25)), ("D", F(13, 25))],
)
def test_the_chance_to_gain_is_that_of_table_d(letter: str, chance: Fraction) -> None:
    assert better(shifts(RULES, letter, 0)) == chance


def test_a_cell_of_the_table_is_told_exactly_and_picks_its_letter(desk: Desk) -> None:
    panel = PanelView(ALLIANCE)
    panel.act("cell", "Dbetter", desk)
    assert panel.state(RULES).letter == "D"
    text = panel.html(desk)
    assert Marked(text).faults == []
    assert "Letter D, the marker moves your way: 13/25" in words(text)
    assert "Letter D: 17/50 boxes on average" in words(text)
    panel.act("cell", "Amean", desk)
    assert "Letter A, boxes on average: 33/25" in words(panel.html(desk))
    with pytest.raises(InputError):
        panel.act("cell", "Fmean", desk)


def test_letter_b_never_moves_three_boxes(desk: Desk) -> None:
    text = PanelView(ALLIANCE).html(desk)
    assert 'id="alliance-cell-A3"' in text
    assert 'id="alliance-cell-B3"' not in text


# -- disasters -------------------------------------------------------------------------------------------------------------------------


def test_every_pair_of_faces_is_what_the_rule_says() -> None:
    # 12.34-D: executed -3, ransom, ill +1, strays -1, cancelled.
    found = [(of_face(RULES, face).shift, what_of(of_face(RULES, face))) for face in range(0, 10, 2)]
    assert found == [
        (-3, "He is executed"),
        (0, "He is held for ransom"),
        (1, "He dies of illness"),
        (-1, "He strays"),
        (0, "His audience is cancelled"),
    ]
    assert all(of_face(RULES, face) == of_face(RULES, face + 1) for face in range(0, 10, 2))


def test_what_mends_a_disaster() -> None:
    assert mends(RULES, of_face(RULES, 0)) == "nothing"
    assert mends(RULES, of_face(RULES, 2)) == "1 to 4 cunning points, at any time"  # S6: die 0 or 1 costs 1, die 9 costs 4
    assert mends(RULES, of_face(RULES, 6)) == "1 cunning point, at once"
    assert mends(RULES, of_face(RULES, 8)).startswith("1 cunning point, for a new audience")


def test_a_throw_lights_its_row_and_a_capture_throws_for_the_ransom(desk: Desk) -> None:
    panel = PanelView(DISASTERS)
    assert 'class="lit"' not in panel.html(desk)
    fates = set()
    for turn in range(1, 30):
        panel.act("roll", "", desk)
        faces = panel.state(RULES).faces
        fate = of_face(RULES, faces[0]).fate
        fates.add(fate)
        assert (len(faces) == 2) == (fate == "ransom")
        text = panel.html(desk)
        assert text.count('class="lit"') == 1
        assert f"So far {turn} disaster" in words(text)
        if len(faces) == 2:
            assert "The ransom is" in words(text)
    assert fates == {"dead", "ransom", "straying", "waiting"}
    # The ransom, question 19: 1 point 2/5, the others 1/5 each.
    assert "1 cunning point 2/5" in words(panel.html(desk))


def test_only_counts_are_stored_and_rubbish_changes_nothing(desk: Desk) -> None:
    panel = PanelView(DISASTERS)
    panel.act("roll", "", desk)
    stored = panel.stored_state()
    assert "faces" not in stored
    fresh = PanelView(DISASTERS)
    fresh.restore(stored)
    assert fresh.stored_state() == stored
    for rubbish in ([1], [1, 2], [True, 1], [3, -1]):
        fresh.restore(rubbish)
        assert fresh.stored_state() == stored
    fresh.restore([7, 2])
    assert fresh.state(RULES).counts == (7, 2)


def test_dice_that_other_rules_asked_for_are_taken_up(desk: Desk) -> None:
    panel = PanelView(DISASTERS, faces=(2, 7))  # held for ransom, and its die
    assert panel.state(RULES).faces == (2, 7)
    panel.put(panel.state(RULES).replace(faces=(0, 7)))
    assert panel.state(RULES).faces == ()
    assert "Every disaster has two faces of ten." in words(panel.html(desk))
