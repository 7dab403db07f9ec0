"""The line of turns: which switches of section 5 hold on which turn, what is new, and scrubbing by buttons, slider and keys."""

from __future__ import annotations

import re

import pytest

from rulesdemo.errors import InputError
from rulesdemo.rules.ruleset import ruleset
from widgets.games.toulon.guide import GUIDE
from widgets.games.toulon.panels.calendar import CALENDAR, SWITCHES, calendar
from widgets.kit.panel import PanelView, State
from widgets.kit.timeline import Lane, Line, timeline_panel, turn_text
from widgets.play.session import Desk

RULES = ruleset("toulon")
LINE = calendar(RULES)


def drawn(turn: int) -> str:
    return CALENDAR.html(RULES, State(turn=turn, own=None), 0)


def titles(turn: int) -> set[str]:
    return {lane.key for lane in LINE.on(turn)}


# The list of section 5 of the specification: from or at which turn each switch holds.
@pytest.mark.parametrize(
    ("key", "first", "lasts"),
    [
        ("general_espionage", 2, True),
        ("inspect_toulon", 3, True),
        ("council_of_war", 3, True),
        ("batteries_mobile", 6, True),
        ("royal_louis_regains_permanent", 7, False),
        ("all_republican_guns_are_batteries", 8, True),
        ("nml_supply_roll", 8, True),
        ("austrian_roll", 9, True),
        ("ohara_commands", 10, False),
        ("dugommier_replaces_carteaux", 12, False),
        ("wings_merge", 12, True),
        ("cambridgeshires_permanent_losses", 13, False),
        ("remove_national_guard", 16, False),
    ],
)
def test_each_switch_holds_from_its_turn_on_or_on_it_alone(key: str, first: int, lasts: bool) -> None:
    assert key not in titles(first - 1)
    assert key in titles(first)
    assert (key in titles(first + 1)) is lasts


def test_the_line_goes_to_the_last_turn_that_the_source_names() -> None:
    assert LINE.turns == (1, 16)
    assert len(LINE.lanes) == len(SWITCHES) == 13
    assert LINE.on(1) == ()


def test_a_turn_is_told_to_listeners() -> None:
    # D15 and D16: the wings come together on turn 12, with Dugommier; 5a, 5b, 5c, 5d, 5f, 5g, 5h hold by then.
    assert turn_text(LINE, 11) == "Turn 11, 7 rules"
    assert turn_text(LINE, 12) == "Turn 12, 9 rules; new: Dugommier, Wings together"


def test_the_table_marks_what_holds_by_form_and_by_word() -> None:
    text = drawn(12)
    (row,) = re.findall(r'<tr class="[^"]*"><th scope="row">Wings together.*?</tr>', text)
    assert row.startswith('<tr class="is-on">')
    assert row.count('<span class="sr">no</span>') == 11
    assert row.count('<span class="sr">holds</span>') == 5
    (row,) = re.findall(r'<tr class="[^"]*"><th scope="row">Royal Louis.*?</tr>', text)
    assert row.startswith('<tr class="is-off">')
    assert row.count("happens") == 1
    assert "The 30th takes 3 permanent losses." in drawn(13)
    assert "Nothing new on turn 5." in drawn(5)


def test_the_panel_is_scrubbed_and_kept() -> None:
    desk, panel = Desk(GUIDE, "two_wings"), PanelView(CALENDAR)
    assert 'value="11"' in panel.html(desk)
    panel.act("step", "1", desk)
    assert panel.current(desk).turn == 12
    panel.act("at", "16", desk)
    panel.act("step", "1", desk)
    assert panel.current(desk).turn == 16
    assert 'data-by="1" aria-label="One turn later" disabled' in panel.html(desk)
    for what, value in (("at", "17"), ("at", "0"), ("at", "now"), ("go", "3")):
        with pytest.raises(InputError, match="Turns go from 1 to 16"):
            panel.act(what, value, desk)
    for stored in (panel.stored_state(), 16):  # 0.5 stored the turn alone
        again = PanelView(CALENDAR)
        again.restore(stored)
        for strange in (None, "5", True, -1):
            again.restore(strange)
        assert again.current(desk).turn == 16


def test_another_game_may_have_a_line_of_its_own() -> None:
    line = Line("republic", (3, 5), (Lane("late", "Late", "8.3", 4, lasts=True, words="It is late."),))
    panel = PanelView(timeline_panel("republic", "Turn by turn", lambda _rules: line, lambda _position: 0))
    assert 'aria-valuetext="Turn 3, 0 rules"' in panel.html(Desk(GUIDE, "two_wings"))
