"""Chapter 9 without a browser: the curve of several tries, the luck of practice rolls, and the rules as cards."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.order_codec import read_order
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.chapter.rule_shelf import RuleShelf
from widgets.games.veneti.guide import GUIDE
from widgets.games.veneti.panels.tries import TRIES, Fight, answers
from widgets.kit.panel import PanelView
from widgets.play.luck_panel import MOST_KEPT, PracticeLuck
from widgets.play.session import Desk

RULES = ruleset("veneti")
BOTH = "board target=morwen parties=aquila:2,lupa:2"
ALONE = "board target=morwen parties=aquila:2"


def desk(order: str = "", **more: Any) -> Desk:
    made = Desk(GUIDE, "boarders", begin=("end_movement",), **more)
    if order:
        made.give(read_order(made.engine, order))
    return made


def words(text: str) -> str:
    return " ".join(Marked(text).words.split())


# -- again and again -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fight", "printed"),
    [
        # Section 8 of the rules page, answers 13 and 14; where it ends the boarders are spent, so the curve is flat.
        (Fight(3, 2, -1), ["7/12", "347/432", "20813/23328"]),
        (Fight(3, 2, 0), ["13/18", "299/324", "5707/5832"]),
        (Fight(2, 2, -1), ["5/12", "50/81"]),
        (Fight(3, 3, -1), ["5/12", "50/81", "8389/11664"]),
        (Fight(4, 2, -1), ["13/18", "299/324", "5707/5832", "69359/69984"]),
    ],
)
def test_printed_chances_within_so_many_tries(fight: Fight, printed: list[str]) -> None:
    found = [answer.dist.p(captured=True) for answer in answers(None, fight)]
    expected = [Fraction(text) for text in printed]
    assert found == expected + expected[-1:] * (6 - len(expected))


def test_the_curve_follows_the_chosen_boarding_and_stays_when_it_is_let_go() -> None:
    panel, made = PanelView(TRIES), desk()
    assert "Choose a boarding" in panel.html(made)
    made.give(read_order(made.engine, BOTH))
    text = panel.html(made)
    assert Marked(text).faults == []
    assert "4 marines against 2 on a higher deck" in words(text)
    assert "1 13/18" in words(text)
    assert "After 4 tries nobody is left to board." in words(text)
    made.give(read_order(made.engine, ALONE))
    assert "2 marines against 2" in words(panel.html(made))
    assert "2 50/81 50 81 61.7 %" in words(panel.html(made))
    made.select("")
    assert "2 marines against 2" in words(panel.html(made))


def test_the_steps_are_drawn_as_high_as_they_are_likely() -> None:
    # 5/12 and 50/81 of a hundred units, measured from above; then flat.
    text = PanelView(TRIES, fight=Fight(2, 2, -1)).html(desk())
    assert 'class="step"' in text
    assert "M0 58.33V58.33H100V38.27H200V38.27H300V38.27H400V38.27H500V38.27H600" in text


def test_a_boarding_that_cannot_fail_has_no_word_of_exhaustion() -> None:
    # 12 against 0 needs 3, and the higher deck adds 1: no throw fails.
    assert "nobody is left" not in PanelView(TRIES, fight=Fight(12, 0, 1)).html(desk())


def test_another_ruling_is_another_curve() -> None:
    # With the losses read on the modified total, a boarder from below is hurt by other rolls; the curve must be asked anew.
    rules = ruleset("veneti", {"boarding_bands": "modified"})
    assert [answer.rules for answer in answers(rules, Fight(3, 2, -1))] == [rules] * 6


@pytest.mark.parametrize("kept", [None, "x", [1, 2], [0, 2, -1], [3, 2, 5], [3, -1, 0], [3.0, 2, 0], [True, 2, 0]])
def test_a_fight_that_cannot_be_is_not_brought_back(kept: Any) -> None:
    panel = PanelView(TRIES)
    panel.restore(kept)
    assert panel.state(RULES).fight is None


def test_a_fight_is_brought_back_and_nothing_can_be_pressed() -> None:
    panel = PanelView(TRIES)
    panel.restore(PanelView(TRIES, fight=Fight(3, 2, -1)).stored_state())
    assert panel.state(RULES).fight == Fight(3, 2, -1)
    with pytest.raises(InputError):
        panel.act("more", "1", desk())


# -- luck ------------------------------------------------------------------------------------------------------------------------------


def luck() -> PracticeLuck:
    return PracticeLuck("roman", "You", dice=2, captured=True)


def test_practice_rolls_are_counted_with_the_chance_that_each_had() -> None:
    panel, made = luck(), desk(BOTH)
    assert "Too few dice to say" in panel.html(made)
    for faces in ((1, 1), (6, 6), (6, 5)):
        made.practise(FixedDice(faces))
        panel.html(made)
    made.give(read_order(made.engine, ALONE))
    made.practise(FixedDice((6, 6)))
    panel.html(made)
    # From below 1 is taken off. 4 against 2 needs 5, so a natural 6: 26 ways of 36. 2 against 2 needs 7, so a natural 8: 15 ways.
    assert sorted((roll.chance, roll.good) for roll in panel.rolls) == [
        (Fraction(5, 12), True),
        (Fraction(13, 18), False),
        (Fraction(13, 18), True),
        (Fraction(13, 18), True),
    ]
    assert "8 dice. Too few dice to say." in words(panel.html(made))
    made.practise(FixedDice((6, 6)))
    text = panel.html(made)
    assert Marked(text).faults == []
    assert "You: 4 of 5 rolls good" in words(text)


def test_luck_is_kept_from_one_visit_to_the_next() -> None:
    panel, made = luck(), desk(BOTH)
    for _time in range(3):
        made.practise(FixedDice((6, 6)))
        panel.html(made)
    later, again = luck(), desk(BOTH)
    later.restore(panel.stored_state())
    again.practise(FixedDice((1, 1)))
    later.html(again)
    assert [roll.good for roll in later.rolls] == [True, True, True, False]


def test_of_very_many_rolls_the_last_are_counted() -> None:
    """An hour of rolls does not fill the kernel's memory, and the words are about the rolls that are counted."""
    panel, made = luck(), desk(BOTH)
    for _time in range(MOST_KEPT + 5):
        made.practise(FixedDice((6, 6)))
    assert f"last {MOST_KEPT} practice rolls" in words(panel.html(made))
    made.practise(FixedDice((1, 1)))
    assert f"You: {MOST_KEPT - 1} of {MOST_KEPT} rolls good" in words(panel.html(made))
    assert [roll.good for roll in panel.rolls] == [True] * (MOST_KEPT - 1) + [False]
    later = luck()
    for _visit in "once", "again":
        later.restore(panel.stored_state())
    assert later.rolls == panel.rolls


