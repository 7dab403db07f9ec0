"""Chapter 3 of Republic without a browser: whose letter counts, two leaders and their dice, every pair, and what letters are worth."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from rulesdemo.errors import InputError
from rulesdemo.play.order_codec import read_order
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.games.republic.guide import GUIDE
from widgets.games.republic.lessons.leaders import mean, outlook, pair_of, rehearsal
from widgets.games.republic.panels.leader_tables import LEADER_TABLES, means
from widgets.games.republic.panels.leaders import LEADERS, gains, pair_chances
from widgets.kit.panel import PanelView
from widgets.play.session import Desk

F = Fraction
RULES = ruleset("republic")

# Section 7 of the specification, question 1: A against B.
A_AGAINST_B = dict(zip(range(-4, 7), (F(n, 100) for n in (1, 3, 7, 12, 18, 20, 14, 14, 7, 3, 1)), strict=True))
# Question 3.
MEANS = {"A": F(33, 5), "B": F(28, 5), "C": F(47, 10), "D": F(14, 5), "E": F(11, 5)}
# Table T: the chance that the defender retreats, a row for each attacker.
TABLE_T = {
    "A": "1429/5000 3739/10000 4541/10000 6199/10000 1679/2500",
    "B": "2081/10000 721/2500 731/2000 667/1250 1467/2500",
    "C": "1479/10000 87/400 1441/5000 2277/5000 5087/10000",
    "D": "781/10000 571/5000 157/1000 1473/5000 851/2500",
    "E": "299/5000 433/5000 1211/10000 154/625 723/2500",
}


@pytest.fixture
def desk() -> Desk:
    """Three Roman armies in a hex with the Etruscans."""
    return Desk(GUIDE, "who_leads", seeds=range(100))


def give(desk: Desk, *said: str) -> None:
    for each in said:
        desk.give(read_order(desk.engine, each))


def words(text: str) -> str:
    """What a listener hears."""
    heard_of = re.sub(r'<(span|svg|b)\b[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", text)
    return " ".join(Marked(heard_of).words.split())


# -- the numbers -----------------------------------------------------------------------------------------------------------------------


def test_a_against_b_and_a_against_e_are_as_specified() -> None:
    assert dict(pair_chances(RULES, "A", "B")) == A_AGAINST_B
    assert mean(RULES, "A", "B") == 1
    assert [row.chance for row in gains(RULES, "A", "B").rows] == [F(59, 100), F(9, 50), F(23, 100)]
    assert mean(RULES, "A", "E") == F(22, 5)
    assert gains(RULES, "A", "E").rows[0].chance == F(97, 100)
    assert dict(pair_chances(RULES, "A", "E"))[9] == F(1, 50)


def test_letters_have_the_means_of_the_specification_and_pairs_the_gap_between_them() -> None:
    assert dict(means(RULES)) == MEANS
    assert all(mean(RULES, one, other) == MEANS[one] - MEANS[other] for one in MEANS for other in MEANS)
    gaps = {one + other: abs(mean(RULES, one, other)) for one in MEANS for other in MEANS if one < other}
    assert min(gaps, key=gaps.__getitem__) == "DE"


# -- the board -------------------------------------------------------------------------------------------------------------------------


def test_before_an_attack_every_leader_is_told_and_the_one_in_hand_may_throw(desk: Desk) -> None:
    seen = outlook(desk.position, "")
    assert seen is not None
    # B is worth 5.6: A 6.6 - 5.6, C 4.7 - 5.6, E 2.2 - 5.6.
    assert [(line.name, line.text, line.is_now) for line in seen.lines] == [
        ("Valerius, letter A", "+1.0", True),
        ("Marcius, letter C", "−0.9", False),
        ("Servius, letter E", "−3.4", False),
    ]
    due = rehearsal(desk.position, "servius")
    assert due is not None
    assert due.title == "Servius (E) against a lucumo (B)"
    assert due.throw.args[1:] == ("E", "B")


def test_who_declares_the_attack_leads_it_whoever_joins(desk: Desk) -> None:
    give(desk, "attack force=marcius target=etruscans", "stand", "coordinate force=valerius", "coordinate force=servius")
    found = pair_of(desk.position, "valerius")
    assert found is not None
    assert (found[0].leader.letter, found[1].leader.letter) == ("C", "B")
    give(desk, "roll_tactics")
    desk.use_dice((9, 0))
    # A 9 is worth 7 with C, a 0 is worth 3 with B.
    assert desk.fallen is not None
    assert "7 − 3 = 4" in desk.fallen.words
    assert outlook(desk.position, "marcius") is None
    assert rehearsal(desk.position, "marcius") is None


def letters_in(panel: PanelView) -> tuple[str, str]:
    """The letters that the panel shows."""
    state = panel.state(RULES)
    return state.attacker, state.defender


# -- two leaders -----------------------------------------------------------------------------------------------------------------------


def test_the_panel_shows_both_leaders_and_the_chart(desk: Desk) -> None:
    text = PanelView(LEADERS).html(desk)
    assert Marked(text).faults == []
    said = words(text)
    assert "4 to 9, on average 6.6" in said
    assert "3 to 8, on average 5.6" in said
    assert "−4: 1/100" in said
    assert "+6: 1/100" in said
    assert "+7: never" in said
    assert text.count('name="extra:leaders:pair"') == 25
    assert "D attacks E, on average +0.6" in said


def test_letters_can_be_picked_one_by_one_or_as_a_pair(desk: Desk) -> None:
    panel = PanelView(LEADERS)
    panel.act("attacker", "D", desk)
    panel.act("defender", "E", desk)
    assert "On average +3/5, or +0.6" in words(panel.html(desk))
    assert re.search(r'value="DE" checked', panel.html(desk))
    panel.act("pair", "EA", desk)
    assert letters_in(panel) == ("E", "A")
    assert "On average −22/5, or −4.4" in words(panel.html(desk))
    panel.act("follow", "", desk)
    assert letters_in(panel) == ("A", "B")


def test_a_throw_lights_both_values_and_another_letter_takes_it_up(desk: Desk) -> None:
    panel = PanelView(LEADERS)
    panel.html(desk)
    assert "lit" not in panel.html(desk)
    panel.act("roll", "", desk)
    assert panel.state(RULES).roll is not None
    text = panel.html(desk)
    assert text.count('class="lit"') == 5  # a face and a value for each leader, and the column
    assert "your roll" in words(text)
    panel.act("attacker", "C", desk)
    assert panel.state(RULES).roll is None


def test_the_panel_follows_the_board_and_its_dice(desk: Desk) -> None:
    panel = PanelView(LEADERS)
    panel.html(desk)
    give(desk, "attack force=servius target=etruscans")
    panel.html(desk)
    assert letters_in(panel) == ("E", "B")
    give(desk, "stand", "fight_alone", "roll_tactics")
    desk.use_dice((9, 0))
    # A 9 is worth 5 with E, a 0 is worth 3 with B.
    assert "5 − 3 = 2" in words(panel.html(desk))


def test_what_a_browser_kept_comes_back_and_nothing_else(desk: Desk) -> None:
    panel = PanelView(LEADERS)
    panel.restore(["D", "E"])
    panel.html(desk)
    assert panel.stored_state() == {"v": 1, "attacker": "D", "defender": "E"}
    for strange in (None, ["F", "A"], ["A"], [1, 2], "AB"):
        panel.restore(strange)
    assert panel.stored_state() == {"v": 1, "attacker": "D", "defender": "E"}
    for what, value in (("attacker", "F"), ("pair", "A"), ("pair", "AF"), ("sink", "")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)


# -- the tables ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("attacker", TABLE_T)
def test_table_t_is_on_the_page(attacker: str, desk: Desk) -> None:
    panel = PanelView(LEADER_TABLES)
    for defender, chance in zip(TABLE_T, TABLE_T[attacker].split(), strict=True):
        panel.act("pair", attacker + defender, desk)
        assert f"{attacker} attacks {defender}, the defender retreats: {F(chance)} (" in words(panel.html(desk))


def test_a_picked_pair_has_all_three_ends_at_any_modifier(desk: Desk) -> None:
    panel = PanelView(LEADER_TABLES)
    text = panel.html(desk)
    assert Marked(text).faults == []
    said = words(text)
    # Question 6: A against B with no other modifier, then B against C at +3.
    assert "Defender retreats 3739/10000 37.4 % Nobody retreats 209/500 41.8 % Attacker retreats 2081/10000 20.8 %" in said
    panel.act("pair", "BC", desk)
    for _ in range(3):
        panel.act("drm", "1", desk)
    assert "Defender retreats 1257/2000 62.9 % Nobody retreats 753/2500 30.1 % Attacker retreats 703/10000 7.0 %" in words(panel.html(desk))


def test_means_and_steps_are_told(desk: Desk) -> None:
    said = words(PanelView(LEADER_TABLES).html(desk))
    # 19/10 from C to D is the widest step, 3/5 from D to E the smallest.
    assert "D 14/5 2.8 −1.9" in said
    assert "E 11/5 2.2 −0.6" in said


def test_modifiers_stop_at_their_ends_and_what_a_browser_stored_comes_back(desk: Desk) -> None:
    panel = PanelView(LEADER_TABLES)
    for _ in range(12):
        panel.act("drm", "1", desk)
    assert panel.stored_state() == {"v": 1, "drm": 10, "pair": "AB"}
    other = PanelView(LEADER_TABLES)
    other.restore([-10, "EA"])
    assert other.stored_state() == {"v": 1, "drm": -10, "pair": "EA"}
