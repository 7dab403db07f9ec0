"""The panels of Republic without a browser: the ruler, the force diagram and its sum, the pairs of leaders, the alliance track.

Expected numbers are those of the specification: tables R, T and D, and the vectors D4 to D9, D18 and D21.
"""

from __future__ import annotations

import re
import time
from fractions import Fraction
from html import unescape
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.republic.play.state import Position
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.games.republic.guide import GUIDE
from widgets.games.republic.panels import diagram as republic_diagram
from widgets.games.republic.panels.alliance import ALLIANCE, fates, shifts
from widgets.games.republic.panels.cells import with_edits
from widgets.games.republic.panels.diagram import DIAGRAM, Army, Array, of_position, terms
from widgets.games.republic.panels.pairs import PAIRS, pair_retreats
from widgets.games.republic.panels.ruler import RULER, fight, landings, rows_of
from widgets.kit.box_track import box_track, landing_chances
from widgets.kit.panel import Panel, PanelView
from widgets.kit.results_ruler import Row, Table, ruler, window
from widgets.kit.sum_table import Term, summed, terms_text, total
from widgets.play.session import Desk

F = Fraction
RULES = ruleset("republic")


@pytest.fixture
def desk() -> Desk:
    return Desk(GUIDE, "every_modifier", seeds=range(100))


def words(text: str) -> str:
    """What a listener hears."""
    heard = re.sub(r'<(span|svg)\b[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", text)
    return " ".join(unescape(Marked(heard).words).split())


def numbers(found: tuple[Term, ...]) -> dict[str, int]:
    return {term.rule: term.number for term in found}


# -- the ruler -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drm", "attacker", "none", "defender", "loses", "costs"),
    [
        (-13, F(24, 25), F(1, 50), F(1, 50), F(331, 10), F(99, 20)),
        (0, F(7, 25), F(11, 25), F(7, 25), F(141, 10), F(141, 10)),
        (3, F(3, 100), F(21, 50), F(11, 20), F(51, 4), F(377, 20)),
        (22, F(0), F(0), F(1), F(0), F(75)),
    ],
)
def test_a_net_modifier_is_worth_what_table_r_says(
    drm: int, attacker: Fraction, none: Fraction, defender: Fraction, loses: Fraction, costs: Fraction
) -> None:
    assert fight(RULES, drm) == (attacker, none, defender, loses, costs)


def test_the_ruler_has_36_rows_and_a_window_of_ten_faces(desk: Desk) -> None:
    rows = rows_of(RULES)
    assert [row.number for row in rows] == list(range(-13, 23))
    assert [row.number for row in rows if row.kind == "again"] == [-5, 2, 7, 14]
    assert {row.kind for row in rows if -13 <= row.number <= 1} == {"low", "again"}
    assert {row.kind for row in rows if 3 <= row.number <= 6} == {"middle"}
    assert window(-13, 22, 3, 10) == tuple(range(3, 13))
    text = PanelView(RULER, at=3, own="").html(desk)
    assert 'aria-valuetext="+3: rows +3 to +12"' in text
    assert "At +3 the chance of retreat is 11/20 , 55.0 %" in words(text)
    assert "0: row +3, attacker 15 %, defender 10 %, nobody retreats" in text
    assert "4: row +7, X with +1, roll again" in text
    assert "From +3 on the defender retreats more often than not." in text  # challenge 5 of the specification


def test_a_second_roll_lands_on_the_bracketed_rows() -> None:
    # At +3 the window has one X, row +7 with +1: faces 0 to 9 land on brackets 1 to 9.
    assert landings(RULES, 3) == tuple((7, row) for row in (-8, -3, -1, 3, 6, 10, 12, 17, 18))
    assert landings(RULES, 15) == ()


def test_the_window_slides_by_button_slider_and_board(desk: Desk) -> None:
    panel = PanelView(RULER)
    assert panel.current(desk).at == 0
    panel.act("slide", "1", desk)
    assert panel.current(desk).at == 1
    panel.act("at", "-13", desk)
    panel.act("slide", "-1", desk)
    assert panel.current(desk).at == -13
    assert "disabled" in panel.html(desk)
    panel.act("follow", "", desk)
    assert (panel.current(desk).at, panel.current(desk).own) == (0, None)
    panel.act("at", "23", desk)
    assert panel.current(desk).at == 22  # the last row of the table
    for what, value in (("at", "x"), ("slide", "2"), ("push", "1")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)