@pytest.mark.parametrize("kept", [None, 7, "text", [["1/2"]], [["2", True]], [["1/0", True]], [["x", True]], [[0.5, True]]])
def test_luck_that_cannot_be_is_not_brought_back(kept: Any) -> None:
    panel = luck()
    panel.restore(kept)
    assert panel.rolls == ()


# -- cards -----------------------------------------------------------------------------------------------------------------------------


def test_a_number_opens_its_card_and_closes_it() -> None:
    shelf, made = RuleShelf("veneti", "8.22", "8.23"), desk()
    assert "rule-card" not in shelf.html(made)
    shelf.act("open", "8.23", made)
    text = shelf.html(made)
    assert Marked(text).faults == []
    assert "Boarding roll" in text
    assert "rules" in text[text.index("shelf-more") :]
    shelf.act("open", "8.22", made)
    assert 'data-by="8.22" aria-pressed="true"' in shelf.html(made)
    shelf.act("open", "8.22", made)
    assert "rule-card" not in shelf.html(made)
    with pytest.raises(InputError, match=r"no card of rule 9\.9"):
        shelf.act("open", "9.9", made)


def test_the_open_card_is_kept() -> None:
    shelf, other = RuleShelf("veneti", "8.22", "8.23"), RuleShelf("veneti", "8.22", "8.23")
    shelf.act("open", "8.22", desk())
    other.restore(shelf.stored_state())
    assert other.open == "8.22"
    for strange in (None, 3, "9.9"):
        other.restore(strange)
    assert other.open == "8.22"
