"""Chapter 11 of Broadside without a browser: the exact curve of a duel, one that is fought with given dice, and the panel."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.broadside.hull import Hulls
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.games.broadside.guide import GUIDE
from widgets.games.broadside.panels.duel import (
    DUEL,
    MOST_TURNS,
    USUAL,
    Duel,
    duel_of,
    from_here,
    is_possible,
    many,
    standings,
    turn_words,
    volleys,
)
from widgets.kit.panel import PanelView
from widgets.play.session import Desk

F = Fraction
RULES = ruleset("broadside")


def desk() -> Desk:
    return Desk(GUIDE, "point_blank", begin=("ready", "ready"), seeds=range(1000))


def words(text: Any) -> str:
    return " ".join(Marked(str(text)).words.split())


def listed(panel: PanelView, made: Desk, key: str) -> str:
    """What one of the two lists of chances says."""
    found = re.search(rf'<dl class="blaze-list" id="{key}">(.*?)</dl>', str(panel.html(made)), re.DOTALL)
    assert found
    return words(found[1])


# -- chances -----------------------------------------------------------------------------------------------------------------------------


def test_the_curve_of_equal_ships() -> None:
    # Section 8 of the rules page, item 14: who has won alone, and both beaten, after 3 and after 4 turns.
    every = [dict(chances) for chances in standings(RULES, USUAL)]
    assert len(every) == MOST_TURNS + 1
    assert every[2]["none"] == 1
    assert (every[3]["a"], every[3]["b"], every[3]["both"]) == (F(110, 729), F(110, 729), F(16, 729))
    assert (every[4]["a"], every[4]["b"], every[4]["both"]) == (F(16873, 52488), F(16873, 52488), F(4333, 26244))
    assert all(sum(chances.values()) == 1 for chances in every)


def test_the_end_by_hand() -> None:
    # One hull point each, a section gone: force 8 costs something on all faces but the 1. Both fire until one hits:
    # both hit with 25/36 against 5/36 for each alone, and 1/36 goes round again.
    last = dict(from_here(RULES, USUAL, Hulls(1, 1), 5))
    assert last == {"b": F(1, 7), "both": F(5, 7), "none": F(0), "a": F(1, 7)}
    decided = dict(from_here(RULES, USUAL, Hulls(0, 3), 5))
    assert decided["a"] == 1


def test_first_broadsides_count_in_the_end_too() -> None:
    first, fired = (dict(from_here(RULES, USUAL._replace(first=each), USUAL.full, 0)) for each in (1, 0))
    assert first["a"] == first["b"]
    assert sum(first.values()) == 1
    assert first["none"] == 0
    assert first != fired


def test_more_force_wins_more() -> None:
    chances = dict(standings(RULES, Duel(14, "4+4", 10, "4+4"))[4])
    assert chances["b"] > chances["a"]


# -- one duel ----------------------------------------------------------------------------------------------------------------------------


def test_a_duel_with_given_dice() -> None:
    # Row 10 costs 3, 3, 2, 2, 1, 0 from 6 down. First broadside: 6 is read as 6 and costs 3, 1 is read as 3 and costs 2. Then a 5 costs 3
    # and a 6 costs 3: Lion has 2 left, Aurore 3. Both have lost a section and fire with 8: a 2 costs 1, a 3 costs 2.
    told = volleys(RULES, USUAL, ((6, 1), (5, 6), (2, 3)))
    assert [each.hulls for each in told] == [Hulls(6, 5), Hulls(3, 2), Hulls(1, 1)]
    first, second, third = (turn_words(RULES, USUAL, each) for each in told)
    assert first.startswith(
        "Aurore: 6 + 2 = 8, read as 6 with the first broadside [T8] on the row of force 10 [T1]: 3 hull points. Lion has 5 left."
    )
    assert "Lion: 1 + 2 = 3 with the first broadside [T8] on the row of force 10 [T1]: 2 hull points. Aurore has 6 left." in first
    assert second.count("A section of") == 2
    assert "on the row of force 10 − 2 for 1 section lost [T9] = 8 [T1]: 1 hull point." in third


def test_what_comes_after_the_end_is_left_out() -> None:
    # 3 and 3 leave Lion 2, and with force 8, for Aurore has lost a section too, a 6 costs 2.
    told = volleys(RULES, USUAL, ((6, 6), (6, 6), (6, 6), (1, 1)))
    assert [each.hulls for each in told] == [Hulls(5, 5), Hulls(2, 2), Hulls(0, 0)]
    assert "Both fired at once, and both are beaten. [B41] [VI]" in turn_words(RULES, USUAL, told[-1])


def test_many_duels_end_as_often_as_they_should() -> None:
    counts = many(RULES, USUAL, 400, random.Random(1))
    chances = dict(from_here(RULES, USUAL, USUAL.full, 0))
    assert sum(counts.values()) == 400
    assert counts["none"] == 0
    # Five standard deviations: sqrt(400 * p * q) is under 10.
    assert all(abs(counts[fate] - 400 * chances[fate]) < 50 for fate in counts)


# -- the panel ---------------------------------------------------------------------------------------------------------------------------


def test_the_ships_are_those_of_the_board() -> None:
    panel, made = PanelView(DUEL), desk()
    assert listed(panel, made, "duel-now").startswith("Aurore has won 110/729")
    assert "both are beaten 16/729" in listed(panel, made, "duel-now")
    panel.act("turns", "1", made)
    assert "After 4 turns" in words(panel.html(made))


def test_ships_of_ones_own() -> None:
    panel, made = PanelView(DUEL), desk()
    panel.act("a_force", "1", made)
    panel.act("b_hull", "3+3", made)
    panel.act("first", "0", made)
    assert duel_of(panel.current(made)) == Duel(11, "4+4", 10, "3+3", first=0)
    assert "Ships of your own." in words(panel.html(made))
    panel.act("board", "", made)
    assert duel_of(panel.current(made)) == USUAL
    assert "The ships of the board, as they began." in words(panel.html(made))


def test_a_turn_with_typed_dice_and_the_rest_with_thrown_ones() -> None:
    panel, made = PanelView(DUEL), desk()
    panel.act("die_a", "6", made)
    panel.act("die_b", "1", made)
    panel.act("use", "", made)
    text = words(panel.html(made))
    assert "5 of 8 hull points" in text
    assert "6 of 8 hull points" in text
    assert "In the end, from here" in text
    panel.act("end", "", made)
    assert "has won." in words(panel.html(made)) or "both are beaten." in words(panel.html(made))
    with pytest.raises(InputError, match="This duel is over"):
        panel.act("fire", "", made)
    panel.act("again", "", made)
    assert panel.current(made).thrown == ()


def test_other_ships_begin_another_duel() -> None:
    panel, made = PanelView(DUEL), desk()
    panel.act("fire", "", made)
    panel.act("a_force", "-1", made)
    assert "Nobody has fired yet." in words(panel.html(made))
    panel.act("fire", "", made)
    assert len(panel.current(made).thrown) == 1


def test_many_are_compared_with_what_is_to_be_expected() -> None:
    panel, made = PanelView(DUEL), desk()
    panel.act("many", "", made)
    assert "200 duels from the start: Aurore has won" in words(panel.html(made))


def test_what_is_kept_comes_back() -> None:
    panel, made = PanelView(DUEL), desk()
    for what, value in (("b_force", "1"), ("turns", "1"), ("fire", ""), ("fire", "")):
        panel.act(what, value, made)
    again = PanelView(DUEL)
    again.restore(panel.stored_state())
    assert again.html(made) == panel.html(made)


@pytest.mark.parametrize(
    "strange",
    [
        None,
        {"turns": 13},
        {"turns": 3, "about": [10, "4+4", 10, "4+4"], "thrown": []},
        {"turns": 3, "about": [10, "4+4", 10, "9+9", True], "thrown": []},
        {"turns": 5, "about": [10, "4+4", 10, "4+4", True], "own": [99, "4+4", 10, "4+4", True], "thrown": []},
        {"turns": 5, "about": [10, "4+4", 10, "4+4", True], "own": None, "thrown": [[7, 1]]},
        {"turns": 5, "about": [10, "4+4", 10, "4+4", True], "own": None, "thrown": [[1, 1]] * 61},
    ],
)
def test_nonsense_is_not_restored(strange: Any) -> None:
    panel, made = PanelView(DUEL), desk()
    panel.restore(strange)
    assert panel.current(made) == PanelView(DUEL).current(made)


def test_a_duel_of_0_5_comes_back() -> None:
    panel, made = PanelView(DUEL), desk()
    ships = [11, "3+3", 10, "4+4", False]
    panel.restore({"own": ships, "turns": 5, "about": ships, "thrown": [[6, 1]]})
    now = panel.current(made)
    assert (duel_of(now), now.turns, now.thrown) == (Duel(11, "3+3", 10, "4+4", first=0), 5, ((6, 1),))
    panel.restore({"own": None, "turns": 4, "about": [10, "4+4", 10, "4+4", True], "thrown": [[6, 1]]})
    now = panel.current(made)
    assert (duel_of(now), now.turns, now.thrown, now.own) == (USUAL, 4, ((6, 1),), None)
    panel.restore({"own": None, "turns": 4, "about": ships, "thrown": [[6, 1]]})
    assert panel.current(made).thrown == ()  # the ships of the board are others


@pytest.mark.parametrize(("what", "value"), [("rudder", "1"), ("a_force", "7"), ("b_hull", "5+5"), ("die_a", "7"), ("first", "2")])
def test_nonsense_is_refused(what: str, value: str) -> None:
    with pytest.raises(InputError):
        PanelView(DUEL).act(what, value, desk())


def test_every_ship_on_offer_fires_as_long_as_she_floats() -> None:
    assert is_possible(Duel(4, "4+4+4", 4, "4+4+4"))
    assert not is_possible(Duel(3, "4+4+4", 4, "4+4+4"))  # two sections gone would leave −1