def test_a_window_past_the_end_shows_all_faces_over_the_last_row() -> None:
    rows = tuple(Row(number, "1", "2", "middle", "a row") for number in range(3))
    text = ruler("r", "Modifier", Table(rows, tuple(range(10))), 1, (-12, 2))
    assert ">1–9</text>" in text  # 1 + 1 is the last row, and so is anything more
    assert ">0–9</text>" in ruler("r", "Modifier", Table(rows, tuple(range(10))), -12, (-12, 2))


# -- the force diagram -----------------------------------------------------------------------------------------------------------------


def test_there_are_fifteen_modifiers_in_the_order_of_the_source() -> None:
    letters = [term.rule.split(" ")[0] for term in terms(RULES, Array())]
    assert letters == [f"8.31-{letter}" for letter in "abcdefghijklmno"]


@pytest.mark.parametrize(
    ("array", "rule", "number"),
    [
        (Array(Army(44), Army(30)), "8.31-d", 0),  # D4
        (Array(Army(45), Army(30)), "8.31-d", 1),  # D5
        (Array(Army(89), Army(30)), "8.31-d", 2),  # D6
        (Array(Army(30, 11), Army(30), roman="defender"), "8.31-e", 3),  # D7
        (Array(Army(30, 11), Army(30), roman="attacker"), "8.31-e", 2),  # D8
        (Array(Army(30, 40), Army(30), "rough", "attacker"), "8.31-e", 0),  # D9
        (Array(Army(30, letter="C", legions=6), Army(30), roman="attacker"), "8.31-b / RRR 5.24", -2),  # D18
        (Array(Army(30), Army(30, cv=5), roman="defender", flags=frozenset({"devotio"})), "8.31-o", -2),  # D21
        (Array(flags=frozenset({"failed_refusal"})), "8.31-f / 8.23, 6.55", 2),
        (Array(flags=frozenset({"ambush"})), "8.31-g / 6.58", 5),
        (Array(flags=frozenset({"envelopment"})), "8.31-h / 6.57", 4),
        (Array(flags=frozenset({"river"})), "8.31-i", -3),
        (Array(flags=frozenset({"attacker_landed", "defender_landed"})), "8.31-j", 0),
        (Array(Army(30, veterans=2), Army(30), roman="attacker"), "8.31-k", 2),
        (Array(Army(30, elite=2), Army(30, elite=3), roman="attacker"), "8.31-l", -3),  # a Roman has none
        (Array(Army(30, status="fatigued"), Army(30, status="neutralised")), "8.31-m", 2),
        (Array(Army(30, subordinates=5), Army(30, subordinates=1)), "8.31-c / 5.42", 1),
        (Array(tactics=-4), "8.31-a / 8.32", -4),
        (Array(trumpeting=2), "8.31-n / 8.36", 2),
    ],
)
def test_each_modifier_is_what_its_rule_says(array: Array, rule: str, number: int) -> None:
    assert numbers(terms(RULES, array))[rule] == number


def test_the_challenge_of_notebook_4() -> None:
    # 30 against 89 strength points, the defender with 11 more cavalry on flat ground and no Roman: -2 - 3.
    found = terms(RULES, Array(Army(30), Army(78, 11), roman="neither"))
    assert total(found) == -5
    assert terms_text(found) == "−2 −3 = −5"


