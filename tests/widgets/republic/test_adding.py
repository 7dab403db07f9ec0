"""Chapter 4 of Republic without a browser: the sum before and during an attack, the river on the board, and what each part is worth.

The chances are those of table R in the specification.
"""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.republic.board import GRID
from rulesdemo.play.order_codec import read_order
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.games.republic.board.scene import scene
from widgets.games.republic.guide import GUIDE
from widgets.games.republic.lessons.adding import battle_to_come, outlook, rivals, would_be
from widgets.games.republic.panels.diagram import DIAGRAM, Army, Array, terms
from widgets.games.republic.panels.worth import steps, worth_panel
from widgets.kit.panel import PanelView
from widgets.play.game_guide import Look, Outlook
from widgets.play.session import Desk
from widgets.scene.shapes import every_group

F = Fraction
RULES = ruleset("republic")


@pytest.fixture
def desk() -> Desk:
    """Decius across the river from the Gauls, Fabius farther off."""
    return Desk(GUIDE, "every_modifier", seeds=range(100))


def give(desk: Desk, *said: str) -> None:
    for each in said:
        desk.give(read_order(desk.engine, each))


def lines(seen: Outlook | None) -> dict[str, str]:
    assert seen is not None
    return {line.name: line.text for line in seen.lines}


def words(text: str) -> str:
    """What a listener hears."""
    said = re.sub(r'<(span|svg|b)\b[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", text)
    return " ".join(Marked(said).words.split())


# -- the board -------------------------------------------------------------------------------------------------------------------------


def test_before_an_attack_the_sum_is_that_of_the_way_straight_in(desk: Desk) -> None:
    # Decius: 1 subordinate point, 1 Veteran legion, 26 points against 26, the river; the Gauls have 1 elite kind. B is worth 5.6, D 2.8.
    seen = outlook(desk.position, "decius")
    assert lines(seen) == {
        "Subordinate leaders": "+1",
        "River crossed": "−3",
        "Roman discipline": "+1",
        "Elite units": "−1",
        "before tactics": "−2",
        "tactics on average": "+2.8",
    }
    assert seen is not None
    assert "march in from 0302" in seen.words
    assert "Decius may give his life for +3. [8.31-o]" in seen.words  # half of 6


def test_the_battle_that_would_be_can_be_practised(desk: Desk) -> None:
    due = battle_to_come(desk.position, "decius")
    assert due is not None
    assert due.title == "The whole battle, B against D at −2"
    assert due.throw.args[1:] == ("B", "D", -2)
    other = battle_to_come(desk.position, "fabius")
    assert other is not None
    assert other.throw.args[1:] == ("C", "D", -1)


def test_another_force_in_hand_has_a_sum_of_its_own(desk: Desk) -> None:
    # Fabius: 3 subordinate points count as 2; 10 against 26 is 1-2; 4 cavalry fewer against a non-Roman on flat ground is -1.
    assert lines(outlook(desk.position, "fabius")) == {
        "Subordinate leaders": "+2",
        "Combat ratio": "−2",
        "Cavalry": "−1",
        "Roman discipline": "+1",
        "Elite units": "−1",
        "before tactics": "−1",
        "tactics on average": "+1.9",
    }


def test_the_long_way_round_has_no_river_in_it(desk: Desk) -> None:
    give(desk, "march force=decius to=0403", "march force=decius to=0404")
    assert lines(outlook(desk.position, "decius"))["before tactics"] == "+1"
    give(desk, "march force=decius to=0303", "attack force=decius target=gauls")
    seen = outlook(desk.position, "decius")
    assert lines(seen)["in all"] == "+1"
    due = battle_to_come(desk.position, "decius")
    assert due is not None
    assert due.throw.args[1:] == ("B", "D", 1)


@pytest.mark.parametrize(("round_first", "net"), [(False, "0"), (True, "+3")])
def test_one_force_that_crosses_spoils_it_for_all(desk: Desk, round_first: bool, net: str) -> None:
    """Fabius brings 1 more subordinate point and 1 more Veteran legion, and 3 off if he comes over the river. [8.31-i]"""
    if round_first:
        give(desk, *(f"march force=fabius to={place}" for place in ("0202", "0203", "0204")))
    give(desk, *(f"march force=decius to={place}" for place in ("0403", "0404", "0303")))
    give(desk, "attack force=decius target=gauls", "stand")
    for order in ("roll_continuation", "coordinate force=fabius"):
        give(desk, order)
        desk.use_dice((0,))
    assert lines(outlook(desk.position, "decius"))["in all"] == net


def test_what_was_foretold_is_what_the_engine_finds(desk: Desk) -> None:
    pair = rivals(desk.position, "decius")
    assert pair is not None
    foretold = would_be(desk.position, *pair)
    give(desk, "march force=decius to=0303", "attack force=decius target=gauls", "stand", "roll_continuation")
    desk.use_dice((0,))
    give(desk, "fight_alone")
    clash = desk.position.clash
    assert clash is not None
    assert clash.parts == foretold


def test_the_river_is_priced_on_each_side_of_the_enemy(desk: Desk) -> None:
    found = {
        group.id: group.label for group in every_group(scene(desk.position, Look(lesson="modifiers"))) if group.id.startswith("river ")
    }
    assert set(found) == {"river 0302 0303", "river 0203 0303", "river 0403 0303"}
    assert found["river 0302 0303"] == "−3 for an attack over the river from 0302 into 0303"


def test_nothing_is_foretold_when_it_is_over(desk: Desk) -> None:
    give(desk, "pass")
    while desk.position.result is None:
        give(desk, "pass")
    assert outlook(desk.position, "decius") is None
    assert battle_to_come(desk.position, "decius") is None


# -- what each part is worth -----------------------------------------------------------------------------------------------------------


def test_each_part_is_worth_what_its_absence_costs() -> None:
    # 89 against 30 is +2, a failed refusal +2, the river -3: net +1.
    found = terms(RULES, Array(Army(89), Army(30), roman="neither", flags=frozenset({"failed_refusal", "river"})))
    made = steps(RULES, found, "defender")
    assert [(step.term.rule, step.start, step.end) for step in made] == [
        ("8.31-d", 0, 2),
        ("8.31-f / 8.23, 6.55", 2, 4),
        ("8.31-i", 4, 1),
    ]
    # Table R: at +1 the defender retreats with 19/50, at -1 with 9/50, at +4 with 13/20.
    assert [step.without for step in made] == [F(9, 50), F(9, 50), F(13, 20)]
    assert [step.worth for step in made] == [F(1, 5), F(1, 5), F(-27, 100)]
    # The attacker: 9/50 at +1, 19/50 at -1, 3/100 at +4.
    assert [step.worth for step in steps(RULES, found, "attacker")] == [F(-1, 5), F(-1, 5), F(3, 20)]


def test_a_failed_refusal_alone_is_worth_a_fifth() -> None:
    # Question 7 of the specification: from 7/25 to 12/25.
    (step,) = steps(RULES, terms(RULES, Array(flags=frozenset({"failed_refusal"}))), "defender")
    assert (step.without, step.worth) == (F(7, 25), F(1, 5))


def test_the_panel_follows_the_diagram_of_the_page(desk: Desk) -> None:
    diagram = PanelView(DIAGRAM)
    panel = PanelView(worth_panel(diagram))
    assert Marked(panel.html(desk)).faults == []
    # As on the board, straight over the river: net -2, table R 2/25; without the river +1.
    said = words(panel.html(desk))
    assert "At −2, the defender retreats with a chance of 2/25, 8.0 %. One point more makes it 9/50, 18.0 %, one less 3/100, 3.0 %." in said
    assert "−3 from +1 to −2 at +1 19/50 38.0 % −3/10, −30.0 points" in said
    diagram.act("flag", "river", desk)
    assert "At +1, the defender retreats with a chance of 19/50" in words(panel.html(desk))
    panel.act("who", "attacker", desk)
    assert "At +1, the attacker retreats with a chance of 9/50" in words(panel.html(desk))


def test_a_diagram_without_modifiers_or_without_an_attack_has_nothing_to_weigh(desk: Desk) -> None:
    diagram = PanelView(DIAGRAM, array=Array(), own="")
    assert "Nothing counts yet." in words(PanelView(worth_panel(diagram)).html(desk))
    diagram.act("attacker.status", "neutralised", desk)
    diagram.act("flag", "ambush", desk)
    said = words(PanelView(worth_panel(diagram)).html(desk))
    assert "A neutralised Force may not attack" in said
    assert "Ambush" not in said


def test_what_a_browser_kept_comes_back_and_nothing_else(desk: Desk) -> None:
    panel = PanelView(worth_panel(PanelView(DIAGRAM)))
    panel.restore("attacker")
    assert panel.state(RULES).who == "attacker"
    for strange in (None, "none", 3, ["defender"]):
        panel.restore(strange)
    assert panel.state(RULES).who == "attacker"
    for what, value in (("who", "none"), ("sink", "defender")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)


def test_the_diagram_stands_as_the_force_in_hand_would(desk: Desk) -> None:
    panel = PanelView(DIAGRAM)
    assert panel.current(desk).array.flags == ("river",)
    desk.select("fabius")
    array = panel.current(desk).array
    assert (array.attacker.sp, array.flags) == (10, ())
    assert GRID.label(desk.position.force("fabius").at) == "0201"
