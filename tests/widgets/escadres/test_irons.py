"""In irons: what each way of drifting leaves a ship, how long she waits, and the wreck of the second set piece, without a browser."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.play.drifting import open_ways
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import seen
from widgets.chapter.page import Chapter, chapter
from widgets.games.escadres.board.ranges import drift_hex
from widgets.games.escadres.lessons.drift import outlook
from widgets.games.escadres.panels.irons import STUCK, after, mean, misses
from widgets.kit.panel import PanelView

F = Fraction
RULES = ruleset("escadres")


def page(scenario: str = "irons") -> Chapter:
    return chapter("escadres", scenario, lesson="drift", when={"drifts": True}, at_once=True)


def throw(made: Chapter, *faces: str) -> None:
    for face in faces:
        made.hear([{"do": "use dice", "value": face}])


def rows(made: Chapter) -> list[str]:
    return [row.key for row in made.desk.choices() if row.refusal is None]


# -- the choice ------------------------------------------------------------------------------------------------------------------------


def test_a_test_is_all_there_is_to_do_and_is_chosen_turn_after_turn() -> None:
    made = page()
    for turn in (1, 2, 3):
        assert made.desk.position.turn.number == turn
        assert rows(made) == ["roll_drift ship=sirene"]
        assert made.desk.chosen is not None
        assert made.desk.selected == "sirene"  # so that her ways to drift are drawn
        throw(made, "3")


def test_only_a_bow_that_pays_off_gives_her_steps() -> None:
    made = page()
    assert outlook(made.desk.position, "sirene") is None  # before the die there is nothing to choose
    throw(made, "4")
    seen = outlook(made.desk.position, "sirene")
    assert seen is not None
    # Speed 5: nothing head to wind, half rounded up close-hauled. The wind blows to W, so her bow goes to SW or NW, and she heads SE or NE.
    assert [(line.name, line.number) for line in seen.lines] == [
        ("Whole ship: head to wind", 0),
        ("Bow to SE: close-hauled", 3),
        ("Bow to NE: close-hauled", 3),
    ]
    assert "[E3]" in seen.words
    assert [row.text.title for row in made.desk.choices()] == [
        "Bow and stern go downwind",
        "The bow pays off to SE",
        "The bow pays off to NE",
    ]


def test_drifting_whole_leaves_her_in_irons_and_paying_off_is_the_goal() -> None:
    made = page()
    throw(made, "6")
    made.hear([{"do": "choose", "name": "drift ship=sirene way=both"}])
    assert rows(made) == ["roll_drift ship=sirene"]
    throw(made, "6")
    assert made.goals == set()
    made.hear([{"do": "press", "name": "0303"}])  # north-west of 0404, where her bow is after the first drift
    assert made.desk.position.ship("sirene").heading == GRID.named("NE")
    assert made.goals == {"irons"}


def test_four_failures_are_the_end() -> None:
    made = page()
    throw(made, "1", "2", "3", "1")
    assert made.desk.is_over
    assert made.goals == set()


# -- the wreck -------------------------------------------------------------------------------------------------------------------------


def test_a_wreck_is_told_how_she_would_lie_and_each_way_has_a_hex_of_its_own() -> None:
    made = page("adrift")
    throw(made, "4")
    seen = outlook(made.desk.position, "nymphe")
    assert seen is not None
    # Heading NE with the wind to W she is close-hauled; with the bow gone one hex W she heads NW, reaching.
    assert [(line.name, line.text) for line in seen.lines] == [("Whole ship", "close-hauled"), ("Bow alone", "reaching")]
    assert "[E-CREW-1]" in seen.words
    ship = made.desk.position.ship("nymphe")
    places = {way: GRID.label(drift_hex(made.desk.position, ship, berth)) for way, berth in open_ways(made.desk.position, ship).items()}
    # Bow in 0704, stern in 0605. Both ways fill 0604 with the bow; only the whole ship fills 0505 too.
    assert places == {"both": "0505", "bow_only": "0604"}
    made.hear([{"do": "press", "name": "0505"}])
    assert GRID.label(made.desk.position.ship("nymphe").bow) == "0604"
    assert made.desk.position.ship("nymphe").heading == GRID.named("NE")


def test_rocks_leave_one_way_and_she_takes_it_to_the_goal() -> None:
    made = page("adrift")
    for _ in range(2):
        throw(made, "5")
        made.hear([{"do": "choose", "name": "drift ship=nymphe way=both"}])
    # Stern in 0405, with rock in 0305 to leeward: the bow alone can go, and does.
    throw(made, "5")
    ship = made.desk.position.ship("nymphe")
    assert (GRID.label(ship.bow), ship.heading) == ("0404", GRID.named("NW"))
    assert made.goals == {"adrift"}


# -- how long --------------------------------------------------------------------------------------------------------------------------


def test_question_12_half_each_time_and_two_on_average() -> None:
    assert [after(RULES, ends).dist.p(stuck=True) for ends in range(5)] == [1, F(1, 2), F(1, 4), F(1, 8), F(1, 16)]
    assert mean(RULES) == 2


def test_the_panel_tells_the_chance_that_the_reader_sets() -> None:
    made, panel = page(), PanelView(STUCK, ends=3)
    assert "Still stuck after 3 ends of turn: 1 8 12.5 %. Out by then: 7/8, 87.5 %." in seen(panel.html(made.desk))
    assert "On average she waits 2 ends of turn." in seen(panel.html(made.desk))
    panel.act("ends", "1", made.desk)
    assert "Still stuck after 4 ends of turn: 1 16" in seen(panel.html(made.desk))
    for _ in range(20):
        panel.act("ends", "-1", made.desk)
    assert "Still stuck after 1 end of turn: 1 2" in seen(panel.html(made.desk))
    for _ in range(20):
        panel.act("ends", "1", made.desk)
    assert "Still stuck after 8 ends of turn: 1 256" in seen(panel.html(made.desk))
    assert "0, 100.0 %; 1, 1/2, 50.0 %" in panel.html(made.desk)  # the columns, for listeners
    again = PanelView(STUCK)
    for stored in (panel.stored_state(), 0, 9, "3", None, True):
        again.restore(stored)
        assert again.state(RULES).ends == 8
    again.restore(2)  # 0.5 stored the number alone
    assert again.state(RULES).ends == 2
    with pytest.raises(InputError):
        panel.act("turns", "1", made.desk)


def test_tests_that_failed_on_the_board_are_counted_and_change_nothing() -> None:
    made, panel = page(), PanelView(STUCK, ends=3)
    assert misses(made.desk) == 0
    assert "On the board" not in panel.html(made.desk)
    throw(made, "1")
    assert "she has failed 1 test, which had a chance of 1/2, 50.0 %." in panel.html(made.desk)
    throw(made, "2")
    assert misses(made.desk) == 2
    assert "failed 2 tests in a row, which had a chance of 1/4, 25.0 %. The next is 1/2, 50.0 % all the same." in panel.html(made.desk)
    throw(made, "4")
    assert misses(made.desk) == 0