def test_the_diagram_follows_the_board_until_it_is_changed(desk: Desk) -> None:
    panel = PanelView(DIAGRAM)
    position: Position = desk.position
    array = panel.current(desk).array
    assert array == of_position(position)
    # every_modifier: Decius has legions of 12 (Veteran) and 10 with 4 cavalry, the Gauls 20 and 6 with an elite kind.
    assert (array.attacker.infantry, array.attacker.cavalry, array.attacker.legions, array.attacker.veterans) == (22, 4, 2, 1)
    assert (array.defender.sp, array.defender.elite, array.roman) == (26, 1, "attacker")
    panel.act("flag", "ambush", desk)
    panel.act("defender.cavalry.at", "11", desk)
    panel.act("defender.cavalry", "1", desk)
    panel.act("attacker.letter", "E", desk)
    panel.act("defender.status", "fatigued", desk)
    panel.act("terrain", "rough", desk)
    panel.act("tactics", "-1", desk)
    own = array._replace(
        attacker=array.attacker._replace(letter="E"),
        defender=array.defender._replace(cavalry=12, status="fatigued"),
        terrain="rough",
        tactics=-1,
        flags=("ambush", "river"),  # Decius stands across the river
    )
    assert panel.current(desk).array == own
    stored = panel.stored_state()
    panel.act("follow", "", desk)
    assert panel.current(desk).array == array
    panel.restore(stored)
    assert panel.stored_state() == stored
    old = PanelView(DIAGRAM)
    old.restore(None)
    assert old.current(desk).array == array
    old.restore([list(own.attacker), list(own.defender), "rough", "attacker", -1, 0, ["ambush", "river"]])
    assert old.current(desk).array == own
    assert 'aria-pressed="true"' in panel.html(desk)


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("flag", "x"),
        ("terrain", "sea"),
        ("attacker.infantry.at", "x"),
        ("attacker.infantry", "2"),
        ("nobody.infantry", "1"),
        ("attacker.name", "1"),
    ],
)
def test_what_the_diagram_does_not_have_is_refused(desk: Desk, what: str, value: str) -> None:
    panel = PanelView(DIAGRAM)
    with pytest.raises(InputError):
        panel.act(what, value, desk)
    assert panel.state(RULES).own is None


def test_the_sum_is_the_one_that_the_engine_finds() -> None:
    from rulesdemo.games.republic.play import modifiers

    begin = ("march force=decius to=0303", "attack force=decius target=gauls")
    made = Desk(GUIDE, "every_modifier", begin=begin)
    position: Position = made.position
    assert position.clash is not None
    engine = {part.rule: part.drm for part in modifiers.all_modifiers(position, position.clash)}
    diagram = numbers(terms(position.rules, of_position(position)))
    assert {rule: diagram[rule] for rule in engine} == engine
    assert engine["8.31-i"] == -3  # the river lies between


def test_a_sum_can_be_read() -> None:
    text = words(summed("republic", "s", "The sum", (Term("Ratio", "8.31-d", 2, "2-1"), Term("River", "8.31-i", -3))))
    assert "Ratio" in text
    assert "+2 2-1" in text
    assert text.endswith("In all −1")
    assert terms_text(()) == "0"


# -- the pairs -------------------------------------------------------------------------------------------------------------------------


def test_the_pairs_are_table_t(desk: Desk) -> None:
    dist = pair_retreats(RULES)
    assert (dist["A", "B"][10].defender, dist["B", "A"][10].defender, dist["E", "A"][10].defender) == (
        F(3739, 10000),
        F(2081, 10000),
        F(299, 5000),
    )
    assert dist["B", "C"][13].defender == F(1257, 2000)  # question 6: B against C with +3
    text = PanelView(PAIRS).html(desk)
    assert "A attacks B at 0: defender retreats 3739/10000" in words(text)
    assert len(re.findall(r'<td class="shade-', text)) == 25 * 21


def test_a_changed_row_moves_the_map_at_once(desk: Desk) -> None:
    panel = PanelView(PAIRS)
    panel.act("to", "defender", desk)
    begun = time.perf_counter()
    text = panel.html(desk)
    assert time.perf_counter() - begun < 1
    # Row +4 now sends the defender off too: at net 0 that is one face of ten more, so 7/25 + 1/10 (no X lands on row +4).
    assert fight(with_edits(RULES, ((4, "retreat", "defender"),)), 0).defender == F(7, 25) + F(1, 10)
    assert ", was 3739/10000" in words(text)
    assert "more than before" in text
    panel.act("reset", "", desk)
    assert "more than before" not in panel.html(desk)


