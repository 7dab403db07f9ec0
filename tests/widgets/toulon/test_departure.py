"""The fleet leaves: the map beside the choice, the ledger, the track of turns with its exact chances, and a siege thrown turn by turn."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from rulesdemo.errors import InputError
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.chapter.page import chapter
from widgets.games.toulon.board.scene import scene
from widgets.games.toulon.guide import GUIDE
from widgets.games.toulon.lessons.departure import crossings, outlook, rehearsal, supply
from widgets.games.toulon.panels.departure import DEPARTURE, PRICE, RUN, prices, sentence
from widgets.kit.bars import FILL
from widgets.kit.panel import PanelView
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene.text_painter import words

RULES = ruleset("toulon")


@pytest.fixture
def desk() -> Desk:
    return Desk(GUIDE, "ships_leave", seeds=range(100))


def gone(desk: Desk, face: int) -> Desk:
    """The ships leave, and the first throw shows a face."""
    desk.choose("evacuate")
    desk.choose("roll_war_supply")
    desk.use_dice((face,))
    return desk


# -- the map -----------------------------------------------------------------------------------------------------------------------------


def test_with_ships_the_marines_may_cross_to_five_beaches(desk: Desk) -> None:
    # From Cepet by sea: the map has seven beaches; Cepet itself and Les Sablettes, next to it by land, are none of them.
    desk.choose("skip")
    desk.select("marines")
    position = desk.position
    assert set(crossings(position, position.unit("marines"))) == {"toulon", "six_fours", "la_malgue", "marguerite", "carqueiranne"}
    said = outlook(position, "marines")
    assert said is not None
    assert [(line.name, line.text or line.number) for line in said.lines] == [
        ("victory points", "0"),
        ("gun crews", 1),
        ("beaches for British marines, by sea", 5),
    ]
    assert said.hexes == set(crossings(position, position.unit("marines")))


def test_without_ships_there_is_no_crossing_and_the_price_is_paid(desk: Desk) -> None:
    # 3.7: 6 points and all crews; 3.9: no way over the water.
    gone(desk, 1)
    desk.select("marines")
    position = desk.position
    assert crossings(position, position.unit("marines")) == ()
    said = outlook(position, "marines")
    assert said is not None
    assert [line.text or line.number for line in said.lines] == ["−6", 0, 0]
    assert said.hexes == frozenset()
    desk.press("toulon")
    assert desk.refusal is not None
    assert desk.refusal.rule == "3.9"


def test_nobody_crosses_while_the_other_side_moves(desk: Desk) -> None:
    desk.choose("skip")
    desk.choose("end_moves")
    position = desk.position
    assert position.turn.side == "republican"
    assert crossings(position, position.unit("marines")) == ()


@pytest.mark.parametrize(("face", "state"), [(4, "supplied"), (5, "cut")])
def test_the_plate_at_toulon_tells_its_war_supply(desk: Desk, face: int, state: str) -> None:
    # 3.8: a 4 is 2 on half a die and supplies, a 5 is 3 and fails.
    assert supply(desk.position)[0] == "supplied"  # 4.8a: both roadsteads are Allied
    desk.choose("evacuate")
    assert supply(desk.position)[0] == "due"
    desk.choose("roll_war_supply")
    desk.use_dice((face,))
    assert supply(desk.position)[0] == state


def test_the_map_says_what_the_overlay_shows(desk: Desk) -> None:
    look = Look(lesson="departure")
    before = words(scene(desk.position, look))
    assert "War supply of Toulon: supplied" in before
    assert "No troops cross" not in before
    after = words(scene(gone(desk, 6).position, look))
    assert "War supply of Toulon: cut off" in after
    assert "The ships have gone for good" in after
    assert "No troops cross The Petite Rade" in after
    assert after.count("is closed to troops") == 7  # the beaches of the map


def test_the_throw_can_be_rehearsed_before_the_ships_leave() -> None:
    page = chapter("toulon", "ships_leave", lesson="departure")
    assert page.is_rehearsing
    assert "If the ships leave: the throw of each turn" in page.view.parts()["odds"]
    # The good row is the plain one, although its field says that nothing failed.
    rows = re.findall(r'class="label">([^<]+)<.*?class="bar"[^>]*fill="([^"]+)"', page.view.parts()["odds"])
    assert rows == [("In supply", FILL["best"]), ("Cut off", FILL["third"])]
    # 3.8: two of the three faces of half a die supply.
    due = rehearsal(page.desk.position, "")
    assert due is not None
    assert due.throw.procedure.dist(*due.throw.args).p(failed=False) == Fraction(2, 3)
    page.desk.choose("evacuate")
    due = rehearsal(page.desk.position, "")
    assert due is not None
    assert due.title == "The next throw for war supply"


def test_nothing_is_foretold_once_the_goal_is_met(desk: Desk) -> None:
    gone(desk, 1)
    for order in ("end_moves", "end_moves", "roll_war_supply"):
        desk.choose(order)
    desk.use_dice((2,))
    assert desk.is_over
    assert desk.position.result.winner == "allied"
    assert outlook(desk.position, "marines") is None
    assert rehearsal(desk.position, "marines") is None


# -- the ledger --------------------------------------------------------------------------------------------------------------------------


def test_the_ledger_has_the_price_and_marks_the_column_that_holds(desk: Desk) -> None:
    before = prices(desk.position)
    assert before[0][1:] == ("0", "−6")
    assert before[1][1:] == ("1", "0")
    assert before[2][2] == "2/3 a turn [T30]"
    assert re.search(r'class="is-now">With the ships <span class="ledger-now">', PanelView(PRICE).html(desk))
    gone(desk, 1)
    assert prices(desk.position) == before
    assert re.search(r'class="is-now">Without them <span class="ledger-now">', PanelView(PRICE).html(desk))


def test_nothing_can_be_done_in_the_ledger(desk: Desk) -> None:
    with pytest.raises(InputError, match="Nothing here is called 'leave"):
        PanelView(PRICE).act("leave", "1", desk)


# -- the track of turns --------------------------------------------------------------------------------------------------------------------


# Question 5 of the specification: (2/3)^k, and 4096/531441 for the twelve throws of turns 5 to 16.
@pytest.mark.parametrize(
    ("last", "chance"),
    [
        (5, Fraction(2, 3)),
        (6, Fraction(4, 9)),
        (7, Fraction(8, 27)),
        (8, Fraction(16, 81)),
        (9, Fraction(32, 243)),
        (10, Fraction(64, 729)),
        (16, Fraction(4096, 531441)),
    ],
)
def test_the_chance_of_supply_shrinks_turn_by_turn(last: int, chance: Fraction) -> None:
    assert RUN.chance(RULES, 5, last) == chance
    assert RUN.chance(RULES, 5, 4) == 1  # the ships are still there


def test_the_turns_are_told() -> None:
    assert sentence(RULES, 5, 16) == (
        "The ships leave on turn 5. 12 throws up to turn 16 [3.8]. The average number of failures is 4. "
        "Before that the roadsteads supply Toulon [4.8a]."
    )
    assert sentence(RULES, 1, 1) == "The ships leave on turn 1. 1 throw up to turn 1 [3.8]. The average number of failures is 1/3."


def test_the_panel_shows_columns_and_fractions(desk: Desk) -> None:
    panel = PanelView(DEPARTURE)
    text = str(panel.html(desk))
    assert text.count('class="before"') == 4
    assert text.count('class="run"') == 3
    assert text.count('class="after"') == 9
    assert Marked(text).faults == []
    assert "8/27" in text
    assert "4096/531441" in text


def test_a_siege_is_thrown_turn_by_turn_and_counted(desk: Desk) -> None:
    panel = PanelView(DEPARTURE)
    seen = set()
    for number in range(1, 41):
        panel.act("throw", "1", desk)
        text = str(panel.html(desk))
        # 3.8: on half a die 5 and 6 are a 3, which fails.
        siege = panel.state(RULES).siege
        cut = sum(face > 4 for face in siege.faces)
        assert len(siege.faces) == 3
        assert text.count('<li class="is-cut">') == cut
        assert text.count('<li class="is-supplied">') == 3 - cut
        assert ("Supplied to the end." in text) is (cut == 0)
        seen.add(cut)
        assert siege.number == number
    assert {0, 1, 2} <= seen
    assert 0 < panel.state(RULES).siege.whole < 40
    panel.act("last", "1", desk)
    assert panel.state(RULES).siege is None
    assert "siege thrown" not in panel.html(desk)


def span(panel: PanelView) -> tuple[int, int]:
    state = panel.state(RULES)
    return state.first, state.last


def test_the_turns_push_each_other_and_stop_at_the_ends(desk: Desk) -> None:
    panel = PanelView(DEPARTURE)
    panel.act("first.at", "12", desk)
    assert span(panel) == (12, 12)
    panel.act("last", "-1", desk)
    assert span(panel) == (11, 11)
    panel.act("last.at", "99", desk)
    assert span(panel) == (11, 16)
    for what, value in (("first", "x"), ("middle", "1"), ("first.by", "1"), ("last", "1000")):
        with pytest.raises(InputError, match="Nothing here is called"):
            panel.act(what, value, desk)
    assert span(panel) == (11, 16)


def test_the_turns_are_kept_and_nonsense_is_not() -> None:
    panel = PanelView(DEPARTURE)
    panel.restore([3, 9])  # as 0.5 stored it
    for strange in (None, [9, 3], ["3", "9"], 5):
        panel.restore(strange)
    assert span(panel) == (3, 9)
    # Turns that the calendar does not have become the nearest that it has.
    for outside, inside in (([0, 4], (1, 4)), ([4, 17], (4, 16))):
        panel.restore(outside)
        assert span(panel) == inside
