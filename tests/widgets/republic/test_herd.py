"""Chapter 7 of Republic without a browser: the elephant line with its chances, and a leader's two dice."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from rulesdemo.errors import InputError
from rulesdemo.play.order_codec import read_order
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.games.republic.guide import GUIDE
from widgets.games.republic.panels.fates import FATE, chances, loss_modifier
from widgets.games.republic.panels.herd import HERD, charge_views, groups, kind_of
from widgets.kit.panel import PanelView
from widgets.play.session import Desk

F = Fraction
RULES = ruleset("republic")
BEGIN = ("attack force=epirotes target=romans", "stand", "roll_tactics", "live")


@pytest.fixture
def desk() -> Desk:
    """Six elephant points are about to go in."""
    made = Desk(GUIDE, "the_herd", begin=BEGIN, seeds=range(100))
    made.give(read_order(made.engine, "charge_elephants"))
    return made


def words(text: str) -> str:
    """What a listener hears."""
    heard_of = re.sub(r'<(span|svg)\b[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", text)
    return " ".join(Marked(heard_of).words.split())


# -- elephants -------------------------------------------------------------------------------------------------------------------------


def test_faces_are_grouped_as_the_rule_tells_them() -> None:
    # 8.36: 0, 1 and 2-3 lose it, 4 nothing, 5 and 6-7 harm the enemy, 8-9 help the roll.
    assert [faces for faces, _charge in groups(RULES)] == [(0,), (1,), (2, 3), (4,), (5,), (6, 7), (8, 9)]
    assert [kind_of(charge) for _faces, charge in groups(RULES)] == ["lost", "lost", "lost", "idle", "harm", "harm", "help"]


def test_three_elephants_have_the_chances_of_the_specification() -> None:
    help_, lost, enemy = charge_views(RULES, 3, "attacker")
    # Section 7, question 11.
    assert [(row.label, row.chance) for row in help_.rows] == [("0", F(64, 125)), ("+1", F(48, 125)), ("+2", F(12, 125)), ("+3", F(1, 125))]
    assert lost.rows[0].chance == F(27, 125)
    # One elephant costs the enemy a point with 3/10, so none of three does with 343/1000.
    assert enemy.rows[0].chance == F(343, 1000)
    assert [row.label for row in charge_views(RULES, 3, "defender")[0].rows] == ["0", "−1", "−2", "−3"]


def test_the_line_waits_and_then_shows_every_die(desk: Desk) -> None:
    panel = PanelView(HERD)
    text = panel.html(desk)
    assert Marked(text).faults == []
    assert text.count("is-waiting") == 3
    assert "All of them live with a chance of 27/125" in words(text)
    desk.use_dice((0, 4, 5, 6, 8, 9))
    text = panel.html(desk)
    assert panel.state(RULES).count == 6
    assert [text.count(f"is-{kind}") for kind in ("lost", "idle", "harm", "help", "waiting")] == [1, 1, 2, 2, 0]
    assert "Modifier of the battle roll +2." in words(text)
    panel.act("role", "defender", desk)
    said = words(panel.html(desk))
    assert "Modifier of the battle roll −2." in said
    assert said.count("−1 on the battle roll") == 3  # two tiles, and the row of 8 and 9
    assert "+1 on the battle roll" not in said


def test_its_own_dice_and_its_ends(desk: Desk) -> None:
    panel = PanelView(HERD)
    panel.html(desk)
    panel.act("roll", "", desk)
    assert len(panel.state(RULES).roll.faces) == 3
    panel.act("count", "1", desk)
    assert panel.state(RULES).roll is None
    for _ in range(9):
        panel.act("count", "1", desk)
    assert panel.stored_state() == {"v": 1, "count": 8, "role": "attacker"}
    for strange in (None, [9, "attacker"], [0, "attacker"], [3, "nobody"], [True, "attacker"], [3, []], [3]):
        panel.restore(strange)
    assert panel.stored_state() == {"v": 1, "count": 8, "role": "attacker"}
    panel.restore([2, "defender"])
    assert panel.stored_state() == {"v": 1, "count": 2, "role": "defender"}
    for what, value in (("count", "2"), ("role", "both"), ("sink", "")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)


# -- leaders ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("vm", "drm", "expected"),
    [
        # Section 7, question 12, and the challenge of section 8.
        (7, 0, (F(7, 10), F(21, 100), F(9, 100))),
        (7, 1, (F(3, 5), F(6, 25), F(4, 25))),
        (7, 2, (F(1, 2), F(1, 4), F(1, 4))),
        (8, 1, (F(7, 10), F(21, 100), F(9, 100))),
        (10, 0, (F(1), F(0), F(0))),
    ],
)
def test_fates_are_as_specified(vm: int, drm: int, expected: tuple[Fraction, ...]) -> None:
    assert tuple(chance for _fate, chance in chances(RULES, vm, drm)) == expected


def test_a_lost_battle_and_pluto_add_one_each() -> None:
    assert [loss_modifier(RULES, defeated=one, pluto=other) for one in (False, True) for other in (False, True)] == [0, 1, 1, 2]


def test_the_dice_are_shown_face_by_face(desk: Desk) -> None:
    panel = PanelView(FATE)
    text = panel.html(desk)
    assert Marked(text).faults == []
    # Under 7 he is safe: seven faces. On the second die seven wound and three kill.
    assert [text.count(f">{sign}</span>") for sign in ("✗", "W", "†")] == [3, 7, 3]
    panel.act("vm", "1", desk)
    panel.act("defeated", "", desk)
    text = panel.html(desk)
    assert "Added to the dice: +1" in words(text)
    assert "Killed 9/100 9.0 %" in words(text)
    assert 'id="fate-defeated" data-do="extra" data-name="fate:defeated" data-by="" aria-pressed="true"' in text
    panel.act("cell", "7-killed", desk)
    assert "Rating 7, killed: 4/25 (16.0" in words(panel.html(desk))


def test_at_ten_no_second_die_is_shown(desk: Desk) -> None:
    panel = PanelView(FATE)
    panel.restore([10, False, False])
    assert "Second die" not in words(panel.html(desk))
    panel.act("pluto", "", desk)
    assert "Second die" in words(panel.html(desk))


def test_another_reading_spares_the_second_die_and_takes_the_dice_up(desk: Desk) -> None:
    panel = PanelView(FATE)
    panel.restore([8, True, False])
    panel.html(desk)
    panel.act("roll", "", desk)
    assert panel.state(desk.rules).roll is not None
    desk.set_switch("leader_loss_drm", "first")
    # Hit on 7 to 9, then killed on 8 and 9 only: 3/10 x 2/10.
    assert "Killed 3/50 6.0 %" in words(panel.html(desk))
    assert panel.state(desk.rules).roll is None
