"""The calendar on the map and the council of war: who may meet on which turn, what is new, and the chance that the Allies have met."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulesdemo.games.toulon.play.orders import EndMoves
from rulesdemo.play.engine import check
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.board.zone_sheet import MARGIN
from widgets.games.toulon.board.scene import scene, sheet_of
from widgets.games.toulon.guide import GUIDE
from widgets.games.toulon.lessons.wings import apart, outlook, rehearsal
from widgets.games.toulon.panels.calendar import CALENDAR
from widgets.games.toulon.panels.council import COUNCIL, RUN, sentence
from widgets.kit.panel import PanelView
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene.shapes import groups
from widgets.scene.text_painter import words

RULES = ruleset("toulon")
TO_TURN_12 = ("skip", "end_moves", "end_moves", "skip", "end_moves", "skip")


@pytest.fixture
def desk() -> Desk:
    return Desk(GUIDE, "two_wings")


def later(desk: Desk) -> Desk:
    """The West wing moves on turn 12."""
    for order in TO_TURN_12:
        desk.choose(order)
    return desk


# -- the map -----------------------------------------------------------------------------------------------------------------------------


def test_on_turn_11_the_wings_stay_apart(desk: Desk) -> None:
    # 5a, 5b, 5c, 5d, 5f, 5g and 5h hold; 5k, the eighth that lasts, begins on turn 12.
    said = outlook(desk.position, "marseille")
    assert said is not None
    assert said.lines[0].text == "7 of 8"
    assert said.words == "Marseille volunteers may not stay with the other wing in Mont Faron [4.9a]. Nothing is new on this turn."


def test_on_turn_12_they_may_meet(desk: Desk) -> None:
    said = outlook(later(desk).position, "italie")
    assert said is not None
    assert said.lines[0].text == "8 of 8"
    assert said.words == "Army of Italy may join the other wing in Malbousquet [5k]. New on this turn: Dugommier and Wings together."


def test_the_council_can_be_rehearsed(desk: Desk) -> None:
    # 5c: from turn 3 on it takes a 1 or a 2.
    due = rehearsal(desk.position, "")
    assert due is not None
    assert due.title == "An Allied council on turn 11"
    assert due.throw.procedure.dist(*due.throw.args).p(held=True) == Fraction(1, 3)


def test_an_allied_unit_meets_no_wing(desk: Desk) -> None:
    position = desk.position
    assert apart(position, position.unit("royals")) == ()
    said = outlook(position, "royals")
    assert said is not None
    assert said.words == "Nothing is new on this turn."


def test_the_map_says_whether_the_wings_may_meet(desk: Desk) -> None:
    look = Look(lesson="wings", selected="marseille")
    assert "Mont Faron: wings apart" in words(scene(desk.position, look))
    assert "Mont Faron: wings may meet" in words(scene(later(desk).position, look))
    assert "wings" not in words(scene(desk.position, Look(lesson="wings", selected="royals")))


def test_the_plate_stays_in_the_frame(desk: Desk) -> None:
    # Mont Faron stands at the upper edge of the map, so its plate is beside it; Malbousquet has room above.
    for selected, zone, is_beside in (("marseille", "faron", True), ("italie", "malbousquet", False)):
        look = Look(lesson="wings", selected=selected)
        picture, sheet = scene(desk.position, look), sheet_of(look)
        (plate,) = [group for layer in picture.layers for group in groups(layer.items) if group.id == f"wings {zone}"]
        x, y = sheet.centre(zone)
        assert (plate.at[1] == y, plate.at[0] > x) == (is_beside, is_beside)
        assert plate.at[1] > MARGIN


def test_the_other_wing_is_passed_on_turn_11_then_too_many_then_met(desk: Desk) -> None:
    # Mont Faron, of value 2, holds 6 points: 4 and 4 are too many [4.1]. Malbousquet, of value 3, holds 9.
    for order in ("skip", "end_moves", "march unit=italie to=malbousquet"):
        desk.choose(order)
    assert not desk.is_over
    refusal = check(desk.engine, desk.position, EndMoves())
    assert refusal is not None
    assert refusal.rule == "4.9a"
    desk.choose("turn_back unit=italie")
    for order in TO_TURN_12[2:]:
        desk.choose(order)
    desk.select("marseille")
    desk.press("faron")
    assert desk.refusal is not None
    assert desk.refusal.rule == "4.1"
    desk.choose("end_moves")
    desk.select("italie")
    desk.press("malbousquet")
    assert desk.is_over
    assert desk.position.result.winner == "republican"
    assert outlook(desk.position, "italie") is None
    assert rehearsal(desk.position, "italie") is None


def test_dugommier_takes_the_place_of_carteaux(desk: Desk) -> None:
    assert desk.position.leader("carteaux").place == "malbousquet"
    later(desk)
    assert desk.position.leader("dugommier").place == "malbousquet"
    assert desk.position.leader("carteaux").place == "gone"


# -- the line of turns -------------------------------------------------------------------------------------------------------------------


def test_the_line_goes_along_with_the_game(desk: Desk) -> None:
    panel = PanelView(CALENDAR)
    assert panel.current(desk).turn == 11
    panel.act("at", "3", desk)
    assert "Your game is on turn 11." in panel.html(desk)
    assert panel.current(desk).turn == 3  # where the reader left it, until the game moves on
    later(desk)
    assert "Your game is on turn 12." in panel.html(desk)
    assert panel.current(desk).turn == 12
    panel.act("step", "1", desk)
    assert panel.current(desk).turn == 13


# -- the council of war ------------------------------------------------------------------------------------------------------------------


# Question 6 of the specification: at least one in k turns from turn 3 on.
@pytest.mark.parametrize(
    ("first", "last", "chance"),
    [
        (3, 3, Fraction(1, 3)),
        (3, 4, Fraction(5, 9)),
        (3, 5, Fraction(19, 27)),
        (3, 6, Fraction(65, 81)),
        (3, 7, Fraction(211, 243)),
        (9, 11, Fraction(19, 27)),
        (1, 2, Fraction(0)),
        (1, 3, Fraction(1, 3)),
        (5, 4, Fraction(0)),
    ],
)
def test_the_chance_of_a_council_grows(first: int, last: int, chance: Fraction) -> None:
    assert RUN.chance(RULES, first, last) == chance


def test_the_tries_are_told() -> None:
    assert sentence(RULES, 3, 5) == "3 tries up to turn 5, each with a chance of 1/3 [5c]."
    assert sentence(RULES, 1, 3) == "1 try up to turn 3, with a chance of 1/3 [5c]. Turns before 3 do not count."
    assert sentence(RULES, 1, 2) == "Before turn 3 the Allies may not try [5c]."


def test_the_panel_has_no_column_where_nobody_may_try(desk: Desk) -> None:
    panel = PanelView(COUNCIL, first=1)
    text = str(panel.html(desk))
    assert text.count('class="run"') == 3  # turns 3, 4 and 5 of five
    assert text.count('class="after"') == 11
    assert 'class="before"' not in text
    assert Marked(text).faults == []
    assert "19/27" in text