def test_an_x_has_no_retreat_to_change(desk: Desk) -> None:
    panel = PanelView(PAIRS, row=7)
    assert "it has no retreat of its own" in panel.html(desk)
    with pytest.raises(InputError, match="Choose another row"):
        panel.act("to", "none", desk)
    panel.act("row", "-1", desk)
    panel.act("to", "attacker", desk)
    assert panel.state(RULES).edits == ((6, "retreat", "attacker"),)
    panel.act("row", "-1", desk)
    assert panel.state(RULES).edits == ()


# -- the alliance track ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letter", "mean", "dies"),
    [("A", F(33, 25), F(1, 50)), ("B", F(47, 50), F(1, 25)), ("C", F(27, 50), F(1, 25)), ("D", F(17, 50), F(1, 25))],
)
def test_an_audience_is_table_d(letter: str, mean: Fraction, dies: Fraction) -> None:
    dist = shifts(RULES, letter, 0)
    assert sum(dist.values()) == 1
    assert sum(shift * chance for shift, chance in dist.items()) == mean
    assert fates(RULES, letter, 0)["dead"] == dies


def test_the_track_shows_the_marker_and_where_it_lands() -> None:
    assert landing_chances((-6, 6), 5, {3: F(1, 2), -1: F(1, 2)}) == {4: F(1, 2), 6: F(1, 2)}
    text = box_track("Track", (-2, 2), 1, ((0, F(1, 4)), (2, F(3, 4))))
    assert text.count("<li") == 5
    heard = words(text)
    assert "box +1, the marker stands here" in heard
    assert "box +2, chance 3/4, 75.0 %" in heard
    assert text.count('aria-current="true"') == 1


def test_the_alliance_panel_takes_the_ambassador_of_the_board() -> None:
    made = Desk(GUIDE, "the_envoy")
    panel = PanelView(ALLIANCE)
    letter = made.position.ambassadors[0].letter
    assert f"Letter {letter}: " in words(panel.html(made))
    panel.act("letter", "D", made)
    panel.act("drm", "-1", made)
    assert "Letter D: " in words(panel.html(made))
    assert panel.stored_state() == {"v": 1, "letter": "D", "drm": -1, "own": ""}
    panel.restore(["", 2])
    panel.restore(["E", 2])
    assert (panel.current(made).letter, panel.current(made).drm) == ("D", 2)
    fresh = PanelView(ALLIANCE)
    fresh.restore(["", 2])
    assert (fresh.current(made).letter, fresh.current(made).drm) == (letter, 2)
    fresh.restore(["C", 1])
    assert (fresh.current(made).letter, fresh.current(made).drm) == ("C", 1)


# -- what a browser keeps ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("panel", [RULER, DIAGRAM, PAIRS, ALLIANCE])
@pytest.mark.parametrize("rubbish", ["x", 99, [1], [None] * 6, [[0], [2], "flat", "attacker", 0, 0, []], {"a": 1}, [["x"] * 10] * 7, True])
def test_rubbish_from_a_browser_changes_nothing(panel: Panel, rubbish: Any) -> None:
    view = PanelView(panel)
    before = view.stored_state()
    view.restore(rubbish)
    assert view.stored_state() == before


def test_what_was_stored_stands_again() -> None:
    old = PanelView(PAIRS)
    old.restore(["none", "C", "D", -2, 5, "defender"])
    state = old.state(RULES)
    assert (state.who, state.attacker, state.defender, state.drm, state.row) == ("none", "C", "D", -2, 5)
    assert state.edits == ((5, "retreat", "defender"),)
    for panel in (PanelView(RULER, at=-3, own=""), old, PanelView(ALLIANCE, letter="C", drm=2, own="")):
        fresh = PanelView(panel.panel)
        fresh.restore(panel.stored_state())
        assert fresh.stored_state() == panel.stored_state()


def test_limits_hold_whatever_a_scenario_brings() -> None:
    assert all(low < high for _words, (low, high) in republic_diagram.NUMBERS.values())
    assert set(republic_diagram.NUMBERS) == {name for name in Army._fields if name not in ("letter", "status")}
